// Exponents and significands: numbers taken apart, and products with powers of two.
#pragma once

#include "kernels/simd/masks.hpp"
#include "kernels/simd/round.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
/// k for |x| = m 2^k with m from 1 to 2: minus infinity for zeros; infinite for infinities, and NaN for NaN.
inline vec<double> exponent_of(vec<double> x) noexcept {
    return bits_as<vec<double>>(_mm512_getexp_pd(bits_as<__m512d>(x)));
}
/// m for x = m 2^k with m from 3/4 to 3/2: 1 for zeros and positive infinity; NaN for negative numbers and NaN.
inline vec<double> significand_of(vec<double> x) noexcept {
    return bits_as<vec<double>>(_mm512_getmant_pd(bits_as<__m512d>(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan));
}
inline vec<float> exponent_of(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getexp_ps(bits_as<__m512>(x)));
}
inline vec<float> significand_of(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getmant_ps(bits_as<__m512>(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan));
}
/// m for x = m 2^k with m from 1 to 2; NaN for negative numbers.
inline vec<float> significand_from_one(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getmant_ps(bits_as<__m512>(x), _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan));
}
#endif

/// Exponents of powers of two whose products below are 0 at once. Of those that are rounded to 0 from just below the
/// least number, or to numbers below the normal ones, some processors take a hundred times as long; the instruction
/// that scales by any exponent does even so from there on to where exponents have a bit more than the type's.
#if defined(ZS_ISA_avx512)
inline constexpr double vanishing_exponent = -4200.0;
inline constexpr float vanishing_exponent_of_floats = -560.0f;
#else
inline constexpr double vanishing_exponent = -1200.0;
inline constexpr float vanishing_exponent_of_floats = -200.0f;
#endif

/// x * 2^n for the whole number n at or below `exponent`, |exponent| <= 2000 or vanishing: rounded once, where |x| is
/// between 1/2 and 2 and n >= -1500.
inline vec<double> scaled_to_floor(vec<double> x, vec<double> exponent) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_scalef_pd(bits_as<__m512d>(x), bits_as<__m512d>(exponent)));
#else
    // By two powers of two; behind this sum's point there are no bits, and the last ones are an exponent.
    const auto power = [](vec<double> n) {
        return bits_as<vec<double>>(bits_as<vec<std::uint64_t>>(n + (0x1.8p52 + 1023)) << 52);
    };
    const vec<double> n = to_whole<round_mode::down>(exponent), first = to_whole<round_mode::down>(0.5 * n);
    return x * power(first) * power(n - first);
#endif
}
#if defined(ZS_ISA_avx512)
/// The same for floats and any exponent: infinite beyond the numbers.
inline vec<float> scaled_to_floor(vec<float> x, vec<float> exponent) noexcept {
    return bits_as<vec<float>>(_mm512_scalef_ps(bits_as<__m512>(x), bits_as<__m512>(exponent)));
}
/// The same in the lanes `among`, 0 in others. Where results are below the normal floats some processors take a hundred
/// times as long, also where they come out as 0: those are better left out.
inline vec<float> scaled_to_floor(vec<float> x, vec<float> exponent, float_lanes among) noexcept {
    return bits_as<vec<float>>(_mm512_maskz_scalef_ps(among.bits, bits_as<__m512>(x), bits_as<__m512>(exponent)));
}
#endif
/// x * 2^k for whole |k| <= 250 or vanishing, rounded once, where |x| is between 1/2 and 2.
inline vec<float> scaled(vec<float> x, vec<float> k) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<float>>(_mm512_scalef_ps(bits_as<__m512>(x), bits_as<__m512>(k)));
#else
    using integers = vec<std::int32_t>;
    const auto power = [](integers n) { return bits_as<vec<float>>((n + 127) << 23); };
    // Behind this sum's point there are no bits, and in the last ones k.
    const integers n = bits_as<integers>(k + 0x1.8p23f) - 0x4b400000, half = n >> 1;
    return x * power(half) * power(n - half);
#endif
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
