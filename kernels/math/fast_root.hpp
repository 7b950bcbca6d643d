// Roots in floats.
#pragma once

#include "kernels/math/fast.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// About 1/sqrt(x) by halving what exponent and significand are as a number: off by 1 part in 28 at most.
template <std::uint32_t Start>
[[gnu::always_inline]] inline floats inverse_root_estimate(floats x) noexcept {
    return bits_as<floats>(Start - (bits_as<vec<std::uint32_t>>(x) >> 1));
}

/// Greatest error: 1.29 units in the last place.
template <>
struct fast<op::rsqrt> {
    /// All but the normal numbers above 0.
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(x) - 0x00800000u, 0x7f000000u);
    }
    /// y (1 + e)^(-1/2) with e = x y^2 - 1. No instruction's estimate: those differ between processors.
    static floats apply(floats x) noexcept {
        static constexpr float slope[] = {-fast_root_slope[0], fast_root_slope[1], -fast_root_slope[2],
                                          fast_root_slope[3]};
        const floats y = inverse_root_estimate<0x5f3759dfu>(x), e = fma(x * y, y, splat(-1.0f));
        return fma(y, e * fma_horner(e, slope), y);
    }
};

/// 1.35 units.
template <>
struct fast<op::cbrt> {
    /// All but normal numbers.
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(magnitude(x)) - 0x00800000u, 0x7f000000u);
    }
    /// y (1 + e)^(-2/3) with y = |x| r^2, e = y r - 1 and r nearly |x|^(-1/3): what rounding does to y counts in e,
    /// too, and nearly cancels.
    static floats apply(floats x) noexcept {
        const floats a = magnitude(x), bits = __builtin_convertvector(bits_as<integers32>(a), floats);
        // A third of what exponent and significand are as a number.
        const floats r = bits_as<floats>(
            __builtin_convertvector(fma(bits, splat(-0x1.555556p-2f), splat(0x1.5288p30f)), integers32));
        const floats y = a * (r * r), e = fma(y, r, splat(-1.0f));
        return with_sign_of(fma(y, e * fma_horner(e, fast_cube_root_slope), y), x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
