// The arithmetic that the float functions are made of: sums and products that keep what rounding loses, polynomials,
// tables, powers of two.
//
// Emulated, an fma would be slower than all the rest. So it stands only where there is another way to the same bits:
// what a product loses. Pairs are those of double_double.hpp; the operations here take a pair of finite numbers that do
// not overflow, and care for nothing else: who calls them sees to infinities, NaN and the sign of zero. All are
// inlined: pairs that are handed over in memory cost more than what is done with them.
#pragma once

#include "kernels/float_bits.hpp"
#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/extremes.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

using doubles = vec<double>;
using floats = vec<float>;
using words = vec<std::uint64_t>;
using truths64 = mask<double>;

/// The same as for other floats, but as words: of signed lanes g++ 12 makes other code of the functions.
[[gnu::always_inline]] inline doubles magnitude(doubles x) noexcept {
    return bits_as<doubles>(bits_as<words>(x) & ~(std::uint64_t{1} << 63));
}
[[gnu::always_inline]] inline words sign_of(doubles x) noexcept { return bits_as<words>(x) & (std::uint64_t{1} << 63); }
[[gnu::always_inline]] inline doubles with_sign(doubles x, words sign) noexcept {
    return bits_as<doubles>(bits_as<words>(x) ^ sign);
}
[[gnu::always_inline]] inline pair with_sign(pair x, words sign) noexcept {
    return {with_sign(x.hi, sign), with_sign(x.lo, sign)};
}
template <class V>
[[gnu::always_inline]] inline V at_most(V x, scalar_of<V> limit) noexcept {
    return at_most(x, V(splat(limit)));
}
template <class V>
[[gnu::always_inline]] inline V at_least(V x, scalar_of<V> limit) noexcept {
    return at_least(x, V(splat(limit)));
}
[[gnu::always_inline]] inline truths64 is_nan(doubles x) noexcept { return x != x; }
/// low < x < infinity
[[gnu::always_inline]] inline truths64 is_finite_above(doubles x, double low) noexcept {
    return (x > low) & (x < std::numeric_limits<double>::infinity());
}
/// x, and a quiet NaN for a signalling one.
[[gnu::always_inline]] inline doubles quieted(doubles x) noexcept { return choose(x == x, x, x + x); }

