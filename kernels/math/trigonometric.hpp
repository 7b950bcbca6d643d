// Sine, cosine, tangent. The whole range is reduced by a multiple of pi/2 to a pair, so that Sin(1e300) is as good as
// Sin(1).
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/masks.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x = quadrant * pi/2 + rest modulo 2 pi, |rest| <= pi/4 and a little; of the quadrant the last two bits count.
struct reduced {
    pair rest;
    words quadrant;
};
/// For |x| <= 2^20 (Cody and Waite).
[[gnu::always_inline]] inline reduced reduce_moderate(doubles x) noexcept {
    const doubles shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;
    const doubles n = shifted - 0x1.8p52;
    const pair s = two_sum(x - n * half_pi_parts[0], -(n * half_pi_parts[1]));
    const pair t = two_sum(s.hi, -(n * half_pi_parts[2]));
    return {fast_two_sum(t.hi, (s.lo + t.lo) - n * half_pi_parts[3]), bits_as<words>(shifted)};
}

/// Each 32 bits of the table with the next.
struct pairs_of_two_over_pi {
    std::uint64_t of[std::size(two_over_pi) - 1];
};
inline constexpr pairs_of_two_over_pi two_over_pi_pairs = [] {
    pairs_of_two_over_pi made{};
    for (std::size_t i = 0; i < std::size(made.of); ++i) {
        made.of[i] = std::uint64_t{two_over_pi[i]} << 32 | two_over_pi[i + 1];
    }
    return made;
}();
/// Its bits from `at` on, 32 of them, `w` times 32 later.
[[gnu::always_inline]] inline words bits_of_two_over_pi(words at, std::size_t w) noexcept {
    return (gathered(two_over_pi_pairs.of + w, at >> 5) << (at & 31)) >> 32;
}

/// For 2^20 <= |x| (Payne and Hanek): x is an integer times 2^e. Of 2/pi * 2^e those bits are multiplied that weigh
/// less than 4 (the others give whole turns), 192 of them, modulo 4.
[[gnu::noinline]] reduced reduce_large(doubles x) noexcept {
    const words bits = bits_as<words>(x);
    const words integer = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    const words low = integer & 0xffffffffu, high = integer >> 32;
    // The bit that weighs 2 is bit e - 2 behind the point of 2/pi; the table starts 64 zeros earlier.
    const words at = (bits >> 52 & 0x7ff) - (1023 + 52 + 2) + 64;
    // digit[0] is the most significant of the result, modulo 2^192.
    words factor[6], digit[6] = {};
    for (std::size_t w = 0; w < 6; ++w) factor[w] = bits_of_two_over_pi(at, w);
    for (std::size_t w = 0; w < 6; ++w) {
        const words p = product_of_halves(factor[w], low);
        digit[w] += p & 0xffffffffu;
        if (w > 0) digit[w - 1] += p >> 32;
        if (w > 0) {
            const words q = product_of_halves(factor[w], high);
            digit[w - 1] += q & 0xffffffffu;
            if (w > 1) digit[w - 2] += q >> 32;
        }
    }
    for (std::size_t w = 5; w > 0; --w) {
        digit[w - 1] += digit[w] >> 32;
        digit[w] &= 0xffffffffu;
    }
    // The fraction without the two bits of the quadrant, as a signed number: between -1/2 and 1/2.
    words fraction[4];
    for (std::size_t w = 0; w < 4; ++w) fraction[w] = (digit[w] << 2 | digit[w + 1] >> 30) & 0xffffffffu;
    const words negative = fraction[0] >> 31;
    const doubles top = word_as_double(fraction[0] ^ 0x80000000u) - 0x1p31;
    const pair upper_half = fast_two_sum(top * 0x1p-32, word_as_double(fraction[1]) * 0x1p-64);
    const pair lower_half = fast_two_sum(word_as_double(fraction[2]) * 0x1p-96, word_as_double(fraction[3]) * 0x1p-128);
    const pair turns = sum(upper_half, lower_half);
    const pair rest = product(turns, pair{splat(half_pi_pair[0]), splat(half_pi_pair[1])});
    const words sign = sign_of(x);
    const words quadrant = (digit[0] >> 30) + negative;
    return {with_sign(rest, sign), choose(sign == 0, quadrant, words{} - quadrant)};
}
/// The same for what is not below 2^20, whatever it is: of infinities and NaN the rest is NaN.
[[gnu::always_inline]] inline reduced reduce_beyond_moderate(doubles x) noexcept {
    const truths64 usable = (magnitude(x) > 0x1p20) & is_finite(x);
    const reduced by_bits = reduce_large(choose(usable, x, splat(0x1p21)));
    return {choose(usable, by_bits.rest, pair{not_a_number(), not_a_number()}), by_bits.quadrant};
}
[[gnu::always_inline]] inline reduced reduce(doubles x) noexcept {
    const truths64 large = magnitude(x) > 0x1p20;
    reduced r = reduce_moderate(choose(large, doubles{}, x));
    if (any(large)) [[unlikely]] {
        const reduced by_bits = reduce_beyond_moderate(x);
        r.rest = choose(large, by_bits.rest, r.rest);
        r.quadrant = choose(large, by_bits.quadrant, r.quadrant);
    }
    return r;
}

[[gnu::always_inline]] inline pair sin_of_rest(pair r, doubles square) noexcept {
    const doubles cube = square * r.hi * polynomial(square, sin_cubic);
    return fast_two_sum(r.hi, cube + (r.lo - 0.5 * square * r.lo));
}
[[gnu::always_inline]] inline pair cos_of_rest(pair r, pair square) noexcept {
    const pair s = fast_two_sum(splat(1.0), -0.5 * square.hi);
    const doubles quartic = square.hi * square.hi * polynomial(square.hi, cos_quartic);
    return fast_two_sum(s.hi, s.lo + (quartic - (0.5 * square.lo + r.hi * r.lo)));
}
struct sine_and_cosine {
    pair sine, cosine;
};
[[gnu::always_inline]] inline sine_and_cosine of_rest(pair r) noexcept {
    const pair square = product(r.hi, r.hi);
    return {sin_of_rest(r, square.hi), cos_of_rest(r, square)};
}
[[gnu::always_inline]] inline doubles sine_by_quadrant(const reduced& r, std::uint64_t turned) noexcept {
    const sine_and_cosine of = of_rest(r.rest);
    const words quadrant = r.quadrant + turned;
    return with_sign(choose((quadrant & 1) == 0, of.sine.hi, of.cosine.hi), (quadrant >> 1 & 1) << 63);
}
template <>
struct body<op::sin> {
    static doubles apply(doubles x) noexcept { return choose(x == 0.0, x, sine_by_quadrant(reduce(x), 0)); }
};
template <>
struct body<op::cos> {
    static doubles apply(doubles x) noexcept { return sine_by_quadrant(reduce(x), 1); }
};
template <>
struct body<op::tan> {
    static doubles apply(doubles x) noexcept {
        const reduced r = reduce(x);
        const sine_and_cosine of = of_rest(r.rest);
        const truths64 even = (r.quadrant & 1) == 0;
        const pair y =
            quotient(choose(even, of.sine, pair{-of.cosine.hi, -of.cosine.lo}), choose(even, of.cosine, of.sine));
        return choose(x == 0.0, x, y.hi);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
