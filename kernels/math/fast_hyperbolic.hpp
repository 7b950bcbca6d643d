// sinh x and cosh x in floats.
#pragma once

#include "kernels/math/fast_exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// e^|x| = 2^k (1 + even + odd) and e^-|x| = 2^-k (1 + even - odd), with even = cosh r - 1 and odd = sinh r.
struct fast_halves {
    floats k, even, odd;

    /// From 90 on both functions are infinite.
    [[gnu::always_inline]] explicit fast_halves(floats x) noexcept {
        const floats size = at_most(magnitude(x), 90.0f);
        k = fma(size, splat(0x1.715476p0f), splat(whole)) - whole;
        const floats r = fma(k, splat(0x1.05c610p-29f), fma(k, splat(-0x1.62e430p-1f), size)), square = r * r;
        even = square * fma_horner(square, fast_cosh_tail);
        odd = fma(square * r, fma_horner(square, fast_sinh_tail), r);
    }
    /// 4^-k, or 2^-126 where that is less.
    [[gnu::always_inline]] floats ratio() const noexcept {
        return bits_as<floats>(bits_as<integers32>(at_least(fma(k, splat(-2.0f), splat(whole)), whole - 126.0f)) << 23);
    }

private:
    static constexpr float whole = fast_power<>::whole;
};

/// Greatest error: 1.85 units in the last place.
template <>
struct fast<op::sinh> {
    static floats apply(floats x) noexcept {
        const fast_halves h(x);
        const floats ratio = h.ratio();
        const floats sum = fma(ratio, splat(0.5f), splat(0.5f)), difference = fma(ratio, splat(-0.5f), splat(0.5f));
        const floats y = fma(h.even, difference, fma(h.odd, sum, difference));
        return with_sign(scaled(y, h.k), sign_of(x));
    }
};

/// 1.67 units.
template <>
struct fast<op::cosh> {
    static floats apply(floats x) noexcept {
        const fast_halves h(x);
        const floats twice = fma(h.ratio(), (h.even - h.odd) + 1.0f, (h.even + h.odd) + 1.0f);
        return scaled(twice, h.k - 1.0f);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
