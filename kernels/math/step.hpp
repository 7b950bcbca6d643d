// One iteration of a function: every float type goes through the same function on registers of doubles, double-doubles
// have their own.
#pragma once

#include "kernels/math/careful.hpp"
#include "kernels/math/real_arithmetic.hpp"
#include "kernels/math/settled.hpp"
#include "kernels/math/widths.hpp"
#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A function of float and binary16: the elements of T, as floats, by way of double.
template <op Op, class T, class... Operands>
[[gnu::noinline]] vec<float> rounded_function_of(const double* parameters, Operands... in) noexcept {
    const vec<double> low = function_of<Op>(parameters, widened<0>(in)...);
    const vec<double> high = function_of<Op>(parameters, widened<1>(in)...);
    const vec<float> y = narrowed_to<T>(low, high);
    if constexpr (std::is_same_v<T, float>) return settled<Op>(parameters, y, in...);
    else return y;
}

template <op Op, class... Operands>
[[gnu::noinline]] pair real_function_of(const double* parameters, Operands... in) noexcept {
    return reals::real_body<Op>::apply(in..., parameters);
}

template <class T, class Operands>
struct function_operands;
template <class T, std::size_t... I>
struct function_operands<T, std::index_sequence<I...>> {
    template <std::size_t>
    using one = T;
    using list = types<one<I>...>;
};

template <op Op, class T>
struct function_step {
    using out = T;
    using ins = typename function_operands<T, std::make_index_sequence<info(Op).arity>>::list;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = true;
    struct state : no_state {
        const double* parameters;
        explicit state(const double* given) noexcept : parameters(given) {}
    };

    template <class... G>
    static group<T, width> apply(state& s, const G&... in) noexcept {
        if constexpr (std::is_same_v<T, double_double>) return {{real_function_of<Op>(s.parameters, in.reg[0]...)}};
        else if constexpr (std::is_same_v<T, double>) return {{function_of<Op>(s.parameters, in.reg[0]...)}};
        else return {{rounded_function_of<Op, T>(s.parameters, in.reg[0]...)}};
    }
};

template <op Op, dtype Type>
consteval cell function_cell() {
    if constexpr (supports(Op, Type)) return cell_of<function_step<Op, stored<Type>>>();
    else return cell{};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
