#include "dispatch/plan/tile_order.hpp"

#include "dispatch/parts.hpp"

namespace zerostride::detail {

namespace {

/// Of whole tiles where these are as many for each thread, and otherwise of whole lines' worth of rows, which is what a
/// source has transposed, but as long as those are few beside a part.
std::int64_t start_of_rows(const plan::state& s, std::int64_t task) noexcept {
    constexpr std::int64_t most_of_part = 16;
    if (s.row_chunks % s.threads == 0) return std::min(s.rows, s.row_chunks / s.threads * task * s.row_chunk);
    std::int64_t unit = cache_line >> s.element_log2[0];
    while (unit > 1 && unit * most_of_part > s.rows / s.threads) unit /= 2;
    const std::int64_t nearest = (start_of_part(s.rows, s.threads, task) + unit / 2) / unit * unit;
    return task == s.threads ? s.rows : std::min(s.rows, nearest);
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
