// Hyperbolic functions, by e^x - 1, and their inverses, by logarithms of pairs.
#pragma once

#include "kernels/math/exp.hpp"
#include "kernels/math/log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// 2^-n for n >= 0; nothing beyond 2^-200.
[[gnu::always_inline]] inline doubles inverse_power_of_two(words n) noexcept {
    const words back = 2 * biased(0) - n;
    return power_of_two(choose(back > integer_bias - 200, back, splat<std::uint64_t>(integer_bias - 200)));
}

template <>
struct body<op::sinh> {
    static doubles apply(doubles x) noexcept {
        // (t + t/(1 + t)) / 2 with t = e^|x| - 1
        const exponential e = exp_parts(magnitude(x));
        const less_one t = expm1_parts(e);
        const pair second = quotient(t.significand, e.significand());
        const doubles back = inverse_power_of_two(e.exponent);
        const pair y = sum(t.significand, {back * second.hi, back * second.lo});
        const truths64 itself = (magnitude(x) < 0x1p-60) | is_nan(x);
        return choose(itself, quieted(x), with_sign(scaled(y.hi, e.exponent - 1), sign_of(x)));
    }
};
template <>
struct body<op::cosh> {
    static doubles apply(doubles x) noexcept {
        const exponential e = exp_parts(magnitude(x));
        const pair one = {splat(1.0), doubles{}};
        const pair up = e.significand();
        const pair down = quotient(one, up);
        const doubles back = inverse_power_of_two(e.exponent);
        return scaled(sum(up, {back * (back * down.hi), back * (back * down.lo)}).hi, e.exponent - 1);
    }
};
template <>
struct body<op::tanh> {
    static doubles apply(doubles x) noexcept {
        // t/(t + 2) with t = e^(2|x|) - 1
        const doubles size = magnitude(x);
        const less_one t = expm1_parts(exp_parts(at_most(size + size, 100.0)));
        const pair below = sum(t.significand, 2.0 * inverse_power_of_two(t.exponent));
        const doubles y = quotient(t.significand, below).hi;
        return choose(size < 0x1p-60, x, with_sign(y, sign_of(x)));
    }
};

/// x >= 2^60: its square is no longer needed, and may overflow.
[[gnu::always_inline]] inline truths64 is_huge(doubles x) noexcept { return x >= 0x1p60; }
/// ln(2x) for huge x, ln(y) elsewhere.
[[gnu::always_inline]] inline pair log_of_double_or(doubles x, pair y) noexcept {
    const truths64 huge = is_huge(x);
    const decomposed d = decompose(x);
    return log_parts(choose(huge, pair{d.significand, doubles{}}, y), choose(huge, d.exponent + 1, biased(0)));
}

template <>
struct body<op::asinh> {
    static doubles apply(doubles x) noexcept {
        // ln(|x| + sqrt(x^2 + 1))
        const doubles size = magnitude(x);
        const doubles usual = at_most(size, 0x1p60);
        const pair cosh = root(sum(product(usual, usual), 1.0));
        const pair y = log_of_double_or(size, sum(cosh, usual));
        const truths64 itself = (size < 0x1p-60) | ~is_finite(x);
        return choose(itself, quieted(x), with_sign(y.hi, sign_of(x)));
    }
};
template <>
struct body<op::acosh> {
    static doubles apply(doubles x) noexcept {
        // ln(x + sqrt(x^2 - 1))
        const doubles usual = at_least(at_most(x, 0x1p60), 1.0);
        const pair sinh = root(product(two_sum(usual, splat(-1.0)), two_sum(usual, splat(1.0))));
        const pair y = log_of_double_or(x, sum(sinh, usual));
        const doubles special = choose(x > 1.0, x, not_a_number());
        return choose((x >= 1.0) & is_finite(x), y.hi, special);
    }
};
/// atanh x, with the sign of x, for |x| = 1 and where there is none.
[[gnu::always_inline]] inline doubles limit_of_atanh(doubles x) noexcept {
    return with_sign(choose(magnitude(x) == 1.0, infinity(), not_a_number()), sign_of(x));
}
template <>
struct body<op::atanh> {
    static doubles apply(doubles x) noexcept {
        // ln((1 + x)/(1 - x)) / 2
        const doubles size = magnitude(x);
        const doubles usual = choose(size < 1.0, size, doubles{});
        const pair y = log_parts(quotient(two_sum(splat(1.0), usual), two_sum(splat(1.0), -usual)), biased(0));
        // Below 2^-28 the next term, x^3/3, is out of sight.
        return choose(size < 0x1p-28, x, choose(size < 1.0, with_sign(0.5 * y.hi, sign_of(x)), limit_of_atanh(x)));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
