// The error function in floats.
#pragma once

#include "kernels/math/fast_exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Greatest error: 1.3 units in the last place.
template <>
struct fast<op::erf> {
    /// Up to 7/8 a polynomial, then 1 - e^(x p(x)); from 3.93 on the result is 1.
    static floats apply(floats x) noexcept {
        const floats size = at_most(magnitude(x), 4.0f);
        const floats near = fma(size, fma_polynomial(size * size, fast_erf_slope), size);
        const fast_power<> power(size * fma_polynomial(size, fast_erf_exponent));
        const floats far = 1.0f - power.normal_power() * (power.t + 1.0f);
        return with_sign(choose(size > 0.875f, far, near), sign_of(x));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
