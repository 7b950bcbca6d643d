// Tiles and blocks of memory by themselves.
#include "graph/tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graph/arena.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/status.hpp"

namespace zerostride::test {
namespace {

std::int64_t count(const std::vector<std::int64_t>& shape) {
    std::int64_t n = 1;
    for (const std::int64_t extent : shape) n *= extent;
    return n;
}

TEST(graph_tiles, cover_a_shape_once) {
    random_bits random("graph tiles");
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::int64_t> shape(random.below(6));
        for (std::int64_t& extent : shape)
            extent = random.one_in(20) ? 0 : 1 + static_cast<std::int64_t>(random.below(random.one_in(4) ? 5000 : 9));
        const auto most = static_cast<std::int64_t>(1 + random.below(9000));
        const detail::tile_grid cut = detail::tiles_of(shape, most);
        EXPECT_LE(count(cut.shape), most);
        std::int64_t tiles = 1, covered = 1;
        std::vector<std::int64_t> left = shape;
        for (std::size_t a = 0; a < cut.axes.size(); ++a) {
            const auto [axis, chunk, number] = cut.axes[a];
            tiles *= number;
            const bool is_last = a + 1 == cut.axes.size();
            EXPECT_EQ(cut.shape[axis], chunk);
            if (is_last && !cut.rest.empty()) {
                covered *= (number - 1) * chunk + cut.rest[axis];
                EXPECT_GT(cut.rest[axis], 0);
                EXPECT_LT(cut.rest[axis], chunk);
            } else {
                covered *= number * chunk;
            }
            left[axis] = 1;
        }
        if (count(shape) == 0) continue;
        EXPECT_EQ(tiles, cut.tiles);
        EXPECT_EQ(covered * count(left), count(shape));
    }
}

std::vector<detail::arena_block> random_blocks(std::size_t count, std::size_t steps, random_bits& random) {
    std::vector<detail::arena_block> blocks(count);
    for (detail::arena_block& block : blocks) {
        block.bytes = random.below(10) * 40;
        block.first = random.below(steps);
        block.last = block.first + random.below(4);
    }
    return blocks;
}

/// Also that they share what memory they can: what they take is no more than `most` times what lives at once.
void expect_placed(std::vector<detail::arena_block> blocks, double most) {
    const std::size_t total = detail::place_blocks(blocks, 64);
    EXPECT_EQ(total % 64, 0u);
    std::vector<std::size_t> alive;
    std::size_t sum = 0;
    int meetings = 0;
    for (std::size_t a = 0; a < blocks.size(); ++a) {
        const detail::arena_block& one = blocks[a];
        EXPECT_LE(one.offset + one.bytes, total);
        EXPECT_EQ(one.offset % 64, 0u);
        const std::size_t room = (one.bytes + 63) / 64 * 64;
        sum += room;
        alive.resize(std::max(alive.size(), one.last + 1));
        for (std::size_t step = one.first; step <= one.last; ++step) alive[step] += room;
        for (std::size_t b = 0; b < a; ++b) {
            const detail::arena_block& other = blocks[b];
            if (one.last < other.first || other.last < one.first) continue;
            meetings += one.offset + one.bytes > other.offset && other.offset + other.bytes > one.offset;
        }
    }
    EXPECT_EQ(meetings, 0);
    EXPECT_LE(total, sum);
    const std::size_t least = alive.empty() ? 0 : *std::max_element(alive.begin(), alive.end());
    EXPECT_LE(static_cast<double>(total), most * static_cast<double>(least));
}

TEST(graph_tiles, blocks_that_live_together_lie_apart) {
    random_bits random("graph arena");
    for (int i = 0; i < 500; ++i) expect_placed(random_blocks(random.below(30), 10, random), 1.5);
    expect_placed(random_blocks(2000, 300, random), 1.25);
    // One after the other they share a place.
    std::vector<detail::arena_block> in_turn = {{640, 0, 1}, {640, 2, 3}, {64, 1, 2}};
    EXPECT_EQ(detail::place_blocks(in_turn, 64), 704u);
}

/// So many that not each is compared with all others.
TEST(graph_tiles, many_blocks_that_live_together_lie_apart) {
    random_bits random("large graph arena");
    for (const std::size_t steps : {4, 300, 5000}) expect_placed(random_blocks(4000, steps, random), 1.5);
    // All at once, and one after the other.
    expect_placed(std::vector<detail::arena_block>(5000, {100, 0, 0}), 1);
    std::vector<detail::arena_block> in_turn;
    for (std::size_t i = 0; i < 5000; ++i) in_turn.push_back({100 + i % 3, i, i});
    expect_placed(in_turn, 1);
    std::vector<detail::arena_block> endless(5000, {std::size_t{1} << 55, 0, 0});
    EXPECT_THROW(detail::place_blocks(endless, 64), error);
}

}  // namespace
}  // namespace zerostride::test
