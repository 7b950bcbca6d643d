// What the functions of double-doubles must answer.
#pragma once

#include "support/question.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::test {

/// Whether `actual` is f(x) or f(x, y) to 2^-98 of itself, or, where its low part is subnormal, to a few times the
/// least number. `of_high` is f of the high parts as doubles have it: where those are zero, infinite or NaN, so is the
/// result, or it is decided in the same way.
bool real_function_is_right(const question& asked, real x, real y, real actual, double of_high);

}  // namespace zerostride::test
