// Integers packed into registers of narrower ones, by saturating instructions.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(__x86_64__)
#if defined(ZS_ISA_avx512)
using native_integers = __m512i;
#elif defined(ZS_ISA_avx2)
using native_integers = __m256i;
#else
using native_integers = __m128i;
#endif
/// What packing four registers into one, in two steps, or two in one step has made, in the order of the registers:
/// packing keeps to groups of 16 bytes, in each of which all registers have a part.
inline native_integers in_order_of_four(native_integers all) noexcept {
#if defined(ZS_ISA_avx512)
    return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), all);
#elif defined(ZS_ISA_avx2)
    return _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#else
    return all;
#endif
}
inline native_integers in_order_of_two(native_integers all) noexcept {
#if defined(ZS_ISA_avx512)
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), all);
#elif defined(ZS_ISA_avx2)
    return _mm256_permute4x64_epi64(all, 0xd8);
#else
    return all;
#endif
}
/// Packing with signed saturation.
template <class T>
inline native_integers packed_signed(vec<T> a, vec<T> b) noexcept {
    const auto x = bits_as<native_integers>(a), y = bits_as<native_integers>(b);
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(T) == 4) return _mm512_packs_epi32(x, y);
    else return _mm512_packs_epi16(x, y);
#elif defined(ZS_ISA_avx2)
    if constexpr (sizeof(T) == 4) return _mm256_packs_epi32(x, y);
    else return _mm256_packs_epi16(x, y);
#else
    if constexpr (sizeof(T) == 4) return _mm_packs_epi32(x, y);
    else return _mm_packs_epi16(x, y);
#endif
}

/// The elements of a, b, c, d in this order, which are bytes each: what shuffles of two registers at a time would make
/// in twice as many instructions.
inline vec<std::uint8_t> packed(vec<std::int32_t> a, vec<std::int32_t> b, vec<std::int32_t> c,
                                vec<std::int32_t> d) noexcept {
    const native_integers low = packed_signed<std::int32_t>(a, b), high = packed_signed<std::int32_t>(c, d);
#if defined(ZS_ISA_avx512)
    const native_integers all = _mm512_packus_epi16(low, high);
#elif defined(ZS_ISA_avx2)
    const native_integers all = _mm256_packus_epi16(low, high);
#else
    const native_integers all = _mm_packus_epi16(low, high);
#endif
    return bits_as<vec<std::uint8_t>>(in_order_of_four(all));
}
/// The same for a and b, which have 16 bits.
inline vec<std::uint16_t> packed(vec<std::int32_t> a, vec<std::int32_t> b) noexcept {
#if defined(ZS_ISA_avx512)
    const native_integers all = _mm512_packus_epi32(bits_as<__m512i>(a), bits_as<__m512i>(b));
#elif defined(ZS_ISA_avx2)
    const native_integers all = _mm256_packus_epi32(bits_as<__m256i>(a), bits_as<__m256i>(b));
#else
    // Only signed saturation: the sign is put where it belongs.
    const native_integers all = packed_signed<std::int32_t>(a << 16 >> 16, b << 16 >> 16);
#endif
    return bits_as<vec<std::uint16_t>>(in_order_of_two(all));
}
/// Masks in lanes of a byte, in order: signed saturation keeps -1 and 0. As shuffles they would be twice as many
/// instructions.
inline vec<std::int8_t> packed_masks(vec<std::int16_t> a, vec<std::int16_t> b) noexcept {
    return bits_as<vec<std::int8_t>>(in_order_of_two(packed_signed<std::int16_t>(a, b)));
}
inline vec<std::int8_t> packed_masks(vec<std::int32_t> a, vec<std::int32_t> b, vec<std::int32_t> c,
                                     vec<std::int32_t> d) noexcept {
    const auto low = bits_as<vec<std::int16_t>>(packed_signed<std::int32_t>(a, b));
    const auto high = bits_as<vec<std::int16_t>>(packed_signed<std::int32_t>(c, d));
    return bits_as<vec<std::int8_t>>(in_order_of_four(packed_signed<std::int16_t>(low, high)));
}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
