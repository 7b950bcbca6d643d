// e^x in floats, and what is made of it: Elu, tanh, the logistic function and its gate.
#pragma once

#include "kernels/math/fast.hpp"
#include "kernels/simd/exponents.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^(Factor x) as 2^k (1 + Factor t), for Factor 1 and 2; |Factor x| <= 120. With ln 2 in one part it is off by
/// k 2^-28.9 more, relative.
template <int Factor = 1, int Parts = 2, const auto& Tail = fast_exp_tail>
struct fast_power {
    /// Behind the point sums with it have no bits, and in the last ones a whole number as floats have it for an
    /// exponent.
    static constexpr float whole = 0x1.8p23f + 127.0f;

    floats t, k, shifted;

    /// Of the sum of x and, if it is given, a number as little as what is lost in rounding x.
    template <class... Rest>
    [[gnu::always_inline]] explicit fast_power(floats x, Rest... rest) noexcept {
        constexpr float size = Factor;
        shifted = fma(x, splat(0x1.715476p0f * size), splat(whole));
        k = shifted - whole;
        // ln 2 in two parts, the second negative. The first step is exact.
        floats r = fma(k, splat(-0x1.62e430p-1f / size), x);
        if constexpr (sizeof...(Rest) != 0) r += fma(k, splat(0x1.05c610p-29f / size), rest...);
        else if constexpr (Parts == 2) r = fma(k, splat(0x1.05c610p-29f / size), r);
        t = fma(fma_polynomial(r, tail.c), r * r, r);
    }
    /// 2^i for whole i from -126 to 127.
    [[gnu::always_inline]] static floats power_of_two(floats i) noexcept { return power_of_shifted(i + whole); }
    /// 2^k where that is a normal number.
    [[gnu::always_inline]] floats normal_power() const noexcept { return power_of_shifted(shifted); }

private:
    static constexpr std::size_t terms = sizeof Tail / sizeof Tail[0];
    struct coefficients {
        float c[terms];
    };
    /// Of (e^(Factor r) - 1 - Factor r) / (Factor r^2).
    static constexpr coefficients tail = [] {
        coefficients made{};
        float power = Factor;
        for (std::size_t i = 0; i < terms; ++i, power *= Factor) made.c[i] = power * Tail[i];
        return made;
    }();
    [[gnu::always_inline]] static floats power_of_shifted(floats shifted) noexcept {
        return bits_as<floats>(bits_as<integers32>(shifted) << 23);
    }
};
/// From here down e^x is 0 at once.
inline constexpr float fast_exp_vanishes = 0.6931472f * vanishing_exponent_of_floats;
/// e^x for |x| <= 120, or where it vanishes.
[[gnu::always_inline]] inline floats fast_exp(floats x) noexcept {
    const fast_power<> power(x);
    return scaled(power.t + 1.0f, power.k);
}

/// Greatest error: 1.07 units in the last place.
template <>
struct fast<op::exp> {
    /// From 89 on e^x is infinite, below -104 it is 0.
    static floats apply(floats x) noexcept { return fast_exp(at_least(at_most(x, 89.0f), fast_exp_vanishes)); }
};

/// 0.95 units.
template <>
struct fast<op::exp2> {
    /// From 129 on 2^x is infinite, below -151 it is 0.
    static floats apply(floats x) noexcept { return between(x, vanishing_exponent_of_floats, 129.0f); }
    /// x as what it is at most and at least.
    [[gnu::always_inline]] static floats between(floats x, float least, float most) noexcept {
        const floats y = at_least(at_most(x, most), least);
        const floats k = (y + fast_power<>::whole) - fast_power<>::whole, f = y - k;
        return scaled(fma(f, fma_horner(f, fast_exp2_slope), splat(1.0f)), k);
    }
};

/// 1.70 units.
template <>
struct fast<op::expm1> {
    /// From 89 on e^x is infinite, below -20 it is less than half a unit of 1.
    static floats apply(floats x) noexcept {
        const fast_power<> power(at_least(at_most(x, 89.0f), -20.0f));
        // Half of it, as the power alone may be infinite. The sum in it loses the sign of a zero.
        const floats p = power.power_of_two(power.k - 1.0f), half = fma(p, power.t, p - 0.5f);
        return with_sign_of(half + half, x);
    }
};

/// e^x - 1 for x < 0.
[[gnu::always_inline]] inline floats fast_expm1_below(floats x) noexcept {
    // Of powers below 1 the less is left beside the 1 the farther they are off.
    const fast_power<1, 1> power(at_least(x, -20.0f));
    const floats p = power.normal_power();
    return fma(p, power.t, p - 1.0f);
}
/// 1.05 units with alpha = 1; it serves no other.
template <>
struct fast<op::elu> {
    static floats apply(floats x) noexcept { return choose(x < 0.0f, fast_expm1_below(x), x); }
};

/// 1.95 units.
template <>
struct fast<op::tanh> {
    /// (1 - e^-2|x|) / (1 + e^-2|x|), both halved. From 10 on the result is 1.
    static floats apply(floats x) noexcept {
        // Of what the power is farther off for great k the less is left beside the 1.
        const fast_power<2, 1> power(at_least(negated_magnitude(x), -10.0f));
        const floats p = power.normal_power(), half_of_it = bits_as<floats>(bits_as<integers32>(p) - (1 << 23));
        // Each rounded for itself: a divisor made from the dividend would have the error of both.
        const floats less = fma(-p, power.t, 0.5f - half_of_it), more = fma(p, power.t, 0.5f + half_of_it);
        return with_sign(less / more, sign_of(x));
    }
};

