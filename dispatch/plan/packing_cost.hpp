// What tiles cost beside computing them: short rows of the kernel against packing operands into long ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Tiles of blocks: the kernel's rows are those of the nest.
struct block_tile {
    std::int64_t row_bytes, bytes;  ///< of the result
    bool goes_on_within_kernel;     ///< from row to row, which lie behind each other
    double cycles_beside;           ///< what a row takes for elements that it does not have: kernels compute groups
};
/// What a KiB of the result costs in cycles, beyond computing it.
double cycles_of_blocks(const block_tile& tile) noexcept;

/// Flat tiles: one row of the kernel is `rows` indices of axis `row` of the nest by everything inside.
struct flat_tile {
    std::size_t row;
    std::int64_t rows, inside;  ///< indices; elements of each
};
/// The same: operands that are not dense are packed, those that stay the same along the rows once for all tiles there.
/// `is_far`: operands and result do not stay in the L2 cache. Bit k of `packed_anyway`: operand k takes as long in
/// blocks.
double cycles_of_flat(const plan::state& s, const flat_tile& tile, bool is_far, unsigned packed_anyway) noexcept;

}  // namespace zerostride::detail
