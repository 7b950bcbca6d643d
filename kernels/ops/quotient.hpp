// Quotients by one divisor, and reciprocals, of floats and doubles, two registers side by side: one by the instruction,
// which keeps a unit of its own busy for many cycles, and the other meanwhile by multiplications. Both are correctly
// rounded.
//
// From an estimate of 1 / y within 2^-14 Newton's steps r + r (1 - r y) lead to r = 1 / y rounded to nearest: the last
// one does from within a unit, unless all bits of y's significand are ones. Then q + (x - q y) r, rounded once, is the
// quotient, given a q that is one of the two numbers next to it: x - q y is exact. Both are theorems of P. Markstein
// ("Computation of elementary functions on the IBM RISC System/6000 processor", IBM J. Res. Dev. 34, 1990). The product
// x r is up to two units off, so that the same step leads to q.
#pragma once

#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/estimates.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
/// Sizes of operands for which nothing in between is subnormal, or infinite.
template <class T>
inline constexpr T least_divided = std::is_same_v<T, double> ? T(0x1p-400) : T(0x1p-60);
template <class T>
inline constexpr T limit_divided = 1 / least_divided<T>;

/// What a divisor comes to.
template <class T>
struct divisor {
    vec<T> y, estimate, inverse;
    lane_bits<T> usual;  ///< the inverse is the nearest number

    [[gnu::always_inline]] explicit divisor(vec<T> of) noexcept
        : y(of),
          estimate(reciprocal_estimate(of)),
          inverse(estimate),
          usual(has_size<T>(of, least_divided<T>, limit_divided<T>) & ~is_all_ones<T>(of)) {
        constexpr int steps = std::is_same_v<T, double> ? 3 : 2;
        for (int i = 0; i < steps; ++i) inverse = nearer(splat(T{1}), inverse, inverse);
    }
    /// q corrected by what is left of x, by the factor r.
    [[gnu::always_inline]] vec<T> nearer(vec<T> x, vec<T> q, vec<T> r) const noexcept {
        return fma(fma(-q, y, x), r, q);
    }
};

/// What the divisor comes to is the same for all of a row, and stays in registers.
template <class T>
struct quotients_at_once {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = 2 * element<T>::count;
    using state = no_state;

    [[gnu::always_inline]] static group<T, width> apply(state&, const group<T, width>& x,
                                                        const group<T, width>& y) noexcept {
        const vec<T> first = x.reg[0] / y.reg[0], dividend = x.reg[1];
        const divisor<T> by(y.reg[1]);
        // Zeros are usual: a branch for some would be mispredicted. The product has their sign.
        const lane_bits<T> is_product = is_of<zeros | infinity_above | infinity_below, T>(dividend);
        if (!all((is_product | has_size<T>(dividend, least_divided<T>, limit_divided<T>)) & by.usual)) [[unlikely]]
            return {{first, dividend / y.reg[1]}};
        const vec<T> product = dividend * by.inverse;
        const vec<T> near = by.nearer(dividend, product, by.inverse);
        return {{first, choose(is_product, product, by.nearer(dividend, near, by.inverse))}};
    }
};
template <class T>
struct reciprocals_at_once {
    using out = T;
    using ins = types<T>;
    static constexpr std::size_t width = 2 * element<T>::count;
    using state = no_state;

    [[gnu::always_inline]] static group<T, width> apply(state&, const group<T, width>& y) noexcept {
        const vec<T> one = splat(T{1}), first = one / y.reg[0];
        const divisor<T> by(y.reg[1]);
        // Of zeros and infinities the estimate is exact.
        const lane_bits<T> is_estimate = is_of<zeros | infinity_above | infinity_below, T>(by.y);
        if (!all(is_estimate | by.usual)) [[unlikely]]
            return {{first, one / by.y}};
        return {{first, choose(is_estimate, by.estimate, by.inverse)}};
    }
};
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
