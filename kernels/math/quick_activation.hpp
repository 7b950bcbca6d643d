// Activations with exponentials in them, in plain doubles.
#pragma once

#include "kernels/math/attributes.hpp"
#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_exp.hpp"
#include "kernels/math/quick_floats.hpp"
#include "kernels/math/quick_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^x, where beyond e^+-700 does not matter.
[[gnu::always_inline]] inline doubles quick_bounded_exp(doubles x) noexcept {
    return quick_exp(at_least(at_most(x, 700.0), -700.0));
}

template <>
struct quick<op::sigmoid> {
    static constexpr double error = 0x1.1p-44;

    static float_lanes tiny(vec<float> x) noexcept { return is_between_tiny_exponents(x); }
    static doubles apply(doubles x) noexcept { return 1.0 / (1.0 + quick_exp(-at_least(at_most(x, 115.0), -115.0))); }
#if defined(ZS_ISA_avx512)
    /// Far from the subnormal floats on both sides, where also what parts lose would be that: from 18 on the power is
    /// out of sight of 1.
    static rounded_floats rounded(vec<float> x) noexcept {
        const float_pair power = exponent_in_floats<true>(within(x, splat(64.0f))).scaled().whole();
        return rounded_reciprocal_of_one_and(power, 0x1.2p-36f, from_on(x, -64.0f));
    }
#endif
};
/// x / (1 + e^-u) with u = alpha x.
struct quick_gate {
    /// That of e^-u with |u| up to 115, and 2^-46.1 from alpha x.
    static constexpr double error = 0x1.6p-44;
    static constexpr bool can_be_tiny = true;

    bool usual;
    doubles minus_alpha;
    explicit quick_gate(const double* parameters) noexcept
        : usual(parameters[0] == 0.0 || is_safe_in_products(parameters[0])), minus_alpha(splat(-parameters[0])) {}
    doubles below(doubles x) const noexcept { return 1.0 + quick_bounded_exp(minus_alpha * x); }
};
template <>
struct quick<op::swish> : quick_gate {
    doubles apply(doubles x) const noexcept { return x / below(x); }
    static float_lanes open(vec<float> x) noexcept { return is_infinite(x); }
#if defined(ZS_ISA_avx512)
    float_pair alpha;
    floats farthest;
    explicit quick(const double* parameters) noexcept
        : quick_gate(parameters),
          alpha(in_floats(parameters[0])),
          farthest(splat(static_cast<float>(64.0 / std::abs(parameters[0])))) {
        if (!usual) alpha.high = splat(std::numeric_limits<float>::quiet_NaN());
    }
    /// As the logistic function, and off by 2^-40 more from alpha x. Where nothing is usual, nothing is certain.
    rounded_floats rounded(vec<float> x) const noexcept {
        const floats near = within(x, farthest);
        const floats u = alpha.high * near, rest = fma(alpha.low, near, fma(alpha.high, near, -u));
        const float_pair power = exponent_in_floats<true>(u).scaled(rest).whole();
        const rounded_floats found = rounded_quotient_by_one_and(x, power, 0x1.4p-36f, from_on(u, -63.9f));
        return {sign_preserving_function::finished<float>(found.y, x), found.certain};
    }
#else
    using quick_gate::quick_gate;
#endif
};
template <>
struct quick<op::swiglu> : quick_gate {
    using quick_gate::quick_gate;
    doubles apply(doubles x, doubles y) const noexcept { return x * y / below(x); }
    static float_lanes open(vec<float> x, vec<float> y) noexcept { return is_not_finite(x) | is_not_finite(y); }
};
template <>
struct quick<op::softplus> {
    static constexpr double error = 0x1.1p-44;

