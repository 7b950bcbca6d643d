// The fast float functions: evaluated in floats, within two units in the last place, not correctly rounded.
//
// Every step is an operation that IEEE 754 rounds once, so that all instruction sets agree in every bit; fma is
// emulated where it is missing, slow and right. Results at infinities and NaN and the signs of zeros are those of the
// exact functions. The greatest errors that are stated are those found among one of each 61 floats, or more.
#pragma once

#include "kernels/float_bits.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/math/fast_coefficients.hpp"
#include "kernels/math/polynomial.hpp"
#include "kernels/simd/masks.hpp"
#include "zerostride/op.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

using integers32 = vec<std::int32_t>;
using masks32 = mask<float>;

/// The fast body of an operator, from whose operators and constants the compiler makes straight code for a register:
///   floats apply(floats) const;
/// and where it needs them
///   fast(const double* parameters);     what it makes of the attributes
///   static float_lanes open(floats);        operands that the exact function is to answer, each by itself
///   static bool is_meant(const double*);    of a form that an attribute chooses
/// Of two operands apply, open, and for lanes that most registers have none of
///   static float_lanes unfinished(floats x);
///   static floats finished(floats y, floats...);    what is right there; elsewhere y
/// `Form` tells the forms of an operator apart that an attribute chooses from.
template <op Op, int Form = 0>
struct fast;

[[gnu::always_inline]] inline integers32 sign_of(floats x) noexcept {
    return bits_as<integers32>(x) & static_cast<std::int32_t>(0x80000000u);
}
[[gnu::always_inline]] inline floats with_sign(floats x, integers32 sign) noexcept {
    return bits_as<floats>(bits_as<integers32>(x) ^ sign);
}
/// y, which is of x's sign or a zero that has lost it.
[[gnu::always_inline]] inline floats with_sign_of(floats y, floats x) noexcept {
    return bits_as<floats>(bits_as<integers32>(y) | sign_of(x));
}

/// -|x|
[[gnu::always_inline]] inline floats negated_magnitude(floats x) noexcept {
    return bits_as<floats>(bits_as<integers32>(x) | static_cast<std::int32_t>(0x80000000u));
}

/// c[0] + c[1] x + c[2] x^2 ... in the fewest steps, each of which waits for the one before: there are registers enough
/// under way to keep a processor busy.
template <std::size_t N>
[[gnu::always_inline]] inline floats fma_horner(floats x, const float (&c)[N]) noexcept {
    return horner<fma_step, 0, 1, N>(
        x, [&c](std::size_t i) __attribute__((always_inline)) { return splat(c[i]); });
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
