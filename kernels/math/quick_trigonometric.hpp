// Sine, cosine, tangent in plain doubles, for |x| up to 2^20; what is larger is left to the careful phase.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x - n pi/2 for |n| < 2^20, which has no fraction but for a half. Without fma the products with the first two parts
/// of pi/2 are exact, and so are the differences while they have bits in common with what is subtracted. The relative
/// error is 2^-52, however near x is to a multiple.
[[gnu::always_inline]] inline doubles quick_rest(doubles x, doubles n) noexcept {
    if constexpr (has_fma) return fma(n, splat(-half_pi_pair[1]), fma(n, splat(-half_pi_pair[0]), x));
    constexpr double last = half_pi_parts[2] + half_pi_parts[3];
    return (x - n * half_pi_parts[0] - n * half_pi_parts[1]) - n * last;
}
/// sin r for |r| <= pi/2, with the sign of a zero. Relative error 2^-43.6.
[[gnu::always_inline]] inline doubles quick_sine(doubles r) noexcept {
    const doubles square = r * r;
    return r * fused(square, fused_polynomial(square, quick_sin_cubic), splat(1.0));
}

struct quick_trigonometric {
    static constexpr double error = 0x1.8p-44;
    static constexpr bool can_be_tiny = false;
    /// Beyond +-2^20.
    static float_lanes open(vec<float> x) noexcept { return from_on(size_bits(x), 0x49800001); }
};
/// (-1)^n sin(x - n pi), of a cosine (-1)^n sin(x - (n - 1/2) pi), given n + 1.5 * 2^52.
template <bool Cosine>
[[gnu::always_inline]] inline doubles quick_of_half_turns(doubles x, doubles shifted) noexcept {
    const doubles n = shifted - 0x1.8p52;
    doubles quarters = n + n;
    if constexpr (Cosine) quarters -= 1.0;
    return with_sign(quick_sine(quick_rest(x, quarters)), bits_as<words>(shifted) << 63);
}

template <>
struct quick<op::sin> : quick_trigonometric {
    static doubles apply(doubles x) noexcept {
        return quick_of_half_turns<false>(x, fused(x, splat(0x1.45f306dc9c883p-2), splat(0x1.8p52)));
    }
};
template <>
struct quick<op::cos> : quick_trigonometric {
    static doubles apply(doubles x) noexcept {
        return quick_of_half_turns<true>(x, fused(x, splat(0x1.45f306dc9c883p-2), splat(0.5)) + 0x1.8p52);
    }
};
template <>
struct quick<op::tan> : quick_trigonometric {
    static doubles apply(doubles x) noexcept {
        const doubles shifted = fused(x, splat(0x1.45f306dc9c883p-1), splat(0x1.8p52));
        const doubles r = quick_rest(x, shifted - 0x1.8p52);
        const doubles square = r * r;
        const doubles sine = r * fused(square, fused_polynomial(square, quick_tan_sine), splat(1.0));
        const doubles cosine = fused(square, fused_polynomial(square, quick_tan_cosine), splat(1.0));
        const words odd = bits_as<words>(shifted) << 63;
        const auto turned = bits_as<truths64>(odd) < 0;
        return with_sign(choose(turned, cosine, sine) / choose(turned, sine, cosine), odd);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
