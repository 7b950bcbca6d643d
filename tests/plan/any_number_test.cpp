// What operators of any number of operands promise besides right numbers: their order, what they refuse, threads, the
// host's floating-point environment, and a picture of what they do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

template <class T>
T one_result(op which, const std::vector<T>& values) {
    std::vector<const_tensor_view> inputs;
    for (const T& value : values) inputs.push_back(view(&value, {}));
    T result{};
    eval(which, inputs, view(&result, {}));
    return result;
}
std::uint16_t one_half(op which, const std::vector<double>& values) {
    std::vector<float16> x;
    for (const double value : values) x.emplace_back(value);
    return one_result<float16>(which, x).bits;
}

TEST(any_number, sums_go_from_left_to_right) {
    EXPECT_EQ(one_result<float>(op::sum, {1e8f, -1e8f, 1.0f}), 1.0f);
    EXPECT_EQ(one_result<float>(op::sum, {1e8f, 1.0f, -1e8f}), 0.0f);
    EXPECT_EQ(one_result<float>(op::mean, {3e38f, 3e38f, -3e38f}), std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::signbit(one_result<float>(op::sum, {-0.0f, -0.0f, -0.0f})));
    EXPECT_FALSE(std::signbit(one_result<float>(op::sum, {-0.0f, 0.0f, -0.0f})));
}

TEST(any_number, float16_rounds_once_at_the_end) {
    // Each would be lost, or overflow, on its own.
    EXPECT_EQ(one_half(op::sum, {2048, 1, 1, 1, 1}), float16(2052).bits);
    EXPECT_EQ(one_half(op::sum, {60000, 60000, -60000}), float16(60000).bits);
    EXPECT_EQ(one_half(op::mean, {60000, 60000, 60000}), float16(60000).bits);
    EXPECT_EQ(one_half(op::sum, {-0.0, -0.0, -0.0}), 0x8000);
    EXPECT_EQ(one_half(op::mean, {-0.0, -0.0}), 0x8000);
    // A little above the middle of 1 and 1 + 2^-10, on which the nearest float lies.
    std::vector<double> many(8193, 0.0);
    many[0] = 8192;
    many[1] = 5;
    many[2] = 0x1p-10;
    EXPECT_EQ(one_half(op::mean, many), 0x3c01);
    many[2] = 0;
    EXPECT_EQ(one_half(op::mean, many), 0x3c00);
}

TEST(any_number, integer_sums_wrap_and_means_do_not) {
    using limits64 = std::numeric_limits<std::int64_t>;
    EXPECT_EQ(one_result<std::int8_t>(op::sum, {127, 1, 127, 1}), 0);
    EXPECT_EQ(one_result<std::int8_t>(op::mean, {127, 127, 127}), 127);
    EXPECT_EQ(one_result<std::int8_t>(op::mean, {-128, -128}), -128);
    EXPECT_EQ(one_result<std::int8_t>(op::mean, {-3, -4}), -3);
    EXPECT_EQ(one_result<std::int8_t>(op::mean, {3, 4}), 3);
    EXPECT_EQ(one_result<std::int8_t>(op::mean, {1, -2, 0}), 0);
    for (const std::int64_t x : {limits64::max(), limits64::min(), limits64::min() + 1, std::int64_t{-1}}) {
        EXPECT_EQ(one_result<std::int64_t>(op::mean, {x, x}), x);
        EXPECT_EQ(one_result<std::int64_t>(op::mean, {x, x, x, x, x, x, x}), x);
    }
    EXPECT_EQ(one_result<std::int64_t>(op::mean, {limits64::max(), limits64::min()}), 0);
    EXPECT_EQ(one_result<std::int64_t>(op::mean, {limits64::min(), limits64::max(), -1}), 0);
    EXPECT_EQ(one_result<std::int64_t>(op::mean, {limits64::min(), 1}), limits64::min() / 2 + 1);
    // Few operands are divided in one way, many in another.
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    for (const std::size_t count : {2, 3, 1023, 1024, 1025, 1500}) {
        for (const std::int32_t x : {least, least + 1, -7, -1, 0, 1, 12345, -1 - least}) {
            std::vector<std::int32_t> values(count, x);
            EXPECT_EQ(one_result<std::int32_t>(op::mean, values), x) << count;
            if (x == least || x == 0) continue;
            // A little nearer to zero, and truncated.
            values[count / 2] -= x < 0 ? -1 : 1;
            EXPECT_EQ(one_result<std::int32_t>(op::mean, values), x < 0 ? x + 1 : x - 1) << count;
        }
    }
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(one_result<std::uint64_t>(op::mean, {most, most, most - 1}), most - 1);
    EXPECT_EQ(one_result<std::uint64_t>(op::sum, {most, 1, most, 1, 5}), 5u);
}

