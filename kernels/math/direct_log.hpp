// Logarithms of doubles.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln x = high + low for finite x > 0. With x = 2^k m, and p = m c by the table, ln x = k ln 2 - ln c + ln(1 + r) for
/// r = p - 1, which is exact, and what p is short of is added at the end, over 1 + r. Next to 1 k, c - 1 and ln c are
/// zero; beyond |high| is at least 1/64, and the low part has an error of 2^-63.
[[gnu::always_inline]] inline pair direct_log(doubles x) noexcept {
    const truths64 tiny = x < 0x1p-1022;
    const words bits = bits_as<words>(choose(tiny, x * 0x1p54, x));
    const words from_first = bits - direct_log_first;
    const words index = from_first >> 48;
    // Never negative, because the smallest normal number has been made greater than the first.
    const words whole = (from_first + (std::uint64_t{1024} << 52)) >> 52;
    const doubles m = bits_as<doubles>(bits - ((whole - 1024) << 52));
    const doubles k = word_as_double(whole) - choose(tiny, splat(1024.0 + 54.0), splat(1024.0));

    const pair p = product(m, of_sixteen(direct_log_inverse, index));
    const doubles r = p.hi - 1.0;
    const doubles steps = fma(k, splat(direct_ln2[0]), of_sixteen(direct_log_high, index));
    const pair s = fast_two_sum(steps, r);
    const doubles rest = fma(k, splat(direct_ln2[1]), of_sixteen(direct_log_low, index)) + fma(-r, p.lo, p.lo);
    return {s.hi, fma(r * r, fma_polynomial(r, direct_log_square), s.lo + rest)};
}

template <>
struct direct<op::log> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const pair y = direct_log(x);
        return logarithm_or_limit(x, y.hi + y.lo);
    }
};
// Powers of the base have whole logarithms, and get them: the error is far below half a unit.
[[gnu::always_inline]] inline doubles direct_log_to_base(doubles x, const double (&factor)[2]) noexcept {
    const pair natural = direct_log(x);
    const pair y = product(fast_two_sum(natural.hi, natural.lo), pair{splat(factor[0]), splat(factor[1])});
    return logarithm_or_limit(x, y.hi);
}
template <>
struct direct<op::log2> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept { return direct_log_to_base(x, log2_of_e); }
};
template <>
struct direct<op::log10> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept { return direct_log_to_base(x, log10_of_e); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
