// Rows of functions with gaps behind them, however they are put together: each has the bytes that it has alone, in
// place as well. What lies behind a row stays as it is, and nothing is touched outside.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "support/guarded.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// Numbers of either sign between 1/64 and 8, a few special ones among them.
std::vector<float> function_operands(std::size_t count) {
    constexpr float special[] = {0.0f, -0.0f, 1e-30f, 100.0f, -100.0f, 1.0f};
    std::vector<float> made(count);
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        const float size = static_cast<float>((state >> 16) % 512 + 1) / 64;
        made[i] = i % 37 == 5 ? special[i / 37 % std::size(special)] : (state & 0x100u) != 0 ? size : -size;
    }
    return made;
}

class rows_of_functions : public testing::TestWithParam<isa> {
protected:
    rows_of_functions() { how_.with = GetParam(), how_.max_threads = 1; }

    /// The second operand, of functions of two, is dense, one element for each row, or one for all.
    enum class second { dense, of_row, of_all };

    void hold(op which, dtype type, std::int64_t rows, std::int64_t cols, second other, bool in_place) {
        const auto size = static_cast<std::int64_t>(size_of(type));
        const std::int64_t pitch = cols + 3, last = (rows - 1) * pitch + cols;
        SCOPED_TRACE(std::string(info(which).onnx_name) + " " + std::string(name_of(type)) + " " +
                     std::to_string(rows) + "x" + std::to_string(cols) + " second " +
                     std::to_string(static_cast<int>(other)) + (in_place ? " in place" : ""));
        const std::vector<float> given = function_operands(static_cast<std::size_t>(last));
        const auto put = [&](guarded_memory& memory, std::int64_t count) {
            std::byte* const at = memory.end() - count * size;
            const std::int64_t all[] = {count};
            EXPECT_TRUE(try_eval({op::cast, {{attribute_id::to, type}}}, {{given.data(), dtype::f32, all}},
                                 tensor_view(at, type, all)));
            return at;
        };
        std::byte* const x = put(memory_[0], last);
        const bool takes_two = info(which).arity == 2;
        const std::int64_t y_row = other == second::dense ? pitch : other == second::of_row ? 1 : 0;
        std::byte* const y = put(memory_[1], other == second::dense ? last : other == second::of_row ? rows : 1);
        std::byte* const z = in_place ? x : put(memory_[2], last);
        // One row after the other, without anything behind it, before the operand is gone.
        std::vector<std::byte> expected(static_cast<std::size_t>(rows * cols * size));
        const std::int64_t row[] = {cols}, dense_steps[] = {size}, splat_steps[] = {0};
        const std::int64_t* const y_steps = other == second::dense ? dense_steps : splat_steps;
        for (std::int64_t r = 0; r < rows; ++r) {
            std::vector<const_tensor_view> in = {{x + r * pitch * size, type, row}};
            if (takes_two) in.emplace_back(y + r * y_row * size, type, row, y_steps);
            ASSERT_TRUE(try_eval(which, in, tensor_view(expected.data() + r * cols * size, type, row), how_));
        }
        std::vector<std::byte> behind(z, z + last * size);
        const std::int64_t shape[] = {rows, cols}, steps[] = {pitch * size, size}, y_all[] = {y_row * size, y_steps[0]};
        std::vector<const_tensor_view> in = {{x, type, shape, steps}};
        if (takes_two) in.emplace_back(y, type, shape, y_all);
        ASSERT_TRUE(try_eval(which, in, tensor_view(z, type, shape, steps), how_));
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::byte* const made = z + r * pitch * size;
            const auto bytes = static_cast<std::size_t>(cols * size);
            ASSERT_EQ(std::memcmp(made, expected.data() + r * cols * size, bytes), 0) << "row " << r;
            if (r + 1 == rows) break;
            const std::size_t gap = static_cast<std::size_t>((pitch - cols) * size);
            ASSERT_EQ(std::memcmp(made + bytes, behind.data() + r * pitch * size + bytes, gap), 0) << "behind " << r;
        }
    }

    options how_;
    guarded_memory memory_[3] = {guarded_memory(1 << 17), guarded_memory(1 << 17), guarded_memory(1 << 17)};
};
std::string isa_of_rows(const testing::TestParamInfo<isa>& tested) { return name_of(tested.param); }
INSTANTIATE_TEST_SUITE_P(isas, rows_of_functions, testing::ValuesIn(available_isas()), isa_of_rows);

bool computes_function(const op_info& row) {
    return row.family == op_family::math || row.family == op_family::libm || row.family == op_family::sigmoidal;
}

TEST_P(rows_of_functions, are_as_alone) {
    for (const accuracy_mode accuracy : {accuracy_mode::exact, accuracy_mode::fast}) {
        how_.accuracy = accuracy;
        for (const op_info& row : ops) {
            if (!computes_function(row)) continue;
            for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
                if (!supports(row.id, type) || (accuracy == accuracy_mode::fast && type != dtype::f32)) continue;
                for (const std::int64_t cols : {8, 16, 17, 32, 33, 64, 71, 100, 200, 347}) {
                    hold(row.id, type, cols < 50 ? 37 : 7, cols, second::dense, cols % 2 != 0);
                    if (row.arity == 2) hold(row.id, type, 9, cols, second::of_row, false);
                    if (row.arity == 2) hold(row.id, type, 9, cols, second::of_all, true);
                    if (HasFatalFailure()) return;
                }
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
