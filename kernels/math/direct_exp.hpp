// e^x and 2^x of doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/simd/exponents.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// 2^(k/16) e^r for |r| <= ln 2 / 32, as (high + rest) 2^exponent. Of the sum, which is between 0.97 and 2, r has an
/// error of half its last place, 2^-59; so have its square's term and the product with the table, 2^-58 at most
/// together: 0.54 units in the last place in all.
struct direct_power {
    doubles high, rest, exponent;

    /// `shifted` is k + 1.5 * 2^52.
    [[gnu::always_inline]] direct_power(doubles r, doubles shifted) noexcept {
        const auto index = bits_as<words>(shifted);
        const doubles less_one = fma(r * r, fma_polynomial(r, direct_exp_square), r);
        const auto [power, lacking] = of_two_sixteen<direct_exp_high, direct_exp_low>(index);
        high = power;
        rest = fma(high, less_one, lacking);
        exponent = (shifted - 0x1.8p52) * 0x1p-4;
    }
    [[gnu::always_inline]] doubles value() const noexcept { return scaled_to_floor(high + rest, exponent); }
};

/// e^(x + low) for |x| <= 2000, or where it vanishes. The first part of a step of ln 2 / 16 times k is taken from x
/// exactly.
template <class... Low>
[[gnu::always_inline]] inline direct_power direct_power_of_e(doubles x, Low... low) noexcept {
    const doubles shifted = fma(x, splat(0x1.71547652b82fep4), splat(0x1.8p52));
    const doubles k = shifted - 0x1.8p52;
    const doubles r = fma(k, splat(-direct_exp_step[1]), fma(k, splat(-direct_exp_step[0]), x));
    return {(r + ... + low), shifted};
}

template <>
struct direct<op::exp> {
    /// From 710 on e^x is infinite, below -746 it is 0.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        return direct_power_of_e(at_least(at_most(x, 710.0), ln2_pair[0] * vanishing_exponent)).value();
    }
};
template <>
struct direct<op::exp2> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles bounded = at_least(at_most(x, 1025.0), vanishing_exponent);
        const doubles shifted = bounded + 0x1.8p48;
        const doubles r = (bounded - (shifted - 0x1.8p48)) * ln2_pair[0];
        return direct_power(r, shifted * 16.0).value();
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
