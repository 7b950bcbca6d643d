// The logic family: booleans in, or numbers of which each but zero is true; booleans out.
#include "kernels/ops/logic.hpp"

#include "kernels/family/packed_truths.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// What makes numbers true; NaN is.
struct is_true {
    template <class V>
    [[gnu::always_inline]] auto operator()(const V& x) const noexcept {
        if constexpr (is_pair<V>) return x.hi != 0.0;
        else return x != 0;
    }
};

/// Whether elements are true, a byte each.
inline truths truths_of(const group<truth, element<truth>::count>& x) noexcept { return x.reg[0]; }
template <class T>
inline truths truths_of(const group<T, element<truth>::count>& x) noexcept {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
        using M = decltype(is_true()(x.reg[0]));
        const M m[sizeof...(I)] = {in_order<T>(is_true()(x.reg[I]))...};
        return bytes_of<scalar_of<M>>(m);
    }
    (std::make_index_sequence<group<T, element<truth>::count>::regs>{});
}

/// Apart, because each operator would have it twice.
template <class T>
[[gnu::noinline]] truths truths_of(std::size_t n, const few_elements<T>& x) noexcept {
    return truths_of_few<T>(n, is_true(), x).reg[0];
}

template <class T, std::size_t>
using repeated = T;

template <op Op, class T, class Operands>
struct logic_step;
template <op Op, class T, std::size_t... I>
struct logic_step<Op, T, std::index_sequence<I...>> {
    using out = truth;
    using ins = types<repeated<T, I>...>;
    static constexpr std::size_t width = element<truth>::count;
    static constexpr bool takes_few = tests_few<T>;
    using state = no_state;

    template <class... G>
    static group<truth, width> apply(state&, const G&... in) noexcept {
        return {{body<Op>::apply(truths_of(in)...)}};
    }
    template <class... Few>
    [[gnu::always_inline]] static group<truth, width> of_few(state&, std::size_t n, const Few&... in) noexcept {
        return {{body<Op>::apply(truths_of(n, in)...)}};
    }
};

template <op Op, dtype Type>
consteval cell logic_cell() {
    if constexpr (!supports(Op, Type) || kernel_type(Op, Type) != Type) {
        return cell{};
    } else {
        using step = logic_step<Op, stored<Type>, std::make_index_sequence<info(Op).arity>>;
        if constexpr (is_commutative(Op)) return commutative_cell_of<step>();
        else return cell_of<step>();
    }
}

}  // namespace

extern const cells<op_family::logic> logic;
constinit const cells<op_family::logic> logic =
    table_of<op_family::logic>([]<op Op, dtype Type>() consteval { return logic_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
