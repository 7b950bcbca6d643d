// No heap: a plan's run never allocates, and a one-shot call does not for ranks up to 8.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <vector>

#include "support/counted_heap.hpp"
#include "support/layout.hpp"
#include "support/question.hpp"
#include "support/values.hpp"
#include "support/workload.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

const std::vector<question> questions = every_question();

TEST(allocation, is_counted) {
    const long before = heap::allocations;
    // Called by its name: what an expression allocates and nobody looks at, compilers may leave out.
    void* const some = ::operator new(10);
    EXPECT_GT(heap::allocations, before);
    ::operator delete(some);
}

TEST(allocation, never_happens_in_a_run) {
    random_bits random("allocation in runs");
    for (std::int64_t i = 0; i < scaled(3000); ++i) {
        const question& asked = random.pick(questions);
        if (asked.type == dtype::str) continue;
        const workload w(asked, std::max<std::size_t>(random.below(13), asked.least_rank()),
                         random.one_in(20) ? 40'000 : 2'000, random);
        options how;
        how.max_threads = 1;
        const plan made(w.what.asked(), w.views, w.output, how);
        const long before = heap::allocations;
        const status answer = made.run(w.pointers, w.output.data);
        const long after = heap::allocations;
        ASSERT_TRUE(completed(answer)) << to_string(answer);
        ASSERT_EQ(after, before) << asked.name() << "\n" << made.explain();
    }
}

TEST(allocation, never_happens_in_a_run_over_any_number_of_operands) {
    random_bits random("allocation in compositions");
    for (std::int64_t i = 0; i < scaled(300); ++i) {
        const std::size_t operands = 1 + random.below(12), rank = random.below(6);
        const auto extents = random_extents(rank, random.one_in(10) ? 40'000 : 2'000, false, random);
        std::vector<layout> layouts;
        for (std::size_t k = 0; k <= operands; ++k) {
            layouts.push_back(k == 0 ? scattered(extents, 4, random) : stretched(extents, 4, random));
        }
        layouts[1] = dense(extents, 4);
        std::vector<std::vector<float>> memory;
        std::vector<const_tensor_view> views;
        std::vector<const void*> pointers;
        float* out = nullptr;
        for (const layout& l : layouts) {
            memory.emplace_back(static_cast<std::size_t>((l.end_byte(4) - l.first_byte() + 3) / 4));
            auto* const at = reinterpret_cast<std::byte*>(memory.back().data()) - l.first_byte();
            if (out == nullptr) {
                out = reinterpret_cast<float*>(at);
                continue;
            }
            pointers.push_back(at);
            views.emplace_back(at, dtype::f32, l.extents, l.strides.data());
        }
        const tensor_view output(out, dtype::f32, layouts[0].extents, layouts[0].strides.data());
        options how;
        how.max_threads = 1;
        const plan made(random.one_in(2) ? op::mean : op::min, views, output, how);
        const long before = heap::allocations;
        const status answer = made.run(pointers.data(), out);
        const long after = heap::allocations;
        ASSERT_EQ(answer, status::ok);
        ASSERT_EQ(after, before) << made.explain();
    }
}

TEST(allocation, never_happens_in_a_one_shot_call_up_to_rank_8) {
    random_bits random("allocation in calls");
    // The first call of all may set things up.
    float x[2] = {}, z[2];
    ASSERT_TRUE(try_neg(view(x, {2}), view(z, {2})));
    options how;
    how.max_threads = 1;
    for (std::int64_t i = 0; i < scaled(3000); ++i) {
        const question& asked = random.pick(questions);
        if (asked.type == dtype::str) continue;
        const workload w(asked, std::max<std::size_t>(random.below(9), asked.least_rank()),
                         random.one_in(20) ? 40'000 : 2'000, random);
        const long before = heap::allocations;
        outcome answer = try_eval(w.what.asked(), w.views, w.output, how);
        if (random.one_in(2)) answer = try_eval(w.what.asked(), w.views, w.output, how);  // finds what the first made
        const long after = heap::allocations;
        ASSERT_TRUE(completed(answer.code)) << answer.message;
        if (answer.code != status::ok) continue;  // its message may be on the heap
        std::string text = asked.name();
        for (const layout& l : w.layouts) text.append(" ").append(to_text(l));
        ASSERT_EQ(after, before) << text;
    }
}

TEST(allocation, never_happens_in_a_run_with_threads) {
    const std::int64_t n = 500'000;
    std::vector<float> x(static_cast<std::size_t>(n), 1.0f), z(x.size());
    options how;
    how.max_threads = 2;
    const plan made(op::neg, {view(x, {n})}, view(z, {n}), how);
    const void* const inputs[] = {x.data()};
    ASSERT_EQ(made.run(inputs, z.data()), status::ok);  // starts OpenMP's threads
    const long before = heap::allocations;
    const status answer = made.run(inputs, z.data());
    EXPECT_EQ(heap::allocations, before);
    EXPECT_EQ(answer, status::ok);
}

TEST(allocation, copies_of_plans_are_free_of_it) {
    std::vector<float> x(12), z(12);
    const plan made(op::neg, {view(x, {3, 4})}, view(z, {3, 4}));
    const long before = heap::allocations;
    plan copy = made;
    plan moved = std::move(copy);
    copy = moved;
    const long after = heap::allocations;
    EXPECT_EQ(after, before);
    EXPECT_TRUE(copy);
}

TEST(allocation, that_fails_is_a_status) {
    const std::vector<std::int64_t> shape = {2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1};
    const std::vector<std::int64_t> other = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    const std::vector<std::int64_t> result(12, 2);
    std::vector<float> x(64, 1.0f), y(64, 2.0f), z(4096, 77.0f);
    const std::vector<float> before = z;
    plan made;
    heap::fail_from = 0;
    const outcome planned = plan::try_make(made, op::add, {view(x, shape), view(y, other)}, view(z, result));
    const outcome evaluated = try_add(view(x, shape), view(y, other), view(z, result));
    heap::fail_from = -1;
    EXPECT_EQ(planned.code, status::out_of_memory);
    EXPECT_FALSE(made);
    EXPECT_EQ(evaluated.code, status::out_of_memory);
    EXPECT_EQ(z, before);
    ASSERT_TRUE(try_add(view(x, shape), view(y, other), view(z, result)));
    EXPECT_EQ(z, std::vector<float>(4096, 3.0f));
}

}  // namespace
}  // namespace zerostride::test
