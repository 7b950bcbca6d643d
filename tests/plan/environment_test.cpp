// The floating-point environment: results are those of the default one whatever the host has set, also on
// threads that the host or OpenMP made, and afterwards everybody has his own again.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "support/host_environment.hpp"
#include "support/settings.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// Sums that round, and sums of subnormals that flushing would lose.
struct sums {
    std::vector<float> x, y, z;

    explicit sums(std::size_t n) : x(n), y(n), z(n) {
        for (std::size_t i = 0; i < n; ++i) {
            const bool tiny = i % 2 == 1;
            x[i] = tiny ? 3 * std::numeric_limits<float>::denorm_min() : i % 4 == 0 ? 1.0f : -1.0f;
            y[i] = tiny ? 4 * std::numeric_limits<float>::denorm_min() : i % 4 == 0 ? 0x1p-26f : -0x1p-26f;
        }
    }
    /// Compares bits: in the host's setting even a comparison may flush.
    ::testing::AssertionResult is_default() const {
        for (std::size_t i = 0; i < z.size(); ++i) {
            std::uint32_t bits;
            std::memcpy(&bits, &z[i], sizeof bits);
            const std::uint32_t expected = i % 2 == 1 ? 7u : i % 4 == 0 ? 0x3f800000u : 0xbf800000u;
            if (bits != expected) {
                return ::testing::AssertionFailure() << "element " << i << " is 0x" << std::hex << bits;
            }
        }
        return ::testing::AssertionSuccess();
    }
};

TEST(fp_environment, of_the_caller_changes_no_result_and_is_restored) {
    for (const isa with : available_isas()) {
        options how;
        how.with = with;
        how.max_threads = 1;
        for (const std::size_t n : {1u, 5u, 64u, 1001u}) {
            sums s(n);
            const std::int64_t extent = static_cast<std::int64_t>(n);
            const plan made(op::add, {view(s.x, {extent}), view(s.y, {extent})}, view(s.z, {extent}), how);
            const void* const inputs[] = {s.x.data(), s.y.data()};
            for (const setting& host : settings) {
                SCOPED_TRACE(std::string(name_of(with)) + ", " + host.name + ", " + std::to_string(n));
                s.z.assign(n, 77.0f);
                control before, after;
                int rounding;
                status answer;
                {
                    const in_setting changed(host);
                    before = read_control();
                    answer = made.run(inputs, s.z.data());
                    after = read_control();
                    rounding = std::fegetround();
                }
                EXPECT_EQ(answer, status::ok);
                EXPECT_EQ(before & control_bits, after & control_bits);
                EXPECT_EQ(rounding, host.rounding);
                ASSERT_TRUE(s.is_default());
                s.z.assign(n, 77.0f);
                bool evaluated;
                {
                    const in_setting changed(host);
                    evaluated =
                        static_cast<bool>(try_add(view(s.x, {extent}), view(s.y, {extent}), view(s.z, {extent}), how));
                    after = read_control();
                }
                EXPECT_TRUE(evaluated);
                EXPECT_EQ(before & control_bits, after & control_bits);
                ASSERT_TRUE(s.is_default());
            }
        }
    }
}

/// Division by an unmasked exception's value would stop the program.
#if defined(__x86_64__)
TEST(fp_environment, traps_of_the_caller_stay_asleep) {
    std::vector<float> x = {1, -1, 0, 3e38f}, y = {0, 0, 0, 1e-30f}, z(4);
    const plan made(op::div, {view(x, {4}), view(y, {4})}, view(z, {4}));
    const void* const inputs[] = {x.data(), y.data()};
    const control before = read_control();
    unmask_traps();
    const control trapping = read_control();
    const status answer = made.run(inputs, z.data());
    const control after = read_control();
    write_control(before);
    EXPECT_EQ(answer, status::ok);
    EXPECT_EQ(after & control_bits, trapping & control_bits);
    EXPECT_EQ(z[0], std::numeric_limits<float>::infinity());
    EXPECT_EQ(z[1], -std::numeric_limits<float>::infinity());
    EXPECT_NE(z[2], z[2]);
    EXPECT_EQ(z[3], std::numeric_limits<float>::infinity());
}

