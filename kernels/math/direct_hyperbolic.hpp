// e^x - 1 and the hyperbolic functions of doubles.
#pragma once

#include "kernels/math/direct_steps.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Of these the second term of the series is x^2 or x^3/6 times the first, or less than it.
[[gnu::always_inline]] inline doubles unless_tiny(doubles x, double limit, doubles y) noexcept {
    return choose(magnitude(x) < limit, x, y);
}

template <>
struct direct<op::expm1> {
    /// By its half, whose power of two is in range as long as the result is.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const pair half = direct_less_one<direct_side::any, 1>(at_least(at_most(x, 710.0), -40.0));
        return unless_tiny(x, 0x1p-54, 2.0 * (half.hi + half.lo));
    }
};

/// The sum and the difference of e^x and e^-x, a quarter of each, less the factors that are cosh and sinh of r.
struct direct_powers {
    pair sum, difference;
    doubles r, sinh_rest, cosh_less_one;

    /// For 0 <= x <= 711.
    [[gnu::always_inline]] explicit direct_powers(doubles x) noexcept {
        using steps = direct_steps<1, 2>;
        const doubles shifted = fma(x, splat(0x1.71547652b82fep4), splat(steps::first));
        const doubles k = shifted - steps::first;
        // e^-x no longer counts where its power would be too small.
        const doubles back = at_least(steps::first - k, steps::first - 16000.0);
        const doubles a = bits_as<doubles>(steps::power_bits(shifted)), b = bits_as<doubles>(steps::power_bits(back));
        const doubles a_rest = of_sixteen(direct_power_rest, bits_as<words>(shifted));
        const doubles b_rest = of_sixteen(direct_power_rest, bits_as<words>(back));
        sum = fast_two_sum(a, b);
        difference = fast_two_sum(a, -b);
        sum.lo = fma(a, a_rest, fma(b, b_rest, sum.lo));
        difference.lo = fma(a, a_rest, fma(-b, b_rest, difference.lo));
        r = fma(k, splat(-direct_exp_step[0]), x);
        const doubles rest = k * -direct_exp_step[1], both = r + rest, square = both * both;
        sinh_rest = fma(both * square, fma_polynomial(square, direct_sinh_cubic), rest);
        cosh_less_one = square * fma_polynomial(square, direct_cosh_square);
    }
};

template <>
struct direct<op::sinh> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const direct_powers e(at_most(magnitude(x), 711.0));
        // difference cosh r + sum sinh r
        const pair linear = product(e.sum.hi, e.r);
        const pair t = fast_two_sum(e.difference.hi, linear.hi);
        const doubles small = fma(e.sum.hi, e.sinh_rest, fma(e.sum.lo, e.r, t.lo + linear.lo) + e.difference.lo);
        const doubles half = t.hi + fma(e.difference.hi, e.cosh_less_one, small);
        return unless_tiny(x, 0x1p-27, with_sign(half + half, sign_of(x)));
    }
};
template <>
struct direct<op::cosh> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const direct_powers e(at_most(magnitude(x), 711.0));
        // sum cosh r + difference sinh r
        const doubles small = fma(e.difference.hi, e.r + e.sinh_rest, e.sum.lo);
        const doubles half = e.sum.hi + fma(e.sum.hi, e.cosh_less_one, small);
        return half + half;
    }
};
template <>
struct direct<op::tanh> {
    /// t/(t + 2) with t = e^2|x| - 1; from 20 on it is 1.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 20.0);
        pair t = direct_less_one<direct_side::above_zero>(size + size);
        t = fast_two_sum(t.hi, t.lo);
        pair below = ordered_two_sum(t.hi, splat(2.0));
        below.lo += t.lo;
        return unless_tiny(x, 0x1p-27, with_sign(direct_quotient(t, below), sign_of(x)));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
