// Broadcast, broadcast_to, Expand and materialise: which element every index reads, for all 14 types.
#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>
#include <vector>

#include "broadcast/sample.hpp"
#include "support/sanitizers.hpp"

namespace zerostride::test {
namespace {

/// Index `at` of a shape, as an operand of `own` shape sees it: ranks aligned right, stretched axes at 0.
extents seen_by(const extents& own, const extents& at) {
    extents index(at.end() - static_cast<std::ptrdiff_t>(own.size()), at.end());
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] == 1) index[i] = 0;
    }
    return index;
}

std::vector<const_tensor_view> views_of(const std::vector<sample>& operands) {
    return {operands.begin(), operands.end()};
}

std::vector<sample> random_operands(const extents& shape, random_bits& random) {
    std::vector<sample> operands;
    const std::size_t operand_count = 1 + random.below(5);
    for (std::size_t m = 0; m < operand_count; ++m) {
        const dtype type = dtypes[random.below(dtype_count)].type;
        operands.emplace_back(type, stretched(shape, size_of(type), random), random);
    }
    return operands;
}

extents common(const std::vector<sample>& operands) {
    std::vector<extents_ref> shapes;
    for (const sample& operand : operands) shapes.emplace_back(operand.shape());
    return broadcast_shapes(shapes);
}

TEST(views, of_random_operands) {
    random_bits random("views.of_random_operands");
    for (std::int64_t round = 0; round < scaled(400); ++round) {
        const extents shape = random_extents(random.below(13), 3000, true, random);
        const std::vector<sample> operands = random_operands(shape, random);
        const extents wanted = common(operands);
        const std::vector<array_view> views = broadcast_views(views_of(operands));
        ASSERT_EQ(views.size(), operands.size());
        for (std::size_t m = 0; m < views.size(); ++m) {
            const extents& own = operands[m].shape();
            ASSERT_TRUE(reads(views[m], wanted, operands[m], [&](const extents& at) { return seen_by(own, at); }))
                << "operand " << m << " is " << to_text(own);
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                const std::size_t missing = wanted.size() - own.size();
                const bool is_stretched = i < missing || own[i - missing] != wanted[i];
                ASSERT_TRUE(!is_stretched || views[m].strides[i] == 0);
            }
        }
    }
}

TEST(views, materialised_hold_every_bit) {
    random_bits random("views.materialised");
    for (std::int64_t round = 0; round < scaled(200); ++round) {
        const extents shape = random_extents(random.below(9), 20000, true, random);
        const std::vector<sample> operands = random_operands(shape, random);
        const std::vector<array_view> views = broadcast_views(views_of(operands));
        const std::vector<tensor> copies = broadcast(views_of(operands));
        ASSERT_EQ(copies.size(), views.size());
        for (std::size_t m = 0; m < views.size(); ++m) {
            ASSERT_TRUE(holds_copy(copies[m], views[m])) << "operand " << m << " is " << to_text(operands[m].shape());
        }
    }
}

TEST(views, materialise_every_type) {
    random_bits random("views.materialise_every_type");
    for (const dtype_info& row : dtypes) {
        for (std::int64_t round = 0; round < scaled(20); ++round) {
            const extents shape = random_extents(1 + random.below(5), 60000, false, random);
            const sample operand(row.type, stretched(shape, row.bytes, random), random);
            ASSERT_TRUE(holds_copy(materialise(broadcast_to(operand, shape)), broadcast_to(operand, shape)))
                << row.name << to_text(operand.shape()) << " to " << to_text(shape);
        }
    }
}

TEST(views, materialise_large) {
    // Large enough for streaming stores and for several threads.
    if (current_tier() == tier::emulated) GTEST_SKIP() << "64 MiB through an emulator";
    random_bits random("views.materialise_large");
    const sample column(dtype::f32, extents{4096, 1}, random);
    const tensor copy = materialise(broadcast_to(column, extents{4096, 4099}));
    ASSERT_EQ(copy.size(), 4096 * 4099);
    const auto* elements = static_cast<const std::byte*>(copy.data());
    for (std::int64_t i = 0; i < 4096; ++i) {
        const std::byte* const wanted = column.at({i, 0});
        for (std::int64_t j = 0; j < 4099; ++j, elements += 4) {
            ASSERT_EQ(std::memcmp(elements, wanted, 4), 0) << i << "," << j;
        }
    }
}

