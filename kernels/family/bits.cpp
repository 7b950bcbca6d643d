// The bits family: integers as rows of bits.
#include "kernels/ops/bits.hpp"

#include "kernels/family/plain_step.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class T, direction To>
struct shift_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = sizeof(T) < least_lane_shifted;
    using state = no_state;

    static group<T, width> apply(state&, const group<T, width>& x, const group<T, width>& amounts) noexcept {
        return {{body<op::bit_shift>::apply<To>(x.reg[0], amounts.reg[0])}};
    }
};

/// Signs matter to the right only.
template <class T, unsigned Splats>
findings shift_row(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                   const void* z) noexcept {
    using U = typename integers<sizeof(T)>::u;
    constexpr kernel by_direction[] = {&row<shift_step<U, direction::left>, Splats>,
                                       &row<shift_step<T, direction::right>, Splats>};
    return by_direction[context.parameters[0] != 0 ? 1 : 0](context, n, out, x, y, z);
}

template <op Op, dtype Type>
consteval cell bits_cell() {
    using T = stored<Type>;
    if constexpr (!supports(Op, Type) || kernel_type(Op, Type) != Type || kernel_op(Op, Type) != Op) return cell{};
    else if constexpr (Op == op::bit_shift) return cell{{&shift_row<T, 0>, &shift_row<T, 1>, &shift_row<T, 2>}};
    else return plain_cell<Op, stored<Type>>();
}

}  // namespace

extern const cells<op_family::bits> bits;
constinit const cells<op_family::bits> bits =
    table_of<op_family::bits>([]<op Op, dtype Type>() consteval { return bits_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
