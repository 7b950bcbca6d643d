// What the careful path rounds wrongly, set right.
//
// The f64 bodies are rounded twice, to double and to float. A function that comes within a double's last bit of the
// middle between two floats can then land on the wrong side. Trying every float finds these inputs (zerostride accuracy
// --exhaustive); there are few, and whoever computes them is on the slow way already, so that a list costs nothing.
#pragma once

#include "kernels/math/settled_inputs.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <op Op, int Form>
inline vec<float> settled_by_list(vec<float> x, vec<float> y) noexcept {
    const auto bits = bits_as<vec<std::uint32_t>>(x);
    for (std::size_t i = 0; i < settlements<Op, Form>.size; ++i) {
        const settlement& known = settlements<Op, Form>.rows[i];
        y = choose(bits == splat(known.x), bits_as<vec<float>>(splat(known.y)), y);
    }
    return y;
}

/// Next to zero Gelu and Swish are x/2 + c x^2 with a positive c. Where x/2 is a tie between two subnormal floats, that
/// decides, though no double has room for it: the tie goes upwards.
inline vec<float> half_upwards(vec<float> x, vec<float> y) noexcept {
    const auto bits = bits_as<vec<std::uint32_t>>(x);
    const auto size = bits & 0x7fffffffu, sign = bits & 0x80000000u;
    const auto half = (size + 1u - (bits >> 31)) >> 1;
    return choose(size < 0x01000000u, bits_as<vec<float>>(half | sign), y);
}

/// Operators with lists.
template <op Op>
constexpr bool has_settlements =
    settlements<Op, 0>.size > 0 || settlements<Op, 1>.size > 0 || Op == op::gelu || Op == op::swish;

/// The correctly rounded function of x, given y that is it for all but a few x. With other attributes than the defaults
/// a product of them is rounded on the way, too, and nothing is promised but half a unit and a little.
template <op Op>
inline vec<float> settled([[maybe_unused]] const double* parameters, vec<float> y,
                          [[maybe_unused]] vec<float> x) noexcept {
    if constexpr (has_settlements<Op>) {
        for (std::size_t i = 0; i < default_attributes<Op>.size; ++i) {
            if (parameters[i] != default_attributes<Op>.rows[i]) return y;
        }
        if constexpr (Op == op::gelu || Op == op::swish) y = half_upwards(x, y);
        if constexpr (Op == op::gelu) {
            if (parameters[0] != 0.0) return settled_by_list<Op, 1>(x, y);
        }
        return settled_by_list<Op, 0>(x, y);
    } else {
        return y;
    }
}
template <op Op>
inline vec<float> settled(const double*, vec<float> y, vec<float>, vec<float>) noexcept {
    return y;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
