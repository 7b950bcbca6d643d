// The error function in plain doubles.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct quick<op::erf> : odd_function {
    static constexpr double error = 0x1p-44;
    static constexpr bool can_be_tiny = true;

    static doubles apply(doubles x) noexcept {
        // From 3.92 on it is nearer to 1 than to the float below.
        const doubles size = at_most(x, 3.925);
        const doubles u = fused(size * size, splat(2.0 / (3.925 * 3.925)), splat(-1.0));
        return size * fused_polynomial(u, quick_erf);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
