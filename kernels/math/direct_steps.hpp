// e^x of doubles in the pieces that other functions are put together from.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// a + b as two_sum() has it, for a and b that are not negative: with an instruction less.
[[gnu::always_inline]] inline pair ordered_two_sum(doubles a, doubles b) noexcept {
    const doubles s = a + b;
    return {s, at_most(a, b) - (s - at_least(a, b))};
}

/// e^(Sign x + low...) 2^-Down = power e^(r + rest) for |x| <= 2000, where |r| <= ln 2 / 32 (1 + 2^-9): it is exact,
/// because the first part of a step of ln 2 / 16 times k is taken from x exactly. The power has 50 bits behind the
/// point; what it is short of is in the rest.
template <int Sign = 1, int Down = 0>
struct direct_steps {
    static constexpr double first = 0x1.8p52 - 16.0 * Down;

    doubles k, shifted, r, rest, sum;

    template <class... Low>
    [[gnu::always_inline]] explicit direct_steps(doubles x, Low... low) noexcept
        : shifted(fma(x, splat(Sign * 0x1.71547652b82fep4), splat(first))) {
        k = shifted - first;
        r = fma(k, splat(-direct_exp_step[0]), Sign < 0 ? -x : x);
        rest = (fma(k, splat(-direct_exp_step[1]), of_sixteen(direct_power_rest, words_of(shifted))) + ... + low);
        sum = r + rest;
    }
    [[gnu::always_inline]] static words words_of(doubles s) noexcept { return bits_as<words>(s); }

    /// The bits of the power; where its exponent leaves the normal numbers, these take it up modulo 2^64.
    [[gnu::always_inline]] words power_bits() const noexcept { return power_bits(shifted); }
    [[gnu::always_inline]] static words power_bits(doubles s) noexcept {
        return bits_as<words>(of_sixteen(direct_power_scaled, words_of(s))) + (words_of(s) << 48);
    }
    [[gnu::always_inline]] doubles power() const noexcept { return bits_as<doubles>(power_bits()); }
    /// e^(r + rest) - 1, and the same less r.
    [[gnu::always_inline]] doubles less_one() const noexcept { return beyond(sum); }
    [[gnu::always_inline]] doubles less_one_and_r() const noexcept { return beyond(rest); }

private:
    [[gnu::always_inline]] doubles beyond(doubles linear) const noexcept {
        return fma(sum * sum, fma_polynomial(sum, direct_exp_square), linear);
    }
};

/// Where x in e^x - 1 comes from, which says how exact the difference of a power and 1 is.
enum class direct_side { below_zero, above_zero, any };

/// (e^x - 1) 2^-Down as a sum of two, the second below 2^-11 of the first: as exact as that is next to 0, too, but for
/// the sign of 0. For x >= -40 and a power in range; where x is above_zero, e^x + 1 is what it is when 2 is added.
template <direct_side Side, int Down = 0, class... Low>
[[gnu::always_inline]] inline pair direct_less_one(doubles x, Low... low) noexcept {
    const direct_steps<1, Down> s(x, low...);
    const doubles power = s.power();
    // (power - 1) + power r + power (...). Where it is not zero the first is the greatest.
    constexpr double one = Down == 0 ? 1.0 : 0.5;
    static_assert(Down == 0 || Down == 1);
    pair whole{power - one, doubles{}};
    if constexpr (Side == direct_side::below_zero) whole.lo = power - (whole.hi + one);
    if constexpr (Side == direct_side::any) whole = two_sum(power, splat(-one));
    const pair linear = product(power, s.r);
    const pair t = fast_two_sum(whole.hi, linear.hi);
    doubles rest = linear.lo + t.lo;
    if constexpr (Side != direct_side::above_zero) rest += whole.lo;
    return {t.hi, fma(power, s.less_one_and_r(), rest)};
}

/// n / d, where the low parts are below 2^-50 of the high ones: rounded once, and a little.
[[gnu::always_inline]] inline doubles direct_quotient(pair n, pair d) noexcept {
    const doubles inverse = 1.0 / d.hi;
    const doubles q = n.hi * inverse;
    return fma(fma(q, -d.lo, fma(-q, d.hi, n.hi) + n.lo), inverse, q);
}
[[gnu::always_inline]] inline doubles direct_quotient(doubles n, pair d) noexcept {
    const doubles inverse = 1.0 / d.hi;
    const doubles q = n * inverse;
    return fma(fma(q, -d.lo, fma(-q, d.hi, n)), inverse, q);
}
[[gnu::always_inline]] inline doubles direct_inverse(pair d) noexcept {
    const doubles q = 1.0 / d.hi;
    return fma(fma(q, -d.lo, fma(-q, d.hi, splat(1.0))), q, q);
}
/// a + b, where |b| is below 2^-2 |a|, as a sum whose second is below 2^-52 of the first; b = x y.
[[gnu::always_inline]] inline pair direct_sum_with_product(doubles a, doubles x, doubles y) noexcept {
    const doubles s = fma(x, y, a);
    return {s, fma(x, y, a - s)};
}

/// Powers that leave the normal numbers, and what they are part of, are moved by 2^400 while they are computed with.
struct direct_lift {
    words bits;

    [[gnu::always_inline]] explicit direct_lift(truths64 lifted) noexcept
        : bits(bits_as<words>(lifted) & (std::uint64_t{400} << 52)) {}
    /// 2^-400 or 1.
    [[gnu::always_inline]] doubles down() const noexcept {
        return bits_as<doubles>((std::uint64_t{1023} << 52) - bits);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
