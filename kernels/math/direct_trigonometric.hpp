// Sine, cosine and tangent of doubles.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x = n pi/16 + rest for |x| <= 2^20; of n the last bits are in `quadrant`. The rest's low part may be as much as
/// 2^-27 of it. The first product is taken from x exactly: where it is not zero the difference is at most pi/4 and a
/// multiple of 2^-56, of which the second product's last bit is a part, so that their sum has an exact rest, whichever
/// is the greater.
[[gnu::always_inline]] inline reduced direct_reduce_moderate(doubles x) noexcept {
    const doubles shifted = fma(x, splat(8 * 0x1.45f306dc9c883p-1), splat(0x1.8p52));
    const doubles n = shifted - 0x1.8p52;
    const doubles first = fma(n, splat(-0.125 * direct_half_pi[0]), x);
    const pair second = product(n, splat(0.125 * direct_half_pi[1]));
    const pair s = fast_two_sum(first, -second.hi);
    return {{s.hi, fma(n, splat(-0.125 * direct_half_pi[2]), s.lo - second.lo)}, bits_as<words>(shifted)};
}

/// The bits of 16/pi from 2^39 on, from the last byte to the first.
inline constexpr std::size_t direct_turns_bytes = 160;
struct bytes_of_turns {
    std::uint8_t of[direct_turns_bytes];
};
inline constexpr bytes_of_turns direct_turns = [] {
    bytes_of_turns made{};
    for (std::size_t bit = 0; bit < 8 * direct_turns_bytes; ++bit) {
        // Of 2/pi they are from 2^36 on, and the table has 2^63 first.
        const std::size_t from = bit + (63 - 36);
        if (from >= 32 * std::size(two_over_pi) || (two_over_pi[from / 32] >> (31 - from % 32) & 1) == 0) continue;
        made.of[direct_turns_bytes - 1 - bit / 8] |= std::uint8_t(0x80 >> bit % 8);
    }
    return made;
}();
/// n 2^Exponent for n < 2^52.
template <int Exponent>
[[gnu::always_inline]] inline doubles scaled_word(words n) noexcept {
    constexpr std::uint64_t bits = std::uint64_t{1023 + 52 + Exponent} << 52;
    return bits_as<doubles>(n | bits) - __builtin_bit_cast(double, bits);
}
/// What is left when reduce_beyond_moderate() has taken whole quarter turns.
[[gnu::noinline]] reduced direct_reduce_near(doubles size) noexcept {
    const reduced quarters = reduce_beyond_moderate(size), within = direct_reduce_moderate(quarters.rest.hi);
    return {{within.rest.hi, within.rest.lo + quarters.rest.lo}, quarters.quadrant * 8 + within.quadrant};
}
/// The same for 2^20 < size, infinity included, of which the rest is NaN (Payne and Hanek). `scaled` is between 2 and
/// 512 and a multiple of 2^-51; size = scaled 2^(8 (j - 128)), and of 16/pi 2^(8 (j - 128)) those 156 bits are
/// multiplied that weigh less than 2^56: the others give 32 steps, a whole turn. First 52, whose product is at most
/// 2^65 and its low part 2^11, then 52, 2^13 and 2^-41, then 52, 2^-39.
///
/// What is `turned` is a multiple of 2^-7 at least. So its sum with `fine`, without whole steps, is exact when that is
/// 1 or more. What the sums of the low parts and the third product are rounded by, and what the bits that are left out
/// would add, is less than 2^-90 of a step. Where the rest is not at least 2^-26 of one, or `fine` is less than 1,
/// which happens once in 2^13, it is made again with all the bits.
[[gnu::noinline]] reduced direct_reduce_large(doubles size) noexcept {
    const words bits = bits_as<words>(size);
    const doubles scaled = bits_as<doubles>((bits & 0x7fffffffffffff) | 0x4000000000000000);
    const four_registers of_turns = rows_of_four(direct_turns.of, (direct_turns_bytes - 32 + 130) - (bits >> 55));
    const words first = of_turns.of[3], second = of_turns.of[2], third = of_turns.of[1];
    const pair high = product(scaled, scaled_word<4>(first >> 12));
    const pair middle = product(scaled, scaled_word<-48>((first & 0xfff) << 40 | second >> 24));
    const doubles low = scaled * scaled_word<-100>((second & 0xffffff) << 28 | third >> 36);
    // Without multiples of 2^13.
    const doubles turned = high.hi - ((high.hi + 0x1.8p65) - 0x1.8p65);
    const pair fine = two_sum(middle.hi, high.lo);
    const doubles shifted = (turned + fine.hi) + 0x1.8p52;
    const doubles step = (turned - (shifted - 0x1.8p52)) + fine.hi;
    const pair steps = fast_two_sum(step + (size - size), fine.lo + (middle.lo + low));
    const pair rest = product(steps.hi, splat(0.125 * half_pi_pair[0]));
    reduced r = {{rest.hi, rest.lo + (steps.hi * (0.125 * half_pi_pair[1]) + steps.lo * (0.125 * half_pi_pair[0]))},
                 bits_as<words>(shifted)};
    const truths64 near = (magnitude(step) < 0x1p-26) | (magnitude(fine.hi) < 1.0);
    if (any(near)) [[unlikely]] {
        const reduced nearer = direct_reduce_near(size);
        r = {choose(near, nearer.rest, r.rest), choose(near, nearer.quadrant, r.quadrant)};
    }
    return r;
}
/// Of any |x|.
[[gnu::always_inline]] inline reduced direct_reduce(doubles size) noexcept {
    reduced r = direct_reduce_moderate(size);
    if (const truths64 large = size > 0x1p20; any(large)) [[unlikely]] {
        const reduced by_bits = direct_reduce_large(choose(large, size, splat(0x1p21)));
        r.rest = choose(large, by_bits.rest, r.rest);
        r.quadrant = choose(large, by_bits.quadrant, r.quadrant);
    }
    return r;
}

