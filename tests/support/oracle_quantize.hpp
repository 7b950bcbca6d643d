// What QuantizeLinear and DequantizeLinear must answer.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

/// The elements are the values', the scale's and the zero point's.
bool quantize_is_right(const question& asked, const void* const* inputs, const void* actual);

}  // namespace zerostride::test
