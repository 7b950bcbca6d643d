// sin x and cos x in floats.
#pragma once

#include "kernels/math/fast.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Greatest error: 1.6 units in the last place. Arguments above 2^17 are left to the exact function: k would have more
/// bits than the parts of pi/2 leave room for.
template <bool Cosine>
struct fast_wave {
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(magnitude(x)), 0x48000001);
    }

    static floats apply(floats x) noexcept {
        // x = k pi/2 + r; behind the point this sum has no bits, and in the last ones k.
        constexpr float whole = 0x1.8p23f;
        const floats shifted = fma(x, splat(0x1.45f306p-1f), splat(whole));
        const floats k = shifted - whole;
        // pi/2 in three parts.
        floats r = fma(k, splat(-0x1.921fb4p0f), x);
        r = fma(k, splat(-0x1.4442d0p-24f), r);
        r = fma(k, splat(-0x1.84698ap-48f), r);
        const floats square = r * r;
        const floats sine = fma(r * square, fma_polynomial(square, fast_sin_tail), r);
        const floats cosine =
            fma(square * square, fma_polynomial(square, fast_cos_tail), fma(square, splat(-0.5f), splat(1.0f)));
        const integers32 quarter = bits_as<integers32>(shifted) + (Cosine ? 1 : 0);
        const float_lanes is_even = without(bits_as<vec<std::uint32_t>>(quarter), 1);
        const floats y = with_sign(choose(is_even, sine, cosine), sign_of(bits_as<floats>(quarter << 30)));
        // The sums lose the sign of a zero.
        return Cosine ? y : choose(x == 0.0f, x, y);
    }
};
template <>
struct fast<op::sin> : fast_wave<false> {};
template <>
struct fast<op::cos> : fast_wave<true> {};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
