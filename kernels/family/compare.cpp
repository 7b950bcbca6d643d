// The comparison family: one or two operands of one type in, one byte of 0 or 1 out.
#include "kernels/ops/compare.hpp"

#include "kernels/family/compare_step.hpp"
#include "kernels/family/table_of.hpp"
#include "kernels/ops/texts.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// What one operand is asked for.
template <op Op>
struct property;
template <>
struct property<op::is_nan> : no_state {
    template <class V>
    auto test(const V& x) const noexcept {
        return body<op::is_nan>::test(x);
    }
};
template <>
struct property<op::is_inf> : no_state {
    double limits[2];

    explicit property(const double* parameters) noexcept {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        limits[0] = parameters[0] != 0 ? -infinity : none;
        limits[1] = parameters[1] != 0 ? infinity : none;
    }
    template <class V>
    auto test(const V& x) const noexcept {
        return body<op::is_inf>::test(limits, x);
    }
};
template <op Op, class T>
struct property_step {
    using out = truth;
    using ins = types<T>;
    static constexpr std::size_t width = element<truth>::count;
    using state = property<Op>;
    static constexpr bool takes_few = tests_few<T>;
    using operand = group<T, width>;

    [[gnu::always_inline]] static group<truth, width> apply(const state& s, const operand& x) noexcept {
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            using M = decltype(s.test(x.reg[0]));
            const M m[operand::regs] = {in_order<T>(s.test(x.reg[I]))...};
            return group<truth, width>{{truths_of(m)}};
        }
        (std::make_index_sequence<operand::regs>{});
    }
    [[gnu::always_inline]] static group<truth, width> of_few(const state& s, std::size_t n,
                                                             const few_elements<T>& x) noexcept {
        return truths_of_few<T>(
            n, [&s](const auto& v) __attribute__((always_inline)) { return s.test(v); }, x);
    }
};

/// Texts, one at a time.
template <op Op>
findings compare_texts(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                       const void* z) noexcept {
    do {
        const auto *const a = static_cast<const text*>(x), *const b = static_cast<const text*>(y);
        for (std::size_t i = 0; i < n; ++i) {
            const int order = order_of(load<text>(a + i), load<text>(b + i));
            static_cast<std::uint8_t*>(out)[i] = body<Op>::test(order, 0);
        }
    } while (next_row<2>(context, n, out, x, y, z));
    return nothing_found;
}

template <op Op, dtype Type>
consteval cell compare_cell() {
    if constexpr (!supports(Op, Type) || kernel_type(Op, Type) != Type) {
        return cell{};
    } else if constexpr (Type == dtype::str) {
        // A splat of texts has no vector to gain: it is packed like any other operand.
        return cell{{&compare_texts<Op>}};
    } else if constexpr (info(Op).arity == 1) {
        return cell_of<property_step<Op, stored<Type>>>();
    } else {
        return comparison_cell<Op, stored<Type>>();
    }
}

}  // namespace

extern const cells<op_family::compare> compare;
constinit const cells<op_family::compare> compare =
    table_of<op_family::compare>([]<op Op, dtype Type>() consteval { return compare_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
