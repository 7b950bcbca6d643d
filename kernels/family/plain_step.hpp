// The step of operators that are their bodies: operands of one type in, the same type out, nothing kept.
#pragma once

#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class T, unsigned Arity>
struct same_types;
template <class T>
struct same_types<T, 1> {
    using ins = types<T>;
};
template <class T>
struct same_types<T, 2> {
    using ins = types<T, T>;
};

template <op Op, class T, class Body = body<Op>>
struct plain_step {
    using out = T;
    using ins = typename same_types<T, info(Op).arity>::ins;
    static constexpr std::size_t width = element<T>::count;
    using state = no_state;

    template <class... G>
    static group<T, width> apply(state&, const G&... in) noexcept {
        return {{Body::apply(in.reg[0]...)}};
    }
};

template <op Op, class T>
consteval cell plain_cell() {
    using step = plain_step<Op, T>;
    if constexpr (is_commutative(Op)) return commutative_cell_of<step>();
    else return cell_of<step>();
}

/// binary16 whose bits are worked on as they are.
template <op Op>
struct half_bits_step {
    using out = std::uint16_t;
    using ins = types<std::uint16_t>;
    static constexpr std::size_t width = element<out>::count;
    using state = no_state;

    static group<out, width> apply(state&, const group<out, width>& x) noexcept {
        return {{body<Op>::apply_half(x.reg[0])}};
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
