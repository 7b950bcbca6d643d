// Transposes through registers: source rows (dense) become result columns.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// The side of the square block that is transposed in registers: 16 bytes wide.
template <std::size_t Bytes>
inline constexpr std::size_t block_side = 16 / Bytes;

/// Transposes a square of block_side registers of 16 bytes. log2(side) rounds of interleaving row i with row
/// i + side/2: each round rotates the index bits by one, so that all rounds swap row and column.
template <std::size_t Bytes, class V>
inline void transpose_square(V (&row)[block_side<Bytes>]) noexcept {
    constexpr std::size_t side = block_side<Bytes>;
    for (std::size_t round = 1; round < side; round *= 2) {
        V next[side];
        for (std::size_t i = 0; i < side / 2; ++i) {
            next[2 * i] = zip_low(row[i], row[i + side / 2]);
            next[2 * i + 1] = zip_high(row[i], row[i + side / 2]);
        }
        for (std::size_t i = 0; i < side; ++i) row[i] = next[i];
    }
}

template <std::size_t Bytes>
void transpose(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols, std::byte* dense,
               std::ptrdiff_t step) noexcept {
    const auto move_corner = [&](std::size_t r0, std::size_t r1, std::size_t c0, std::size_t c1) {
        for (std::size_t r = r0; r < r1; ++r) {
            for (std::size_t c = c0; c < c1; ++c) {
                __builtin_memcpy(dense + static_cast<std::ptrdiff_t>(r) * step + c * Bytes,
                                 source + static_cast<std::ptrdiff_t>(c) * pitch + r * Bytes, Bytes);
            }
        }
    };
    if constexpr (Bytes == 16) {
        move_corner(0, rows, 0, cols);
    } else {
        constexpr std::size_t side = block_side<Bytes>;
        using V = vec_n<typename integers<Bytes>::u, side>;
        const std::size_t whole_rows = rows - rows % side;
        const std::size_t whole_cols = cols - cols % side;
        // Down the rows first: they are what is dense in the source, so that each of its cache lines is used up
        // while it is near, even when all columns fall on the same cache set.
        for (std::size_t c = 0; c < whole_cols; c += side) {
            for (std::size_t r = 0; r < whole_rows; r += side) {
                V square[side];
                for (std::size_t i = 0; i < side; ++i) {
                    square[i] = load<V>(source + static_cast<std::ptrdiff_t>(c + i) * pitch + r * Bytes);
                }
                transpose_square<Bytes>(square);
                for (std::size_t i = 0; i < side; ++i) {
                    store(dense + static_cast<std::ptrdiff_t>(r + i) * step + c * Bytes, square[i]);
                }
            }
        }
        move_corner(0, whole_rows, whole_cols, cols);
        move_corner(whole_rows, rows, 0, cols);
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
