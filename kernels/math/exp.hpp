// e^x to more than a double's precision, in the pieces that everything with an exponential in it is put together from.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^x = (1 + less_one) * 2^exponent; less_one is between -0.3 and 0.42 and has a relative error below 2^-58.
struct exponential {
    pair less_one;
    words exponent;

    /// 1 + less_one
    [[gnu::always_inline]] pair significand() const noexcept {
        const pair s = fast_two_sum(splat(1.0), less_one.hi);
        return fast_two_sum(s.hi, s.lo + less_one.lo);
    }
};

/// e^r 2^k for |r| up to ln 2 / 2, and k biased.
[[gnu::always_inline]] inline exponential exp_parts(pair r, words k) noexcept {
    // r + r^2/2 + r^3 (...)
    const pair square = product(r.hi, r.hi);
    const doubles cube = square.hi * r.hi * polynomial(r.hi, exp_cubic);
    const pair s = fast_two_sum(r.hi, 0.5 * square.hi);
    return {fast_two_sum(s.hi, s.lo + (cube + (0.5 * square.lo + (r.lo + r.hi * r.lo)))), k};
}
/// x beyond +-2200 counts as +-2200, whose power overflows or vanishes whatever it is multiplied by.
[[gnu::always_inline]] inline exponential exp_parts(pair x) noexcept {
    const truths64 moderate = magnitude(x.hi) < 2200.0;
    const doubles hi = at_least(at_most(x.hi, 2200.0), -2200.0);
    const doubles lo = choose(moderate, x.lo, doubles{});
    const rounded k = nearest_integer(hi * 0x1.71547652b82fep0);
    return exp_parts(two_sum(hi - k.number * ln2_parts[0], lo - k.number * ln2_parts[1]), k.biased);
}
[[gnu::always_inline]] inline exponential exp_parts(doubles x) noexcept { return exp_parts(pair{x, doubles{}}); }

/// (e^x - 1) / 2^exponent, where exponent is never negative.
struct less_one {
    pair significand;
    words exponent;
};
[[gnu::always_inline]] inline less_one expm1_parts(const exponential& e) noexcept {
    // (2^min(k, 0) - 2^-max(k, 0)) + 2^min(k, 0) (e^r - 1), k not so small that a power of two is lost.
    const words zero = biased(0);
    const words up = choose(e.exponent > zero, e.exponent, zero);
    const words low = choose(e.exponent < zero, e.exponent, zero);
    const words down = choose(low > integer_bias - 200, low, splat<std::uint64_t>(integer_bias - 200));
    const words back = 2 * zero - up;
    const doubles a = power_of_two(down);
    const doubles b = power_of_two(choose(back > integer_bias - 200, back, splat<std::uint64_t>(integer_bias - 200)));
    const pair whole = two_sum(a, -b);
    const pair rest = {a * e.less_one.hi, a * e.less_one.lo};
    return {sum(whole, rest), up};
}

template <>
struct body<op::exp> {
    static doubles apply(doubles x) noexcept {
        const exponential e = exp_parts(x);
        return scaled(e.significand().hi, e.exponent);
    }
};
template <>
struct body<op::exp2> {
    static doubles apply(doubles x) noexcept {
        const doubles bounded = at_least(at_most(x, 2200.0), -2200.0);
        const rounded k = nearest_integer(bounded);
        const pair r = product(pair{splat(ln2_pair[0]), splat(ln2_pair[1])}, bounded - k.number);
        const exponential e = exp_parts(r, k.biased);
        return scaled(e.significand(), e.exponent);
    }
};
template <>
struct body<op::expm1> {
    static doubles apply(doubles x) noexcept {
        const less_one t = expm1_parts(exp_parts(x));
        const truths64 itself = (magnitude(x) < 0x1p-60) | is_nan(x);
        return choose(itself, quieted(x), scaled(t.significand.hi, t.exponent));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
