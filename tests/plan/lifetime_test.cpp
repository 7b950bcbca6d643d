// Plans as values: copied, moved, kept, shared between threads; and what they tell about themselves.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

static_assert(std::is_nothrow_default_constructible_v<plan>);
static_assert(std::is_nothrow_copy_constructible_v<plan> && std::is_nothrow_copy_assignable_v<plan>);
static_assert(std::is_nothrow_move_constructible_v<plan> && std::is_nothrow_move_assignable_v<plan>);
static_assert(noexcept(std::declval<const plan&>().run(nullptr, nullptr)));
static_assert(noexcept(plan::try_make(std::declval<plan&>(), op::add, {}, {})));
static_assert(noexcept(try_eval(op::add, {}, {})));
static_assert(noexcept(try_add({}, {}, {})));

/// [rows,3] + [3]: an operand that is packed, so that the plan has something to own.
struct biased_rows {
    static constexpr std::int64_t rows = 500;
    std::vector<float> x = std::vector<float>(3 * rows);
    std::vector<float> b = {1, 10, 100};
    std::vector<float> z = std::vector<float>(3 * rows);

    biased_rows() {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
    }
    plan planned(const options& how = {}) {
        return plan(op::add, {view(x, {rows, 3}), view(b, {3})}, view(z, {rows, 3}), how);
    }
    void expect_runs(const plan& p) {
        z.assign(z.size(), -1.0f);
        const void* const inputs[] = {x.data(), b.data()};
        ASSERT_EQ(p.run(inputs, z.data()), status::ok);
        for (std::size_t i = 0; i < z.size(); ++i) ASSERT_EQ(z[i], x[i] + b[i % 3]) << i;
    }
};

TEST(plan, outlives_the_one_it_was_copied_from) {
    biased_rows data;
    plan copy;
    {
        const plan first = data.planned();
        copy = first;
        data.expect_runs(first);
    }
    data.expect_runs(copy);
    const plan moved = std::move(copy);
    data.expect_runs(moved);
    EXPECT_FALSE(copy);  // NOLINT: a plan that was moved from is empty
    std::vector<plan> many(10, moved);
    many.erase(many.begin(), many.begin() + 9);
    data.expect_runs(many.front());
}

/// The result replaces the operand whose texts it shows.
TEST(evaluation, into_an_operand_keeps_its_texts) {
    const std::vector<std::string> words = {"a text too long to be within a std::string itself", "b"};
    tensor made = tensor::from_strings(words, {2});
    for (int again = 0; again < 3; ++again) {
        ASSERT_TRUE(try_eval(made, op::identity, {made}));
        EXPECT_EQ(made.to_strings(), words);
        EXPECT_EQ(made.owners().size(), 1u);
    }
    ASSERT_TRUE(try_eval(made, op::max, {made, made}));
    EXPECT_EQ(made.to_strings(), words);
    tensor other = tensor::from_strings({"c", "d"}, {2});
    ASSERT_TRUE(try_eval(other, op::identity, {made}));
    EXPECT_TRUE(other.owners().empty()) << "of what is no operand nothing is kept";
}

TEST(plan, does_not_look_at_shapes_or_strides_again) {
    biased_rows data;
    plan made;
    {
        std::vector<std::int64_t> shape = {biased_rows::rows, 3}, row = {3}, strides = {12, 4};
        made = plan(op::add,
                    {const_tensor_view(nullptr, dtype::f32, shape, strides.data()),
                     const_tensor_view(nullptr, dtype::f32, row)},
                    const_tensor_view(nullptr, dtype::f32, shape));
        shape.assign(2, 7);
        strides.assign(2, 7);
    }
    data.expect_runs(made);
}

TEST(plan, runs_again_on_other_data) {
    biased_rows first, second;
    second.b = {-5, 0, 5};
    const plan made = first.planned();
    for (int i = 0; i < 3; ++i) {
        first.expect_runs(made);
        second.expect_runs(made);
    }
}

