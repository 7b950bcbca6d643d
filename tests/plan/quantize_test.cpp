// Quantization and back, form by form: against the formulas on arrays, in words where it is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/guarded.hpp"
#include "support/question.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

using extents = std::vector<std::int64_t>;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::int64_t count_of(const extents& shape) {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) product *= extent;
    return product;
}

template <class Y>
Y quantized(float x, float scale, Y zero) {
    const float quotient = x / scale;
    constexpr double least = std::numeric_limits<Y>::min(), most = std::numeric_limits<Y>::max();
    const double sum = (std::isnan(quotient) ? 0.0 : std::nearbyint(static_cast<double>(quotient))) + zero;
    return static_cast<Y>(sum < least ? least : sum > most ? most : sum);
}

class on_every_isa : public testing::TestWithParam<isa> {
protected:
    options how(int threads = 1) const {
        options made;
        made.with = GetParam();
        made.max_threads = threads;
        return made;
    }
};
class quantize : public on_every_isa {};
class dequantize : public on_every_isa {};
std::string isa_of(const testing::TestParamInfo<isa>& tested) { return name_of(tested.param); }
const std::vector<isa> isas = with_own_kernel(available_isas(), op::quantize_linear, dtype::f32);
INSTANTIATE_TEST_SUITE_P(isas, quantize, testing::ValuesIn(isas), isa_of);
INSTANTIATE_TEST_SUITE_P(isas, dequantize, testing::ValuesIn(isas), isa_of);

TEST_P(quantize, rounds_ties_to_even_and_saturates) {
    const float x[] = {0.5f,    1.5f,   2.5f,  -0.5f,  -1.5f,    -2.5f,     254.5f, 255.5f, 300.0f,  -200.0f,
                       -128.5f, 127.5f, 1e30f, -1e30f, infinity, -infinity, nan,    -0.0f,  0.4999f, -129.0f};
    const std::uint8_t unsigned_ones[] = {0, 2, 2, 0, 0, 0, 254, 255, 255, 0, 0, 128, 255, 0, 255, 0, 0, 0, 0, 0};
    const std::int8_t signed_ones[] = {0,    2,   2,   0,    -2,  -2,   127, 127, 127, -128,
                                       -128, 127, 127, -128, 127, -128, 0,   0,   0,   -128};
    const float one[] = {1.0f};
    std::uint8_t y[20];
    ASSERT_TRUE(try_quantize_linear(view(x, {20}), view(one, {}), absent(), view(y, {20}), how()));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(y[i], unsigned_ones[i]) << x[i];
    std::int8_t z[20];
    const std::int8_t zero[] = {0};
    ASSERT_TRUE(try_quantize_linear(view(x, {20}), view(one, {}), view(zero, {}), view(z, {20}), how()));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(z[i], signed_ones[i]) << x[i];
}

TEST_P(quantize, adds_every_zero_point_without_overflow) {
    const float x[] = {-1e9f, -300.0f, -255.0f, -128.5f, -1.0f, 0.0f, 0.5f, 1.0f, 127.5f, 255.0f, 300.0f, 1e9f, nan};
    constexpr int count = 13;
    const float scale[] = {1.0f};
    for (int zero = -128; zero < 256; ++zero) {
        std::uint8_t y[count];
        std::int8_t z[count];
        if (zero >= 0) {
            const std::uint8_t given[] = {static_cast<std::uint8_t>(zero)};
            ASSERT_TRUE(
                try_quantize_linear(view(x, {count}), view(scale, {}), view(given, {}), view(y, {count}), how()));
            for (int i = 0; i < count; ++i) ASSERT_EQ(y[i], quantized(x[i], 1.0f, given[0])) << x[i] << " " << zero;
        }
        if (zero < 128) {
            const std::int8_t given[] = {static_cast<std::int8_t>(zero)};
            ASSERT_TRUE(
                try_quantize_linear(view(x, {count}), view(scale, {}), view(given, {}), view(z, {count}), how()));
            for (int i = 0; i < count; ++i) ASSERT_EQ(z[i], quantized(x[i], 1.0f, given[0])) << x[i] << " " << zero;
        }
    }
}

