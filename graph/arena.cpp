#include "graph/arena.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "zerostride/status.hpp"

namespace zerostride::detail {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 62;
/// Of more blocks each is no longer compared with all others.
constexpr std::size_t most_compared = 2048;

std::size_t end_of(std::size_t offset, std::size_t bytes) {
    if (bytes > most_bytes || offset > most_bytes - bytes) {
        throw error(status::too_large, "graph: what lies between its nodes is too large");
    }
    return offset + bytes;
}

/// The numbers of the blocks, in the order of what `key` says of them.
template <class Key>
std::vector<std::size_t> sorted_by(const std::vector<arena_block>& blocks, Key key) {
    std::vector<std::size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(blocks[a]) < key(blocks[b]); });
    return order;
}

/// Memory of which parts are taken and given back.
class free_memory {
public:
    /// The smallest free part that has room, or more at the end.
    std::size_t take(std::size_t bytes) {
        const auto fits = by_size_.lower_bound({bytes, 0});
        if (fits != by_size_.end()) {
            const auto [size, offset] = *fits;
            remove(offset, size);
            if (size > bytes) add(offset + bytes, size - bytes);
            return offset;
        }
        std::size_t offset = end_;
        if (const auto last = by_offset_.rbegin(); last != by_offset_.rend() && last->first + last->second == end_) {
            offset = last->first;
            remove(offset, last->second);
        }
        end_ = end_of(offset, bytes);
        return offset;
    }
    void give_back(std::size_t offset, std::size_t bytes) {
        const auto next = by_offset_.lower_bound(offset);
        if (next != by_offset_.end() && next->first == offset + bytes) {
            const std::size_t more = next->second;
            remove(next->first, more);
            bytes += more;
        }
        const auto after = by_offset_.lower_bound(offset);
        if (after != by_offset_.begin()) {
            const auto [first, size] = *std::prev(after);
            if (first + size == offset) {
                remove(first, size);
                offset = first;
                bytes += size;
            }
        }
        add(offset, bytes);
    }
    std::size_t end() const noexcept { return end_; }

private:
    void add(std::size_t offset, std::size_t bytes) {
        by_offset_.emplace(offset, bytes);
        by_size_.emplace(bytes, offset);
    }
    void remove(std::size_t offset, std::size_t bytes) {
        by_offset_.erase(offset);
        by_size_.erase({bytes, offset});
    }

    std::map<std::size_t, std::size_t> by_offset_;  ///< bytes of the free parts; none touches another
    std::set<std::pair<std::size_t, std::size_t>> by_size_;
    std::size_t end_ = 0;
};

/// In the order of the steps, each into the smallest room that is free then.
std::size_t place_in_turn(std::vector<arena_block>& blocks, std::size_t alignment) {
    const std::vector<std::size_t> begins = sorted_by(blocks, [](const arena_block& b) { return b.first; });
    const std::vector<std::size_t> ends = sorted_by(blocks, [](const arena_block& b) { return b.last; });
    const auto room_of = [alignment](const arena_block& b) { return round_up(end_of(0, b.bytes), alignment); };
    free_memory memory;
    auto over = ends.begin();
    for (const std::size_t i : begins) {
        arena_block& block = blocks[i];
        for (; blocks[*over].last < block.first; ++over) {
            if (blocks[*over].bytes > 0) memory.give_back(blocks[*over].offset, room_of(blocks[*over]));
        }
        if (block.bytes > 0) block.offset = memory.take(room_of(block));
    }
    return memory.end();
}

}  // namespace

std::size_t place_blocks(std::vector<arena_block>& blocks, std::size_t alignment) {
    if (blocks.size() > most_compared) return place_in_turn(blocks, alignment);
    // The largest first, each where there is room for its time.
    const std::vector<std::size_t> order = sorted_by(blocks, [](const arena_block& b) { return ~b.bytes; });
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
