// exp, exp2 and expm1 of double-doubles.
//
// x = k ln2/64 + r with k = 64 n + j, |r| <= ln2/128, and exp(x) = 2^n 2^(j/64) exp(r). j runs from -32 to 31, so
// that around 0 it is n that is 0: there expm1 needs no difference and is accurate relative to itself.
#pragma once

#include "kernels/math/real_steps.hpp"
#include "kernels/math/real_tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// exp(x) = 2^n (1 + y).
struct scaled_exp {
    pair y;
    vec<double> n;
};

/// For |x| <= 1500, of which three parts are taken: exp makes an absolute error of its argument a relative one of
/// its result. Relative error of y: about 10u^2.
inline scaled_exp reduced_exp(triple x) noexcept {
    const vec<double> of[] = {x.hi, x.mid, x.lo};
    vec<double> e[3];
    real_steps.exp(of, e);
    return {{e[0], e[1]}, e[2]};
}

/// x * 2^n for |n| < 3000, in steps that do not leave the doubles if the result does not. An infinity has no low
/// part; where the low part is subnormal the pair is normalised again.
inline pair scale(pair x, vec<double> n) noexcept {
    const vec<double> third = nearest_integer(n * (1.0 / 3));
    const vec<double> a = power_of_two(to_integer(third)), b = power_of_two(to_integer(n - third - third));
    const vec<double> hi = x.hi * a * a * b;
    const vec<double> lo = choose(is_finite(hi), x.lo * a * a * b, vec<double>{});
    const vec<double> s = choose(hi == 0.0, hi, hi + lo);
    return {s, choose(is_finite(s), lo - (s - hi), vec<double>{})};
}

/// exp(x) = m 2^n of any x but NaN: for functions that multiply it before it underflows.
struct parted_exp {
    pair m;
    vec<double> n;
};
inline parted_exp exp_in_parts(triple x) noexcept {
    // Where x is cut, the result is 0 or infinite anyway.
    const flags cut = ~(magnitude(x.hi) < 1500.0);
    const vec<double> hi = choose(cut, with_sign(splat(1500.0), x.hi), x.hi);
    const scaled_exp e = reduced_exp({hi, choose(cut, vec<double>{}, x.mid), choose(cut, vec<double>{}, x.lo)});
    return {ordered_sum(splat(1.0), e.y), e.n};
}
/// exp(x) 2^extra of any x but NaN.
inline pair exp_times(triple x, double extra) noexcept {
    const parted_exp e = exp_in_parts(x);
    return scale(e.m, e.n + extra);
}

inline pair exp(pair x) noexcept { return settled(exp_times(widen(x), 0.0), x.hi != x.hi, x.hi); }

inline pair exp2(pair x) noexcept {
    // 2^n exp(r ln2), where r = x - n is exact.
    const flags cut = ~(magnitude(x.hi) < 1500.0);
    const vec<double> hi = choose(cut, with_sign(splat(1500.0), x.hi), x.hi);
    const vec<double> n = nearest_integer(hi);
    const pair r = two_sum(hi - n, choose(cut, vec<double>{}, x.lo));
    const parted_exp e = exp_in_parts(triple_product(widen(r), triple_of(ln2_rounded)));
    return settled(scale(e.m, e.n + n), x.hi != x.hi, x.hi);
}

/// exp(x) - 1 of |x| <= 1500. Not for the sign of zero.
inline pair finite_expm1(triple x) noexcept {
    const scaled_exp e = reduced_exp(x);
    const pair far = scale(ordered_sum(splat(1.0), e.y), e.n);
    return choose(e.n == 0.0, e.y, accurate_sum(far, pair_of(-1.0, 0.0)));
}
inline pair expm1(triple x) noexcept {
    // Below, the result is -1 as exactly as it can be said; above, it is infinite.
    const flags cut = ~(magnitude(x.hi) < 1500.0);
    const triple limit = {with_sign(splat(1500.0), x.hi), vec<double>{}, vec<double>{}};
    const pair result = finite_expm1(choose_triple(cut, limit, x));
    const flags infinite = (x.hi > 709.0) & ~is_finite(result.hi);
    return settled(result, (x.hi != x.hi) | (x.hi == 0.0) | infinite, choose(infinite, infinity(), x.hi));
}
inline pair expm1(pair x) noexcept { return reals::expm1(widen(x)); }

template <>
struct real_body<op::exp> {
    static pair apply(pair x, const double*) noexcept { return reals::exp(x); }
};
template <>
struct real_body<op::exp2> {
    static pair apply(pair x, const double*) noexcept { return reals::exp2(x); }
};
template <>
struct real_body<op::expm1> {
    static pair apply(pair x, const double*) noexcept { return reals::expm1(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