/// sin(size + turned pi/16) = s + (c sin r + s (cos r - 1)). Of s + c r, of which the second is at most half of the
/// first or the first is 0, what the sum is short of comes out exactly.
[[gnu::always_inline]] inline doubles direct_sine(doubles size, std::uint64_t turned, words sign) noexcept {
    const reduced reduced_by = direct_reduce(size);
    const words steps = reduced_by.quadrant + turned;
    const doubles r = reduced_by.rest.hi;
    const auto [s, c] = of_two_sixteen<direct_sin_high, direct_cos_high>(steps);
    const auto [s_low, c_low] = of_two_sixteen<direct_sin_low, direct_cos_low>(steps);
    const doubles z = r * r;
    const doubles cubic = fma(r * z, fma_polynomial(z, direct_sin_cubic), reduced_by.rest.lo);
    const doubles less = fma(z * z, fma_polynomial(z, direct_cos_quartic), -0.5 * z);
    const doubles high = fma(c, r, s);
    const doubles low = fma(c, cubic, fma(s, less, fma(c, r, s - high) + fma(c_low, r, s_low)));
    return with_sign(high + low, (steps >> 4 << 63) ^ sign);
}

template <>
struct direct<op::sin> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept { return direct_sine(magnitude(x), 0, sign_of(x)); }
};
template <>
struct direct<op::cos> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept { return direct_sine(magnitude(x), 8, words{}); }
};
template <>
struct direct<op::tan> {
    /// (s + c t) / (c - s t) with t = tan r: both are sums of one of the table's numbers and one that is at most half
    /// of it, so that what the sum is short of comes out exactly.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const reduced r = direct_reduce(magnitude(x));
        const doubles z = r.rest.hi * r.rest.hi;
        const pair t = fast_two_sum(r.rest.hi, fma(r.rest.hi * z, fma_polynomial(z, direct_tan_cubic), r.rest.lo));
        const auto [s, c] = of_two_sixteen<direct_tan_sine_high, direct_tan_cosine_high>(r.quadrant);
        const auto [s_low, c_low] = of_two_sixteen<direct_tan_sine_low, direct_tan_cosine_low>(r.quadrant);
        const doubles above = fma(c, t.hi, s), below = fma(-s, t.hi, c);
        const doubles above_rest = fma(c, t.lo, fma(c, t.hi, s - above) + s_low);
        const doubles below_rest = fma(-s, t.lo, fma(-s, t.hi, c - below) + c_low);
        const doubles inverse = 1.0 / below;
        const doubles q = above * inverse;
        const doubles rest = fma(-q, below, above) + fma(-q, below_rest, above_rest);
        return with_sign(fma(rest, inverse, q), sign_of(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