/// The values that a scale of each form belongs to, by linear index.
struct form {
    const char* name;
    extents shape, scale;
    int axis, block;  // block 0: none
};
const form forms[] = {
    {"scalar", {5, 7, 9}, {}, 1, 0},
    {"one element", {5, 7, 9}, {1}, 1, 0},
    {"one element along an axis of one", {5, 1, 9}, {1}, 1, 0},
    {"scalar of a scalar", {}, {}, 1, 0},
    {"first axis", {5, 70, 9}, {5}, 0, 0},
    {"middle axis", {5, 70, 9}, {70}, 1, 0},
    {"middle axis, few", {50, 3, 100}, {3}, 1, 0},
    {"last axis", {50, 7, 9}, {9}, -1, 0},
    {"long last axis", {5, 700}, {700}, 1, 0},
    {"only axis", {300}, {300}, -1, 0},
    {"no elements", {5, 0, 9}, {0}, 1, 0},
    {"blocks of the first axis", {6, 7, 9}, {3, 7, 9}, 0, 2},
    {"blocks of the middle axis", {5, 12, 9}, {5, 3, 9}, 1, 4},
    {"blocks of the last axis", {5, 7, 128}, {5, 7, 4}, -1, 32},
    {"blocks of one", {5, 7, 9}, {5, 7, 9}, 2, 1},
    {"a block of all", {5, 7, 9}, {5, 1, 9}, 1, 7},
    {"a block longer than all", {5, 7, 9}, {5, 1, 9}, 1, 100},
    {"short last block of the first axis", {7, 7, 9}, {4, 7, 9}, 0, 2},
    {"short last block of the middle axis", {5, 11, 9}, {5, 3, 9}, 1, 4},
    {"short last block of the last axis", {5, 7, 100}, {5, 7, 4}, -1, 32},
    {"a whole and a short block", {5, 11}, {5, 2}, 1, 10},
    {"blocks of no elements", {5, 0, 9}, {5, 0, 9}, 1, 4},
    {"blocks of rank 9", {2, 1, 2, 2, 1, 2, 2, 1, 12}, {2, 1, 2, 2, 1, 2, 2, 1, 3}, 8, 4},
    {"short last block of rank 8", {2, 1, 2, 2, 1, 2, 2, 11}, {2, 1, 2, 2, 1, 2, 2, 3}, 7, 4},
    {"large, per channel", {4, 64, 1000}, {64}, 1, 0},
    {"large, short last block", {40, 5001}, {40, 40}, 1, 128},
};

/// Where the scale of the value with linear index i stands.
std::size_t scale_of(const form& f, std::int64_t i) {
    if (count_of(f.scale) == 1 && f.block == 0) return 0;
    const std::size_t rank = f.shape.size(), axis = static_cast<std::size_t>(f.axis < 0 ? f.axis + int(rank) : f.axis);
    std::vector<std::int64_t> index(rank);
    for (std::size_t a = rank; a-- > 0; i /= f.shape[a]) index[a] = i % f.shape[a];
    if (f.block == 0) return static_cast<std::size_t>(index[axis]);
    index[axis] /= f.block;
    std::int64_t at = 0;
    for (std::size_t a = 0; a < rank; ++a) at = at * f.scale[a] + index[a];
    return static_cast<std::size_t>(at);
}
operation of_form(op which, const form& f) {
    return {
        which,
        {{attribute_id::axis, static_cast<double>(f.axis)}, {attribute_id::block_size, static_cast<double>(f.block)}}};
}

/// Memory between guard pages, at its end.
template <class T>
T* guarded_at_end(guarded_memory& memory, std::int64_t count) {
    return reinterpret_cast<T*>(memory.end() - static_cast<std::size_t>(count) * sizeof(T));
}

