// Logarithms to more than a double's precision.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(x * 2^exponent) for 0.5 <= x < 2^1000. Relative error below 2^-65, also next to 1, where x.lo may be all that
/// tells x from 1.
[[gnu::always_inline]] inline pair log_parts(pair x, words exponent) noexcept {
    const words bits = bits_as<words>(x.hi);
    const words from_first = bits - log_first;
    const words index = from_first >> 45 & 127;
    // 2^k <= x.hi / first < 2^(k + 1), k >= -1 (biased by 1 so as not to be negative)
    const words k = ((from_first + (std::uint64_t{1} << 52)) >> 52) - 1;
    const doubles inverse_power = bits_as<doubles>((std::uint64_t{1023} << 52) - (k << 52));
    const doubles hi = x.hi * inverse_power, lo = x.lo * inverse_power;

    const doubles c = look_up<3>(log_table, index, 0);
    const doubles hi_upper = upper(hi);
    // The products are exact, and so is the first difference.
    const pair r0 = two_sum(hi_upper * c - 1.0, (hi - hi_upper) * c);
    const pair r = two_sum(r0.hi, r0.lo + lo * c);

    const doubles powers = number_of(exponent + k);
    const pair square = product(r.hi, r.hi);
    const doubles cube = square.hi * r.hi * polynomial(r.hi, log_cubic);
    const pair s = two_sum(powers * ln2_parts[0] + look_up<3>(log_table, index, 1), r.hi);
    const pair t = two_sum(s.hi, -0.5 * square.hi);
    const doubles small =
        (powers * ln2_parts[1] + look_up<3>(log_table, index, 2)) + (r.lo - (r.hi * r.lo + 0.5 * square.lo)) + cube;
    return fast_two_sum(t.hi, (s.lo + t.lo) + small);
}
/// ln(x) for finite x > 0.
[[gnu::always_inline]] inline pair log_parts(doubles x) noexcept {
    const decomposed d = decompose(x);
    return log_parts({d.significand, doubles{}}, d.exponent);
}

/// ln(1 + x) for finite x > -1.
[[gnu::always_inline]] inline pair log1p_parts(doubles x) noexcept {
    const pair whole = two_sum(splat(1.0), x);
    // Below 1/2 the sum is exact, and from 2^60 on its low part is out of sight.
    const truths64 single = (whole.hi < 0.5) | (whole.hi > 0x1p60);
    const decomposed d = decompose(whole.hi);
    return log_parts(choose(single, pair{d.significand, doubles{}}, whole), choose(single, d.exponent, biased(0)));
}

/// The logarithm of x - pole of all but finite x above the pole.
template <class V>
[[gnu::always_inline]] inline V limit_of_logarithm(V x, scalar_of<V> pole) noexcept {
    using limits = std::numeric_limits<scalar_of<V>>;
    return choose(x == pole, V(splat(-limits::infinity())), choose(x < pole, V(splat(limits::quiet_NaN())), x + x));
}
/// y, the logarithm of x, where x has one.
[[gnu::always_inline]] inline doubles logarithm_or_limit(doubles x, doubles y) noexcept {
    return choose(is_finite_above(x, 0.0), y, limit_of_logarithm(x, 0.0));
}
template <>
struct body<op::log> {
    static doubles apply(doubles x) noexcept { return logarithm_or_limit(x, log_parts(x).hi); }
};
// Powers of the base have whole logarithms, and get them: the error is far below half a unit.
template <>
struct body<op::log2> {
    static doubles apply(doubles x) noexcept {
        return logarithm_or_limit(x, product(pair{splat(log2_of_e[0]), splat(log2_of_e[1])}, log_parts(x)).hi);
    }
};
template <>
struct body<op::log10> {
    static doubles apply(doubles x) noexcept {
        return logarithm_or_limit(x, product(pair{splat(log10_of_e[0]), splat(log10_of_e[1])}, log_parts(x)).hi);
    }
};
template <>
struct body<op::log1p> {
    static doubles apply(doubles x) noexcept {
        const doubles y = choose(is_finite_above(x, -1.0), log1p_parts(x).hi, limit_of_logarithm(x, -1.0));
        return choose(magnitude(x) < 0x1p-60, x, y);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
