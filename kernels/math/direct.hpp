// Functions of doubles that are evaluated in doubles alone, a rounding or two short of the f64 bodies, which serve the
// narrower types: two to six times as fast, and within 0.87 units in the last place where they have been tried.
//
// Every fma here is rounded once on every instruction set, so that the bits are the same; where it is emulated these
// functions are slow.
#pragma once

#include "kernels/math/careful.hpp"
#include "kernels/math/polynomial.hpp"

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

/// y where low <= `of` < limit, the body's answer for x elsewhere: for what is rare.
template <op Op>
[[gnu::always_inline]] inline doubles but_by_body(doubles y, doubles x, doubles of, double low, double limit) noexcept {
    if (any_outside(of, low, limit)) [[unlikely]]
        return choose((of >= low) & (of < limit), y, function_of<Op>(nullptr, x));
    return y;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
