// Quotients and square roots of binary16 by estimates, in float: several times as fast as the instructions, which take
// their time for all bits of a float.
//
// The results are rounded to binary16 afterwards, so they need not be the nearest floats. What they must be is on the
// right side of every tie, which is a number of 12 bits, and on the tie where the exact result is.
#pragma once

#include "kernels/ops/divide.hpp"
#include "kernels/simd/estimates.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

constexpr bool is_estimated(op which) noexcept {
    return has_estimates && (which == op::div || which == op::reciprocal || which == op::sqrt);
}

/// What an estimated operator computes of binary16 in float.
template <op Op>
struct half_estimate;

#if defined(ZS_ISA_avx512)
/// x / y, given r = (1 / y)(1 + e), |e| <= 2^-14. The product x * r is corrected by its remainder; what is then rounded
/// to float is off by less than 2^-27 of the quotient. A quotient of two numbers of 11 bits is a tie, or away from the
/// next one by 2^-23 of it: x - tie * y is a whole number of units, of which y has at most 2^11 and the tie 2^12.
/// Nothing overflows or is subnormal in float, as x and y are 0 or from 2^-24 to 2^16.
///
/// Where the remainder is NaN (of infinities and zeros) the product is the answer, and where x is 0, because a
/// correction of 0 would lose the sign.
inline vec<float> half_quotient(vec<float> x, vec<float> y, vec<float> r) noexcept {
    const vec<float> near = x * r;
    const vec<float> remainder = fma(-y, near, x);
    return choose_by_nonzero(remainder, fma(remainder, r, near), near);
}
template <>
struct half_estimate<op::div> {
    static vec<float> apply(vec<float> x, vec<float> y) noexcept { return half_quotient(x, y, reciprocal_estimate(y)); }
};
template <>
struct half_estimate<op::reciprocal> {
    static vec<float> apply(vec<float> x) noexcept { return half_quotient(splat(1.0f), x, reciprocal_estimate(x)); }
};

/// With r = (1 / sqrt(x))(1 + e), |e| <= 2^-14, what is rounded to float is off by less than 2^-27 of the root. No root
/// of a number of 11 bits is a tie. In units of 2^-22 the square of a tie from 1 to 2 is odd, so 1 more than a multiple
/// of 8, and x from 1 to 4 is a multiple of 8: a root is below a tie by more than 2^-24, or above it by almost 7 *
/// 2^-24. Rounding towards zero, to a multiple of 2^-23, leaves it on that side; to nearest it could come to lie on the
/// tie.
template <>
struct half_estimate<op::sqrt> {
    static vec<float> apply(vec<float> x) noexcept {
        const vec<float> r = reciprocal_root_estimate(x);
        const vec<float> near = x * r;
        const vec<float> remainder = fma(-near, near, x);
        return choose(is_of<zeros | infinity_above, float>(x), x, fma_towards_zero(remainder, r * 0.5f, near));
    }
};
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