TEST(any_number, one_operand_is_a_copy) {
    const float x[3] = {1.5f, -0.0f, std::numeric_limits<float>::infinity()};
    for (const op which : {op::sum, op::mean, op::min, op::max}) {
        float z[6] = {};
        ASSERT_TRUE(try_eval(which, {view(x, {3})}, view(z, {3})));
        EXPECT_EQ(std::memcmp(x, z, sizeof x), 0) << info(which).name;
        // It keeps its shape: the output is not stretched to.
        EXPECT_EQ(try_eval(which, {view(x, {3})}, view(z, {2, 3})).code, status::shape_mismatch);
        EXPECT_EQ(try_eval(which, {}, view(z, {3})).code, status::invalid_argument);
    }
    const std::uint8_t truths[3] = {0, 1, 7};
    std::uint8_t made[3] = {9, 9, 9};
    const std::int64_t three[] = {3};
    ASSERT_TRUE(try_eval(op::max, {const_tensor_view(truths, dtype::boolean, three)},
                         tensor_view(made, dtype::boolean, three)));
    EXPECT_EQ(made[0], 0);
    EXPECT_EQ(made[1], 1);
    EXPECT_EQ(made[2], 1);
}

TEST(any_number, named_functions_take_two_or_a_list) {
    const float x[2] = {1, 5}, y[2] = {4, 2}, v[2] = {3, 3};
    float z[2];
    sum(view(x, {2}), view(y, {2}), view(z, {2}));
    EXPECT_EQ(z[0], 5);
    max({view(x, {2}), view(y, {2}), view(v, {2})}, view(z, {2}));
    EXPECT_EQ(z[0], 4);
    EXPECT_EQ(z[1], 5);
    const tensor made = mean({view(x, {2}), view(y, {2}), view(v, {2}), view(v, {2})});
    EXPECT_EQ(made.data_as<float>()[0], 2.75f);
    EXPECT_TRUE(try_min({view(x, {2}), view(y, {2}), view(v, {2})}, view(z, {2})));
    EXPECT_EQ(z[1], 2);
    // The sum over axes is another function of that name.
    const float matrix[6] = {1, 2, 3, 4, 5, 6};
    const tensor rows = sum(view(matrix, {2, 3}), {0});
    EXPECT_EQ(rows.data_as<float>()[0], 5);
}

TEST(any_number, e1_names_operand_axis_and_extents) {
    const float x[12] = {};
    float z[12];
    std::memset(z, 0x5a, sizeof z);
    const outcome refusal =
        try_mean({view(x, {2, 3}), view(x, {3}), view(x, {1, 1}), view(x, {2, 4}), view(x, {})}, view(z, {2, 3}));
    EXPECT_EQ(refusal.code, status::shape_mismatch);
    EXPECT_EQ(refusal.message,
              "mean: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 3 is [2,4])");
    const double d[3] = {};
    const outcome mixed = try_sum({view(x, {3}), view(x, {3}), view(d, {3})}, view(z, {3}));
    EXPECT_EQ(mixed.code, status::unsupported);
    EXPECT_EQ(mixed.message, "sum: operand 2 is f64 and must be f32");
    // Nobody attains the output's extent.
    EXPECT_EQ(try_sum({view(x, {1}), view(x, {}), view(x, {1})}, view(z, {3})).code, status::shape_mismatch);
    for (const float untouched : z) {
        std::uint32_t bits;
        std::memcpy(&bits, &untouched, 4);
        EXPECT_EQ(bits, 0x5a5a5a5au);
    }
}

