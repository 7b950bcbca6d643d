// Rows by stretches: a step that takes much code is there once, however its row and the end of that are cut.
#pragma once

#include "kernels/group.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// `count` elements of a row, whole groups, to a place of theirs.
using stretch_of_row = findings (*)(const double* parameters, std::size_t count, std::byte* out, const std::byte* x,
                                    const std::byte* y, const std::byte* z, std::size_t past) noexcept;
struct stretch_sizes {
    std::uint8_t in[max_inputs];  ///< bytes from an element to the next: 0 for a splat
    std::uint8_t out_log2;
    std::uint8_t width_log2;
};
inline constexpr std::size_t most_stretch_bytes = 128;

template <class Step, unsigned Splats>
[[gnu::noinline]] findings row_stretch(const double* parameters, std::size_t count, std::byte* to, const std::byte* x,
                                       const std::byte* y, const std::byte* z, std::size_t past) noexcept {
    using Out = typename Step::out;
    auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(parameters));
    auto* const out = reinterpret_cast<Out*>(to);
    with_readers<Step, Splats>(
        x, y, z, [&](const auto&... in) __attribute__((always_inline)) {
            for (std::size_t i = 0; i < count; i += Step::width) {
                if (past != 0) (in.ahead(i, past), ...);
                const group<Out, Step::width> result = Step::apply(state, in(i)...);
                if (past != 0) result.template put<past_cache>(out + i);
                else result.put(out + i);
            }
        });
    return state.found();
}

/// Rows of a long step, at least a group each: by stretches, so that the step is there once, however the row and its
/// end are cut.
inline findings row_of_stretches(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                                 const void* z, stretch_of_row run, stretch_sizes sizes) noexcept {
    const std::size_t width = std::size_t{1} << sizes.width_log2;
    auto* const out = static_cast<std::byte*>(to);
    const auto part = [&](std::size_t first, std::size_t count, std::byte* where, std::size_t past) {
        const auto from = [&](const void* p, int k) { return static_cast<const std::byte*>(p) + first * sizes.in[k]; };
        return run(context.parameters, count, where, from(x, 0), from(y, 1), from(z, 2), past);
    };
    const std::size_t beyond = n % width;
    // In place, the end of the operands is gone once the groups before it are stored.
    alignas(64) std::byte last[most_stretch_bytes];
    findings found = nothing_found;
    if (beyond != 0) found |= part(n - width, width, last, 0);
    found |= part(0, n - beyond, out, context.streams);
    if (beyond != 0) {
        copy_whole(out + ((n - width) << sizes.out_log2), last, width << sizes.out_log2);
    }
    return found;
}
[[gnu::noinline]] inline findings rows_of_stretches(const row_context& context, std::size_t n, void* to, const void* x,
                                                    const void* y, const void* z, stretch_of_row run,
                                                    stretch_sizes sizes) noexcept {
    findings found = nothing_found;
    do found |= row_of_stretches(context, n, to, x, y, z, run, sizes);
    while (next_row<max_inputs>(context, n, to, x, y, z));
    return found;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
