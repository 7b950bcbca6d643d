// Functions in pairs of floats: sixteen lanes where doubles have eight. Some 2^-35 exact, so that one lane in some
// hundreds to thousands is left to the doubles. For AVX-512, which has tables of 32 floats and estimates of 14 bits to
// begin with: on AVX2, where a register has half as many lanes and such a table is looked up in seven steps, all but
// what needs no table took longer by them than by doubles.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/simd/estimates.hpp"
#include "kernels/simd/exponents.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// y (1 + t) rounded, where t is known to be between `low` and low + width; the other arguments as of `equal`.
template <class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_between(floats y, floats low, float width,
                                                             Among... among) noexcept {
    const floats highest = fma(y, low + width, y);
    return {highest, equal(fma(y, low, y), highest, among...)};
}

#if defined(ZS_ISA_avx512)
/// high + low, of which `high` is nearly the sum rounded.
struct float_pair {
    floats high, low;
};

/// x to 48 bits.
[[gnu::always_inline]] inline float_pair in_floats(double x) noexcept {
    const auto high = static_cast<float>(x);
    return {splat(high), splat(static_cast<float>(x - high))};
}
/// x rounded, where it is off by `error` of it at most; the other arguments as of `equal`.
template <class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_sum(float_pair x, floats error, Among... among) noexcept {
    const floats highest = x.high + fma(x.high, error, x.low);
    return {highest, equal(x.high + fma(x.high, -error, x.low), highest, among...)};
}
template <class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_sum(float_pair x, float error, Among... among) noexcept {
    return rounded_sum(x, splat(error), among...);
}

/// The same, where it is off by `error` at most, of either sign: additions only, which processors do beside the steps
/// of a power.
template <class Error, class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_sum_within(float_pair x, Error error, Among... among) noexcept {
    const floats highest = x.high + (x.low + error);
    return {highest, equal(x.high + (x.low - error), highest, among...)};
}

/// power (1 + r + small)
struct power_parts {
    floats power, r, small;

    /// In units of 2^-39 of the power `small` is rounded by 2 where it is put to what 1 + r loses.
    [[gnu::always_inline]] float_pair whole() const noexcept {
        const floats high = fma(power, r, power);
        return {high, fma(power, small, fma(power, r, power - high))};
    }
};
/// 2^(j/32) e^(r + rest) times what `scale` does to that power of two, for |r| <= 0.0109; relative error of the whole
/// 2^-35.8. `rest` makes the rest of what the power in floats is short of.
///
/// In units of 2^-39 the rounding of the sum of r and the rest makes an error of 2.9, that of its square 1, c 2, and
/// what comes of them 1.
template <const float (&Rests)[32], class Rest, class Scale>
[[gnu::always_inline]] inline power_parts power_in_floats(vec<std::uint32_t> j, floats r, const Rest& rest,
                                                          const Scale& scale) noexcept {
    const floats less = rest(of_thirty_two(Rests, j)), all = r + less;
    const floats c = fma_polynomial(all, quick_float_exp_square);
    const floats small = fma(all * all, c, less);
    return {scale(of_thirty_two(quick_float_exp_power, j)), r, small};
}
/// x, or -x, as the exponent of a power of e: that is 2^n e^r, where n has 5 bits behind the point. For |x| <= 150.
template <bool Negated>
struct exponent_in_floats {
    floats shifted, n, r;