TEST(views, order_of_operands_does_not_matter) {
    random_bits random("views.order");
    for (std::int64_t round = 0; round < scaled(100); ++round) {
        const extents shape = random_extents(random.below(7), 500, true, random);
        const std::vector<sample> operands = random_operands(shape, random);
        std::vector<std::size_t> order(operands.size());
        for (std::size_t m = 0; m < order.size(); ++m) order[m] = m;
        for (std::size_t m = order.size(); m > 1; --m) std::swap(order[m - 1], order[random.below(m)]);
        std::vector<const_tensor_view> shuffled;
        for (const std::size_t m : order) shuffled.push_back(operands[m]);
        const std::vector<array_view> one = broadcast_views(views_of(operands));
        const std::vector<array_view> other = broadcast_views(shuffled);
        for (std::size_t m = 0; m < order.size(); ++m) {
            ASSERT_EQ(other[m].shape, one[order[m]].shape);
            ASSERT_EQ(other[m].strides, one[order[m]].strides);
            ASSERT_EQ(other[m].data, one[order[m]].data);
        }
    }
}

TEST(views, pairwise_folding_changes_nothing) {
    random_bits random("views.folding");
    for (std::int64_t round = 0; round < scaled(100); ++round) {
        const extents shape = random_extents(random.below(7), 500, true, random);
        const std::vector<sample> operands = random_operands(shape, random);
        const std::vector<array_view> together = broadcast_views(views_of(operands));
        // Each operand is stretched to meet the ones before it; then all are stretched to meet the last.
        std::vector<array_view> met;
        for (const sample& operand : operands) {
            if (met.empty()) {
                met = broadcast_views({operand.view()});
            } else {
                met.push_back(broadcast_views({met.back(), operand.view()})[1]);
            }
        }
        for (std::size_t m = 0; m < operands.size(); ++m) {
            const array_view last = broadcast_views({met[m], met.back()})[0];
            ASSERT_EQ(last.shape, together[m].shape);
            ASSERT_TRUE(reads(last, together[m].shape, operands[m],
                              [&](const extents& at) { return seen_by(operands[m].shape(), at); }));
        }
    }
}

TEST(views, scalars_and_empty_tensors) {
    random_bits random("views.scalars");
    const sample scalar(dtype::i16, extents{}, random), one(dtype::i16, extents{1}, random);
    const sample empty(dtype::f64, extents{3, 0}, random);
    const std::vector<tensor> scalars = broadcast({scalar.view()});
    EXPECT_EQ(scalars[0].shape(), extents{});
    EXPECT_EQ(scalars[0].size(), 1);
    EXPECT_EQ(scalars[0].data_as<std::int16_t>()[0], scalar.get<std::int16_t>({}));
    const std::vector<tensor> made = broadcast({scalar.view(), one.view(), empty.view()});
    for (const tensor& each : made) {
        EXPECT_EQ(each.shape(), (extents{3, 0}));
        EXPECT_EQ(each.size(), 0);
    }
    EXPECT_EQ(made[0].type(), dtype::i16);
    EXPECT_EQ(made[2].type(), dtype::f64);
    // Views look at no data.
    const extents shape{1, 2};
    const const_tensor_view nothing(nullptr, dtype::u8, shape);
    EXPECT_EQ(broadcast_views({nothing, nothing})[1].data, nullptr);
}

TEST(views, rank_40) {
    random_bits random("views.rank_40");
    extents own(38, 1), whole(40, 1);
    own[0] = own[20] = own[37] = 3;
    whole[2] = whole[22] = whole[39] = 3;
    whole[0] = whole[10] = whole[30] = 2;
    const sample operand(dtype::u64, own, random);
    const array_view view = broadcast_to(operand, whole);
    EXPECT_TRUE(reads(view, whole, operand, [&](const extents& at) { return seen_by(own, at); }));
    EXPECT_TRUE(holds_copy(materialise(view), view));
}

TEST(views, a_million_operands) {
    const std::size_t many = current_tier() == tier::emulated ? 1u << 14 : 1u << 20;
    const std::uint8_t row[3] = {1, 2, 3}, column[2] = {4, 5};
    std::vector<const_tensor_view> operands;
    const extents row_shape{3}, column_shape{2, 1};
    for (std::size_t m = 0; m < many; ++m) {
        operands.push_back(m % 2 == 0 ? view(row, row_shape) : view(column, column_shape));
    }
    const std::vector<tensor> copies = broadcast(operands);
    ASSERT_EQ(copies.size(), many);
    const std::uint8_t rows[6] = {1, 2, 3, 1, 2, 3}, columns[6] = {4, 4, 4, 5, 5, 5};
    for (std::size_t m = 0; m < many; ++m) {
        ASSERT_EQ(copies[m].shape(), (extents{2, 3}));
        ASSERT_EQ(std::memcmp(copies[m].data(), m % 2 == 0 ? rows : columns, 6), 0) << m;
    }
}

