// Hyperbolic functions and their inverses in plain doubles.
#pragma once

#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_exp.hpp"
#include "kernels/math/quick_floats.hpp"
#include "kernels/math/quick_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
/// tanh x for x >= 0; relative error 40 times 2^-40.
///
/// That of the expansions is 38.2, where the rounding of their last four terms adds next to nothing. That makes 12.4
/// near 0, where the expansions have 12, and 9.5 elsewhere, where both make 30 together.
[[gnu::always_inline]] inline float_pair tanh_in_floats(floats x) noexcept {
    const floats size = at_most(x, 9.0125f);
    return expanded(quick_float_tanh, fma(size, splat(2.275f), splat(1.4375f)), size);
}
#endif
template <>
struct quick<op::tanh> : odd_function {
    /// That of e^2x - 1, and three roundings.
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles size = at_most(x, 20.0);
        const doubles t = quick_expm1(size + size);
        return t / (t + 2.0);
    }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept {
        const floats size = in_register(bits_as<floats>(size_bits(x)));
        const rounded_floats y = rounded_sum(tanh_in_floats(size), 0x1.4p-35f);
        return {finished<float>(y.y, x), y.certain};
    }
#endif
};
template <>
struct quick<op::sinh> : odd_function {
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles t = quick_expm1(at_most(x, 100.0));
        return 0.5 * (t + t / (t + 1.0));
    }
};
template <>
struct quick<op::cosh> {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles power = quick_exp(at_most(magnitude(x), 100.0));
        return fused(power, splat(0.5), 0.5 / power);
    }
};

template <>
struct quick<op::asinh> : odd_function {
    /// x + sqrt(x^2 + 1) has an absolute error of 2^-52 next to 1, which below 2^-6 would be too much.
    static constexpr double error = 0x1.8p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles square = x * x;
        const doubles y = quick_log(x + sqrt(square + 1.0));
        // Taylor: the next term is below 2^-53.
        const doubles cubic = fused(square, fused(square, splat(-15.0 / 336.0), splat(3.0 / 40.0)), splat(-1.0 / 6.0));
        return choose(x < 0x1p-6, fused(x * square, cubic, x), y);
    }
    static float_lanes open(vec<float> x) noexcept { return is_not_finite(x); }
};
template <>
struct quick<op::acosh> {
    static constexpr double error = 0x1.4p-45;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        // x^2 and x^2 - 1 are exact.
        const doubles sinh = sqrt(fused(x, x, splat(-1.0)));
        return quick_log1p((x - 1.0) + sinh);
    }
    static float_lanes open(vec<float> x) noexcept { return is_not_finite(x); }
    template <class T>
    static vec<float> finished(vec<float> y, vec<float> x) noexcept {
        return choose(x >= 1.0f, y, splat(std::numeric_limits<float>::quiet_NaN()));
    }
};
template <>
struct quick<op::atanh> : odd_function {
    static constexpr double error = 0x1.8p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        // ln(a/b) / 2 with a = 1 + x and b = 1 - x, as k ln 2 + ln(a / (2^k b)): s = (a - 2^k b) / (a + 2^k b). The
        // logarithm of 2 that the bits of a double make is off by up to 0.086, so that a / (2^k b) is within 1.51 of 1.
        const words wide = bits_as<words>(1.0 + x) - bits_as<words>(1.0 - x) + (std::uint64_t{1} << 51);
        const words k = wide >> 52;
        const doubles power = bits_as<doubles>((k << 52) + (std::uint64_t{1023} << 52));
        const doubles s = fused(x, 1.0 + power, 1.0 - power) / fused(x, 1.0 - power, 1.0 + power);
        const doubles square = s * s;
        const doubles half = fused(s * square, 0.5 * fused_polynomial(square, quick_atanh_cubic), s);
        return fused(word_as_double(k), splat(0.5 * quick_ln2), half);
    }
    static float_lanes open(vec<float> x) noexcept { return from_on(size_bits(x), 0x3f800000); }
    static vec<float> limit(vec<float> x) noexcept {
        constexpr float infinity = std::numeric_limits<float>::infinity(),
                        nan = std::numeric_limits<float>::quiet_NaN();
        return finished<float>(choose(in_range(size_bits(x), 0x3f800000, 1), splat(infinity), splat(nan)), x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
