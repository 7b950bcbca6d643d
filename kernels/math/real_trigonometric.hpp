// sin, cos and tan of double-doubles, for arguments of any size.
//
// |x| = q pi/2 + r with |r| <= pi/4. A pair can be as near to a multiple of pi/2 as 2^-106 of its size, and what is
// left then must have 106 bits again. Below 2^20 it is a difference in many parts; from there on x 2/pi modulo 4 is
// computed in integers to 2^-265: the bits of 2/pi are stored, and of each part of x only those are multiplied that
// neither make multiples of 4 nor are too small.
#pragma once

#include "kernels/math/real_tables.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

using words = vec<std::uint64_t>;

/// Limbs of 32 bits: 2 bits before the binary point, the most significant limb first.
inline constexpr std::size_t turn_limbs = 10;
inline constexpr int two_over_pi_zeros = 352;

/// Adds x 2/pi modulo 4 to `limbs`, which are sums that have not been carried yet.
inline void add_quarter_turns(vec<double> x, vec<std::int64_t> (&limbs)[turn_limbs]) noexcept {
    // |x| = (low + 2^32 high) 2^exponent, low < 2^32, high < 2^21.
    const auto bits = bits_as<words>(x);
    const auto biased = bits_as<vec<std::int64_t>>((bits >> 52) & 0x7ffu);
    const auto exponent = biased - 1075;
    // What is smaller than 2^-340 does not reach the last limb.
    const flags counts = exponent >= -340;
    const auto significand = choose(counts, (bits & 0xfffffffffffffu) | 0x10000000000000u, words{});
    const words low = significand & 0xffffffffu, high = significand >> 32;
    const flags negative = bits_as<vec<std::int64_t>>(bits) < 0;

    // The first bit of 2/pi that makes less than multiples of 4 has the weight 2^(1 - exponent).
    const auto first = choose(counts, exponent, vec<std::int64_t>{}) + (two_over_pi_zeros - 2);
    const auto word = bits_as<words>(first) >> 5;
    const auto shift = bits_as<words>(first & 31);
    words window[turn_limbs + 2];
    vec<std::int64_t> previous = {};
    for (std::size_t i = 0; i < turn_limbs + 3; ++i) {
        vec<std::int64_t> next;
        for (std::size_t lane = 0; lane < lanes<double>; ++lane) {
            next[lane] = two_over_pi[word[lane] + i];
        }
        if (i > 0) window[i - 1] = (bits_as<words>((previous << 32) | next) << shift >> 32) & 0xffffffffu;
        previous = next;
    }
    for (std::size_t i = 0; i < turn_limbs; ++i) {
        // window[i] stands for 32 bits whose product with `low` ends at limb i, that with `high` at limb i - 1.
        const words a = window[i] * low, b = window[i + 1] * low;
        const words c = window[i + 1] * high, d = window[i + 2] * high;
        const auto made = bits_as<vec<std::int64_t>>((a & 0xffffffffu) + (b >> 32) + (c & 0xffffffffu) + (d >> 32));
        limbs[i] += choose(negative, -made, made);
    }
}

struct turned {
    pair r;
    vec<std::int64_t> quadrant;
};

/// For finite x >= 0: x - quadrant pi/2, modulo 2 pi. Relative error about 8u^2.
[[gnu::noinline]] turned reduced_turn(pair x) noexcept {
    vec<std::int64_t> limbs[turn_limbs] = {};
    add_quarter_turns(x.hi, limbs);
    add_quarter_turns(x.lo, limbs);

    // Carries, which may be negative: made positive for the shift.
    constexpr std::int64_t bias = std::int64_t{1} << 40;
    words digits[turn_limbs];
    vec<std::int64_t> carry = {};
    for (std::size_t i = turn_limbs; i-- > 0;) {
        const auto total = bits_as<words>(limbs[i] + carry + bias);
        digits[i] = total & 0xffffffffu;
        carry = bits_as<vec<std::int64_t>>(total >> 32) - (bias >> 32);
    }
    // To the nearest quarter turn; what is left as magnitude and sign.
    const auto nearest = bits_as<vec<std::int64_t>>((digits[0] + 0x20000000u) >> 30);
    const flags below = (bits_as<vec<std::int64_t>>(digits[0]) & 0x20000000) != 0;
    digits[0] = digits[0] & 0x3fffffffu;
    words borrow = {};
    pair leading = {};
    vec<double> rest = {};
    for (std::size_t i = turn_limbs; i-- > 0;) {
        const words full = splat<std::uint64_t>(i == 0 ? 0x40000000u : std::uint64_t{1} << 32);
        const words complement = full - digits[i] - borrow;
        const words kept = complement & (full - 1);
        borrow = choose(below, choose(complement == full, words{}, words{} + 1), words{});
        digits[i] = choose(below, kept, digits[i]);
    }
    double weight = 0x1p-30;
    for (std::size_t i = 0; i < turn_limbs; ++i, weight *= 0x1p-32) {
        const vec<double> part = from_integer(bits_as<vec<std::int64_t>>(digits[i])) * weight;
        const pair s = two_sum(leading.hi, part);
        const pair t = two_sum(leading.lo, s.lo);
        leading = {s.hi, t.hi};
        rest += t.lo;
    }
    const pair fraction = fast_two_sum(leading.hi, leading.lo + rest);
    const pair r = accurate_product(fraction, pair_of(half_pi));
    return {{choose(below, -r.hi, r.hi), choose(below, -r.lo, r.lo)}, nearest & 3};
}

