// Functions with exponentials in floats for operands that are halves: their squares are exact, some bits less than a
// float's will do, and where the result is 0 in halves the floats are still far from their least, next to which some
// processors take a hundred times as long.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/fast_log.hpp"
#include "kernels/math/quick_halves.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Below -18 it is less than half of the least half.
template <>
struct for_halves<op::sigmoid> {
    static constexpr unsigned units = 2;
    static floats apply(floats x) noexcept { return fast<op::sigmoid>::from(x, -18.0f); }
};
/// Likewise.
template <>
struct for_halves<op::softplus> {
    static constexpr unsigned units = 2;
    static floats apply(floats x) noexcept { return fast<op::softplus>::from(x, -18.0f); }
};
/// Below -24 x e^x is less than half of the least half. It serves alpha = 1.
template <>
struct for_halves<op::swish> {
    static constexpr unsigned units = 2;
    static bool serves(const double* parameters) noexcept { return parameters[0] == 1.0; }
    static floats apply(floats x) noexcept { return fast<op::swish>::from(x, -24.0f); }
};
/// x/2 (1 + erf(x/sqrt 2)) as max(x, 0) - |x|/2 erfc(|x|/sqrt 2), whose second part is 0 in halves from 8 on.
template <>
struct for_halves<op::gelu, 0> {
    static constexpr unsigned units = 14;

    static floats apply(floats x) noexcept {
        const floats size = at_most(magnitude(x), 8.0f);
        const floats tail = fma_horner(1.0f / (size + 4.0f), half_gelu_tail);
        return fma(-size, tail * fast_exp(-0.5f * size * size), at_least(x, 0.0f));
    }
};
/// x / (1 + e^-w) with w = 2 sqrt(2/pi) (x + 0.044715 x^3)
template <>
struct for_halves<op::gelu, 1> {
    static constexpr unsigned units = 14;

    static floats apply(floats x) noexcept {
        constexpr auto linear = static_cast<float>(-gelu_linear[0]);
        constexpr auto cubic = static_cast<float>(-gelu_linear[0] * gelu_cubic[0]);
        // From here on the result is 0 or x, also where the square would be infinite; w is 25.
        const floats near = at_least(at_most(x, 6.0f), -6.0f);
        const floats square = near * near, bend = square * cubic, slope = bend + linear;
        // What the sum lost, whichever part is greater, and the product before it.
        const floats back = slope - linear;
        const floats lost = ((linear - (slope - back)) + (bend - back)) + fma(square, splat(cubic), -bend);
        const floats w = near * slope, rest = fma(near, lost, fma(near, slope, -w));
        const floats e = fast_exp(w);
        return at_least(x, -6.0f) / (1.0f + fma(e, rest, e));
    }
};
/// x n/(n + 2) with n = e (e + 2)
template <>
struct for_halves<op::mish> {
    static constexpr unsigned units = 6;

    static floats apply(floats x) noexcept {
        // Below -60 the product is 0 in halves, above 20 it is x.
        const floats above = at_least(x, -60.0f);
        const floats e = fast_exp(at_most(above, 20.0f));
        const floats n = e * (e + 2.0f);
        return above * (n / (n + 2.0f));
    }
};
template <>
struct for_halves<op::softsign> {
    static constexpr unsigned units = 2;

    static floats apply(floats x) noexcept {
        const floats size = at_most(magnitude(x), 0x1p20f);
        return with_sign(size / (1.0f + size), sign_of(x));
    }
};
template <>
struct for_halves<op::selu> {
    static constexpr unsigned units = 6;

    static bool serves(const double* parameters) noexcept {
        const auto is_small = [](double attribute) { return attribute >= 0x1p-10 && attribute <= 0x1p10; };
        return is_small(parameters[0]) && is_small(parameters[1]);
    }
    float below, gamma;
    explicit for_halves(const double* parameters) noexcept
        : below(static_cast<float>(parameters[0] * parameters[1])), gamma(static_cast<float>(parameters[1])) {}
    floats apply(floats x) const noexcept { return choose(x < 0.0f, fast_expm1_below(x) * below, x * gamma); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
