// binary16 computed in binary16, where the processor does: twice the elements in each register, and no conversions.
//
// Only what rounds once, or not at all: its bits are those of float rounded to binary16 (ops/arithmetic.hpp). What
// rounds in between, as sums of many operands do, stays in float. Subnormal numbers are kept: these instructions have
// no flushing. Quotients and roots are not among them: the instructions take longer than the estimates of avx512.
#include "kernels/family/clip_step.hpp"
#include "kernels/family/compare_step.hpp"
#include "kernels/family/plain_step.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// minimum or maximum of IEEE 754-2019, as in ops/arithmetic.hpp, in fewer instructions. Each order of the operands
/// answers its second one for zeros and NaN. Of both together the magnitudes are or-ed, which leaves numbers as they
/// are and makes a NaN of any two of which one is NaN; a product by 1 makes it quiet.
template <op Op>
struct extreme_step {
    using out = _Float16;
    using ins = types<out, out>;
    static constexpr std::size_t width = element<out>::count;
    using state = no_state;

    static group<out, width> apply(state&, const group<out, width>& x, const group<out, width>& y) noexcept {
        using V = vec<out>;
        using B = vec<std::uint16_t>;
        constexpr bool least = Op == op::min;
        const V a = x.reg[0], b = y.reg[0];
        const B one = bits_as<B>(least ? (a < b ? a : b) : (a > b ? a : b));
        const B other = bits_as<B>(least ? (b < a ? b : a) : (b > a ? b : a));
        const B both = least ? one | other : (one & other) | ((one | other) & 0x7fff);
        const V factor = in_register(V{} + 1);
        return {{bits_as<V>(both) * factor}};
    }
};

/// How an operator has a kernel here.
enum class form { none, plain, comparison, extreme, clip };
constexpr form form_of(op which) noexcept {
    switch (which) {
        case op::add:
        case op::sub:
        case op::mul:
        case op::prelu: return form::plain;
        case op::min:
        case op::max: return form::extreme;
        case op::equal:
        case op::less:
        case op::greater:
        case op::less_or_equal:
        case op::greater_or_equal: return form::comparison;
        case op::clip: return form::clip;
        default: return form::none;
    }
}

template <op Op>
consteval cell half_cell() noexcept {
    if constexpr (form_of(Op) == form::plain) return plain_cell<Op, _Float16>();
    else if constexpr (form_of(Op) == form::comparison) return comparison_cell<Op, _Float16>();
    else if constexpr (form_of(Op) == form::extreme) return commutative_cell_of<extreme_step<Op>>();
    else if constexpr (form_of(Op) == form::clip) return clip_cell<_Float16>();
    else return cell{};
}

template <std::size_t... I>
consteval half_table make_table(std::index_sequence<I...>) noexcept {
    return {{half_cell<ops[I].id>()...}};
}

}  // namespace

extern const half_table half_functions;
constinit const half_table half_functions = make_table(std::make_index_sequence<op_count>{});

}  // namespace zerostride::kernels::ZS_ISA