/// The same for 0 <= x < 2^20: x - k pi/2 in four levels, the error of each sum going to the next.
[[gnu::noinline]] turned reduced_near_turn(pair x) noexcept {
    const vec<double> k = nearest_integer(x.hi * two_over_pi_rounded);
    const pair fifth = two_product(k, splat(half_pi_pieces[4]));
    // The first difference is exact.
    vec<double> level[4] = {x.hi - k * half_pi_pieces[0], {}, {}, {}};
    const vec<double> terms[] = {-(k * half_pi_pieces[1]), x.lo,      -(k * half_pi_pieces[2]),
                                 -(k * half_pi_pieces[3]), -fifth.hi, -fifth.lo,
                                 -(k * half_pi_pieces[5])};
    for (const vec<double>& term : terms) {
        vec<double> rest = term;
        for (std::size_t i = 0; i < 3; ++i) {
            const pair s = two_sum(level[i], rest);
            level[i] = s.hi;
            rest = s.lo;
        }
        level[3] += rest;
    }
    // Next to a multiple of pi/2 the leading levels have cancelled.
    const pair c = two_sum(level[2], level[3]);
    const pair b = two_sum(level[1], c.hi);
    const pair a = two_sum(level[0], b.hi);
    const pair leading = two_sum(a.hi, a.lo + b.lo);
    return {fast_two_sum(leading.hi, leading.lo + c.lo), to_integer(k) & 3};
}

/// For finite x: its magnitude's r and quadrant.
inline turned turn(pair x) noexcept {
    const pair m = magnitude(x);
    const flags small = m.hi <= quarter_pi, large = m.hi >= 0x1p20;
    turned t = {m, {}};
    if (any(~small & ~large)) {
        const turned near = reduced_near_turn(choose(large, pair{}, m));
        t = {choose(small, m, near.r), choose(small, vec<std::int64_t>{}, near.quadrant)};
    }
    if (any(large)) {
        const turned far = reduced_turn(m);
        t = {choose(large, far.r, t.r), choose(large, far.quadrant, t.quadrant)};
    }
    return t;
}

/// The cosine of r where `cosine`, else the sine; |r| <= 0.79. Relative error about 6u^2.
[[gnu::noinline]] pair sine_or_cosine(pair r, flags cosine) noexcept {
    const pair z = accurate_product(r, r);
    constexpr std::size_t doubles = 6, pairs = 8;
    const auto one_of = [cosine](double c, double s) { return choose(cosine, splat(c), splat(s)); };
    vec<double> last = one_of(cos_rest.tail[doubles - 1], sin_rest.tail[doubles - 1]);
    for (std::size_t i = doubles - 1; i-- > 0;) last = fma(last, z.hi, one_of(cos_rest.tail[i], sin_rest.tail[i]));
    pair p = {last, vec<double>{}};
    for (std::size_t i = pairs; i-- > 0;) {
        const pair c = {one_of(cos_rest.head[i][0], sin_rest.head[i][0]),
                        one_of(cos_rest.head[i][1], sin_rest.head[i][1])};
        p = horner_step(c, z, p);
    }
    // 1 + z (...) or r + r z (...)
    const pair base = choose(cosine, pair_of(1.0, 0.0), r);
    return ordered_sum(base, accurate_product(base, accurate_product(z, fast_two_sum(p.hi, p.lo))));
}

/// Infinities and NaN have no sine; the sine of 0 is that 0.
inline pair settled_turn(pair result, pair x, bool odd) noexcept {
    result = settled(result, ~is_finite(x.hi), not_a_number());
    return odd ? choose(x.hi == 0.0, {x.hi, vec<double>{}}, result) : result;
}
inline pair finite_part(pair x) noexcept { return choose(is_finite(x.hi), x, pair{}); }

inline pair sin(pair x) noexcept {
    const turned t = turn(finite_part(x));
    const pair s = sine_or_cosine(t.r, (t.quadrant & 1) != 0);
    const flags flip = (t.quadrant & 2) != 0;
    return settled_turn(with_sign({choose(flip, -s.hi, s.hi), choose(flip, -s.lo, s.lo)}, x.hi), x, true);
}
inline pair cos(pair x) noexcept {
    const turned t = turn(finite_part(x));
    const pair s = sine_or_cosine(t.r, (t.quadrant & 1) == 0);
    const flags flip = ((t.quadrant + 1) & 2) != 0;
    return settled_turn({choose(flip, -s.hi, s.hi), choose(flip, -s.lo, s.lo)}, x, false);
}
inline pair tan(pair x) noexcept {
    const turned t = turn(finite_part(x));
    const flags odd = (t.quadrant & 1) != 0;
    const pair above = sine_or_cosine(t.r, odd);
    const pair below = sine_or_cosine(t.r, ~odd);
    pair result = accurate_quotient(above, below);
    // A small argument is its own tangent, and its quotient by 1 would lose a subnormal part.
    result = choose(magnitude(t.r.hi) < 0x1p-60, choose(odd, result, t.r), result);
    const pair flipped = {choose(odd, -result.hi, result.hi), choose(odd, -result.lo, result.lo)};
    return settled_turn(with_sign(flipped, x.hi), x, true);
}

template <>
struct real_body<op::sin> {
    static pair apply(pair x, const double*) noexcept { return reals::sin(x); }
};
template <>
struct real_body<op::cos> {
    static pair apply(pair x, const double*) noexcept { return reals::cos(x); }
};
template <>
struct real_body<op::tan> {
    static pair apply(pair x, const double*) noexcept { return reals::tan(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