#if defined(ZS_ISA_avx512)
inline constexpr bool has_infinite_powers = true;
#else
inline constexpr bool has_infinite_powers = false;
/// Entries whose bits are short of their index, 2^19 for each, as much as it has in a sum.
template <const float (&Table)[16]>
inline constexpr std::array<float, 16> less_index = [] {
    std::array<float, 16> made{};
    for (std::uint32_t j = 0; j < 16; ++j)
        made[j] = __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, Table[j]) - (j << 19));
    return made;
}();
#endif
/// Table[j] 2^k for n = k + j/16, given n + 1.5 * 2^19; the result is a normal number, or infinite where there are
/// such.
template <const float (&Table)[16]>
[[gnu::always_inline]] inline floats times_power(floats shifted) noexcept {
    const auto index = bits_as<vec<std::uint32_t>>(shifted);
#if defined(ZS_ISA_avx512)
    return scaled_to_floor(of_sixteen(Table, index), shifted - 0x1.8p19f);
#else
    // The index is in what is added to the bits of the entry, too.
    const floats entry = of_sixteen(less_index<Table>.data(), index);
    return bits_as<floats>(bits_as<vec<std::uint32_t>>(entry) + (index << 19));
#endif
}

/// 1.79 units.
template <>
struct fast<op::sigmoid> {
    /// From 20 on it is 1, below -104 it is 0, and where the power may be infinite, at once.
    static floats apply(floats x) noexcept { return from(x, has_infinite_powers ? -140.0f : -105.0f); }
    /// c / (c + c e^-x), where c makes the errors small, for x or the least that it may be.
    [[gnu::always_inline]] static floats from(floats x, float least) noexcept {
        const floats y = at_least(at_most(x, 20.0f), least);
        // Behind the point this sum has 4 bits.
        const floats shifted = fma(y, splat(-0x1.715476p0f), splat(0x1.8p19f)), n = shifted - 0x1.8p19f;
        // ln 2 in two parts, the second negative. The first step is exact.
        const floats r = fma(n, splat(0x1.05c610p-29f), fma(n, splat(-0x1.62e430p-1f), -y));
        const floats rest = fma_horner(r, fast_logistic_rest);
        return fast_logistic_c / fma(times_power<fast_logistic_powers>(shifted), rest, splat(fast_logistic_c));
    }
};

/// x / (1 + e^-w) for w of x's sign, by the power of -|w|; x from the number on whose result is 0.
[[gnu::always_inline]] inline floats fast_gate(floats x, const fast_power<>& power) noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const masks32 is_negative = x < 0.0f;
    // x e^-|w| / (1 + e^-|w|) for negative x, else x / (1 + e^-|w|). With less than 2^-64 a sum with 1 is 1, and what
    // is missing in the exponent is made up for by the scale; only the last product may be subnormal.
    const floats k = at_least(power.k, -64.0f);
    const floats scale = choose(is_negative, power.power_of_two(power.k - k), splat(1.0f));
    const floats e = power.power_of_two(k) * (power.t + 1.0f);
    const floats above = choose(is_negative, e, splat(1.0f)), product = above * x;
    const floats below = e + 1.0f, lost = e - (below - 1.0f);
    const floats inverse = 1.0f / below, q = product * inverse;
    // What the product, the divisor and the quotient lost in rounding, divided by the divisor.
    const floats rest = fma(-q, lost, fma(-q, below, product)) + fma(above, x, -product);
    const floats gated = choose(x < infinity, fma(rest, inverse, q) * scale, x + x);
    // The sum in the gate loses the sign of a zero.
    return with_sign_of(gated, x);
}
constexpr float fast_gate_c = 0x1p-40f;
/// c e^-y = power (high + low) for y from -116 to 20.
struct fast_gate_power {
    floats power, high, low;

    [[gnu::always_inline]] explicit fast_gate_power(floats y) noexcept {
        const floats shifted = fma(y, splat(-0x1.715476p0f), splat(0x1.8p19f)), n = shifted - 0x1.8p19f;
        const floats r = fma(n, splat(0x1.05c610p-29f), fma(n, splat(-0x1.62e430p-1f), -y));
        const floats slope =
            fma(r, fma(r, splat(fast_gate_rest[3]), splat(fast_gate_rest[2])), splat(fast_gate_rest[1]));
        power = times_power<fast_gate_powers>(shifted);
        high = fma(r, slope, splat(fast_gate_rest[0]));
        low = fma(r, slope, fast_gate_rest[0] - high);
    }
};
/// 1.92 units with alpha = 1; it serves no other.
template <>
struct fast<op::swish> {
    /// From 20 on it is x, below -109 it is 0, and from -116 on at once.
    static floats apply(floats x) noexcept { return from(x, -116.0f); }
    /// c x / (c + c e^-x) with a power of two for c, for x or the least that it may be.
    [[gnu::always_inline]] static floats from(floats x, float least) noexcept {
        const floats above = at_least(x, least);
        const fast_gate_power e(at_most(above, 20.0f));
        // What is lost in rounding the polynomial counts as much as what is in rounding the sum, but for this.
        const floats below = fma(e.power, e.high, fma(e.power, e.low, splat(fast_gate_c)));
        return choose(x > 20.0f, x, (above / below) * fast_gate_c);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
