// Loads and stores beside those of whole registers: ahead of time, past the caches, and up to any byte.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// For loops that store past the caches, and so work on operands that lie in memory: has the line read that such a loop
/// comes to `bytes` later. Nothing happens where there is no memory.
inline void prefetch_ahead(const void* p, std::size_t bytes) noexcept {
    __builtin_prefetch(static_cast<const char*>(p) + bytes);
}
/// The same for a line that the loop writes with ordinary stores.
inline void prefetch_to_write(const void* p, std::size_t bytes) noexcept {
    __builtin_prefetch(static_cast<const char*>(p) + bytes, 1);
}
/// A store past the caches where the instruction set has one for the size; p is aligned to it.
template <class V>
inline void stream_store(void* p, const V& v) noexcept {
#if defined(__x86_64__)
    if constexpr (sizeof(V) == 16) {
        _mm_stream_si128(static_cast<__m128i*>(p), __builtin_bit_cast(__m128i, v));
        return;
    }
#endif
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
    if constexpr (sizeof(V) == 32) {
        _mm256_stream_si256(static_cast<__m256i*>(p), __builtin_bit_cast(__m256i, v));
        return;
    }
#endif
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(V) == 64) {
        _mm512_stream_si512(static_cast<__m512i*>(p), __builtin_bit_cast(__m512i, v));
        return;
    }
#endif
    store(p, v);
}

/// The `bytes` < 16 bytes at p as two words, zeros behind them. Put together in registers: written to a buffer
/// piece by piece they could not be loaded again before all stores have left the store buffer.
inline vec_n<std::uint64_t, 2> load_short_16(const std::byte* p, std::size_t bytes) noexcept {
    using words = vec_n<std::uint64_t, 2>;
    const auto piece = [p]<class U>(U word, std::size_t at) {
        __builtin_memcpy(&word, p + at, sizeof word);
        return static_cast<std::uint64_t>(word);
    };
    if (bytes >= 8) {
        const std::uint64_t last = piece(std::uint64_t{}, bytes - 8);
        return words{piece(std::uint64_t{}, 0), bytes == 8 ? 0 : last >> (8 * (16 - bytes))};
    }
    if (bytes >= 4) {
        return words{piece(std::uint32_t{}, 0) | piece(std::uint32_t{}, bytes - 4) << (8 * (bytes - 4)), 0};
    }
    if (bytes >= 2) {
        return words{piece(std::uint16_t{}, 0) | piece(std::uint16_t{}, bytes - 2) << (8 * (bytes - 2)), 0};
    }
    return words{bytes == 1 ? piece(std::uint8_t{}, 0) : 0, 0};
}
#if defined(ZS_ISA_avx512)
inline std::uint64_t mask_of_first(std::size_t bytes) noexcept { return (std::uint64_t{1} << bytes) - 1; }
#endif
/// The `bytes` < register_bytes bytes at p, zeros behind them.
[[gnu::always_inline]] inline vec<std::uint8_t> load_short(const std::byte* p, std::size_t bytes) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::uint8_t>>(_mm512_maskz_loadu_epi8(mask_of_first(bytes), p));
#elif defined(ZS_ISA_avx2)
    using half = vec_n<std::uint64_t, 2>;
    const half low = bytes >= 16 ? load<half>(p) : load_short_16(p, bytes);
    const half high = bytes > 16 ? load_short_16(p + 16, bytes - 16) : half{};
    return bits_as<vec<std::uint8_t>>(vec<std::uint64_t>{low[0], low[1], high[0], high[1]});
#else
    return bits_as<vec<std::uint8_t>>(load_short_16(p, bytes));
