// The loop of the functions of doubles that have a body of their own: each is inlined once, however a row and its tail
// are cut.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/quick_rows.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <bool Splat>
struct direct_source {
    const double* first;
    explicit direct_source(const double* p) noexcept : first(p) {}
    doubles operator()(std::size_t i) const noexcept { return load<doubles>(first + i); }
    void ahead(std::size_t i, std::size_t bytes) const noexcept { prefetch_ahead(first + i, bytes); }
};
template <>
struct direct_source<true> {
    doubles value;
    explicit direct_source(const double* p) noexcept : value(splat(load<double>(p))) {}
    doubles operator()(std::size_t) const noexcept { return value; }
    void ahead(std::size_t, std::size_t) const noexcept {}
};

/// Registers side by side, whose steps each wait for one another: where that takes a sixth less, or better.
constexpr std::size_t direct_together(op which) {
    switch (which) {
        case op::asinh:
        case op::acosh:
        case op::softplus:
        case op::tanh:
        case op::mish: return has_fma ? 3 : 1;
        case op::atanh:
        case op::cosh:
        case op::exp:
        case op::swish:
        case op::elu:
        case op::selu:
        case op::celu: return has_register_tables ? 3 : 1;
        default: return 1;
    }
}

template <op Op, int Form, unsigned Splats, std::size_t... I>
[[gnu::noinline]] void direct_stretch(const double* parameters, const double* const (&in)[sizeof...(I)], double* out,
                                      std::size_t count, std::size_t past) noexcept {
    using body = direct<Op, Form>;
    constexpr std::size_t width = lanes<double>, together = direct_together(Op);
    const body how = begin_state<body>(parameters_of<body>(parameters));
    const auto by_body = [&](auto... x) { return function_of<Op>(parameters, x...); };
    const auto answered = [&](doubles y, auto... x) __attribute__((always_inline)) {
        if constexpr (requires { body::range(x...); }) {
            if (body::range(x...).is_left()) [[unlikely]]
                return answered_beyond_range<Op, Form>(parameters, y, x...);
        }
        return y;
    };
    const auto one_by_one = [&](auto function, const auto&... operand) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < count; i += width) {
            if (past != 0) (operand.ahead(i, past), ...);
            const doubles y = function(operand(i)...);
            if (past != 0) stream_store(out + i, y);
            else store(out + i, y);
        }
    };
    if constexpr (requires { how.usual; }) {
        if (!how.usual) [[unlikely]] {
            one_by_one(by_body, direct_source<(Splats >> I & 1u) != 0>(in[I])...);
            return;
        }
    }
    if constexpr (together > 1) {
        const auto step = [&]<std::size_t... K>(std::index_sequence<K...>, std::size_t i, auto operand)
            __attribute__((always_inline)) {
            // Behind the last register it is done again: a body for what is left over would be as large as this third.
            const std::size_t last = count - width;
            const std::size_t at[] = {(i + K * width < last ? i + K * width : last)...};
            if (past != 0) (operand.ahead(at[K], past), ...);
            const doubles x[] = {operand(at[K])...};
            doubles y[] = {how.apply(x[K])...};
            ((y[K] = answered(y[K], x[K])), ...);
            if (past != 0) (stream_store(out + at[K], y[K]), ...);
            else (store(out + at[K], y[K]), ...);
        };
        for (std::size_t i = 0; i < count; i += together * width) {
            step(std::make_index_sequence<together>{}, i, direct_source<false>(in[0]));
        }
    } else {
        one_by_one(
            [&](auto... x) __attribute__((always_inline)) { return answered(how.apply(x...), x...); },
            direct_source<(Splats >> I & 1u) != 0>(in[I])...);
    }
}

template <op Op, unsigned Splats>
findings direct_row(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                    const void* z) noexcept {
    static_assert(!take_rows(info(Op).family));
    const void* const from[max_inputs] = {x, y, z};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        stretch<double, sizeof...(I)> run = &direct_stretch<Op, 0, Splats, I...>;
        if constexpr (requires { direct<Op, 1>::is_meant(context.parameters); }) {
            if (direct<Op, 1>::is_meant(context.parameters)) run = &direct_stretch<Op, 1, Splats, I...>;
        }
        row_by_stretches<double, Splats>(context, n, out, {static_cast<const double*>(from[I])...}, run);
    }
    (std::make_index_sequence<info(Op).arity>{});
    return nothing_found;
}

/// The cell of a function of any float type: by the body of its own that f64 may have, by the quick phase that narrower
/// types may have.
template <op Op, dtype Type>
consteval cell math_cell() {
    if constexpr (Type == dtype::f64 && requires { sizeof(direct<Op>); }) {
        cell made{};
        // Operands of one shape are no splats but by their strides; those are packed.
        constexpr std::size_t ways = info(Op).shapes == shape_rule::equal ? 1 : (1u << info(Op).arity) - 1;
        [&]<std::size_t... I>(std::index_sequence<I...>) { ((made.by_splat[I] = &direct_row<Op, I>), ...); }
        (std::make_index_sequence<ways>{});
        return made;
    } else {
        return quick_function_cell<Op, Type>();
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
