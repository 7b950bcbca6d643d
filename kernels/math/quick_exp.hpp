// e^x, 2^x and e^x - 1 in plain doubles.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A power, 2^k (1 + slope r) with |r| <= ln 2 / 2. The slope has an error of 2^-43.6 from its polynomial and 2^-51
/// from the evaluation. That of r: for powers of e, ln 2 has one of 2^-55, its multiples without fma half a unit; for
/// |x| <= 115 that is 2^-46.8. For powers of 2 it is relative, 2^-52.
struct quick_power {
    doubles r, slope;
    words shifted_exponent;  ///< k where a double has its exponent, the rest is zero

    /// `shifted` is k + 1.5 * 2^52.
    [[gnu::always_inline]] quick_power(doubles rest, doubles shifted) noexcept
        : r(rest), slope(fused_polynomial(rest, quick_exp_slope)), shifted_exponent(bits_as<words>(shifted) << 52) {}
    /// The power; relative error 2^-44.4: |slope r| is at most 0.42 of 1 + slope r.
    [[gnu::always_inline]] doubles value() const noexcept {
        return bits_as<doubles>(bits_as<words>(fused(r, slope, splat(1.0))) + shifted_exponent);
    }
    /// The power less 1; relative error 2^-42.9: where k is not 0, 2^k |slope r| is at most 1.42 times the sum.
    [[gnu::always_inline]] doubles less_one() const noexcept {
        const doubles power = bits_as<doubles>(bits_as<words>(splat(1.0)) + shifted_exponent);
        return fused(power, r * slope, power - 1.0);
    }
};
/// e^x for |x| <= 700.
[[gnu::always_inline]] inline quick_power quick_power_of_e(doubles x) noexcept {
    // Behind the point these sums have no bits, and in the last ones k.
    const doubles shifted = fused(x, splat(0x1.71547652b82fep0), splat(0x1.8p52));
    return {fused(shifted - 0x1.8p52, splat(-quick_ln2), x), shifted};
}
/// 2^x for |x| <= 1000.
[[gnu::always_inline]] inline quick_power quick_power_of_2(doubles x) noexcept {
    const doubles shifted = x + 0x1.8p52;
    return {(x - (shifted - 0x1.8p52)) * quick_ln2, shifted};
}
[[gnu::always_inline]] inline doubles quick_exp(doubles x) noexcept { return quick_power_of_e(x).value(); }
[[gnu::always_inline]] inline doubles quick_expm1(doubles x) noexcept { return quick_power_of_e(x).less_one(); }

template <>
struct quick<op::exp> {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = true;

    /// From 90 on e^x is infinite, below -110 it is 0.
    static doubles apply(doubles x) noexcept { return quick_exp(at_least(at_most(x, 90.0), -110.0)); }
};
template <>
struct quick<op::exp2> {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = true;

    /// From 128 on 2^x is infinite, below -150 it is 0.
    static doubles apply(doubles x) noexcept { return quick_power_of_2(at_least(at_most(x, 130.0), -160.0)).value(); }
};
template <>
struct quick<op::expm1> : sign_preserving_function {
    static constexpr double error = 0x1.2p-43;
    static constexpr bool can_be_tiny = false;

    /// From 90 on e^x is infinite, below -60 it is out of sight of 1.
    static doubles apply(doubles x) noexcept { return quick_expm1(at_least(at_most(x, 90.0), -60.0)); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