TEST(any_number, no_elements) {
    const float x[3] = {};
    const auto* const nothing = static_cast<const float*>(nullptr);
    EXPECT_TRUE(
        try_sum({view(x, {3}), view(nothing, {0, 3}), view(x, {1, 1})}, view(static_cast<float*>(nullptr), {0, 3})));
    EXPECT_EQ(
        try_sum({view(x, {2, 3}), view(nothing, {0, 3}), view(x, {1})}, view(static_cast<float*>(nullptr), {0, 3}))
            .code,
        status::shape_mismatch);
}

TEST(any_number, missing_data_is_named) {
    const float x[3] = {};
    float z[3] = {7, 7, 7};
    const auto* const nothing = static_cast<const float*>(nullptr);
    const std::int64_t three[] = {3};
    const std::vector<const_tensor_view> inputs = {view(x, three), view(x, three), view(nothing, three),
                                                   view(x, three)};
    const outcome refusal = try_eval(op::sum, inputs, view(z, {3}));
    EXPECT_EQ(refusal.code, status::invalid_argument);
    EXPECT_EQ(refusal.message, "sum: operand 2 has elements and a null data pointer");
    const plan made(op::sum, inputs, view(z, {3}));
    const void* const pointers[] = {x, x, nullptr, x};
    EXPECT_EQ(made.run(pointers, z), status::invalid_argument);
    EXPECT_EQ(made.check(pointers, z).message, refusal.message);
    EXPECT_EQ(z[0], 7);
}

/// The output may be any one operand, and may share nothing else with any.
TEST(any_number, overlaps_are_refused_before_anything_is_written) {
    constexpr std::int64_t n = 10'000;
    const std::vector<float> x(n, 1.0f);
    for (std::size_t shared = 0; shared < 4; ++shared) {
        std::vector<float> z(n + 1, 2.0f);
        const std::int64_t length[] = {n};
        std::vector<const_tensor_view> inputs(4, view(x.data(), length));
        std::vector<const void*> pointers(4, x.data());
        const plan made(op::sum, inputs, view(z.data(), {n}));
        pointers[shared] = z.data() + 1;
        EXPECT_EQ(made.run(pointers.data(), z.data()), status::overlap);
        EXPECT_EQ(made.check(pointers.data(), z.data()).code, status::overlap);
        EXPECT_EQ(z, std::vector<float>(n + 1, 2.0f));
        pointers[shared] = z.data();
        ASSERT_EQ(made.run(pointers.data(), z.data()), status::ok);
        std::vector<float> expected(n, 5.0f);
        expected.push_back(2.0f);
        EXPECT_EQ(z, expected);
        // In place under another layout it is another operand.
        const std::int64_t back[] = {-4};
        inputs[shared] = const_tensor_view(z.data() + n - 1, dtype::f32, length, back);
        EXPECT_EQ(try_eval(op::sum, inputs, view(z.data(), length)).code, status::overlap);
        EXPECT_EQ(z, expected);
    }
}

TEST(any_number, a_thousand_operands) {
    constexpr std::size_t count = 1000;
    constexpr std::int64_t rows = 37, cols = 211;
    random_bits random("a thousand operands");
    // A matrix, a row, a column or a scalar in turns, and from some point on the same ones again.
    std::vector<std::vector<std::uint8_t>> values(40);
    const std::vector<std::int64_t> shapes[] = {{rows, cols}, {cols}, {rows, 1}, {}};
    std::vector<const_tensor_view> inputs;
    std::vector<const void*> pointers;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& shape = shapes[i % 4];
        auto& of = values[i % values.size()];
        if (of.empty()) {
            of.resize(rows * cols);
            for (std::uint8_t& value : of) value = static_cast<std::uint8_t>(random.next());
        }
        inputs.emplace_back(of.data(), dtype::u8, shape);
        pointers.push_back(of.data());
    }
    std::vector<unsigned> sums(rows * cols);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < cols; ++c) {
                const std::size_t at[] = {r * cols + c, c, r, 0};
                sums[r * cols + c] += values[i % values.size()][at[i % 4]];
            }
        }
    }
    for (const op which : {op::sum, op::mean}) {
        std::vector<std::uint8_t> z(rows * cols);
        const plan made(which, inputs, view(z, {rows, cols}));
        ASSERT_EQ(made.run(pointers.data(), z.data()), status::ok);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            ASSERT_EQ(z[i], which == op::sum ? sums[i] % 256 : sums[i] / count) << info(which).name << " " << i;
        }
    }
}

