// Tiles of one operand, and where their elements are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dispatch/axis.hpp"

namespace zerostride::detail {

/// `rows` rows, `row_stride` bytes apart, of the elements that `count` axes visit.
struct operand_tile {
    const axis* inner;
    std::size_t count;
    std::size_t operand;  ///< whose strides the axes are taken by
    std::int64_t row_elements, row_stride, rows;
    int element_log2;

    std::int64_t element_bytes() const noexcept { return std::int64_t{1} << element_log2; }
    std::int64_t row_bytes() const noexcept { return row_elements << element_log2; }

    /// Whether a row is the same several times.
    bool repeats() const noexcept { return count > 1 && inner[0].stride[operand] == 0; }
    /// Whether the elements of a row follow each other.
    bool is_dense() const noexcept { return are_dense(inner, count, operand, element_bytes()); }
    /// A row that repeats as a tile: each time is a row of it.
    operand_tile repeated() const noexcept {
        const std::int64_t times = inner[0].extent;
        return {inner + 1, count - 1, operand, row_elements / times, 0, times, element_log2};
    }
};

/// What a row, or all of them, have again and again.
struct repeated_piece {
    /// Shorter ones are put together by shuffles, whole registers at a time.
    static constexpr std::int64_t least_bytes = 64;

    std::int64_t bytes, times;
    bool is_dense;

    static repeated_piece of(const operand_tile& tile) noexcept {
        const operand_tile once = tile.repeats() ? tile.repeated() : tile;
        const std::int64_t of_row = tile.repeats() ? once.rows : 1, of_rows = tile.row_stride == 0 ? tile.rows : 1;
        return {once.row_bytes(), of_row * of_rows, once.is_dense()};
    }
    /// Whether it is copied as it is.
    bool is_copied() const noexcept { return is_dense && times > 1 && bytes >= least_bytes; }
};

/// Writes the offset of every element of the first `rows` rows; answers false when one does not fit in 32 bits.
bool write_offsets(std::int32_t* offset, const operand_tile& tile, std::int64_t rows) noexcept;

}  // namespace zerostride::detail
