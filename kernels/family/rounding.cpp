// The rounding family: fractional numbers to whole ones of the same type.
#include "kernels/family/plain_step.hpp"
#include "kernels/family/table_of.hpp"
#include "kernels/ops/round.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <op Op, dtype Type>
consteval cell rounding_cell() {
    if constexpr (!supports(Op, Type) || kernel_op(Op, Type) != Op) return cell{};
    else return cell_of<plain_step<Op, stored<Type>>>();
}

}  // namespace

extern const cells<op_family::rounding> rounding;
constinit const cells<op_family::rounding> rounding =
    table_of<op_family::rounding>([]<op Op, dtype Type>() consteval { return rounding_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
