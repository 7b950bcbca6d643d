// Inverse hyperbolic functions of doubles, and ln(1 + x): by logarithms of pairs.
#pragma once

#include "kernels/math/direct_log.hpp"
#include "kernels/math/direct_root.hpp"
#include "kernels/math/hyperbolic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(x.hi + x.lo) from 1 on, where x.lo may be all that tells x from 1; with the sign of `of`.
[[gnu::always_inline]] inline doubles direct_log_with_sign(pair x, doubles of) noexcept {
    const pair y = direct_log(x.hi, x.lo);
    return with_sign(magnitude(y.hi + y.lo), sign_of(of));
}

template <>
struct direct<op::log1p> {
    static direct_range range(doubles x) noexcept { return {x, -0x1.fffffffffffffp-1, 0x1p1000}; }
    static truths64 ends(doubles x) noexcept { return ~is_finite_above(x, -1.0); }
    static doubles limit(doubles x) noexcept { return limit_of_logarithm(x, -1.0); }
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        return direct_log_with_sign(two_sum(splat(1.0), x), x);
    }
};
template <>
struct direct<op::atanh> {
    static direct_range range(doubles x) noexcept { return {magnitude(x), 0.0, 1.0}; }
    static truths64 ends(doubles x) noexcept { return ~(magnitude(x) < 1.0); }
    static doubles limit(doubles x) noexcept { return limit_of_atanh(x); }
    /// ln(1 + 2|x| / (1 - |x|)) / 2, whose quotient has all its bits where x is small.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(x), above = size + size;
        const pair below = fast_two_sum(splat(1.0), -size);
        const doubles inverse = 1.0 / below.hi;
        const doubles q = above * inverse;
        const doubles rest = fma(-q, below.lo, fma(-q, below.hi, above));
        const pair s = two_sum(splat(1.0), q);
        return 0.5 * direct_log_with_sign({s.hi, fma(rest, inverse, s.lo)}, x);
    }
};
template <>
struct direct<op::asinh> {
    static direct_range range(doubles x) noexcept { return {magnitude(x), 0.0, 0x1p480}; }
    /// ln(|x| + sqrt(x^2 + 1))
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(x);
        const pair square = product(size, size);
        const pair s = two_sum(square.hi, splat(1.0));
        const pair cosh = direct_root({s.hi, s.lo + square.lo});
        const pair sum = fast_two_sum(cosh.hi, size);
        return direct_log_with_sign({sum.hi, sum.lo + cosh.lo}, x);
    }
};
template <>
struct direct<op::acosh> {
    static direct_range range(doubles x) noexcept { return {x, 1.0, 0x1p480}; }
    static truths64 ends(doubles x) noexcept { return ~(x >= 1.0); }
    static doubles limit(doubles) noexcept { return not_a_number(); }
    /// ln(x + sqrt(x^2 - 1)). The root of a negative number would begin with one below the normal numbers, which takes
    /// some processors a hundred times as long.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles cosh = at_least(x, 1.0);
        const pair square = product(cosh, cosh);
        const pair s = fast_two_sum(square.hi, splat(-1.0));
        const pair sinh = direct_root({s.hi, s.lo + square.lo});
        const pair sum = fast_two_sum(cosh, sinh.hi);
        return direct_log_with_sign({sum.hi, sum.lo + sinh.lo}, x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
