// Numbers and names, both ways, and what is supported.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "capi/asked.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

constexpr std::int32_t int32_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t int32_min = std::numeric_limits<std::int32_t>::min();

TEST(numbers, of_operators_and_their_names_go_both_ways) {
    ASSERT_EQ(zs_op_count(), op_count);
    std::set<zs_op> seen;
    for (std::size_t i = 0; i < zs_op_count(); ++i) {
        const zs_op op = zs_op_at(i);
        EXPECT_TRUE(seen.insert(op).second) << op;
        ASSERT_NE(zs_op_name(op), nullptr);
        EXPECT_EQ(zs_op_from_name(zs_op_name(op)), op);
        EXPECT_EQ(zs_op_from_name(zs_op_onnx_name(op)), op);
    }
    EXPECT_EQ(zs_op_at(zs_op_count()), 0);
    EXPECT_EQ(zs_op_from_name("LessOrEqual"), ZS_OP_less_or_equal);
    EXPECT_STREQ(zs_op_onnx_name(ZS_OP_less_or_equal), "LessOrEqual");
    EXPECT_STREQ(zs_op_name(ZS_OP_less_or_equal), "less_or_equal");
    EXPECT_EQ(zs_op_from_name("add "), 0);
    EXPECT_EQ(zs_op_from_name(""), 0);
    EXPECT_EQ(zs_op_from_name(nullptr), 0);
}

TEST(numbers, of_types_and_their_names_go_both_ways) {
    ASSERT_EQ(zs_dtype_count(), 14u);
    for (std::size_t i = 0; i < zs_dtype_count(); ++i) {
        const zs_dtype type = zs_dtype_at(i);
        ASSERT_NE(zs_dtype_name(type), nullptr);
        EXPECT_EQ(zs_dtype_from_name(zs_dtype_name(type)), type);
        EXPECT_EQ(zs_dtype_from_name(zs_dtype_onnx_name(type)), type);
    }
    EXPECT_EQ(zs_dtype_at(zs_dtype_count()), 0);
    EXPECT_STREQ(zs_dtype_name(ZS_DTYPE_boolean), "bool");
    EXPECT_STREQ(zs_dtype_onnx_name(ZS_DTYPE_f16), "float16");
    EXPECT_EQ(zs_dtype_size(ZS_DTYPE_f16), 2u);
    EXPECT_EQ(zs_dtype_size(ZS_DTYPE_real), sizeof(zs_real));
    EXPECT_EQ(zs_dtype_size(ZS_DTYPE_str), sizeof(zs_text));
    EXPECT_EQ(zs_dtype_from_name("float128"), 0);
    EXPECT_EQ(zs_dtype_from_name(nullptr), 0);
}

TEST(numbers, of_attributes_and_their_names_go_both_ways) {
    for (const attribute_info& row : attribute_rows) {
        const auto id = static_cast<std::int32_t>(row.id);
        EXPECT_STREQ(zs_attribute_name(id), row.name);
        EXPECT_EQ(zs_attribute_from_name(row.name), id);
    }
    EXPECT_STREQ(zs_attribute_name(ZS_ATTRIBUTE_alpha), "alpha");
    EXPECT_EQ(zs_attribute_from_name("Alpha"), 0);
    EXPECT_EQ(zs_attribute_from_name(nullptr), 0);
    EXPECT_EQ(zs_attribute_choice(ZS_ATTRIBUTE_direction, "LEFT"), ZS_CHOICE_direction_LEFT);
    EXPECT_EQ(zs_attribute_choice(ZS_ATTRIBUTE_direction, "RIGHT"), ZS_CHOICE_direction_RIGHT);
    EXPECT_EQ(zs_attribute_choice(ZS_ATTRIBUTE_approximate, "LEFT"), -1);
    EXPECT_EQ(zs_attribute_choice(ZS_ATTRIBUTE_direction, nullptr), -1);
}

