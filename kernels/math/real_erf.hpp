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
inline error_function erf_or_erfc(pair x, triple square) noexcept {
    const vec<double> of[] = {x.hi, x.lo, square.hi, square.mid, square.lo};
    vec<double> e[3];
    real_steps.erf(of, e);
    return {{e[0], e[1]}, e[2], x.hi >= 1.0};
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
