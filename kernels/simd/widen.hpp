// Loads of integers that are wider in registers than in memory. g++ 12 converts vectors of less than 16 bytes one
// element after the other.
#pragma once

#include "kernels/simd/shuffles.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)

template <std::size_t Bytes>
inline auto load_bytes(const void* p) noexcept {
    if constexpr (Bytes == 32) {
        return _mm256_loadu_si256(static_cast<const __m256i*>(p));
    } else if constexpr (Bytes == 16) {
        return _mm_loadu_si128(static_cast<const __m128i*>(p));
    } else if constexpr (Bytes == 8) {
        return _mm_loadl_epi64(static_cast<const __m128i*>(p));
    } else {
        static_assert(Bytes == 4);
        int bits;
        __builtin_memcpy(&bits, p, sizeof bits);
        return _mm_cvtsi32_si128(bits);
    }
}

/// The lanes<To> first elements of type T in x, which is of the least size that has room for them, or 16 bytes. In one
/// step, of which g++ 12 makes several that take two to four times as long.
template <class To, class T, class Bytes>
inline vec<To> extended(Bytes x) noexcept {
    static_assert(std::is_integral_v<T> && std::is_integral_v<To> && sizeof(T) < sizeof(To));
    constexpr bool is_signed = std::is_signed_v<T>;
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(T) == 1 && sizeof(To) == 2) {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi8_epi16(x) : _mm512_cvtepu8_epi16(x));
    } else if constexpr (sizeof(T) == 1 && sizeof(To) == 4) {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi8_epi32(x) : _mm512_cvtepu8_epi32(x));
    } else if constexpr (sizeof(T) == 1) {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi8_epi64(x) : _mm512_cvtepu8_epi64(x));
    } else if constexpr (sizeof(T) == 2 && sizeof(To) == 4) {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi16_epi32(x) : _mm512_cvtepu16_epi32(x));
    } else if constexpr (sizeof(T) == 2) {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi16_epi64(x) : _mm512_cvtepu16_epi64(x));
    } else {
        return bits_as<vec<To>>(is_signed ? _mm512_cvtepi32_epi64(x) : _mm512_cvtepu32_epi64(x));
    }
#else
    if constexpr (sizeof(T) == 1 && sizeof(To) == 2) {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi8_epi16(x) : _mm256_cvtepu8_epi16(x));
    } else if constexpr (sizeof(T) == 1 && sizeof(To) == 4) {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi8_epi32(x) : _mm256_cvtepu8_epi32(x));
    } else if constexpr (sizeof(T) == 1) {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi8_epi64(x) : _mm256_cvtepu8_epi64(x));
    } else if constexpr (sizeof(T) == 2 && sizeof(To) == 4) {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi16_epi32(x) : _mm256_cvtepu16_epi32(x));
    } else if constexpr (sizeof(T) == 2) {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi16_epi64(x) : _mm256_cvtepu16_epi64(x));
    } else {
        return bits_as<vec<To>>(is_signed ? _mm256_cvtepi32_epi64(x) : _mm256_cvtepu32_epi64(x));
    }
#endif
}

/// lanes<To> elements of type T at `p`, whose values To has as well.
template <class To, class T>
inline vec<To> load_widened(const void* p) noexcept {
    return extended<To, T>(load_bytes<lanes<To> * sizeof(T)>(p));
}

#else

/// The lower half of the elements, each beside its sign.
template <class To, class T>
inline vec<To> widen_low(vec<T> x) noexcept {
    using next = std::conditional_t<std::is_signed_v<T>, typename integers<2 * sizeof(T)>::s,
                                    typename integers<2 * sizeof(T)>::u>;
    vec<T> upper{};
    if constexpr (std::is_signed_v<T>) upper = bits_as<vec<T>>(x < 0);
    const auto wide = bits_as<vec<next>>(zip_low(x, upper));
    if constexpr (sizeof(next) == sizeof(To)) return bits_as<vec<To>>(wide);
    else return widen_low<To, next>(wide);
}
/// lanes<To> elements of type T at `p`, whose values To has as well.
template <class To, class T>
inline vec<To> load_widened(const void* p) noexcept {
    static_assert(std::is_integral_v<T> && std::is_integral_v<To> && sizeof(T) < sizeof(To));
    typename integers<lanes<To> * sizeof(T)>::u bits;
    __builtin_memcpy(&bits, p, sizeof bits);
    return widen_low<To, T>(bits_as<vec<T>>(vec<std::uint64_t>{bits, 0}));
}

#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
