// Running programs: tiles to dense rows and back.
#pragma once

#include <cstddef>

#include "dispatch/packing/program.hpp"
#include "kernels/mover_table.hpp"

namespace zerostride::detail {

/// Packs the first `cols` elements of each of `rows` rows at `source` into dense rows. `cols` is either all of
/// a row, or the program has one axis inside the rows. `next`: what is read after this; only the first row of what is
/// packed by strides asks for its lines.
void pack(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
          std::size_t cols, std::byte* dense, kernels::read_next next = kernels::nothing_next) noexcept;

/// The same with stores past the caches, apart from what is less than a period. For programs that may_stream, to
/// addresses that are multiples of 16.
void pack_past(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
               std::size_t cols, std::byte* dense) noexcept;

/// The other way round: dense rows to the elements of the tile at `target`.
void unpack(const program& p, const kernels::mover_table& movers, const std::byte* dense, std::size_t rows,
            std::size_t cols, std::byte* target) noexcept;

}  // namespace zerostride::detail