TEST_P(quantize, lies_as_its_scale_says) {
    guarded_memory memory[4] = {guarded_memory(1 << 20), guarded_memory(1 << 20), guarded_memory(1 << 20),
                                guarded_memory(1 << 20)};
    for (const form& f : forms) {
        const std::int64_t count = count_of(f.shape), scales = count_of(f.scale);
        float* const x = guarded_at_end<float>(memory[0], count);
        float* const scale = guarded_at_end<float>(memory[1], scales);
        std::int8_t* const zero = guarded_at_end<std::int8_t>(memory[2], scales);
        std::int8_t* const y = guarded_at_end<std::int8_t>(memory[3], count);
        for (std::int64_t i = 0; i < count; ++i) x[i] = static_cast<float>(i * 37 % 401 - 200);
        for (std::int64_t i = 0; i < scales; ++i) scale[i] = 0.5f + static_cast<float>(i * 29 % 97) / 8;
        for (std::int64_t i = 0; i < scales; ++i) zero[i] = static_cast<std::int8_t>(i * 31 % 256 - 128);
        const const_tensor_view in[] = {view(x, f.shape), view(scale, f.scale), view(zero, f.scale)};
        for (const bool by_plan : {false, true}) {
            for (std::int64_t i = 0; i < count; ++i) y[i] = 99;
            const operation what = of_form(op::quantize_linear, f);
            if (by_plan) {
                const plan made(what, in, view(y, f.shape), how(2));
                const void* const pointers[] = {x, scale, zero};
                ASSERT_EQ(made.run(pointers, y), status::ok) << f.name;
            } else {
                const outcome answer = try_eval(what, in, view(y, f.shape), how(2));
                ASSERT_TRUE(answer) << f.name << ": " << answer.message;
            }
            for (std::int64_t i = 0; i < count; ++i) {
                const std::size_t k = scale_of(f, i);
                ASSERT_EQ(y[i], quantized(x[i], scale[k], zero[k])) << f.name << ", element " << i;
            }
            // Without a zero point, to the type that is asked for.
            operation without = what;
            without.with[without.count++] = {attribute_id::output_dtype, dtype::i8};
            ASSERT_TRUE(try_eval(without, {in[0], in[1]}, view(y, f.shape), how())) << f.name;
            for (std::int64_t i = 0; i < count; ++i) {
                ASSERT_EQ(y[i], quantized(x[i], scale[scale_of(f, i)], std::int8_t{0})) << f.name << ", element " << i;
            }
        }
    }
}

TEST_P(dequantize, lies_as_its_scale_says) {
    for (const form& f : forms) {
        const auto count = static_cast<std::size_t>(count_of(f.shape)),
                   scales = static_cast<std::size_t>(count_of(f.scale));
        // One more, so that there is a pointer where there are no elements.
        std::vector<std::uint8_t> x(count + 1), zero(scales + 1);
        std::vector<float> scale(scales + 1), y(count + 1);
        for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<std::uint8_t>(i * 37);
        for (std::size_t i = 0; i < scales; ++i) scale[i] = 0.1f + static_cast<float>(i % 97) / 8;
        for (std::size_t i = 0; i < scales; ++i) zero[i] = static_cast<std::uint8_t>(i * 31);
        const const_tensor_view in[] = {view(x, f.shape), view(scale, f.scale), view(zero, f.scale)};
        const outcome answer = try_eval(of_form(op::dequantize_linear, f), in, view(y, f.shape), how(2));
        ASSERT_TRUE(answer) << f.name << ": " << answer.message;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t k = scale_of(f, static_cast<std::int64_t>(i));
            ASSERT_EQ(y[i], static_cast<float>(x[i] - zero[k]) * scale[k]) << f.name << ", element " << i;
        }
    }
}

/// Rows of x and of the result with gaps behind them: a kernel takes all of a tile. Each has the bytes that it has
/// alone, whatever lies behind it stays as it is, and nothing is touched before or after.
class scaled_rows {
public:
    scaled_rows(op which, dtype values, dtype scale, dtype result, const options& how)
        : which_(which), types_{values, scale, which == op::quantize_linear ? result : values, result}, how_(how) {
        std::uint32_t state = 12345;
        const auto next = [&] { return state = state * 1664525u + 1013904223u; };
        for (std::size_t k = 0; k < 3; ++k) {
            numbers_[k] = tensor(types_[k], {most_});
            std::vector<std::int32_t> small(static_cast<std::size_t>(most_));
            // Scales of either sign, and 0.
            for (std::int32_t& number : small) number = static_cast<std::int32_t>(next() >> 24) - (k == 1 ? 100 : 0);
            EXPECT_TRUE(try_eval({op::cast, {{attribute_id::to, types_[k]}}}, {view(small.data(), {most_})},
                                 numbers_[k].view()));
        }
    }

