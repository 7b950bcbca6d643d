// The arc functions in floats.
#pragma once

#include "kernels/math/fast.hpp"

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

/// asin |x| = first + rest up to 1/2, above it pi/2 + first + rest: then -2 asin(sqrt((1 - |x|)/2)). Above 1 the root
/// is NaN.
struct fast_arc {
    masks32 is_large;
    floats first, rest;

    /// `correction` is added to the rest above 1/2.
    [[gnu::always_inline]] explicit fast_arc(floats x, float correction) noexcept {
        const floats size = magnitude(x);
        is_large = size > 0.5f;
        const floats square = choose(is_large, fma(size, splat(-0.5f), splat(0.5f)), size * size);
        first = choose(is_large, sqrt(square) * -2.0f, size);
        rest = fma(first * square, fma_horner(square, fast_asin_tail), choose(is_large, splat(correction), floats{}));
    }
};

/// 1.28 units.
template <>
struct fast<op::asin> {
    static floats apply(floats x) noexcept {
        // pi/2 in two parts, the first so small that its sum is below 1 where the result is.
        const fast_arc arc(x, 0x1.0fdaa2p-7f);
        const floats y = choose(arc.is_large, arc.first + 0x1.9p0f, arc.first) + arc.rest;
        return with_sign(y, sign_of(x));
    }
};

/// 1.53 units.
template <>
struct fast<op::acos> {
    static floats apply(floats x) noexcept {
        const fast_arc arc(x, 0.0f);
        // pi/2 - asin |x|, or pi less that for x < 0: the first part is then the sum's negative.
        const integers32 sign = sign_of(x) ^ sign_of(splat(-0.0f));
        const floats start =
            choose(arc.is_large, choose(x < 0.0f, splat(0x1.921fb6p1f), floats{}), splat(0x1.921fb6p0f));
        return (start + with_sign(arc.first, sign)) + with_sign(arc.rest, sign);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