    static float_lanes tiny(vec<float> x) noexcept { return is_between_tiny_exponents(x); }
    static doubles apply(doubles x) noexcept {
        // max(x, 0) + ln(1 + e^-|x|). Of NaN the first is 0: a sum of two NaNs of different signs may be either.
        const doubles e = quick_exp(at_least(-magnitude(x), -120.0));
        return at_least(doubles{}, x) + quick_log_of_one_and(e);
    }
#if defined(ZS_ISA_avx512)
    /// max(x, 0) + e^-|x| (1 + S(|x|)). Relative error of the second 46 times 2^-40: of the power 18.4; of the
    /// expansions 16, and 8 more of the rounding of their last four terms; of what low parts and the sum lose less
    /// than 3.
    static rounded_floats rounded(vec<float> x) noexcept {
        const vec<std::uint32_t> bits = size_bits(x);
        const floats size = in_register(bits_as<floats>(bits));
        // Beyond 44 the power is out of sight of positive numbers; of negative ones parts of it are near the subnormal
        // floats.
        const float_lanes in_sight = in_range(bits, 0, bits_as<std::uint32_t>(44.0f));
        const float_pair power = exponent_in_floats<true>(at_most(size, 120.0f)).scaled_among(in_sight).whole();
        // Beyond 25.6 S is out of sight.
        const floats near = at_most(size, 25.6f);
        const float_pair part = expanded<false>(quick_float_softplus, fma(near, splat(0.949f), splat(1.6875f)), near);
        const floats high = fma(power.high, part.high, power.high);
        const floats lost = fma(power.high, part.high, power.high - high);
        const floats low = fma(power.high, part.low, fma(power.low, part.high, power.low)) + lost;
        const floats above = at_least(x, 0.0f), y = above + high;
        const floats rest = at_most(above, high) - (y - at_least(above, high));
        // All but -44 to -110, below which there is 0.
        const float_lanes far_from_tiny = in_range(bits_as<vec<std::uint32_t>>(x), 0xc2dc0000, 0xc2300000 - 0xc2dc0000);
        return rounded_sum_within({y, low + rest}, high * (46 * 0x1p-40f), far_from_tiny);
    }
#endif
};
template <>
struct quick<op::softsign> : odd_function {
    /// Two roundings.
    static constexpr double error = 0x1.8p-52;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles size = at_most(x, 0x1p60);
        return size / (1.0 + size);
    }
};
template <>
struct quick<op::mish> {
    static constexpr double error = 0x1.4p-44;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x) noexcept {
        // tanh(ln(1 + e)) = n/(n + 2) with n = e (e + 2); below -130 the product is 0 in floats, above 40 it is x.
        const doubles above = at_least(x, -130.0);
        const doubles e = quick_exp(at_most(above, 40.0));
        const doubles n = e * (e + 2.0);
        return above * n / (n + 2.0);
    }
};

/// x/2 (1 + erf(x/sqrt 2))
template <>
struct quick<op::gelu, 0> {
    /// 2^-44.1 from the polynomial, 2^-44.4 from the exponential.
    static constexpr double error = 0x1.1p-43;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x) noexcept {
        // max(x, 0) - |x|/2 erfc(|x|/sqrt 2), whose second part is 0 in floats from 15 on. x^2/2 is exact.
        const doubles size = at_most(magnitude(x), 15.0);
        const doubles tail = fused_polynomial(1.0 / (size + 4.0), quick_gelu_tail);
        return fused(-size, tail * quick_exp(-0.5 * size * size), at_least(x, 0.0));
    }
#if defined(ZS_ISA_avx512)
    /// Relative error 78 times 2^-40: of the expansions 31, and 27 more of the rounding of their last four terms; of
    /// the power 18.4; of what x^2/2 and the sum lose less than 1.
    static rounded_floats rounded(vec<float> x) noexcept {
        // From 8.94 on the expansion is another cell's, of 2^20 at most, but the power less than 2^-57, and 0 from 11
        // on.
        const vec<std::uint32_t> bits = size_bits(x);
        const floats size = at_most(in_register(bits_as<floats>(bits)), 15.0f);
        // x^2/2 in two parts.
        const floats half = 0.5f * size, square = half * size, rest = fma(half, size, -square);
        const float_lanes in_sight = in_range(bits, 0, bits_as<std::uint32_t>(11.0f));
        const float_pair power = exponent_in_floats<true>(square).scaled_among(in_sight, rest).whole();
        const float_pair part = expanded(quick_float_gelu, fma(size, splat(2.7014f), splat(1.6875f)), size);
        // The difference from `above` is exact.
        const floats above = at_least(x, 0.0f), y = fma(-power.high, part.high, above);
        const floats lost = fma(-power.high, part.high, above - y);
        const floats low = fma(-power.high, part.low, fma(-power.low, part.high, lost));
        // What low parts lose would count for results below 2^-101, but for 0.
        const float_lanes far_from_tiny =
            in_range(bits_as<vec<std::uint32_t>>(x), 0xc1680000, 0xc10f0000 - 0xc1680000) &
            from_on(bits - 1, 0x0cffffff);
        // Off by so much of what is taken from x, which may be far less than the result.
        const floats taken = power.high * part.high, error = splat(78 * 0x1p-40f);
        const floats highest = y + fma(taken, error, low), least = y + fma(taken, -error, low);
        // The sum loses the sign of a zero.
        return {sign_preserving_function::finished<float>(highest, x), equal(least, highest, far_from_tiny)};
    }
