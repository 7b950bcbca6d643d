// Sums by every way that there is: on each instruction set, by threads that share output elements or addends, up to the
// first and the last byte of the operand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "broadcast/documented_tree.hpp"
#include "support/guarded.hpp"

namespace zerostride::test {
namespace {

struct summed_shape {
    extents shape;
    std::vector<std::int64_t> axes;
};

testing::AssertionResult is_same(const tensor& made, const tensor& wanted) {
    if (made.shape() != wanted.shape()) return testing::AssertionFailure() << to_text(made.shape());
    if (std::memcmp(made.data(), wanted.data(), wanted.bytes()) == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "other bits";
}

/// A pool that counts its tasks.
struct counting_pool {
    int most_tasks = 0;

    parallel_for view(int threads) {
        return {[](void* self, int tasks, void (*body)(void*, int), void* context) {
                    auto& most = static_cast<counting_pool*>(self)->most_tasks;
                    most = std::max(most, tasks);
                    std::vector<std::thread> others;
                    for (int i = 1; i < tasks; ++i) others.emplace_back(body, context, i);
                    body(context, 0);
                    for (std::thread& other : others) other.join();
                },
                this, threads};
    }
};

TEST(sum_paths, threads_change_no_bit) {
    // One output element, a few, a row of them with many addends, many with few addends; rows of addends.
    const struct {
        summed_shape what;
        bool is_shared;
    } cases[] = {{{{1000003}, {0}}, true},     {{{200000, 3}, {0}}, true},   {{{20000, 50}, {0}}, true},
                 {{{100, 10000}, {0}}, true},  {{{2000, 500}, {1}}, true},   {{{8, 125000}, {1}}, true},
                 {{{60, 50, 300}, {1}}, true}, {{{7, 90000, 2}, {1}}, true}, {{{40, 30}, {0}}, false}};
    random_bits random("sum_paths.threads");
    const std::uint64_t rare = current_tier() == tier::emulated ? 3 : 1;
    for (const auto& [what, is_shared] : cases) {
        for (const dtype type : {dtype::f32, dtype::f16, dtype::real}) {
            if (type != dtype::f32 && !random.one_in(rare)) continue;
            const sample delta = finite(type, dense(what.shape, size_of(type)), random);
            options how;
            how.max_threads = 1;
            const tensor wanted = sum(delta, what.axes, how);
            if (type == dtype::f32) {
                ASSERT_TRUE(is_sum(wanted, delta, what.axes)) << to_text(what.shape);
            }
            how.max_threads = 0;
            for (const int threads : {2, 3, 7}) {
                if (!random.one_in(rare)) continue;
                counting_pool pool;
                how.host = pool.view(threads);
                EXPECT_TRUE(is_same(sum(delta, what.axes, how), wanted))
                    << name_of(type) << to_text(what.shape) << " by " << threads;
                EXPECT_EQ(pool.most_tasks > 1, is_shared) << name_of(type) << to_text(what.shape);
                EXPECT_LE(pool.most_tasks, threads);
            }
            how.host = {};
            how.max_threads = 2;
            EXPECT_TRUE(is_same(sum(delta, what.axes, how), wanted)) << name_of(type) << to_text(what.shape);
        }
    }
}

TEST(sum_paths, instruction_sets_change_no_bit) {
    random_bits random("sum_paths.isas");
    for (std::int64_t round = 0; round < scaled(150); ++round) {
        const dtype type = random.pick(summable);
        const extents shape = random_extents(1 + random.below(5), 20000, false, random);
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (random.one_in(2)) axes.push_back(static_cast<std::int64_t>(i));
        }
        const sample delta = finite(type, scattered(shape, size_of(type), random), random);
        options how;
        how.with = isa::baseline;
        if (!is_available(how.with)) how.with = available_isas().front();
        const tensor wanted = sum(delta, axes, how);
        for (const isa other : available_isas()) {
            how.with = other;
            EXPECT_TRUE(is_same(sum(delta, axes, how), wanted))
                << name_of(other) << ' ' << name_of(type) << to_text(shape) << to_text(axes);
        }
    }
}

TEST(sum_paths, rows_with_gaps) {
    random_bits random("sum_paths.gaps");
    for (const dtype type : summable) {
        for (const std::int64_t n : {7, 64, 150, 600}) {
            for (std::int64_t w = 1; w <= 70; w += w < 20 ? 1 : 7) {
                const sample whole = finite(type, dense({n, w + 3}, size_of(type)), random);
                const std::int64_t shape[] = {n, w};
                const auto bytes = static_cast<std::int64_t>(size_of(type));
                const std::int64_t strides[] = {(w + 3) * bytes, bytes};
                const const_tensor_view part(whole.view().data, type, shape, strides);
                const tensor copy = materialise(part);
                for (const std::int64_t axis : {0, 1}) {
                    EXPECT_TRUE(is_same(sum(part, {axis}), sum(copy, {axis})))
                        << name_of(type) << ' ' << n << " x " << w << ", axis " << axis;
                }
            }
        }
    }
}

TEST(sum_paths, read_no_byte_outside) {
    std::vector<summed_shape> cases;
    for (std::int64_t n = 1; n <= 140; ++n) cases.push_back({{n}, {0}});
    for (const std::int64_t n : {447, 512, 513, 575, 1100, 4200}) cases.push_back({{n}, {0}});
    for (const std::int64_t n : {1, 2, 3, 5, 8, 17, 63, 64, 65, 130, 600}) {
        for (const std::int64_t w : {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 100}) {
            cases.push_back({{n, w}, {0}});
            cases.push_back({{w, n}, {1}});
        }
    }
    cases.push_back({{3, 9, 5, 7}, {1, 3}});
    cases.push_back({{6, 70, 11}, {0, 2}});
    random_bits random("sum_paths.guards");
    for (const dtype type : {dtype::real, dtype::f16, dtype::f32, dtype::f64, dtype::u8, dtype::i16}) {
        for (const summed_shape& what : cases) {
            const sample delta = finite(type, dense(what.shape, size_of(type)), random);
            const const_tensor_view ordinary = delta.view();
            std::size_t bytes = size_of(type);
            for (const std::int64_t extent : what.shape) bytes *= static_cast<std::size_t>(extent);
            const guarded_memory memory(bytes);
            for (const isa with : available_isas()) {
                options how;
                how.with = with;
                how.max_threads = 1;
                const tensor wanted = sum(ordinary, what.axes, how);
                for (std::byte* const at : {memory.begin(), memory.end() - bytes}) {
                    announce(std::string(name_of(with)) + " sum of " + name_of(type) + to_text(what.shape));
                    std::memcpy(at, ordinary.data, bytes);
                    const const_tensor_view guarded(at, type, what.shape);
                    ASSERT_TRUE(is_same(sum(guarded, what.axes, how), wanted)) << name_of(type) << to_text(what.shape);
                }
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
