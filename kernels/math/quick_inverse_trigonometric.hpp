// Arc sine, cosine and tangent in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_floats.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
/// pi/2 in two parts. The first is a multiple of 2^-22, as what is first of the arcs of c: those, or twice those, put
/// to it or to its double make no error.
inline constexpr float quarter_turn_high = 0x1.921fb4p+0f,
                       quarter_turn_low = static_cast<float>(half_pi_pair[0] - quarter_turn_high);

/// n x + base, for every lane.
struct turned_by {
    floats n;
    float_pair base;

    [[gnu::always_inline]] floats scaled(floats x) const noexcept { return n * x; }
    [[gnu::always_inline]] floats high(floats x) const noexcept { return fma(n, x, base.high); }
    [[gnu::always_inline]] floats low(floats x) const noexcept { return fma(n, x, base.low); }
};
/// pi/2 - Times x in the lanes `among`, in others x.
template <int Times, class Lanes>
struct turned_among {
    Lanes among;

    [[gnu::always_inline]] floats scaled(floats x) const noexcept { return choose(among, x * float{-Times}, x); }
    [[gnu::always_inline]] floats high(floats x) const noexcept { return from(quarter_turn_high, x); }
    [[gnu::always_inline]] floats low(floats x) const noexcept { return from(quarter_turn_low, x); }

private:
    [[gnu::always_inline]] floats from(float base, floats x) const noexcept {
        return choose(among, fma(x, splat(float{-Times}), splat(base)), x);
    }
};
/// What `turned` makes of top + slope h + small, of which top is the greatest part or 0.
template <class Turned>
[[gnu::always_inline]] inline float_pair turned_line(const Turned& turned, floats top, floats slope, floats h,
                                                     floats small) noexcept {
    const floats first = turned.high(top), steep = turned.scaled(slope), high = fma(steep, h, first);
    return {high, fma(steep, h, first - high) + turned.low(small)};
}

/// atan t for t + rest from 0 to 1 by a series about a c near t, in pairs of floats, and what `turned` makes of it.
/// With u = h / (1 + c^2) for the distance h from c it is
///   atan c + u - c u^2 + (c^2 - 1/3) u^3 + (c - c^3) u^4 + (c^4 - 2 c^2 + 1/5) u^5 - c u^6,
/// which is what is first in the next factor, and less than 5 times 2^-40 of the whole is left out.
///
/// h is exact, and its product with the slope is off by 4 in these units. The square's term is rounded by 64 next to
/// 1/62, where it is the greatest part, and what is small by 8; what is second of the arc of c, 2^-23 or less, by 1: 89
/// in all, 2^-33.5.
template <class Turned>
[[gnu::always_inline]] inline float_pair arc_tangent_in_floats(floats t, floats rest, const Turned& turned) noexcept {
    // Behind the point this sum has no bits.
    const auto index = bits_as<vec<std::uint32_t>>(fma(t, splat(31.0f), splat(0x1.8p23f)));
    const auto look_up = [index](const float(&table)[32]) __attribute__((always_inline)) {
        return of_thirty_two(table, index);
    };
    const floats c = look_up(quick_float_atan_center), slope = look_up(quick_float_atan_slope);
    const floats h = t - c, u = slope * (h + rest), square = c * c;
    const floats fifth = fma(square, square - 2.0f, splat(0.2f)), fourth = fma(-square, c, c);
    const floats third = square - 0x1.555556p-2f;
    const floats factor = fma(u, fma(u, fma(u, fma(-u, c, fifth), fourth), third), -c);
    const floats small = fma(u * u, factor, fma(slope, rest, look_up(quick_float_atan_low)));
    return turned_line(turned, look_up(quick_float_atan_high), slope, h, small);
}
#endif
template <>
struct quick<op::atan> : odd_function {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
#if defined(ZS_ISA_avx512)
        // atan c + atan (x - c)/(1 + c x) for a c nearby, of which there are 16: 0, and 2^90 for what is far from 0.
        const words cell = bits_as<words>(at_least(at_most(x, 12.0), 0x1p-4)) >> 51;
        const doubles size = at_most(x, 0x1p100), c = of_sixteen(quick_atan_middle, cell);
        const doubles t = (size - c) / fused(c, size, splat(1.0)), square = t * t;
        const doubles arc = fused(t * square, fused_polynomial(square, quick_atan_cubic), t);
        return of_sixteen(quick_atan_of_middle, cell) + arc;
#else
        // pi/2 - atan(1/x) beyond 1
        const truths64 steep = x > 1.0;
        const doubles t = choose(steep, splat(-1.0), x) / choose(steep, x, splat(1.0));
        return fused(t, fused_polynomial(t * t, quick_atan), choose(steep, splat(half_pi_pair[0]), doubles{}));
#endif
    }
