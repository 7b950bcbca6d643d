// nGraph's Broadcast: named axes, BroadcastLike, axes_mapping and PDPD mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "broadcast/sample.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

/// p(C) of the text: the coordinate with the axes removed.
extents without(const extents& at, const std::vector<std::int64_t>& axes) {
    extents left;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) == axes.end()) left.push_back(at[i]);
    }
    return left;
}

testing::AssertionResult follows_the_text(const extents& arg_shape, const extents& shape,
                                          const std::vector<std::int64_t>& axes, random_bits& random) {
    const dtype type = dtypes[random.below(dtype_count)].type;
    const sample arg(type, scattered(arg_shape, size_of(type), random), random);
    const auto p = [&](const extents& at) { return without(at, axes); };
    const array_view made = broadcast_axes(arg, shape, axes);
    if (testing::AssertionResult answer = reads(made, shape, arg, p); !answer) return answer;
    if (testing::AssertionResult answer = holds_copy(materialise(made), made); !answer) return answer;
    // The same by the two other ways to say it.
    std::vector<std::int64_t> mapping;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto axis = static_cast<std::int64_t>(i);
        if (std::find(axes.begin(), axes.end(), axis) == axes.end()) mapping.push_back(axis);
    }
    if (testing::AssertionResult answer = reads(broadcast_mapped(arg, shape, mapping), shape, arg, p); !answer) {
        return answer;
    }
    const const_tensor_view like(nullptr, dtype::boolean, shape);
    return reads(broadcast_like(arg, like, axes), shape, arg, p);
}

TEST(ngraph, examples_of_the_page) {
    const std::vector<std::int32_t> abc{10, 20, 30};
    const tensor rows = materialise(broadcast_axes(view(abc, {3}), {2, 3}, {0}));
    EXPECT_EQ(rows.shape(), (extents{2, 3}));
    const std::int32_t by_row[6] = {10, 20, 30, 10, 20, 30};
    EXPECT_EQ(std::memcmp(rows.data(), by_row, sizeof by_row), 0);
    const tensor columns = materialise(broadcast_axes(view(abc, {3}), {3, 2}, {1}));
    EXPECT_EQ(columns.shape(), (extents{3, 2}));
    const std::int32_t by_column[6] = {10, 10, 20, 20, 30, 30};
    EXPECT_EQ(std::memcmp(columns.data(), by_column, sizeof by_column), 0);
}

TEST(ngraph, shapes_of_the_page_and_its_backends) {
    random_bits random("ngraph.shapes");
    EXPECT_TRUE(follows_the_text({2}, {3, 2, 4}, {0, 2}, random));
    EXPECT_TRUE(follows_the_text({}, {5, 4, 3, 2}, {0, 1, 2, 3}, random));
    EXPECT_TRUE(follows_the_text({3, 5}, {2, 3, 4, 5}, {0, 2}, random));
    EXPECT_TRUE(follows_the_text({2, 4}, {2, 3, 4, 5}, {1, 3}, random));
    EXPECT_TRUE(follows_the_text({2, 3, 4}, {2, 5, 3, 4}, {1}, random));
    // d0..d4 without {1,3} is d0, d2, d4.
    EXPECT_TRUE(follows_the_text({2, 4, 6}, {2, 3, 4, 5, 6}, {1, 3}, random));
    EXPECT_TRUE(follows_the_text({2, 4, 6}, {2, 3, 4, 5, 6}, {3, 1}, random)) << "a set has no order";
}

TEST(ngraph, numpy_and_pdpd_shapes) {
    random_bits random("ngraph.numpy");
    const sample arg(dtype::f32, extents{16, 1, 1}, random);
    const extents shape{1, 16, 50, 50};
    const auto channel = [](const extents& at) { return extents{at[1], 0, 0}; };
    EXPECT_TRUE(reads(broadcast_to(arg, shape), shape, arg, channel));
    EXPECT_TRUE(reads(broadcast_pdpd(arg, shape, 1), shape, arg, channel));
    EXPECT_TRUE(reads(broadcast_pdpd(arg, shape), shape, arg, channel));
    EXPECT_TRUE(holds_copy(materialise(broadcast_to(arg, shape)), broadcast_to(arg, shape)));
}

