// Threads: the host's pool gets every task, the limits hold, and no result depends on the split.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "dispatch/plan/make_state.hpp"
#include "dispatch/plan/tile_order.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// A host's pool that keeps a record. Its threads are new ones, and the order of tasks is reversed.
struct recording_pool {
    std::mutex mutex;
    std::multiset<int> started;
    int calls = 0;
    int most_tasks = 0;

    static void run(void* context, int tasks, void (*body)(void*, int), void* body_context) {
        recording_pool& pool = *static_cast<recording_pool*>(context);
        {
            const std::lock_guard lock(pool.mutex);
            ++pool.calls;
            pool.most_tasks = std::max(pool.most_tasks, tasks);
            pool.started.clear();
        }
        std::vector<std::thread> threads;
        for (int i = tasks; i-- > 0;) {
            threads.emplace_back([&pool, i, body, body_context] {
                {
                    const std::lock_guard lock(pool.mutex);
                    pool.started.insert(i);
                }
                body(body_context, i);
            });
        }
        for (std::thread& t : threads) t.join();
        const std::lock_guard lock(pool.mutex);
        EXPECT_EQ(pool.started.size(), static_cast<std::size_t>(tasks));
        EXPECT_EQ(pool.started.count(0), 1u);
        EXPECT_EQ(pool.started.count(tasks - 1), 1u);
    }
    parallel_for as_host(int threads) { return {&recording_pool::run, this, threads}; }
};

/// Of which a quarter, of doubles, is work for two threads also where the L2 cache has room for it.
std::int64_t many() { return current_tier() == tier::emulated ? 500'000 : 1'000'000; }

TEST(threads, of_the_host_do_the_work) {
    const std::size_t n = static_cast<std::size_t>(many());
    std::vector<float> x(n), y(n), z(n, -1.0f);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = static_cast<float>(i % 1000);
        y[i] = static_cast<float>(i % 7);
    }
    recording_pool pool;
    options how;
    how.host = pool.as_host(4);
    const plan made(op::add, {view(x, {many()}), view(y, {many()})}, view(z, {many()}), how);
    EXPECT_GT(made.threads(), 1);
    EXPECT_LE(made.threads(), 4);
    const void* const inputs[] = {x.data(), y.data()};
    ASSERT_EQ(made.run(inputs, z.data()), status::ok);
    EXPECT_EQ(pool.calls, 1);
    EXPECT_EQ(pool.most_tasks, made.threads());
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(z[i], x[i] + y[i]) << i;
    // A one-shot call goes the same way.
    z.assign(n, -1.0f);
    ASSERT_TRUE(try_add(view(x, {many()}), view(y, {many()}), view(z, {many()}), how));
    EXPECT_EQ(pool.calls, 2);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(z[i], x[i] + y[i]) << i;
}

TEST(threads, findings_of_all_tasks_are_heard) {
    const std::size_t n = static_cast<std::size_t>(many());
    std::vector<std::int32_t> x(n, 9), y(n, 3), z(n);
    recording_pool pool;
    options how;
    how.host = pool.as_host(3);
    const plan made(op::div, {view(x, {many()}), view(y, {many()})}, view(z, {many()}), how);
    ASSERT_GT(made.threads(), 1);
    const void* const inputs[] = {x.data(), y.data()};
    EXPECT_EQ(made.run(inputs, z.data()), status::ok);
    for (const std::size_t zero : {std::size_t{0}, n / 2, n - 1}) {
        y.assign(n, 3);
        y[zero] = 0;
        EXPECT_EQ(made.run(inputs, z.data()), status::integer_division_by_zero) << zero;
        EXPECT_EQ(z[zero], 0);
        EXPECT_EQ(z[zero == 0 ? 1 : zero - 1], 3);
    }
}