TEST(numbers, of_attributes_of_an_operator) {
    std::size_t rows = 0;
    for (std::size_t i = 0; i < zs_op_count(); ++i) {
        std::int32_t id = 0;
        double fallback = 0;
        for (std::size_t k = 0; zs_op_attribute(zs_op_at(i), k, &id, &fallback) == ZS_STATUS_ok; ++k) {
            const op_attribute& row = op_attributes[rows++];
            EXPECT_EQ(static_cast<zs_op>(row.which), zs_op_at(i));
            EXPECT_EQ(static_cast<std::int32_t>(row.id), id);
            EXPECT_EQ(std::isnan(fallback), row.is_required());
        }
    }
    EXPECT_EQ(rows + 1, sizeof op_attributes / sizeof *op_attributes) << "the last row is no operator's";
    std::int32_t id = 0;
    double fallback = 0;
    ASSERT_EQ(zs_op_attribute(ZS_OP_bit_cast, 0, &id, &fallback), ZS_STATUS_ok);
    EXPECT_EQ(id, ZS_ATTRIBUTE_to);
    EXPECT_EQ(zs_op_attribute(ZS_OP_bit_cast, 0, nullptr, &fallback), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_op_attribute(ZS_OP_bit_cast, 0, &id, nullptr), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_op_attribute(0, 0, &id, &fallback), ZS_STATUS_invalid_argument);
}

TEST(numbers, of_instruction_sets_and_their_names_go_both_ways) {
    zs_isa isa = 0;
    for (; zs_isa_name(isa) != nullptr; ++isa) EXPECT_EQ(zs_isa_from_name(zs_isa_name(isa)), isa);
    EXPECT_EQ(isa, ZS_ISA_avx512_fp16 + 1);
    EXPECT_EQ(zs_isa_from_name("avx2"), ZS_ISA_avx2);
    EXPECT_EQ(zs_isa_from_name("mmx"), -1);
    EXPECT_EQ(zs_isa_from_name("unknown"), -1);
    EXPECT_EQ(zs_isa_from_name(nullptr), -1);
    EXPECT_TRUE(zs_isa_available(ZS_ISA_automatic));
    EXPECT_TRUE(zs_isa_available(zs_isa_current()));
    EXPECT_NE(zs_isa_current(), ZS_ISA_automatic);
}

/// Also those that would be one of ours in fewer bits.
TEST(numbers, that_nobody_has_are_refused_everywhere) {
    for (const std::int32_t number : {0, -1, 250, 256 + 3, 65536 + 1, 65536 + 256 + 3, int32_max, int32_min}) {
        EXPECT_EQ(zs_op_name(number), nullptr) << number;
        EXPECT_EQ(zs_op_onnx_name(number), nullptr) << number;
        EXPECT_EQ(zs_dtype_name(number), nullptr) << number;
        EXPECT_EQ(zs_dtype_onnx_name(number), nullptr) << number;
        EXPECT_EQ(zs_dtype_size(number), 0u) << number;
        EXPECT_EQ(zs_isa_name(number) == nullptr, number != ZS_ISA_automatic) << number;
        EXPECT_EQ(zs_isa_available(number), number == ZS_ISA_automatic) << number;
        EXPECT_EQ(zs_attribute_name(number), nullptr) << number;
        EXPECT_FALSE(zs_supports(number, ZS_DTYPE_f32)) << number;
        EXPECT_FALSE(zs_supports(ZS_OP_add, number)) << number;
        std::size_t least = 7, most = 7;
        EXPECT_EQ(zs_op_operands(number, &least, &most), ZS_STATUS_invalid_argument) << number;
        EXPECT_EQ(least + most, 14u);

        const float x[2] = {};
        float z[2] = {5, 5};
        const extents two = {2};
        zs_view views[2] = {view_of(x, ZS_DTYPE_f32, two), view_of(z, ZS_DTYPE_f32, two)};
        EXPECT_EQ(
            ask([&](zs_message* m) { return zs_eval(number, nullptr, 0, views, 1, &views[1], nullptr, m); }).words,
            "operator " + std::to_string(number) + " does not exist");
        views[0].dtype = number;
        views[0].data = const_cast<float*>(x);
        const answer input =
            ask([&](zs_message* m) { return zs_eval(ZS_OP_neg, nullptr, 0, views, 1, &views[1], nullptr, m); });
        EXPECT_EQ(input.status, ZS_STATUS_invalid_argument);
        EXPECT_EQ(input.words, "neg: operand 0 has no valid element type (" + std::to_string(number) + ")");
        views[0].dtype = ZS_DTYPE_f32;
        views[1].dtype = number;
        const answer output =
            ask([&](zs_message* m) { return zs_eval(ZS_OP_neg, nullptr, 0, views, 1, &views[1], nullptr, m); });
        EXPECT_EQ(output.status, ZS_STATUS_invalid_argument);
        EXPECT_EQ(output.words, "neg: the output has no valid element type (" + std::to_string(number) + ")");
        EXPECT_EQ(z[0] + z[1], 10.0f);
    }
}

