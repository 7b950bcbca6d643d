// Estimates of reciprocals, and of those of square roots.
#pragma once

#include "kernels/simd/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Whether the instruction set estimates reciprocals well enough to save a division.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_estimates = true;
/// 1 / v and 1 / sqrt(v), off by 2^-14 of it or less; by how much depends on the processor. Those of zeros are
/// infinite, those of infinities zero.
inline vec<float> reciprocal_estimate(vec<float> v) noexcept {
    return bits_as<vec<float>>(_mm512_rcp14_ps(bits_as<__m512>(v)));
}
inline vec<double> reciprocal_estimate(vec<double> v) noexcept {
    return bits_as<vec<double>>(_mm512_rcp14_pd(bits_as<__m512d>(v)));
}
inline vec<float> reciprocal_root_estimate(vec<float> v) noexcept {
    return bits_as<vec<float>>(_mm512_rsqrt14_ps(bits_as<__m512>(v)));
}
/// Of doubles with 24 bits, so that there are few enough to be tried one by one (derive/square_root.py).
inline vec<double> reciprocal_root_estimate(vec<double> v) noexcept {
    const auto bits = bits_as<vec<std::uint64_t>>(_mm512_rsqrt14_pd(bits_as<__m512d>(v)));
    return bits_as<vec<double>>(bits & ~std::uint64_t{0x1fffffff});
}
#else
inline constexpr bool has_estimates = false;
#endif
#if defined(ZS_ISA_avx2)
/// 1 / sqrt(v) for normal floats, off by 2^-21 of it or less: an estimate that is off by 1.5 * 2^-12, and a step of
/// Newton's. NaN for zeros, infinities and negative numbers.
inline vec<float> reciprocal_root_estimate(vec<float> v) noexcept {
    const auto first = bits_as<vec<float>>(_mm256_rsqrt_ps(bits_as<__m256>(v)));
    const vec<float> left = fma(-v * first, first, splat(1.0f));
    return fma(0.5f * first, left, first);
}
#endif

/// 1 / sqrt(x) for any x but subnormal ones, off by 2^-51 at most, relative; the last bits differ between instruction
/// sets. For the quick phase: where there is an estimate of 14 bits it takes a quarter of the time. (Quotients and
/// roots alone do not gain: their instructions run beside the others.)
inline vec<double> near_inverse_root(vec<double> x) noexcept {
#if defined(ZS_ISA_avx512)
    const auto estimate = bits_as<vec<double>>(_mm512_rsqrt14_pd(bits_as<__m512d>(x)));
    const vec<double> error = fma(-x * estimate, estimate, splat(1.0));
    const vec<double> next = fma(estimate * error, fma(error, splat(0.375), splat(0.5)), estimate);
    const vec<double> rest = fma(-x * next, next, splat(1.0));
    // Of zero, infinity and negative numbers the estimate is exact, and the error is NaN.
    return choose(error == error, fma(next * rest, splat(0.5), next), estimate);
#else
    return 1.0 / sqrt(x);
#endif
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
