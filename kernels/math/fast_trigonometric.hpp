// sin x and cos x in floats.
#pragma once

#include "kernels/math/fast.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Arguments above 2^17 are left to the exact function: multiples of pi would have more bits than its parts leave room
/// for.
struct fast_wave {
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(magnitude(x)), 0x48000001);
    }

protected:
    /// x - k pi, with pi in three parts.
    [[gnu::always_inline]] static floats without_half_turns(floats x, floats k) noexcept {
        return fma(k, splat(-0x1.84698ap-47f), fma(k, splat(-0x1.4442d0p-23f), fma(k, splat(-0x1.921fb4p1f), x)));
    }
    /// sin r for |r| up to pi/2.
    [[gnu::always_inline]] static floats sine(floats r) noexcept {
        const floats square = r * r;
        // The sum with zero is never -0: so the sum with r is a zero of r's sign.
        const floats cube = fma(r, square, floats{});
        return fma(cube, fma_horner(square, fast_sin_tail), r);
    }
    /// Minus x where the last bit of `turns` is set.
    [[gnu::always_inline]] static floats negated_if_odd(floats x, floats turns) noexcept {
        return with_sign(x, bits_as<integers32>(turns) << 31);
    }
};

/// Greatest error: 1.97 units in the last place.
template <>
struct fast<op::sin> : fast_wave {
    static floats apply(floats x) noexcept {
        // Behind the point this sum has no bits, and in the last ones k.
        constexpr float whole = 0x1.8p23f;
        const floats shifted = fma(x, splat(0x1.45f306p-2f), splat(whole));
        return negated_if_odd(sine(without_half_turns(x, shifted - whole)), shifted);
    }
};

/// 1.97 units.
template <>
struct fast<op::cos> : fast_wave {
    /// cos x = (-1)^k sin(x + (k + 1/2) pi) for x < 0.
    static floats apply(floats x) noexcept {
        // From 2^23 on sums have no bits behind the point, and in the last ones k.
        constexpr float half_less = 0x1p23f - 0.5f;
        const floats y = negated_magnitude(x);
        const floats shifted = at_least(fma(y, splat(-0x1.45f306p-2f), splat(half_less)), 0x1p23f);
        return negated_if_odd(sine(without_half_turns(y, half_less - shifted)), shifted);
    }
};

/// 1.97 units.
template <>
struct fast<op::tan> : fast_wave {
    /// tan r or -1/tan r for r = x - k pi/2, with pi/2 in three parts.
    static floats apply(floats x) noexcept {
        constexpr float whole = 0x1.8p23f;
        const floats shifted = fma(x, splat(0x1.45f306p-1f), splat(whole)), k = shifted - whole;
        const floats near = fma(k, splat(-0x1.921fb4p0f), x), second = k * 0x1.4442d0p-24f, r = near - second;
        // What r is too great by. Of zeros that is 0, and both products below have their sign.
        const floats lost = fma(k, splat(0x1.84698ap-48f), fma(k, splat(0x1.4442d0p-24f), -second));
        const floats excess = (second - (near - r)) + lost, square = r * r;
        const floats y = r + fma(r * square, fma_horner(square, fast_tan_tail), excess * (-1.0f - square));
        return choose((bits_as<integers32>(shifted) << 31) != 0, -1.0f / y, y);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
