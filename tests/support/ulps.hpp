// Distances in units of the last place.
#pragma once

#include <algorithm>
#include <cmath>

#include "zerostride/dtype.hpp"

namespace zerostride::test {

/// Whether `actual`, of `type`, is within `ulps` of `exact`: NaN for NaN, zeros of the same sign, and an infinity for
/// what is beyond the range, where it counts as the power of two after the greatest number.
template <class Real>
bool is_near(dtype type, double actual, Real exact, double ulps) {
    const int bits = type == dtype::f64 ? 53 : type == dtype::f32 ? 24 : 11;
    const int least = type == dtype::f64 ? -1074 : type == dtype::f32 ? -149 : -24;
    const int most = type == dtype::f64 ? 1024 : type == dtype::f32 ? 128 : 16;
    if (std::isnan(exact)) return std::isnan(actual);
    if (std::isnan(actual) || std::signbit(actual) != std::signbit(exact)) return false;
    const Real overflow = std::ldexp(Real(1), most);
    const Real a = std::isinf(actual) ? overflow : std::fabs(static_cast<Real>(actual));
    const Real e = std::min(std::fabs(exact), overflow);
    if (e == 0 || e == overflow) return a == e;
    const Real ulp = std::ldexp(Real(1), std::max(std::ilogb(e) + 1 - bits, least));
    return std::fabs(a - e) <= static_cast<Real>(ulps) * ulp;
}

}  // namespace zerostride::test
