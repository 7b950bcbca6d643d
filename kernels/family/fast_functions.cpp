// The functions that have a second kernel for f32, faster and not correctly rounded.
#include "kernels/math/fast_erf.hpp"
#include "kernels/math/fast_exp.hpp"
#include "kernels/math/fast_hyperbolic.hpp"
#include "kernels/math/fast_inverse_trigonometric.hpp"
#include "kernels/math/fast_log.hpp"
#include "kernels/math/fast_trigonometric.hpp"
#include "kernels/math/quick_rows.hpp"
#include "kernels/math/quick_trigonometric.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <op Op>
[[gnu::noinline]] void fast_stretch(const double* parameters, const float* const (&in)[1], float* out,
                                    std::size_t count, bool past) noexcept {
    using body = fast<Op>;
    const body how = begin_state<body>(parameters_of<body>(parameters));
    for (std::size_t i = 0; i < count; i += lanes<float>) {
        if (past) prefetch_ahead(in[0] + i);
        const floats x = element<float>::get(in[0] + i);
        floats y = how.apply(x);
        if constexpr (requires { body::open(x); }) {
            const float_lanes open = body::open(x);
            if (any(open)) [[unlikely]] {
                // The other lanes keep what they would have elsewhere.
                alignas(64) float exact[lanes<float>];
                const float* const from[] = {in[0] + i};
                quick_stretch<Op, 0, float, 0, 0>(parameters, from, exact, lanes<float>, false);
                y = choose(open, element<float>::get(exact), y);
            }
        }
        if (past) element<float>::put<past_cache>(out + i, y);
        else element<float>::put<to_cache>(out + i, y);
    }
}

template <op Op>
findings fast_row(const row_context& context, std::size_t n, void* out, const void* x, const void*,
                  const void*) noexcept {
    row_by_stretches<float, 0, 1>(context, n, out, {static_cast<const float*>(x)}, &fast_stretch<Op>);
    return nothing_found;
}

template <std::size_t... I>
consteval fast_table make_table(std::index_sequence<I...>) noexcept {
    fast_table made{};
    const auto add = [&]<std::size_t Row>(std::integral_constant<std::size_t, Row>) {
        if constexpr (has_fast_body(ops[Row].id)) made.of_f32[Row] = {{&fast_row<ops[Row].id>}};
    };
    (add(std::integral_constant<std::size_t, I>{}), ...);
    return made;
}

}  // namespace

extern const fast_table fast_functions;
constinit const fast_table fast_functions = make_table(std::make_index_sequence<op_count>{});

}  // namespace zerostride::kernels::ZS_ISA
