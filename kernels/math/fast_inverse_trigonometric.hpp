// The arc functions in floats.
#pragma once

#include "kernels/math/fast_root.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Greatest error: 1.51 units in the last place.
template <>
struct fast<op::atan> {
    /// pi/2 - atan(1/x) for x > 1, with pi/2 in two parts.
    static floats apply(floats x) noexcept {
        const floats size = magnitude(x);
        const masks32 is_large = size > 1.0f;
        const floats t = choose(is_large, -1.0f / size, size), square = t * t;
        const floats y =
            fma(t * square, fma_polynomial(square, fast_atan_tail), choose(is_large, t - 0x1.777a5cp-25f, t));
        return with_sign(choose(is_large, y + 0x1.921fb6p0f, y), sign_of(x));
    }
};

/// asin |x| = first + rest up to 1/2, above it pi/2 + first + rest: then -2 asin(sqrt((1 - |x|)/2)).
struct fast_arc {
    masks32 is_beyond_1, is_large;
    floats first, rest;

    /// `correction` is added to the rest above 1/2.
    [[gnu::always_inline]] explicit fast_arc(floats x, float correction) noexcept {
        const floats size = in_register(magnitude(x)), minus = size - 1.0f;
        is_large = size > 0.5f;
        is_beyond_1 = size > 1.0f;
        // The root without its instruction, which takes longer than everything else: y is about sqrt(2/(1 - |x|)).
        // What this start is greater by is for `minus` without its sign, and for the 2.
        const floats y = inverse_root_estimate<0x5f3759dfu + 0x40000000u + 0x00400000u>(minus);
        const floats twice = minus * y, e = fma(twice, y, splat(2.0f));
        // Of (1 - e/2)^(-1/2) - 1.
        static constexpr float slope[] = {fast_root_slope[0] / 2, fast_root_slope[1] / 4, fast_root_slope[2] / 8,
                                          fast_root_slope[3] / 16};
        const floats lost = fma(twice, e * fma_horner(e, slope), splat(correction));
        first = choose(is_large, twice, size);
        const floats more = choose(is_large, lost, floats{}), square = choose(is_large, minus * -0.5f, size * size);
        rest = fma((first + more) * square, fma_horner(square, fast_asin_tail), more);
    }
};

/// 1.94 units.
template <>
struct fast<op::asin> {
    static floats apply(floats x) noexcept {
        const fast_arc arc(x, -0x1.777a5cp-25f);
        const floats y = choose(arc.is_large, arc.first + 0x1.921fb6p0f, arc.first) + arc.rest;
        return with_sign(choose(arc.is_beyond_1, splat(std::numeric_limits<float>::quiet_NaN()), y), sign_of(x));
    }
};

/// 1.57 units.
template <>
struct fast<op::acos> {
    static floats apply(floats x) noexcept {
        const fast_arc arc(x, 0.0f);
        // pi/2 - asin |x|, or pi less that for x < 0: the first part is then the sum's negative.
        const integers32 sign = sign_of(x) ^ sign_of(splat(-0.0f));
        const floats start =
            choose(arc.is_large, choose(x < 0.0f, splat(0x1.921fb6p1f), floats{}), splat(0x1.921fb6p0f));
        const floats y = (start + with_sign(arc.first, sign)) + with_sign(arc.rest, sign);
        return choose(arc.is_beyond_1, splat(std::numeric_limits<float>::quiet_NaN()), y);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
