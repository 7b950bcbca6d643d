// What the double-double functions are made of: sums and products where nothing overflows, sums of three parts,
// polynomials, table look-ups.
//
// The operators of double_double.hpp put infinities, NaN and signed zeros right after every step. Here they are
// not looked at: a function brings its argument into a range where they cannot arise, and settles its result.
//
// Every function is within 2^-98 of its value relative to it, and by test within 2^-102; where the low part of the
// result is subnormal (results below 2^-916), within two of the least numbers (tests/math/real_functions_test.cpp).
#pragma once

#include "kernels/double_double.hpp"
#include "zerostride/op.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

/// What an operator computes on pairs: apply(x, parameters) or apply(x, y, parameters).
template <op Op>
struct real_body;

/// An unevaluated sum of decreasing parts, for what a function amplifies the relative error of.
struct triple {
    vec<double> hi, mid, lo;
};

using flags = mask<double>;

inline triple choose_triple(flags where, triple x, triple y) noexcept {
    return {choose(where, x.hi, y.hi), choose(where, x.mid, y.mid), choose(where, x.lo, y.lo)};
}
inline pair pair_of(double hi, double lo) noexcept { return {splat(hi), splat(lo)}; }
template <std::size_t N>
inline pair pair_of(const double (&parts)[N]) noexcept {
    return pair_of(parts[0], parts[1]);
}
inline triple triple_of(const double (&parts)[3]) noexcept {
    return {splat(parts[0]), splat(parts[1]), splat(parts[2])};
}
inline triple widen(pair x) noexcept { return {x.hi, x.lo, vec<double>{}}; }

inline vec<double> magnitude(vec<double> x) noexcept {
    return bits_as<vec<double>>(bits_as<vec<std::int64_t>>(x) & std::numeric_limits<std::int64_t>::max());
}
inline vec<double> with_sign(vec<double> magnitudes, vec<double> signs) noexcept {
    const auto sign = bits_as<vec<std::int64_t>>(signs) & std::numeric_limits<std::int64_t>::min();
    return bits_as<vec<double>>(bits_as<vec<std::int64_t>>(magnitudes) ^ sign);
}
/// x where `signs` is not negative, -x where it is (-0 is): the odd continuation of a function of a magnitude.
inline pair with_sign(pair x, vec<double> signs) noexcept { return {with_sign(x.hi, signs), with_sign(x.lo, signs)}; }
inline pair magnitude(pair x) noexcept { return with_sign(x, x.hi); }
inline pair times(pair x, double power_of_two) noexcept { return {x.hi * power_of_two, x.lo * power_of_two}; }

/// To the nearest integer, for |x| < 2^51.
inline vec<double> nearest_integer(vec<double> x) noexcept {
    const vec<double> shifted = x + 0x1.8p52;
    return shifted - 0x1.8p52;
}
/// An integer |x| < 2^51 as one.
inline vec<std::int64_t> to_integer(vec<double> x) noexcept {
    return bits_as<vec<std::int64_t>>(x + 0x1.8p52) - bits_as<vec<std::int64_t>>(splat(0x1.8p52));
}
inline vec<double> from_integer(vec<std::int64_t> x) noexcept {
    return bits_as<vec<double>>(x + bits_as<vec<std::int64_t>>(splat(0x1.8p52))) - 0x1.8p52;
}
inline vec<double> power_of_two(vec<std::int64_t> exponent) noexcept {
    return bits_as<vec<double>>((exponent + 1023) << 52);
}

/// Accurate for operands of any signs: relative error <= 3u^2 (double_double.hpp, add).
inline pair accurate_sum(pair x, pair y) noexcept {
    const pair s = two_sum(x.hi, y.hi);
    const pair t = two_sum(x.lo, y.lo);
    const pair v = fast_two_sum(s.hi, s.lo + t.hi);
    return fast_two_sum(v.hi, t.lo + v.lo);
}
/// Where |x| >= |y| or x = 0, and they do not cancel: relative error <= 4u^2 times |x / (x + y)|.
inline pair ordered_sum(pair x, pair y) noexcept {
    const pair s = fast_two_sum(x.hi, y.hi);
    return fast_two_sum(s.hi, s.lo + (x.lo + y.lo));
}
inline pair ordered_sum(vec<double> x, pair y) noexcept {
    const pair s = fast_two_sum(x, y.hi);
    return fast_two_sum(s.hi, s.lo + y.lo);
}
inline pair accurate_product(pair x, pair y) noexcept {
    const pair c = two_product(x.hi, y.hi);
    return fast_two_sum(c.hi, fma(x.hi, y.lo, fma(x.lo, y.hi, c.lo)));
}
inline pair accurate_product(pair x, vec<double> y) noexcept {
    const pair c = two_product(x.hi, y);
    return fast_two_sum(c.hi, fma(x.lo, y, c.lo));
}
inline pair accurate_quotient(pair x, pair y) noexcept {
    const vec<double> q = x.hi / y.hi;
    const pair c = two_product(y.hi, q);
    // x.hi - c.hi is exact; what is left of x - q y is known to 53 bits, which is enough.
    const vec<double> remainder = ((x.hi - c.hi) - c.lo) + fma(-q, y.lo, x.lo);
    return fast_two_sum(q, remainder / y.hi);
}
/// Of x >= 0.
inline pair accurate_root(pair x) noexcept {
    const vec<double> s = sqrt(x.hi);
    const vec<double> rest = x.lo + fma(-s, s, x.hi);
    return fast_two_sum(s, choose(s == 0.0, s, rest / (s + s)));
}

