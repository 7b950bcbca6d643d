// Kernels of AVX2 in plans of AVX-512, where loads of half a line suit the processor better: the same bits, and said
// so.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "dispatch/processor.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

struct rows_case {
    op which;
    dtype type;
    std::vector<std::int64_t> x, y;  // of x's result
    bool is_narrower;                // on Zen 5, which has an L2 cache of 1 MiB
};
const rows_case rows_cases[] = {
    {op::add, dtype::f32, {8, 12, 96, 98}, {8, 1, 1, 98}, true},
    {op::mul, dtype::f64, {4500, 4, 50}, {4500, 1, 50}, true},
    {op::less, dtype::f32, {1800, 505}, {505}, true},
    {op::sub, dtype::i16, {9216, 105}, {9216, 1}, true},
    {op::max, dtype::i8, {9000, 201}, {201}, true},
    {op::add, dtype::f64, {900'000}, {900'000}, true},
    {op::equal, dtype::i64, {500'001}, {500'001}, true},
    {op::add, dtype::f32, {9216, 96}, {96}, false},
    {op::add, dtype::f32, {500, 98}, {98}, false},
    {op::div, dtype::f32, {9216, 98}, {98}, false},
    {op::min, dtype::i64, {618, 505}, {505}, false},
    {op::mul, dtype::i64, {618, 505}, {505}, false},
    {op::logical_or, dtype::u8, {3000, 1001}, {1001}, false},
    {op::add, dtype::f64, {900'000}, {1}, false},
    {op::add, dtype::f64, {4096}, {4096}, false},
};

/// With infinities for NaN: which of two a sum is, is left open.
std::vector<std::byte> values_without_nan(dtype type, std::size_t count, random_bits& random) {
    std::vector<std::byte> made = make_values(type, count, random);
    const auto without_nan = [&made]<class T>(T) {
        for (std::size_t at = 0; at < made.size(); at += sizeof(T)) {
            T x;
            std::memcpy(&x, &made[at], sizeof x);
            if (std::isnan(x)) x = std::numeric_limits<T>::infinity();
            std::memcpy(&made[at], &x, sizeof x);
        }
    };
    if (type == dtype::f32) without_nan(float{});
    if (type == dtype::f64) without_nan(double{});
    return made;
}

TEST(narrower_registers, compute_the_same_and_are_named) {
    if (!is_available(isa::avx512)) GTEST_SKIP() << "AVX-512 is not available here";
    random_bits random("narrower registers");
    for (const rows_case& c : rows_cases) {
        SCOPED_TRACE(std::string(info(c.which).name) + " " + name_of(c.type));
        std::size_t n = 1, operand = 1;
        for (const std::int64_t extent : c.x) n *= static_cast<std::size_t>(extent);
        for (const std::int64_t extent : c.y) operand *= static_cast<std::size_t>(extent);
        const std::vector<std::byte> x = values_without_nan(c.type, n, random),
                                     y = values_without_nan(c.type, operand, random);
        const dtype made = result_of(c.which, c.type);
        std::vector<std::byte> results[2];
        const isa sets[] = {isa::avx512, isa::avx2};
        for (int i = 0; i < 2; ++i) {
            options how;
            how.with = sets[i];
            how.max_threads = 1;
            results[i].assign(n * size_of(made), std::byte{0x5a});
            const plan planned(c.which, {{x.data(), c.type, c.x}, {y.data(), c.type, c.y}},
                               {results[i].data(), made, c.x}, how);
            EXPECT_EQ(planned.instruction_set(), sets[i]);
            if (i == 0 && detail::is_zen_5() && detail::most_in_l2() == 1 << 20) {
                const std::string kernel = c.is_narrower ? "/avx2\n" : "/avx512\n";
                EXPECT_NE(planned.explain().find(kernel), std::string::npos) << planned.explain();
            }
            const void* const inputs[] = {x.data(), y.data()};
            ASSERT_EQ(planned.run(inputs, results[i].data()), status::ok);
        }
        EXPECT_TRUE(results[0] == results[1]);
    }
}

}  // namespace
}  // namespace zerostride::test