TEST(plan, runs_in_several_threads_at_once) {
    biased_rows prototype;
    for (const int inner_threads : {1, 2}) {
        options how;
        how.max_threads = inner_threads;
        const plan shared = prototype.planned(how);
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                const plan mine = shared;
                biased_rows own;
                own.b = {static_cast<float>(t), 2, 3};
                const void* const inputs[] = {own.x.data(), own.b.data()};
                for (int i = 0; i < 50; ++i) {
                    own.z.assign(own.z.size(), -1.0f);
                    if (mine.run(inputs, own.z.data()) != status::ok) ++wrong;
                    for (std::size_t k = 0; k < own.z.size(); ++k) wrong += own.z[k] != own.x[k] + own.b[k % 3];
                }
            });
        }
        for (std::thread& t : threads) t.join();
        EXPECT_EQ(wrong, 0);
    }
}

TEST(plan, is_made_in_several_threads_at_once) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) {
                biased_rows own;
                options how;
                how.max_threads = 1;
                const plan made = own.planned(how);
                const void* const inputs[] = {own.x.data(), own.b.data()};
                if (made.run(inputs, own.z.data()) != status::ok) ++wrong;
                for (std::size_t k = 0; k < own.z.size(); ++k) wrong += own.z[k] != own.x[k] + own.b[k % 3];
            }
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong, 0);
}

TEST(plan, explains_itself) {
    biased_rows data;
    for (const isa with : available_isas()) {
        options how;
        how.with = with;
        const plan made = data.planned(how);
        const std::string text = made.explain();
        EXPECT_EQ(made.instruction_set(), with);
        EXPECT_NE(text.find(name_of(with)), std::string::npos) << text;
        EXPECT_NE(text.find("nest"), std::string::npos) << text;
        EXPECT_NE(text.find("500"), std::string::npos) << text;  // the outer extent
        EXPECT_NE(text.find("threads"), std::string::npos) << text;
        EXPECT_NE(text.find("Add"), std::string::npos) << text;
        EXPECT_NE(text.find("f32"), std::string::npos) << text;
        EXPECT_EQ(text.back(), '\n');
    }
    // Nothing that has no loops breaks it.
    EXPECT_FALSE(plan(op::neg, {view(data.x, {})}, view(data.z, {})).explain().empty());
    EXPECT_FALSE(plan(op::neg, {view(data.x, {0})}, view(data.z, {0})).explain().empty());
}

TEST(plan, has_ranks_without_limit) {
    // Rank 40: axes of 1 and a few of 2, none mergeable with its neighbour.
    const std::size_t rank = 40;
    std::vector<std::int64_t> shape(rank, 1), row(rank, 1);
    for (std::size_t i = 0; i < 12; ++i) shape[3 * i] = 2;
    for (std::size_t i = 0; i < 12; i += 2) row[3 * i] = 2;
    std::vector<std::int32_t> x(1 << 12), y(1 << 6), z(1 << 12);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int32_t>(1000 * i);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<std::int32_t>(i);
    ASSERT_TRUE(try_add(view(x, shape), view(y, row), view(z, shape)));
    const plan made(op::add, {view(x, shape), view(y, row)}, view(z, shape));
    std::vector<std::int32_t> again(z.size());
    const void* const inputs[] = {x.data(), y.data()};
    ASSERT_EQ(made.run(inputs, again.data()), status::ok);
    for (std::size_t i = 0; i < z.size(); ++i) {
        // Bits 11, 9, 7, ... of the index belong to the axes that y has.
        std::size_t k = 0;
        for (int bit = 11; bit > 0; bit -= 2) k = 2 * k + (i >> bit & 1);
        ASSERT_EQ(z[i], x[i] + y[k]) << i;
        ASSERT_EQ(again[i], z[i]) << i;
    }
}

}  // namespace
}  // namespace zerostride::test
