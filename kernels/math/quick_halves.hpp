// Halves from floats: a function evaluated in floats is a correctly rounded half unless the float lies next to a tie
// between two.
#pragma once

#include "kernels/math/fast_erf.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/fast_hyperbolic.hpp"
#include "kernels/math/fast_inverse_trigonometric.hpp"
#include "kernels/math/fast_log.hpp"
#include "kernels/math/fast_trigonometric.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Whether a function has a fast body that is worth it here, or else one that rounds to floats.
template <op Op>
inline constexpr bool halves_go_by_fast_floats = has_fast_body(Op) && has_fma;
template <op Op, int Form>
inline constexpr bool halves_go_by_floats = halves_go_by_fast_floats<Op> || requires(quick<Op, Form> how, floats x) {
    how.rounded(x);
};
template <op Op, int Form, bool Fast>
struct half_body_of {
    using type = quick<Op, Form>;
};
template <op Op, int Form>
struct half_body_of<Op, Form, true> {
    using type = fast<Op>;
};
template <op Op, int Form>
using half_body = typename half_body_of<Op, Form, halves_go_by_fast_floats<Op>>::type;

/// Whether the fast body serves these attributes.
template <op Op>
inline bool is_fast_for(const double* parameters) noexcept {
    if constexpr (Op == op::swish || Op == op::elu) return parameters[0] == 1.0;
    else return true;
}

/// Lanes whose half is not certain, of y that is off by less than 3 units in the last place: those as near to a tie,
/// and those that become subnormal halves, where ties are elsewhere.
[[gnu::always_inline]] inline float_lanes is_near_tie_of_halves(floats y) noexcept {
    constexpr std::uint32_t tie = 0x1000, window = 4;
    constexpr std::uint32_t least_tie = 0x33000000 - window, least_normal = 0x38800000;
    const vec<std::uint32_t> size = size_bits(y);
    return without(size + (window - tie), 2 * tie - 2 * window) | in_range(size, least_tie, least_normal - least_tie);
}

/// The function rounded to what can be stored as T with no further error.
template <class T, op Op>
[[gnu::always_inline]] inline rounded_floats rounded_for(const fast<Op>& how, floats x) noexcept {
    const floats y = how.apply(x);
    float_lanes open = is_near_tie_of_halves(y);
    if constexpr (requires { fast<Op>::open(x); }) open = open | fast<Op>::open(x);
    return {y, ~open};
}
template <class T, op Op, int Form>
[[gnu::always_inline]] inline rounded_floats rounded_for(const quick<Op, Form>& how, floats x) noexcept {
    const rounded_floats found = how.rounded(x);
    if constexpr (std::is_same_v<T, float>) return found;
    else return {found.y, found.certain & ~is_near_tie_of_halves(found.y)};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
