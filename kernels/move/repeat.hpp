// What stays the same from one period to the next is made once and then only stored.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Copies `Registers` registers that start `at` bytes into the first period to the others.
template <std::size_t... I>
inline void repeat_some(std::byte* dense, std::size_t at, std::size_t bytes, std::size_t periods,
                        std::index_sequence<I...>) noexcept {
    using V = vec<std::uint8_t>;
    const V some[] = {load<V>(dense + at + I * register_bytes)...};
    std::byte* to = dense + at;
    for (std::size_t p = 1; p < periods; ++p) {
        to += bytes;
        (store(to + I * register_bytes, some[I]), ...);
    }
}

inline void repeat(std::byte* dense, std::size_t bytes, std::size_t periods) noexcept {
    if (bytes < register_bytes) {
        for (std::size_t i = bytes; i < bytes * periods; ++i) dense[i] = dense[i - bytes];
        return;
    }
    constexpr std::size_t together = 4;
    std::size_t at = 0;
    for (; at + together * register_bytes <= bytes; at += together * register_bytes) {
        repeat_some(dense, at, bytes, periods, std::make_index_sequence<together>{});
    }
    for (; at + register_bytes <= bytes; at += register_bytes) {
        repeat_some(dense, at, bytes, periods, std::make_index_sequence<1>{});
    }
    if (at < bytes) repeat_some(dense, bytes - register_bytes, bytes, periods, std::make_index_sequence<1>{});
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
