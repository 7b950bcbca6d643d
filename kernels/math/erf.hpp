// The error function, and the complement that keeps its digits where erf is nearly 1.
#pragma once

#include "kernels/math/exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// significand * 2^exponent
struct scaled_pair {
    pair significand;
    words exponent;
};
/// c + q s. The low part collects what rounding loses, beside the chain of the high parts and not in it.
[[gnu::always_inline]] inline pair compensated_step(pair q, pair s, double c) noexcept {
    const pair p = product(q.hi, s.hi);
    const pair t = two_sum(p.hi, splat(c));
    return {t.hi, q.hi * s.lo + (q.lo * s.hi + (p.lo + t.lo))};
}
/// c[First] + q (c[First + 1] + q (...)), the steps before `Plain` with compensation: where terms of like size
/// alternate, doubles lose a bit or two.
template <std::size_t Plain, std::size_t First = 0, std::size_t N>
[[gnu::always_inline]] inline pair compensated_polynomial(pair q, const double (&c)[N]) noexcept {
    const doubles square = q.hi * q.hi;
    if constexpr (First == Plain) {
        return {horner<First, 2>(square, c) + q.hi * horner<First + 1, 2>(square, c), doubles{}};
    } else return compensated_step(q, compensated_polynomial<Plain, First + 1>(q, c), c[First]);
}

/// erfc(z) for z >= 0, given z^2 as well: what is lost in z^2 is lost in the result many times. From z = 28 on it
/// counts as 28: e^-784 is below every number, also times 1e308. Relative error 2^-53.5; if `Precise`, 2^-57.
template <bool Precise = false>
[[gnu::always_inline]] inline scaled_pair erfc_parts(pair z, pair square) noexcept {
    const truths64 usual = z.hi < 28.0;
    z = choose(usual, z, pair{splat(28.0), doubles{}});
    const pair centre = {splat(erfc_centre[0]), splat(erfc_centre[1])};
    const pair g = [&] {
        if constexpr (Precise) {
            const pair q = quotient(sum(z, -4.0), sum(z, 4.0));
            const pair whole = compensated_step(q, compensated_polynomial<6>(q, erfc_slope), erfc_centre[0]);
            return fast_two_sum(whole.hi, whole.lo + erfc_centre[1]);
        } else {
            const doubles q = (z.hi - 4.0) / (z.hi + 4.0);
            return fast_two_sum(centre.hi, centre.lo + q * polynomial(q, erfc_slope));
        }
    }();
    const exponential e = exp_parts({-square.hi, -square.lo});
    const pair below = sum({z.hi + z.hi, z.lo + z.lo}, 1.0);
    return {product(quotient(g, below), e.significand()), e.exponent};
}

/// erf(z) for 0 <= z <= 0.53, given z^2 as well.
[[gnu::always_inline]] inline pair erf_near_zero(pair z, doubles square) noexcept {
    const pair linear = product(pair{splat(two_over_root_pi[0]), splat(two_over_root_pi[1])}, z);
    return fast_two_sum(linear.hi, linear.lo + square * z.hi * polynomial(square, erf_cubic));
}
/// Where erf goes over from one way to the other.
inline constexpr double erf_border = 0.5;

/// The pair as plain numbers; powers below 2^-200 count as that, where it is added to something near 1.
[[gnu::always_inline]] inline pair beside_one(scaled_pair s) noexcept {
    const doubles power =
        power_of_two(choose(s.exponent > integer_bias - 200, s.exponent, splat<std::uint64_t>(integer_bias - 200)));
    return {power * s.significand.hi, power * s.significand.lo};
}

template <>
struct body<op::erf> {
    static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 28.0);
        const pair square = product(size, size);
        const doubles near = erf_near_zero({size, doubles{}}, square.hi).hi;
        const pair complement = beside_one(erfc_parts({size, doubles{}}, square));
        const doubles far = sum({-complement.hi, -complement.lo}, 1.0).hi;
        // Next to zero the low parts of products would be lost below the normal numbers.
        const pair tiny = product(pair{splat(two_over_root_pi[0]), splat(two_over_root_pi[1])}, size * 0x1p600);
        const doubles y = choose(size < erf_border, choose(size < 0x1p-500, tiny.hi * 0x1p-600, near), far);
        return with_sign(y, sign_of(x));
    }
};
template <>
struct body<op::erfc> {
    static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 28.0);
        const pair square = product(size, size);
        const scaled_pair tail = erfc_parts<true>({size, doubles{}}, square);
        // 1 - erf(x) next to zero, 2 - erfc(-x) left of it.
        constexpr double border = 0.25;
        const pair near = with_sign(erf_near_zero({size, doubles{}}, square.hi), sign_of(x));
        const pair beyond = beside_one(tail);
        const doubles above =
            choose(size < border, sum({-near.hi, -near.lo}, 1.0).hi, sum({-beyond.hi, -beyond.lo}, 2.0).hi);
        return choose(x >= border, scaled(tail.significand, tail.exponent), above);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
