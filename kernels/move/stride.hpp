// Packing every n-th element of a row: no table of offsets, and elements put together in registers.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"
#include "kernels/simd/shuffles.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// `Count` elements further on; the lines on the way are asked for, forwards each once where several elements share
/// one.
template <std::size_t Count>
[[gnu::always_inline]] inline void ask_for(read_next& next) noexcept {
    if (next.at == nullptr) return;
    constexpr std::ptrdiff_t line = 64;
    const bool share_lines = -line < next.stride && next.stride < line;
    const std::ptrdiff_t step = !share_lines ? next.stride : next.stride < 0 ? -line : line;
    const std::byte* const end = next.at + static_cast<std::ptrdiff_t>(Count) * next.stride;
    const std::byte* at = next.at;
    if (step == line) at += -reinterpret_cast<std::intptr_t>(at) & (line - 1);
    for (; step < 0 ? at > end : at < end; at += step) __builtin_prefetch(at);
    next.at = end;
}

template <std::size_t Bytes>
void collect_strided(const std::byte* source, std::ptrdiff_t stride, std::size_t count, std::byte* dense,
                     read_next next) noexcept {
    // As numbers, of which compilers know that they go from memory to any place of a register; nothing is computed.
    using T = std::conditional_t<Bytes == 4, float, double>;
    constexpr std::size_t together = 16 / Bytes;
    if (stride == 2 * std::ptrdiff_t{Bytes}) {
        using V = vec<typename integers<Bytes>::u>;
        constexpr std::size_t lanes = register_bytes / Bytes;
        // Two registers of the source end behind the last element that is asked for: the last are left to the others.
        for (; count > lanes; count -= lanes, source += 2 * register_bytes, dense += register_bytes) {
            ask_for<lanes>(next);
            store(dense, evens(load<V>(source), load<V>(source + register_bytes)));
        }
    }
    for (; count >= together; count -= together, dense += 16) {
        ask_for<together>(next);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            store(dense, vec_n<T, together>{load<T>(source + static_cast<std::ptrdiff_t>(I) * stride)...});
        }
        (std::make_index_sequence<together>{});
        source += static_cast<std::ptrdiff_t>(together) * stride;
    }
    for (; count > 0; --count, source += stride, dense += Bytes) __builtin_memcpy(dense, source, Bytes);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
