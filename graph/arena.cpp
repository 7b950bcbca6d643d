#include "graph/arena.hpp"

#include <algorithm>
#include <numeric>

#include "zerostride/status.hpp"

namespace zerostride::detail {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 62;

}  // namespace

std::size_t place_blocks(std::vector<arena_block>& blocks, std::size_t alignment) {
    const auto end_of = [](std::size_t offset, std::size_t bytes) {
        if (bytes > most_bytes || offset > most_bytes - bytes) {
            throw error(status::too_large, "graph: what lies between its nodes is too large");
        }
        return offset + bytes;
    };
    std::vector<std::size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return blocks[a].bytes > blocks[b].bytes; });
    std::vector<const arena_block*> placed;  // by offset
    std::size_t total = 0;
    for (const std::size_t i : order) {
        arena_block& block = blocks[i];
        std::size_t offset = 0;
        for (const arena_block* other : placed) {
            if (other->last < block.first || block.last < other->first) continue;
            if (end_of(offset, block.bytes) <= other->offset) break;
            offset = std::max(offset, round_up(end_of(other->offset, other->bytes), alignment));
        }
        block.offset = offset;
        total = std::max(total, round_up(end_of(offset, block.bytes), alignment));
        const auto at =
            std::upper_bound(placed.begin(), placed.end(), offset,
                             [](std::size_t value, const arena_block* other) { return value < other->offset; });
        placed.insert(at, &block);
    }
    return total;
}

}  // namespace zerostride::detail