    [[gnu::always_inline]] explicit exponent_in_floats(floats x) noexcept
        : shifted(fma(x, splat(Negated ? -0x1.715476p+0f : 0x1.715476p+0f), splat(0x1.8p18f))),
          n(shifted - 0x1.8p18f),
          // Exact, a multiple of 2^-30.
          r(fma(-n, in_floats(quick_ln2).high, Negated ? -x : x)) {}
    /// The power less what `scale` leaves out of 2^n; relative error 2^-35.8. Of the sum of x and, if it is given, a
    /// number as little as what is lost in rounding x.
    template <const float (&Rests)[32] = quick_float_exp_rest, class Scale, class... Little>
    [[gnu::always_inline]] power_parts parts(const Scale& scale, Little... little) const noexcept {
        const floats multiple = -n, low = in_floats(quick_ln2).low;
        const auto rest = [&](floats short_of) __attribute__((always_inline)) {
            const floats all = Negated ? (short_of - ... - little) : (short_of + ... + little);
            return fma(multiple, low, all);
        };
        return power_in_floats<Rests>(bits_as<vec<std::uint32_t>>(shifted), r, rest, scale);
    }
    /// The whole power, in the lanes `among` if they are given, 0 in others.
    template <class... Little>
    [[gnu::always_inline]] power_parts scaled(Little... little) const noexcept {
        return parts(
            [n = n](floats part) __attribute__((always_inline)) { return scaled_to_floor(part, n); }, little...);
    }
    template <class... Little>
    [[gnu::always_inline]] power_parts scaled_among(float_lanes among, Little... little) const noexcept {
        return parts(
            [ n = n, among ](floats part) __attribute__((always_inline)) { return scaled_to_floor(part, n, among); },
            little...);
    }
};
/// e^x rounded, but for the subnormal results. The rests bring in 10 * 2^-39 of the power, more than what it is off by,
/// so that the result is no more than the pair, and less by up to 20 and 18.4 of that and 2 that the bound is rounded
/// by.
[[gnu::always_inline]] inline rounded_floats rounded_exp(floats x) noexcept {
    // From -110 on: beyond there is zero. Far above 90, where n makes infinity of all but zero, there may be any
    // number, and for infinity itself NaN, which is not certain.
    const exponent_in_floats<false> of(at_least(x, splat(-110.0f)));
    const float_pair power =
        of.parts<quick_float_exp_rest_above>([](floats part) __attribute__((always_inline)) { return part; }).whole();
    // All but -87.336 to -104.
    const float_lanes far_from_tiny = in_range(bits_as<vec<std::uint32_t>>(x), 0xc2d00001, 0xc2aeac00 - 0xc2d00001);
    const floats highest = power.high + power.low;
    const float_lanes certain = equal(power.high + (power.low - 0x1.48p-34f), highest, far_from_tiny);
    // 2^n last of all, as in rounded_exp2; and 0 below -87.336.
    const float_lanes is_normal = in_range(bits_as<vec<std::uint32_t>>(x), 0, 0xc2aeac00);
    return {scaled_to_floor(bits_as<floats>(size_bits(highest)), of.n, is_normal), certain};
}
/// e^x - 1 from -20 to 16, off by `error` at most.
///
/// In units of 2^-39 of the power that is 10: what a power is off by, and the rounding of a bound by it. Next to 0,
/// where the power is 1 and its rest 0, no more than what the square of x is rounded by, 2^-23 of it; beyond that would
/// be more.
struct less_one_in_floats {
    float_pair sum;
    floats error;

    [[gnu::always_inline]] explicit less_one_in_floats(floats x) noexcept {
        const power_parts e = exponent_in_floats<false>(x).scaled();
        // It is 0, or more than the product. What it has lost of powers below 1/2 is exact, and 0 of others.
        const floats head = e.power - 1.0f, lost = e.power - (head + 1.0f);
        const floats high = fma(e.power, e.r, head);
        sum = {high, fma(e.power, e.small, fma(e.power, e.r, head - high)) + lost};
        error = within(e.power * (10 * 0x1p-39f), x * high * 0x1.4p-23f);
    }
    /// It, rounded, in the lanes `among`.
    [[gnu::always_inline]] rounded_floats rounded(float_lanes among) const noexcept {
        return rounded_sum_within(sum, error, among);
    }
};
/// 2^x rounded, from -126 on.
///
/// About 2^(j/32) by its slope, square and cubic there. What the power's rest brings in is more than what all the
/// others are off by: in units of 2^-39 of the power 1 each for f^2 and its factor, 1 for their sum with the rests, 1/2
/// for the coefficients and up to 2 for the last sum, the low part. So the result is no more than high and low, and
/// less by up to twice that, for powers up to 2 by 2 (14 + 10) with the rounding of the bound itself.
[[gnu::always_inline]] inline rounded_floats rounded_exp2(floats x) noexcept {
    const floats shifted = x + 0x1.8p18f, n = shifted - 0x1.8p18f, f = x - n;
    const auto look_up = [j = bits_as<vec<std::uint32_t>>(shifted)](const float(&table)[32])
        __attribute__((always_inline)) {
        return of_thirty_two(table, j);
    };
    const floats c = fma_polynomial(f, quick_float_exp2_square);
    const floats small = fma(f, fma(f, c, look_up(quick_float_exp2_slope_rest)), look_up(quick_float_exp2_rest));
    const floats power = look_up(quick_float_exp_power), slope = look_up(quick_float_exp2_slope);
    const floats high = fma(slope, f, power), low = fma(power, small, fma(slope, f, power - high));
    const floats highest = high + low;
    const float_lanes is_normal = from_on(x, -126.0f);
    const float_lanes certain = equal(high + (low - 0x1.8p-35f), highest, is_normal);
    // 2^n last of all: what low parts lose near the subnormal floats would count.
    return {scaled_to_floor(highest, n, is_normal), certain};
}
/// 1 / (1 + x) = q (1 + e + e^2 + e^3 ...) for x from 0 to 2^125, with an estimate q and |e| <= 2^-13. In units of
/// 2^-39 e has an error of 3 from its three steps and 2 from x.low.
struct reciprocal_of_one_and {
    floats q, e;

