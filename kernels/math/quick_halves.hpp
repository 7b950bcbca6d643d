// Halves from floats: a function evaluated in floats is a correctly rounded half unless the float lies next to a tie
// between two.
#pragma once

#include "kernels/math/fast_activation.hpp"
#include "kernels/math/fast_erf.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/fast_hyperbolic.hpp"
#include "kernels/math/fast_inverse_hyperbolic.hpp"
#include "kernels/math/fast_inverse_trigonometric.hpp"
#include "kernels/math/fast_log.hpp"
#include "kernels/math/fast_root.hpp"
#include "kernels/math/fast_trigonometric.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A body for halves alone, evaluated in floats:
///   static constexpr unsigned units;     what it is off by at most, in units in the last place
///   floats apply(floats) const;          for operands that are halves
/// and where it needs them
///   for_halves(const double* parameters);                what it makes of the attributes
///   static bool serves(const double* parameters);        false for attributes that it is not meant for
template <op Op, int Form = 0>
struct for_halves;

/// Or that of the function for floats, where fma is an instruction.
template <op Op>
requires(has_fast_body(Op) && info(Op).arity == 1) struct for_halves<Op, 0> : fast<Op> {
    static constexpr unsigned units = 2;
    static bool serves(const double* parameters) noexcept {
        if constexpr (Op == op::elu || Op == op::celu) return parameters[0] == 1.0;
        else return true;
    }
    using fast<Op>::fast;
};

/// Whether there is one of these that is worth it, or else a quick body that rounds to floats.
template <op Op, int Form>
inline constexpr bool has_body_for_halves = has_fma&& requires {
    for_halves<Op, Form>::units;
};
template <op Op, int Form>
using half_body = std::conditional_t<has_body_for_halves<Op, Form>, for_halves<Op, Form>, quick<Op, Form>>;
template <class Body>
inline bool serves(const double* parameters) noexcept {
    if constexpr (requires { Body::serves(parameters); }) return Body::serves(parameters);
    else return true;
}

/// The least power of two that is no less.
constexpr std::uint32_t power_of_two_from(std::uint32_t n) noexcept {
    return n <= 1 ? 1 : 2 * power_of_two_from((n + 1) / 2);
}
/// Lanes whose half is not certain, of y that is off by up to `Units`: those as near to a tie.
template <unsigned Units>
[[gnu::always_inline]] inline float_lanes is_near_tie_of_halves(floats y) noexcept {
    constexpr std::uint32_t tie = 0x1000, window = power_of_two_from(Units + 2);
    // With the least normal half the subnormal ones have their ties where that has them.
    const floats size = magnitude(y);
    const floats normal = choose(size < 0x1p-14f, size + 0x1p-14f, size);
    return without(bits_as<vec<std::uint32_t>>(normal) + (window - tie), 2 * tie - 2 * window);
}

/// The function rounded to what can be stored as T with no further error.
template <class T, op Op, int Form>
[[gnu::always_inline]] inline rounded_floats rounded_for(const for_halves<Op, Form>& how, floats x) noexcept {
    const floats y = how.apply(x);
    float_lanes open = is_near_tie_of_halves<for_halves<Op, Form>::units>(y);
    if constexpr (requires { how.open(x); }) open = open | how.open(x);
    return {y, ~open};
}
template <class T, op Op, int Form>
[[gnu::always_inline]] inline rounded_floats rounded_for(const quick<Op, Form>& how, floats x) noexcept {
    const rounded_floats found = how.rounded(x);
    if constexpr (std::is_same_v<T, float>) return found;
    else return {found.y, found.certain & ~is_near_tie_of_halves<1>(found.y)};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