TEST(threads, stay_below_every_limit) {
    std::vector<float> x(static_cast<std::size_t>(many())), z(x.size());
    const auto threads_of = [&](const options& how) {
        return plan(op::neg, {view(x, {many()})}, view(z, {many()}), how).threads();
    };
    options how;
    recording_pool pool;
    how.host = pool.as_host(16);
    for (const int most : {1, 2, 3, 5}) {
        how.max_threads = most;
        EXPECT_LE(threads_of(how), most);
        EXPECT_GE(threads_of(how), 1);
    }
    how = {};
    set_max_threads(2);
    EXPECT_EQ(max_threads(), 2);
    EXPECT_LE(threads_of(how), 2);
    set_max_threads(1);
    EXPECT_EQ(threads_of(how), 1);
    // The process's default is about OpenMP's threads: a host's pool has a number of its own.
    how.host = pool.as_host(16);
    EXPECT_GT(threads_of(how), 1);
    how = {};
    set_max_threads(0);
    EXPECT_GE(max_threads(), 1);
    // A pool of one thread is asked for no more.
    how.host = pool.as_host(1);
    EXPECT_EQ(threads_of(how), 1);
}

TEST(threads, are_worth_less_the_stronger_the_instructions) {
    // 2 to 4 microseconds with the strongest instructions, 30 with the weakest.
    constexpr std::int64_t count = 12288;
    std::vector<float> x(count, 0.5f), z(count);
    recording_pool pool;
    options how;
    how.host = pool.as_host(64);
    const auto threads_of = [&](isa with, accuracy_mode accuracy) {
        how.with = with;
        how.accuracy = accuracy;
        return plan(op::exp, {view(x, {count})}, view(z, {count}), how).threads();
    };
    if (!is_available(isa::baseline)) GTEST_SKIP() << "the baseline is not built here";
    EXPECT_GT(threads_of(isa::baseline, accuracy_mode::exact), 1);
    if (!is_available(isa::avx512)) GTEST_SKIP() << "AVX-512 is not available here";
    EXPECT_EQ(threads_of(isa::avx512, accuracy_mode::exact), 1);
    EXPECT_EQ(threads_of(isa::avx512, accuracy_mode::fast), 1);
    EXPECT_GT(threads_of(isa::baseline, accuracy_mode::fast), threads_of(isa::baseline, accuracy_mode::exact));
}

TEST(threads, of_openmp_are_as_many_as_the_machine_can_use) {
    const std::int64_t n = 1'000'000'000;
    options how;
    how.max_threads = 1'000'000;
    const float nothing = 0;
    const plan made(op::exp, {view(&nothing, {n})}, const_tensor_view(nullptr, dtype::f32, {n}), how);
    if (ZEROSTRIDE_TEST_OPENMP) {
        EXPECT_GT(made.threads(), 1);
        EXPECT_LE(made.threads(), std::max(16, 2 * cpu().processors));
    } else {
        EXPECT_EQ(made.threads(), 1) << "there are no others";
    }
    how.host = {[](void*, int, void (*)(void*, int), void*) {}, nullptr, 100};
    EXPECT_EQ(plan(op::exp, {view(&nothing, {n})}, const_tensor_view(nullptr, dtype::f32, {n}), how).threads(), 100);
}

TEST(threads, of_the_host_are_left_alone_by_small_work) {
    const float x[4] = {1, 2, 3, 4};
    float z[4];
    recording_pool pool;
    options how;
    how.host = pool.as_host(8);
    const plan made(op::neg, {view(x, {4})}, view(z, {4}), how);
    EXPECT_EQ(made.threads(), 1);
    const void* const inputs[] = {x};
    ASSERT_EQ(made.run(inputs, z), status::ok);
    EXPECT_EQ(pool.calls, 0);
    EXPECT_EQ(z[3], -4.0f);
}

struct threaded_case {
    const char* name;
    std::vector<std::int64_t> x, y, z;
    std::vector<std::int64_t> x_strides = {};  // elements; empty: dense
};

using extents = std::vector<std::int64_t>;

