#include "dispatch/plan/tile_order.hpp"

#include "dispatch/parts.hpp"

namespace zerostride::detail {

std::int64_t first_tile_of(const plan::state& s, std::int64_t task) noexcept {
    if (s.shares_rows) return start_of_part(s.row_chunks, s.threads, task);
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
