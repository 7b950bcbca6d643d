// What stays the same from one period to the next is made once and then only stored.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Continues the period of `bytes` that `dense` begins with until there are `periods` of them.
///
/// Registers go where a register of the result begins, one after the other: those that follow the period instead, each
/// across two cache lines, took half as long again. What they repeat was stored a KiB ago, or at the beginning: a load
/// waits for the stores under way that it needs two of.
inline void repeat(std::byte* dense, std::size_t bytes, std::size_t periods) noexcept {
    if (bytes < register_bytes) {
        for (std::size_t i = bytes; i < bytes * periods; ++i) dense[i] = dense[i - bytes];
        return;
    }
    if (periods < 2) return;
    using V = vec<std::uint8_t>;
    constexpr std::size_t long_ago = 1024;
    const std::size_t distance = (long_ago + bytes - 1) / bytes * bytes;
    std::byte* const second = dense + bytes;
    std::byte* const end = dense + bytes * periods;
    // Behind the period, so that a register may begin anywhere in it.
    store(second, load<V>(dense));
    std::size_t at = (0 - reinterpret_cast<std::uintptr_t>(second)) % register_bytes;
    std::byte* to = second + at;
    for (; to < dense + distance && to + register_bytes <= end; to += register_bytes) {
        store(to, load<V>(dense + at));
        at += register_bytes;
        if (at >= bytes) at -= bytes;
    }
    for (; to + register_bytes <= end; to += register_bytes) store(to, load<V>(to - distance));
    store(end - register_bytes, load<V>(second - register_bytes));
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