/// A result of -1, and a host that runs task after task and looks what each has written there.
struct watched_result {
    explicit watched_result(extents of) : shape(std::move(of)) {
        std::size_t n = 1;
        for (const std::int64_t extent : shape) n *= static_cast<std::size_t>(extent);
        elements.assign(n, -1.0f);
        task.assign(n, -1);
    }
    tensor_view viewed() { return view(elements.data(), shape); }
    options by(int threads) {
        options how;
        how.host = {&watched_result::run, this, threads};
        return how;
    }
    static void run(void* context, int tasks, void (*body)(void*, int), void* body_context) {
        watched_result& result = *static_cast<watched_result*>(context);
        for (int i = 0; i < tasks; ++i) {
            body(body_context, i);
            for (std::size_t at = 0; at < result.task.size(); ++at) {
                if (result.task[at] == -1 && result.elements[at] != -1.0f) result.task[at] = i;
            }
        }
    }
    std::size_t count(int of) const { return static_cast<std::size_t>(std::count(task.begin(), task.end(), of)); }
    std::size_t lines_of_several() const {
        constexpr std::size_t line = 64;
        std::set<std::size_t> found;
        const auto line_of = [this](std::size_t at) { return reinterpret_cast<std::uintptr_t>(&elements[at]) / line; };
        for (std::size_t at = 1; at < task.size(); ++at) {
            if (task[at] != task[at - 1] && line_of(at) == line_of(at - 1)) found.insert(line_of(at));
        }
        return found.size();
    }

    extents shape;
    std::vector<float> elements;
    std::vector<int> task;  ///< that has written the element
};

struct laid_out {
    extents shape, strides;  // in elements; none: dense

    /// `bytes` is where the view's strides are.
    const_tensor_view viewed(const float* elements, extents& bytes) const {
        const_tensor_view made = view(elements, shape);
        for (const std::int64_t stride : strides) bytes.push_back(stride * std::int64_t{sizeof(float)});
        if (!bytes.empty()) made.strides = bytes.data();
        return made;
    }
};

// The result waits for the thread that has most.
TEST(threads, have_about_as_many_elements) {
    struct broadcast {
        laid_out left, right;
        extents result;
    };
    const broadcast all[] = {{{{879, 1024}, {}}, {{1024}, {}}, {879, 1024}},
                             {{{14062, 64}, {}}, {{14062, 1}, {}}, {14062, 64}},
                             {{{7, 1}, {}}, {{1, 131072}, {}}, {7, 131072}},
                             {{{17, 50000}, {}}, {{50000}, {}}, {17, 50000}},
                             {{{5, 300, 600}, {}}, {{300, 1}, {}}, {5, 300, 600}},
                             {{{3, 1, 290000}, {}}, {{3, 1, 1}, {}}, {3, 1, 290000}},
                             {{{900, 1000}, {1, 900}}, {{900, 1000}, {}}, {900, 1000}},
                             {{{3, 512, 512}, {1, 3, 1536}}, {{3, 512, 512}, {}}, {3, 512, 512}},
                             {{{512, 3, 512}, {3, 1, 1536}}, {{3, 1}, {}}, {512, 3, 512}},
                             {{{300000, 3}, {}}, {{3}, {}}, {300000, 3}}};
    for (const broadcast& b : all) {
        for (const int threads : {2, 3}) {
            watched_result z(b.result);
            const std::size_t n = z.elements.size();
            const std::vector<float> x(n, 1.0f);
            extents left_bytes, right_bytes;
            const plan made(op::add, {b.left.viewed(x.data(), left_bytes), b.right.viewed(x.data(), right_bytes)},
                            z.viewed(), z.by(threads));
            ASSERT_EQ(made.threads(), threads);
            const void* const inputs[] = {x.data(), x.data()};
            ASSERT_EQ(made.run(inputs, z.elements.data()), status::ok);
            ASSERT_EQ(z.count(-1), 0u);
            // Half a tile at either end, of at least sixteen for each thread.
            for (int i = 0; i < threads; ++i) {
                EXPECT_LE(z.count(i) * static_cast<std::size_t>(threads), n + n / 16) << made.explain();
            }
        }
    }
}