    void hold(std::int64_t rows, std::int64_t cols, std::int64_t gap, bool by_rows, bool has_zero) {
        const std::int64_t pitch = cols + gap, last = (rows - 1) * pitch + cols, scales = by_rows ? rows : cols;
        SCOPED_TRACE(std::string(name_of(types_[0])) + " by " + std::string(name_of(types_[1])) + " to " +
                     std::string(name_of(types_[3])) + " " + std::to_string(rows) + "x" + std::to_string(cols) + " + " +
                     std::to_string(gap) + (by_rows ? " by rows" : " by columns") + (has_zero ? " with zeros" : ""));
        const std::int64_t shape[] = {rows, cols}, scale_shape[] = {scales};
        const std::byte* const x = placed(0, last);
        const std::byte* const scale = placed(1, scales);
        const std::byte* const zero = placed(2, scales);
        std::byte* const y = memory_[3].end() - last * size(3);
        std::memset(y, 0x5a, static_cast<std::size_t>(last * size(3)));
        const std::int64_t x_steps[] = {pitch * size(0), size(0)}, y_steps[] = {pitch * size(3), size(3)};
        std::vector<const_tensor_view> in = {{x, types_[0], shape, x_steps}, {scale, types_[1], scale_shape}};
        if (has_zero) in.emplace_back(zero, types_[2], scale_shape);
        ASSERT_TRUE(try_eval(operation_along(by_rows ? 0 : 1), in, tensor_view(y, types_[3], shape, y_steps), how_));
        std::vector<std::byte> alone(static_cast<std::size_t>(cols * size(3)));
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t first = by_rows ? r : 0;
            const extents of_scale = by_rows ? extents{} : extents{cols};
            const std::int64_t row[] = {cols};
            in = {{x + r * pitch * size(0), types_[0], row}, {scale + first * size(1), types_[1], of_scale}};
            if (has_zero) in.emplace_back(zero + first * size(2), types_[2], of_scale);
            ASSERT_TRUE(try_eval(operation_along(0), in, tensor_view(alone.data(), types_[3], row), how_));
            const std::byte* const made = y + r * pitch * size(3);
            ASSERT_EQ(std::memcmp(made, alone.data(), alone.size()), 0) << "row " << r;
            for (std::int64_t i = cols * size(3); r + 1 < rows && i < pitch * size(3); ++i) {
                ASSERT_EQ(made[i], std::byte{0x5a}) << "behind row " << r;
            }
        }
    }

