// The arithmetic family: operand types in, the same type out.
#include "kernels/ops/arithmetic.hpp"

#include "kernels/family/plain_step.hpp"
#include "kernels/family/table_of.hpp"
#include "kernels/ops/divide.hpp"
#include "kernels/ops/half_quotient.hpp"
#include "kernels/ops/quotient.hpp"
#include "kernels/ops/square_root.hpp"
#include "kernels/ops/texts.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// What is seen of divisors on the way: in `zero`, all bits of a lane that had none to divide by.
template <class T>
struct zero_divisors {
    static constexpr bool finds = true;
    vec<T> zero{};
    findings found() const noexcept { return any(zero) ? integer_division_by_zero : nothing_found; }
};
template <class T>
struct integer_division_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = true;
    using state = zero_divisors<T>;

    static group<T, width> apply(state& s, const group<T, width>& x, const group<T, width>& y) noexcept {
        return {{body<op::div>::apply(s.zero, x.reg[0], y.reg[0])}};
    }
};

/// Whether the attribute fmod asks for the divisor's sign, in all lanes.
template <class T>
inline mask<T> floored_mod(const double* parameters) noexcept {
    return splat<typename integers<sizeof(T)>::s>(parameters[0] == 0 ? -1 : 0);
}
template <class T>
struct integer_mod_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = true;
    struct state : zero_divisors<T> {
        mask<T> floored;
        explicit state(const double* parameters) noexcept : floored(floored_mod<T>(parameters)) {}
    };

    static group<T, width> apply(state& s, const group<T, width>& x, const group<T, width>& y) noexcept {
        return {{body<op::mod>::apply(s.zero, s.floored, x.reg[0], y.reg[0])}};
    }
};
template <class T>
struct float_mod_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = true;
    using lane = std::conditional_t<sizeof(T) >= sizeof(double), double, float>;
    struct state : no_state {
        mask<lane> floored;
        explicit state(const double* parameters) noexcept : floored(floored_mod<lane>(parameters)) {}
    };

    // Apart: long enough that a copy for each place in the loop would be a waste.
    [[gnu::noinline]] static typename element<T>::reg remainder(mask<lane> floored, typename element<T>::reg x,
                                                                typename element<T>::reg y) noexcept {
        return body<op::mod>::apply(floored, x, y);
    }
    static group<T, width> apply(state& s, const group<T, width>& x, const group<T, width>& y) noexcept {
        return {{remainder(s.floored, x.reg[0], y.reg[0])}};
    }
};

/// Texts, one at a time; of equal ones the first.
template <op Op>
findings extreme_texts(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                       const void* z) noexcept {
    do {
        const auto *const a = static_cast<const text*>(x), *const b = static_cast<const text*>(y);
        for (std::size_t i = 0; i < n; ++i) {
            const auto left = load<text>(a + i), right = load<text>(b + i);
            const int order = order_of(left, right);
            const text& found = (Op == op::min ? order <= 0 : order >= 0) ? left : right;
            store(static_cast<text*>(out) + i, found);
        }
    } while (next_row<2>(context, n, out, x, y, z));
    return nothing_found;
}

/// Steps that take two registers together where that takes less time.
template <op Op, class T>
struct step_by_two : plain_step<Op, T> {};
#if defined(ZS_ISA_avx512)
template <class T>
struct step_by_two<op::sqrt, T> : plain_step<op::sqrt, T> {
    using at_once = roots_at_once<T>;
};
template <class T>
struct step_by_two<op::reciprocal, T> : plain_step<op::reciprocal, T> {
    using at_once = reciprocals_at_once<T>;
};
/// By one divisor for all of a row; by others the instruction is as fast.
template <class T>
struct one_divisor_step : plain_step<op::div, T> {
    using at_once = quotients_at_once<T>;
};
#endif
template <class T>
consteval cell division_cell() {
    cell made = plain_cell<op::div, T>();
#if defined(ZS_ISA_avx512)
    made.by_splat[0b10] = &row<one_divisor_step<T>, 0b10>;
#endif
    return made;
}

constexpr bool works_on_half_bits(op which) noexcept {
    return which == op::abs || which == op::neg || which == op::sign;
}

template <op Op, dtype Type>
consteval cell arithmetic_cell() {
    using T = stored<Type>;
    if constexpr (!supports(Op, Type) || kernel_type(Op, Type) != Type || kernel_op(Op, Type) != Op) return cell{};
    else if constexpr (Type == dtype::str) return cell{{&extreme_texts<Op>}};
    else if constexpr (std::is_integral_v<T> && Op == op::div) return cell_of<integer_division_step<T>>();
    else if constexpr (std::is_integral_v<T> && Op == op::mod) return cell_of<integer_mod_step<T>>();
    else if constexpr (Op == op::mod) return cell_of<float_mod_step<T>>();
    else if constexpr (Type == dtype::f16 && works_on_half_bits(Op)) return cell_of<half_bits_step<Op>>();
    else if constexpr (Type == dtype::f16 && is_estimated(Op))
        return cell_of<plain_step<Op, half, half_estimate<Op>>>();
    else if constexpr ((Op == op::sqrt || Op == op::reciprocal) && std::is_floating_point_v<T>)
        return cell_of<step_by_two<Op, T>>();
    else if constexpr (Op == op::div && std::is_floating_point_v<T>) return division_cell<T>();
    else return plain_cell<Op, stored<Type>>();
}

}  // namespace

extern const cells<op_family::arithmetic> arithmetic;
constinit const cells<op_family::arithmetic> arithmetic =
    table_of<op_family::arithmetic>([]<op Op, dtype Type>() consteval { return arithmetic_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
