// Programs of permutations: each 64 bytes of a period are chosen from one register.
#pragma once

#include <cstdint>

#include "dispatch/packing/program.hpp"
#include "dispatch/packing/tile.hpp"
#include "kernels/mover_table.hpp"

namespace zerostride::detail {

/// Whether the processor permutes the bytes of a register.
bool has_permutes(const kernels::mover_table& movers) noexcept;

/// From where on a longer period saves nothing.
inline constexpr std::int64_t least_permuted = 256;

/// Whether the program of a tile of many such rows permutes, which costs a third of what shuffles do.
bool can_permute(operand_tile tile, const kernels::mover_table& movers) noexcept;

/// Serves rows by permutations of one register, if what a row is made of is in one. False otherwise.
bool write_permutes(program& made, operand_tile tile, const kernels::mover_table& movers,
                    program_memory& memory) noexcept;

}  // namespace zerostride::detail
