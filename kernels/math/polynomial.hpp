// Polynomials in registers, arranged so that few of their steps wait for each other.
#pragma once

#include "kernels/simd/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// What a step x * y + z is rounded like: once, with the same bits everywhere; or as the instruction set likes it.
struct fma_step {
    template <class V>
    [[gnu::always_inline]] static V of(V x, V y, V z) noexcept {
        return fma(x, y, z);
    }
};
struct fused_step {
    [[gnu::always_inline]] static vec<double> of(vec<double> x, vec<double> y, vec<double> z) noexcept {
        return fused(x, y, z);
    }
};

// Coefficients are what `c` answers for their numbers, below N.

/// c(First) + c(First + Stride) x + ...
template <class Step, std::size_t First, std::size_t Stride, std::size_t N, class V, class Coefficients>
[[gnu::always_inline]] inline V horner(V x, const Coefficients& c) noexcept {
    if constexpr (First + Stride < N) return Step::of(x, horner<Step, First + Stride, Stride, N>(x, c), c(First));
    else return c(First);
}
/// c(First) + c(First + 1) x + ..., by Horner's rule in x^2 over pairs of coefficients, which are made side by side.
template <class Step, std::size_t First, std::size_t N, class V, class Coefficients>
[[gnu::always_inline]] inline V horner_of_pairs(V x, V square, const Coefficients& c) noexcept {
    if constexpr (First + 1 == N) {
        return c(First);
    } else {
        const V lowest = Step::of(x, c(First + 1), c(First));
        if constexpr (First + 2 == N) return lowest;
        else return Step::of(square, horner_of_pairs<Step, First + 2, N>(x, square, c), lowest);
    }
}
/// The same as four chains that run side by side: for coefficients that come from memory or tables one by one.
template <class Step, std::size_t First, std::size_t N, class V, class Coefficients>
[[gnu::always_inline]] inline V four_chains(V x, V square, const Coefficients& c) noexcept {
    const V fourth = square * square;
    const V low = Step::of(x, horner<Step, First + 1, 4, N>(fourth, c), horner<Step, First, 4, N>(fourth, c));
    const V high = Step::of(x, horner<Step, First + 3, 4, N>(fourth, c), horner<Step, First + 2, 4, N>(fourth, c));
    return Step::of(square, high, low);
}

/// c[0] + c[1] x + c[2] x^2 ...
template <class Step, class V, std::size_t N>
[[gnu::always_inline]] inline V polynomial_by(V x, const scalar_of<V> (&c)[N]) noexcept {
    const auto at = [&c](std::size_t i) __attribute__((always_inline))->V { return splat(c[i]); };
    // So many constants do not stay in registers.
    if constexpr (N >= 12) return four_chains<Step, 0, N>(x, x * x, at);
    else if constexpr (N >= 4) return horner_of_pairs<Step, 0, N>(x, x * x, at);
    else return horner<Step, 0, 1, N>(x, at);
}
template <class V, std::size_t N>
[[gnu::always_inline]] inline V fma_polynomial(V x, const scalar_of<V> (&c)[N]) noexcept {
    return polynomial_by<fma_step>(x, c);
}
template <std::size_t N>
[[gnu::always_inline]] inline vec<double> fused_polynomial(vec<double> x, const double (&c)[N]) noexcept {
    return polynomial_by<fused_step>(x, c);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
