// The strategy of a plan: how its nest is cut into tiles, and how each operand's tile reaches the kernel.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Chooses the strategy, the tile and the routes for `made.loops`; reads what plan_kernel wrote before.
/// `kernel_of_splats` are the kernels by splat mask; the rest as in plan_kernel.
void choose_strategy(plan::state& made, const kernels::kernel* kernel_of_splats, int most_threads, bool streams,
                     bool once) noexcept;

/// Whether kernels of registers half as wide, which compute the same, suit the strategy better than those of 64 bytes.
bool suits_narrower_registers(const plan::state& made) noexcept;

}  // namespace zerostride::detail