// Whatever the tiles: those of few rows, of planes, and of elements that are narrower in the result.
TEST(threads, share_rows_equally) {
    struct operand {
        extents shape, strides;  // bytes
    };
    struct shared {
        op which;
        dtype type;
        operand left, right, result;
    };
    const shared all[] = {
        {op::mul, dtype::u8, {{96, 5, 3, 252}, {3780, 252, 1260, 1}}, {{96, 5, 3, 252}, {}}, {{96, 5, 3, 252}, {}}},
        {op::bitwise_and,
         dtype::u8,
         {{128, 2, 6, 262}, {3144, 1572, 262, 1}},
         {{128, 2, 6, 262}, {-3174, -1587, 264, 1}},
         {{128, 2, 6, 262}, {3144, -1572, 262, 1}}},
        {op::logical_xor,
         dtype::u64,
         {{13, 28, 7936}, {1777664, 8, 224}},
         {{13, 28, 7936}, {8, 104, -2912}},
         {{13, 28, 7936}, {}}},
        {op::less,
         dtype::i64,
         {{128, 22, 505}, {-176, 8, -22528}},
         {{128, 22, 505}, {8, 1024, 22528}},
         {{128, 22, 505}, {}}},
        {op::less, dtype::i64, {{257, 1225}, {}}, {{257, 1225}, {8, 2056}}, {{257, 1225}, {}}},
        {op::equal, dtype::f64, {{33, 7, 1355}, {-72, -8, -2376}}, {{33, 1, 1355}, {8, 624, 264}}, {{33, 7, 1355}, {}}},
        {op::max,
         dtype::f32,
         {{128, 96, 41}, {15744, 4, 384}},
         {{128, 96, 41}, {4, 512, 49152}},
         {{128, 96, 41}, {15840, 165, 4}}},
        {op::add, dtype::i8, {{900, 1000}, {1, 900}}, {{900, 1000}, {}}, {{900, 1000}, {}}}};
    const auto described = [](const operand& of, dtype type) {
        return const_tensor_view(nullptr, type, of.shape, of.strides.empty() ? nullptr : of.strides.data());
    };
    int sharing = 0;
    for (const shared& each : all) {
        for (const int threads : {2, 3, 4, 6, 12, 16}) {
            options how;
            how.host = {[](void*, int, void (*)(void*, int), void*) {}, nullptr, threads};
            plan::state made;
            const bool is_same = info(each.which).result == result_rule::same;
            const dtype result = is_same ? each.type : dtype::boolean;
            ASSERT_EQ(detail::make_state(made, each.which,
                                         {{described(each.left, each.type), described(each.right, each.type)}},
                                         described(each.result, result), how, false),
                      status::ok);
            if (!made.shares_rows) continue;
            ++sharing;
            ASSERT_EQ(detail::start_of_tiles(made, 0), 0);
            ASSERT_EQ(detail::start_of_tiles(made, made.threads), made.rows);
            const auto equal = static_cast<double>(made.rows) / made.threads;
            for (int i = 0; i < made.threads; ++i) {
                const std::int64_t rows = detail::start_of_tiles(made, i + 1) - detail::start_of_tiles(made, i);
                EXPECT_LE(static_cast<double>(rows), std::max(1.125 * equal, equal + 1))
                    << info(each.which).name << ", thread " << i << " of " << made.threads << ", " << made.rows;
            }
        }
    }
    EXPECT_GT(sharing, 10);
}

// Lines that two of them write go to and fro.
TEST(threads, do_not_write_between_each_other) {
    struct broadcast {
        laid_out left, right;
        extents result;
        std::size_t stretches = 1;  // that each thread has one part of
    };
    const broadcast all[] = {// With an axis that is too short to be a tile between the rows.
                             {{{2621, 1, 100}, {}}, {{4, 1}, {}}, {2621, 4, 100}},
                             {{{700, 1, 1, 68}, {}}, {{2, 5, 1}, {}}, {700, 2, 5, 68}},
                             {{{9000, 1, 31}, {}}, {{2, 1}, {}}, {9000, 2, 31}},
                             // With tiles that go down the rows: transposed, in planes, and pixel by pixel.
                             {{{900, 1000}, {1, 900}}, {{900, 1000}, {}}, {900, 1000}},
                             {{{128, 3001}, {1, 128}}, {{128, 3001}, {}}, {128, 3001}},
                             {{{5, 400, 400}, {160000, 1, 400}}, {{400, 400}, {}}, {5, 400, 400}, 5},
                             {{{512, 3, 512}, {3, 1, 1536}}, {{3, 1}, {}}, {512, 3, 512}},
                             {{{3, 512, 512}, {1, 3, 1536}}, {{3, 512, 512}, {}}, {3, 512, 512}, 3},
                             {{{480, 640, 4}, {4, 1920, 1}}, {{4}, {}}, {480, 640, 4}}};
    for (const broadcast& b : all) {
        for (const int threads : {2, 3}) {
            watched_result z(b.result);
            const std::vector<float> x(z.elements.size(), 1.0f);
            extents left_bytes, right_bytes;
            const plan made(op::max, {b.left.viewed(x.data(), left_bytes), b.right.viewed(x.data(), right_bytes)},
                            z.viewed(), z.by(threads));
            ASSERT_EQ(made.threads(), threads);
            const void* const inputs[] = {x.data(), x.data()};
            ASSERT_EQ(made.run(inputs, z.elements.data()), status::ok);
            ASSERT_EQ(z.count(-1), 0u);
            EXPECT_LT(z.lines_of_several(), b.stretches * static_cast<std::size_t>(threads)) << made.explain();
        }
    }
}

