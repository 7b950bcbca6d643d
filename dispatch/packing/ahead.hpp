// Asking for what will be packed next, where no hardware prefetcher finds it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dispatch/packing/program.hpp"

namespace zerostride::detail {

/// Whether elements so many bytes apart are pieces, between which the hardware leaves lines out.
bool is_step_of_pieces(std::int64_t bytes) noexcept;
/// Whether so few sets of a cache have lines so far apart that they would be gone before they are used.
bool falls_on_few_sets(std::int64_t step) noexcept;

/// Asks for the lines of the first `cols` elements of each of `rows` rows at `source`, into the L2 cache, if they are
/// short pieces further from each other than a line. Reads nothing: the addresses need not be the operand's.
void ask_for_pieces(const program& p, const std::byte* source, std::size_t rows, std::size_t cols) noexcept;

}  // namespace zerostride::detail
