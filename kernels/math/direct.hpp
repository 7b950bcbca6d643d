// Functions of doubles that are evaluated in doubles alone, a rounding or two short of the f64 bodies, which serve the
// narrower types: two to three times as fast, and within 0.86 units in the last place where they have been tried.
//
// Every fma here is rounded once on every instruction set, so that the bits are the same; where it is emulated these
// functions are slow.
#pragma once

#include "kernels/math/exact.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// An operator's way for f64, where it has one, which goes before the body: it has
///   doubles apply(doubles...) const;
/// and where it needs them
///   direct(const double* parameters);     what it makes of the attributes, once for each row;
///   bool usual;                           then: false for attributes that are left to the body.
/// `Form` tells the forms of an operator apart that an attribute chooses from.
template <op Op, int Form = 0>
struct direct;

template <std::size_t First, std::size_t Step, std::size_t N>
[[gnu::always_inline]] inline doubles fma_horner(doubles x, const double (&c)[N]) noexcept {
    if constexpr (First + Step < N) return fma(x, fma_horner<First + Step, Step>(x, c), splat(c[First]));
    else return splat(c[First]);
}
/// c[0] + c[1] x + c[2] x^2 ..., as two chains that run side by side, or four.
template <std::size_t N>
[[gnu::always_inline]] inline doubles fma_polynomial(doubles x, const double (&c)[N]) noexcept {
    const doubles square = x * x;
    if constexpr (N < 8) {
        return fma(x, fma_horner<1, 2>(square, c), fma_horner<0, 2>(square, c));
    } else {
        const doubles fourth = square * square;
        const doubles low = fma(x, fma_horner<1, 4>(fourth, c), fma_horner<0, 4>(fourth, c));
        return fma(square, fma(x, fma_horner<3, 4>(fourth, c), fma_horner<2, 4>(fourth, c)), low);
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