// 1 to 8 threads, OpenMP's and a host's: the same bytes.
TEST(threads, change_no_result) {
    const std::int64_t n = many() / 4;
    const threaded_case cases[] = {
        {"contiguous", {n}, {n}, {n}},
        {"splat", {n}, {}, {n}},
        {"row", {n / 500, 500}, {500}, {n / 500, 500}},
        {"column", {n / 500, 500}, {n / 500, 1}, {n / 500, 500}},
        {"short rows", {n / 3, 3}, {3}, {n / 3, 3}},
        {"short columns", {n / 3, 3}, {n / 3, 1}, {n / 3, 3}},
        {"outer product", {n / 100, 1}, {100}, {n / 100, 100}},
        {"middle", {10, n / 100, 10}, {n / 100, 1}, {10, n / 100, 10}},
        {"short middle", {n / 300, 1, 100}, {3, 1}, {n / 300, 3, 100}},
        {"two in the middle", {n / 600, 1, 1, 100}, {2, 3, 1}, {n / 600, 2, 3, 100}},
        {"transposed", {n / 400, 400}, {n / 400, 400}, {n / 400, 400}, {1, n / 400}},
        {"transposed matrices", {3, n / 1200, 400}, {400}, {3, n / 1200, 400}, {n / 1200 * 400, 1, n / 1200}},
        {"planes of pixels", {3, n / 1200, 400}, {400}, {3, n / 1200, 400}, {1, 3, n / 1200 * 3}},
        {"pixels column by column", {n / 1200, 400, 3}, {3}, {n / 1200, 400, 3}, {3, n / 1200 * 3, 1}},
        {"negative", {n}, {n}, {n}, {-1}},
        {"every second", {n}, {n}, {n}, {2}},
        {"long rows", {3, n / 3}, {3, 1}, {3, n / 3}},
    };
    random_bits random("threads");
    const std::vector<std::byte> x = make_values(dtype::f64, static_cast<std::size_t>(2 * n + 2), random);
    const std::vector<std::byte> y = make_values(dtype::f64, static_cast<std::size_t>(n + 1), random);
    for (const threaded_case& c : cases) {
        std::int64_t count = 1, first = 0;
        for (const std::int64_t extent : c.z) count *= extent;
        std::vector<std::int64_t> strides;
        for (std::size_t i = 0; i < c.x_strides.size(); ++i) {
            strides.push_back(c.x_strides[i] * 8);
            if (c.x_strides[i] < 0) first -= (c.x[i] - 1) * strides.back();
        }
        const void* const inputs[] = {x.data() + first, y.data()};
        std::vector<std::byte> expected;
        for (int threads = 1; threads <= 8; ++threads) {
            for (const bool by_host : {false, true}) {
                SCOPED_TRACE(std::string(c.name) + ", " + std::to_string(threads) + (by_host ? " by the host" : ""));
                recording_pool pool;
                options how;
                how.max_threads = threads;
                if (by_host) how.host = pool.as_host(threads);
                const plan made(
                    op::mul,
                    {const_tensor_view(nullptr, dtype::f64, c.x, strides.empty() ? nullptr : strides.data()),
                     const_tensor_view(nullptr, dtype::f64, c.y)},
                    const_tensor_view(nullptr, dtype::f64, c.z), how);
                std::vector<std::byte> z(static_cast<std::size_t>(count) * 8, std::byte{0x5a});
                ASSERT_EQ(made.run(inputs, z.data()), status::ok);
                if (expected.empty()) expected = z;
                if (by_host && threads > 1) {
                    EXPECT_GT(pool.calls, 0);
                }
                ASSERT_EQ(z.size(), expected.size());
                ASSERT_EQ(std::memcmp(z.data(), expected.data(), z.size()), 0);
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