private:
    static constexpr std::int64_t most_ = 20000;

    std::int64_t size(std::size_t k) const { return static_cast<std::int64_t>(size_of(types_[k])); }
    const std::byte* placed(std::size_t k, std::int64_t count) {
        std::byte* const at = memory_[k].end() - count * size(k);
        std::memcpy(at, numbers_[k].view().data, static_cast<std::size_t>(count * size(k)));
        return at;
    }
    operation operation_along(int axis) const {
        operation made = {which_, {{attribute_id::axis, static_cast<double>(axis)}}};
        made.with[made.count++] = {attribute_id::output_dtype, types_[3]};
        return made;
    }

    op which_;
    dtype types_[4];  ///< x, scale, zero point, result
    options how_;
    tensor numbers_[3];
    guarded_memory memory_[4] = {guarded_memory(1 << 18), guarded_memory(1 << 18), guarded_memory(1 << 18),
                                 guarded_memory(1 << 18)};
};
void hold_in_many_sizes(scaled_rows& rows) {
    for (const std::int64_t cols : {1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 128, 255, 256, 257, 300}) {
        for (const std::int64_t gap : {0, 3}) {
            for (const bool by_rows : {false, true}) {
                for (const bool has_zero : {false, true}) rows.hold(9, cols, gap, by_rows, has_zero);
            }
        }
    }
}
TEST_P(quantize, takes_several_rows) {
    for (const auto& [x, scale] : {std::pair{dtype::f32, dtype::f32},
                                   {dtype::f16, dtype::f16},
                                   {dtype::f16, dtype::f32},
                                   {dtype::f64, dtype::f64}}) {
        for (const dtype result : {dtype::u8, dtype::i16}) {
            scaled_rows rows(op::quantize_linear, x, scale, result, how());
            hold_in_many_sizes(rows);
        }
    }
}
TEST_P(dequantize, takes_several_rows) {
    for (const dtype x : {dtype::i8, dtype::u16, dtype::i32}) {
        for (const auto& [scale, result] : {std::pair{dtype::f32, dtype::f32},
                                            {dtype::f16, dtype::f16},
                                            {dtype::f16, dtype::f32},
                                            {dtype::f32, dtype::f16},
                                            {dtype::f16, dtype::f64},
                                            {dtype::f64, dtype::f64}}) {
            scaled_rows rows(op::dequantize_linear, x, scale, result, how());
            hold_in_many_sizes(rows);
        }
    }
}
/// Rows of x where their results go, with gaps behind them and ends that are no whole registers.
template <class From, class To, class Expected>
void hold_in_place(const operation& what, const options& how, dtype from, dtype to, Expected expected) {
    constexpr std::int64_t rows = 5, cols = 107, pitch = 110;
    const std::int64_t shape[] = {rows, cols}, steps[] = {4 * pitch, 4};
    std::vector<From> x(rows * pitch);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<From>(static_cast<int>(i) * 7919 - 400000);
    const std::vector<From> before = x;
    const float scale[rows] = {0.5f, 3.0f, -0.125f, 7.0f, 1.0f};
    const tensor_view there(x.data(), to, shape, steps);
    ASSERT_TRUE(try_eval(what, {{x.data(), from, shape, steps}, view(scale, {rows})}, there, how));
    for (std::int64_t i = 0; i < rows * pitch; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (i % pitch >= cols) {
            EXPECT_EQ(x[at], before[at]) << i;
            continue;
        }
        To made;
        std::memcpy(&made, &x[at], sizeof made);
        EXPECT_EQ(made, expected(before[at], scale[i / pitch])) << i;
    }
}
TEST_P(quantize, may_be_in_place_in_several_rows) {
    const operation what = {op::quantize_linear, {{attribute_id::axis, 0.0}, {attribute_id::output_dtype, dtype::i32}}};
    hold_in_place<float, std::int32_t>(what, how(), dtype::f32, dtype::i32,
                                       [](float x, float by) { return quantized(x, by, std::int32_t{0}); });
}
TEST_P(dequantize, may_be_in_place_in_several_rows) {
    const operation what = {op::dequantize_linear, {{attribute_id::axis, 0.0}}};
    hold_in_place<std::int32_t, float>(what, how(), dtype::i32, dtype::f32, [](std::int32_t x, float by) {
        return static_cast<float>(static_cast<double>(x) * static_cast<double>(by));
    });
}

TEST_P(quantize, takes_views_in_any_order) {
    // [6,10] of a transposed, backwards x; scales of every second element; a y with gaps.
    float x[60];
    for (int i = 0; i < 60; ++i) x[i] = static_cast<float>(i * 7 - 200);
    float scale[2 * 6 * 4];
    for (int i = 0; i < 48; ++i) scale[i] = 1.0f + static_cast<float>(i) / 4;
    std::uint8_t y[6 * 20];
    std::fill(std::begin(y), std::end(y), std::uint8_t{77});
    const std::int64_t shape[] = {6, 10}, turned[] = {-4, 24}, scales[] = {6, 4}, every_second[] = {32, 8};
    const std::int64_t gaps[] = {20, 2};
    const const_tensor_view in[] = {{x + 5, dtype::f32, shape, turned}, {scale, dtype::f32, scales, every_second}};
    const operation blocks = {op::quantize_linear, {{attribute_id::block_size, 3.0}}};
    ASSERT_TRUE(try_eval(blocks, in, tensor_view(y, dtype::u8, shape, gaps), how()));
    for (int r = 0; r < 6; ++r) {
        for (int c = 0; c < 20; ++c) {
            const std::uint8_t expected =
                c % 2 != 0 ? std::uint8_t{77}
                           : quantized(x[5 - r + 6 * (c / 2)], scale[8 * r + 2 * (c / 6)], std::uint8_t{0});
            ASSERT_EQ(y[20 * r + c], expected) << r << " " << c;
        }
    }
}

