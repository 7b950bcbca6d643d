// The cube root and the reciprocal of the square root in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick_floats.hpp"
#include "kernels/math/quick_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct quick<op::cbrt> : odd_function {
    static constexpr bool can_be_tiny = false;

#if defined(ZS_ISA_avx512)
    static doubles apply(doubles x) noexcept {
        // x = 2^k m with m c = 1 + r by the table of logarithms. Zero counts as 2^-1023 and infinity as 2^1024, whose
        // roots are 0 and infinite in floats.
        const quick_cells of(x);
        const doubles k = at_least(at_most(of.k, 1024.0), -1023.0);
        // Behind the point these sums have no bits, and in the last ones a third of k and what is left of it.
        const doubles shifted = fma(k, splat(1.0 / 3.0), splat(0x1.8p52));
        const doubles left = fma(shifted - 0x1.8p52, splat(-3.0), k) + 0x1.8p52;
        const doubles factor =
            of_sixteen(quick_cbrt_of_inverse, of.cell) * of_sixteen(quick_cbrt_of_power, bits_as<words>(left));
        const doubles root = factor * fused_polynomial(of.r, quick_cbrt);
        return bits_as<doubles>(bits_as<words>(root) + (bits_as<words>(shifted) << 52));
    }
    static constexpr double error = 0x1p-41;
#else
    /// 2^-49 from the series, 5 roundings.
    static constexpr double error = 0x1p-48;
    static doubles apply(doubles x) noexcept {
        // As the f64 body. Zero counts as 2^-1023 and infinity as 2^1024, whose roots are 0 and infinite in floats.
        const words bits = bits_as<words>(x);
        const doubles exponent = word_as_double(bits >> 52) - 1023.0;
        const doubles significand = bits_as<doubles>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
        // Behind the point this sum has no bits, and in the last ones a third of the exponent.
        const doubles shifted = fused(exponent - 1.0, splat(1.0 / 3.0), splat(0x1.8p52));
        const doubles left = fused(shifted - 0x1.8p52, splat(-3.0), exponent);
        const truths64 is_one = left == 1.0, is_two = left == 2.0;
        const doubles m = significand * choose(is_two, splat(4.0), choose(is_one, splat(2.0), splat(1.0)));
        const doubles factor =
            choose(is_two, splat(inverse_cube_roots[2]), choose(is_one, splat(inverse_cube_roots[1]), splat(1.0)));
        const doubles w = factor * fused_polynomial(significand, inverse_cube_root);
        const doubles h = fused(-m * w, w * w, splat(1.0));
        const doubles inverse = fused(w * h, fused(h, splat(2.0 / 9.0), splat(1.0 / 3.0)), w);
        const doubles root = m * inverse * inverse;
        return bits_as<doubles>(bits_as<words>(root) + (bits_as<words>(shifted) << 52));
    }
    static float_lanes open(vec<float> x) noexcept { return from_on(size_bits(x), 0x7f800001); }
#endif
};
template <>
struct quick<op::rsqrt> {
    static constexpr double error = 0x1p-50;
    static constexpr bool can_be_tiny = false;

    /// What is not positive and finite.
    static float_lanes open(vec<float> x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(x) - 1, 0x7f7fffff);
    }
    static vec<float> limit(vec<float> x) noexcept { return limit_of_inverse_root(x); }
    static doubles apply(doubles x) noexcept { return near_inverse_root(x); }
#if defined(ZS_ISA_avx512) || defined(ZS_ISA_avx2)
    /// In floats: s (1 - e)^(-1/2) with e = 1 - x s^2 by an estimate s, from what x s loses. |e| <= 2^-13: it has an
    /// error of 2^-37 from its two roundings, half of which counts; c has one of 2^-25, which makes 2^-38 of the
    /// result; two sums are rounded by 2^-39, and the series leaves out 2^-40.7. What is not a number above 0 comes out
    /// as NaN.
    static rounded_floats rounded(vec<float> x) noexcept {
        constexpr float bound = 0x1p-36f;
        const vec<float> s = reciprocal_root_estimate(x);
        const vec<float> root = x * s, gained = fma(-x, s, root);
        const vec<float> e = fma(gained, s, fma(-root, s, splat(1.0f)));
        const vec<float> c = fma(e, splat(0.375f), splat(0.5f));
        return rounded_between(s, fma(e, c, splat(-bound)), 2 * bound);
    }
#endif
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
