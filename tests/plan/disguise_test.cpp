// Operators that are others in disguise, and attributes: what is accepted, what is refused, in which words.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride {
namespace {

TEST(expand, one_call_reads_the_shape) {
    const float x[] = {1};
    float z[24];
    const auto words = [&](std::vector<std::int64_t> shape, std::vector<std::int64_t> made) {
        const auto rank = static_cast<std::int64_t>(shape.size());
        return try_eval(op::expand, {view(x, {1}), view(shape, {rank})}, {z, dtype::f32, made}).message;
    };
    EXPECT_EQ(words({4, 4}, {4, 4}), "");
    EXPECT_EQ(words({4, 1}, {4, 1}), "");
    EXPECT_EQ(words({4, 4}, {2, 3}),
              "expand: the output's shape is [2,3] and must be the expanded shape [4,4] (axis 0: extents 2 and 4)");
    EXPECT_EQ(words({3}, {2, 3}),
              "expand: the output's shape is [2,3] and must be the expanded shape [3] (ranks 2 and 1)");
    EXPECT_NE(words({-3, 4}, {2, 3}).find("negative"), std::string::npos) << words({-3, 4}, {2, 3});
    const std::int64_t two = 2;
    const outcome null = try_eval(op::expand, {view(x, {1}), {nullptr, dtype::i64, {&two, 1}}}, view(z, {2, 3}));
    EXPECT_EQ(null.message, "expand: operand 1 has elements and a null data pointer");
    // One number again and again needs no memory.
    const std::int64_t one = 1, most = INT64_MAX, stride = 0;
    const const_tensor_view endless(&one, dtype::i64, {&most, 1}, &stride);
    const outcome too_long = try_eval(op::expand, {view(x, {1}), endless}, view(z, {2, 3}));
    EXPECT_EQ(too_long.code, status::too_large);
    EXPECT_EQ(too_long.message, "expand: operand 1 asks for 9223372036854775807 axes, more than 16777216");
    dtype type;
    std::vector<std::int64_t> made;
    EXPECT_EQ(try_result(type, made, op::expand, {view(x, {1}), endless}).code, status::too_large);
    // Beside the operator's form the one of shapes that are written down takes {}, too.
    EXPECT_EQ(expand(view(x, {1}), {}).shape, (std::vector<std::int64_t>{1}));
    std::vector<float> large(24'000);
    const std::vector<std::int64_t> shape = {3000, 8};
    EXPECT_TRUE(try_eval(op::expand, {view(x, {1}), view(shape, {2})}, {large.data(), dtype::f32, {shape}}));
    const std::vector<std::int64_t> other = {8, 3000};
    EXPECT_EQ(try_eval(op::expand, {view(x, {1}), view(shape, {2})}, {large.data(), dtype::f32, {other}}).code,
              status::shape_mismatch);
}

TEST(bit_cast, keeps_bits) {
    const float x[] = {1.0f, -0.0f, 2.5f};
    const tensor z = eval({op::bit_cast, {{attribute_id::to, dtype::u32}}}, {view(x, {3})});
    ASSERT_EQ(z.type(), dtype::u32);
    ASSERT_EQ(z.shape(), std::vector<std::int64_t>{3});
    EXPECT_EQ(z.data_as<std::uint32_t>()[0], 0x3f800000u);
    EXPECT_EQ(z.data_as<std::uint32_t>()[1], 0x80000000u);
    EXPECT_EQ(z.data_as<std::uint32_t>()[2], 0x40200000u);
}

TEST(bit_cast, in_place_by_a_plan) {
    std::int64_t x[] = {1, -1, 0x3ff0000000000000};
    const plan made({op::bit_cast, {{attribute_id::to, dtype::f64}}}, {view(x, {3})}, {x, dtype::f64, {3}});
    const void* const pointers[] = {x};
    EXPECT_EQ(made.run(pointers, x), status::ok);
    EXPECT_EQ(x[2], 0x3ff0000000000000);
}

// The bits of a text are an address: neither a value, nor to be made of one.
TEST(bit_cast, refuses_texts) {
    const text texts[] = {{"ab", 2}, {"c", 1}};
    const real numbers[2] = {};
    text made[2];
    real read[2];
    const auto words = [](const const_tensor_view& x, dtype to, const tensor_view& z) {
        return try_eval({op::bit_cast, {{attribute_id::to, to}}}, {x}, z).message;
    };
    EXPECT_EQ(words(view(texts, {2}), dtype::real, {read, dtype::real, {2}}), "bit_cast: no kernel for str");
    EXPECT_EQ(words({numbers, dtype::real, {2}}, dtype::str, {made, dtype::str, {2}}),
              "bit_cast: no kernel from real to str");
    EXPECT_EQ(words(view(texts, {2}), dtype::str, {made, dtype::str, {2}}), "bit_cast: no kernel for str");
    EXPECT_FALSE(supports(op::bit_cast, dtype::str));
}

TEST(bit_cast, refuses_other_sizes) {
    const float x[] = {1.0f};
    std::uint16_t z[] = {7};
    const outcome answer = try_eval({op::bit_cast, {{attribute_id::to, dtype::u16}}}, {view(x, {1})}, view(z, {1}));
    EXPECT_EQ(answer.code, status::unsupported);
    EXPECT_EQ(answer.message, "bit_cast: no kernel from f32 to u16");
    EXPECT_EQ(z[0], 7);
}

TEST(expand, reads_its_shape_both_ways) {
    const std::int32_t x[] = {1, 2, 3};
    const std::int64_t shape[] = {2, 1, 1};
    const tensor z = eval(op::expand, {view(x, {3, 1}), view(shape, {3})});
    EXPECT_EQ(z.shape(), (std::vector<std::int64_t>{2, 3, 1}));
    for (int i = 0; i < 6; ++i) EXPECT_EQ(z.data_as<std::int32_t>()[i], 1 + i % 3);
}

TEST(expand, refuses) {
    const std::int32_t x[] = {1, 2, 3};
    const std::int64_t wrong[] = {4};
    dtype type;
    std::vector<std::int64_t> shape = {9};
    const outcome e1 = try_result(type, shape, op::expand, {view(x, {3}), view(wrong, {1})});
    EXPECT_EQ(e1.code, status::shape_mismatch);
    EXPECT_EQ(e1.message, "expand: E1: axis 0: extents 3 and 4 do not broadcast (operand 0 is [3], operand 1 is [4])");
    EXPECT_EQ(shape, std::vector<std::int64_t>{9});
    const outcome of_floats = try_result(type, shape, op::expand, {view(x, {3}), view(x, {3})});
    EXPECT_EQ(of_floats.code, status::unsupported);
    EXPECT_EQ(of_floats.message, "expand: operand 1 is i32 and must be i64");
    const outcome of_rank_2 = try_result(type, shape, op::expand, {view(x, {3}), view(wrong, {1, 1})});
    EXPECT_EQ(of_rank_2.code, status::shape_mismatch);
    EXPECT_EQ(of_rank_2.message, "expand: operand 1 is [1,1] and must have rank 1");
}

TEST(expand, does_not_need_the_shape_in_a_run) {
    const float x[] = {1.5f};
    float z[4] = {};
    const std::int64_t shape[] = {4};
    const plan made(op::expand, {view(x, {1}), view(shape, {1})}, view(z, {4}));
    const void* const pointers[] = {x, nullptr};
    EXPECT_EQ(made.run(pointers, z), status::ok);
    EXPECT_EQ(z[3], 1.5f);
    const void* const none[] = {nullptr, shape};
    EXPECT_EQ(made.run(none, z), status::invalid_argument);
    EXPECT_EQ(made.check(none, z).message, "expand: operand 0 has elements and a null data pointer");
}

TEST(attributes, are_checked) {
    const float x[] = {1.0f};
    float z[] = {7.0f};
    const auto refusal = [&](const operation& what) {
        const outcome answer = try_eval(what, {view(x, {1})}, view(z, {1}));
        EXPECT_EQ(answer.code, status::invalid_argument);
        return answer.message;
    };
    EXPECT_EQ(refusal({op::neg, {{attribute_id::alpha, 1.0}}}), "neg: has no attribute alpha");
    EXPECT_EQ(refusal(op::bit_cast), "bit_cast: attribute to must be given");
    EXPECT_EQ(refusal({op::bit_cast, {{attribute_id::alpha, 1.0}}}), "bit_cast: has no attribute alpha; it has to");
    EXPECT_EQ(refusal({op::bit_cast, {{attribute_id::to, 99.0}}}), "bit_cast: attribute to cannot be 99");
    EXPECT_EQ(refusal({op::bit_cast, {{attribute_id::to, dtype::u32}, {attribute_id::to, dtype::u32}}}),
              "bit_cast: attribute to is given twice");
    EXPECT_EQ(refusal({op::bit_cast, {{static_cast<attribute_id>(999), 1.0}}}),
              "bit_cast: attribute 999 does not exist");
    EXPECT_EQ(z[0], 7.0f);
}

TEST(operators, may_have_gaps_in_their_ids) {
    for (unsigned id = 0; id < 400; ++id) {
        const auto which = static_cast<op>(id);
        if (!is_valid(which)) continue;
        EXPECT_EQ(info(which).id, which);
    }
    EXPECT_FALSE(is_valid(static_cast<op>(0)));
    EXPECT_FALSE(is_valid(static_cast<op>(65535)));
}

}  // namespace
}  // namespace zerostride
