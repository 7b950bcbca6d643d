// x^y of floats in plain doubles.
#pragma once

#include "kernels/math/direct_log.hpp"
#include "kernels/math/power.hpp"
#include "kernels/math/quick_exp.hpp"
#include "kernels/math/quick_log.hpp"
#include "kernels/simd/round.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln x for floats x > 0, off by 2^-52 at most, relative.
[[gnu::always_inline]] inline doubles quick_log_for_power(doubles x) noexcept {
#if defined(ZS_ISA_avx512)
    const quick_cells of(x);
    const doubles steps = fma(of.k, splat(direct_ln2[0]), of_sixteen(quick_log_of_inverse_high, of.cell));
    const doubles low = fma(of.k, splat(direct_ln2[1]), of_sixteen(quick_log_of_inverse_low, of.cell));
    return steps + (of.r + fma(of.r * of.r, fused_polynomial(of.r, quick_log_long_square), low));
#else
    const pair y = direct_log(x);
    return y.hi + y.lo;
#endif
}
/// size^(y + low...) for floats size > 0. Where it is a finite float that is not 0, the logarithm times y is at most
/// 104 and two roundings off: 2^-45.3 of the power.
template <class... Low>
[[gnu::always_inline]] inline doubles quick_power_of_size(doubles size, doubles y, Low... low) noexcept {
    const doubles logarithm = quick_log_for_power(size);
    const doubles e = ((logarithm * y) + ... + (logarithm * low));
    return quick_exp(at_least(at_most(e, 700.0), -700.0));
}

template <>
struct quick<op::pow> {
    /// That of the logarithm times y, and of the exponential.
    static constexpr double error = 0x1.8p-44;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x, doubles y) noexcept { return quick_power_of_size(magnitude(x), y); }
    /// Zeros, infinities and NaN.
    static float_lanes open(vec<float> x, vec<float> y) noexcept {
        return is_not_finite(x) | is_not_finite(y) | in_range(size_bits(x), 0, 1);
    }
    template <class T>
    static vec<float> finished(vec<float> power, vec<float> x, vec<float> y) noexcept {
        const mask<float> negative = x < 0.0f;
        if (!any(negative)) return power;
        const auto is_whole = [](vec<float> v) { return to_whole<round_mode::down>(v) == v; };
        const mask<float> whole = is_whole(y), odd = whole & ~is_whole(0.5f * y);
        const auto sign = bits_as<vec<std::uint32_t>>(negative & odd) & 0x80000000u;
        const auto with_sign = bits_as<vec<float>>(bits_as<vec<std::uint32_t>>(power) ^ sign);
        return choose(negative & ~whole, splat(std::numeric_limits<float>::quiet_NaN()), with_sign);
    }
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
    return {with_sign(quick_power_of_size(size, y.hi, y.lo), sign), open};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