TEST(views, broadcast_to_goes_one_way) {
    random_bits random("views.broadcast_to");
    const sample arg(dtype::boolean, extents{2, 1}, random);
    EXPECT_TRUE(reads(broadcast_to(arg, {5, 2, 4}), {5, 2, 4}, arg, [&](const extents& at) {
        return seen_by({2, 1}, at);
    }));
    EXPECT_TRUE(reads(broadcast_to(arg, {2, 0}), {2, 0}, arg, [](const extents& at) { return at; }));
    array_view kept = broadcast_to(arg, {2, 3});
    const array_view before = kept;
    const auto refuse = [&](const const_tensor_view& operand, extents_ref shape) {
        outcome answer = try_broadcast_to(kept, operand, shape);
        EXPECT_EQ(kept.shape, before.shape);
        EXPECT_EQ(kept.strides, before.strides);
        EXPECT_EQ(kept.data, before.data);
        return answer;
    };
    const outcome narrower = refuse(arg, {1, 4});
    EXPECT_EQ(narrower.code, status::shape_mismatch);
    EXPECT_EQ(narrower.message,
              "broadcast_to: E1: axis 0: extent 2 does not stretch to 1 (operand 0 is [2,1], the shape is [1,4])");
    EXPECT_EQ(refuse(arg, {4}).message,
              "broadcast_to: E1: rank 2 does not stretch to rank 1 (operand 0 is [2,1], the shape is [4])");
    EXPECT_EQ(refuse(arg, {0, 1}).code, status::shape_mismatch) << "2 does not stretch to 0";
    EXPECT_EQ(refuse(arg, {2, -1}).message, "broadcast_to: axis 1: extent -1 is negative (the shape is [2,-1])");
    EXPECT_EQ(refuse(arg, {INT64_MAX, 2, 1}).code, status::too_large);
    EXPECT_EQ(refuse(arg, extents_ref(static_cast<const std::int64_t*>(nullptr), 1)).code, status::invalid_argument);
    EXPECT_THROW(broadcast_to(arg, {3, 3}), error);
}

TEST(views, bytes_count_where_there_are_some) {
    // Stretched, a text has as many elements as there may be, and 16 bytes.
    const text one[1] = {};
    const extents many{std::int64_t{1} << 61}, none{0, 3}, far{4, INT64_MAX}, scalar;
    array_view wide, again;
    ASSERT_TRUE(try_broadcast_to(wide, const_tensor_view(one, dtype::str, scalar), many));
    EXPECT_TRUE(try_broadcast_to(again, wide, many));
    EXPECT_TRUE(try_broadcast_to(again, const_tensor_view(nullptr, dtype::f32, none, far.data()), none));
}

// A list of what derives from an element has other distances.
struct named_view : const_tensor_view {
    int number;
};
static_assert(std::is_constructible_v<array_ref<const_tensor_view>, std::vector<const_tensor_view>>);
static_assert(!std::is_constructible_v<array_ref<const_tensor_view>, std::vector<named_view>>);

TEST(views, a_view_can_be_stretched_into_itself) {
    random_bits random("views.into_itself");
    const sample arg(dtype::str, extents{3, 1}, random);
    array_view v = broadcast_to(arg, {3, 1});
    ASSERT_EQ(try_broadcast_to(v, v, {2, 3, 4}).code, status::ok);
    EXPECT_TRUE(reads(v, {2, 3, 4}, arg, [&](const extents& at) { return seen_by({3, 1}, at); }));
    ASSERT_EQ(try_expand(v, v, v.shape).code, status::ok);
    EXPECT_EQ(v.shape, (extents{2, 3, 4}));
}

