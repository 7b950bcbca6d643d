// x^y of doubles.
#pragma once

#include "kernels/math/direct_exp.hpp"
#include "kernels/math/direct_log.hpp"
#include "kernels/math/power.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(x 2^more) = high + low for normal x > 0, as direct_log, with an error of 2^-65 of it: the square and the cube of
/// r have low parts, too, and what p is short of goes over (1 + r) to its fourth power.
template <class... More>
[[gnu::always_inline]] inline pair direct_log_for_power(doubles x, More... more) noexcept {
    const log_parts_of of(x);
    const doubles k = (of.k + ... + more);
    const auto [high, low] = of_two_sixteen<direct_log_high, direct_log_low>(of.index);
    const pair p = product(of.m, of_sixteen(direct_log_inverse, of.index));
    const doubles r = p.hi - 1.0, less = 1.0 - r;
    const pair square = product(-0.5 * r, r), cube = product(square.hi, r);
    const pair s = fast_two_sum(fma(k, splat(direct_ln2[0]), high), r);
    const pair t = fast_two_sum(s.hi, square.hi);
    const doubles lows = fma(k, splat(direct_ln2[1]), low) + ((s.lo + t.lo) + square.lo);
    const doubles over = fma(less, square.hi * -2.0, less);
    const doubles rest = fma(fma(square.lo, r, cube.lo), splat(-2.0 / 3.0), fma(p.lo, over, lows));
    const doubles quartic = fma(cube.hi * r, fma_polynomial(r, direct_log_quartic), rest);
    return {t.hi, fma(cube.hi, splat(-2.0 / 3.0), quartic)};
}

/// logarithm y, |y| <= 2^80, as far as powers of e go.
[[gnu::always_inline]] inline pair direct_exponent(pair logarithm, pair y) noexcept {
    const pair e = product(logarithm.hi, y.hi);
    const pair s = fast_two_sum(e.hi, fma(logarithm.lo, y.hi, fma(logarithm.hi, y.lo, e.lo)));
    const doubles bounded = at_least(at_most(s.hi, 710.0), -746.0);
    return {bounded, choose(bounded == s.hi, s.lo, doubles{})};
}

/// Whether there is a lane that usual_exponent is not for.
[[gnu::always_inline]] inline bool any_unusual(doubles x, doubles y) noexcept {
    return any_outside(x, 0x1p-1022, std::numeric_limits<double>::infinity()) || any_outside(y, -0x1p80, 0x1p80);
}
/// y ln x for normal x > 0 and |y| < 2^80.
[[gnu::always_inline]] inline pair usual_exponent(doubles x, pair y) noexcept {
    return direct_exponent(direct_log_for_power(x), y);
}
/// y ln |x| for any two numbers; anything where x is 0, infinite or NaN.
[[gnu::always_inline]] inline pair any_exponent(doubles x, pair y) noexcept {
    const doubles size = magnitude(x);
    const truths64 tiny = size < 0x1p-1022, usual = is_finite(x) & (x != 0.0);
    const pair logarithm = direct_log_for_power(choose(usual, choose(tiny, size * 0x1p54, size), splat(1.0)),
                                                choose(tiny, splat(-54.0), doubles{}));
    return direct_exponent(logarithm, bounded_exponent(y));
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