/// The root of x y for 0 <= x <= y <= 4, however small x is.
inline pair root_of_product(pair x, pair y) noexcept {
    // Kept from products whose low parts are lost.
    const flags tiny = x.hi < 0x1p-400;
    const pair root = accurate_root(accurate_product(choose(tiny, times(x, 0x1p400), x), y));
    return choose(tiny, times(root, 0x1p-200), root);
}

/// a + b + c + d as three parts, for terms that are about ordered by magnitude; `d` enters without compensation.
inline triple sum_of(vec<double> a, vec<double> b, vec<double> c, vec<double> d) noexcept {
    const pair first = two_sum(a, b);
    const pair second = two_sum(first.lo, c);
    const pair leading = fast_two_sum(first.hi, second.hi);
    const pair trailing = fast_two_sum(leading.lo, second.lo + d);
    return {leading.hi, trailing.hi, trailing.lo};
}
/// Relative error about 2^-150.
inline triple triple_product(triple x, triple y) noexcept {
    const pair c = two_product(x.hi, y.hi);
    const pair a = two_product(x.hi, y.mid);
    const pair b = two_product(x.mid, y.hi);
    const pair middle = two_sum(a.hi, b.hi);
    const vec<double> last = fma(x.mid, y.mid, fma(x.hi, y.lo, fma(x.lo, y.hi, a.lo + b.lo))) + middle.lo;
    return sum_of(c.hi, c.lo, middle.hi, last);
}
inline triple triple_sum(triple x, triple y) noexcept {
    const pair s = two_sum(x.hi, y.hi);
    const pair m = two_sum(x.mid, y.mid);
    return sum_of(s.hi, s.lo, m.hi, m.lo + (x.lo + y.lo));
}

/// A polynomial whose first `Pairs` coefficients are pairs and whose others, where a relative error of 2^-53 is
/// small enough, are doubles.
template <std::size_t Pairs, std::size_t Doubles>
struct polynomial {
    double head[Pairs][2];
    double tail[Doubles];
};

/// One step of Horner's scheme, c + t p. The result is not normalised: its low part is the sum of the two low
/// parts, a few units in the last place of the high part, which costs the next step nothing and spares half the
/// time. |c| >= |t p| or c = 0.
inline pair horner_step(pair c, pair t, pair p) noexcept {
    const pair e = two_product(p.hi, t.hi);
    const pair s = fast_two_sum(c.hi, e.hi);
    return {s.hi, fma(p.lo, t.hi, fma(p.hi, t.lo, e.lo + (s.lo + c.lo)))};
}
template <std::size_t Pairs, std::size_t Doubles>
inline pair evaluate(const polynomial<Pairs, Doubles>& coefficients, pair t) noexcept {
    vec<double> last = splat(coefficients.tail[Doubles - 1]);
    for (std::size_t i = Doubles - 1; i-- > 0;) last = fma(last, t.hi, splat(coefficients.tail[i]));
    pair p = {last, vec<double>{}};
    for (std::size_t i = Pairs; i-- > 0;) p = horner_step(pair_of(coefficients.head[i]), t, p);
    return fast_two_sum(p.hi, p.lo);
}

/// A row of a table, which only parts that are no real's make another than 0 to `last`, or NaN: no memory beside the
/// table is read for them.
inline vec<double> row_within(double last, vec<double> row) noexcept {
    return choose(row >= 0.0, choose(row <= last, row, splat(last)), vec<double>{});
}

/// The result where it is finite and not zero; otherwise its high part alone.
inline pair settled(pair result) noexcept {
    const flags usable = is_finite(result.hi) & is_finite(result.lo) & (result.hi != 0.0);
    return {result.hi, choose(usable, result.lo, vec<double>{})};
}
inline pair settled(pair result, flags special, vec<double> value) noexcept {
    return settled({choose(special, value, result.hi), result.lo});
}

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
