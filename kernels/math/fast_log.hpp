// ln x and Softplus in floats.
#pragma once

#include "kernels/math/fast_exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(2^k (1 + f)) for k whole and 1 + f from 1/sqrt 2 to sqrt 2: terms from the smallest on, ln 2 in two parts.
[[gnu::always_inline]] inline floats fast_log_of_parts(floats k, floats f) noexcept {
    const floats square = f * f;
    const floats rest = fma(square * f, fused_polynomial(f, fast_log_tail), k * -0x1.05c610p-29f);
    return fma(k, splat(0x1.62e430p-1f), f + fma(splat(-0.5f), square, rest));
}

/// Greatest error: 0.82 units in the last place.
template <>
struct fast<op::log> {
    static floats apply(floats x) noexcept {
        constexpr std::int32_t root_half = 0x3f3504f3;
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const masks32 is_subnormal = x < 0x1p-126f;
        const integers32 offset = bits_as<integers32>(choose(is_subnormal, x * 0x1p23f, x)) - root_half;
        const integers32 k = (offset >> 23) - (bits_as<integers32>(is_subnormal) & 23);
        const floats f = bits_as<floats>((offset & 0x7fffff) + root_half) - 1.0f;
        const floats y = fast_log_of_parts(__builtin_convertvector(k, floats), f);
        const floats of_negative = choose(x < 0.0f, splat(std::numeric_limits<float>::quiet_NaN()), x + x);
        return choose((x > 0.0f) & (x < infinity), y, choose(x == 0.0f, splat(-infinity), of_negative));
    }
};

/// 1.7 units.
template <>
struct fast<op::softplus> {
    /// max(x, 0) + ln(1 + e^-|x|). Where that sum is over sqrt 2, half of it is 1 + f.
    static floats apply(floats x) noexcept {
        const floats e = fast_power(at_least(-magnitude(x), -105.0f)).value();
        const masks32 is_large = e > 0x1.a8p-2f;
        const floats f = choose(is_large, (e - 1.0f) * 0.5f, e);
        return choose(x > 0.0f, x, floats{}) + fast_log_of_parts(choose(is_large, splat(1.0f), floats{}), f);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
