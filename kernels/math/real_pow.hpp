// pow of double-doubles: exp(y log|x|), the logarithm and the product in three parts, because exp makes an
// absolute error of up to 745 of it a relative one.
#pragma once

#include "kernels/math/real_exp.hpp"
#include "kernels/math/real_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// Whether a finite double is an integer, and whether it is odd.
inline flags is_integer(vec<double> x) noexcept {
    // From 2^52 on every double is one; between 2^51 and 2^52 a half is possible.
    const vec<double> m = magnitude(x);
    const vec<double> shifted = m + 0x1p52;
    return (m >= 0x1p52) | (shifted - 0x1p52 == m);
}
inline flags is_odd(vec<double> integer) noexcept {
    const vec<double> half = magnitude(integer) * 0.5;
    return (magnitude(integer) < 0x1p53) & ~is_integer(half);
}

inline pair pow(pair x, pair y) noexcept {
    const pair m = magnitude(x);
    const flags proper = (m.hi > 0.0) & (m.hi < infinity());
    const triple log = log_times(with_logarithm(proper, widen(m)), vec<double>{});
    const vec<double> leading = log.hi * y.hi;
    // Beyond, the result is 0 or infinite whatever the low parts are.
    const flags large = ~(magnitude(leading) < 1500.0);
    const pair exponent = choose(large, pair{}, y);
    const triple u = triple_product(log, widen(exponent));
    const triple bounded = choose_triple(large, {with_sign(splat(1500.0), leading), vec<double>{}, vec<double>{}}, u);
    pair result = exp_times(bounded, 0.0);

    // The special cases of C, the later line winning.
    const flags integer = is_integer(y.hi) & is_integer(y.lo);
    const flags odd = integer & (is_odd(y.hi) ^ is_odd(y.lo)) & is_finite(y.hi);
    const flags negative = bits_as<vec<std::int64_t>>(x.hi) < 0;
    const flags flip = odd & negative;
    const vec<double> zero = {};
    const flags falls = y.hi < 0.0;
    flags special = m.hi == 0.0;
    vec<double> value = choose(falls, infinity(), zero);
    special |= m.hi == infinity();
    value = choose(m.hi == infinity(), choose(falls, zero, infinity()), value);
    result = {choose(special, value, result.hi), choose(special, zero, result.lo)};
    result = {choose(flip, -result.hi, result.hi), choose(flip, -result.lo, result.lo)};

    // An infinite exponent: by whether |x| is above, below or at 1.
    const flags endless = magnitude(y.hi) == infinity();
    const flags above = (m.hi > 1.0) | ((m.hi == 1.0) & (m.lo > 0.0));
    const flags one = (m.hi == 1.0) & (m.lo == 0.0);
    const vec<double> limit = choose(one, splat(1.0), choose(above ^ falls, infinity(), zero));
    special = endless;
    value = limit;
    const flags undefined = negative & (m.hi > 0.0) & is_finite(x.hi) & is_finite(y.hi) & ~integer;
    special |= undefined;
    value = choose(undefined, not_a_number(), value);
    const flags nan = (x.hi != x.hi) | (y.hi != y.hi);
    special |= nan;
    value = choose(nan, not_a_number(), value);
    const flags certain = (y.hi == 0.0) | (one & ~negative & (x.hi == x.hi));
    special |= certain;
    value = choose(certain, splat(1.0), value);
    return settled(result, special, value);
}

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
