// Results that do not stay in the L2 cache go by pieces, whose lines are asked for before: the same elements, for
// operands of other sizes than the result's, splats, rows shorter and longer than a piece, and gaps between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace {

using namespace zerostride;

std::int64_t more_than_the_second_cache() { return std::max<std::int64_t>(cpu().l2_bytes, std::int64_t{2} << 20) + 77; }

class large_result : public test::with_isa {
protected:
    void SetUp() override {
        with_isa::SetUp();
        how.max_threads = 1;
    }
};

/// Whole numbers below 2^16 that neighbours, and places a piece apart, do not share.
template <class T>
std::vector<T> numbers(std::int64_t n, std::int64_t modulus) {
    std::vector<T> made(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<T>(static_cast<std::int64_t>(i) % modulus);
    return made;
}
/// How many elements of `out` are not `expected(i)`, in rows of `cols` that are `pitch` apart; what is between them
/// must have kept its -1.
template <class T, class Expected>
std::int64_t wrong(const std::vector<T>& out, std::int64_t cols, std::int64_t pitch, Expected expected) {
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(out.size()); ++i) {
        const std::int64_t row = i / pitch, col = i % pitch;
        found +=
            out[static_cast<std::size_t>(i)] != (col < cols ? static_cast<T>(expected(row, col)) : static_cast<T>(-1));
    }
    return found;
}

TEST_P(large_result, contiguous_and_one_for_all) {
    const std::int64_t n = more_than_the_second_cache() / 4;
    const auto x = numbers<float>(n, 9973), y = numbers<float>(n, 7919);
    const float three = 3;
    std::vector<float> out(x.size());
    ASSERT_EQ(try_add(view(x, {n}), view(y, {n}), view(out, {n}), how).code, status::ok);
    EXPECT_EQ(wrong(out, n, n, [](auto, auto i) { return i % 9973 + i % 7919; }), 0);
    ASSERT_EQ(try_sub(view(&three, {}), view(y, {n}), view(out, {n}), how).code, status::ok);
    EXPECT_EQ(wrong(out, n, n, [](auto, auto i) { return 3 - i % 7919; }), 0);
    ASSERT_EQ(try_add(view(out, {n}), view(y, {n}), view(out, {n}), how).code, status::ok);
    EXPECT_EQ(wrong(out, n, n, [](auto, auto) { return 3; }), 0);
}

TEST_P(large_result, operands_of_other_sizes) {
    const std::int64_t n = more_than_the_second_cache();
    const auto x = numbers<double>(n, 9973);
    const auto y = numbers<double>(n, 7919);
    std::vector<std::uint8_t> less(x.size());
    const std::int64_t shape[] = {n};
    const tensor_view truths(less.data(), dtype::boolean, shape);
    ASSERT_EQ(try_less(view(x, {n}), view(y, {n}), truths, how).code, status::ok);
    EXPECT_EQ(wrong(less, n, n, [](auto, auto i) { return i % 9973 < i % 7919; }), 0);
    std::vector<double> out(x.size());
    ASSERT_EQ(try_where(const_tensor_view(less.data(), dtype::boolean, shape), view(x, {n}), view(y, {n}),
                        view(out, {n}), how)
                  .code,
              status::ok);
    EXPECT_EQ(wrong(out, n, n, [](auto, auto i) { return std::min(i % 9973, i % 7919); }), 0);
    const auto small = numbers<std::int8_t>(n, 101);
    ASSERT_EQ(try_eval({op::cast, {{attribute_id::to, dtype::f64}}}, {view(small, {n})}, view(out, {n}), how).code,
              status::ok);
    EXPECT_EQ(wrong(out, n, n, [](auto, auto i) { return i % 101; }), 0);
}

