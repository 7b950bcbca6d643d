// The logic family: booleans in, booleans out.
#include "kernels/ops/logic.hpp"

#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class>
using truth_for = truth;

template <op Op, class Operands>
struct logic_step;
template <op Op, std::size_t... I>
struct logic_step<Op, std::index_sequence<I...>> {
    using out = truth;
    using ins = types<truth_for<std::integral_constant<std::size_t, I>>...>;
    static constexpr std::size_t width = element<truth>::count;
    using state = no_state;

    template <class... G>
    static group<truth, width> apply(state&, const G&... in) noexcept {
        return {{body<Op>::apply(in.reg[0]...)}};
    }
};

template <op Op, dtype Type>
consteval cell logic_cell() {
    if constexpr (!supports(Op, Type)) {
        return cell{};
    } else {
        using step = logic_step<Op, std::make_index_sequence<info(Op).arity>>;
        if constexpr (is_commutative(Op)) return commutative_cell_of<step>();
        else return cell_of<step>();
    }
}

}  // namespace

extern const cells<op_family::logic> logic;
constinit const cells<op_family::logic> logic =
    table_of<op_family::logic>([]<op Op, dtype Type>() consteval { return logic_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
