// Transposes through registers: source rows (dense) become result columns.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd/shuffles.hpp"

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

/// 16 bytes from each of as many places as V has groups of them, `apart` bytes from one to the next.
template <class V>
inline V load_groups(const std::byte* p, [[maybe_unused]] std::ptrdiff_t apart) noexcept {
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
    const auto group = [&](std::ptrdiff_t i) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i * apart));
    };
    if constexpr (sizeof(V) == 32) {
        return bits_as<V>(_mm256_inserti128_si256(_mm256_castsi128_si256(group(0)), group(1), 1));
    }
#endif
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(V) == 64) {
        const __m512i two = _mm512_inserti32x4(_mm512_castsi128_si512(group(0)), group(1), 1);
        return bits_as<V>(_mm512_inserti32x4(_mm512_inserti32x4(two, group(2), 2), group(3), 3));
    }
#endif
    if constexpr (sizeof(V) == 16) return load<V>(p);
}

/// Moves a block of as many result columns as V has elements, and of as many rows as 16 bytes have: each group of
/// a register takes a square of its own, so that result rows are whole registers.
template <class V, std::size_t... I>
inline void transpose_block(const std::byte* source, std::ptrdiff_t pitch, std::byte* dense, std::ptrdiff_t step,
                            std::index_sequence<I...>) noexcept {
    constexpr auto side = static_cast<std::ptrdiff_t>(sizeof...(I));
    V row[] = {load_groups<V>(source + static_cast<std::ptrdiff_t>(I) * pitch, side * pitch)...};
    transpose_squares(row);
    (store(dense + static_cast<std::ptrdiff_t>(I) * step, row[I]), ...);
}

/// Blocks over a whole tile, columns outside: the source's rows are followed down its cache lines. The last
/// blocks overlap those before. False when the tile is smaller than a block.
template <std::size_t Bytes, class V>
inline bool transpose_tile(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols,
                           std::byte* dense, std::ptrdiff_t step, lines_ahead ahead, const matrices& each) noexcept {
    constexpr std::size_t side = 16 / Bytes;
    constexpr std::size_t width = sizeof(V) / Bytes;
    if (rows < side || cols < width) return false;
    const bool is_paged = ahead.of_source && (pitch >= 2048 || pitch <= -2048);
    // In scratch, which is in the cache, rows follow each other, and short ones belong to results that are small enough
    // for a cache. Steps of a KiB bring all lines to few sets of it, where they would be gone before they are written.
    constexpr std::ptrdiff_t far = Bytes < 4 ? 1024 : 512;
    const bool has_far_rows = ahead.of_result && step != static_cast<std::ptrdiff_t>(cols * Bytes) &&
                              (step > far || step < -far) && step % 1024 != 0;
    for (std::size_t m = 0; m < each.count; ++m, source += each.source_apart, dense += each.dense_apart) {
        for (std::size_t c = 0; c < cols; c += width) {
            const std::size_t at_c = c + width <= cols ? c : cols - width;
            // What is beside is written next, and stores would wait for its lines one after the other.
            if (has_far_rows) {
                const std::byte* beside = dense + (at_c + 2 * width) * Bytes - 1;
                for (std::size_t r = 0; r < rows; ++r, beside += step) __builtin_prefetch(beside, 1);
            }
            // The tile below is next: no hardware prefetcher sees that, because each of its lines is on another page.
            for (std::size_t i = 0; i < width && is_paged; ++i) {
                const std::byte* const below = source + static_cast<std::ptrdiff_t>(at_c + i) * pitch + rows * Bytes;
                for (std::size_t b = 0; b < rows * Bytes; b += 64) __builtin_prefetch(below + b);
            }
            for (std::size_t r = 0; r < rows; r += side) {
                const std::size_t at_r = r + side <= rows ? r : rows - side;
                transpose_block<V>(source + static_cast<std::ptrdiff_t>(at_c) * pitch + at_r * Bytes, pitch,
                                   dense + static_cast<std::ptrdiff_t>(at_r) * step + at_c * Bytes, step,
                                   std::make_index_sequence<side>{});
            }
        }
    }
    return true;
}

/// Squares of 8 bytes a side, for tiles that have no more of them in a row or a column; the last ones overlap those
/// before. Two source rows fill a register, and so do two of the result. False when the tile is smaller.
inline bool transpose_bytes(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols,
                            std::byte* dense, std::ptrdiff_t step, const matrices& each) noexcept {
    using V = vec_n<std::uint8_t, 16>;
    using pair_of_rows [[gnu::vector_size(16)]] = std::int64_t;
    constexpr std::ptrdiff_t side = 8;
    if (rows < side || cols < side) return false;
    const auto place = [](std::size_t i, std::size_t of) { return i + side <= of ? i : of - side; };
    for (std::size_t m = 0; m < each.count; ++m, source += each.source_apart, dense += each.dense_apart) {
        for (std::size_t c = 0; c < cols; c += side) {
            for (std::size_t r = 0; r < rows; r += side) {
                const std::size_t at_r = place(r, rows), at_c = place(c, cols);
                const std::byte* from = source + static_cast<std::ptrdiff_t>(at_c) * pitch + at_r;
                std::byte* to = dense + static_cast<std::ptrdiff_t>(at_r) * step + at_c;
                V row[side / 2];
                for (V& two : row) {
                    std::int64_t first, second;
                    __builtin_memcpy(&first, from, side);
                    __builtin_memcpy(&second, from + pitch, side);
                    two = bits_as<V>(pair_of_rows{first, second});
                    from += 2 * pitch;
                }
                for (int round = 0; round < 3; ++round) transpose_round(row, std::make_index_sequence<side / 2>{});
                for (const V& two : row) {
                    const auto made = bits_as<pair_of_rows>(two);
                    const std::int64_t first = made[0], second = made[1];
                    __builtin_memcpy(to, &first, side);
                    __builtin_memcpy(to + step, &second, side);
                    to += 2 * step;
                }
            }
        }
    }
    return true;
}

template <std::size_t Bytes>
void transpose(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols, std::byte* dense,
               std::ptrdiff_t step, [[maybe_unused]] lines_ahead ahead, const matrices& each) noexcept {
    if constexpr (Bytes < 16) {
        using T = typename integers<Bytes>::u;
        if (transpose_tile<Bytes, vec<T>>(source, pitch, rows, cols, dense, step, ahead, each)) return;
        if constexpr (register_bytes > 32 && Bytes == 4) {
            if (transpose_tile<Bytes, vec_n<T, 32 / Bytes>>(source, pitch, rows, cols, dense, step, ahead, each))
                return;
        }
        if constexpr (register_bytes > 16) {
            if (transpose_tile<Bytes, vec_n<T, 16 / Bytes>>(source, pitch, rows, cols, dense, step, ahead, each))
                return;
        }
        if constexpr (Bytes == 1) {
            if (transpose_bytes(source, pitch, rows, cols, dense, step, each)) return;
        }
    }
    for (std::size_t m = 0; m < each.count; ++m, source += each.source_apart, dense += each.dense_apart) {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < cols; ++c) {
                __builtin_memcpy(dense + static_cast<std::ptrdiff_t>(r) * step + c * Bytes,
                                 source + static_cast<std::ptrdiff_t>(c) * pitch + r * Bytes, Bytes);
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
