// Rows of an input with gaps between their elements that several rows of the result repeat: brought once where they are
// long. And which of two inputs that lie otherwise than the result is walked along its memory.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/guarded.hpp"
#include "support/settings.hpp"
#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

class repeated_rows : public with_isa {
protected:
    /// x - y, where x is dense and y has one row, `gap` elements from one to the next, for all of each matrix.
    template <class T>
    void hold(std::int64_t matrices, std::int64_t rows, std::int64_t cols, std::int64_t gap) {
        const dtype type = dtype_of<T>::value;
        SCOPED_TRACE(name_of(type) + std::string(" ") + std::to_string(rows) + "x" + std::to_string(cols) + " gap " +
                     std::to_string(gap) + (how.past_caches ? " past the caches" : ""));
        const auto size = static_cast<std::int64_t>(sizeof(T));
        const auto count = static_cast<std::size_t>(matrices * rows * cols);
        // The last element is the last of its memory.
        const std::int64_t y_count = matrices * cols * gap - (gap - 1);
        const guarded_memory x_memory(count * sizeof(T)), y_memory(static_cast<std::size_t>(y_count * size)),
            z_memory(count * sizeof(T));
        const auto x = reinterpret_cast<T*>(x_memory.begin()), y = reinterpret_cast<T*>(y_memory.begin());
        const auto z = reinterpret_cast<T*>(z_memory.end() - count * sizeof(T));
        random_bits random("repeated rows");
        for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<T>(random.between(-60, 60));
        for (std::int64_t i = 0; i < y_count; ++i) y[i] = static_cast<T>(random.between(-60, 60));
        std::memset(static_cast<void*>(z), 0x5a, count * sizeof(T));
        const std::int64_t shape[] = {matrices, rows, cols}, y_shape[] = {matrices, 1, cols};
        const std::int64_t strides[] = {cols * gap * size, 0, gap * size};
        const plan made(op::sub,
                        {const_tensor_view(x, type, {shape, 3}), const_tensor_view(y, type, {y_shape, 3}, strides)},
                        tensor_view(z, type, {shape, 3}), how);
        const void* const inputs[] = {x, y};
        ASSERT_EQ(made.run(inputs, z), status::ok);
        std::int64_t wrong = 0;
        for (std::int64_t i = 0; i < matrices * rows; ++i) {
            for (std::int64_t c = 0; c < cols; ++c)
                wrong += z[i * cols + c] != static_cast<T>(x[i * cols + c] - y[(i / rows * cols + c) * gap]);
        }
        ASSERT_EQ(wrong, 0) << made.explain();
    }
    template <class T>
    void hold() {
        const std::int64_t most = 512 / static_cast<std::int64_t>(sizeof(T));
        for (const std::int64_t cols : {most - 1, most, most + 1, most + 64, 3 * most + 5, 8 * most, 40 * most + 3}) {
            for (const std::int64_t rows : {2, 3, 17, 100}) {
                for (const std::int64_t gap : {2, 3, 9, 70}) {
                    how.past_caches = (cols + rows + gap) % 3 == 0;
                    how.max_threads = rows == 17 ? 2 : 1;
                    hold<T>(rows < 17 ? 5 : 2, rows, cols, gap);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }

    /// What moves input `k` of the sum of two.
    std::string mover_of(int k, const_tensor_view x, const_tensor_view y, array_ref<std::int64_t> shape) {
        how.max_threads = 1;
        const std::string all = plan(op::add, {x, y}, tensor_view(nullptr, x.type, shape), how).explain();
        const std::string name = "input " + std::to_string(k) + ": ";
        const std::size_t at = all.find(name);
        return at == std::string::npos ? all : all.substr(at + name.size(), all.find('\n', at) - at - name.size());
    }
};

TEST_P(repeated_rows, of_bytes) { hold<std::int8_t>(); }
TEST_P(repeated_rows, of_two_bytes) { hold<std::int16_t>(); }
TEST_P(repeated_rows, of_floats) { hold<float>(); }
TEST_P(repeated_rows, of_doubles) { hold<double>(); }

TEST_P(repeated_rows, the_larger_input_is_walked_along_its_memory) {
    // The first input's elements follow each other along the first axis and then the third; those of the second, which
    // is twenty times as large, along the second.
    const std::int64_t shape[] = {5, 17, 24, 20, 32}, small[] = {5, 17, 24, 1, 32};
    const std::int64_t small_strides[] = {4, 15360, 20, 0, 480}, large_strides[] = {1360, 4, 217600, 68, 6800};
    const const_tensor_view x(nullptr, dtype::f32, {small, 5}, small_strides),
        y(nullptr, dtype::f32, {shape, 5}, large_strides);
    const array_ref<std::int64_t> all(shape, 5);
    EXPECT_EQ(mover_of(1, x, y, all), "transposed");
    EXPECT_EQ(mover_of(0, y, x, all), "transposed");
}

TEST_P(repeated_rows, neither_of_two_inputs_is_gathered_where_planes_serve_both) {
    const std::int64_t shape[] = {4096, 7, 31};
    const std::int64_t interleaved[] = {28, 4, 114688}, by_columns[] = {4, 507904, 16384};
    const const_tensor_view x(nullptr, dtype::f32, {shape, 3}, by_columns),
        y(nullptr, dtype::f32, {shape, 3}, interleaved);
    const array_ref<std::int64_t> all(shape, 3);
    EXPECT_EQ(mover_of(0, x, y, all), "transposed");
    EXPECT_EQ(mover_of(1, x, y, all), "transposed, all planes at once");
}

INSTANTIATE_TEST_SUITE_P(plan, repeated_rows, every_isa(), isa_name);

}  // namespace
}  // namespace zerostride::test