TEST_P(quantize, divides_in_the_precision_that_is_asked_for) {
    // In binary16 the quotient is 2048 / 3 = 682.5, in float and double it is more.
    const float x[] = {2048.0f}, scale[] = {3.0f};
    std::int16_t y[1];
    const auto answer = [&](dtype precision) {
        EXPECT_TRUE(try_eval(
            {op::quantize_linear, {{attribute_id::output_dtype, dtype::i16}, {attribute_id::precision, precision}}},
            {view(x, {1}), view(scale, {})}, view(y, {1}), how()));
        return y[0];
    };
    EXPECT_EQ(answer(dtype::f16), 682);
    EXPECT_EQ(answer(dtype::f32), 683);
    EXPECT_EQ(answer(dtype::f64), 683);
    // i32 by i32: 2^30 over 2^31 - 1 is just above a half, which float does not see.
    const std::int32_t a[] = {1073741824}, b[] = {2147483647};
    std::uint8_t z[1];
    ASSERT_TRUE(try_eval(op::quantize_linear, {view(a, {1}), view(b, {})}, view(z, {1}), how()));
    EXPECT_EQ(z[0], 1);
    ASSERT_TRUE(try_eval({op::quantize_linear, {{attribute_id::precision, dtype::f32}}}, {view(a, {1}), view(b, {})},
                         view(z, {1}), how()));
    EXPECT_EQ(z[0], 0);
}

TEST_P(dequantize, rounds_once) {
    // 16777219 * 3 = 50331657 lies between the floats 50331656 and 50331660, 16777219 itself between others.
    const std::int32_t x[] = {16777219, 2147483647, -2147483647 - 1, 0};
    const std::int32_t zero[] = {-2147483647 - 1};
    const float scale[] = {3.0f};
    float y[4];
    ASSERT_TRUE(try_dequantize_linear(view(x, {4}), view(scale, {}), absent(), view(y, {4}), how()));
    EXPECT_EQ(y[0], 50331656.0f);
    // 0x40093f40000001, which a double rounds to a tie between two floats.
    const std::int32_t beyond_a_tie[] = {2146928457};
    const float by_large[] = {8395513.0f};
    ASSERT_TRUE(try_dequantize_linear(view(beyond_a_tie, {1}), view(by_large, {}), absent(), view(y, {1}), how()));
    EXPECT_EQ(y[0], 0x1.0024fep+54f);
    ASSERT_TRUE(try_dequantize_linear(view(x, {4}), view(scale, {}), view(zero, {}), view(y, {4}), how()));
    EXPECT_EQ(y[1], 4294967295.0f * 3.0f);
    EXPECT_EQ(y[2], 0.0f);
    EXPECT_EQ(y[3], 2147483648.0f * 3.0f);
    const float special[] = {infinity, -infinity, nan, -0.0f};
    const std::int32_t values[] = {5, 65536, 0, -5};
    for (const float by : special) {
        ASSERT_TRUE(try_dequantize_linear(view(values, {4}), view(&by, {}), absent(), view(y, {4}), how()));
        for (int i = 0; i < 4; ++i) {
            const float expected = static_cast<float>(values[i]) * by;
            if (std::isnan(expected)) {
                EXPECT_TRUE(std::isnan(y[i])) << values[i] << " " << by;
            } else {
                EXPECT_EQ(y[i], expected) << values[i] << " " << by;
                EXPECT_EQ(std::signbit(y[i]), std::signbit(expected)) << values[i] << " " << by;
            }
        }
    }
}

TEST_P(quantize, may_be_in_place_where_sizes_agree) {
    float x[11] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const float scale[] = {2.0f, 4.0f, 8.0f};
    const operation what = {
        op::quantize_linear,
        {{attribute_id::axis, 0.0}, {attribute_id::block_size, 4.0}, {attribute_id::output_dtype, dtype::i32}}};
    const std::int64_t eleven[] = {11};
    const tensor_view z(x, dtype::i32, eleven);
    ASSERT_TRUE(try_eval(what, {view(x, {11}), view(scale, {3})}, z, how()));
    const std::int32_t expected[] = {0, 0, 1, 2, 1, 1, 2, 2, 1, 1, 1};
    const auto* const made = reinterpret_cast<const std::int32_t*>(x);
    for (int i = 0; i < 11; ++i) EXPECT_EQ(made[i], expected[i]) << i;
    // One element further, the last block would be read after it was written.
    float more[24] = {};
    const tensor_view shifted(more + 1, dtype::i32, eleven);
    EXPECT_EQ(try_eval(what, {view(more, {11}), view(scale, {3})}, shifted, how()).code, status::overlap);
    const tensor_view behind(more + 8, dtype::i32, eleven);
    EXPECT_EQ(try_eval(what, {view(more, {11}), view(scale, {3})}, behind, how()).code, status::overlap);
    const plan planned(what, {view(more, {11}), view(scale, {3})}, behind, how());
    const void* const pointers[] = {more, scale};
    EXPECT_EQ(planned.run(pointers, more + 8), status::overlap);
    EXPECT_FALSE(planned.check(pointers, more + 8));
    EXPECT_EQ(planned.run(pointers, more + 11), status::ok);
    for (const float untouched : more) EXPECT_EQ(untouched, 0.0f);
    // A byte is no float.
    EXPECT_EQ(try_eval(op::quantize_linear, {view(more, {11}), view(scale, {})}, {more, dtype::u8, {11}}, how()).code,
              status::overlap);
}

