// The step of comparisons: two operands of one type in, one byte of 0 or 1 out.
#pragma once

#include "kernels/family/packed_truths.hpp"
#include "kernels/ops/compare.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <op Op, class T>
struct compare_step {
    using out = truth;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<truth>::count;
    using state = no_state;
    static constexpr bool takes_few = tests_few<T>;
    using operands = group<T, width>;

    // Inlined always: its operands are as many registers as there are, and would be handed over in memory.
    [[gnu::always_inline]] static group<truth, width> apply(state&, const operands& x, const operands& y) noexcept {
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            using M = decltype(compared_as<Op>(x.reg[0], y.reg[0]));
            const M m[operands::regs] = {in_order<T>(compared_as<Op>(x.reg[I], y.reg[I]))...};
            return group<truth, width>{{truths_of(m)}};
        }
        (std::make_index_sequence<operands::regs>{});
    }
    [[gnu::always_inline]] static group<truth, width> of_few(state&, std::size_t n, const few_elements<T>& x,
                                                             const few_elements<T>& y) noexcept {
        return truths_of_few<T>(
            n, [](const auto& a, const auto& b) __attribute__((always_inline)) { return compared_as<Op>(a, b); }, x, y);
    }
};

template <op Op, class T>
consteval cell comparison_cell() noexcept {
    if constexpr (Op == op::greater) return turned_cell_of<compare_step<op::less, T>>();
    else if constexpr (Op == op::greater_or_equal) return turned_cell_of<compare_step<op::less_or_equal, T>>();
    else if constexpr (is_commutative(Op)) return commutative_cell_of<compare_step<Op, T>>();
    else return cell_of<compare_step<Op, T>>();
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