TEST(fp_environment, traps_of_the_caller_stay_asleep_while_planning) {
    std::vector<float> x(100'000, 1.0f), z(100'000);
    const std::int64_t n = 100'000;
    options how;
    how.max_threads = 3;
    const control before = read_control();
    unmask_traps();
    const bool added = static_cast<bool>(try_add(view(x, {n}), view(x, {n}), view(z, {n}), how));
    const bool exponential = static_cast<bool>(try_exp(view(x, {n}), view(z, {n}), how));
    const bool summed = static_cast<bool>(try_sum({view(x, {n}), view(x, {n}), view(x, {n})}, view(z, {n}), how));
    tensor over_rows, to_columns;
    const bool summed_over = static_cast<bool>(try_sum(over_rows, view(x, {n / 8, 8}), {0}, how)) &&
                             static_cast<bool>(try_sum_to(to_columns, view(x, {n / 8, 8}), {n / 8, 1}, how));
    // An attribute that no float is, one that would be an integer, and a call that is answered without a plan.
    const float few[] = {-3, 5};
    float leaked[2];
    const std::vector<std::int64_t> pair = {2};
    const const_tensor_view two(few, dtype::f32, pair);
    const tensor_view into(leaked, dtype::f32, pair);
    const bool small = static_cast<bool>(try_eval({op::leaky_relu, {{attribute_id::alpha, 0.1}}}, {two}, into, how));
    const status refused = try_eval({op::mod, {{attribute_id::fmod, 0.5}}}, {two, two}, into, how).code;
    write_control(before);
    EXPECT_TRUE(added && exponential && summed && summed_over && small);
    EXPECT_EQ(refused, status::invalid_argument);
    EXPECT_EQ(z.back(), 3.0f);
    EXPECT_EQ(*static_cast<const float*>(over_rows.data()), 12'500.0f);
    EXPECT_EQ(*static_cast<const float*>(to_columns.data()), 8.0f);
    EXPECT_EQ(leaked[0], -3 * 0.1f);
}
#endif

/// A pool whose threads flush subnormals and round upward, as an engine's may.
struct flushing_pool {
    std::vector<char> restored;

    static void run(void* context, int tasks, void (*body)(void*, int), void* body_context) {
        flushing_pool& pool = *static_cast<flushing_pool*>(context);
        pool.restored.assign(static_cast<std::size_t>(tasks), 0);
        std::vector<std::thread> threads;
        for (int i = 0; i < tasks; ++i) {
            threads.emplace_back([&pool, i, body, body_context] {
                const in_setting changed(settings[4]);
                const control before = read_control();
                body(body_context, i);
                pool.restored[static_cast<std::size_t>(i)] = (read_control() & control_bits) == (before & control_bits);
            });
        }
        for (std::thread& t : threads) t.join();
    }
};

TEST(fp_environment, of_the_hosts_threads_changes_no_result) {
    const std::int64_t n = current_tier() == tier::emulated ? 300'000 : 1'000'000;
    sums s(static_cast<std::size_t>(n));
    flushing_pool pool;
    options how;
    how.host = {&flushing_pool::run, &pool, 3};
    const plan made(op::add, {view(s.x, {n}), view(s.y, {n})}, view(s.z, {n}), how);
    ASSERT_GT(made.threads(), 1);
    const void* const inputs[] = {s.x.data(), s.y.data()};
    ASSERT_EQ(made.run(inputs, s.z.data()), status::ok);
    EXPECT_TRUE(s.is_default());
    EXPECT_EQ(pool.restored.size(), static_cast<std::size_t>(made.threads()));
    for (const char restored : pool.restored) EXPECT_TRUE(restored);
}

TEST(fp_environment, keeps_what_the_arithmetic_has_flagged) {
    for (const setting& s : settings) {
        if (s.traps) continue;
        const in_setting now(s);
        std::feclearexcept(FE_ALL_EXCEPT);
        const float one = 1, three = 3;
        float third;
        ASSERT_TRUE(try_eval(op::div, {view(&one, {1}), view(&three, {1})}, view(&third, {1})));
        EXPECT_NE(std::fetestexcept(FE_INEXACT), 0) << s.name;
    }
}

#if defined(_OPENMP)
TEST(fp_environment, of_openmp_threads_changes_no_result) {
    const std::int64_t n = current_tier() == tier::emulated ? 300'000 : 1'000'000;
    sums s(static_cast<std::size_t>(n));
    options how;
    how.max_threads = 2;
    const plan made(op::add, {view(s.x, {n}), view(s.y, {n})}, view(s.z, {n}), how);
    ASSERT_EQ(made.threads(), 2);
    const void* const inputs[] = {s.x.data(), s.y.data()};
#pragma omp parallel num_threads(2)
    {
        std::fesetround(FE_UPWARD);
        write_control(read_control() | flush_to_zero);
    }
    const status answer = made.run(inputs, s.z.data());
#pragma omp parallel num_threads(2)
    {
        std::fesetenv(FE_DFL_ENV);
        write_control(read_control() & ~flush_to_zero);
    }
    EXPECT_EQ(answer, status::ok);
    EXPECT_TRUE(s.is_default());
}
#endif

}  // namespace
}  // namespace zerostride::test
