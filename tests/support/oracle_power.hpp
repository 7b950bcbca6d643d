// What Pow must answer.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

bool power_is_right(const question& asked, const void* const* inputs, const void* actual);
/// True for an integer zero to a negative power.
bool inverts_zero(const question& asked, const void* const* inputs);

}  // namespace zerostride::test
