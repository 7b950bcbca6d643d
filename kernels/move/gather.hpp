// Packing and unpacking one element at a time, by a table of offsets: the mover for whatever the others cannot
// do, and still the same cost for every shape.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <std::size_t Bytes>
inline void move_one(std::byte* to, const std::byte* from) noexcept {
    __builtin_memcpy(to, from, Bytes);
}

template <std::size_t Bytes>
void gather(const std::int32_t* offset, std::size_t count, const std::byte* source, std::ptrdiff_t advance,
            std::size_t periods, std::byte* dense) noexcept {
    // Wide enough elements are put together in registers: fewer stores, and kernels can load them at once.
    constexpr std::size_t together = Bytes == 4 || Bytes == 8 ? register_bytes / Bytes : 4;
    for (; periods > 0; --periods, source += advance) {
        std::size_t i = 0;
        for (; i + together <= count; i += together, dense += together * Bytes) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                if constexpr (Bytes == 4 || Bytes == 8) {
                    using T = typename integers<Bytes>::u;
                    const auto at = [&](std::size_t k) {
                        T element;
                        __builtin_memcpy(&element, source + offset[i + k], Bytes);
                        return element;
                    };
                    store(dense, vec<T>{at(I)...});
                } else {
                    (move_one<Bytes>(dense + I * Bytes, source + offset[i + I]), ...);
                }
            }
            (std::make_index_sequence<together>{});
        }
        for (; i < count; ++i, dense += Bytes) move_one<Bytes>(dense, source + offset[i]);
    }
}

template <std::size_t Bytes>
void scatter(const std::int32_t* offset, std::size_t count, const std::byte* dense, std::byte* target,
             std::ptrdiff_t advance, std::size_t periods) noexcept {
    constexpr std::size_t together = 4;
    for (; periods > 0; --periods, target += advance) {
        std::size_t i = 0;
        for (; i + together <= count; i += together, dense += together * Bytes) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                (move_one<Bytes>(target + offset[i + I], dense + I * Bytes), ...);
            }
            (std::make_index_sequence<together>{});
        }
        for (; i < count; ++i, dense += Bytes) move_one<Bytes>(target + offset[i], dense);
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
