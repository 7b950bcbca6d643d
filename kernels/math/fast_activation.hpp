// Activations in floats that have more than an exponential in them, or none.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/settlement.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Greatest error: 1.95 units in the last place.
template <>
struct fast<op::gelu> {
    /// max(x, 0) - |x| q with q = erfc(|x|/sqrt 2) / 2.
    static floats apply(floats x) noexcept {
        // Beyond this x q is less than half of the least float.
        const floats size = at_most(magnitude(x), 14.875f), square = size * size;
        const fast_power<1, 2, fast_gelu_power> power(-0.5f * square, fma(size, size, -square) * -0.5f);
        // Two intervals for each power of two.
        const vec<std::uint32_t> interval = bits_as<vec<std::uint32_t>>(size + 1.0f) >> 22;
        const floats d = size - of_eight(fast_gelu_centers, interval);
        const auto coefficient = [&](std::size_t i) __attribute__((always_inline)) {
            return of_eight(fast_gelu_tail[i], interval);
        };
        // q 2^-k is the first coefficient and a rest, which is less than it.
        const floats first = coefficient(0), bend = d * horner<fma_step, 1, 1, 8>(d, coefficient);
        const floats rest = fma(first + bend, power.t, bend), sum = first + rest;
        // What is missing in the exponent is made up for by the scale; only the last product may be subnormal.
        const masks32 is_negative = x < 0.0f;
        const floats k = at_least(power.k, -64.0f), p = power.power_of_two(k);
        const floats scale = choose(is_negative, power.power_of_two(power.k - k), splat(1.0f));
        // What the sum lost counts where it is not taken from x.
        const floats lost = choose(is_negative, rest - (sum - first), floats{});
        return fma(-size, sum * p, fma(-size, lost * p, at_least(x, 0.0f))) * scale;
    }
};

/// x / (1 + e^-w) with w = 2 sqrt(2/pi) (x + 0.044715 x^3): 1.85 units.
template <>
struct fast<op::gelu, 1> {
    static bool is_meant(const double* parameters) noexcept { return parameters[0] != 0.0; }
    static floats apply(floats x) noexcept {
        // -w = x (linear + cubic x^2) in two parts, from all that its steps lose.
        constexpr auto linear = static_cast<float>(-gelu_linear[0]);
        constexpr auto linear_rest = static_cast<float>(-gelu_linear[0] - linear);
        constexpr auto cubic = static_cast<float>(-gelu_linear[0] * gelu_cubic[0]);
        constexpr auto cubic_rest = static_cast<float>(-gelu_linear[0] * gelu_cubic[0] - cubic);
        // From here on the result is 0 or x; w is -118 there.
        const floats size = at_most(magnitude(x), 11.2f);
        const floats square = size * size, bend = square * cubic, slope = bend + linear, back = slope - linear;
        const floats of_sum = (linear - (slope - back)) + (bend - back);
        const floats of_bend = fma(square, splat(cubic_rest), fma(square, splat(cubic), -bend));
        const floats of_square = fma(fma(size, size, -square), splat(cubic), splat(linear_rest));
        const floats w = size * slope, rest = fma(size, of_sum + (of_bend + of_square), fma(size, slope, -w));
        return fast_gate(at_least(x, -11.2f), fast_power<>(w, rest));
    }
};

