// Everything that planning or running refuses: with which status, in which words, and without writing a byte.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "support/question.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

/// Memory that an evaluation has no business with.
struct untouched {
    std::vector<unsigned char> memory = std::vector<unsigned char>(4096, 0x5a);
    unsigned char* data() { return memory.data() + 1024; }
    ~untouched() {
        for (const unsigned char byte : memory) {
            if (byte != 0x5a) {
                ADD_FAILURE() << "a refused evaluation wrote something";
                return;
            }
        }
    }
};

/// Asks a plan and the one-shot call, which must agree; `made` must stay as it was.
outcome refusal(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
                const options& how = {}) {
    static const plan other(op::neg, {view(static_cast<const float*>(nullptr), {1})},
                            view(static_cast<float*>(nullptr), {1}));
    plan made = other;
    const outcome planned = plan::try_make(made, what, inputs, output, how);
    EXPECT_TRUE(made) << "a refused plan emptied the one before it";
    const outcome evaluated = try_eval(what, inputs, output, how);
    EXPECT_EQ(planned.code, evaluated.code);
    EXPECT_EQ(planned.message, evaluated.message);
    EXPECT_FALSE(planned.message.empty());
    EXPECT_EQ(planned.message.find('\n'), std::string::npos) << planned.message;
    EXPECT_EQ(planned.message.find(info(is_valid(what.which) ? what.which : op::add).name),
              is_valid(what.which) ? 0u : std::string::npos)
        << planned.message;
    try {
        const plan thrown(what, inputs, output, how);
        ADD_FAILURE() << "the throwing form accepted it";
    } catch (const error& refused) {
        EXPECT_EQ(refused.code(), planned.code);
        EXPECT_EQ(refused.what(), planned.message);
    }
    return planned;
}

const float x[64] = {};

TEST(refusal, choices_that_there_are_none_of) {
    untouched out;
    const tensor_view z(out.data(), dtype::f32, {});
    for (const double which : {2.0, 3.0, -1.0}) {
        const outcome answer = refusal({op::gelu, {{attribute_id::approximate, which}}}, {view(x, {})}, z);
        EXPECT_EQ(answer.code, status::invalid_argument) << which;
        EXPECT_NE(answer.message.find("approximate"), std::string::npos) << answer.message;
    }
    const outcome type = refusal({op::cast, {{attribute_id::to, 257.0}}}, {view(x, {})}, z);
    EXPECT_EQ(type.code, status::invalid_argument);
}

/// What has operands of shapes that plans refuse has no result either.
void expect_no_result(const operation& what, array_ref<const_tensor_view> operands) {
    const char* const name = info(what.which).name;
    dtype type = dtype::boolean;
    std::vector<std::int64_t> shape = {7};
    const outcome answer = try_result(type, shape, what, operands);
    EXPECT_EQ(answer.code, status::shape_mismatch) << name;
    EXPECT_EQ(answer.message.find(name), 0u) << answer.message;
    EXPECT_EQ(type, dtype::boolean);
    EXPECT_EQ(shape, std::vector<std::int64_t>{7});
    tensor made;
    EXPECT_EQ(try_eval(made, what, operands).code, answer.code) << name;
}

TEST(refusal, results_that_no_plan_would_have) {
    const std::vector<float> x(12);
    const std::vector<std::uint16_t> u(12);
    const std::vector<std::int16_t> i(6);
    expect_no_result(op::swiglu, {view(x, {2}), view(x, {})});
    expect_no_result(op::prelu, {view(x, {3, 1, 1, 4}), view(x, {3, 1, 1})});
    expect_no_result(op::quantize_linear, {view(x, {3, 1, 1, 4}), view(x, {3, 1, 1, 4})});
    expect_no_result(op::quantize_linear, {view(x, {0, 3}), view(x, {3}), view(u, {0, 3})});
    expect_no_result({op::dequantize_linear, {{attribute_id::axis, 0.0}}}, {view(i, {3, 2, 1}), view(x, {2})});
}