TEST(numbers, of_operands) {
    std::size_t least = 0, most = 0;
    ASSERT_EQ(zs_op_operands(ZS_OP_where, &least, &most), ZS_STATUS_ok);
    EXPECT_EQ(least, 3u);
    EXPECT_EQ(most, 3u);
    EXPECT_EQ(zs_op_operands(ZS_OP_where, nullptr, &most), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_op_operands(ZS_OP_where, &least, nullptr), ZS_STATUS_invalid_argument);
}

TEST(numbers, of_statuses_have_words) {
    EXPECT_STREQ(zs_status_text(ZS_STATUS_ok), "ok");
    std::set<std::string> seen;
    for (zs_status status = ZS_STATUS_ok; status <= ZS_STATUS_isa_unavailable; ++status) {
        EXPECT_TRUE(seen.insert(zs_status_text(status)).second) << status;
    }
    EXPECT_STREQ(zs_status_text(-1), "unknown status");
    EXPECT_STREQ(zs_status_text(int32_max), "unknown status");
}

TEST(numbers, of_the_version_are_the_header_s) {
    EXPECT_EQ(zs_version(), std::to_string(ZEROSTRIDE_VERSION_MAJOR) + "." + std::to_string(ZEROSTRIDE_VERSION_MINOR) +
                                "." + std::to_string(ZEROSTRIDE_VERSION_PATCH));
    EXPECT_EQ(zs_version_number(),
              1000000 * ZEROSTRIDE_VERSION_MAJOR + 1000 * ZEROSTRIDE_VERSION_MINOR + ZEROSTRIDE_VERSION_PATCH);
}

TEST(support, is_what_evaluation_accepts) {
    alignas(16) const unsigned char x[16] = {1};
    alignas(16) unsigned char z[16];
    const extents scalar;
    for (const zs_op op : {ZS_OP_add, ZS_OP_equal, ZS_OP_logical_and, ZS_OP_sqrt, ZS_OP_identity}) {
        std::size_t least, most;
        ASSERT_EQ(zs_op_operands(op, &least, &most), ZS_STATUS_ok);
        for (std::size_t i = 0; i < zs_dtype_count(); ++i) {
            const zs_dtype type = zs_dtype_at(i);
            const std::vector<zs_view> inputs(least, view_of(x, type, scalar));
            const std::vector<zs_dtype> types(least, type);
            zs_dtype result = -5;
            const zs_status status = zs_result_type(op, nullptr, 0, types.data(), least, &result, nullptr);
            EXPECT_EQ(status == ZS_STATUS_ok, zs_supports(op, type)) << op << " " << type;
            if (status == ZS_STATUS_ok) {
                const zs_view output = view_of(z, result, scalar);
                EXPECT_EQ(zs_eval(op, nullptr, 0, inputs.data(), least, &output, nullptr, nullptr), ZS_STATUS_ok);
            } else {
                EXPECT_EQ(status, ZS_STATUS_unsupported);
                EXPECT_EQ(result, -5);
                const zs_view output = view_of(z, type, scalar);
                EXPECT_EQ(zs_eval(op, nullptr, 0, inputs.data(), least, &output, nullptr, nullptr),
                          ZS_STATUS_unsupported);
            }
        }
    }
}

TEST(result_type, of_an_operator_that_takes_a_shape) {
    for (std::size_t i = 0; i < zs_dtype_count(); ++i) {
        const zs_dtype types[] = {zs_dtype_at(i), ZS_DTYPE_i64};
        zs_dtype result = -5;
        EXPECT_EQ(zs_result_type(ZS_OP_expand, nullptr, 0, types, 2, &result, nullptr), ZS_STATUS_ok);
        EXPECT_EQ(result, zs_dtype_at(i));
        const zs_dtype wrong[] = {zs_dtype_at(i), ZS_DTYPE_f32};
        EXPECT_EQ(zs_result_type(ZS_OP_expand, nullptr, 0, wrong, 2, &result, nullptr), ZS_STATUS_unsupported);
    }
}

answer result_type(zs_op op, std::vector<zs_dtype> types, zs_dtype& result) {
    return ask([&](zs_message* m) { return zs_result_type(op, nullptr, 0, types.data(), types.size(), &result, m); });
}

