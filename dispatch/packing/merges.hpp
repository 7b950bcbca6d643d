// Programs of merges: the windows that each 64 bytes of a period are made of.
#pragma once

#include <cstddef>

#include "dispatch/packing/program.hpp"
#include "dispatch/packing/windows.hpp"
#include "kernels/mover_table.hpp"

namespace zerostride::detail {

/// Whether the processor merges the bytes of two registers.
bool has_merges(const kernels::mover_table& movers) noexcept;

/// Writes the program of the period of the first `count` elements that `map` has. Answers how many of all that it has
/// must exist for all windows to be the operand's memory; 0 when there is no such program, it costs `most` halves of a
/// cycle or more, or memory does not suffice. `goes_on`: elements follow each other upwards at equal steps of less than
/// a page, from one period to the next as well. Windows of a single block may then be lines.
std::size_t write_merges(kernels::merge_program& made, const element_map& map, std::size_t count, std::size_t most,
                         bool goes_on, program_memory& memory) noexcept;

}  // namespace zerostride::detail