TEST(ngraph, random_axes) {
    random_bits random("ngraph.random_axes");
    for (std::int64_t round = 0; round < scaled(300); ++round) {
        const extents shape = random_extents(random.below(10), 2000, true, random);
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (random.one_in(2)) axes.insert(axes.begin(), static_cast<std::int64_t>(i));
        }
        ASSERT_TRUE(follows_the_text(without(shape, axes), shape, axes, random)) << to_text(shape) << to_text(axes);
    }
}

TEST(ngraph, no_axes_is_the_argument_itself) {
    random_bits random("ngraph.no_axes");
    EXPECT_TRUE(follows_the_text({2, 3}, {2, 3}, {}, random));
    EXPECT_TRUE(follows_the_text({}, {}, {}, random));
    EXPECT_TRUE(follows_the_text({1, 0}, {1, 0}, {}, random));
}

class ngraph_refusals : public testing::Test {
protected:
    using axes_ref = array_ref<std::int64_t>;

    /// `attempt(result)` must be refused, and leave the result as it was.
    template <class Attempt>
    outcome refused(Attempt attempt) {
        array_view kept{this, dtype::u16, {9}, {8}};
        outcome answer = attempt(kept);
        EXPECT_NE(answer.code, status::ok);
        EXPECT_FALSE(answer.message.empty());
        EXPECT_EQ(kept.data, this);
        EXPECT_EQ(kept.type, dtype::u16);
        EXPECT_EQ(kept.shape, extents{9});
        EXPECT_EQ(kept.strides, extents{8});
        return answer;
    }
    outcome axes(extents_ref shape, axes_ref broadcast_axes) {
        return refused([&](array_view& kept) { return try_broadcast_axes(kept, arg_, shape, broadcast_axes); });
    }
    outcome mapped(extents_ref shape, axes_ref mapping) {
        return refused([&](array_view& kept) { return try_broadcast_mapped(kept, arg_, shape, mapping); });
    }
    outcome pdpd(extents_ref shape, std::int64_t start) {
        return refused([&](array_view& kept) { return try_broadcast_pdpd(kept, arg_, shape, start); });
    }

    random_bits random_{"ngraph.refusals"};
    sample arg_{dtype::f32, extents{3, 1}, random_};
};

TEST_F(ngraph_refusals, of_named_axes) {
    const outcome outside = axes({2, 3, 1}, {3});
    EXPECT_EQ(outside.code, status::invalid_argument);
    EXPECT_EQ(outside.message, "broadcast_axes: axis 3 is outside rank 3 (the shape is [2,3,1])");
    EXPECT_EQ(axes({2, 3, 1}, {-1}).message, "broadcast_axes: axis -1 is outside rank 3 (the shape is [2,3,1])");
    const outcome twice = axes({2, 3, 1}, {0, 0});
    EXPECT_EQ(twice.code, status::invalid_argument);
    EXPECT_EQ(twice.message, "broadcast_axes: axis 0 is named twice (the shape is [2,3,1])");
    const outcome ranks = axes({2, 3, 1}, {});
    EXPECT_EQ(ranks.code, status::shape_mismatch);
    EXPECT_EQ(ranks.message,
              "broadcast_axes: the shape without the axes has rank 3, arg has rank 2 (arg is [3,1], the shape is "
              "[2,3,1])");
    const outcome stretched_one = axes({2, 3, 4}, {0});
    EXPECT_EQ(stretched_one.code, status::shape_mismatch) << "an extent 1 is not stretched";
    EXPECT_EQ(stretched_one.message,
              "broadcast_axes: axis 2: extent 4 of the shape is not extent 1 of arg's axis 1 (arg is [3,1], the "
              "shape is [2,3,4])");
    EXPECT_EQ(axes({1, 3, 2}, {2}).code, status::shape_mismatch) << "the axes that are left keep their order";
    EXPECT_EQ(axes({-2, 3, 1}, {0}).code, status::invalid_argument);
    EXPECT_EQ(axes({INT64_MAX, 3, 1}, {0}).code, status::too_large);
    EXPECT_THROW(broadcast_axes(arg_, {2, 3, 1}, {3}), error);
}

