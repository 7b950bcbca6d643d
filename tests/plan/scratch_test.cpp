// Tiles fit into the scratch of the thread that runs them, whatever the layouts; and copies between layouts of some
// hundred rows and columns, for which tiles are large, are right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "dispatch/plan/make_state.hpp"
#include "support/settings.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// Extents with byte strides, and the bytes that they span.
struct layout {
    std::vector<std::int64_t> shape, strides;
    std::int64_t bytes = 0;
};

/// Axes in any order in memory, with gaps, and of an input some of them stretched.
layout random_layout(random_bits& random, const std::vector<std::int64_t>& shape, std::int64_t element,
                     bool is_output) {
    layout made{shape, std::vector<std::int64_t>(shape.size()), element};
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) {
        if (random.one_in(2)) std::swap(order[i - 1], order[random.below(i)]);
    }
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t axis = order[i];
        if (random.one_in(6)) made.bytes += element * random.between(1, 3);
        if (!is_output && random.one_in(6)) continue;
        made.strides[axis] = made.bytes;
        made.bytes *= shape[axis];
    }
    return made;
}

std::int64_t extent_of(random_bits& random) {
    static const std::int64_t extents[] = {1,   2,   3,   4,   7,   8,   16,  31,  33,   64,  70,
                                           100, 128, 129, 200, 256, 257, 300, 513, 1000, 4099};
    return random.pick(extents);
}

/// The words for what does not fit; empty when all does.
std::string overrun(const plan::state& s) {
    using detail::route;
    if (s.cut == detail::strategy::empty || s.cut == detail::strategy::whole) return {};
    std::int64_t end = detail::scratch_bytes;
    for (std::size_t k = s.inputs + 1; k-- > 0;) {
        const route how = s.routes[k].how;
        const bool is_copied_past = k == 0 && s.copies && s.streams;
        if (how != route::packed && !uses_transpose(how) && !is_copied_past) continue;
        // A transposed copy goes straight to a dense result, and then its tile may be larger.
        const bool is_moved_directly =
            s.copies && !s.streams &&
            (how == route::by_lines || (k == 1 && how == route::transposed && s.routes[0].how == route::dense));
        const std::int64_t rows = s.row_chunk * (how == route::in_planes ? s.planes : 1);
        const std::int64_t tile = (rows * (s.cut == detail::strategy::flat ? s.cols : s.col_chunk * s.unit))
                                  << s.element_log2[k];
        if (!is_moved_directly && s.routes[k].scratch + tile > end) {
            return "operand " + std::to_string(k) + ": a tile of " + std::to_string(tile) + " bytes at " +
                   std::to_string(s.routes[k].scratch) + " reaches beyond " + std::to_string(end);
        }
        end = s.routes[k].scratch;
    }
    return {};
}

struct kind {
    op which;
    dtype type;
    std::size_t operands;
};

TEST(scratch, holds_the_tiles_of_random_layouts) {
    static const kind kinds[] = {
        {op::identity, dtype::i8, 1},  {op::identity, dtype::f16, 1}, {op::identity, dtype::f32, 1},
        {op::identity, dtype::f64, 1}, {op::identity, dtype::str, 1}, {op::abs, dtype::i8, 1},
        {op::neg, dtype::f32, 1},      {op::add, dtype::i8, 2},       {op::add, dtype::f32, 2},
        {op::add, dtype::real, 2},     {op::less, dtype::f64, 2},     {op::where, dtype::f32, 3},
        {op::where, dtype::i8, 3},     {op::is_nan, dtype::f64, 1},   {op::max, dtype::i16, 1}};
    random_bits random("scratch");
    const std::int64_t rounds = scaled(200'000);
    std::int64_t packed = 0, transposed = 0, in_planes = 0, in_squares = 0;
    for (std::int64_t round = 0; round < rounds; ++round) {
        const kind& what = random.pick(kinds);
        std::vector<std::int64_t> shape(static_cast<std::size_t>(random.between(1, 5)));
        std::int64_t elements = 1;
        for (std::int64_t& extent : shape) {
            extent = extent_of(random);
            if (elements * extent > 64'000'000) extent = 1;
            elements *= extent;
        }
        std::vector<layout> layouts;
        std::vector<const_tensor_view> inputs;
        for (std::size_t i = 0; i < what.operands; ++i) {
            const dtype type = what.which == op::where && i == 0 ? dtype::boolean : what.type;
            layouts.push_back(random_layout(random, shape, static_cast<std::int64_t>(size_of(type)), false));
        }
        for (std::size_t i = 0; i < what.operands; ++i) {
            const dtype type = what.which == op::where && i == 0 ? dtype::boolean : what.type;
            inputs.emplace_back(nullptr, type, layouts[i].shape, layouts[i].strides.data());
        }
        const dtype result = result_of(what.which, what.type);
        const layout out = random_layout(random, shape, static_cast<std::int64_t>(size_of(result)), true);
        const const_tensor_view output(nullptr, result, out.shape, out.strides.data());
        for (const int way : {0, 1, 2, 3}) {
            options how;
            how.past_caches = (way & 2) != 0;
            plan::state made;
            if (detail::make_state(made, what.which, inputs, output, how, (way & 1) != 0) != status::ok) continue;
            for (std::size_t k = 0; k <= what.operands; ++k) {
                packed += made.routes[k].how == detail::route::packed;
                transposed += made.routes[k].how == detail::route::transposed;
                in_planes += made.routes[k].how == detail::route::in_planes;
                in_squares += made.routes[k].how == detail::route::in_squares;
            }
            ASSERT_EQ(overrun(made), "") << info(what.which).name << " " << name_of(what.type) << " of "
                                         << testing::PrintToString(shape) << ", output "
                                         << testing::PrintToString(out.strides) << ", input "
                                         << testing::PrintToString(layouts[0].strides);
        }
    }
    EXPECT_GT(packed, rounds / 4);
    EXPECT_GT(transposed, rounds / 50);
    EXPECT_GT(in_planes, rounds / 1000);
    EXPECT_GT(in_squares, rounds / 1000);
}

TEST(scratch, copies_from_rows_to_columns_with_gaps) {
    // The tile has both ends in scratch: the transposed operand, and the columns that are put apart.
    for (const isa with : available_isas()) {
        for (const std::int64_t side : {64, 70, 129, 256, 257, 300}) {
            for (const std::int64_t other : {70, 256, 300}) {
                SCOPED_TRACE(std::string(name_of(with)) + " " + std::to_string(side) + "x" + std::to_string(other));
                const std::vector<std::int64_t> shape = {side, other}, strides = {2, 2 * side};
                std::vector<std::uint8_t> x(static_cast<std::size_t>(side * other)), z(2 * x.size(), 0x5a);
                for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
                options how;
                how.with = with;
                how.max_threads = 1;
                ASSERT_EQ(try_eval(op::identity, {view(x, {side, other})},
                                   tensor_view(z.data(), dtype::u8, shape, strides.data()), how)
                              .code,
                          status::ok);
                std::int64_t wrong = 0;
                for (std::int64_t r = 0; r < side; ++r) {
                    for (std::int64_t c = 0; c < other; ++c) {
                        const std::size_t at = static_cast<std::size_t>(2 * (c * side + r));
                        wrong += z[at] != x[static_cast<std::size_t>(r * other + c)];
                        wrong += z[at + 1] != 0x5a;
                    }
                }
                ASSERT_EQ(wrong, 0);
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
