// Packing and unpacking one element at a time, by a table of offsets: the mover for whatever the others cannot
// do, and still the same cost for every shape.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <std::size_t Bytes>
inline void move_one(std::byte* to, const std::byte* from) noexcept {
    __builtin_memcpy(to, from, Bytes);
}

template <std::size_t Bytes>
void gather(const std::int32_t* offset, std::size_t count, const std::byte* source, std::ptrdiff_t advance,
            std::size_t periods, std::byte* dense) noexcept {
    for (; periods > 0; --periods, source += advance) {
        std::size_t i = 0;
        for (; i + 4 <= count; i += 4, dense += 4 * Bytes) {
            move_one<Bytes>(dense, source + offset[i]);
            move_one<Bytes>(dense + Bytes, source + offset[i + 1]);
            move_one<Bytes>(dense + 2 * Bytes, source + offset[i + 2]);
            move_one<Bytes>(dense + 3 * Bytes, source + offset[i + 3]);
        }
        for (; i < count; ++i, dense += Bytes) move_one<Bytes>(dense, source + offset[i]);
    }
}

template <std::size_t Bytes>
void scatter(const std::int32_t* offset, std::size_t count, const std::byte* dense, std::byte* target,
             std::ptrdiff_t advance, std::size_t periods) noexcept {
    for (; periods > 0; --periods, target += advance) {
        for (std::size_t i = 0; i < count; ++i, dense += Bytes) move_one<Bytes>(target + offset[i], dense);
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