TEST_F(ngraph_refusals, of_like) {
    const extents shape{2, 3, 4};
    const const_tensor_view like(nullptr, dtype::str, shape);
    EXPECT_EQ(refused([&](array_view& kept) { return try_broadcast_like(kept, arg_, like, {0}); }).message,
              "broadcast_like: axis 2: extent 4 of the shape is not extent 1 of arg's axis 1 (arg is [3,1], the "
              "shape is [2,3,4])");
    EXPECT_THROW(broadcast_like(arg_, like, {7}), error);
}

TEST_F(ngraph_refusals, of_mappings) {
    EXPECT_EQ(mapped({3, 1}, {0}).message,
              "broadcast_mapped: the mapping names 1 axis, arg has rank 2 (arg is [3,1], the shape is [3,1])");
    EXPECT_EQ(mapped({3, 1}, {0, 2}).message,
              "broadcast_mapped: axis 2 is outside rank 2 (arg is [3,1], the shape is [3,1])");
    EXPECT_EQ(mapped({3, 1}, {-1, 1}).code, status::invalid_argument);
    EXPECT_EQ(mapped({1, 3}, {1, 0}).message, "broadcast_mapped: the mapping [1,0] is not strictly increasing");
    EXPECT_EQ(mapped({3, 3}, {0, 0}).code, status::invalid_argument);
    const outcome extent = mapped({3, 5, 2}, {0, 2});
    EXPECT_EQ(extent.code, status::shape_mismatch);
    EXPECT_EQ(extent.message,
              "broadcast_mapped: axis 2: extent 2 of the shape is not extent 1 of arg's axis 1 (arg is [3,1], the "
              "shape is [3,5,2])");
    EXPECT_THROW(broadcast_mapped(arg_, {3, 1}, {0}), error);
}

TEST(ngraph, pdpd) {
    random_bits random("ngraph.pdpd");
    const sample a(dtype::i64, extents{3, 4}, random);
    const extents shape{2, 3, 4, 5};
    EXPECT_TRUE(reads(broadcast_pdpd(a, shape, 1), shape, a, [](const extents& at) { return extents{at[1], at[2]}; }));
    const sample last(dtype::i64, extents{4, 5}, random);
    EXPECT_TRUE(reads(broadcast_pdpd(last, shape), shape, last, [](const extents& at) {
        return extents{at[2], at[3]};
    }));
    // Trailing 1s fall away, so [3,1,1,1] fits behind axis 1; other 1s are stretched.
    const sample trailing(dtype::i64, extents{3, 1, 1, 1}, random);
    EXPECT_TRUE(reads(broadcast_pdpd(trailing, shape, 1), shape, trailing, [](const extents& at) {
        return extents{at[1], 0, 0, 0};
    }));
    const sample leading(dtype::i64, extents{1, 4}, random);
    EXPECT_TRUE(reads(broadcast_pdpd(leading, shape, 1), shape, leading, [](const extents& at) {
        return extents{0, at[2]};
    }));
    const sample one(dtype::i64, extents{1}, random), scalar(dtype::i64, extents{}, random);
    EXPECT_TRUE(reads(broadcast_pdpd(one, shape, 4), shape, one, [](const extents&) { return extents{0}; }));
    EXPECT_TRUE(reads(broadcast_pdpd(scalar, shape), shape, scalar, [](const extents&) { return extents{}; }));
}

TEST_F(ngraph_refusals, of_pdpd) {
    EXPECT_EQ(pdpd({2, 3}, -2).message,
              "broadcast_pdpd: start axis -2 is outside rank 2 (arg is [3,1], the shape is [2,3])");
    EXPECT_EQ(pdpd({2, 3}, 3).code, status::invalid_argument);
    const outcome beyond = pdpd({2, 3}, 2);
    EXPECT_EQ(beyond.code, status::shape_mismatch);
    EXPECT_EQ(beyond.message,
              "broadcast_pdpd: 1 axis from axis 2 does not fit in rank 2 (arg is [3,1], the shape is [2,3])");
    EXPECT_EQ(pdpd({3}, -1).message, "broadcast_pdpd: rank 2 does not fit in rank 1 (arg is [3,1], the shape is [3])");
    EXPECT_EQ(pdpd({2, 3}, 0).message,
              "broadcast_pdpd: axis 0: extent 3 does not stretch to 2 (arg is [3,1], the shape is [2,3])");
    EXPECT_THROW(broadcast_pdpd(arg_, {2, 3}, 0), error);
}

}  // namespace
}  // namespace zerostride::test
