// Tiles and blocks of memory by themselves.
#include "graph/tiles.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graph/arena.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"

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

TEST(graph_tiles, blocks_that_live_together_lie_apart) {
    random_bits random("graph arena");
    for (int i = 0; i < 500; ++i) {
        std::vector<detail::arena_block> blocks(random.below(30));
        std::size_t sum = 0;
        for (detail::arena_block& block : blocks) {
            block.bytes = random.below(10) * 40;
            block.first = random.below(10);
            block.last = block.first + random.below(4);
            sum += (block.bytes + 63) / 64 * 64;
        }
        const std::size_t total = detail::place_blocks(blocks, 64);
        EXPECT_LE(total, sum);
        EXPECT_EQ(total % 64, 0u);
        for (std::size_t a = 0; a < blocks.size(); ++a) {
            EXPECT_LE(blocks[a].offset + blocks[a].bytes, total);
            EXPECT_EQ(blocks[a].offset % 64, 0u);
            for (std::size_t b = 0; b < a; ++b) {
                if (blocks[a].last < blocks[b].first || blocks[b].last < blocks[a].first) continue;
                EXPECT_TRUE(blocks[a].offset + blocks[a].bytes <= blocks[b].offset ||
                            blocks[b].offset + blocks[b].bytes <= blocks[a].offset);
            }
        }
    }
    // One after the other they share a place.
    std::vector<detail::arena_block> in_turn = {{640, 0, 1}, {640, 2, 3}, {64, 1, 2}};
    EXPECT_EQ(detail::place_blocks(in_turn, 64), 704u);
}

}  // namespace
}  // namespace zerostride::test
