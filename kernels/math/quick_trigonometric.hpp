// Sine, cosine, tangent in plain doubles: for |x| up to 2^20, and for what is larger, which takes a closer look.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_floats.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x - n pi/2 for |n| < 2^20, which has no fraction but for a half. Without fma the products with the first two parts
/// of pi/2 are exact, and so are the differences while they have bits in common with what is subtracted. The relative
/// error is 2^-52, however near x is to a multiple.
[[gnu::always_inline]] inline doubles quick_rest(doubles x, doubles n) noexcept {
    if constexpr (has_fma) return fma(n, splat(-half_pi_pair[1]), fma(n, splat(-half_pi_pair[0]), x));
    constexpr double last = half_pi_parts[2] + half_pi_parts[3];
    return (x - n * half_pi_parts[0] - n * half_pi_parts[1]) - n * last;
}
/// sin r for |r| <= pi/2, with the sign of a zero. Relative error 2^-43.6.
[[gnu::always_inline]] inline doubles quick_sine(doubles r) noexcept {
    const doubles square = r * r;
    return r * fused(square, fused_polynomial(square, quick_sin_cubic), splat(1.0));
}

/// A number of turns, of which the last bit counts, and the rest in radians.
struct turned_float {
    doubles rest;
    words number;
};
/// Of finite floats beyond +-2^20, as half turns, or with two `Parts` quarter turns (Payne and Hanek); of a cosine
/// those of x + pi/2. What eight exponents have in common is in the tables, without those bits of 1/pi that give whole
/// turns. The first two products are exact, and so are the differences, unless more than a quarter is left. The third
/// is rounded, and the table ends: that is 2^-78.4 together, and no float is nearer than 2^-31 to a multiple of pi/2.
template <int Parts, bool Cosine>
[[gnu::always_inline]] inline turned_float turns_of_large(doubles x) noexcept {
    const words bits = bits_as<words>(x), group = bits >> 55;
    // Between 2 and 512, and with two parts twice that.
    const doubles scaled = bits_as<doubles>((bits & 0x807fffffffffffff) + ((std::uint64_t{0x400} + (Parts - 1)) << 52));
    const auto [first, second] = of_two_sixteen<quick_turns_first, quick_turns_second>(group);
    const doubles high = scaled * first, low = scaled * second;
    const auto turned = [](doubles turns) __attribute__((always_inline)) { return Cosine ? turns + 0.5 : turns; };
    const doubles shifted = turned(high + low) + 0x1.8p52, n = shifted - 0x1.8p52;
    const doubles rest = fused(scaled, of_sixteen(quick_turns_third, group), turned(high - n) + low);
    return {rest * (2.0 / Parts * half_pi_pair[0]), bits_as<words>(shifted)};
}
/// What `near` says, and of lanes beyond +-2^20 what their bits do.
template <int Parts, bool Cosine>
[[gnu::always_inline]] inline turned_float turns_of_any(doubles x, turned_float near) noexcept {
    if (const truths64 large = magnitude(x) > 0x1p20; any(large)) {
        const turned_float by_bits = turns_of_large<Parts, Cosine>(x);
        near = {choose(large, by_bits.rest, near.rest), choose(large, by_bits.number, near.number)};
    }
    return near;
}

struct quick_trigonometric {
    static constexpr double error = 0x1.8p-44;
    static constexpr bool can_be_tiny = false;
    /// Beyond +-2^20.
    static float_lanes open(vec<float> x) noexcept { return from_on(size_bits(x), 0x49800001); }
};
/// x - n pi, of a cosine x - (n - 1/2) pi, given n + 1.5 * 2^52.
template <bool Cosine>
[[gnu::always_inline]] inline turned_float quick_half_turns(doubles x, doubles shifted) noexcept {
    const doubles n = shifted - 0x1.8p52;
    doubles quarters = n + n;
    if constexpr (Cosine) quarters -= 1.0;
    return {quick_rest(x, quarters), bits_as<words>(shifted)};
}
[[gnu::always_inline]] inline doubles sine_of_half_turns(turned_float turned) noexcept {
    return with_sign(quick_sine(turned.rest), turned.number << 63);
}

