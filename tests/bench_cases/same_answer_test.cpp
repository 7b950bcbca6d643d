// Comparing another library's answer with ours, and layouts as adapters want them.
#include "bench/same_answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bench/peers/layout.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::bench {
namespace {

using numbers = std::vector<std::int64_t>;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

agreement compare(const std::vector<float>& ours, const std::vector<float>& others) {
    return compare_results(dtype::f32, ours.data(), others.data(), ours.size());
}

TEST(same_answer, distances_are_in_units_of_the_last_place) {
    const float next = std::nextafter(1.0f, 2.0f);
    EXPECT_TRUE(compare({1, 2, nan}, {1, 2, -nan}).same_bits);
    const agreement off = compare({1, 2}, {std::nextafter(next, 2.0f), 2});
    EXPECT_FALSE(off.same_bits);
    EXPECT_TRUE(off.is_close);
    EXPECT_EQ(off.ulps, 2);
    const double least = std::numeric_limits<double>::denorm_min(), zero = 0, three = 3 * least;
    EXPECT_EQ(compare_results(dtype::f64, &zero, &three, 1).ulps, 3);
    const float16 one(1.0), after = float16::from_bits(static_cast<std::uint16_t>(one.bits + 1));
    EXPECT_EQ(compare_results(dtype::f16, &one, &after, 1).ulps, 1);
}

TEST(same_answer, what_is_far_off_is_not_close) {
    EXPECT_TRUE(compare({1000}, {1000.5f}).is_close);
    EXPECT_FALSE(compare({1000}, {1002}).is_close);
    EXPECT_FALSE(compare({1}, {nan}).is_close);
    EXPECT_FALSE(compare({nan}, {1}).is_close);
    EXPECT_FALSE(compare({infinity}, {1}).is_close);
    EXPECT_TRUE(compare({infinity}, {infinity}).same_bits);
    EXPECT_FALSE(compare({0}, {1}).is_close);
    const std::int8_t ours[] = {1, 2}, others[] = {1, 3};
    EXPECT_FALSE(compare_results(dtype::i8, ours, others, 2).is_close);
    EXPECT_TRUE(compare_results(dtype::i8, ours, others, 1).same_bits);
}

bench_case read(const std::string& text) {
    std::vector<bench_case> cases;
    std::string message;
    EXPECT_TRUE(parse_cases("[some]\n" + text, "t", cases, message)) << message;
    return cases.at(0);
}

TEST(peer_layout, axes_merge_where_every_operand_allows_it) {
    const merged_layout nchw = merge_axes(read("r add f32 [4,3,5,7] [3,1,1]"));
    EXPECT_EQ(nchw.extents, (numbers{4, 3, 35}));
    EXPECT_EQ(nchw.strides[0], (numbers{105, 35, 1}));
    EXPECT_EQ(nchw.strides[1], (numbers{0, 1, 0}));
    EXPECT_EQ(merge_axes(read("r add f32 [2,3,4] [2,3,4]")).extents, (numbers{24}));
    EXPECT_EQ(merge_axes(read("r add f32 [1,1] [1]")).extents, (numbers{1}));
    EXPECT_EQ(merge_axes(read("r add f32 [5,1] [1]")).strides[1], (numbers{0}));
}

TEST(peer_layout, patterns_have_names) {
    const auto pattern_of_second = [](const std::string& row) { return pattern_of(merge_axes(read(row)), 1); };
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [6,4]"), pattern::dense);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] []"), pattern::splat);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [4]"), pattern::row);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [6,1]"), pattern::column);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [6,4]@[1,6]"), pattern::transposed);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [6,4]@[8,1]"), pattern::padded);
    EXPECT_EQ(pattern_of_second("r add f32 [6,4] [6,4]@[8,2]"), pattern::other);
    EXPECT_EQ(pattern_of_second("r add f32 [4,3,5] [3,1]"), pattern::other);
}

TEST(peer_layout, an_order_of_axes_makes_an_operand_dense) {
    numbers perm;
    EXPECT_TRUE(is_permuted(read("r identity f32 [2,3,4]@[1,8,2]").operands[0], perm));
    EXPECT_EQ(perm, (numbers{1, 2, 0}));
    EXPECT_FALSE(is_permuted(read("r identity f32 [2,3]@[4,1]").operands[0], perm));
    EXPECT_FALSE(is_permuted(read("r identity f32 [2,3]@[-3,1]").operands[0], perm));
    EXPECT_TRUE(is_plain(read("r identity f32 [2,3]").operands[0]));
    EXPECT_FALSE(is_plain(read("r identity f32 [2,3]@[1,2]").operands[0]));
}

}  // namespace
}  // namespace zerostride::bench