/// A host's pool of new threads, in reversed order.
void run_on_new_threads(void* calls, int tasks, void (*body)(void*, int), void* context) {
    ++*static_cast<int*>(calls);
    std::vector<std::thread> threads;
    for (int i = tasks; i-- > 0;) threads.emplace_back(body, context, i);
    for (std::thread& thread : threads) thread.join();
}

TEST(any_number, threads_change_no_bit) {
    constexpr std::int64_t rows = 700, cols = 1001;
    random_bits random("threads of compositions");
    for (const dtype type : {dtype::f32, dtype::f16, dtype::i64}) {
        for (const op which : {op::sum, op::mean, op::max}) {
            const std::size_t bytes = size_of(type);
            const auto matrix = make_values(type, rows * cols, random), row = make_values(type, cols, random),
                       column = make_values(type, rows, random);
            const std::int64_t whole[] = {rows, cols}, one_row[] = {cols}, one_column[] = {rows, 1};
            const std::int64_t turned[] = {static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(bytes) * rows};
            const std::vector<const_tensor_view> inputs = {{matrix.data(), type, whole},
                                                           {row.data(), type, one_row},
                                                           {matrix.data(), type, whole, turned},
                                                           {column.data(), type, one_column}};
            const void* const pointers[] = {matrix.data(), row.data(), matrix.data(), column.data()};
            std::vector<std::byte> alone(matrix.size()), shared(matrix.size());
            options how;
            how.max_threads = 1;
            ASSERT_EQ(plan(which, inputs, {alone.data(), type, whole}, how).run(pointers, alone.data()), status::ok);
            int calls = 0, expected_calls = 0;
            for (const int threads : {2, 3, 7}) {
                how = {};
                how.max_threads = threads;
                how.host = {&run_on_new_threads, &calls, threads};
                const plan made(which, inputs, {shared.data(), type, whole}, how);
                EXPECT_GT(made.threads(), 1);
                EXPECT_LE(made.threads(), threads);
                std::memset(shared.data(), 0x5a, shared.size());
                ASSERT_EQ(made.run(pointers, shared.data()), status::ok);
                EXPECT_EQ(calls, ++expected_calls);
                EXPECT_EQ(shared, alone) << info(which).name << " " << name_of(type) << " " << threads;
            }
            how = {};
            how.max_threads = 2;
            std::memset(shared.data(), 0x5a, shared.size());
            ASSERT_TRUE(try_eval(which, inputs, {shared.data(), type, whole}, how));
            EXPECT_EQ(shared, alone) << info(which).name << " " << name_of(type);
        }
    }
}

TEST(any_number, the_hosts_rounding_does_not_matter) {
    const float x[1] = {1.0f}, small[1] = {0x1p-25f};
    float z[1];
    for (const int rounding : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
        const plan made(op::sum, {view(x, {1}), view(small, {1}), view(small, {1})}, view(z, {1}));
        const void* const pointers[] = {x, small, small};
        std::fesetround(rounding);
        const status answer = made.run(pointers, z);
        const int after = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(answer, status::ok);
        EXPECT_EQ(after, rounding);
        EXPECT_EQ(z[0], 1.0f);
    }
}

TEST(any_number, explain_shows_the_steps) {
    const float x[6] = {};
    float z[6];
    const plan made(op::mean, {view(x, {2, 3}), view(x, {3}), view(x, {})}, view(z, {2, 3}));
    const std::string text = made.explain();
    for (const char* const part :
         {"Mean of 3 operands on f32, 6 elements", "1 block of 6 elements", "step 1    add: input 0 dense, input 1 ",
          " -> scratch 0 dense\n", "step 2    mean: scratch 0 dense, input 2 splat -> output dense\n",
          "threads   1\n"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    // Of many steps the first and the last.
    const std::int64_t six[] = {6};
    const plan long_one(op::max, std::vector<const_tensor_view>(100, view(x, six)), view(z, six));
    const std::string lines = long_one.explain();
    EXPECT_NE(lines.find("91 more\n"), std::string::npos) << lines;
    EXPECT_NE(lines.find("step 99   max: "), std::string::npos) << lines;
    EXPECT_LT(std::count(lines.begin(), lines.end(), '\n'), 16);
}

}  // namespace
}  // namespace zerostride::test
