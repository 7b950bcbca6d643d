// Transposes through registers: source rows (dense) become result columns.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class V, std::size_t... I>
inline void transpose_round(V (&row)[sizeof...(I)], std::index_sequence<I...>) noexcept {
    constexpr std::size_t half = sizeof...(I) / 2;
    const V next[] = {
        (I % 2 == 0 ? zip_low(row[I / 2], row[I / 2 + half]) : zip_high(row[I / 2], row[I / 2 + half]))...};
    ((row[I] = next[I]), ...);
}

/// Transposes, in each 16-byte group of the registers by itself, a square of elements. log2(side) rounds of
/// interleaving row i with row i + side/2: each round rotates the index bits by one, so that all rounds
/// together swap row and column.
template <class V, std::size_t Side>
inline void transpose_squares(V (&row)[Side]) noexcept {
    constexpr auto each = std::make_index_sequence<Side>{};
    if constexpr (Side >= 16) transpose_round(row, each);
    if constexpr (Side >= 8) transpose_round(row, each);
    if constexpr (Side >= 4) transpose_round(row, each);
    transpose_round(row, each);
}

/// Moves a block of `Side` result columns and as many result rows as V has elements.
template <std::size_t Bytes, class V, std::size_t... I>
inline void transpose_block(const std::byte* source, std::ptrdiff_t pitch, std::byte* dense, std::ptrdiff_t step,
                            std::index_sequence<I...>) noexcept {
    constexpr std::size_t side = sizeof...(I);
    constexpr std::size_t groups = sizeof(V) / 16;
    V row[side] = {load<V>(source + static_cast<std::ptrdiff_t>(I) * pitch)...};
    transpose_squares(row);
    using group = vec_n<std::uint64_t, 2>;
    const auto put = [&]<std::size_t G>(std::size_t i, const V& v) {
        const auto words = bits_as<vec_n<std::uint64_t, 2 * groups>>(v);
        store(dense + static_cast<std::ptrdiff_t>(G * side + i) * step, group{words[2 * G], words[2 * G + 1]});
    };
    [&]<std::size_t... G>(std::index_sequence<G...>) {
        const auto put_all = [&]<std::size_t H>() { (put.template operator()<H>(I, row[I]), ...); };
        (put_all.template operator()<G>(), ...);
    }
    (std::make_index_sequence<groups>{});
}

/// Blocks over a whole tile, columns outside: the source's rows are followed down its cache lines. The last
/// blocks overlap those before. False when the tile is smaller than a block.
template <std::size_t Bytes, class V>
inline bool transpose_tile(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols,
                           std::byte* dense, std::ptrdiff_t step) noexcept {
    constexpr std::size_t side = 16 / Bytes;
    constexpr std::size_t height = sizeof(V) / Bytes;
    if (rows < height || cols < side) return false;
    for (std::size_t c = 0; c < cols; c += side) {
        const std::size_t at_c = c + side <= cols ? c : cols - side;
        // The tile below is next: no hardware prefetcher sees that, because each of its lines is on another page.
        for (std::size_t i = 0; i < side; ++i) {
            const std::byte* const below = source + static_cast<std::ptrdiff_t>(at_c + i) * pitch + rows * Bytes;
            for (std::size_t b = 0; b < rows * Bytes; b += 64) __builtin_prefetch(below + b);
        }
        for (std::size_t r = 0; r < rows; r += height) {
            const std::size_t at_r = r + height <= rows ? r : rows - height;
            transpose_block<Bytes, V>(source + static_cast<std::ptrdiff_t>(at_c) * pitch + at_r * Bytes, pitch,
                                      dense + static_cast<std::ptrdiff_t>(at_r) * step + at_c * Bytes, step,
                                      std::make_index_sequence<side>{});
        }
    }
    return true;
}

template <std::size_t Bytes>
void transpose(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols, std::byte* dense,
               std::ptrdiff_t step) noexcept {
    if constexpr (Bytes < 16) {
        using T = typename integers<Bytes>::u;
        if (transpose_tile<Bytes, vec<T>>(source, pitch, rows, cols, dense, step)) return;
        if constexpr (register_bytes > 16) {
            if (transpose_tile<Bytes, vec_n<T, 16 / Bytes>>(source, pitch, rows, cols, dense, step)) return;
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
            __builtin_memcpy(dense + static_cast<std::ptrdiff_t>(r) * step + c * Bytes,
                             source + static_cast<std::ptrdiff_t>(c) * pitch + r * Bytes, Bytes);
        }
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