TEST(support, of_types_together) {
    zs_dtype result = 0;
    EXPECT_EQ(result_type(ZS_OP_add, {ZS_DTYPE_f16, ZS_DTYPE_f16}, result).status, ZS_STATUS_ok);
    EXPECT_EQ(result, ZS_DTYPE_f16);
    EXPECT_EQ(result_type(ZS_OP_less, {ZS_DTYPE_str, ZS_DTYPE_str}, result).status, ZS_STATUS_ok);
    EXPECT_EQ(result, ZS_DTYPE_boolean);
    EXPECT_EQ(result_type(ZS_OP_where, {ZS_DTYPE_boolean, ZS_DTYPE_real, ZS_DTYPE_real}, result).status, ZS_STATUS_ok);
    EXPECT_EQ(result, ZS_DTYPE_real);
    result = -5;
    const answer mixed = result_type(ZS_OP_add, {ZS_DTYPE_f32, ZS_DTYPE_f64}, result);
    EXPECT_EQ(mixed.status, ZS_STATUS_unsupported);
    EXPECT_EQ(mixed.words, "add: operand 1 is f64 and must be f32");
    const answer condition = result_type(ZS_OP_where, {ZS_DTYPE_u8, ZS_DTYPE_real, ZS_DTYPE_real}, result);
    EXPECT_EQ(condition.status, ZS_STATUS_unsupported);
    EXPECT_EQ(condition.words, "where: operand 0 is u8 and must be bool");
    const answer text = result_type(ZS_OP_add, {ZS_DTYPE_str, ZS_DTYPE_str}, result);
    EXPECT_EQ(text.status, ZS_STATUS_unsupported);
    EXPECT_EQ(text.words, "add: no kernel for str");
    const answer one = result_type(ZS_OP_add, {ZS_DTYPE_f32}, result);
    EXPECT_EQ(one.status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(one.words, "add: takes 2 operands, 1 given");
    EXPECT_EQ(result_type(ZS_OP_add, {}, result).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(result_type(0, {}, result).words, "operator 0 does not exist");
    EXPECT_EQ(result, -5);
    const zs_dtype two[] = {ZS_DTYPE_f32, ZS_DTYPE_f32};
    EXPECT_EQ(ask([&](zs_message* m) { return zs_result_type(ZS_OP_add, nullptr, 0, two, 2, nullptr, m); }).status,
              ZS_STATUS_invalid_argument);
    EXPECT_EQ(ask([&](zs_message* m) { return zs_result_type(ZS_OP_add, nullptr, 0, nullptr, 2, &result, m); }).status,
              ZS_STATUS_invalid_argument);
}

TEST(support, of_attributes) {
    const zs_dtype type = ZS_DTYPE_f32;
    const zs_attribute to = {ZS_ATTRIBUTE_to, ZS_DTYPE_u32};
    zs_dtype result = 0;
    ASSERT_EQ(zs_result_type(ZS_OP_bit_cast, &to, 1, &type, 1, &result, nullptr), ZS_STATUS_ok);
    EXPECT_EQ(result, ZS_DTYPE_u32);
    EXPECT_EQ(zs_result_type(ZS_OP_bit_cast, nullptr, 0, &type, 1, &result, nullptr), ZS_STATUS_invalid_argument)
        << "the type must be given";
}

TEST(result, has_a_type_and_a_shape) {
    const extents a = {2, 1, 3}, b = {4, 1};
    const zs_view inputs[] = {view_of(nullptr, ZS_DTYPE_i8, a), view_of(nullptr, ZS_DTYPE_i8, b)};
    zs_dtype type = -5;
    std::size_t rank = 99;
    extents shape(4, -77);
    const auto result = [&](std::size_t count, std::size_t capacity) {
        return ask([&](zs_message* m) {
            return zs_result(ZS_OP_less, nullptr, 0, inputs, count, &type, shape.data(), capacity, &rank, m);
        });
    };
    EXPECT_EQ(result(2, 2).words, "less: the result has rank 3 and there is room for 2");
    EXPECT_EQ(result(1, 4).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(type, -5);
    EXPECT_EQ(rank, 99u);
    EXPECT_EQ(shape, extents(4, -77));
    EXPECT_EQ(result(2, 3).status, ZS_STATUS_ok);
    EXPECT_EQ(type, ZS_DTYPE_boolean);
    EXPECT_EQ(rank, 3u);
    EXPECT_EQ(shape, (extents{2, 4, 3, -77}));
    const auto null = [&](zs_dtype* type_place, std::int64_t* room, std::size_t* rank_place) {
        return zs_result(ZS_OP_less, nullptr, 0, inputs, 2, type_place, room, 3, rank_place, nullptr);
    };
    EXPECT_EQ(null(nullptr, shape.data(), &rank), ZS_STATUS_invalid_argument);
    EXPECT_EQ(null(&type, nullptr, &rank), ZS_STATUS_invalid_argument);
    EXPECT_EQ(null(&type, shape.data(), nullptr), ZS_STATUS_invalid_argument);
}

}  // namespace
}  // namespace zerostride::test
