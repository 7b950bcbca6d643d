// How many bytes operands are taken to move, which decides about threads and stores past the caches.
#include "dispatch/plan/bytes.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

namespace {

using zerostride::detail::distinct_bytes;
using zerostride::detail::operand_axis;

std::int64_t bytes_of(std::size_t element_bytes, std::initializer_list<operand_axis> axes) {
    return distinct_bytes(element_bytes, axes.size(), [&](std::size_t a) { return axes.begin()[a]; });
}

TEST(bytes, dense_operands_have_their_elements) {
    EXPECT_EQ(bytes_of(4, {}), 4);
    EXPECT_EQ(bytes_of(4, {{30, 28}, {7, 4}}), 840);
    EXPECT_EQ(bytes_of(4, {{7, 4}, {30, 28}}), 840);
    EXPECT_EQ(bytes_of(16, {{10, 16}}), 160);
}

TEST(bytes, stretched_axes_have_none) {
    EXPECT_EQ(bytes_of(4, {{30, 0}, {7, 4}}), 28);
    EXPECT_EQ(bytes_of(8, {{30, 0}, {1, 1 << 20}}), 8);
}

TEST(bytes, steps_move_what_lies_between_up_to_a_line) {
    EXPECT_EQ(bytes_of(8, {{100, 16}}), 1600);
    EXPECT_EQ(bytes_of(8, {{100, -16}}), 1600);
    EXPECT_EQ(bytes_of(4, {{100, 64}}), 6400);
    EXPECT_EQ(bytes_of(4, {{100, 4096}}), 6400);
    EXPECT_EQ(bytes_of(4, {{100, std::numeric_limits<std::int64_t>::min()}}), 6400);
}

TEST(bytes, what_no_memory_has_is_the_largest_number) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(bytes_of(8, {{most, 16}}), most);
    EXPECT_EQ(bytes_of(1, {{most / 2, 1}, {4, 1}}), most);
}

}  // namespace
