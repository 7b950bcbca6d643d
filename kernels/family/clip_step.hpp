// The step of Clip: an operand and two bounds, which are scalars.
#pragma once

#include "kernels/ops/activation.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class T>
struct clip_step {
    using out = T;
    using ins = types<T, T, T>;
    static constexpr std::size_t width = element<T>::count;
    using state = no_state;

    static group<T, width> apply(state&, const group<T, width>& x, const group<T, width>& low,
                                 const group<T, width>& high) noexcept {
        return {{body<op::clip>::apply(x.reg[0], low.reg[0], high.reg[0])}};
    }
};
/// Bounds are scalars: splats, except where x is one element, too.
template <class T>
consteval cell clip_cell() noexcept {
    constexpr unsigned both_bounds = 6;
    cell made{};
    made.by_splat[0] = &row<clip_step<T>, 0>;
    made.by_splat[both_bounds] = &row<clip_step<T>, both_bounds>;
    return made;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