TEST(refusal, lists_that_are_null) {
    untouched out;
    const tensor_view z(out.data(), dtype::f32, {});
    const array_ref<const_tensor_view> none(nullptr, 2);
    const outcome answer = refusal(op::add, none, z);
    EXPECT_EQ(answer.code, status::invalid_argument);
    EXPECT_EQ(answer.message, "add: 2 operands are given, and the list is null");
    const plan made(op::neg, {view(x, {})}, z);
    EXPECT_EQ(made.run(nullptr, out.data()), status::invalid_argument);
    EXPECT_EQ(made.check(nullptr, out.data()).message, "the list of the inputs' pointers is null");

    dtype type;
    std::vector<std::int64_t> shape;
    EXPECT_EQ(try_result(type, shape, op::add, none).code, status::invalid_argument);
    const std::vector<std::int64_t> extents = {2};
    const array_ref<std::int64_t> axes(nullptr, 1);
    array_view stretched;
    EXPECT_EQ(try_broadcast_axes(stretched, view(x, {}), extents, axes).code, status::invalid_argument);
    EXPECT_EQ(try_broadcast_mapped(stretched, view(x, {2}), extents, axes).code, status::invalid_argument);
    EXPECT_EQ(try_broadcast_shapes(shape, array_ref<extents_ref>(nullptr, 2)).code, status::invalid_argument);
    std::vector<array_view> views;
    EXPECT_EQ(try_broadcast_views(views, none).code, status::invalid_argument);
    tensor sums;
    EXPECT_EQ(try_sum(sums, view(x, {2}), axes).code, status::invalid_argument);
}

TEST(refusal, of_copies_names_the_operand_without_data) {
    const std::int64_t shape[] = {2, 1}, none[] = {2, 0};
    const const_tensor_view missing(nullptr, dtype::f32, shape);
    std::vector<tensor> copies;
    const outcome answer = try_broadcast(copies, {view(x, {3}), missing});
    EXPECT_EQ(answer.code, status::invalid_argument);
    EXPECT_EQ(answer.message, "broadcast: operand 1 has elements and a null data pointer");
    tensor copy;
    EXPECT_EQ(try_materialise(copy, missing).message, "materialise: operand 0 has elements and a null data pointer");
    EXPECT_TRUE(try_materialise(copy, const_tensor_view(nullptr, dtype::f32, none)));
}

TEST(refusal, of_strides_that_reach_too_far_names_whose_they_are) {
    untouched out;
    const std::int64_t shape[] = {2, 3};
    const tensor_view z(out.data(), dtype::f32, shape);
    for (const std::int64_t far : {int64_max, -int64_max, std::numeric_limits<std::int64_t>::min()}) {
        const std::int64_t strides[] = {far, 4};
        const outcome answer = refusal(op::add, {view(x, {3}), const_tensor_view(x, dtype::f32, shape, strides)}, z);
        EXPECT_EQ(answer.code, status::too_large);
        EXPECT_EQ(answer.message, "add: operand 1: strides [" + std::to_string(far) + ",4] reach further than 63 bits");
        const outcome output = refusal(op::neg, {view(x, {2, 3})}, tensor_view(out.data(), dtype::f32, shape, strides));
        EXPECT_EQ(output.code, status::too_large);
        EXPECT_NE(output.message.find("the output's shape [2,3]"), std::string::npos) << output.message;
    }
}

TEST(refusal, of_strides_that_reach_too_far_counts_all_axes) {
    untouched out;
    const std::int64_t shape[] = {5, 3}, far = std::int64_t{1} << 60;
    for (const std::int64_t inner : {3 * far / 2, -3 * far / 2}) {
        // Neither axis alone reaches 2^63.
        const std::int64_t strides[] = {far + far / 2, inner};
        const outcome answer = refusal(op::neg, {const_tensor_view(x, dtype::f32, shape, strides)},
                                       tensor_view(out.data(), dtype::f32, shape));
        EXPECT_EQ(answer.code, status::too_large);
        EXPECT_NE(answer.message.find("neg: operand 0: strides"), std::string::npos) << answer.message;
        const outcome output = refusal(op::neg, {view(x, {5, 3})}, tensor_view(out.data(), dtype::f32, shape, strides));
        EXPECT_EQ(output.code, status::too_large);
    }
    const std::int64_t near[] = {far, far};
    plan made;
    EXPECT_TRUE(plan::try_make(made, op::neg, {const_tensor_view(x, dtype::f32, shape, near)},
                               tensor_view(out.data(), dtype::f32, shape)));
}

TEST(refusal, is_not_for_tensors_without_elements) {
    // Whatever the other extents and the strides are.
    const std::int64_t shape[] = {std::int64_t{1} << 60, 0}, strides[] = {int64_max, int64_max};
    std::uint8_t nothing = 7;
    const const_tensor_view dense(&nothing, dtype::u8, shape), apart(&nothing, dtype::u8, shape, strides);
    for (const const_tensor_view& operand : {dense, apart}) {
        EXPECT_EQ(try_eval(op::neg, {operand}, tensor_view(&nothing, dtype::u8, shape)).code, status::ok);
        EXPECT_EQ(plan(op::identity, {operand}, dense).run(std::vector<const void*>{&nothing}.data(), &nothing),
                  status::ok);
    }
    EXPECT_EQ(nothing, 7);
}

