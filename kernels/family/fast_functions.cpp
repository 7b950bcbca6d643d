// The functions that have a second kernel for f32, faster and not correctly rounded.
#include "kernels/family/other_kernel.hpp"
#include "kernels/family/plain_step.hpp"
#include "kernels/math/fast_activation.hpp"
#include "kernels/math/fast_erf.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/fast_hyperbolic.hpp"
#include "kernels/math/fast_inverse_hyperbolic.hpp"
#include "kernels/math/fast_inverse_trigonometric.hpp"
#include "kernels/math/fast_log.hpp"
#include "kernels/math/fast_power.hpp"
#include "kernels/math/fast_root.hpp"
#include "kernels/math/fast_trigonometric.hpp"
#include "kernels/math/quick_rows.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Whole registers of a row, or of what stands for its end.
struct piece {
    const float* from;
    float* to;
    std::size_t count;
    std::size_t past;  ///< as row_context::streams
};

using run_of_pieces = void (*)(const double* parameters, const piece* each, const piece* end);

/// Cut as row_by_stretches cuts it: the end of a row as one more register that ends with it and overlaps the one
/// before.
[[gnu::noinline]] void row_by_pieces(const row_context& context, std::size_t n, float* out, const float* in,
                                     run_of_pieces run) noexcept {
    constexpr std::size_t width = lanes<float>;
    alignas(64) float padded[width];
    if (n < width) {
        // Zeros would be operands that some functions leave to the exact kernel.
        const group<float, width> first = reader<float, width, false, false>(in).first(n);
        element<float>::put<to_cache>(padded, with_first_behind(first.reg[0], n));
        const piece all{padded, padded, width, 0};
        run(context.parameters, &all, &all + 1);
        copy_short_group<sizeof padded>(out, padded, n * sizeof(float));
        return;
    }
    piece pieces[2];
    piece* end = pieces;
    *end++ = {in, out, n / width * width, context.streams};
    if (n % width != 0) {
        // In place the operand is gone once the registers before are stored.
        copy_group<sizeof padded>(padded, in + n - width);
        *end++ = {padded, out + n - width, width, 0};
    }
    run(context.parameters, pieces, end);
}

template <op Op>
[[gnu::noinline]] void exact_elements(const double* parameters, float* to, std::size_t count, const float* x,
                                      const float* y = nullptr) {
    other_kernel<Op, dtype::f32>()({parameters, 0, to, nullptr}, count, to, x, y, nullptr);
}

/// As many registers as numbers are given, loaded before any is stored.
template <op Op, int Form, std::size_t... K>
[[gnu::always_inline]] inline void put_registers(const fast<Op, Form>& how, const double* parameters, const float* from,
                                                 float* to, std::size_t past, std::index_sequence<K...>) noexcept {
    constexpr std::size_t width = lanes<float>;
    if (past != 0) (prefetch_ahead(from + K * width, past), ...);
    const floats x[] = {element<float>::get(from + K * width)...};
    floats y[] = {how.apply(x[K])...};
    if constexpr (requires { fast<Op, Form>::open(x[0]); }) {
        const float_lanes open[] = {fast<Op, Form>::open(x[K])...};
        if (any((open[K] | ...))) [[unlikely]] {
            // The other lanes keep what they would have elsewhere.
            alignas(64) float exact[sizeof...(K) * width];
            exact_elements<Op>(parameters, exact, sizeof...(K) * width, from);
            ((y[K] = choose(open[K], element<float>::get(exact + K * width), y[K])), ...);
        }
    }
    if (past != 0) (element<float>::put<past_cache>(to + K * width, y[K]), ...);
    else (element<float>::put<to_cache>(to + K * width, y[K]), ...);
}

/// All pieces in one call, so that a body's constants are loaded once. One register at a time where fma is a function,
/// which takes the time.
template <op Op, int Form>
[[gnu::noinline]] void fast_pieces(const double* parameters, const piece* each, const piece* end) noexcept {
    using body = fast<Op, Form>;
    const body how = begin_state<body>(parameters_of<body>(parameters));
    for (; each != end; ++each) {
        const piece& here = *each;
        side_by_side<has_fma ? 4 : 1>(
            here.count, lanes<float>, [&](std::size_t i, auto numbers) __attribute__((always_inline)) {
                put_registers<Op, Form>(how, parameters, here.from + i, here.to + i, here.past, numbers);
            });
    }
}

