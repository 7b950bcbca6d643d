// Transposing line by line against index arithmetic: columns of one to four axes, wherever they are, with guard pages.
#include "dispatch/packing/lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "movers/movers_of_isa.hpp"
#include "support/guarded.hpp"
#include "support/settings.hpp"

namespace {

using namespace zerostride;
using detail::axis;
using test::guarded_memory;

/// A tile whose columns lie in random order, with gaps between their lines.
struct tile_of_lines {
    std::vector<axis> axes;
    std::size_t rows = 1, cols = 1, bytes = 1, pitch = 0, spread = 0, shift = 0, apart = 1;
    int element_log2 = 0;

    tile_of_lines(test::random_bits& random, bool with_pixels) {
        element_log2 = static_cast<int>(random.below(5));
        bytes = std::size_t{1} << element_log2;
        rows = static_cast<std::size_t>(random.one_in(2) ? 64 >> element_log2 : random.between(1, 90));
        axes.resize(static_cast<std::size_t>(random.between(1, 3)));
        std::vector<std::size_t> order;
        for (axis& a : axes) {
            a.extent = random.between(1, &a == axes.data() ? 40 : 7);
            cols *= static_cast<std::size_t>(a.extent);
            order.insert(order.begin() + static_cast<std::ptrdiff_t>(random.below(order.size() + 1)), order.size());
        }
        // Elements of a pixel, the innermost axis, along which nothing is far.
        const auto pixel =
            static_cast<std::size_t>(with_pixels ? random.between(2, detail::most_pixel_bytes >> element_log2) : 1);
        apart = pixel * bytes;
        std::size_t stride = rows * apart + random.below(3) * bytes;
        for (const std::size_t a : order) {
            const bool turns = random.one_in(4);
            const std::size_t steps = static_cast<std::size_t>(axes[a].extent) - 1;
            axes[a].stride[1] = (turns ? -1 : 1) * static_cast<std::int64_t>(stride);
            if (turns) shift += steps * stride;
            spread += steps * stride;
            stride = stride * (steps + 1) + random.below(3) * bytes;
        }
        spread += rows * apart;
        if (pixel > 1) {
            axis& of_pixel = axes.emplace_back();
            of_pixel.extent = static_cast<std::int64_t>(pixel);
            of_pixel.stride[1] = static_cast<std::int64_t>(bytes);
            cols *= pixel;
        }
        pitch = (cols + random.below(4)) * bytes;
    }
    std::size_t dense_bytes() const { return (rows - 1) * pitch + cols * bytes; }
    std::size_t offset(std::size_t row, std::size_t column) const {
        std::int64_t at = static_cast<std::int64_t>(shift + row * apart);
        auto left = static_cast<std::int64_t>(column);
        for (std::size_t a = axes.size(); a-- > 0; left /= axes[a].extent) {
            at += left % axes[a].extent * axes[a].stride[1];
        }
        return static_cast<std::size_t>(at);
    }
    detail::columns_of_lines columns() const { return {axes.data(), axes.size(), 1, element_log2}; }
    std::string text() const {
        std::string made = std::to_string(rows) + "x" + std::to_string(cols) + " of " + std::to_string(bytes);
        for (const axis& a : axes) made += " " + std::to_string(a.extent) + "@" + std::to_string(a.stride[1]);
        return made;
    }
};

class lines : public test::movers_of_isa {
protected:
    /// `move(tile, memory of the lines, dense memory)` moves what is in the one memory to the other, and nothing else:
    /// `expected` is that memory afterwards.
    template <class Move>
    void moves(bool collects, Move move) {
        test::random_bits random(collects ? "collects" : "distributes");
        for (std::int64_t run = test::scaled(600); run > 0; --run) {
            const tile_of_lines tile(random, collects && random.one_in(2));
            test::announce(tile.text());
            const guarded_memory far(tile.spread), near(tile.dense_bytes());
            std::byte* const of_lines = random.one_in(2) ? far.begin() : far.end() - tile.spread;
            std::byte* const dense = random.one_in(2) ? near.begin() : near.end() - tile.dense_bytes();
            for (std::size_t i = 0; i < tile.spread; ++i) of_lines[i] = static_cast<std::byte>(random.next());
            for (std::size_t i = 0; i < tile.dense_bytes(); ++i) dense[i] = static_cast<std::byte>(random.next());
            std::byte* const changed = collects ? dense : of_lines;
            const std::size_t size = collects ? tile.dense_bytes() : tile.spread;
            std::vector<std::byte> expected(changed, changed + size);
            for (std::size_t r = 0; r < tile.rows; ++r) {
                for (std::size_t c = 0; c < tile.cols; ++c) {
                    const std::size_t at = r * tile.pitch + c * tile.bytes, line = tile.offset(r, c);
                    std::memcpy(expected.data() + (collects ? at : line), collects ? of_lines + line : dense + at,
                                tile.bytes);
                }
            }
            move(tile, of_lines + tile.shift, dense, kernels::lines_ahead{random.one_in(2), random.one_in(2)});
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), changed)) << tile.text();
        }
    }
};

TEST_P(lines, are_collected) {
    moves(true, [&](const tile_of_lines& t, const std::byte* of_lines, std::byte* dense, kernels::lines_ahead ahead) {
        detail::collect_lines(t.columns(), movers->transpose[t.element_log2], of_lines, t.rows, t.cols, dense,
                              static_cast<std::ptrdiff_t>(t.pitch), ahead);
    });
}

TEST_P(lines, are_distributed) {
    moves(false, [&](const tile_of_lines& t, std::byte* of_lines, const std::byte* dense, kernels::lines_ahead ahead) {
        detail::distribute_lines(t.columns(), movers->transpose[t.element_log2], dense,
                                 static_cast<std::ptrdiff_t>(t.pitch), t.rows, t.cols, of_lines, ahead);
    });
}

INSTANTIATE_TEST_SUITE_P(lines, lines, test::every_isa(), test::isa_name);

}  // namespace
