// Elements that lie as far from each other as offsets of 32 bits reach, and farther.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace {

using namespace zerostride;

/// Addresses of which only what is written takes memory; null where there are not so many.
std::byte* addresses(std::size_t bytes) {
    void* const made = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return made == MAP_FAILED ? nullptr : static_cast<std::byte*>(made);
}

// One step more than the axis has would be 2^63 bytes away, in one direction as in the other.
TEST(far, an_axis_of_half_of_all_addresses_is_refused) {
    const std::vector<std::int64_t> shape = {3, 2, std::int64_t{1} << 32};
    constexpr std::int64_t half = std::int64_t{1} << 62;
    for (const std::int64_t step : {half, -half, half - 8, 8 - half}) {
        const std::vector<std::int64_t> strides = {-9, step, 20};
        const const_tensor_view x(nullptr, dtype::f64, shape, strides.data());
        plan made;
        const outcome answer = plan::try_make(made, op::expm1, {x}, tensor_view(nullptr, dtype::f64, shape));
        EXPECT_EQ(answer.code, step == half || step == -half ? status::too_large : status::ok) << step;
    }
}

TEST(far, columns_at_the_end_of_offsets) {
    constexpr std::size_t bytes = std::size_t{6} << 30;
    std::byte* const begin = addresses(bytes);
    if (begin == nullptr) GTEST_SKIP() << "there are no 6 GiB of addresses";
    std::byte* const middle = begin + bytes / 2;
    for (const dtype type : {dtype::u8, dtype::u16, dtype::f32, dtype::f64}) {
        const auto size = static_cast<std::int64_t>(size_of(type));
        for (const std::int64_t rows : {16, 64, 512, 1000}) {
            for (const std::int64_t step : {-3 * size, -size, 2 * size}) {
                for (const std::int64_t away : {std::int64_t{0}, size, std::int64_t{1} << 20}) {
                    // The second column begins within an element of 2^31, or beyond.
                    const std::int64_t pitch = (std::int64_t{1} << 31) - size + away;
                    const std::vector<std::int64_t> shape = {rows, 2}, strides = {step, pitch};
                    std::vector<std::byte> expected(static_cast<std::size_t>(rows * 2 * size)), made(expected.size());
                    for (std::int64_t i = 0; i < rows * 2; ++i) {
                        const std::int64_t value = 1 + i;
                        std::memcpy(middle + i / 2 * step + i % 2 * pitch, &value, static_cast<std::size_t>(size));
                    }
                    for (std::int64_t i = 0; i < rows * 2; ++i) {
                        std::memcpy(&expected[static_cast<std::size_t>(i * size)],
                                    middle + i / 2 * step + i % 2 * pitch, static_cast<std::size_t>(size));
                    }
                    for (const isa with : available_isas()) {
                        options how;
                        how.with = with;
                        how.max_threads = 1;
                        const const_tensor_view x(middle, type, shape, strides.data());
                        const tensor_view z(made.data(), type, shape);
                        ASSERT_TRUE(try_eval(op::identity, {x}, z, how));
                        ASSERT_EQ(made, expected)
                            << name_of(type) << " " << rows << " " << step << " " << name_of(with);
                        const plan planned(op::identity, {x}, z, how);
                        const void* const inputs[] = {middle};
                        made.assign(made.size(), std::byte{0});
                        ASSERT_EQ(planned.run(inputs, made.data()), status::ok);
                        ASSERT_EQ(made, expected)
                            << name_of(type) << " " << rows << " " << step << " " << name_of(with);
                    }
                }
            }
        }
    }
    munmap(begin, bytes);
}

}  // namespace