template <op Op>
findings fast_row(const row_context& context, std::size_t n, void* out, const void* x, const void*,
                  const void*) noexcept {
    run_of_pieces run = &fast_pieces<Op, 0>;
    if constexpr (requires { fast<Op, 1>::is_meant(context.parameters); }) {
        if (fast<Op, 1>::is_meant(context.parameters)) run = &fast_pieces<Op, 1>;
    }
    row_by_pieces(context, n, static_cast<float*>(out), static_cast<const float*>(x), run);
    return nothing_found;
}

/// The same of functions of two operands.
template <op Op, class X, class Y, std::size_t... K>
[[gnu::always_inline]] inline void put_of_two(const double* parameters, const X& from_x, const Y& from_y, std::size_t i,
                                              float* to, std::size_t past, std::index_sequence<K...>) noexcept {
    constexpr std::size_t width = lanes<float>, all = sizeof...(K) * width;
    if (past != 0) ((from_x.ahead(i + K * width, past), from_y.ahead(i + K * width, past)), ...);
    const floats x[] = {from_x(i + K * width).floats()...}, y[] = {from_y(i + K * width).floats()...};
    floats z[] = {fast<Op>::apply(x[K], y[K])...};
    if constexpr (requires { fast<Op>::unfinished(x[0]); }) {
        if (any((fast<Op>::unfinished(x[K]) | ...))) ((z[K] = fast<Op>::finished(z[K], x[K], y[K])), ...);
    }
    const float_lanes open[] = {fast<Op>::open(x[K], y[K])...};
    if (any((open[K] | ...))) [[unlikely]] {
        alignas(64) float again_x[all], again_y[all], exact[all];
        ((store(again_x + K * width, x[K]), store(again_y + K * width, y[K])), ...);
        exact_elements<Op>(parameters, exact, all, again_x, again_y);
        ((z[K] = choose(open[K], load<floats>(exact + K * width), z[K])), ...);
    }
    if (past != 0) (element<float>::put<past_cache>(to + i + K * width, z[K]), ...);
    else (element<float>::put<to_cache>(to + i + K * width, z[K]), ...);
}
template <op Op, unsigned Splats>
[[gnu::noinline]] void fast_stretch_of_two(const double* parameters, const float* const (&in)[2], float* out,
                                           std::size_t count, std::size_t past) noexcept {
    const quick_source<float, (Splats & 1u) != 0> x(in[0]);
    const quick_source<float, (Splats & 2u) != 0> y(in[1]);
    side_by_side<has_fma ? 4 : 1>(
        count, lanes<float>, [&](std::size_t i, auto numbers) __attribute__((always_inline)) {
            put_of_two<Op>(parameters, x, y, i, out, past, numbers);
        });
}
template <op Op, unsigned Splats>
findings fast_row_of_two(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                         const void*) noexcept {
    const float* const in[] = {static_cast<const float*>(x), static_cast<const float*>(y)};
    row_by_stretches<float, Splats>(context, n, out, in, &fast_stretch_of_two<Op, Splats>);
    return nothing_found;
}

/// Powers with one exponent: the exact kernel has multiplications for some.
findings fast_powers_of_one(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                            const void* z) noexcept {
    const auto exponent = load<float>(y);
    if (exponent != 2.0f && exponent != 3.0f) return fast_row_of_two<op::pow, 2>(context, n, out, x, y, z);
    return other_kernel<op::pow, dtype::f32, 2>()(context, n, out, x, y, z);
}

template <op Op>
consteval cell fast_cell() noexcept {
    if constexpr (take_rows(info(Op).family)) return cell_of<plain_step<Op, float, fast<Op>>>();
    else if constexpr (info(Op).arity == 1) return {{&fast_row<Op>}};
    else if constexpr (Op == op::pow) return {{&fast_row_of_two<Op, 0>, &fast_row_of_two<Op, 1>, &fast_powers_of_one}};
    // Operands of one shape are no splats but by their strides; those are packed.
    else return {{&fast_row_of_two<Op, 0>}};
}

template <std::size_t... I>
consteval fast_table make_table(std::index_sequence<I...>) noexcept {
    fast_table made{};
    const auto add = [&]<std::size_t Row>(std::integral_constant<std::size_t, Row>) {
        if constexpr (has_fast_body(ops[Row].id)) made.of_f32[fast_index(ops[Row].id)] = fast_cell<ops[Row].id>();
    };
    (add(std::integral_constant<std::size_t, I>{}), ...);
    return made;
}

}  // namespace

extern const fast_table fast_functions;
constinit const fast_table fast_functions = make_table(std::make_index_sequence<op_count>{});

}  // namespace zerostride::kernels::ZS_ISA
