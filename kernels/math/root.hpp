// The cube root and the reciprocal of the square root: an approximation, and what it lacks by the exact power of it.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct body<op::cbrt> {
    static doubles apply(doubles x) noexcept {
        // x = m 8^third with m from 1 to 8
        const decomposed d = decompose(magnitude(x));
        const doubles exponent = number_of(d.exponent);
        const rounded third = nearest_integer((exponent - 1.0) * (1.0 / 3.0));
        const doubles left = exponent - 3.0 * third.number;
        const truths64 is_one = left == 1.0, is_two = left == 2.0;
        const doubles m = d.significand * choose(is_two, splat(4.0), choose(is_one, splat(2.0), splat(1.0)));
        const doubles factor =
            choose(is_two, splat(inverse_cube_roots[2]), choose(is_one, splat(inverse_cube_roots[1]), splat(1.0)));

        // m^(-1/3) = w (1 - h)^(-1/3) with h = 1 - m w^3, to 2^-49.
        const doubles w = factor * polynomial(d.significand, inverse_cube_root);
        const doubles h = 1.0 - m * (w * w) * w;
        const doubles inverse = w + w * h * (1.0 / 3.0 + (2.0 / 9.0) * h);
        // The next step of Newton's iteration leaves 2^-98 of y = m^(1/3).
        const doubles y = m * inverse * inverse;
        const pair cube = product(product(y, y), y);
        const doubles rest = (m - cube.hi) - cube.lo;
        const doubles root = y + rest * (inverse * inverse * (1.0 / 3.0));
        const truths64 ordinary = is_finite(x) & (x != 0.0);
        return choose(ordinary, with_sign(root * power_of_two(third.biased), sign_of(x)), x + x);
    }
};

/// 1/sqrt(x) of all but positive finite numbers.
template <class V>
[[gnu::always_inline]] inline V limit_of_inverse_root(V x) noexcept {
    using number = scalar_of<V>;
    return choose(x < number{0}, V(splat(std::numeric_limits<number>::quiet_NaN())), number{1} / x);
}
template <>
struct body<op::rsqrt> {
    static doubles apply(doubles x) noexcept {
        // x = m 4^half with m from 1 to 4
        const decomposed d = decompose(x);
        const words half = (d.exponent + integer_bias) >> 1;
        const doubles m = d.significand * choose((d.exponent & 1) == 0, splat(1.0), splat(2.0));
        const doubles y = 1.0 / sqrt(m);
        const pair one = product(product(y, y), m);
        const doubles rest = (1.0 - one.hi) - one.lo;
        // Next to 1 what is left decides ties.
        const doubles root = y + y * (rest * (0.5 + 0.375 * rest));
        return choose(is_finite_above(x, 0.0), root * power_of_two(2 * biased(0) - half), limit_of_inverse_root(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
