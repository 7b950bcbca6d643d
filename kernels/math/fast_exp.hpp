// e^x in floats, and what is made of it: Elu, tanh, the logistic function and its gate.
#pragma once

#include "kernels/math/fast.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^x = 2^k (1 + t) for |x| <= 120.
struct fast_power {
    floats t;
    integers32 k;

    [[gnu::always_inline]] explicit fast_power(floats x) noexcept {
        // Behind the point this sum has no bits, and in the last ones k.
        constexpr float whole = 0x1.8p23f;
        const floats shifted = fma(x, splat(0x1.715476p0f), splat(whole));
        k = bits_as<integers32>(shifted) - 0x4b400000;
        const floats turns = shifted - whole;
        // ln 2 in two parts, the second negative. The first step is exact.
        const floats r = fma(turns, splat(0x1.05c610p-29f), fma(turns, splat(-0x1.62e430p-1f), x));
        t = fma(fused_polynomial(r, fast_exp_tail), r * r, r);
    }
    /// 2^i for -126 <= i <= 127.
    [[gnu::always_inline]] static floats power_of_two(integers32 i) noexcept {
        return bits_as<floats>((i + 127) << 23);
    }
    /// In two steps, because k may be too small or too large for one; only the last rounds.
    [[gnu::always_inline]] floats value() const noexcept {
        const integers32 half = k >> 1;
        return (t + 1.0f) * power_of_two(half) * power_of_two(k - half);
    }
    /// 2^exponent (1 + t) where that is a normal number; whatever x was, it is not NaN.
    [[gnu::always_inline]] floats normal_value(integers32 exponent) const noexcept {
        return bits_as<floats>(bits_as<integers32>(t + 1.0f) + (exponent << 23));
    }
    /// e^x - 1 for -126 <= k <= 127.
    [[gnu::always_inline]] floats less_one() const noexcept {
        const floats power = power_of_two(k);
        return fma(power, t, power - 1.0f);
    }
};

/// Greatest error: 1.05 units in the last place.
template <>
struct fast<op::exp> {
    /// From 89 on e^x is infinite, below -104 it is 0.
    static floats apply(floats x) noexcept { return fast_power(at_least(at_most(x, 89.0f), -105.0f)).value(); }
};

/// 0.93 units with alpha = 1, half a unit more with others.
template <>
struct fast<op::elu> {
    float alpha;
    explicit fast(const double* parameters) noexcept : alpha(static_cast<float>(parameters[0])) {}
    floats apply(floats x) const noexcept {
        return choose(x < 0.0f, fast_power(at_least(x, -20.0f)).less_one() * alpha, x);
    }
};

/// 1.5 units.
template <>
struct fast<op::tanh> {
    /// From 10 on the result is 1.
    static floats apply(floats x) noexcept {
        const floats size = at_most(magnitude(x), 10.0f), square = size * size;
        const floats near = fma(size * square, fused_polynomial(square, fast_tanh_tail), size);
        const fast_power power(size + size);
        const floats far = 1.0f - 2.0f / (power.normal_value(power.k) + 1.0f);
        return with_sign(choose(size > 0.55f, far, near), sign_of(x));
    }
};

/// y / (1 + e^-x) = part * scale, where only the product may be subnormal.
struct fast_gate {
    floats part, scale;

    [[gnu::always_inline]] fast_gate(floats y, floats x) noexcept {
        const fast_power power(at_least(-magnitude(x), -120.0f));
        const masks32 is_negative = x < 0.0f;
        // With less than 2^-64 a sum with 1 is 1, and what is missing in the exponent is made up for by the scale.
        const integers32 k = power.k < -64 ? integers32{} - 64 : power.k;
        scale = choose(is_negative, fast_power::power_of_two(power.k - k), splat(1.0f));
        const floats e = power.normal_value(k);
        const floats above = choose(is_negative, e, splat(1.0f)), product = above * y;
        const floats below = e + 1.0f, lost = e - (below - 1.0f);
        const floats inverse = 1.0f / below, q = product * inverse;
        // What the product, the divisor and the quotient lost in rounding, divided by the divisor.
        const floats rest = fma(-q, lost, fma(-q, below, product)) + fma(above, y, -product);
        part = fma(rest, inverse, q);
    }
};
/// 1.5 units.
template <>
struct fast<op::sigmoid> {
    static floats apply(floats x) noexcept {
        const fast_gate gate(splat(1.0f), x);
        return choose(x == x, gate.part * gate.scale, x + x);
    }
};
/// 1.7 units with alpha = 1; it serves no other.
template <>
struct fast<op::swish> {
    static floats apply(floats x) noexcept {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const fast_gate gate(at_least(x, -120.0f), x);
        const floats y = choose(x < infinity, gate.part * gate.scale, x + x);
        // The sum in the gate loses the sign of a zero.
        return bits_as<floats>(bits_as<integers32>(y) | sign_of(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
