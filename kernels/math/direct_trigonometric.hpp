// Sine and cosine of doubles.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// For |x| <= 2^20. The first product is taken from x exactly: where it is not zero the difference is at most pi/4 and
/// a multiple of 2^-53.
[[gnu::always_inline]] inline reduced direct_reduce_moderate(doubles x) noexcept {
    const doubles shifted = fma(x, splat(0x1.45f306dc9c883p-1), splat(0x1.8p52));
    const doubles n = shifted - 0x1.8p52;
    const doubles first = fma(n, splat(-direct_half_pi[0]), x);
    const pair second = product(n, splat(direct_half_pi[1]));
    const pair s = two_sum(first, -second.hi);
    return {fast_two_sum(s.hi, fma(n, splat(-direct_half_pi[2]), s.lo - second.lo)), bits_as<words>(shifted)};
}

[[gnu::always_inline]] inline doubles direct_sine_by_quadrant(doubles x, std::uint64_t turned) noexcept {
    const reduced r = reduce_by(
        x, [](doubles moderate) __attribute__((always_inline)) { return direct_reduce_moderate(moderate); });
    const doubles hi = r.rest.hi, lo = r.rest.lo;
    const pair square = product(hi, hi);
    const doubles z = square.hi;
    // r + (r^3 (...) + (lo - r^2/2 lo))
    const doubles sine = hi + fma(hi * z, fma_polynomial(z, direct_sin_cubic), fma(-0.5 * z, lo, lo));
    // (1 - r^2/2) + (r^4 (...) - (what r^2/2 is short of + r lo))
    const pair near = fast_two_sum(splat(1.0), -0.5 * z);
    const doubles small = fma(-hi, lo, fma(splat(-0.5), square.lo, near.lo));
    const doubles cosine = near.hi + fma(z * z, fma_polynomial(z, direct_cos_quartic), small);
    const words quadrant = r.quadrant + turned;
    return with_sign(choose((quadrant & 1) == 0, sine, cosine), (quadrant >> 1 & 1) << 63);
}

template <>
struct direct<op::sin> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        return choose(x == 0.0, x, direct_sine_by_quadrant(x, 0));
    }
};
template <>
struct direct<op::cos> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept { return direct_sine_by_quadrant(x, 1); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
