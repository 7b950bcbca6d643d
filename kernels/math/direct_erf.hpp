// The error function of doubles and its complement.
#pragma once

#include "kernels/math/direct_steps.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// table[First][cell] + table[First + 1][cell] x + ...
template <std::size_t First, std::size_t N>
[[gnu::always_inline]] inline doubles tabled_polynomial(doubles x, doubles square, const double (&table)[N][16],
                                                        words cell) noexcept {
    return four_chains<fma_step, First, N>(
        x, square, [&](std::size_t i) __attribute__((always_inline)) { return of_sixteen(table[i], cell); });
}

template <>
struct direct<op::erf> {
    /// From 5.93 on it is 1. The difference to a cell's middle is exact.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 5.93);
        const doubles shifted = fma(size, splat(1.0 / direct_erf_step), splat(0x1.8p52));
        const words cell = bits_as<words>(shifted);
        const doubles t = fma(shifted - 0x1.8p52, splat(-direct_erf_step), size), square = t * t;
        const pair linear = two_product(t, of_sixteen(direct_erf[2], cell));
        const pair s = fast_two_sum(of_sixteen(direct_erf[0], cell), linear.hi);
        const doubles small = fma(t, of_sixteen(direct_erf[3], cell), of_sixteen(direct_erf[1], cell));
        const doubles rest = fma(square, tabled_polynomial<4>(t, square, direct_erf, cell), small);
        return with_sign(s.hi + (s.lo + (linear.lo + rest)), sign_of(x));
    }
};

/// power e^(r + rest) e^(y^2) erfc(y) for 0 <= y = z + low... < 30: so the steps are those of -y^2. Off by 2^-56.
template <class Steps, class... Low>
[[gnu::always_inline]] inline pair direct_erfc_tail(const Steps& s, doubles power, doubles z, Low... low) noexcept {
    const words cell = bits_as<words>(z + 2.0) >> 50;
    const doubles middle = of_sixteen(direct_erfc_middle, cell), slope = of_sixteen(direct_erfc[2], cell);
    // Where the difference is not exact, next to zero, the middle is the greater one.
    pair t = fast_two_sum(-middle, z);
    if constexpr (sizeof...(low) > 0) t = fast_two_sum(t.hi, (t.lo + ... + low));
    const doubles square = t.hi * t.hi;
    const pair linear = product(t.hi, slope);
    const pair whole = fast_two_sum(of_sixteen(direct_erfc[0], cell), linear.hi);
    const doubles small = fma(slope, t.lo, of_sixteen(direct_erfc[1], cell));
    const doubles rest = fma(square, tabled_polynomial<3>(t.hi, square, direct_erfc, cell), small);
    const pair scaled = fast_two_sum(whole.hi, whole.lo + (linear.lo + rest));
    const pair e = direct_sum_with_product(power, power, s.less_one());
    const pair y = product(e.hi, scaled.hi);
    return {y.hi, fma(e.lo, scaled.hi, fma(e.hi, scaled.lo, y.lo))};
}

template <>
struct direct<op::erfc> {
    /// From 28 on it is 0, below -20 it is 2.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles z = magnitude(at_least(at_most(x, 28.0), -20.0));
        const pair square = product(z, z);
        const direct_steps<-1> s(square.hi, -square.lo);
        const direct_lift lift(x > 20.0);
        const pair tail = direct_erfc_tail(s, bits_as<doubles>(s.power_bits() + lift.bits), z);
        // The tail, or 2 without it.
        const words falls = bits_as<words>(x < 0.0);
        const pair added = with_sign(tail, falls << 63);
        const pair y = fast_two_sum(bits_as<doubles>(falls & (std::uint64_t{1} << 62)), added.hi);
        return (y.hi + (y.lo + added.lo)) * lift.down();
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
