// Functions of doubles that are evaluated in doubles alone, a rounding or two short of the f64 bodies, which serve the
// narrower types: two to six times as fast, and within 0.87 units in the last place where they have been tried.
//
// Every fma here is rounded once on every instruction set, so that the bits are the same; where it is emulated these
// functions are slow.
#pragma once

#include "kernels/math/careful.hpp"
#include "kernels/math/polynomial.hpp"
#include "kernels/simd/masks.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// An operator's way for f64, where it has one, which goes before the body: it has
///   doubles apply(doubles...) const;
/// and where it needs them
///   direct(const double* parameters);     what it makes of the attributes, once for each row;
///   bool usual;                           then: false for attributes that are left to the body;
///   static direct_range range(doubles...);   the operands that it serves; the body answers for others, which are rare,
///   static truths64 ends(doubles...);        but not for these of them, whose results are
///   static doubles limit(doubles...);
/// `Form` tells the forms of an operator apart that an attribute chooses from.
template <op Op, int Form = 0>
struct direct;

/// Where a way serves: lanes of which low <= of < limit.
struct direct_range {
    doubles of;
    double low, limit;

    [[gnu::always_inline]] bool is_left() const noexcept { return any_outside(of, low, limit); }
    [[gnu::always_inline]] truths64 lanes() const noexcept { return (of >= low) & (of < limit); }
};

/// A register of which not all lanes are in range; y is what it makes of them.
template <op Op, int Form, class... Operands>
[[gnu::noinline]] doubles answered_beyond_range(const double* parameters, doubles y, Operands... x) noexcept {
    using way = direct<Op, Form>;
    truths64 answered = way::range(x...).lanes();
    if constexpr (requires { way::limit(x...); }) {
        const truths64 ends = way::ends(x...);
        y = choose(ends, way::limit(x...), y);
        answered |= ends;
        if (!any(~answered)) return y;
    }
    return choose(answered, y, function_of<Op>(parameters, x...));
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