/// x y / (1 + e^-x), with alpha = 1; it serves no other. 1.02 units at most, whatever y is: the last rounding and the
/// divisor's 0.515 of 2^-24, which is that of every x.
template <>
struct fast<op::swiglu> {
    /// From 20 on the gate is open, as far as floats see. What the product, the divisor and the quotient lose in
    /// rounding is made up for: y may put the result where a unit is least, whatever x is.
    static floats apply(floats x, floats y) noexcept {
        const fast_gate_power e(at_least(at_most(x, 20.0f), -40.0f));
        const floats one = splat(fast_gate_c), power = e.power * e.high, below = power + one;
        const floats of_power = fma(e.power, e.low, fma(e.power, e.high, -power));
        const floats of_below = (at_most(power, one) - (below - at_least(power, one))) + of_power;
        const floats product = x * y, of_product = fma(x, y, -product);
        const floats inverse = 1.0f / below, q = product * inverse;
        const floats rest = fma(-q, of_below, fma(-q, below, product) + of_product);
        return with_sign_of(fma(rest, inverse, q) * fast_gate_c, product);
    }
    /// All but products of ordinary sizes and zeros: nothing on the way is subnormal or infinite.
    static float_lanes open(floats x, floats y) noexcept {
        using bits = vec<std::uint32_t>;
        const floats product = x * y;
        const auto least = bits_as<std::uint32_t>(0x1p-60f), most = bits_as<std::uint32_t>(0x1p60f);
        const float_lanes usual = in_range(bits_as<bits>(magnitude(product)), least, most - least);
        // Bits of numbers from -40 on, counted past the positive ones.
        const float_lanes above = in_range(bits_as<bits>(x), 0, bits_as<std::uint32_t>(-40.0f) + 1);
        return ~((usual | equal(product, floats{})) & above);
    }
};

/// 1.16 units.
template <>
struct fast<op::mish> {
    /// x N/D with N = e^x (e^x/2 + 1) and D = N + 1. From 10 on it is x.
    static floats apply(floats x) noexcept {
        const floats y = at_least(at_most(x, 10.0f), -120.0f);
        const fast_power<> power(y);
        // What is missing in the exponent is made up for by the scale; only the last product may be subnormal.
        const floats k = at_least(power.k, -64.0f), p = power.power_of_two(k);
        const floats e = fma(p, power.t, p), half = 0.5f * e, above = fma(half, e, e), below = above + 1.0f;
        const floats inverse = 1.0f / below, product = y * above, q = product * inverse;
        // What was lost in rounding: of the power, both sums, which have the first in common, the product, the
        // quotient.
        const floats of_power = fma(p, power.t, p - e);
        const floats of_above = fma(of_power, e + 1.0f, fma(half, e, e - above));
        const floats of_below = above - (below - 1.0f);
        const floats of_quotient = fma(-q, below, product) + fma(y, above, -product);
        const floats rest = fma(of_above, y - q, fma(-q, of_below, of_quotient));
        const floats z = choose(x > 10.0f, x, fma(rest, inverse, q) * power.power_of_two(power.k - k));
        return with_sign_of(z, x);
    }
};

/// 1.85 units with the default attributes; it serves no others.
template <>
struct fast<op::selu> {
    static constexpr double alpha = default_attributes<op::selu>.rows[0], gamma = default_attributes<op::selu>.rows[1];
    static floats apply(floats x) noexcept {
        constexpr auto below = static_cast<float>(alpha * gamma), rest = static_cast<float>(alpha * gamma - below);
        const floats e = fast_expm1_below(x);
        return choose(x < 0.0f, fma(e, splat(below), e * rest), x * static_cast<float>(gamma));
    }
};

/// As Elu with alpha = 1, but a sum, and so 0 at -0; it serves no other.
template <>
struct fast<op::celu> {
    static floats apply(floats x) noexcept { return choose(x < 0.0f, fast_expm1_below(x), x + 0.0f); }
};

/// 1.92 units: x (x + 3) by a sixth, which is in two parts.
template <>
struct fast<op::hard_swish> {
    static floats apply(floats x) noexcept {
        constexpr auto sixth = static_cast<float>(1.0 / 6.0), rest = static_cast<float>(1.0 / 6.0 - sixth);
        const floats bounded = at_least(at_most(x, 3.0f), -3.0f), six = bounded * (bounded + 3.0f);
        // The sum loses the sign of a zero: a gate that is shut gives -0.
        return choose(x >= 3.0f, x, with_sign_of(fma(six, splat(sixth), six * rest), x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
