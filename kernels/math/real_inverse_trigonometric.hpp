// asin, acos and atan of double-doubles: all by the angle whose tangent is a quotient.
//
// With both sides of the quotient in 0 <= y <= x and c = j/64 next to y/x, atan(y/x) = atan(c) + atan(t),
// t = (y - c x) / (x + c y), |t| <= 2^-7.
#pragma once

#include "kernels/math/real_tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// The angle in [0, pi/2] with the tangent y/x, for x, y >= 0, not both 0 and below 2^500. Relative error about
/// 30u^2.
[[gnu::noinline]] pair angle(pair y, pair x) noexcept {
    const flags steep = y.hi > x.hi;
    const pair n = choose(steep, x, y), d = choose(steep, y, x);
    const vec<double> j = row_within(64.0, nearest_integer(n.hi / d.hi * 64.0));
    const vec<double> c = j * 0x1p-6;
    const pair t = accurate_quotient(accurate_sum(n, accurate_product(d, -c)), accurate_sum(d, accurate_product(n, c)));
    const pair z = accurate_product(t, t);
    const pair rest = ordered_sum(t, accurate_product(t, accurate_product(z, evaluate(atan_rest, z))));
    const vec<std::int64_t> at = to_integer(j);
    const pair known = {look_up<2>(atan_table[0], at, 0), look_up<2>(atan_table[0], at, 1)};
    const pair flat = ordered_sum(known, rest);
    return choose(steep, ordered_sum(pair_of(half_pi), negate(flat)), flat);
}

inline pair atan(pair x) noexcept {
    const pair m = magnitude(x);
    // A large magnitude is as good as infinity; a small one is its own angle.
    const flags large = ~(m.hi < 0x1p300), small = m.hi < 0x1p-60;
    const pair result = angle(choose(large, pair_of(0x1p300, 0.0), m), pair_of(1.0, 0.0));
    return settled(with_sign(choose(small, m, result), x.hi), x.hi != x.hi, x.hi);
}

/// sqrt(1 - x^2) for 0 <= x <= 1.
inline pair other_leg(pair x) noexcept {
    const pair one = pair_of(1.0, 0.0);
    return root_of_product(accurate_sum(one, negate(x)), accurate_sum(one, x));
}
inline flags within_one(pair m) noexcept { return (m.hi < 1.0) | ((m.hi == 1.0) & (m.lo <= 0.0)); }

inline pair asin(pair x) noexcept {
    const pair m = magnitude(x);
    const flags proper = within_one(m), small = m.hi < 0x1p-60;
    const pair y = choose(proper, m, pair{});
    const pair result = choose(small, m, angle(y, other_leg(y)));
    return settled(with_sign(result, x.hi), ~proper, not_a_number());
}

inline pair acos(pair x) noexcept {
    const pair m = magnitude(x);
    const flags proper = within_one(m);
    const pair y = choose(proper, m, pair{});
    const pair right = angle(other_leg(y), y);
    const pair left = ordered_sum(times(pair_of(half_pi), 2.0), negate(right));
    return settled(choose(x.hi < 0.0, left, right), ~proper, not_a_number());
}

template <>
struct real_body<op::asin> {
    static pair apply(pair x, const double*) noexcept { return reals::asin(x); }
};
template <>
struct real_body<op::acos> {
    static pair apply(pair x, const double*) noexcept { return reals::acos(x); }
};
template <>
struct real_body<op::atan> {
    static pair apply(pair x, const double*) noexcept { return reals::atan(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
