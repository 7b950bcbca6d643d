// The arithmetic family: operand types in, the same type out.
#include "kernels/ops/arithmetic.hpp"

#include "kernels/family/table_of.hpp"
#include "kernels/ops/divide.hpp"

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

template <op Op, class T>
struct arithmetic_step {
    using out = T;
    using ins = typename same_types<T, info(Op).arity>::ins;
    static constexpr std::size_t width = element<T>::count;
    using state = no_state;

    template <class... G>
    static group<T, width> apply(state&, const G&... in) noexcept {
        return {{body<Op>::apply(in.reg[0]...)}};
    }
};

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

template <class T>
struct integer_division_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    struct state {
        static constexpr bool finds = true;
        vec<T> zero{};
        findings found() const noexcept { return any(zero) ? integer_division_by_zero : nothing_found; }
    };

    static group<T, width> apply(state& s, const group<T, width>& x, const group<T, width>& y) noexcept {
        return {{body<op::div>::apply(s.zero, x.reg[0], y.reg[0])}};
    }
};

template <op Op, dtype Type>
consteval cell arithmetic_cell() {
    using T = stored<Type>;
    if constexpr (!supports(Op, Type) || kernel_type(Op, Type) != Type) return cell{};
    else if constexpr (std::is_integral_v<T> && Op == op::div) return cell_of<integer_division_step<T>>();
    else if constexpr (Type == dtype::f16 && (Op == op::abs || Op == op::neg)) return cell_of<half_bits_step<Op>>();
    else return cell_of<arithmetic_step<Op, T>>();
}

}  // namespace

extern const cells<op_family::arithmetic> arithmetic;
constinit const cells<op_family::arithmetic> arithmetic =
    table_of<op_family::arithmetic>([]<op Op, dtype Type>() consteval { return arithmetic_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
