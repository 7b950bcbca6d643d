// Running a plan. No allocation, no exception.
#pragma once

#include "dispatch/plan/plan.hpp"

namespace zerostride::detail {

/// Checks the pointers of the operands, then runs.
status run_checked(const plan::state& s, const void* const* operands, void* output) noexcept;

/// Runs in this thread and in its floating-point environment; the pointers have been checked.
kernels::findings run_unchecked(const plan::state& s, const void* const* inputs, void* output) noexcept;

}  // namespace zerostride::detail
