// The movement family: copies and selections by element size, all bits kept.
#include "kernels/family/table_of.hpp"
#include "kernels/ops/select.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Something of the size of `Type` that is only moved.
template <dtype Type>
using moved = std::conditional_t<info(Type).bytes == 16, block16, stored<Type>>;

template <class T>
struct copy_step {
    using out = T;
    using ins = types<T>;
    static constexpr std::size_t width = element<T>::count;
    using state = no_state;
    static group<T, width> apply(state&, const group<T, width>& x) noexcept {
        return {{body<op::identity>::apply(x.reg[0])}};
    }
};

template <class T, std::size_t Width = element<T>::count>
struct where_step {
    using out = T;
    using ins = types<condition<T>, T, T>;
    static constexpr std::size_t width = Width;
    using at_once = where_step<T, conditions_at_once<T>>;
    using state = no_state;
    static group<T, width> apply(state&, const group<condition<T>, width>& c, const group<T, width>& x,
                                 const group<T, width>& y) noexcept {
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return group<T, width>{{body<op::where>::apply(c.reg[I], x.reg[I], y.reg[I])...}};
        }
        (std::make_index_sequence<group<T, width>::regs>{});
    }
};

template <op Op, dtype Type>
consteval cell move_cell() {
    if constexpr (kernel_type(Op, Type) != Type) return cell{};
    else if constexpr (Op == op::identity) return cell_of<copy_step<moved<Type>>>(true);
    else if constexpr (Op == op::where) return cell_of<where_step<moved<Type>>>();
    else static_assert(Op == op::where, "an operator of the movement family has no step");
}

}  // namespace

extern const cells<op_family::move> move;
constinit const cells<op_family::move> move =
    table_of<op_family::move>([]<op Op, dtype Type>() consteval { return move_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