#endif
};
/// x / (1 + e^-w) with w = 2 sqrt(2/pi) (x + 0.044715 x^3)
template <>
struct quick<op::gelu, 1> {
    /// For a result that is no subnormal w is at least -93: 4 roundings make 2^-44.5 of it, and the exponential
    /// 2^-44.4.
    static constexpr double error = 0x1.1p-43;
    static constexpr bool can_be_tiny = true;

    static bool is_meant(const double* parameters) noexcept { return parameters[0] != 0.0; }
    static doubles apply(doubles x) noexcept {
        // Below -13 it is 0 in floats.
        const doubles above = at_least(x, -13.0);
        const doubles w = above * fused(above * above, splat(-gelu_linear[0] * gelu_cubic[0]), splat(-gelu_linear[0]));
        return above / (1.0 + quick_exp(at_least(w, -700.0)));
    }
#if defined(ZS_ISA_avx512)
    /// As the logistic function. w is off by 2^-44.4 of itself: its factor is rounded four times and a's low part once,
    /// the last sum by 2^-46.3. For |w| up to 64 that makes 3 times 2^-40 of the power beside its own 18.4.
    static rounded_floats rounded(vec<float> x) noexcept {
        // The factor is less than 8, so that a's high part is a multiple of its last bit and the difference exact.
        constexpr auto a_high = static_cast<float>((gelu_linear[0] + 0x1.8p31) - 0x1.8p31);
        constexpr auto a_low = static_cast<float>(gelu_linear[0] - a_high);
        const float_pair b = in_floats(gelu_linear[0] * gelu_cubic[0]);
        const floats near = within(x, splat(8.875f)), square = near * near, rest = fma(near, near, -square);
        const floats factor = fma(square, b.high, splat(a_high));
        const floats short_of = fma(square, b.high, a_high - factor);
        const floats low = fma(rest, b.high, fma(square, b.low, splat(a_low))) + short_of;
        const floats w = near * factor;
        const float_pair power = exponent_in_floats<true>(w).scaled(fma(near, low, fma(near, factor, -w))).whole();
        const rounded_floats found = rounded_quotient_by_one_and(x, power, 0x1.6p-36f, from_on(x, -8.85f));
        return {sign_preserving_function::finished<float>(found.y, x), found.certain};
    }
#endif
};

/// e^x - 1 for x < 0, and 0 for the others.
[[gnu::always_inline]] inline doubles quick_expm1_below(doubles x) noexcept {
    return quick_expm1(at_least(at_most(x, 0.0), -50.0));
}
template <>
struct quick<op::elu> {
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = true;

