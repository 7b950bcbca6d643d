// Functions of doubles that are evaluated in doubles alone, a rounding or two short of the f64 bodies, which serve the
// narrower types: two to three times as fast, and within 0.86 units in the last place where they have been tried.
//
// Every fma here is rounded once on every instruction set, so that the bits are the same; where it is emulated these
// functions are slow.
#pragma once

#include "kernels/math/exact.hpp"
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

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
