// log, log2, log10 and log1p of double-doubles.
//
// x = 2^e m, m in [0.75, 1.5); a factor c of 11 bits brings m near 1: f = m c - 1 exactly, |f| < 2^-7, and
// log(x) = e ln2 - log(c) + log(1 + f). Around 1, where log vanishes, e = 0 and c = 1 leave f alone.
#pragma once

#include "kernels/math/real_tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// log(x) + extra ln2 for a positive x (finite parts). Relative error about 2^-109, of which a power
/// makes use; the first two parts alone are a pair.
[[gnu::noinline]] triple log_times(triple x, vec<double> extra) noexcept {
    // Subnormal numbers are made normal. The parts of others may be subnormal, too.
    const flags tiny = x.hi < 0x1p-900;
    const vec<double> up = choose(tiny, splat(0x1p120), splat(1.0));
    extra = choose(tiny, extra - 120.0, extra);
    x = {x.hi * up, x.mid * up, x.lo * up};

    const auto bits = bits_as<vec<std::uint64_t>>(x.hi) - 0x3fe8000000000000u;
    const auto exponent = bits_as<vec<std::int64_t>>((bits + 0x8000000000000000u) >> 52) - 2048;
    const auto cell = bits_as<vec<std::int64_t>>((bits >> 45) & 127u);
    const vec<double> e = from_integer(exponent) + extra;
    // In two steps: 2^-1023 is no normal number.
    const auto half = bits_as<vec<std::int64_t>>((bits + 0x8000000000000000u) >> 53) - 1024;
    const vec<double> down = power_of_two(-half), rest_down = power_of_two(half - exponent);
    const triple m = {x.hi * down * rest_down, x.mid * down * rest_down, x.lo * down * rest_down};

    const vec<double> c = look_up<4>(log_table[0], cell, 0);
    const pair a = two_product(m.hi, c);
    const pair b = two_product(m.mid, c);
    const triple f = sum_of(a.hi - 1.0, a.lo, b.hi, fma(m.lo, c, b.lo));

    // log(1 + f) = f - s (f - R), s = f / (2 + f), R = s^2 (2/3 + 2/5 s^2 + ...)
    const pair near = {f.hi, f.mid};
    const pair s = accurate_quotient(near, ordered_sum(pair_of(2.0, 0.0), near));
    const pair z = accurate_product(s, s);
    const pair correction = accurate_product(s, accurate_sum(near, negate(accurate_product(z, evaluate(log_rest, z)))));

    const vec<double> t0 = look_up<4>(log_table[0], cell, 1);
    const vec<double> t1 = look_up<4>(log_table[0], cell, 2);
    const vec<double> t2 = look_up<4>(log_table[0], cell, 3);
    // From the largest on; each is below the sum before it, or that is zero.
    const pair h1 = fast_two_sum(e * ln2_parts[0], t0);
    const pair h2 = fast_two_sum(h1.hi, f.hi);
    const pair h3 = fast_two_sum(h2.hi, -correction.hi);
    const pair h4 = two_sum(h3.hi, e * ln2_parts[1]);
    const pair l1 = two_sum(h1.lo, h2.lo);
    const pair l2 = two_sum(l1.hi, h3.lo);
    const pair l3 = two_sum(l2.hi, h4.lo);
    const pair l4 = two_sum(l3.hi, t1);
    const pair l5 = two_sum(l4.hi, f.mid);
    const pair l6 = two_sum(l5.hi, -correction.lo);
    const vec<double> last = ((l1.lo + l2.lo) + (l3.lo + l4.lo)) + ((l5.lo + l6.lo) + (t2 + f.lo)) + e * ln2_parts[2];
    const pair leading = fast_two_sum(h4.hi, l6.hi);
    const pair trailing = fast_two_sum(leading.lo, last);
    const pair result = fast_two_sum(leading.hi, trailing.hi);
    return {result.hi, result.lo, trailing.lo};
}
inline pair narrow(triple x) noexcept { return fast_two_sum(x.hi, x.mid); }

/// The argument where it has a logarithm, 1 elsewhere.
inline triple with_logarithm(flags proper, triple x) noexcept {
    return choose_triple(proper, x, {splat(1.0), vec<double>{}, vec<double>{}});
}
/// log outside (0, infinity).
inline vec<double> log_at_border(vec<double> x) noexcept {
    return choose(x == 0.0, -infinity(), choose(x == infinity(), x, not_a_number()));
}

inline pair log(pair x) noexcept {
    const flags proper = (x.hi > 0.0) & (x.hi < infinity());
    const pair result = narrow(log_times(with_logarithm(proper, widen(x)), vec<double>{}));
    return settled(result, ~proper, log_at_border(x.hi));
}

/// The logarithm to another base, of which `per_e` is that of e. Powers of the base have whole logarithms: what is
/// below the error of others is left out.
inline pair log_to_base(pair x, triple per_e) noexcept {
    const flags proper = (x.hi > 0.0) & (x.hi < infinity());
    const triple natural = log_times(with_logarithm(proper, widen(x)), vec<double>{});
    pair result = narrow(triple_product(natural, per_e));
    result.lo = choose(magnitude(result.lo) < 0x1p-105 * magnitude(result.hi), vec<double>{}, result.lo);
    // What rounds to zero keeps its sign.
    result.hi = choose(result.hi == 0.0, with_sign(vec<double>{}, natural.hi), result.hi);
    return settled(result, ~proper, log_at_border(x.hi));
}
inline pair log2(pair x) noexcept { return log_to_base(x, triple_of(log2_of_e)); }
inline pair log10(pair x) noexcept { return log_to_base(x, triple_of(log10_of_e)); }

/// 1 + x exactly, or as exactly as three parts can.
inline triple one_plus(pair x) noexcept {
    const pair s = two_sum(splat(1.0), x.hi);
    const pair m = two_sum(s.lo, x.lo);
    const pair leading = fast_two_sum(s.hi, m.hi);
    return {leading.hi, leading.lo, m.lo};
}
/// log(1 + x) of a finite x > -1. Not for the sign of zero.
inline pair finite_log1p(pair x) noexcept {
    // A subnormal x is its own logarithm, and too small for 1 + x to be made of parts.
    return choose(magnitude(x.hi) < 0x1p-400, x, narrow(log_times(one_plus(x), vec<double>{})));
}
inline pair log1p(pair x) noexcept {
    const vec<double> whole = 1.0 + x.hi;
    const flags proper = ((whole > 0.0) | ((x.hi == -1.0) & (x.lo > 0.0))) & (x.hi < infinity());
    const pair result = finite_log1p(choose(proper, x, pair{}));
    const vec<double> border = log_at_border(choose((whole == 0.0) & (x.lo < 0.0), splat(-1.0), whole));
    return settled(result, ~proper | (x.hi == 0.0), choose(x.hi == 0.0, x.hi, border));
}

template <>
struct real_body<op::log> {
    static pair apply(pair x, const double*) noexcept { return reals::log(x); }
};
template <>
struct real_body<op::log2> {
    static pair apply(pair x, const double*) noexcept { return reals::log2(x); }
};
template <>
struct real_body<op::log10> {
    static pair apply(pair x, const double*) noexcept { return reals::log10(x); }
};
template <>
struct real_body<op::log1p> {
    static pair apply(pair x, const double*) noexcept { return reals::log1p(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