#endif
}
/// `bytes` bytes from `from` at the start of `all` bytes, a multiple of a register's; zeros behind them.
[[gnu::always_inline]] inline void store_padded(std::byte* to, const std::byte* from, std::size_t bytes,
                                                std::size_t all) noexcept {
    for (std::size_t at = 0; at < all; at += register_bytes) {
        const std::size_t here = bytes - at;
        // The same stores as the loads that follow: those need not wait for them.
        store(to + at, at >= bytes              ? vec<std::uint8_t>{}
                       : here >= register_bytes ? load<vec<std::uint8_t>>(from + at)
                                                : load_short(from + at, here));
    }
}
/// Whether registers can be loaded and stored up to any byte: then the end of a row needs no room of its own in memory.
#if defined(ZS_ISA_avx512)
inline constexpr bool stores_short = true;
/// The first `bytes` < register_bytes bytes of v.
template <class V>
[[gnu::always_inline]] inline void store_short(void* p, const V& v, std::size_t bytes) noexcept {
    _mm512_mask_storeu_epi8(p, mask_of_first(bytes), bits_as<__m512i>(v));
}
/// The first `bytes` < All of those at `from`, which were stored there by registers.
template <std::size_t All>
inline void copy_by_registers(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    for (; bytes >= register_bytes; bytes -= register_bytes, from += register_bytes, to += register_bytes) {
        store(to, load<vec<std::uint8_t>>(from));
    }
    if (bytes > 0) store_short(to, load<vec<std::uint8_t>>(from), bytes);
}
#else
inline constexpr bool stores_short = false;
template <class V>
void store_short(void* p, const V& v, std::size_t bytes) noexcept = delete;
template <std::size_t All>
void copy_by_registers(std::byte* to, const std::byte* from, std::size_t bytes) noexcept = delete;
#endif
/// Whether load_first and store_first are there, for the first n elements of a register, of `Bytes` bytes each: one of
/// them at least, and fewer than it has. What is behind them in a register that is loaded does not matter.
#if defined(ZS_ISA_avx512)
inline constexpr bool stores_first = true;
template <std::size_t Bytes>
[[gnu::always_inline]] inline vec<std::uint8_t> load_first(const std::byte* p, std::size_t n) noexcept {
    return load_short(p, n * Bytes);
}
template <std::size_t Bytes, class V>
[[gnu::always_inline]] inline void store_first(void* p, const V& v, std::size_t n) noexcept {
    store_short(p, v, n * Bytes);
}
#elif defined(ZS_ISA_avx2)
inline constexpr bool stores_first = true;
template <std::size_t Bytes>
[[gnu::always_inline]] inline vec<std::uint8_t> load_first(const std::byte* p, std::size_t n) noexcept {
    static constexpr std::int32_t ones_and_zeros[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const std::size_t bytes = n * Bytes;
    const auto mask = load<__m256i>(ones_and_zeros + 8 - bytes / 4);
    const __m256i words = _mm256_maskload_epi32(reinterpret_cast<const int*>(p), mask);
    // What is left of a word goes to all places that have none.
    __m256i rest = words;
    if constexpr (Bytes == 2) {
        rest = _mm256_set1_epi16(load<std::int16_t>(p + bytes - 2));
    } else if constexpr (Bytes == 1) {
        const auto byte_at = [p](std::size_t i) { return static_cast<std::uint32_t>(p[i]) << 8 * i; };
        const std::uint32_t last =
            bytes >= 4
                ? static_cast<std::uint32_t>(std::uint64_t{load<std::uint32_t>(p + bytes - 4)} >> 8 * (4 - bytes % 4))
                : byte_at(0) | byte_at(bytes / 2) | byte_at(bytes - 1);
        rest = _mm256_set1_epi32(static_cast<int>(last));
    }
    return bits_as<vec<std::uint8_t>>(Bytes < 4 ? _mm256_blendv_epi8(rest, words, mask) : words);
}
template <std::size_t Bytes, class V>
[[gnu::always_inline]] inline void store_first(void* p, const V& v, std::size_t n) noexcept {
    // By pieces: AMD's processors take some twenty cycles for a store under a mask.
    auto* to = static_cast<std::byte*>(p);
    const std::size_t bytes = n * Bytes, words = bytes / 4;
    __m128i left = _mm256_castsi256_si128(bits_as<__m256i>(v));
    if ((words & 4) != 0) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), left);
        // Comparisons of 16 elements make as many bytes.
        if (Bytes == 1 && bytes == 16) return;
        left = _mm256_extracti128_si256(bits_as<__m256i>(v), 1);
        to += 16;
    }
    if ((words & 2) != 0) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(to), left);
        left = _mm_unpackhi_epi64(left, left);
        to += 8;
    }
    if (Bytes < 8 && (words & 1) != 0) {
        const int last = _mm_cvtsi128_si32(left);
        __builtin_memcpy(to, &last, sizeof last);
        left = _mm_srli_epi64(left, 32);
        to += 4;
    }
    if constexpr (Bytes < 4) {
        int last = _mm_cvtsi128_si32(left);
        if ((bytes & 2) != 0) {
            __builtin_memcpy(to, &last, 2);
            last >>= 16;
            to += 2;
        }
        if (Bytes == 1 && (bytes & 1) != 0) *to = static_cast<std::byte>(last);
    }
}
#else
inline constexpr bool stores_first = false;
template <std::size_t Bytes>
vec<std::uint8_t> load_first(const std::byte* p, std::size_t n) noexcept = delete;
template <std::size_t Bytes, class V>
void store_first(void* p, const V& v, std::size_t n) noexcept = delete;
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