    /// (1 + x) q = 1 - e, where e is 1 - q and what that loses less x q.
    [[gnu::always_inline]] explicit reciprocal_of_one_and(float_pair x) noexcept {
        const floats one = splat(1.0f);
        q = reciprocal_estimate(one + x.high);
        const floats left = one - q, lost = (one - left) - q;
        e = fma(-x.low, q, fma(-x.high, q, left) + lost);
    }
};
/// 1 / (1 + x) rounded, where 1 + x is off by `error` of it at most.
///
/// In units of 2^-39 the series is rounded by 2, the bounds by 4; it leaves out 1.
template <class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_reciprocal_of_one_and(float_pair x, float error,
                                                                           Among... among) noexcept {
    const float bound = error + 12 * 0x1p-39f;
    const reciprocal_of_one_and by(x);
    return rounded_between(by.q, fma(by.e, by.e, by.e) - bound, 2 * bound, among...);
}
/// y / (1 + x) rounded, likewise; from 2^-101 on, where the rest is no less than the least float, or of 0, which loses
/// its sign.
///
/// In units of 2^-39 the series is rounded by 2, each bound by 2 and with the rest by 4; it leaves out 1.
[[gnu::always_inline]] inline rounded_floats rounded_quotient_by_one_and(floats y, float_pair x, float error,
                                                                         float_lanes among) noexcept {
    const float bound = error + 14 * 0x1p-39f;
    const reciprocal_of_one_and by(x);
    const floats high = y * by.q, rest = fma(y, by.q, -high), series = fma(by.e, by.e, by.e);
    const floats highest = high + fma(high, series + bound, rest);
    const float_lanes far_from_tiny =
        among & (from_on(size_bits(high), 0x0d000000) | without(size_bits(y), 0xffffffff));
    return {highest, equal(high + fma(high, series - bound, rest), highest, far_from_tiny)};
}
/// x times `factor` rounded, where x is off by `error` of it at most; the other arguments as of `equal`.
template <class... Among>
[[gnu::always_inline]] inline rounded_floats rounded_multiple(float_pair x, float factor, float error,
                                                              Among... among) noexcept {
    const floats times = splat(factor), low = times * x.low;
    const floats highest = fma(x.high, times, fma(x.high, splat(factor * error), low));
    return {highest, equal(fma(x.high, times, fma(x.high, splat(-factor * error), low)), highest, among...)};
}
/// A function of x by one of 32 expansions: the numbers that they are about, then their coefficients from the constant
/// one up. The upper three bits of the significand of `cell` and the last two of its exponent say which one.
///
/// Of the last four terms, whose sum h^3 P(h) is made in floats, only the rounding of P counts: what the sums of the
/// others lose is put to what is small. The distance from the number that an expansion is about is exact unless the
/// first cell's is not 0, for numbers below half of it: where it is not `AboutZero`.
template <bool AboutZero = true>
[[gnu::always_inline]] inline float_pair expanded(const float (&table)[8][32], floats cell, floats x) noexcept {
    const vec<std::uint32_t> index = bits_as<vec<std::uint32_t>>(cell) >> 20;
    const auto look_up = [&](std::size_t row) __attribute__((always_inline)) {
        return of_thirty_two(table[row], index);
    };
    const floats center = look_up(0), h = x - center;
    const floats cubic = fma(h, fma(h, fma(h, look_up(7), look_up(6)), look_up(5)), look_up(4));
    const floats square = look_up(3), second = fma(h, cubic, square);
    const floats slope = look_up(2), first = fma(h, second, slope);
    const floats constant = look_up(1), high = fma(h, first, constant);
    const floats less = fma(h, fma(h, cubic, square - second), fma(h, second, slope - first));
    if constexpr (!AboutZero) {
        const floats lost = x - (h + center);
        return {high, fma(slope, lost, fma(h, less, fma(h, first, constant - high)))};
    }
    return {high, fma(h, less, fma(h, first, constant - high))};
}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