TEST_P(large_result, rows_of_all_lengths) {
    for (const std::int64_t cols : {3, 16, 50, 100, 511, 512, 513, 1000, 2500}) {
        for (const std::int64_t gap : {0, 5}) {
            const std::int64_t rows = more_than_the_second_cache() / 4 / cols + 1, pitch = cols + gap;
            const auto x = numbers<float>(rows * cols, 9973), column = numbers<float>(rows, 7919),
                       row = numbers<float>(cols, 251);
            std::vector<float> out(static_cast<std::size_t>(rows * pitch), -1.0f);
            const std::int64_t shape[] = {rows, cols}, strides[] = {4 * pitch, 4};
            const tensor_view result(out.data(), dtype::f32, shape, strides);
            ASSERT_EQ(try_add(view(x, {rows, cols}), view(column, {rows, 1}), result, how).code, status::ok);
            EXPECT_EQ(wrong(out, cols, pitch, [&](auto r, auto c) { return (r * cols + c) % 9973 + r % 7919; }), 0);
            ASSERT_EQ(try_sub(view(column, {rows, 1}), view(row, {1, cols}), result, how).code, status::ok);
            EXPECT_EQ(wrong(out, cols, pitch, [&](auto r, auto c) { return r % 7919 - c % 251; }), 0);
            ASSERT_EQ(try_identity(view(column, {rows, 1}), result, how).code, status::ok);
            EXPECT_EQ(wrong(out, cols, pitch, [&](auto r, auto) { return r % 7919; }), 0);
            ASSERT_EQ(try_identity(view(row, {1, cols}), result, how).code, status::ok);
            EXPECT_EQ(wrong(out, cols, pitch, [&](auto, auto c) { return c % 251; }), 0);
        }
    }
}

TEST_P(large_result, divisions_by_zero_in_any_piece_are_found) {
    const std::int64_t n = more_than_the_second_cache() / 4;
    const auto x = numbers<std::int32_t>(n, 9973);
    std::vector<std::int32_t> out(x.size());
    for (const std::int64_t zero : {std::int64_t{0}, std::int64_t{600}, n / 2, n - 1}) {
        std::vector<std::int32_t> y(x.size(), 1);
        EXPECT_EQ(try_div(view(x, {n}), view(y, {n}), view(out, {n}), how).code, status::ok);
        y[static_cast<std::size_t>(zero)] = 0;
        EXPECT_EQ(try_div(view(x, {n}), view(y, {n}), view(out, {n}), how).code, status::integer_division_by_zero);
        EXPECT_EQ(wrong(out, n, n, [&](auto, auto i) { return i == zero ? 0 : i % 9973; }), 0);
    }
}

/// Sums of operands with steps, which are packed by other ways where they do not stay in the caches.
template <class T>
void add_with_steps(const options& how) {
    constexpr std::int64_t bytes = std::int64_t{17} << 20, size = sizeof(T);
    constexpr std::int64_t steps[][2] = {{2, 2}, {3, 5}, {4, 1}, {-2, 3}, {9, 40}, {1, -70}};
    for (const auto& pair : steps) {
        const std::int64_t a = pair[0], b = pair[1];
        SCOPED_TRACE(std::to_string(a) + " and " + std::to_string(b));
        const std::int64_t n = bytes / size / (std::abs(a) + std::abs(b)) + 5;
        const auto x = numbers<T>(n * std::abs(a), 61), y = numbers<T>(n * std::abs(b), 59);
        const std::int64_t shape[] = {n}, x_step[] = {a * size}, y_step[] = {b * size};
        const std::int64_t x0 = a < 0 ? (n - 1) * -a : 0, y0 = b < 0 ? (n - 1) * -b : 0;
        std::vector<T> out(static_cast<std::size_t>(n));
        ASSERT_EQ(try_add({x.data() + x0, dtype_of<T>::value, shape, x_step},
                          {y.data() + y0, dtype_of<T>::value, shape, y_step}, view(out, {n}), how)
                      .code,
                  status::ok);
        EXPECT_EQ(wrong(out, n, n, [&](auto, auto i) { return (x0 + a * i) % 61 + (y0 + b * i) % 59; }), 0);
    }
}

TEST_P(large_result, operands_with_steps) {
    add_with_steps<float>(how);
    add_with_steps<double>(how);
    add_with_steps<std::int16_t>(how);
    add_with_steps<std::int8_t>(how);
}

INSTANTIATE_TEST_SUITE_P(large, large_result, test::every_isa(), test::isa_name);

}  // namespace
