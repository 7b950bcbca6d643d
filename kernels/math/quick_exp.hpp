// e^x and e^x - 1 in plain doubles.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^x = 2^k (1 + slope r) for |x| <= 700, |r| <= ln 2 / 2. Errors: ln 2 has one of 2^-55, its multiples without fma
/// half a unit; for |x| <= 115 that is 2^-46.8 in r. The slope has 2^-43.6 from its polynomial and 2^-51 from the
/// evaluation.
struct quick_power {
    doubles r, slope;
    words shifted_exponent;  ///< k where a double has its exponent, the rest is zero

    [[gnu::always_inline]] explicit quick_power(doubles x) noexcept {
        // Behind the point these sums have no bits, and in the last ones k.
        const doubles shifted = fused(x, splat(0x1.71547652b82fep0), splat(0x1.8p52));
        r = fused(shifted - 0x1.8p52, splat(-quick_ln2), x);
        slope = fused_polynomial(r, quick_exp_slope);
        shifted_exponent = bits_as<words>(shifted) << 52;
    }
    /// e^x; relative error 2^-44.4: |slope r| is at most 0.42 of 1 + slope r.
    [[gnu::always_inline]] doubles value() const noexcept {
        return bits_as<doubles>(bits_as<words>(fused(r, slope, splat(1.0))) + shifted_exponent);
    }
    /// e^x - 1; relative error 2^-42.9: where k is not 0, 2^k |slope r| is at most 1.42 times the sum.
    [[gnu::always_inline]] doubles less_one() const noexcept {
        const doubles power = bits_as<doubles>(bits_as<words>(splat(1.0)) + shifted_exponent);
        return fused(power, r * slope, power - 1.0);
    }
};
[[gnu::always_inline]] inline doubles quick_exp(doubles x) noexcept { return quick_power(x).value(); }
[[gnu::always_inline]] inline doubles quick_expm1(doubles x) noexcept { return quick_power(x).less_one(); }

template <>
struct quick<op::exp> {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = true;

    /// From 90 on e^x is infinite, below -110 it is 0.
    static doubles apply(doubles x) noexcept { return quick_exp(at_least(at_most(x, 90.0), -110.0)); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
