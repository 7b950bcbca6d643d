// The words for what a run refuses.
#pragma once

#include "zerostride/op.hpp"
#include "zerostride/status.hpp"

namespace zerostride::detail {

/// Says in words why a run of `which` answered `refused`; ok gives an empty message. `missing` is an operand that has
/// elements and a null pointer, or no_operand.
outcome explain_run(status refused, op which, std::size_t missing, const void* output);
inline constexpr std::size_t no_operand = static_cast<std::size_t>(-1);

}  // namespace zerostride::detail
