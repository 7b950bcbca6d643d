// Arc sine, cosine and tangent of doubles.
#pragma once

#include "kernels/math/direct_root.hpp"
#include "kernels/math/inverse_trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// asin(size) = arc + rest for size <= 1/2, else pi/2 - 2 (arc + rest), which is pi/2 - 2 asin(sqrt((1 - size)/2)).
struct direct_arc {
    truths64 steep;
    doubles arc, rest;
};
[[gnu::always_inline]] inline direct_arc direct_arc_of_sine(doubles size) noexcept {
    const truths64 steep = size > 0.5;
    const doubles half = fma(size, splat(-0.5), splat(0.5));
    const doubles root = sqrt(half);
    // What the root is short of is half a unit in its last place, and the guess good enough for that; of zero it is 0.
    const doubles short_of = fma(-root, root, half) * (0.5 * guessed_inverse_root(half));
    const doubles arc = choose(steep, root, size);
    const doubles square = choose(steep, half, size * size);
    return {steep, arc,
            fma(arc * square, fma_polynomial(square, direct_asin_cubic), choose(steep, short_of, doubles{}))};
}

template <>
struct direct<op::asin> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const direct_arc a = direct_arc_of_sine(magnitude(x));
        const doubles twice = a.arc + a.arc;
        const doubles high = direct_half_pi[0] - twice;
        const doubles low = fma(splat(-2.0), a.rest, ((direct_half_pi[0] - high) - twice) + direct_half_pi[1]);
        return with_sign(choose(a.steep, high + low, a.arc + a.rest), sign_of(x));
    }
};
template <>
struct direct<op::acos> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        // pi/2 - asin x, and 2 (...) or pi - 2 (...).
        const direct_arc a = direct_arc_of_sine(magnitude(x));
        const words sign = sign_of(x) ^ bits_as<words>(choose(a.steep, doubles{}, splat(-0.0)));
        const doubles factor = with_sign(choose(a.steep, splat(2.0), splat(1.0)), sign);
        const pair from = {
            choose(a.steep, choose(x < 0.0, splat(2 * direct_half_pi[0]), doubles{}), splat(direct_half_pi[0])),
            choose(a.steep, choose(x < 0.0, splat(2 * direct_half_pi[1]), doubles{}), splat(direct_half_pi[1]))};
        const doubles high = fma(factor, a.arc, from.hi);
        return high + fma(factor, a.rest, fma(factor, a.arc, from.hi - high) + from.lo);
    }
};

template <>
struct direct<op::atan> {
    /// atan c + atan((x - c)/(1 + x c)); the difference is exact, the error of the quotient is taken into account.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 0x1p100);
        const words index = bits_as<words>(at_most(at_least(size, 0x1p-4), 15.0)) >> 51;
        const doubles c = of_sixteen(direct_atan_middle, index);
        const doubles above = size - c, below = fma(size, c, splat(1.0));
        const doubles inverse = 1.0 / below;
        const doubles t = above * inverse;
        const doubles below_rest = fma(size, c, 1.0 - below);
        const doubles rest = fma(-t, below_rest, fma(-t, below, above));
        const doubles square = t * t;
        const auto [angle, angle_low] = of_two_sixteen<direct_atan_high, direct_atan_low>(index);
        const pair s = fast_two_sum(angle, t);
        const doubles low = fma(rest, inverse, s.lo + angle_low);
        return with_sign(s.hi + fma(t * square, fma_polynomial(square, direct_atan_cubic), low), sign_of(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
