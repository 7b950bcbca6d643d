// x^y of floats in plain doubles.
#pragma once

#include "kernels/math/direct_exp.hpp"
#include "kernels/math/direct_log.hpp"
#include "kernels/math/power.hpp"
#include "kernels/math/quick.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct quick<op::pow> {
    /// Where the power is a finite float that is not 0, |y ln x| is at most 104, and ln x has a relative error of
    /// 2^-57: 2^-50.3 of the power, and that of the exponential.
    static constexpr double error = 0x1p-49;
    static constexpr bool can_be_tiny = true;
};

/// Powers, and which of them are to be answered by the careful phase: those of zeros, infinities and NaN.
struct quick_powers {
    doubles value;
    truths64 open;
};
/// Of floats x as doubles, |x| <= 2^200.
[[gnu::always_inline]] inline quick_powers quickly_raised(doubles x, pair y) noexcept {
    // Anything^0 is 1.
    const doubles base = choose(y.hi == 0.0, splat(1.0), x);
    const doubles size = magnitude(base);
    truths64 open = ~((size > 0.0) & (size < 0x1p200) & (magnitude(y.hi) < 0x1p80));
    words sign{};
    if (const truths64 negative = base < 0.0; any(negative)) {
        open |= negative & ~(is_integer(y.hi) & (y.lo == 0.0));
        sign = bits_as<words>(negative & is_odd(y.hi)) & (std::uint64_t{1} << 63);
    }
    const pair logarithm = direct_log(size);
    const pair e = product(fast_two_sum(logarithm.hi, logarithm.lo), y);
    const doubles bounded = at_least(at_most(e.hi, 700.0), -700.0);
    const doubles power = direct_power_of_e(bounded, choose(bounded == e.hi, e.lo, doubles{})).value();
    return {with_sign(power, sign), open};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