TEST_P(quantize, is_refused_where_the_parts_of_the_output_share_bytes) {
    // Rows 0 to 2 are one part, rows 3 and 4 the other; row r and column c are at 4 r - 12 c.
    const std::vector<float> x(20, 3.0f), scale(8, 1.0f);
    std::uint8_t memory[64] = {};
    const std::vector<std::int64_t> shape = {5, 4}, strides = {4, -12};
    const operation what = {op::quantize_linear, {{attribute_id::axis, 0.0}, {attribute_id::block_size, 3.0}}};
    const tensor_view z(memory + 40, dtype::u8, shape, strides.data());
    EXPECT_EQ(try_eval(what, {view(x, {5, 4}), view(scale, {2, 4})}, z, how()).code, status::overlap);
    plan made;
    EXPECT_EQ(plan::try_make(made, what, {view(x, {5, 4}), view(scale, {2, 4})}, z, how()).code, status::overlap);
    for (const std::uint8_t untouched : memory) EXPECT_EQ(untouched, 0);
    const std::vector<std::int64_t> apart = {1, 7};
    EXPECT_EQ(try_eval(what, {view(x, {5, 4}), view(scale, {2, 4})},
                       tensor_view(memory, dtype::u8, shape, apart.data()), how())
                  .code,
              status::ok);
    EXPECT_EQ(memory[4 + 3 * 7], 3);
}

class refused {
public:
    std::string operator()(const operation& what, array_ref<const_tensor_view> in, dtype type = dtype::u8) {
        unsigned char y[64];
        std::fill(std::begin(y), std::end(y), std::uint8_t{0x5a});
        const outcome answer = try_eval(what, in, {y, type, {2, 3}});
        plan made;
        EXPECT_EQ(plan::try_make(made, what, in, {nullptr, type, {2, 3}}).message, answer.message);
        for (const unsigned char byte : y) EXPECT_EQ(byte, 0x5a);
        code = answer.code;
        return answer.message;
    }
    status code = status::ok;
};

TEST(quantize_refusal, names_operand_axis_and_extents) {
    refused refusal;
    const float x[6] = {}, scale[8] = {};
    const std::uint8_t zero[8] = {};
    const op q = op::quantize_linear;
    const std::int64_t shape[] = {2, 3};
    const const_tensor_view v = view(x, shape);
    EXPECT_EQ(refusal(q, {v, view(scale, {2})}),
              "quantize_linear: operand 1 is [2] and must have the extent 3 of axis 1 of operand 0 of shape [2,3]");
    EXPECT_EQ(refusal.code, status::shape_mismatch);
    EXPECT_EQ(refusal({q, {{attribute_id::axis, 2.0}}}, {v, view(scale, {3})}),
              "quantize_linear: axis 2 is none of operand 0 of shape [2,3]");
    EXPECT_EQ(refusal({q, {{attribute_id::axis, -3.0}}}, {v, view(scale, {3})}),
              "quantize_linear: axis -3 is none of operand 0 of shape [2,3]");
    EXPECT_EQ(refusal(q, {v, view(scale, {2, 3})}),
              "quantize_linear: operand 1 is [2,3] and must be a scalar or have rank 1, unless block_size is given");
    EXPECT_EQ(
        refusal({q, {{attribute_id::block_size, 2.0}}}, {v, view(scale, {2, 1})}),
        "quantize_linear: operand 1 is [2,1] and must be [2,2]: blocks of 2 along axis 1 of operand 0 of shape [2,3]");
    EXPECT_EQ(
        refusal({q, {{attribute_id::block_size, 2.0}}}, {v, view(scale, {})}),
        "quantize_linear: operand 1 is [] and must be [2,2]: blocks of 2 along axis 1 of operand 0 of shape [2,3]");
    EXPECT_EQ(refusal({q, {{attribute_id::block_size, -1.0}}}, {v, view(scale, {})}),
              "quantize_linear: block_size cannot be -1");
    EXPECT_EQ(refusal(q, {v, view(scale, {3}), view(zero, {1})}),
              "quantize_linear: operand 2 is [1] and must have the shape of operand 1, [3]");
    EXPECT_EQ(
        refusal(q, {view(scale, {2, 4}), view(scale, {4})}),
        "quantize_linear: the output's shape is [2,3] and must be operand 0's shape [2,4] (axis 1: extents 3 and 4)");
    EXPECT_EQ(refusal(q, {v}), "quantize_linear: takes 2 to 3 operands, 1 given");
}

