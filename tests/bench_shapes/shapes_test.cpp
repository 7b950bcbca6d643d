// The shape table of the benchmarks: every row can be planned, and a wrong row is named with what is wrong.
#include "bench/shapes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "zerostride/plan.hpp"

namespace zerostride::bench {
namespace {

using numbers = std::vector<std::int64_t>;

std::vector<shape_row> table() {
    std::vector<shape_row> rows;
    std::string message;
    EXPECT_TRUE(read_shapes(default_shapes_path(), rows, message)) << message;
    return rows;
}

/// The message of a table that must be refused.
std::string refusal(const std::string& text) {
    std::vector<shape_row> rows(1);
    rows[0].name = "untouched";
    std::string message;
    EXPECT_FALSE(parse_shapes(text, "t", rows, message)) << text;
    EXPECT_EQ(rows.size(), 1u) << text;
    EXPECT_EQ(rows[0].name, "untouched") << text;
    return message;
}

shape_row only_row(const std::string& text) {
    std::vector<shape_row> rows;
    std::string message;
    EXPECT_TRUE(parse_shapes(text, "t", rows, message)) << message;
    EXPECT_EQ(rows.size(), 1u);
    return rows.empty() ? shape_row{} : rows[0];
}

TEST(bench_shapes, every_row_plans_for_f32_add) {
    const std::vector<shape_row> rows = table();
    ASSERT_FALSE(rows.empty());
    for (const shape_row& row : rows) {
        SCOPED_TRACE(row.name);
        const placement x = place(row.operands[0], 4), y = place(row.operands[1], 4);
        const const_tensor_view inputs[] = {{nullptr, dtype::f32, row.operands[0].shape, x.strides.data()},
                                            {nullptr, dtype::f32, row.operands[1].shape, y.strides.data()}};
        plan made;
        const outcome answer =
            plan::try_make(made, op::add, inputs, const_tensor_view(nullptr, dtype::f32, row.output));
        EXPECT_TRUE(answer) << answer.message;
        EXPECT_TRUE(made);
        std::int64_t elements = 1;
        for (const std::int64_t extent : row.output) elements *= extent;
        EXPECT_EQ(row.elements, elements);
    }
}

TEST(bench_shapes, every_stretched_operand_plans_for_f32_identity) {
    for (const shape_row& row : table()) {
        SCOPED_TRACE(row.name);
        const operand_layout stretched = stretch(row.operands[1], row.output);
        const placement placed = place(stretched, 4);
        plan made;
        const outcome answer = plan::try_make(
            made, op::identity, {const_tensor_view(nullptr, dtype::f32, stretched.shape, placed.strides.data())},
            const_tensor_view(nullptr, dtype::f32, row.output));
        EXPECT_TRUE(answer) << answer.message;
        EXPECT_EQ(placed.distinct, place(row.operands[1], 4).distinct);
    }
}

TEST(bench_shapes, every_promised_group_is_there) {
    std::set<std::string> groups, names;
    for (const shape_row& row : table()) {
        groups.emplace(row.group());
        names.insert(row.name);
    }
    for (const char* group : {"contiguous", "splat", "row", "column", "outer", "pair", "middle", "nchw", "nhwc", "mask",
                              "alternating", "transposed", "tiny"}) {
        EXPECT_TRUE(groups.count(group)) << group;
    }
    for (const char* channels : {"1", "2", "3", "4", "7", "8", "16", "64"}) {
        EXPECT_TRUE(names.count(std::string("nhwc_c") + channels)) << channels;
        EXPECT_TRUE(names.count(std::string("nchw_c") + channels)) << channels;
    }
}

TEST(bench_shapes, reads_extents_strides_and_comments) {
    const shape_row row = only_row("\n  # nothing\n\tturned_2x3 [2,3]@[1,2]\t[3]   #  why\r\n");
    EXPECT_EQ(row.name, "turned_2x3");
    EXPECT_EQ(row.group(), "turned");
    EXPECT_EQ(row.operands[0].shape, (numbers{2, 3}));
    EXPECT_EQ(row.operands[0].strides, (numbers{1, 2}));
    EXPECT_EQ(row.operands[1].shape, (numbers{3}));
    EXPECT_EQ(row.operands[1].strides, (numbers{1}));
    EXPECT_EQ(row.output, (numbers{2, 3}));
    EXPECT_EQ(row.elements, 6);
    EXPECT_EQ(row.comment.substr(0, 3), "why");
}

TEST(bench_shapes, reads_scalars_and_a_last_line_without_end) {
    const shape_row row = only_row("scalar [] []");
    EXPECT_TRUE(row.operands[0].shape.empty());
    EXPECT_TRUE(row.output.empty());
    EXPECT_EQ(row.elements, 1);
    EXPECT_EQ(row.group(), "scalar");
}

TEST(bench_shapes, places_backwards_and_stretched_operands) {
    const shape_row row = only_row("back [2,5]@[10,-2] [2,1]");
    const placement back = place(row.operands[0], 8);
    EXPECT_EQ(back.strides, (numbers{80, -16}));
    EXPECT_EQ(back.first, 4 * 16);
    EXPECT_EQ(back.bytes, 64 + 80 + 8);
    EXPECT_EQ(back.distinct, 10);
    const operand_layout stretched = stretch(row.operands[1], row.output);
    EXPECT_EQ(stretched.shape, (numbers{2, 5}));
    EXPECT_EQ(place(stretched, 8).strides, (numbers{8, 0}));
    EXPECT_EQ(place(stretched, 8).distinct, 2);
    EXPECT_EQ(place(stretched, 8).bytes, 16);
}

TEST(bench_shapes, wrong_rows_are_named) {
    EXPECT_EQ(
        refusal("good [2] [2]\nbad [2,3] [2]\n"),
        "t:2: bad: broadcast: E1: axis 1: extents 3 and 2 do not broadcast (operand 0 is [2,3], operand 1 is [2])");
    EXPECT_EQ(refusal("Bad [2] [2]"), "t:1: a name has small letters, digits and underscores, not 'Bad'");
    EXPECT_EQ(refusal("one [2]"), "t:1: one: a row has two operands");
    EXPECT_EQ(refusal("three [2] [2] [2]"), "t:1: three: expected the end of the row, found '[2]'");
    EXPECT_EQ(refusal("twice [2] [2]\n\ntwice [3] [3]"), "t:3: twice: the name is taken by a row above");
    EXPECT_EQ(refusal("open [2,3 [3]"), "t:1: open: expected ',' or ']' after the extents, found ' [3]'");
    EXPECT_EQ(refusal("open [2"), "t:1: open: expected ',' or ']' after the extents, found the end of the line");
    EXPECT_EQ(refusal("word [two] [2]"), "t:1: word: expected a number among the extents, found 'two] [2]'");
    EXPECT_EQ(refusal("none [0] [1]"), "t:1: none: extent 0 is not positive");
    EXPECT_EQ(refusal("minus [-2] [1]"), "t:1: minus: extent -2 is not positive");
    EXPECT_EQ(refusal("strides [2,3]@[1] [3]"), "t:1: strides: 2 extents but 1 strides");
    EXPECT_EQ(refusal("strides [2]@ [2]"), "t:1: strides: expected '[' before the strides, found ' [2]'");
    EXPECT_EQ(refusal("# only a comment\n"), "t: no rows");
    EXPECT_EQ(refusal(""), "t: no rows");
}

TEST(bench_shapes, sizes_that_no_memory_holds_are_refused) {
    EXPECT_EQ(refusal("huge [99999999999999999999] [1]"),
              "t:1: huge: expected a number among the extents, found '9999999999999999'");
    EXPECT_EQ(refusal("huge [4000000000,4000000000] [1]"), "t:1: huge: an operand has more than 4294967296 elements");
    EXPECT_EQ(refusal("huge [100000,1] [1,100000]"), "t:1: huge: the result has more than 4294967296 elements");
    EXPECT_EQ(refusal("wide [2]@[9223372036854775807] [2]"),
              "t:1: wide: an operand spans more than 4294967296 elements");
    EXPECT_EQ(refusal("wide [2]@[-9223372036854775808] [2]"),
              "t:1: wide: an operand spans more than 4294967296 elements");
}

TEST(bench_shapes, a_file_that_is_not_there_is_named) {
    std::vector<shape_row> rows;
    std::string message;
    EXPECT_FALSE(read_shapes("/nonexistent/shapes.txt", rows, message));
    EXPECT_EQ(message, "/nonexistent/shapes.txt: cannot be read");
    EXPECT_FALSE(read_shapes("/", rows, message));
    EXPECT_EQ(message, "/: cannot be read");
    EXPECT_FALSE(read_shapes("", rows, message));
    EXPECT_EQ(message, "'': cannot be read");
    EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace zerostride::bench
