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

/// Remainders of quotients and roots have half as many binary places again as the operand: of one below 2^-968 they
/// would be less than the least double. Those are scaled, which is exact.
struct small_operand {
    vec<double> up, down;

    /// By 2^200 and by 2^(-200 / order).
    small_operand(vec<double> x, double order) noexcept {
        const mask<double> is_small = (x < 0x1p-800) & (x > -0x1p-800);
        up = choose(is_small, splat(0x1p200), splat(1.0));
        down = choose(is_small, splat(order == 2 ? 0x1p-100 : 0x1p-200), splat(1.0));
    }
};

/// Algorithm 17 (DWDivDW2): relative error <= 15u^2 + 56u^3.
inline pair divide(pair x, pair y) noexcept {
    const small_operand scale(x.hi, 1);
    const vec<double> high = x.hi * scale.up;
    const vec<double> q = high / y.hi;
    const pair c = two_product(y.hi, q);
    const pair r = fast_two_sum(c.hi, fma(y.lo, q, c.lo));
    const vec<double> remainder = (high - r.hi) + (x.lo * scale.up - r.lo);
    const pair z = fast_two_sum(q, remainder / y.hi);
    // Once more, because a subnormal low part is rounded.
    return settle(fast_two_sum(z.hi * scale.down, z.lo * scale.down), q * scale.down);
}

/// Algorithm SQRTDWtoDW: relative error <= 25/8 u^2.
inline pair square_root(pair x) noexcept {
    const small_operand scale(x.hi, 2);
    const vec<double> high = x.hi * scale.up;
    const vec<double> s = sqrt(high);
    const vec<double> rest = x.lo * scale.up + fma(-s, s, high);
    const pair z = fast_two_sum(s, rest / (s + s));
    return settle({z.hi * scale.down, z.lo * scale.down}, s * scale.down);
}

inline mask<double> less(pair x, pair y) noexcept { return (x.hi < y.hi) | ((x.hi == y.hi) & (x.lo < y.lo)); }
inline mask<double> equal(pair x, pair y) noexcept { return (x.hi == y.hi) & (x.lo == y.lo); }

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
