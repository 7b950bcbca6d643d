// sinh, cosh, tanh, asinh, acosh and atanh of double-doubles, by exp, expm1 and log1p.
#pragma once

#include "kernels/math/real_exp.hpp"
#include "kernels/math/real_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

inline pair sinh(pair x) noexcept {
    const pair m = magnitude(x);
    // Near 0 (e + e/(1 + e)) / 2 of e = expm1(x), which does not cancel; from 1 on h - 1/(4h) of h = exp(x)/2,
    // which does not overflow early.
    const flags near = m.hi < 1.0;
    const pair e = finite_expm1(widen(choose(near, m, pair{})));
    const pair low = times(accurate_sum(e, accurate_quotient(e, accurate_sum(e, pair_of(1.0, 0.0)))), 0.5);
    const pair h = exp_times(widen(choose(near, pair_of(1.0, 0.0), m)), -1.0);
    const pair high = ordered_sum(h, negate(accurate_quotient(pair_of(0.25, 0.0), h)));
    const flags large = ~(m.hi < 100.0);
    pair result = choose(near, low, choose(large, h, high));
    result = choose(m.hi < 0x1p-60, m, result);
    return settled(with_sign(result, x.hi), x.hi != x.hi, x.hi);
}

inline pair cosh(pair x) noexcept {
    const pair m = magnitude(x);
    const pair h = exp_times(widen(m), -1.0);
    const pair both = ordered_sum(h, accurate_quotient(pair_of(0.25, 0.0), h));
    return settled(choose(~(m.hi < 100.0), h, both), x.hi != x.hi, x.hi);
}

inline pair tanh(pair x) noexcept {
    const pair m = magnitude(x);
    // From 60 on tanh is 1 to 170 bits.
    const pair bounded = choose(m.hi < 60.0, m, pair_of(60.0, 0.0));
    const pair e = finite_expm1(widen(times(bounded, 2.0)));
    const pair result = accurate_quotient(e, accurate_sum(e, pair_of(2.0, 0.0)));
    return settled(with_sign(choose(m.hi < 0x1p-60, m, result), x.hi), x.hi != x.hi, x.hi);
}

inline pair asinh(pair x) noexcept {
    const pair m = magnitude(x);
    const pair one = pair_of(1.0, 0.0);
    const flags finite = m.hi < infinity();
    const flags large = ~(m.hi < 0x1p60);
    const pair y = choose(large, one, m);
    const pair square = accurate_product(y, y);
    const pair argument =
        accurate_sum(y, accurate_quotient(square, accurate_sum(one, accurate_root(accurate_sum(one, square)))));
    const triple whole = one_plus(argument);
    const triple chosen = choose_triple(large, widen(choose(finite, m, one)), whole);
    const pair log = narrow(log_times(chosen, choose(large, splat(1.0), vec<double>{})));
    const pair result = choose(m.hi < 0x1p-60, m, log);
    return settled(with_sign(result, x.hi), ~finite, x.hi);
}

inline pair acosh(pair x) noexcept {
    const pair one = pair_of(1.0, 0.0);
    const flags proper = ((x.hi > 1.0) | ((x.hi == 1.0) & (x.lo >= 0.0))) & (x.hi < infinity());
    const flags large = x.hi >= 0x1p60;
    const pair z = choose(proper, x, one);
    const pair t = accurate_sum(choose(large, one, z), pair_of(-1.0, 0.0));
    const pair argument = accurate_sum(t, root_of_product(t, accurate_sum(t, pair_of(2.0, 0.0))));
    const triple chosen = choose_triple(large, widen(z), one_plus(argument));
    const pair result = narrow(log_times(chosen, choose(large, splat(1.0), vec<double>{})));
    return settled(result, ~proper, choose(x.hi == infinity(), x.hi, not_a_number()));
}

inline pair atanh(pair x) noexcept {
    const pair m = magnitude(x);
    const pair one = pair_of(1.0, 0.0);
    const pair left = accurate_sum(one, negate(choose(m.hi <= 1.0, m, one)));
    const flags proper = left.hi > 0.0;
    const flags small = m.hi < 0x1p-60;
    const pair y = choose(proper & ~small, m, pair{});
    const pair below = choose(proper, left, one);
    // log((1 + y) / (1 - y)); next to 1 it is -log((1 - y) / 2), of which the quotient would overflow.
    const flags close = below.hi < 0x1p-200;
    const triple quotient = one_plus(accurate_quotient(times(y, 2.0), choose(close, one, below)));
    const triple argument = choose_triple(close, widen(times(below, 0x1p500)), quotient);
    const pair log = narrow(log_times(argument, choose(close, splat(-501.0), vec<double>{})));
    const pair half = times(choose(close, negate(log), log), 0.5);
    const pair result = with_sign(choose(small, m, half), x.hi);
    const flags one_exactly = (m.hi == 1.0) & (m.lo == 0.0);
    return settled(result, ~proper, choose(one_exactly, with_sign(infinity(), x.hi), not_a_number()));
}

template <>
struct real_body<op::sinh> {
    static pair apply(pair x, const double*) noexcept { return reals::sinh(x); }
};
template <>
struct real_body<op::cosh> {
    static pair apply(pair x, const double*) noexcept { return reals::cosh(x); }
};
template <>
struct real_body<op::tanh> {
    static pair apply(pair x, const double*) noexcept { return reals::tanh(x); }
};
template <>
struct real_body<op::asinh> {
    static pair apply(pair x, const double*) noexcept { return reals::asinh(x); }
};
template <>
struct real_body<op::acosh> {
    static pair apply(pair x, const double*) noexcept { return reals::acosh(x); }
};
template <>
struct real_body<op::atanh> {
    static pair apply(pair x, const double*) noexcept { return reals::atanh(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
