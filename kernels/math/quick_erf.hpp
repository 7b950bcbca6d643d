// The error function and its complement in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_exp.hpp"
#include "kernels/math/quick_floats.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct quick<op::erf> : odd_function {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x) noexcept {
        // From 3.92 on it is nearer to 1 than to the float below.
        const doubles size = at_most(x, 3.925);
        const doubles u = fused(size * size, splat(2.0 / (3.925 * 3.925)), splat(-1.0));
        return size * fused_polynomial(u, quick_erf);
    }
#if defined(ZS_ISA_avx512)
    /// Relative error 52 times 2^-40: where that of the expansions is 41.9, the rounding of their last four terms makes
    /// 8.3 more; 32 elsewhere.
    static rounded_floats rounded(vec<float> x) noexcept {
        const vec<std::uint32_t> bits = size_bits(x);
        const floats size = at_most(in_register(bits_as<floats>(bits)), 3.925f);
        const float_pair part = expanded(quick_float_erf, fma(size, splat(4.283f), splat(1.1875f)), size);
        // What the low parts of smaller arguments would be is lost, but for 0.
        const float_lanes large = from_on(bits - 1, 0x0cffffff);
        const rounded_floats y = rounded_multiple(part, quick_float_erf_factor, 52 * 0x1p-40f, large);
        return {finished<float>(y.y, x), y.certain};
    }
#endif
};
template <>
struct quick<op::erfc> {
    /// 2^-44.1 from the polynomial, 2^-44.4 from the exponential.
    static constexpr double error = 0x1.1p-43;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x) noexcept {
        // Beyond 10.5 it is 0 in floats. x^2 is exact.
        const doubles size = at_most(magnitude(x), 10.5);
        const doubles tail =
            fused_polynomial(1.0 / fused(size, splat(2.0 * inverse_root_2[0]), splat(4.0)), quick_gelu_tail);
        const doubles half = tail * quick_exp(-size * size);
        return choose(x < 0.0, fused(half, splat(-2.0), splat(2.0)), half + half);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
