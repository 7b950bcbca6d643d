// The functions to as many digits as `result` has, by MPFR: what every judgement rests on.
#pragma once

#include "accuracy/digits.hpp"
#include "accuracy/function.hpp"

namespace zerostride::accuracy {

/// What `f` is of any operands, infinities and NaN among them; functions of one operand do not look at `y`.
void reference(const function& f, const digits& x, const digits& y, digits& result);

}  // namespace zerostride::accuracy