TEST(refusal, e1_names_operand_axis_and_extents) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const outcome answer = refusal(op::add, {view(x, {2, 3}), view(x, {2, 4})}, view(z, {2, 3}));
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_EQ(answer.message,
              "add: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])");
}

TEST(refusal, e1_counts_axes_in_the_broadcast_shape) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const outcome answer = refusal(op::mul, {view(x, {2, 3, 1}), view(x, {4, 5})}, view(z, {2, 4, 5}));
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_EQ(answer.message,
              "mul: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3,1], operand 1 is [4,5])");
}

TEST(refusal, e1_of_an_empty_extent_with_a_larger_one) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const outcome answer = refusal(op::add, {view(x, {0}), view(x, {2})}, view(z, {2}));
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_NE(answer.message.find("extents 0 and 2"), std::string::npos) << answer.message;
}

TEST(refusal, e1_of_the_third_operand) {
    untouched out;
    const bool c[8] = {};
    float* const z = reinterpret_cast<float*>(out.data());
    const outcome answer = refusal(op::where, {view(c, {2, 1}), view(x, {3}), view(x, {2, 4})}, view(z, {2, 3}));
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_NE(answer.message.find("operand 2 is [2,4]"), std::string::npos) << answer.message;
}

TEST(refusal, output_of_another_shape) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    for (const std::vector<std::int64_t>& shape : std::vector<std::vector<std::int64_t>>{
             {3, 2}, {2, 2}, {6}, {1, 2, 3}, {2, 3, 1}, {}, {2, 1}, {0, 3}, {4, 3}}) {
        const outcome answer = refusal(op::add, {view(x, {2, 3}), view(x, {3})}, view(z, shape));
        EXPECT_EQ(answer.code, status::shape_mismatch) << answer.message;
        EXPECT_NE(answer.message.find("[2,3]"), std::string::npos) << answer.message;
    }
    // The copy alone may stretch, and then by the rule.
    EXPECT_EQ(refusal(op::identity, {view(x, {2})}, view(z, {3})).code, status::shape_mismatch);
    EXPECT_EQ(refusal(op::identity, {view(x, {2, 3})}, view(z, {3})).code, status::shape_mismatch);
    EXPECT_EQ(refusal(op::abs, {view(x, {3})}, view(z, {2, 3})).code, status::shape_mismatch);
}

TEST(refusal, element_types_that_differ) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const double d[8] = {};
    const std::int32_t i[8] = {};
    EXPECT_EQ(refusal(op::add, {view(x, {3}), view(d, {3})}, view(z, {3})).code, status::unsupported);
    EXPECT_EQ(refusal(op::add, {view(x, {3}), view(i, {3})}, view(z, {3})).code, status::unsupported);
    // The result has the operands' type, a comparison's is boolean.
    EXPECT_EQ(refusal(op::add, {view(d, {3}), view(d, {3})}, view(z, {3})).code, status::unsupported);
    EXPECT_EQ(refusal(op::less, {view(x, {3}), view(x, {3})}, view(z, {3})).code, status::unsupported);
    // A condition is boolean.
    EXPECT_EQ(refusal(op::where, {view(x, {3}), view(x, {3}), view(x, {3})}, view(z, {3})).code, status::unsupported);
    const bool c[8] = {};
    EXPECT_EQ(refusal(op::where, {view(c, {3}), view(x, {3}), view(d, {3})}, view(z, {3})).code, status::unsupported);
    EXPECT_EQ(refusal(op::where, {view(c, {3}), view(d, {3}), view(d, {3})}, view(z, {3})).code, status::unsupported);
}

/// Every (operator, type) outside of ops.def.
TEST(refusal, types_that_an_operator_has_no_meaning_for) {
    untouched out;
    const std::int64_t extent = 3;
    int refused = 0;
    for (const op_info& row : ops) {
        const int before = refused;
        for (const dtype_info& type : dtypes) {
            if (supports(row.id, type.type) || row.arity > 2) continue;
            const const_tensor_view in(x, type.type, extents_ref(&extent, 1));
            const tensor_view result(out.data(), result_of(row.id, type.type), extents_ref(&extent, 1));
            const const_tensor_view both[] = {in, in};
            question asked(row.id, type.type);  // with the attributes that must be given
            if (row.result == result_rule::to) asked.attributes = {{attribute_id::to, type.type}};
            const outcome answer = refusal(asked.asked(), {both, static_cast<std::size_t>(row.arity)}, result);
            EXPECT_EQ(answer.code, status::unsupported) << row.name << " " << type.name << ": " << answer.message;
            ++refused;
        }
        // Nothing else is refused, and what is, is somewhere.
        if (row.types != type_set::any && row.arity <= 2) {
            EXPECT_GT(refused, before) << row.name;
        } else {
            EXPECT_EQ(refused, before) << row.name;
        }
    }
}

