// e^x, 2^x and e^x - 1 in plain doubles.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_floats.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A power, 2^k (1 + slope r) with |r| <= ln 2 / 2. The slope has an error of 2^-43.6 from its polynomial and 2^-51
/// from the evaluation. That of r: for powers of e, ln 2 has one of 2^-55, its multiples without fma half a unit; for
/// |x| <= 115 that is 2^-46.8. For powers of 2 it is relative, 2^-52.
struct quick_power_by_ones {
    static constexpr double steps = 1.0;

    doubles r, slope;
    words shifted_exponent;  ///< k where a double has its exponent, the rest is zero

    /// `shifted` is k + 1.5 * 2^52.
    [[gnu::always_inline]] quick_power_by_ones(doubles rest, doubles shifted) noexcept
        : r(rest), slope(fused_polynomial(rest, quick_exp_slope)), shifted_exponent(bits_as<words>(shifted) << 52) {}
    /// The power; relative error 2^-44.4: |slope r| is at most 0.42 of 1 + slope r.
    [[gnu::always_inline]] doubles value() const noexcept {
        return bits_as<doubles>(bits_as<words>(fused(r, slope, splat(1.0))) + shifted_exponent);
    }
    /// The power less 1; relative error 2^-42.9: where k is not 0, 2^k |slope r| is at most 1.42 times the sum.
    [[gnu::always_inline]] doubles less_one() const noexcept {
        const doubles power = bits_as<doubles>(bits_as<words>(splat(1.0)) + shifted_exponent);
        return fused(power, r * slope, power - 1.0);
    }
};
/// The same, 2^(k/16) (1 + slope r) with |r| <= ln 2 / 32, where the power is found in a register. The slope has an
/// error of 2^-41.1: of the power that makes 2^-46.6, and of the power less 1 it makes 2^-41.1.
struct quick_power_by_sixteenths {
    static constexpr double steps = 16.0;

    doubles power, part, slope;

    /// The last four bits of k, which are in the table's index, are also in what is added to the bits of its entry: it
    /// is short of them.
    [[gnu::always_inline]] quick_power_by_sixteenths(doubles rest, doubles shifted) noexcept
        : slope(fused_polynomial(rest, quick_exp_slope_by_16)) {
        const auto k = bits_as<words>(shifted);
        power = bits_as<doubles>(bits_as<words>(of_sixteen(quick_exp_sixteenths, k)) + (k << 48));
        part = power * rest;
    }
    [[gnu::always_inline]] doubles value() const noexcept { return fused(part, slope, power); }
    [[gnu::always_inline]] doubles less_one() const noexcept { return fused(part, slope, power - 1.0); }
};
using quick_power = std::conditional_t<has_register_tables, quick_power_by_sixteenths, quick_power_by_ones>;

/// e^x for |x| <= 700.
[[gnu::always_inline]] inline quick_power quick_power_of_e(doubles x) noexcept {
    // Behind the point these sums have no bits, and in the last ones k.
    const doubles shifted = fused(x, splat(quick_power::steps * 0x1.71547652b82fep0), splat(0x1.8p52));
    return {fused(shifted - 0x1.8p52, splat(-quick_ln2 / quick_power::steps), x), shifted};
}
/// 2^x for |x| <= 1000.
[[gnu::always_inline]] inline quick_power quick_power_of_2(doubles x) noexcept {
    constexpr double whole = 0x1.8p52 / quick_power::steps;
    const doubles shifted = x + whole;
    return {(x - (shifted - whole)) * quick_ln2, shifted};
}
[[gnu::always_inline]] inline doubles quick_exp(doubles x) noexcept { return quick_power_of_e(x).value(); }
/// That of powers less 1, with two roundings more.
inline constexpr double quick_less_one_error = has_register_tables ? 0x1p-41 : 0x1.2p-43;
[[gnu::always_inline]] inline doubles quick_expm1(doubles x) noexcept { return quick_power_of_e(x).less_one(); }

/// Whether e^x is less than the normal floats and more than nothing: from -87.336 to -104.
[[gnu::always_inline]] inline float_lanes is_between_tiny_exponents(vec<float> x) noexcept {
    return in_range(bits_as<vec<std::uint32_t>>(x), 0xc2aeac00, 0xc2d00001 - 0xc2aeac00);
}
template <>
struct quick<op::exp> {
    static constexpr double error = 0x1p-44;

    static float_lanes tiny(vec<float> x) noexcept { return is_between_tiny_exponents(x); }
    /// From 90 on e^x is infinite, below -110 it is 0.
    static doubles apply(doubles x) noexcept { return quick_exp(at_least(at_most(x, 90.0), -110.0)); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept { return rounded_exp(x); }
#endif
};
template <>
struct quick<op::exp2> {
    static constexpr double error = 0x1p-44;

    /// From -126 to -150.
    static float_lanes tiny(vec<float> x) noexcept {
        return in_range(bits_as<vec<std::uint32_t>>(x), 0xc2fc0000, 0xc3160001 - 0xc2fc0000);
    }
    /// From 128 on 2^x is infinite, below -150 it is 0.
    static doubles apply(doubles x) noexcept { return quick_power_of_2(at_least(at_most(x, 130.0), -160.0)).value(); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept { return rounded_exp2(x); }
#endif
};
template <>
struct quick<op::expm1> : sign_preserving_function {
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = false;

    /// From 90 on e^x is infinite, below -60 it is out of sight of 1.
    static doubles apply(doubles x) noexcept { return quick_expm1(at_least(at_most(x, 90.0), -60.0)); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept {
        const rounded_floats found = less_one_in_floats(at_least(x, -20.0f)).rounded(up_to(x, 16.0f));
        return {finished<float>(found.y, x), found.certain};
    }
#endif
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