TEST(quantize_refusal, names_types) {
    refused refusal;
    const float x[6] = {}, scale[1] = {};
    const double wide[6] = {};
    const std::uint8_t bytes[6] = {};
    const std::int8_t signed_zero[1] = {};
    const std::int64_t longs[6] = {};
    const op q = op::quantize_linear, d = op::dequantize_linear;
    const std::int64_t shape[] = {2, 3};
    const const_tensor_view v = view(x, shape), b = view(bytes, shape);
    EXPECT_EQ(refusal(q, {view(longs, {2, 3}), view(scale, {})}), "quantize_linear: no kernel for i64");
    EXPECT_EQ(refusal.code, status::unsupported);
    EXPECT_EQ(refusal(q, {v, view(bytes, {})}), "quantize_linear: operand 1 is u8 and must be f16, f32, f64 or i32");
    EXPECT_EQ(refusal({q, {{attribute_id::output_dtype, dtype::u8}}}, {v, view(scale, {}), view(signed_zero, {})}),
              "quantize_linear: operand 2 is i8 and must be u8, as the result is");
    EXPECT_EQ(refusal({q, {{attribute_id::output_dtype, dtype::i64}}}, {v, view(scale, {})}, dtype::i64),
              "quantize_linear: no kernel from f32 to i64");
    EXPECT_EQ(refusal({q, {{attribute_id::precision, dtype::i8}}}, {v, view(scale, {})}),
              "quantize_linear: precision is i8 and must be f16, f32 or f64");
    EXPECT_EQ(refusal(q, {v, view(scale, {})}, dtype::i8), "quantize_linear: the output is i8 and must be u8");
    EXPECT_EQ(refusal(d, {b, view(scale, {}), view(signed_zero, {})}, dtype::f32),
              "dequantize_linear: operand 2 is i8 and must be u8");
    EXPECT_EQ(refusal({d, {{attribute_id::output_dtype, dtype::f32}}}, {b, view(wide, {})}, dtype::f32),
              "dequantize_linear: operand 1 is f64 and must be f16 or f32, or the result f64");
    EXPECT_EQ(refusal(d, {b, absent()}, dtype::f32),
              "dequantize_linear: operand 1 has no valid element type (0): it is absent, which it must not be");
}

TEST(quantize_result, has_its_type) {
    const float x[2] = {}, scale[1] = {1};
    const std::int16_t zero[1] = {};
    const auto type_of = [](const operation& what, array_ref<const_tensor_view> in) { return eval(what, in).type(); };
    EXPECT_EQ(type_of(op::quantize_linear, {view(x, {2}), view(scale, {})}), dtype::u8);
    EXPECT_EQ(type_of(op::quantize_linear, {view(x, {2}), view(scale, {}), absent()}), dtype::u8);
    EXPECT_EQ(type_of(op::quantize_linear, {view(x, {2}), view(scale, {}), view(zero, {})}), dtype::i16);
    EXPECT_EQ(
        type_of({op::quantize_linear, {{attribute_id::output_dtype, dtype::u16}}}, {view(x, {2}), view(scale, {})}),
        dtype::u16);
    EXPECT_EQ(type_of(op::dequantize_linear, {view(zero, {1}), view(scale, {})}), dtype::f32);
    EXPECT_EQ(type_of({op::dequantize_linear, {{attribute_id::output_dtype, dtype::f16}}},
                      {view(zero, {1}), view(scale, {})}),
              dtype::f16);
}

}  // namespace
}  // namespace zerostride::test
