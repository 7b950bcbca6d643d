// x^y = e^(y ln x) for doubles x and pairs y: a pair holds every exponent of 64 bits.
#pragma once

#include "kernels/math/exp.hpp"
#include "kernels/math/log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Numbers from 2^52 on are integers, from 2^53 on even ones.
[[gnu::always_inline]] inline truths64 is_integer(doubles x) noexcept {
    const doubles size = magnitude(x);
    return (size >= 0x1p52) | ((size + 0x1p52) - 0x1p52 == size);
}
[[gnu::always_inline]] inline truths64 is_odd(doubles x) noexcept {
    return is_integer(x) & (magnitude(x) < 0x1p53) & ~is_integer(0.5 * x);
}

/// Beyond 2^80 every power but that of 1 is 0 or infinite.
[[gnu::always_inline]] inline pair bounded_exponent(pair y) noexcept {
    const truths64 usual = magnitude(y.hi) < 0x1p80;
    return {at_least(at_most(y.hi, 0x1p80), -0x1p80), choose(usual, y.lo, doubles{})};
}
/// x^y where `power` is |x|^y, or anything where x is 0, infinite or NaN.
[[gnu::always_inline]] inline doubles power_or_limit(doubles x, pair y, doubles power) noexcept {
    const truths64 ordinary = is_finite(x) & (x != 0.0);
    const doubles limit = choose((x == 0.0) == (y.hi < 0.0), infinity(), doubles{});
    const doubles unsigned_power = choose(ordinary, power, limit);

    const truths64 whole = is_integer(y.hi) & is_integer(y.lo);
    const truths64 odd = whole & (is_odd(y.hi) ^ is_odd(y.lo));
    const doubles signed_power = with_sign(unsigned_power, bits_as<words>(odd) & sign_of(x));
    const truths64 undefined = (ordinary & (x < 0.0) & ~whole) | is_nan(x) | is_nan(y.hi);
    return choose((y.hi == 0.0) | (x == 1.0), splat(1.0), choose(undefined, not_a_number(), signed_power));
}
[[gnu::always_inline]] inline doubles raised(doubles x, pair y) noexcept {
    const truths64 ordinary = is_finite(x) & (x != 0.0);
    const pair logarithm = log_parts(choose(ordinary, magnitude(x), splat(1.0)));
    const exponential e = exp_parts(product(logarithm, bounded_exponent(y)));
    return power_or_limit(x, y, scaled(e.significand().hi, e.exponent));
}
template <>
struct body<op::pow> {
    static doubles apply(doubles x, doubles y) noexcept { return raised(x, {y, doubles{}}); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
