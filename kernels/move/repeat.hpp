// What stays the same from one period to the next is made once and then only stored.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Whole registers of the result from the second period on, whose first register has been stored.
inline void repeat_row(std::byte* dense, std::size_t bytes, std::size_t periods) noexcept {
    using V = vec<std::uint8_t>;
    constexpr std::size_t long_ago = 1024;
    const std::size_t distance = (long_ago + bytes - 1) / bytes * bytes;
    std::byte* const second = dense + bytes;
    std::byte* const end = dense + bytes * periods;
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

/// Makes `rows` rows that follow each other, each of `periods` times the `bytes` at `source`, from one row to the next
/// `advance` bytes apart. Those may be where the rows begin.
///
/// Registers go where a register of the result begins, one after the other: those that follow the period instead, each
/// across two cache lines, took half as long again. What they repeat was stored a KiB ago, or at the beginning, for all
/// rows before the first goes on: a load waits for the stores under way that it needs two of.
inline void repeat(const std::byte* source, std::ptrdiff_t advance, std::byte* dense, std::size_t bytes,
                   std::size_t periods, std::size_t rows) noexcept {
    using V = vec<std::uint8_t>;
    const std::size_t row_bytes = bytes * periods;
    if (bytes < register_bytes) {
        for (; rows > 0; --rows, source += advance, dense += row_bytes) {
            for (std::size_t i = 0; i < bytes; ++i) dense[i] = source[i];
            for (std::size_t i = bytes; i < row_bytes; ++i) dense[i] = dense[i - bytes];
        }
        return;
    }
    std::byte* row = dense;
    for (std::size_t r = 0; r < rows; ++r, source += advance, row += row_bytes) {
        if (source != row) {
            for (std::size_t at = 0; at + register_bytes < bytes; at += register_bytes) {
                store(row + at, load<V>(source + at));
            }
            store(row + bytes - register_bytes, load<V>(source + bytes - register_bytes));
        }
        // Behind the period, so that a register may begin anywhere in it.
        if (periods > 1) store(row + bytes, load<V>(source));
    }
    if (periods < 2) return;
    for (; rows > 0; --rows, dense += row_bytes) repeat_row(dense, bytes, periods);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
