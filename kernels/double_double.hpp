// Arithmetic on pairs hi + lo of doubles, 106 significant bits.
//
// Algorithms and bounds (u = 2^-53): Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic", ACM TOMS 44 (2017); for the square root Lefevre, Louvet, Muller,
// Picot, Rideau, "Accurate calculation of Euclidean norms using double-word arithmetic", ACM TOMS 49 (2023).
// The algorithms assume that nothing overflows. Where something does, their low part is NaN; the leading
// operation on the high parts then has the IEEE answer, and the low part is 0.
#pragma once

#include "kernels/element.hpp"
#include "kernels/simd/arithmetic.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

using pair = double_double_reg;

template <class M>
[[gnu::always_inline]] inline pair choose(M where, pair x, pair y) noexcept {
    return {choose(where, x.hi, y.hi), choose(where, x.lo, y.lo)};
}

/// hi + lo = a + b exactly, for any a and b (Knuth).
inline pair two_sum(vec<double> a, vec<double> b) noexcept {
    const vec<double> s = a + b;
    const vec<double> b_part = s - a;
    const vec<double> a_part = s - b_part;
    return {s, (a - a_part) + (b - b_part)};
}
/// The same where |a| >= |b| or a = 0 (Dekker).
inline pair fast_two_sum(vec<double> a, vec<double> b) noexcept {
    const vec<double> s = a + b;
    return {s, b - (s - a)};
}
inline pair two_product(vec<double> a, vec<double> b) noexcept {
    const vec<double> p = a * b;
    return {p, fma(a, b, -p)};
}

inline mask<double> is_finite(vec<double> x) noexcept {
    const auto exponent = bits_as<vec<std::int64_t>>(x) & 0x7ff0000000000000;
    return exponent != 0x7ff0000000000000;
}

/// `result`, unless it left the finite numbers or is zero: then `leading`, the IEEE result of the high parts,
/// which has the right infinity, NaN or sign of zero.
inline pair settle(pair result, vec<double> leading) noexcept {
    const mask<double> usable = is_finite(result.hi) & is_finite(result.lo) & (result.hi != 0.0) & is_finite(leading);
    return {choose(usable, result.hi, leading), choose(usable, result.lo, vec<double>{})};
}

/// Algorithm 6 (AccurateDWPlusDW): relative error <= 3u^2 / (1 - 4u).
inline pair add(pair x, pair y) noexcept {
    const pair s = two_sum(x.hi, y.hi);
    const pair t = two_sum(x.lo, y.lo);
    const pair v = fast_two_sum(s.hi, s.lo + t.hi);
    const pair z = fast_two_sum(v.hi, t.lo + v.lo);
    // A sum that overflows only once the low parts are in is the infinity in v; -0 + -0 is the -0 in s.
    const vec<double> leading = choose(is_finite(s.hi) & (s.hi != 0.0), v.hi, s.hi);
    return settle(z, leading);
}
inline pair negate(pair x) noexcept { return {-x.hi, 0.0 - x.lo}; }

/// Algorithm 10 (DWTimesDW1): relative error <= 5u^2. Of the three products it is the one that does not care
/// which operand comes first.
inline pair multiply(pair x, pair y) noexcept {
    const pair c = two_product(x.hi, y.hi);
    const vec<double> cross = x.hi * y.lo + x.lo * y.hi;
    return settle(fast_two_sum(c.hi, c.lo + cross), c.hi);
}

/// Remainders of quotients and roots lie 2^-106 below the operand: of one below 2^-968 they would be less than the
/// least double.
inline mask<double> is_small(vec<double> x) noexcept { return (x < 0x1p-800) & (x > -0x1p-800); }
/// Those times 2^200, which is exact; the others as they are.
struct scaled_operand {
    pair x;
    mask<double> is_scaled;

    explicit scaled_operand(pair given) noexcept : is_scaled(is_small(given.hi)) {
        const vec<double> up = choose(is_scaled, splat(0x1p200), splat(1.0));
        x = {given.hi * up, given.lo * up};
    }
};

/// Algorithm 17 (DWDivDW2): relative error <= 15u^2 + 56u^3. Not settled.
inline pair plain_quotient(pair x, pair y, vec<double> q) noexcept {
    const pair c = two_product(y.hi, q);
    const pair r = fast_two_sum(c.hi, fma(y.lo, q, c.lo));
    const vec<double> remainder = (x.hi - r.hi) + (x.lo - r.lo);
    return fast_two_sum(q, remainder / y.hi);
}
[[gnu::noinline]] inline pair divide_scaled(pair x, pair y) noexcept {
    const scaled_operand by(x);
    const vec<double> q = by.x.hi / y.hi, down = choose(by.is_scaled, splat(0x1p-200), splat(1.0));
    const pair z = plain_quotient(by.x, y, q);
    // Added once more, because a subnormal low part is rounded.
    return settle(fast_two_sum(z.hi * down, z.lo * down), q * down);
}
inline pair divide(pair x, pair y) noexcept {
    if (any(is_small(x.hi))) [[unlikely]]
        return divide_scaled(x, y);
    const vec<double> q = x.hi / y.hi;
    return settle(plain_quotient(x, y, q), q);
}

/// Algorithm SQRTDWtoDW: relative error <= 25/8 u^2. Not settled.
inline pair plain_root(pair x, vec<double> s) noexcept {
    const vec<double> rest = x.lo + fma(-s, s, x.hi);
    return fast_two_sum(s, rest / (s + s));
}
[[gnu::noinline]] inline pair scaled_root(pair x) noexcept {
    const scaled_operand by(x);
    const vec<double> s = sqrt(by.x.hi), down = choose(by.is_scaled, splat(0x1p-100), splat(1.0));
    const pair z = plain_root(by.x, s);
    return settle({z.hi * down, z.lo * down}, s * down);
}
inline pair square_root(pair x) noexcept {
    if (any(is_small(x.hi))) [[unlikely]]
        return scaled_root(x);
    const vec<double> s = sqrt(x.hi);
    return settle(plain_root(x, s), s);
}

inline mask<double> less(pair x, pair y) noexcept { return (x.hi < y.hi) | ((x.hi == y.hi) & (x.lo < y.lo)); }
inline mask<double> equal(pair x, pair y) noexcept { return (x.hi == y.hi) & (x.lo == y.lo); }

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
