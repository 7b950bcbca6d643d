// Tile after tile: movers in, kernel, result out. No allocation, no exception.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// The data of one run: pointers to each operand's first visited element.
struct operands {
    std::byte* at[max_operands];
};

/// Tiles [first, last) of a plan that is cut into tiles, or those of rows [first, last) where threads share the rows.
kernels::findings run_tiles(const plan::state& s, const operands& data, std::int64_t first, std::int64_t last) noexcept;

}  // namespace zerostride::detail
