// Running a plan. No allocation, no exception.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// What a run answers that found this.
inline status answer_for(kernels::findings found) noexcept {
    return (found & kernels::integer_division_by_zero) != 0 ? status::integer_division_by_zero : status::ok;
}

/// Checks the pointers of the operands, then runs.
status run_checked(const plan::state& s, const void* const* operands, void* output) noexcept;

/// Runs in this thread and in its floating-point environment; the pointers have been checked.
kernels::findings run_unchecked(const plan::state& s, const void* const* inputs, void* output) noexcept;

}  // namespace zerostride::detail