#if defined(ZS_ISA_avx512)
/// sin x, or cos x = sin(x + pi/2), for |x| <= 2^16.8: with x = n pi/32 + r the sine of n pi/32, of which the sign is
/// apart, turned by r. |r| is less than 0.054.
///
/// A sine is at most twice the result. The polynomials make 2^-34.6 and 2^-35.6 of that, the low parts of the tables
/// 2^-40; half the square times the sine is rounded 3.5 times. By what the sine is turned is off by what is lost of it,
/// a sixth of the square of which makes another sixth of a rounding.
template <bool Cosine>
[[gnu::always_inline]] inline rounded_floats rounded_sine(floats x) noexcept {
    // Behind the point this sum has no bits, and in the last ones n, for cosines 16 more.
    constexpr float whole = 0x1.8p23f + (Cosine ? 16.0f : 0.0f);
    const floats shifted = fma(x, splat(0x1.45f306p+3f), splat(whole)), n = shifted - whole;
    // Exact, a multiple of 2^-28 or of what x has last.
    const floats first = fma(-n, splat(quick_float_step[0]), x);
    const floats r = fma(-n, splat(quick_float_step[1]), first);
    const floats rest = fma(-n, splat(quick_float_step[2]), fma(-n, splat(quick_float_step[1]), first - r));
    // The difference is exact unless the second part of the steps is more than half of what it leaves. So r may be no
    // less than 2^-21 of x, which no x beyond 2^16.8 is.
    const floats square = r * r;
    const float_lanes near = from_on(fma(x * -0x1p-42f, x, square), 0.0f);

    const auto cell = bits_as<vec<std::uint32_t>>(shifted);
    const floats sine = of_thirty_two(quick_float_sine_high, cell),
                 cosine = of_thirty_two(quick_float_cosine_high, cell);
    const floats high = fma(cosine, r, sine), turned = sine - high, lost = fma(cosine, r, turned);
    const floats low =
        fma(cosine, rest,
            fma(of_thirty_two(quick_float_cosine_low, cell), r, lost + of_thirty_two(quick_float_sine_low, cell)));
    const floats cubic = fma(turned, square * fma_polynomial(square, quick_float_sine), low);
    const floats all_low = fma(sine * square, fma_polynomial(square, quick_float_cosine), cubic);
    const floats error = high * fma(square, splat(0x1.d8p-23f), splat(0x1p-34f));
    rounded_floats y = rounded_sum_within({high, all_low}, error, near);
    y.y = bits_as<floats>(bits_as<vec<std::uint32_t>>(y.y) ^ (cell << 26 & 0x80000000u));
    if constexpr (!Cosine) y.y = choose(x == 0.0f, x, y.y);
    return y;
}
#endif

template <>
struct quick<op::sin> : quick_trigonometric {
    static doubles apply(doubles x) noexcept { return sine_of_half_turns(turns(x)); }
    static doubles of_any(doubles x) noexcept { return sine_of_half_turns(turns_of_any<1, false>(x, turns(x))); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept { return rounded_sine<false>(x); }
#endif

private:
    [[gnu::always_inline]] static turned_float turns(doubles x) noexcept {
        return quick_half_turns<false>(x, fused(x, splat(0x1.45f306dc9c883p-2), splat(0x1.8p52)));
    }
};
template <>
struct quick<op::cos> : quick_trigonometric {
    static doubles apply(doubles x) noexcept { return sine_of_half_turns(turns(x)); }
    static doubles of_any(doubles x) noexcept { return sine_of_half_turns(turns_of_any<1, true>(x, turns(x))); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept { return rounded_sine<true>(x); }
#endif

private:
    [[gnu::always_inline]] static turned_float turns(doubles x) noexcept {
        return quick_half_turns<true>(x, fused(x, splat(0x1.45f306dc9c883p-2), splat(0.5)) + 0x1.8p52);
    }
};
template <>
struct quick<op::tan> : quick_trigonometric {
    static doubles apply(doubles x) noexcept { return of_quarter_turns(turns(x)); }
    static doubles of_any(doubles x) noexcept { return of_quarter_turns(turns_of_any<2, false>(x, turns(x))); }

private:
    [[gnu::always_inline]] static turned_float turns(doubles x) noexcept {
        const doubles shifted = fused(x, splat(0x1.45f306dc9c883p-1), splat(0x1.8p52));
        return {quick_rest(x, shifted - 0x1.8p52), bits_as<words>(shifted)};
    }
    /// tan(r + n pi/2) for |r| <= pi/4, where of n the last bit is a sign.
    [[gnu::always_inline]] static doubles of_quarter_turns(turned_float turned_by) noexcept {
        const doubles r = turned_by.rest;
        const words odd = turned_by.number << 63;
        const doubles square = r * r;
        const doubles sine = r * fused(square, fused_polynomial(square, quick_tan_sine), splat(1.0));
        const doubles cosine = fused(square, fused_polynomial(square, quick_tan_cosine), splat(1.0));
        const auto turned = bits_as<truths64>(odd) < 0;
        return with_sign(choose(turned, cosine, sine) / choose(turned, sine, cosine), odd);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
