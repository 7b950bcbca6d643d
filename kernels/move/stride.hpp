// Packing every n-th element of a row: no table of offsets, and elements put together in registers.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/simd/shuffles.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <std::size_t Bytes>
void collect_strided(const std::byte* source, std::ptrdiff_t stride, std::size_t count, std::byte* dense) noexcept {
    // As numbers, of which compilers know that they go from memory to any place of a register; nothing is computed.
    using T = std::conditional_t<Bytes == 4, float, double>;
    constexpr std::size_t together = 16 / Bytes;
    if (stride == 2 * std::ptrdiff_t{Bytes}) {
        using V = vec<typename integers<Bytes>::u>;
        constexpr std::size_t lanes = register_bytes / Bytes;
        // Two registers of the source end behind the last element that is asked for: the last are left to the others.
        for (; count > lanes; count -= lanes, source += 2 * register_bytes, dense += register_bytes) {
            store(dense, evens(load<V>(source), load<V>(source + register_bytes)));
        }
    }
    for (; count >= together; count -= together, dense += 16) {
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
