// The programs that a state's packed operands need.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// True when the state has packed operands, whose programs are then to be written before it runs.
bool needs_programs(const plan::state& s) noexcept;
void write_programs(plan::state& s, program_memory& memory, bool once) noexcept;

}  // namespace zerostride::detail
