// The reciprocal of the square root, and the cube root, of doubles: a guess by the bits, and two steps of Newton's
// kind. No division and no root: where eight lanes are divided one after the other they take longer than all of this.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/root.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// 1/sqrt(x) for normal x > 0, off by 3.5 % of it or less.
[[gnu::always_inline]] inline doubles guessed_inverse_root(doubles x) noexcept {
    return bits_as<doubles>(direct_inverse_root_guess - (bits_as<words>(x) >> 1));
}
/// Off by 2^-20.
[[gnu::always_inline]] inline doubles near_inverse_root_by_bits(doubles x) noexcept {
    const doubles y = guessed_inverse_root(x);
    return y * fma_polynomial(fma(-(x * y), y, splat(1.0)), direct_inverse_root);
}
/// sqrt(x.hi + x.lo) for x.hi = 0 or normal and positive, below 2^1000; to 2^-100.
[[gnu::always_inline]] inline pair direct_root(pair x) noexcept {
    const doubles near = near_inverse_root_by_bits(x.hi);
    const doubles e = fma(-(x.hi * near), near, splat(1.0));
    const doubles inverse = fma(near * e, fma(e, splat(0.375), splat(0.5)), near);
    const doubles root = x.hi * inverse;
    return {root, (fma(-root, root, x.hi) + x.lo) * (0.5 * inverse)};
}

template <>
struct direct<op::rsqrt> {
    static direct_range range(doubles x) noexcept { return {x, 0x1p-960, std::numeric_limits<double>::infinity()}; }
    static truths64 ends(doubles x) noexcept { return ~is_finite_above(x, 0.0); }
    static doubles limit(doubles x) noexcept { return limit_of_inverse_root(x); }
    /// The last step's error is computed exactly, and what is left after it is 5/16 of its cube: 2^-59.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles near = near_inverse_root_by_bits(x);
        const doubles root = x * near;
        const doubles e = fma(-fma(x, near, -root), near, fma(-root, near, splat(1.0)));
        return fma(near * e, fma(e, splat(0.375), splat(0.5)), near);
    }
};

template <>
struct direct<op::cbrt> {
    static direct_range range(doubles x) noexcept { return {magnitude(x), 0x1p-960, 0x1p1000}; }
    static truths64 ends(doubles x) noexcept { return ~(is_finite(x) & (x != 0.0)); }
    static doubles limit(doubles x) noexcept { return x + x; }
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(x);
        // By the upper half of the bits; behind this sum's point there are none.
        const doubles third = fma(word_as_double(bits_as<words>(size) >> 32), splat(-1.0 / 3.0),
                                  splat(direct_inverse_cube_root_guess + 0x1.8p52));
        const doubles guess = bits_as<doubles>(bits_as<words>(third) << 32);
        const doubles near =
            guess * fma_polynomial(fma(-(size * guess), guess * guess, splat(1.0)), direct_inverse_cube_root);
        const doubles e = fma(-(size * near), near * near, splat(1.0));
        const doubles inverse = fma(near * e, splat(1.0 / 3.0), near);
        // Off by 2^-36; the next step of Newton's iteration leaves the square of that.
        const doubles square = inverse * inverse;
        const doubles y = size * square;
        const pair squared = product(y, y), cubed = product(squared.hi, y);
        const doubles rest = fma(-squared.lo, y, (size - cubed.hi) - cubed.lo);
        return with_sign(fma(rest * square, splat(1.0 / 3.0), y), sign_of(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
