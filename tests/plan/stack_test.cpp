// Runs and calls take no more stack than is promised.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "support/settings.hpp"
#include "support/workload.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// How many bytes of its stack a thread touches that does this, its own start included.
std::size_t stack_of(const std::function<void()>& body) {
    constexpr std::size_t bytes = 1 << 20;
    constexpr unsigned char untouched = 0xa5;
    void* const stack = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return 0;
    std::memset(stack, untouched, bytes);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, bytes);
    pthread_t thread;
    const auto enter = [](void* what) -> void* {
        (*static_cast<const std::function<void()>*>(what))();
        return nullptr;
    };
    const bool runs = pthread_create(&thread, &attributes, enter, const_cast<std::function<void()>*>(&body)) == 0;
    if (runs) pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    const auto* const first = static_cast<const unsigned char*>(stack);
    const auto* const last = first + bytes;
    const auto* const touched = std::find_if(first, last, [](unsigned char c) { return c != untouched; });
    const auto taken = static_cast<std::size_t>(last - touched);
    munmap(stack, bytes);
    return runs ? taken : 0;
}

class stack : public testing::Test {
protected:
    void SetUp() override {
#if !defined(__OPTIMIZE__)
        GTEST_SKIP() << "what is promised is promised of optimised builds";
#endif
        if (current_tier() == tier::emulated) GTEST_SKIP() << "sanitizers take stack of their own";
        how_.max_threads = 1;
        own_ = stack_of([] {});
        ASSERT_GT(own_, 0u);
    }
    /// Bytes beyond those of a thread that does nothing.
    std::size_t taken_by(const std::function<void()>& body) const {
        const std::size_t all = stack_of(body);
        return all - std::min(all, own_);
    }
    static std::vector<workload> random_workloads(random_bits& random) {
        static const std::vector<question> questions = every_question();
        std::vector<workload> made;
        made.reserve(static_cast<std::size_t>(scaled(2000)));  // what views point to stays where it is
        for (std::int64_t i = 0; i < scaled(2000); ++i) {
            const question& asked = random.pick(questions);
            made.emplace_back(asked, std::max<std::size_t>(random.below(9), asked.least_rank()),
                              random.one_in(20) ? 40'000 : 2'000, random);
        }
        return made;
    }

    options how_;
    std::size_t own_ = 0;
};

TEST_F(stack, of_a_run_a_plan_and_a_call_is_as_promised) {
    random_bits random("stack");
    const std::vector<workload> all = random_workloads(random);
    std::vector<plan> plans(all.size());
    int refused = 0;
    const std::size_t of_plans = taken_by([&] {
        for (std::size_t i = 0; i < all.size(); ++i)
            refused += !plan::try_make(plans[i], all[i].what.asked(), all[i].views, all[i].output, how_);
    });
    const std::size_t of_runs = taken_by([&] {
        for (std::size_t i = 0; i < all.size(); ++i)
            refused += !completed(plans[i].run(all[i].pointers, all[i].output.data));
    });
    const std::size_t of_calls = taken_by([&] {
        for (const workload& w : all) refused += !completed(try_eval(w.what.asked(), w.views, w.output, how_).code);
    });
    EXPECT_EQ(refused, 0);
    EXPECT_LE(of_plans, 48u << 10);
    EXPECT_LE(of_runs, 68u << 10);
    EXPECT_LE(of_calls, 108u << 10);
    EXPECT_GT(of_calls, 48u << 10) << "programs for one call have room on the stack";
}

// The run that is known to take most: scratch of steps, one of them transposed line by line, beside that of a block.
TEST_F(stack, of_a_composition_is_as_promised) {
    const std::vector<std::int64_t> extents = {9, 173, 8}, strides = {8, 80, 13848};
    const std::vector<double> x(1731 * 8 + 100);
    std::vector<double> z(9 * 173 * 8);
    const const_tensor_view one(x.data(), dtype::f64, extents, strides.data());
    how_.past_caches = true;
    const plan made(op::sum, {one, one, one}, {z.data(), dtype::f64, extents}, how_);
    const void* const inputs[] = {x.data(), x.data(), x.data()};
    status answer{};
    EXPECT_LE(taken_by([&] { answer = made.run(inputs, z.data()); }), 68u << 10);
    EXPECT_EQ(answer, status::ok);
}

// The call that is known to take most: programs, and scratch for a run.
TEST_F(stack, of_a_call_on_permuted_operands_is_as_promised) {
    const std::vector<std::int64_t> extents = {64, 64, 16}, x_strides = {4, 256, 16384}, y_strides = {16384, 4, 1024};
    const std::vector<float> x(65536), y(64 * 4096);
    std::vector<float> z(65536);
    const const_tensor_view views[] = {{x.data(), dtype::f32, extents, x_strides.data()},
                                       {y.data(), dtype::f32, extents, y_strides.data()}};
    outcome answer;
    EXPECT_LE(taken_by([&] { answer = try_eval(op::add, views, {z.data(), dtype::f32, extents}, how_); }), 108u << 10);
    EXPECT_TRUE(answer) << answer.message;
}

}  // namespace
}  // namespace zerostride::test
