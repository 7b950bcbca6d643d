// One row to the kernel that is too long, or goes too far, to be one call of it.
#pragma once

#include <algorithm>

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// How far ahead of the stores the lines of a result beyond the L2 cache are asked for. Stores wait for theirs one
/// after the other, and a tile that is packed meanwhile waits behind them, because what it stores is behind, too.
inline constexpr std::size_t bytes_ahead = 2048;

/// Inline, because g++ takes a function that only prefetches for one without effects and leaves out the calls.
template <bool ToWrite>
[[gnu::always_inline]] inline void prefetch(const std::byte* at, std::size_t bytes) noexcept {
    for (std::size_t b = 0; b < bytes; b += 64) __builtin_prefetch(at + b, ToWrite);
}

/// How many bytes operand `k` has of so many elements of a row: none of its own if they all share one.
inline std::size_t bytes_of_row(const plan::state& s, std::size_t k, std::size_t elements) noexcept {
    return k > s.inputs || s.routes[k].how == route::splat ? 0 : elements << s.element_log2[k];
}

/// A row in pieces, each after the next one's lines were asked for. Not inline: beside tiny runs its code made those a
/// twentieth slower.
kernels::findings run_in_pieces(const plan::state& s, std::size_t elements, std::byte* out, const std::byte* x,
                                const std::byte* y, const std::byte* z) noexcept;

/// A row past the caches: what kernels are given for that begins with a cache line and has whole groups
/// (row_context::streams). What is before and behind is stored as ever, at last: its lines, of which the rows beside
/// this one have the rest, are asked for first and come meanwhile. Stores past the caches wait behind others, and a
/// row of 8 KiB behind one that waits for its line took half as long again on Zen 4.
inline kernels::findings run_streamed(const plan::state& s, std::size_t elements, std::byte* out, const std::byte* x,
                                      const std::byte* y, const std::byte* z) noexcept {
    static_assert(kernels::max_inputs == 3);
    const unsigned log2 = s.element_log2[0];
    const auto part = [&](std::size_t from, std::size_t n, std::size_t streams) {
        return n == 0 ? kernels::nothing_found
                      : s.run({s.parameters, streams, out + (from << log2), nullptr}, n, out + (from << log2),
                              x + bytes_of_row(s, 1, from), y + bytes_of_row(s, 2, from), z + bytes_of_row(s, 3, from));
    };
    const std::size_t bytes_before = (0 - reinterpret_cast<std::uintptr_t>(out)) % cache_line;
    if (bytes_before >> log2 << log2 != bytes_before) return part(0, elements, 0);
    // Less than a group is stored under masks, which fetch the line behind as well when they reach into it.
    const std::size_t group = kernels::least_bytes_of_rows(std::size_t{1} << log2), unit = group >> log2;
    const std::size_t before = bytes_before == 0 ? 0 : std::min((bytes_before + group) >> log2, elements);
    const std::size_t streamed = (elements - before) / unit * unit, behind = before + streamed;
    // Fixed numbers of lines: loops over as many as there are took a tenth of the time of a row of 1 KiB.
    const bool is_wide = group > cache_line;
    if (before > 0) prefetch<true>(out, 2 * cache_line);
    if (before > 0 && is_wide) prefetch<true>(out + 2 * cache_line, cache_line);
    if (behind < elements) prefetch<true>(out + (behind << log2), cache_line);
    if (behind < elements && is_wide) prefetch<true>(out + (elements << log2) - 1, cache_line);
    const kernels::findings found = part(before, streamed, s.read_ahead);
    return found | part(0, before, 0) | part(behind, elements - behind, 0);
}

}  // namespace zerostride::detail