/// The upper half of the significand, 26 bits; what is left has 27.
[[gnu::always_inline]] inline doubles upper(doubles x) noexcept {
    return bits_as<doubles>(bits_as<words>(x) & ~((std::uint64_t{1} << 27) - 1));
}
/// The same, rounded: what is left has 26 bits, too, and a sign.
[[gnu::always_inline]] inline doubles nearest_upper(doubles x) noexcept {
    return bits_as<doubles>((bits_as<words>(x) + (std::uint64_t{1} << 26)) & ~((std::uint64_t{1} << 27) - 1));
}
/// a * b exactly, where neither it nor its low part leaves the normal numbers; without fma all four products of the
/// halves are exact, and so are their sums (Dekker).
[[gnu::always_inline]] inline pair product(doubles a, doubles b) noexcept {
    const doubles p = a * b;
    if constexpr (has_fma) {
        return {p, fma(a, b, -p)};
    } else {
        const doubles ah = nearest_upper(a), al = a - ah, bh = nearest_upper(b), bl = b - bh;
        return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
    }
}
[[gnu::always_inline]] inline pair product(pair a, doubles b) noexcept {
    const pair p = product(a.hi, b);
    return fast_two_sum(p.hi, p.lo + a.lo * b);
}
[[gnu::always_inline]] inline pair product(pair a, pair b) noexcept {
    const pair p = product(a.hi, b.hi);
    return fast_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
/// Of pairs whose sum does not cancel; else its error is relative to the greater of the two.
[[gnu::always_inline]] inline pair sum(pair a, pair b) noexcept {
    const pair s = two_sum(a.hi, b.hi);
    return fast_two_sum(s.hi, s.lo + (a.lo + b.lo));
}
[[gnu::always_inline]] inline pair sum(pair a, doubles b) noexcept {
    const pair s = two_sum(a.hi, b);
    return fast_two_sum(s.hi, s.lo + a.lo);
}
[[gnu::always_inline]] inline pair sum(pair a, double b) noexcept { return sum(a, splat(b)); }
[[gnu::always_inline]] inline pair difference(pair a, pair b) noexcept { return sum(a, {-b.hi, -b.lo}); }
[[gnu::always_inline]] inline pair quotient(pair a, pair b) noexcept {
    const doubles inverse = 1.0 / b.hi;
    const doubles q = a.hi * inverse;
    const pair back = product(q, b.hi);
    return fast_two_sum(q, (((a.hi - back.hi) - back.lo) + (a.lo - q * b.lo)) * inverse);
}
/// Of zero: zero.
[[gnu::always_inline]] inline pair root(pair a) noexcept {
    const doubles s = sqrt(a.hi);
    const pair back = product(s, s);
    const doubles lo = (((a.hi - back.hi) - back.lo) + a.lo) / (s + s);
    return {s, choose(a.hi == 0.0, doubles{}, lo)};
}
[[gnu::always_inline]] inline pair half_of(pair a) noexcept { return {0.5 * a.hi, 0.5 * a.lo}; }
/// The pair as one double; where the low part was lost to an infinity or a NaN, the high part.
[[gnu::always_inline]] inline doubles joined(pair a) noexcept { return choose(a.lo - a.lo == 0.0, a.hi + a.lo, a.hi); }

template <std::size_t First, std::size_t Step, std::size_t N>
[[gnu::always_inline]] inline doubles horner(doubles x, const double (&c)[N]) noexcept {
    if constexpr (First + Step < N) return c[First] + x * horner<First + Step, Step>(x, c);
    else return splat(c[First]);
}
/// c[0] + c[1] x + c[2] x^2 ..., as two chains that run side by side.
template <std::size_t N>
[[gnu::always_inline]] inline doubles polynomial(doubles x, const double (&c)[N]) noexcept {
    return horner<0, 2>(x * x, c) + x * horner<1, 2>(x * x, c);
}

// Integers |n| < 8192 in registers are words of n + 8192.
inline constexpr std::uint64_t integer_bias = 8192;
/// The nearest integer, as a double and as a biased integer.
struct rounded {
    doubles number;
    words biased;
};
[[gnu::always_inline]] inline rounded nearest_integer(doubles x) noexcept {
    // Behind the point this sum has no bits.
    const doubles shifted = x + (0x1.8p52 + static_cast<double>(integer_bias));
    return {shifted - (0x1.8p52 + static_cast<double>(integer_bias)), bits_as<words>(shifted) & 0x3fff};
}
[[gnu::always_inline]] inline words biased(std::uint64_t n) noexcept { return splat(n + integer_bias); }
[[gnu::always_inline]] inline doubles number_of(words n) noexcept {
    return carried(n) - (two_52 + static_cast<double>(integer_bias));
}
/// 2^n for -1022 <= n <= 1023.
[[gnu::always_inline]] inline doubles power_of_two(words n) noexcept {
    return bits_as<doubles>((n - (integer_bias - 1023)) << 52);
}
/// x * 2^n for |n| <= 4000, rounded once where x is not below the normal numbers. Of four factors only the last one
/// that matters can round.
[[gnu::always_inline]] inline doubles scaled(doubles x, words n) noexcept {
    const words quarter = (n + 3 * integer_bias) >> 2;  // of n, biased
    const doubles factor = power_of_two(quarter);
    const doubles last = power_of_two(n + 3 * integer_bias - 3 * quarter);
    return x * factor * factor * factor * last;
}
/// The same for a pair x > 0, rounded once below the normal numbers, too.
[[gnu::always_inline]] inline doubles scaled(pair x, words n) noexcept {
    // Next to 2^-1022 2^-n the pair has as many bits as the result.
    const words exponent = splat<std::uint64_t>(2 * integer_bias - 1022) - n;
    const words most = splat<std::uint64_t>(integer_bias + 200), least = splat<std::uint64_t>(integer_bias - 200);
    const words cut = choose(exponent < most, exponent, most);
    const doubles least_normal = power_of_two(choose(cut > least, cut, least));
    const pair s = fast_two_sum(least_normal, x.hi);
    const doubles short_of_bits = (s.hi + (s.lo + x.lo)) - least_normal;
    return scaled(choose(x.hi < least_normal, short_of_bits, x.hi), n);
}

/// x = significand * 2^exponent with a significand in [1, 2); subnormal numbers too.
struct decomposed {
    doubles significand;
    words exponent;
};
[[gnu::always_inline]] inline decomposed decompose(doubles x) noexcept {
    const truths64 tiny = magnitude(x) < 0x1p-1022;
    const words bits = bits_as<words>(choose(tiny, x * 0x1p54, x));
    const words exponent =
        (bits >> 52 & 0x7ff) + (integer_bias - 1023) - choose(tiny, splat<std::uint64_t>(54), words{});
    return {bits_as<doubles>((bits & 0x800fffffffffffffu) | 0x3ff0000000000000u), exponent};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
