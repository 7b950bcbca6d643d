// log, log2, log10 and log1p of double-doubles.
//
// x = 2^e m, m in [0.75, 1.5); a factor c of 11 bits brings m near 1: f = m c - 1 exactly, |f| < 2^-7, and
// log(x) = e ln2 - log(c) + log(1 + f). Around 1, where log vanishes, e = 0 and c = 1 leave f alone.
#pragma once

#include "kernels/math/real_steps.hpp"
#include "kernels/math/real_tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// log(x) + extra ln2 for a positive x (finite parts). Relative error about 2^-109, of which a power
/// makes use; the first two parts alone are a pair.
inline triple log_times(triple x, vec<double> extra) noexcept {
    const vec<double> of[] = {x.hi, x.mid, x.lo, extra};
    vec<double> log[3];
    real_steps.log(of, log);
    return {log[0], log[1], log[2]};
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
