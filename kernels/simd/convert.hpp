// Conversions between float, double and integers. (Those between integers: widen.hpp, packs.hpp; of binary16:
// half.hpp.)
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// The lower (`Half` = 0) or upper lanes as doubles. A signalling NaN becomes quiet.
template <std::size_t Half>
inline vec<double> widened(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_cvtps_pd(_mm512_extractf32x8_ps(bits_as<__m512>(v), Half)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<double>>(_mm256_cvtps_pd(_mm256_extractf128_ps(bits_as<__m256>(v), Half)));
#elif defined(ZS_ISA_baseline)
    const auto all = bits_as<__m128>(v);
    return bits_as<vec<double>>(_mm_cvtps_pd(Half == 0 ? all : _mm_movehl_ps(all, all)));
#elif defined(ZS_ISA_neon)
    const auto all = bits_as<float32x4_t>(v);
    return bits_as<vec<double>>(Half == 0 ? vcvt_f64_f32(vget_low_f32(all)) : vcvt_high_f64_f32(all));
#else
#error "what makes doubles of floats here?"
#endif
}
/// The same from memory, where that is one instruction less. `p` is the whole register's.
template <std::size_t Half>
inline vec<double> load_widened(const float* p) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_cvtps_pd(_mm256_loadu_ps(p + Half * lanes<double>)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<double>>(_mm256_cvtps_pd(_mm_loadu_ps(p + Half * lanes<double>)));
#else
    return widened<Half>(load<vec<float>>(p));
#endif
}
/// Both halves, rounded to nearest even.
inline vec<float> narrowed(vec<double> low, vec<double> high) noexcept {
#if defined(ZS_ISA_avx512)
    const auto half = [](vec<double> v) { return _mm512_cvtpd_ps(bits_as<__m512d>(v)); };
    return bits_as<vec<float>>(_mm512_insertf32x8(_mm512_castps256_ps512(half(low)), half(high), 1));
#elif defined(ZS_ISA_avx2)
    const auto half = [](vec<double> v) { return _mm256_cvtpd_ps(bits_as<__m256d>(v)); };
    return bits_as<vec<float>>(_mm256_insertf128_ps(_mm256_castps128_ps256(half(low)), half(high), 1));
#elif defined(ZS_ISA_baseline)
    const auto half = [](vec<double> v) { return _mm_cvtpd_ps(bits_as<__m128d>(v)); };
    return bits_as<vec<float>>(_mm_movelh_ps(half(low), half(high)));
#elif defined(ZS_ISA_neon)
    const auto lower = vcvt_f32_f64(bits_as<float64x2_t>(low));
    return bits_as<vec<float>>(vcvt_high_f32_f64(lower, bits_as<float64x2_t>(high)));
#else
#error "what makes floats of doubles here?"
#endif
}

#if defined(__x86_64__)
/// v truncated, and the least integer for NaN and for what 32 bits do not hold: what the instruction has.
inline vec<std::int32_t> truncated_or_least(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::int32_t>>(_mm512_cvttps_epi32(bits_as<__m512>(v)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<std::int32_t>>(_mm256_cvttps_epi32(bits_as<__m256>(v)));
#else
    return bits_as<vec<std::int32_t>>(_mm_cvttps_epi32(bits_as<__m128>(v)));
#endif
}
#endif
#if defined(ZS_ISA_avx2)
inline vec_n<std::int32_t, 4> truncated_or_least(vec<double> v) noexcept {
    return bits_as<vec_n<std::int32_t, 4>>(_mm256_cvttpd_epi32(bits_as<__m256d>(v)));
}
#endif

/// Whether integers of 64 bits become floats and doubles in one instruction, rounded once, and floats and doubles
/// integers of every kind.
#if defined(ZS_ISA_avx512)
inline constexpr bool converts_wide_integers = true;
/// v truncated and saturated, 0 for NaN. What the instructions have for numbers beyond is the least signed and the
/// greatest unsigned integer.
template <class To>
inline vec<To> truncated(vec<float> v) noexcept {
    const auto x = bits_as<__m512>(v);
    if constexpr (std::is_unsigned_v<To>) {
        // A maximum of x and 0, in this order, is 0 for NaN.
        return bits_as<vec<To>>(_mm512_cvttps_epu32(_mm512_max_ps(x, _mm512_setzero_ps())));
    } else {
        const __m512i numbers = _mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
        const auto beyond = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
        return bits_as<vec<To>>(_mm512_mask_set1_epi32(numbers, beyond, std::numeric_limits<To>::max()));
    }
}
template <class To>
inline vec<To> truncated(vec<double> v) noexcept {
    const auto x = bits_as<__m512d>(v);
    if constexpr (std::is_unsigned_v<To>) {
        return bits_as<vec<To>>(_mm512_cvttpd_epu64(_mm512_max_pd(x, _mm512_setzero_pd())));
    } else {
        const __m512i numbers = _mm512_maskz_cvttpd_epi64(_mm512_cmp_pd_mask(x, x, _CMP_ORD_Q), x);
        const auto beyond = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p63), _CMP_GE_OQ);
        return bits_as<vec<To>>(_mm512_mask_set1_epi64(numbers, beyond, std::numeric_limits<To>::max()));
    }
}
#else
inline constexpr bool converts_wide_integers = false;
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
