// Arc sine, cosine and tangent in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct quick<op::atan> : odd_function {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
#if defined(ZS_ISA_avx512)
        // atan c + atan (x - c)/(1 + c x) for a c nearby, of which there are 16: 0, and 2^90 for what is far from 0.
        const words cell = bits_as<words>(at_least(at_most(x, 12.0), 0x1p-4)) >> 51;
        const doubles size = at_most(x, 0x1p100), c = of_sixteen(quick_atan_middle, cell);
        const doubles t = (size - c) / fused(c, size, splat(1.0)), square = t * t;
        const doubles arc = fused(t * square, fused_polynomial(square, quick_atan_cubic), t);
        return of_sixteen(quick_atan_of_middle, cell) + arc;
#else
        // pi/2 - atan(1/x) beyond 1
        const truths64 steep = x > 1.0;
        const doubles t = choose(steep, splat(-1.0), x) / choose(steep, x, splat(1.0));
        return fused(t, fused_polynomial(t * t, quick_atan), choose(steep, splat(half_pi_pair[0]), doubles{}));
#endif
    }
};

/// Of |x| <= 1/2 asin |x|; else asin sqrt((1 - |x|)/2), which is (pi/2 - asin |x|) / 2. NaN beyond 1.
[[gnu::always_inline]] inline doubles quick_arc(doubles size, truths64 great) noexcept {
    const doubles square = choose(great, fused(size, splat(-0.5), splat(0.5)), size * size);
    return sqrt(square) * fused_polynomial(square, quick_asin);
}
template <>
struct quick<op::asin> : odd_function {
    /// Just above 1/2 what is subtracted from pi/2 is twice the result.
    static constexpr double error = 0x1.2p-43;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const truths64 great = x > 0.5;
        const doubles arc = quick_arc(x, great);
        return choose(great, fused(arc, splat(-2.0), splat(half_pi_pair[0])), arc);
    }
};
template <>
struct quick<op::acos> {
    static constexpr double error = 0x1.4p-44;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(x);
        const truths64 great = size > 0.5;
        const doubles arc = quick_arc(size, great);
        // pi/2 - asin x; 2 arc above 1/2, pi - 2 arc below -1/2.
        const doubles base =
            choose(great, choose(x < 0.0, splat(2 * half_pi_pair[0]), doubles{}), splat(half_pi_pair[0]));
        return fused(with_sign(choose(great, splat(2.0), splat(-1.0)), sign_of(x)), arc, base);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