TEST(views, expand_goes_both_ways) {
    random_bits random("views.expand");
    const sample arg(dtype::f16, extents{3, 1}, random);
    const auto own = [&](const extents& at) { return seen_by({3, 1}, at); };
    EXPECT_TRUE(reads(expand(arg, {2, 1, 6}), {2, 3, 6}, arg, own)) << "ONNX: the result may exceed the shape";
    EXPECT_TRUE(reads(expand(arg, {3, 4}), {3, 4}, arg, own));
    EXPECT_TRUE(reads(expand(arg, {1}), {3, 1}, arg, own));
    EXPECT_TRUE(reads(expand(arg, {}), {3, 1}, arg, own));
    EXPECT_TRUE(reads(expand(arg, {0}), {3, 0}, arg, own));
    array_view kept;
    const outcome answer = try_expand(kept, arg, {2, 4});
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_EQ(answer.message,
              "expand: E1: axis 0: extents 3 and 2 do not broadcast (operand 0 is [3,1], operand 1 is [2,4])");
    EXPECT_TRUE(kept.shape.empty());
    EXPECT_EQ(try_expand(kept, arg, {-2}).code, status::invalid_argument);
    EXPECT_EQ(try_expand(kept, arg, {INT64_MAX}).code, status::too_large);
    EXPECT_THROW(expand(arg, {2, 4}), error);
}

TEST(views, refusals_leave_results_as_they_were) {
    random_bits random("views.refusals");
    const sample a(dtype::f32, extents{2, 3}, random), b(dtype::i8, extents{2, 4}, random);
    std::vector<array_view> views = broadcast_views({a.view()});
    std::vector<tensor> tensors = broadcast({a.view()});
    const std::string e1 =
        "broadcast: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])";
    EXPECT_EQ(try_broadcast_views(views, {a.view(), b.view()}).message, e1);
    EXPECT_EQ(try_broadcast(tensors, {a.view(), b.view()}).message, e1);
    EXPECT_EQ(try_broadcast_views(views, {}).code, status::invalid_argument);
    EXPECT_EQ(try_broadcast(tensors, {}).code, status::invalid_argument);
    EXPECT_THROW(broadcast_views({a.view(), b.view()}), error);
    EXPECT_THROW(broadcast({a.view(), b.view()}), error);

    const_tensor_view wrong = b.view();
    wrong.type = static_cast<dtype>(15);
    EXPECT_EQ(try_broadcast_views(views, {a.view(), wrong}).message,
              "broadcast: operand 1: its element type is not one of the 14");
    const extents negative{2, -3};
    EXPECT_EQ(try_broadcast_views(views, {const_tensor_view(nullptr, dtype::f32, negative)}).message,
              "broadcast: operand 0: axis 1: extent -3 is negative (operand 0 is [2,-3])");
    wrong = b.view();
    wrong.shape = nullptr;
    EXPECT_EQ(try_broadcast_views(views, {wrong}).message, "broadcast: operand 0: rank 2 with a null shape");
    const extents huge{std::int64_t{1} << 60}, far{std::int64_t{1} << 40};
    EXPECT_EQ(try_broadcast_views(views, {const_tensor_view(nullptr, dtype::f64, huge)}).code, status::too_large)
        << "2^63 bytes";
    const std::int64_t far_stride[1] = {std::int64_t{1} << 24};
    EXPECT_EQ(try_broadcast_views(views, {const_tensor_view(nullptr, dtype::f64, far, far_stride)}).code,
              status::too_large);

    ASSERT_EQ(views.size(), 1u);
    EXPECT_TRUE(reads(views[0], {2, 3}, a, [](const extents& at) { return at; }));
    ASSERT_EQ(tensors.size(), 1u);
    EXPECT_TRUE(holds_copy(tensors[0], a));
}

TEST(views, memory_that_runs_out_is_an_answer) {
    if (!heap_can_run_out) GTEST_SKIP() << "the sanitizer ends the process instead";
    random_bits random("views.memory");
    const sample one(dtype::real, extents{}, random);
    const array_view huge = broadcast_to(one, {std::int64_t{1} << 55});
    tensor kept = materialise(one);
    const void* const data = kept.data();
    const outcome answer = try_materialise(kept, huge);
    EXPECT_EQ(answer.code, status::out_of_memory);
    EXPECT_FALSE(answer.message.empty());
    EXPECT_EQ(kept.data(), data);
    EXPECT_EQ(try_materialise(kept, broadcast_to(one, {std::int64_t{1} << 59})).code, status::too_large);
    std::vector<tensor> tensors;
    EXPECT_EQ(try_broadcast(tensors, {one.view(), huge}).code, status::out_of_memory);
    EXPECT_TRUE(tensors.empty());
    EXPECT_EQ(kept.data(), data);
}

TEST(views, null_data_with_elements_is_refused_by_copies) {
    const extents shape{2};
    const const_tensor_view nothing(nullptr, dtype::f32, shape);
    tensor kept;
    EXPECT_EQ(try_materialise(kept, nothing).code, status::invalid_argument);
    EXPECT_EQ(kept.shape(), extents{0});
}

}  // namespace
}  // namespace zerostride::test
