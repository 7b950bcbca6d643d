// Arc sine, cosine and tangent: all by the arc tangent of a quotient of pairs.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// atan(y / x) for finite y, x >= 0, not both 0.
[[gnu::always_inline]] inline pair arc_of_quotient(pair y, pair x) noexcept {
    const truths64 steep = y.hi > x.hi;
    const pair small = choose(steep, x, y), great = choose(steep, y, x);
    // atan(small/great) = atan(c) + atan((small - c great) / (great + c small)) with c = j/16 near small/great.
    const rounded j = nearest_integer(16.0 * (small.hi / great.hi));
    const doubles c = 0.0625 * j.number;
    const pair u = quotient(difference(small, product(great, c)), sum(great, product(small, c)));
    const doubles square = u.hi * u.hi;
    const words index = j.biased - integer_bias;
    const pair table = {look_up<2>(atan_table, index, 0), look_up<2>(atan_table, index, 1)};
    const pair angle = sum(table, fast_two_sum(u.hi, u.lo + square * u.hi * polynomial(square, atan_cubic)));
    const pair half_pi = {splat(half_pi_pair[0]), splat(half_pi_pair[1])};
    return choose(steep, difference(half_pi, angle), angle);
}
/// |x|; 1 for what has no arc sine.
[[gnu::always_inline]] inline doubles within_one(doubles x) noexcept {
    const doubles size = magnitude(x);
    return choose(size < 1.0, size, splat(1.0));
}
[[gnu::always_inline]] inline pair one_minus(doubles x) noexcept { return two_sum(splat(1.0), -x); }
[[gnu::always_inline]] inline pair one_plus(doubles x) noexcept { return two_sum(splat(1.0), x); }

template <>
struct body<op::atan> {
    static doubles apply(doubles x) noexcept {
        // Beyond 2^60 the answer is pi/2 rounded; below 2^-60 it is x.
        const doubles size = magnitude(x);
        const doubles usual = choose(size < 0x1p60, size, splat(0x1p60));
        const doubles y = arc_of_quotient({usual, doubles{}}, {splat(1.0), doubles{}}).hi;
        return choose((size < 0x1p-60) | is_nan(x), quieted(x), with_sign(y, sign_of(x)));
    }
};
template <>
struct body<op::asin> {
    static doubles apply(doubles x) noexcept {
        const doubles size = within_one(x);
        const pair cosine = root(product(one_minus(size), one_plus(size)));
        const doubles y = choose(size < 0x1p-60, size, arc_of_quotient({size, doubles{}}, cosine).hi);
        return choose(magnitude(x) <= 1.0, with_sign(y, sign_of(x)), not_a_number());
    }
};
template <>
struct body<op::acos> {
    static doubles apply(doubles x) noexcept {
        const doubles size = within_one(x);
        const pair sine = root(product(one_minus(size), one_plus(size)));
        const pair y = arc_of_quotient(sine, {choose(size < 0x1p-60, doubles{}, size), doubles{}});
        const pair pi = {splat(2 * half_pi_pair[0]), splat(2 * half_pi_pair[1])};
        return choose(magnitude(x) <= 1.0, choose(x < 0.0, difference(pi, y).hi, y.hi), not_a_number());
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
