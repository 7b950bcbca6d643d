// Where all inputs lie column by column, tiles run along the inputs' memory and the result is what is transposed.
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

class turned : public with_isa {
protected:
    void SetUp() override {
        with_isa::SetUp();
        how.max_threads = 1;
    }

    /// `test_one(x, y, z)` holds for the elements of `which` on column-major operands, and on nothing around them.
    template <class In, class Out, class Same>
    void holds(op which, std::int64_t rows, std::int64_t cols, Same test_one) {
        SCOPED_TRACE(std::string(info(which).name) + " " + std::to_string(rows) + "x" + std::to_string(cols));
        const auto count = static_cast<std::size_t>(rows * cols);
        random_bits random("turned");
        const guarded_memory x_memory(count * sizeof(In)), y_memory(count * sizeof(In)), z_memory(count * sizeof(Out));
        const auto x = reinterpret_cast<In*>(x_memory.begin()), y = reinterpret_cast<In*>(y_memory.begin());
        const auto z = reinterpret_cast<Out*>(z_memory.end() - count * sizeof(Out));
        for (std::size_t i = 0; i < count; ++i) {
            x[i] = static_cast<In>(random.between(-100, 100));
            y[i] = static_cast<In>(random.between(-100, 100));
        }
        std::memset(static_cast<void*>(z), 0x5a, count * sizeof(Out));
        const std::vector<std::int64_t> shape = {rows, cols};
        const auto size = static_cast<std::int64_t>(sizeof(In));
        const std::vector<std::int64_t> strides = {size, rows * size};
        const dtype in = dtype_of<In>::value, out = result_of(which, in);
        const plan made(
            which, {const_tensor_view(x, in, shape, strides.data()), const_tensor_view(y, in, shape, strides.data())},
            tensor_view(z, out, shape), how);
        const void* const inputs[] = {x, y};
        ASSERT_EQ(made.run(inputs, z), status::ok);
        std::int64_t wrong = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int64_t c = 0; c < cols; ++c)
                wrong += !test_one(x[c * rows + r], y[c * rows + r], z[r * cols + c]);
        }
        EXPECT_EQ(wrong, 0);
        if (rows >= 8 && cols >= 8 && rows * cols > 64) {
            EXPECT_NE(made.explain().find("output: transposed"), std::string::npos) << made.explain();
        }
    }
};

TEST_P(turned, results_of_every_size) {
    const std::int64_t sides[] = {8, 9, 15, 16, 17, 31, 33, 64, 100, 513, 1030};
    for (const std::int64_t rows : sides) {
        for (const std::int64_t cols : sides) {
            holds<float, float>(op::add, rows, cols, [](float x, float y, float z) { return z == x + y; });
            holds<std::int8_t, std::int8_t>(op::min, rows, cols,
                                            [](int x, int y, int z) { return z == (x < y ? x : y); });
            holds<double, std::uint8_t>(op::less, rows, cols, [](double x, double y, int z) { return z == (x < y); });
            if (HasFailure()) return;
        }
    }
}

TEST_P(turned, results_in_place_of_one_of_three) {
    // x and y column by column; the condition is not transposed, and y's place is the result's.
    const std::int64_t rows = 90, cols = 70;
    std::vector<std::uint8_t> condition(static_cast<std::size_t>(rows * cols));
    std::vector<float> x(condition.size()), y(condition.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        condition[i] = static_cast<std::uint8_t>(i % 3 == 0);
        x[i] = static_cast<float>(i);
        y[i] = -static_cast<float>(i);
    }
    const std::vector<float> before = y;
    const std::vector<std::int64_t> shape = {rows, cols}, strides = {4, rows * 4};
    const const_tensor_view from(x.data(), dtype::f32, shape, strides.data());
    ASSERT_EQ(
        try_eval(op::where, {const_tensor_view(condition.data(), dtype::boolean, shape), from, view(y, {rows, cols})},
                 view(y, {rows, cols}), how)
            .code,
        status::ok);
    std::int64_t wrong = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c) {
            const auto i = static_cast<std::size_t>(r * cols + c);
            wrong += y[i] != (condition[i] != 0 ? x[static_cast<std::size_t>(c * rows + r)] : before[i]);
        }
    }
    EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(plan, turned, every_isa(), isa_name);

}  // namespace
}  // namespace zerostride::test
