// What the float functions must answer.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

/// The families math, libm and sigmoidal, for f16, f32 and f64.
bool function_is_right(const question& asked, const void* const* inputs, const void* actual);

}  // namespace zerostride::test
