// Programs of merges: the windows that each 64 bytes of a period are made of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dispatch/program.hpp"
#include "dispatch/windows.hpp"
#include "kernels/table.hpp"

namespace zerostride::detail {

inline constexpr std::int64_t merged_bytes = 64;

/// Writes the program of a period of `count` elements at these offsets, which `map` has among others. Answers how many
/// of the elements that `map` has must exist for all windows to be the operand's memory; 0 when there is no such
/// program, it costs `most` halves of a cycle or more, or memory does not suffice.
std::size_t write_merges(kernels::merge_program& made, const std::int32_t* offset, std::size_t count, int bytes,
                         std::size_t most, const element_map& map, program_memory& memory) noexcept;

}  // namespace zerostride::detail
