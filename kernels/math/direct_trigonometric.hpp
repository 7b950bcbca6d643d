// Sine, cosine and tangent of doubles.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x = n pi/2 / Parts + rest for 0 <= x <= 2^20, where Parts is a power of two, 8 at most; of n the last bits are in
/// `quadrant`. The rest's low part may be as much as 2^-27 of it. The first product is taken from x exactly: where it
/// is not zero the difference is at most pi/4 and a multiple of 2^-56, of which the second product's last bit is a
/// part, so that their sum has an exact rest, whichever is the greater.
template <int Parts>
[[gnu::always_inline]] inline reduced direct_reduce_moderate(doubles x) noexcept {
    constexpr double part = 1.0 / Parts;
    const doubles shifted = fma(x, splat(Parts * 0x1.45f306dc9c883p-1), splat(0x1.8p52));
    const doubles n = shifted - 0x1.8p52;
    const doubles first = fma(n, splat(part * -direct_half_pi[0]), x);
    const pair second = product(n, splat(part * direct_half_pi[1]));
    const pair s = fast_two_sum(first, -second.hi);
    return {{s.hi, fma(n, splat(part * -direct_half_pi[2]), s.lo - second.lo)}, bits_as<words>(shifted)};
}
/// Of any |x|.
template <int Parts>
[[gnu::always_inline]] inline reduced direct_reduce(doubles size) noexcept {
    reduced r = direct_reduce_moderate<Parts>(size);
    if (const truths64 large = size > 0x1p20; any(large)) [[unlikely]] {
        reduced by_bits = reduce_beyond_moderate(size);
        if constexpr (Parts > 1) {
            const reduced within = direct_reduce_moderate<Parts>(by_bits.rest.hi);
            by_bits = {{within.rest.hi, within.rest.lo + by_bits.rest.lo}, by_bits.quadrant * Parts + within.quadrant};
        }
        r.rest = choose(large, by_bits.rest, r.rest);
        r.quadrant = choose(large, by_bits.quadrant, r.quadrant);
    }
    return r;
}

/// sin(size + turned pi/16) = s + (c sin r + s (cos r - 1)). Of s + c r, of which the second is at most half of the
/// first or the first is 0, what the sum is short of comes out exactly.
[[gnu::always_inline]] inline doubles direct_sine(doubles size, std::uint64_t turned, words sign) noexcept {
    const reduced reduced_by = direct_reduce<8>(size);
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
        const reduced r = direct_reduce<8>(magnitude(x));
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