    bool usual;
    doubles alpha;
    explicit quick(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0])), alpha(splat(parameters[0])) {}
    doubles apply(doubles x) const noexcept { return choose(x < 0.0, alpha * quick_expm1_below(x), x); }
};
/// Elu or Celu with alpha = 1, the default: e^x - 1 of any number, and of what is above 0 that number after all.
template <op Op>
struct quick_elu_by_one : quick<op::expm1> {
    static bool is_meant(const double* parameters) noexcept { return parameters[0] == 1.0; }
    template <class T>
    static vec<float> finished(vec<float> y, vec<float> x) noexcept {
        return choose(x > 0.0f, x, kept(sign_preserving_function::finished<T>(y, x)));
    }
#if defined(ZS_ISA_avx512)
    /// NaN is not certain.
    static rounded_floats rounded(vec<float> x) noexcept {
        const float_lanes is_kept = from_on(x, 0.0f);
        const rounded_floats found = less_one_in_floats(at_least(at_most(x, 0.0f), -20.0f)).rounded(~is_kept);
        return {choose(is_kept, kept(x), found.y), found.certain | is_kept};
    }
#endif

private:
    /// Celu is a sum: that of two zeros of any sign is 0.
    static vec<float> kept(vec<float> x) noexcept {
        if constexpr (Op == op::celu) return x + 0.0f;
        else return x;
    }
};
template <>
struct quick<op::elu, 1> : quick_elu_by_one<op::elu> {};
#if defined(ZS_ISA_avx512)
/// gamma x, or gamma alpha (e^x - 1) for x < 0, for factors that are neither large nor small; nothing is certain by
/// others.
class selu_in_floats {
public:
    selu_in_floats() = default;
    selu_in_floats(double gamma, double gamma_alpha) noexcept {
        if (!is_safe_in_products(gamma, 0x1p20) || !is_safe_in_products(gamma_alpha, 0x1p20)) return;
        gamma_ = in_floats(gamma);
        below_ = in_floats(gamma_alpha);
        bound_ = splat(1.25f * static_cast<float>(gamma_alpha));
        // A product with a factor that is a float is rounded as it has to be.
        gamma_slack_ = static_cast<float>(gamma) == gamma ? 0.0f : 0x1p-45f;
    }
    /// What the low part of a product by a pair and the bound are rounded by makes 2^-45 of it; what of e^x - 1 is so
    /// little that its own is, a fifth of what that is off by.
    [[gnu::always_inline]] rounded_floats rounded(floats x) const noexcept {
        const float_lanes is_kept = from_on(x, 0.0f), is_zero = without(size_bits(x), 0xffffffff);
        const less_one_in_floats below(at_least(at_most(x, 0.0f), -20.0f));
        const floats high = choose(is_kept, x, below.sum.high), low = choose(is_kept, floats{}, below.sum.low);
        const float_pair factor = {choose(is_kept, gamma_.high, below_.high), choose(is_kept, gamma_.low, below_.low)};
        const floats y = high * factor.high;
        const floats rest = fma(low, factor.high, fma(high, factor.low, fma(high, factor.high, -y)));
        const floats error = fma(y, choose(is_kept, splat(gamma_slack_), splat(-0x1p-45f)),
                                 choose(is_kept, floats{}, below.error * bound_));
        const float_lanes far_from_tiny = from_on(x, 0x1p-60f) | up_to(x, -0x1p-60f) | is_zero;
        const rounded_floats found = rounded_sum_within({y, rest}, error, far_from_tiny);
        return {choose(is_zero, y, found.y), found.certain};
    }

private:
    float_pair gamma_ = in_floats(std::numeric_limits<double>::quiet_NaN()), below_ = gamma_;
    floats bound_{};
    float gamma_slack_ = 0.0f;
};
#endif
template <>
struct quick<op::selu> {
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = true;

    bool usual;
    doubles below, gamma;
    explicit quick(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0]) && is_safe_in_products(parameters[1])),
          below(splat(parameters[0] * parameters[1])),
          gamma(splat(parameters[1])) {
#if defined(ZS_ISA_avx512)
        by_floats = selu_in_floats(parameters[1], parameters[0] * parameters[1]);
#endif
    }
    doubles apply(doubles x) const noexcept { return choose(x < 0.0, below * quick_expm1_below(x), gamma * x); }
    /// gamma x is what the careful phase computes as well. Of numbers with few bits, and by a gamma that is no float,
    /// many products are next to a tie.
    static constexpr bool decides_unsigned = true;
#if defined(ZS_ISA_avx512)
    selu_in_floats by_floats;
    rounded_floats rounded(vec<float> x) const noexcept { return by_floats.rounded(x); }
#endif
};
template <>
struct quick<op::celu> {
    static constexpr double error = quick_less_one_error;
    static constexpr bool can_be_tiny = true;

    bool usual;
    doubles alpha, inverse;
    explicit quick(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0]) && parameters[0] > 0.0),
          alpha(splat(parameters[0])),
          inverse(splat(1.0 / parameters[0])) {}
    /// The sum of two zeros of any sign is 0.
    doubles apply(doubles x) const noexcept { return choose(x < 0.0, alpha * quick_expm1_below(inverse * x), x + 0.0); }
};
template <>
struct quick<op::celu, 1> : quick_elu_by_one<op::celu> {};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
