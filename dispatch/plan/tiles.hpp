// Tile after tile: movers in, kernel, result out. No allocation, no exception.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// The data of one run: pointers to each operand's first visited element.
struct operands {
    std::byte* at[max_operands];
};

/// Where the tiles of thread `task` begin, the number of threads being past the last one's: each has about as many
/// elements, not tiles, of which the last ones of an axis are smaller. Rows of tiles where the plan shares those.
std::int64_t first_tile_of(const plan::state& s, std::int64_t task) noexcept;

/// Tiles [first, last), or rows of them, of a plan that is cut into tiles.
kernels::findings run_tiles(const plan::state& s, const operands& data, std::int64_t first, std::int64_t last) noexcept;

/// One row to the kernel, in pieces, each after the next one's lines were asked for.
kernels::findings run_in_pieces(const plan::state& s, std::size_t elements, std::byte* out, const std::byte* x,
                                const std::byte* y, const std::byte* z) noexcept;

}  // namespace zerostride::detail
