// The cube root and the reciprocal of the square root of double-doubles: a step of Newton's iteration from the double.
#pragma once

#include "kernels/math/real_arithmetic.hpp"
#include "kernels/math/root.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

inline pair cbrt(pair x) noexcept {
    // Kept from powers of y that overflow or whose low parts would be subnormal.
    const flags large = magnitude(x.hi) > 0x1p600, small = magnitude(x.hi) < 0x1p-600;
    const pair z = choose(large, times(x, 0x1p-600), choose(small, times(x, 0x1p600), x));
    const vec<double> y = body<op::cbrt>::apply(z.hi);
    const pair cube = accurate_product(two_product(y, y), y);
    const vec<double> rest = ((z.hi - cube.hi) - cube.lo) + z.lo;
    const vec<double> step = rest / (3.0 * y * y);
    const pair root = fast_two_sum(y, step - step * (step / y));
    const flags ordinary = is_finite(x.hi) & (x.hi != 0.0);
    return settled(choose(large, times(root, 0x1p200), choose(small, times(root, 0x1p-200), root)), ~ordinary, y);
}

inline pair rsqrt(pair x) noexcept {
    // Kept from powers of y that overflow or whose low parts would be subnormal.
    const flags large = x.hi > 0x1p600, small = x.hi < 0x1p-600;
    const pair z = choose(large, times(x, 0x1p-600), choose(small, times(x, 0x1p600), x));
    const vec<double> y = body<op::rsqrt>::apply(z.hi);
    const pair one = accurate_product(two_product(y, y), z);
    const vec<double> rest = (1.0 - one.hi) - one.lo;
    const pair root = fast_two_sum(y, y * (rest * (0.5 + 0.375 * rest)));
    const flags ordinary = (x.hi > 0.0) & is_finite(x.hi);
    return settled(choose(large, times(root, 0x1p-300), choose(small, times(root, 0x1p300), root)), ~ordinary, y);
}

template <>
struct real_body<op::cbrt> {
    static pair apply(pair x, const double*) noexcept { return reals::cbrt(x); }
};
template <>
struct real_body<op::rsqrt> {
    static pair apply(pair x, const double*) noexcept { return reals::rsqrt(x); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
