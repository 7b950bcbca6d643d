#include "dispatch/plan/tile_order.hpp"

#include "dispatch/parts.hpp"

namespace zerostride::detail {

namespace {

/// Parts of whole tiles, or where that would be unequal, of as many rows as a cache line has elements: what a source
/// has transposed is read by whole lines.
std::int64_t start_of_rows(const plan::state& s, std::int64_t task) noexcept {
    constexpr std::int64_t equal = 16;  // one tile more or less
    const std::int64_t unit =
        s.row_chunks >= equal * s.threads ? s.row_chunk : std::min(s.row_chunk, cache_line >> s.element_log2[0]);
    return std::min(s.rows, start_of_part((s.rows + unit - 1) / unit, s.threads, task) * unit);
}

}  // namespace

std::int64_t start_of_tiles(const plan::state& s, std::int64_t task) noexcept {
    if (s.shares_rows) return start_of_rows(s, task);
    const tiled_axis slow = slow_axis(s), fast = fast_axis(s);
    const std::int64_t inner_tiles = slow.chunks * fast.chunks, inside = slow.extent * fast.extent;
    const std::int64_t place = start_of_part(s.tiles / inner_tiles * inside, s.threads, task);
    const std::int64_t at_slow = place % inside / (slow.chunk * fast.extent);
    const std::int64_t rest = place % inside - at_slow * slow.chunk * fast.extent;
    // The nearest tile's.
    const std::int64_t tile = std::min(slow.chunk, slow.extent - at_slow * slow.chunk) * fast.chunk;
    const std::int64_t at_fast = (rest + tile / 2) / tile;
    return place / inside * inner_tiles + at_slow * fast.chunks + at_fast;
}

}  // namespace zerostride::detail
