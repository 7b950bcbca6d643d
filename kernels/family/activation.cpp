// The activation family: piecewise linear functions, some with attributes.
#include "kernels/ops/activation.hpp"

#include "kernels/family/clip_step.hpp"
#include "kernels/family/plain_step.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// One operand, and what the body makes of the attributes once for all rows.
template <op Op, class T, class Body = body<Op>>
struct attribute_step {
    using out = T;
    using ins = types<T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = Op == op::shrink && std::is_integral_v<T>;  // saturates
    struct state : no_state {
        typename Body::template constants<typename element<T>::reg> kept;
        explicit state(const double* parameters) noexcept : kept(parameters) {}
    };

    static group<T, width> apply(const state& s, const group<T, width>& x) noexcept {
        return {{Body::apply(s.kept, x.reg[0])}};
    }
};

template <op Op, dtype Type>
consteval cell activation_cell() {
    using T = stored<Type>;
    if constexpr (!supports(Op, Type) || kernel_op(Op, Type) != Op) return cell{};
    else if constexpr (Op == op::clip) return clip_cell<T>();
    else if constexpr (Op == op::relu && Type == dtype::f16) return cell_of<half_bits_step<Op>>();
    else if constexpr (Op == op::hard_swish && Type == dtype::f16)
        return cell_of<plain_step<Op, T, hard_swish_of_halves>>();
    else if constexpr (Op == op::hard_sigmoid && Type == dtype::f16)
        return cell_of<attribute_step<Op, T, hard_sigmoid_of_halves>>();
    else if constexpr (Op == op::leaky_relu && Type == dtype::f16)
        return cell_of<attribute_step<Op, T, leaky_relu_of_halves>>();
    else if constexpr (Op == op::shrink && Type == dtype::f16)
        return cell_of<attribute_step<Op, T, shrink_of_halves>>();
    else if constexpr (Op == op::relu || Op == op::prelu || Op == op::hard_swish) return cell_of<plain_step<Op, T>>();
    else return cell_of<attribute_step<Op, T>>();
}

}  // namespace

extern const cells<op_family::activation> activation;
constinit const cells<op_family::activation> activation =
    table_of<op_family::activation>([]<op Op, dtype Type>() consteval { return activation_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