TEST(refusal, numbers_of_operands) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t three[] = {3};
    const const_tensor_view one = view(x, three);
    EXPECT_EQ(refusal(op::add, {one}, view(z, {3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::add, {one, one, one}, view(z, {3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::neg, {one, one}, view(z, {3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::neg, {}, view(z, {3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::identity, {one, one, one, one}, view(z, {3})).code, status::invalid_argument);
}

TEST(refusal, operators_and_types_that_do_not_exist) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t three[] = {3};
    const const_tensor_view one = view(x, three);
    EXPECT_EQ(refusal(static_cast<op>(0), {one}, view(z, {3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(static_cast<op>(op_count + 1), {one}, view(z, {3})).code, status::invalid_argument);
    const std::int64_t extent = 3;
    const dtype none = static_cast<dtype>(0), beyond = static_cast<dtype>(dtype_count + 1);
    for (const dtype type : {none, beyond}) {
        const const_tensor_view odd(x, type, extents_ref(&extent, 1));
        EXPECT_FALSE(refusal(op::neg, {odd}, view(z, {3})));
        EXPECT_FALSE(refusal(op::identity, {odd}, view(z, {3})));
        EXPECT_FALSE(refusal(op::add, {one, odd}, view(z, {3})));
        EXPECT_FALSE(refusal(op::neg, {one}, tensor_view(z, type, extents_ref(&extent, 1))));
    }
}

TEST(refusal, extents_below_zero) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    EXPECT_EQ(refusal(op::add, {view(x, {-1}), view(x, {-1})}, view(z, {-1})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::add, {view(x, {2, -3}), view(x, {1})}, view(z, {2, 3})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::neg, {view(x, {2})}, view(z, {-2})).code, status::invalid_argument);
    EXPECT_EQ(refusal(op::identity, {view(x, {1})}, view(z, {-2})).code, status::invalid_argument);
    // Also where another extent is 0, so that there would be nothing to do.
    EXPECT_EQ(refusal(op::add, {view(x, {0, -1}), view(x, {0, -1})}, view(z, {0, -1})).code, status::invalid_argument);
}

// Shapes that the result's has nothing to do with, or has to be worked out from.
TEST(refusal, extents_below_zero_of_operands_that_do_not_stretch) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t asked[1] = {3};
    const outcome like = refusal(op::cast_like, {view(x, {3}), view(x, {-5})}, view(z, {3}));
    EXPECT_EQ(like.code, status::invalid_argument);
    EXPECT_EQ(like.message, "cast_like: operand 1: axis 0 has the negative extent -5");
    const outcome expanded = refusal(op::expand, {view(x, {1}), view(asked, {-5})}, view(z, {3}));
    EXPECT_EQ(expanded.code, status::invalid_argument);
    EXPECT_EQ(expanded.message, "expand: operand 1: axis 0 has the negative extent -5");
}

TEST(refusal, shapes_that_are_not_there) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const_tensor_view missing = view(x, {});
    missing.rank = 1;
    missing.shape = nullptr;
    EXPECT_EQ(refusal(op::neg, {missing}, view(z, {3})).code, status::invalid_argument);
    tensor_view missing_output = view(z, {});
    missing_output.rank = 1;
    missing_output.shape = nullptr;
    EXPECT_EQ(refusal(op::neg, {view(x, {3})}, missing_output).code, status::invalid_argument);
}

TEST(refusal, numbers_of_elements_that_do_not_fit) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t half = std::int64_t{1} << 32;
    const std::int64_t none[2] = {0, 0};
    const std::int64_t shape[2] = {half, half};
    const const_tensor_view splat(x, dtype::f32, shape, none);
    EXPECT_EQ(refusal(op::add, {splat, splat}, tensor_view(z, dtype::f32, shape)).code, status::too_large);
    EXPECT_EQ(refusal(op::identity, {view(x, {1})}, tensor_view(z, dtype::f32, shape)).code, status::too_large);
    // Broadcasting alone may make them too many.
    EXPECT_EQ(
        refusal(op::add,
                {const_tensor_view(x, dtype::f32, {half, 1}, none), const_tensor_view(x, dtype::f32, {1, half}, none)},
                tensor_view(z, dtype::f32, shape))
            .code,
        status::too_large);
    // 2^62 elements can be counted, 2^64 bytes cannot be addressed.
    EXPECT_EQ(refusal(op::identity, {view(x, {1})}, view(z, {std::int64_t{1} << 62})).code, status::too_large);
    EXPECT_EQ(refusal(op::identity, {view(x, {1})}, view(z, {int64_max})).code, status::too_large);
}

TEST(refusal, strides_that_leave_the_address_space) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t far[1] = {int64_max / 2}, shape[1] = {3};
    EXPECT_FALSE(refusal(op::neg, {const_tensor_view(x, dtype::f32, shape, far)}, view(z, {3})));
    EXPECT_FALSE(refusal(op::neg, {view(x, {3})}, tensor_view(z, dtype::f32, shape, far)));
    const std::int64_t least[1] = {std::numeric_limits<std::int64_t>::min()};
    EXPECT_FALSE(refusal(op::neg, {const_tensor_view(x, dtype::f32, shape, least)}, view(z, {3})));
    EXPECT_FALSE(refusal(op::neg, {view(x, {3})}, tensor_view(z, dtype::f32, shape, least)));
}

TEST(refusal, outputs_that_overlap_themselves) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const std::int64_t shape[2] = {4, 3};
    const const_tensor_view in = view(x, shape);
    const std::int64_t bad[][2] = {{0, 4}, {12, 0}, {0, 0}, {8, 4}, {4, 4}, {12, 3}, {-8, 4}, {4, 12}, {4, 8}};
    for (const auto& strides : bad) {
        const outcome answer = refusal(op::neg, {in}, tensor_view(z, dtype::f32, shape, strides));
        EXPECT_EQ(answer.code, status::overlap) << strides[0] << "," << strides[1];
    }
}

TEST(refusal, null_data_where_there_are_elements) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    const plan made(op::add, {view(x, {3}), view(x, {3})}, view(z, {3}));
    const void* const both[] = {x, x};
    const void* const second[] = {x, nullptr};
    EXPECT_EQ(made.run(second, z), status::invalid_argument);
    EXPECT_EQ(made.run(both, nullptr), status::invalid_argument);
    EXPECT_EQ(made.check(second, z).code, status::invalid_argument);
    EXPECT_NE(made.check(second, z).message.find("1"), std::string::npos) << made.check(second, z).message;
    EXPECT_EQ(made.check(both, nullptr).code, status::invalid_argument);
    EXPECT_EQ(try_add(view(x, {3}), view(static_cast<const float*>(nullptr), {3}), view(z, {3})).code,
              status::invalid_argument);
    EXPECT_EQ(try_add(view(x, {3}), view(x, {3}), view(static_cast<float*>(nullptr), {3})).code,
              status::invalid_argument);
}

TEST(refusal, does_not_mind_null_data_without_elements) {
    float* const none = nullptr;
    const plan made(op::add, {view(x, {0, 3}), view(x, {3})}, view(none, {0, 3}));
    const void* const inputs[] = {nullptr, nullptr};
    EXPECT_EQ(made.run(inputs, nullptr), status::ok);
    EXPECT_TRUE(try_add(view(none, {0}), view(none, {1}), view(none, {0})));
    EXPECT_TRUE(try_identity(view(none, {0}), view(none, {4, 0})));
}

TEST(refusal, empty_plans) {
    untouched out;
    const plan empty;
    EXPECT_FALSE(empty);
    const void* const inputs[] = {x, x};
    EXPECT_EQ(empty.run(inputs, out.data()), status::invalid_argument);
    EXPECT_EQ(empty.check(inputs, out.data()).code, status::invalid_argument);
    EXPECT_EQ(empty.threads(), 0);
    EXPECT_EQ(empty.instruction_set(), isa::automatic);
    EXPECT_FALSE(empty.explain().empty());
}

TEST(refusal, instruction_sets_that_are_not_here) {
    untouched out;
    float* const z = reinterpret_cast<float*>(out.data());
    int asked = 0;
    for (const isa which : {isa::baseline, isa::avx2, isa::avx512, isa::neon, isa::avx512_fp16}) {
        if (is_available(which)) continue;
        options how;
        how.with = which;
        plan made;
        const outcome answer = plan::try_make(made, op::neg, {view(x, {3})}, view(z, {3}), how);
        EXPECT_EQ(answer.code, status::isa_unavailable);
        EXPECT_NE(answer.message.find(name_of(which)), std::string::npos) << answer.message;
        EXPECT_FALSE(made);
        ++asked;
    }
    // No build has both the x86 and the Arm kernels.
    EXPECT_GT(asked, 0);
}

}  // namespace
}  // namespace zerostride::test
