// The smaller and the greater of two, by lanes, with what becomes of NaN.
#pragma once

#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// limit < x ? limit : x, and limit > x ? limit : x: NaN stays. g++ 12 makes one instruction of that on some
/// instruction sets only; 64-bit Arm's would be another for zeros.
template <class V>
inline V at_most(V x, V limit) noexcept {
#if !defined(ZS_ISA_neon)
    using T = scalar_of<V>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<V, vec<T>>)
        return from_xsimd<T>(xsimd::min(to_xsimd<T>(limit), to_xsimd<T>(x)));
#endif
    return limit < x ? limit : x;
}
template <class V>
inline V at_least(V x, V limit) noexcept {
#if !defined(ZS_ISA_neon)
    using T = scalar_of<V>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<V, vec<T>>)
        return from_xsimd<T>(xsimd::max(to_xsimd<T>(limit), to_xsimd<T>(x)));
#endif
    return limit > x ? limit : x;
}

#if defined(ZS_ISA_avx512)
/// x, or `limit` with x's sign where that is nearer to 0 or x is NaN.
inline vec<float> within(vec<float> x, vec<float> limit) noexcept {
    constexpr int smaller_size = 2, sign_of_first = 0 << 2;
    return bits_as<vec<float>>(
        _mm512_range_ps(bits_as<__m512>(x), bits_as<__m512>(limit), smaller_size | sign_of_first));
}
#endif
/// limit < x ? limit : x, and 0 for NaN.
template <class V>
inline V at_most_or_zero(V x, V limit) noexcept {
#if defined(ZS_ISA_avx512)
    // Under a mask: a comparison's answer in lanes is two instructions more.
    if constexpr (std::is_same_v<V, vec<double>>) {
        const auto v = bits_as<__m512d>(x);
        return bits_as<V>(_mm512_maskz_min_pd(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q), bits_as<__m512d>(limit), v));
    } else if constexpr (std::is_same_v<V, vec<float>>) {
        const auto v = bits_as<__m512>(x);
        return bits_as<V>(_mm512_maskz_min_ps(_mm512_cmp_ps_mask(v, v, _CMP_ORD_Q), bits_as<__m512>(limit), v));
    }
#endif
    return bits_as<V>(bits_as<signed_lanes<V>>(at_most(x, limit)) & (x == x));
}
/// Where x or y is NaN: one comparison, which of x == x and y == y compilers make two.
template <class V>
inline mask<scalar_of<V>> unordered(V x, V y) noexcept {
#if defined(ZS_ISA_avx2)
    if constexpr (std::is_same_v<V, vec<float>>) {
        return bits_as<mask<float>>(_mm256_cmp_ps(bits_as<__m256>(x), bits_as<__m256>(y), _CMP_UNORD_Q));
    } else if constexpr (std::is_same_v<V, vec<double>>) {
        return bits_as<mask<double>>(_mm256_cmp_pd(bits_as<__m256d>(x), bits_as<__m256d>(y), _CMP_UNORD_Q));
    }
#elif defined(ZS_ISA_baseline)
    if constexpr (std::is_same_v<V, vec<float>>) {
        return bits_as<mask<float>>(_mm_cmpunord_ps(bits_as<__m128>(x), bits_as<__m128>(y)));
    } else if constexpr (std::is_same_v<V, vec<double>>) {
        return bits_as<mask<double>>(_mm_cmpunord_pd(bits_as<__m128d>(x), bits_as<__m128d>(y)));
    }
#endif
    return ~((x == x) & (y == y));
}

/// minimum (`Least`) or maximum of IEEE 754-2019, where it is an instruction; NaN with all bits set. Alone the
/// instruction answers a NaN with the other operand.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_extremes = true;
template <bool Least>
inline constexpr int extreme_with_its_sign = Least ? 0b0100 : 0b0101;
template <bool Least>
inline vec<float> extreme_of(vec<float> x, vec<float> y) noexcept {
    const auto a = bits_as<__m512>(x), b = bits_as<__m512>(y);
    const auto nan = _mm512_castsi512_ps(_mm512_set1_epi32(-1));
    return bits_as<vec<float>>(_mm512_mask_range_round_ps(nan, compared<_CMP_ORD_Q>(x, y).bits, a, b,
                                                          extreme_with_its_sign<Least>, _MM_FROUND_NO_EXC));
}
template <bool Least>
inline vec<double> extreme_of(vec<double> x, vec<double> y) noexcept {
    const auto a = bits_as<__m512d>(x), b = bits_as<__m512d>(y);
    const auto nan = _mm512_castsi512_pd(_mm512_set1_epi32(-1));
    return bits_as<vec<double>>(_mm512_mask_range_round_pd(nan, compared<_CMP_ORD_Q>(x, y).bits, a, b,
                                                           extreme_with_its_sign<Least>, _MM_FROUND_NO_EXC));
}
#else
inline constexpr bool has_extremes = false;
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