#if defined(ZS_ISA_avx512)
    /// From 1 on pi/2 - atan(1/x), whose error is no more of what is no less; from 2^60 on 1/x is out of sight.
    static rounded_floats rounded(vec<float> x) noexcept {
        const floats size = at_most(in_register(bits_as<floats>(size_bits(x))), 0x1p60f);
        const float_lanes steep = from_on(size, 1.0f);
        const floats q = reciprocal_estimate(size), one = splat(1.0f);
        const floats inverse = fma(q, fma(-size, q, one), q);
        const floats t = choose(steep, inverse, size);
        const floats rest = choose(steep, fma(-size, inverse, one) * inverse, floats{});
        const rounded_floats found =
            rounded_sum(arc_tangent_in_floats(t, rest, turned_among<1, float_lanes>{steep}), 89 * 0x1p-40f);
        return {finished<float>(found.y, x), found.certain};
    }
#endif
};

/// Of |x| <= 1/2 asin |x|; else asin sqrt((1 - |x|)/2), which is (pi/2 - asin |x|) / 2. NaN beyond 1.
[[gnu::always_inline]] inline doubles quick_arc(doubles size, truths64 great) noexcept {
    const doubles square = choose(great, fused(size, splat(-0.5), splat(0.5)), size * size);
    return sqrt(square) * fused_polynomial(square, quick_asin);
}
#if defined(ZS_ISA_avx512)
/// The same by a series about a c near t, in pairs of floats, and what `turned` makes of the arc. In units of 2^-40 the
/// arc has an error of 13.5 at most, and a relative one of 45. What twice the arc leaves of pi/2, which is 0.52 or
/// more, has a relative error of 60 with two roundings of 2; 64 are 2^-34.
///
/// h, the distance from c, is exact but for what the root is short of, which has an error of 1.4 and makes one of 3.2
/// of the square of h. That is rounded by 1.5, its factor by 1.1, what comes of both and the last sum by 1 each. The
/// series leaves out 4.3, of arcs below 0.05 2^-34.9. What is second of the arc of c, 2^-23 or less, is rounded by
/// 2^-8, which is a quarter of a unit of the least arcs.
template <class Turned>
[[gnu::always_inline]] inline float_pair arc_in_floats(floats size, mask<float> great, const Turned& turned) noexcept {
    const floats square = fma(size, splat(-0.5f), splat(0.5f));
    // That of zero is infinite.
    const floats inverse = at_most(reciprocal_root_estimate(square), 0x1p60f), half = 0.5f * inverse;
    const floats root = square * inverse;
    const floats t = choose(great, fma(fma(-root, root, square), half, root), size);
    const floats rest = choose(great, fma(-t, t, square) * half, floats{});

    // Behind the point this sum has no bits.
    const auto index = bits_as<vec<std::uint32_t>>(fma(t, splat(62.0f), splat(0x1.8p23f)));
    const auto look_up = [index](const float(&table)[32]) __attribute__((always_inline)) {
        return of_thirty_two(table, index);
    };
    const floats h = t - look_up(quick_float_asin_center), all = h + rest;
    const floats slope = look_up(quick_float_asin_slope);
    const floats factor = fma(fma(all, look_up(quick_float_asin_fourth), look_up(quick_float_asin_cubic)), all,
                              look_up(quick_float_asin_square));
    const floats small = fma(all * all, factor, fma(slope, rest, look_up(quick_float_asin_low)));
    return turned_line(turned, look_up(quick_float_asin_high), slope, h, small);
}
#endif
template <>
struct quick<op::asin> : odd_function {
    /// Just above 1/2 what is subtracted from pi/2 is twice the result.
    static constexpr double error = 0x1.2p-43;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const truths64 great = x > 0.5;
        const doubles arc = quick_arc(x, great);
        return choose(great, fused(arc, splat(-2.0), splat(half_pi_pair[0])), arc);
    }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept {
        const floats size = in_register(bits_as<floats>(size_bits(x)));
        const auto great = size > 0.5f;
        const rounded_floats y = rounded_sum(arc_in_floats(size, great, turned_among<2, mask<float>>{great}), 0x1p-34f);
        return {finished<float>(y.y, x), y.certain};
    }
#endif
};
template <>
struct quick<op::acos> {
    static constexpr double error = 0x1.4p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(x);
        const truths64 great = size > 0.5;
        const doubles arc = quick_arc(size, great);
        // pi/2 - asin x; 2 arc above 1/2, pi - 2 arc below -1/2.
        const doubles base =
            choose(great, choose(x < 0.0, splat(2 * half_pi_pair[0]), doubles{}), splat(half_pi_pair[0]));
        return fused(with_sign(choose(great, splat(2.0), splat(-1.0)), sign_of(x)), arc, base);
    }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept {
        const floats size = in_register(bits_as<floats>(size_bits(x)));
        const auto great = size > 0.5f, negative = x < 0.0f;
        const auto from = [&](float quarter_turn) __attribute__((always_inline)) {
            return choose(great, choose(negative, splat(2 * quarter_turn), floats{}), splat(quarter_turn));
        };
        const floats size_of_factor = choose(great, splat(2.0f), splat(-1.0f));
        const floats factor = choose(negative, -size_of_factor, size_of_factor);
        const float_pair base = {from(quarter_turn_high), from(quarter_turn_low)};
        return rounded_sum(arc_in_floats(size, great, turned_by{factor, base}), 0x1p-34f);
    }
#endif
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
