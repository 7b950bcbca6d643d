// erf and erfc of double-doubles.
//
// Below 1 erf(x) = x S(x^2). From there on erfc(x) = exp(-x^2) T(x), where T is smooth; it is tabulated as a
// function of y = (x - 3) / (x + 3). exp amplifies the error of x^2, which is therefore made of three parts.
#pragma once

#include "kernels/math/real_exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// Of x >= 0: erf(x) where x < 1, elsewhere erfc(x); both as m 2^n.
struct error_function {
    pair m;
    vec<double> n;
    flags complementary;
};
/// `square` is x^2, and x <= 28. Relative error about 20u^2.
[[gnu::noinline]] error_function erf_or_erfc(pair x, triple square) noexcept {
    const flags tail = x.hi >= 1.0;
    const pair shift = pair_of(erf_shift, 0.0);
    const pair shifted = accurate_sum(x, shift);
    const pair y = accurate_quotient(accurate_sum(x, negate(shift)), shifted);
    const vec<double> piece = nearest_integer((y.hi + 0.5) * (1.0 / erf_width) - 0.5);
    const vec<double> row = choose(tail, row_within(14.0, piece), splat(14.0));
    // Both as t in [-1, 1]; the middle of a piece is exact.
    const pair from_middle = accurate_sum(y, {0.5 - (row + 0.5) * erf_width, vec<double>{}});
    const pair in_tail = accurate_product(from_middle, pair_of(erf_stretch));
    const pair near_zero = accurate_sum(times({square.hi, square.mid}, 2.0), pair_of(-1.0, 0.0));
    const pair t = choose(tail, in_tail, near_zero);

    constexpr std::size_t width = erf_terms + erf_pairs;
    const vec<std::int64_t> at = to_integer(row);
    vec<double> last = look_up<width>(erf_table[0], at, width - 1);
    for (std::size_t i = erf_terms - 1; i-- > erf_pairs;) {
        last = fma(last, t.hi, look_up<width>(erf_table[0], at, erf_pairs + i));
    }
    pair p = {last, vec<double>{}};
    for (std::size_t i = erf_pairs; i-- > 0;) {
        const pair c = {look_up<width>(erf_table[0], at, 2 * i), look_up<width>(erf_table[0], at, 2 * i + 1)};
        p = horner_step(c, t, p);
    }
    p = fast_two_sum(p.hi, p.lo);
    const parted_exp power = exp_in_parts({-square.hi, -square.mid, -square.lo});
    return {choose(tail, accurate_product(power.m, accurate_quotient(p, shifted)), accurate_product(x, p)),
            choose(tail, power.n, vec<double>{}), tail};
}

/// x^2 in three parts.
inline triple square_of(pair x) noexcept { return triple_product(widen(x), widen(x)); }

inline pair erf(pair x) noexcept {
    const pair m = magnitude(x);
    // From 15 on erf is 1 to 300 bits. Small arguments are kept from underflow on the way.
    const flags small = m.hi < 0x1p-400;
    const pair bounded = choose(m.hi < 15.0, m, pair_of(15.0, 0.0));
    const triple square = square_of(choose(small, pair{}, bounded));
    const error_function e = erf_or_erfc(choose(small, times(m, 0x1p300), bounded), square);
    const pair value = scale(e.m, choose(small, splat(-300.0), e.n));
    const pair tail = choose(m.hi < 15.0, ordered_sum(splat(1.0), negate(value)), pair_of(1.0, 0.0));
    const pair result = choose(e.complementary, tail, value);
    return settled(with_sign(result, x.hi), (x.hi != x.hi) | (x.hi == 0.0), x.hi);
}

inline pair erfc(pair x) noexcept {
    const pair m = magnitude(x);
    // From 28 on erfc is 0 in doubles; below 2^-400 it is 1.
    const pair small = choose(m.hi < 0x1p-400, pair{}, m);
    const pair bounded = choose(m.hi < 28.0, small, pair_of(28.0, 0.0));
    const error_function e = erf_or_erfc(bounded, square_of(bounded));
    const pair value = scale(e.m, e.n);
    const pair lacking = negate(value);
    const pair near = accurate_sum(pair_of(1.0, 0.0), with_sign(lacking, x.hi));
    const pair far = choose(x.hi < 0.0, ordered_sum(splat(2.0), lacking), value);
    return settled(choose(e.complementary, far, near), x.hi != x.hi, x.hi);
}

template <>
struct real_body<op::erf> {
    static pair apply(pair x, const double*) noexcept { return reals::erf(x); }
};
template <>
struct real_body<op::erfc> {
    static pair apply(pair x, const double*) noexcept { return reals::erfc(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
