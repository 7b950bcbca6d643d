// The error function and its complement in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick_exp.hpp"

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
