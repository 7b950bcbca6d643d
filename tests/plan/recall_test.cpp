// One-shot calls that find what an earlier one decided: it is theirs, and only what is alike is found.
#include "dispatch/plan/recall.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "dispatch/isa.hpp"
#include "support/problem.hpp"
#include "support/settings.hpp"
#include "support/workload.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

using detail::recall;
using extents = std::vector<std::int64_t>;

/// Without OpenMP there is one, whoever asks for how many.
bool has_threads() {
    const std::int64_t n = 1'000'000'000;
    const float nothing = 0;
    options how;
    how.max_threads = 2;
    return plan(op::exp, {view(&nothing, {n})}, const_tensor_view(nullptr, dtype::f32, {n}), how).threads() > 1;
}

/// x [rows,3] and b [3]: too many for a call that decides nothing.
struct bias {
    extents shape = {400, 3}, row = {3}, x_strides, row_strides;
    operation what = op::sub;
    dtype type = dtype::f32;
    options how;
    std::vector<float> x, z;
    std::vector<float> b = {1, 10, 100};

    explicit bias(std::int64_t rows = 400)
        : shape{rows, 3}, x(static_cast<std::size_t>(3 * rows), 0.5f), z(static_cast<std::size_t>(3 * rows)) {
        how.max_threads = 1;
    }
    std::array<const_tensor_view, 2> operands() const {
        const auto strides = [](const extents& given) { return given.empty() ? nullptr : given.data(); };
        return {const_tensor_view(x.data(), type, shape, strides(x_strides)),
                const_tensor_view(b.data(), type, row, strides(row_strides))};
    }
    tensor_view output() { return {z.data(), type, shape}; }
    outcome call() { return try_eval(what, operands(), output(), how); }
    bool is_found() { return recall(what, operands(), output(), how).found() != nullptr; }
    void expect_right() const {
        for (std::size_t i = 0; i < z.size(); ++i) ASSERT_EQ(z[i], x[i] - b[i % 3]) << i;
    }
};

TEST(recall, finds_what_is_alike) {
    bias first(401), second(401);
    ASSERT_TRUE(first.call());
    EXPECT_TRUE(first.is_found());
    second.b = {-1, -2, -3};
    EXPECT_TRUE(second.is_found()) << "whatever the data are and wherever they lie";
    ASSERT_TRUE(second.call());
    second.expect_right();
    first.expect_right();
}

TEST(recall, finds_nothing_else) {
    bias made;
    ASSERT_TRUE(made.call());
    ASSERT_TRUE(made.is_found());
    const auto is_found = [](auto change) {
        bias other;
        change(other);
        return other.is_found();
    };
    EXPECT_FALSE(is_found([](bias& b) { b.what = op::add; }));
    EXPECT_FALSE(is_found([](bias& b) { b.type = dtype::i32; }));
    EXPECT_FALSE(is_found([](bias& b) { b.shape = {399, 3}; }));
    EXPECT_FALSE(is_found([](bias& b) { b.row = {1, 3}; }));
    EXPECT_FALSE(is_found([](bias& b) { b.row = {1}; }));
    EXPECT_FALSE(is_found([](bias& b) { b.x_strides = {12, 4}; })) << "it may be, but is not looked into";
    EXPECT_FALSE(is_found([](bias& b) { b.x_strides = {0, 4}; }));
    EXPECT_FALSE(is_found([](bias& b) { b.row_strides = {-4}; }));
    bias again;
    again.x.resize(2 * again.x.size());
    again.x_strides = {24, 4};
    again.row_strides = {4};
    ASSERT_TRUE(again.call());
    EXPECT_TRUE(again.is_found());
    again.x_strides = {20, 4};
    EXPECT_FALSE(again.is_found());
    again.x_strides = {24, 4};
    again.row_strides = {-4};
    EXPECT_FALSE(again.is_found());
    EXPECT_FALSE(is_found([](bias& b) { b.how.past_caches = true; }));
    EXPECT_EQ(is_found([](bias& b) { b.how.max_threads = 2; }), !has_threads());
    EXPECT_FALSE(is_found([](bias& b) { b.how.accuracy = accuracy_mode::fast; }));
    EXPECT_FALSE(is_found([](bias& b) { b.how.accuracy = static_cast<accuracy_mode>(77); }));
    EXPECT_FALSE(is_found([](bias& b) { b.how.with = static_cast<isa>(99); }));
    for (const isa with : available_isas()) {
        if (with == current_isa()) continue;
        EXPECT_FALSE(is_found([with](bias& b) { b.how.with = with; })) << name_of(with);
    }
    EXPECT_TRUE(is_found([](bias& b) { b.how.with = current_isa(); })) << "which is what runs without being asked for";
}

TEST(recall, tells_attributes_apart) {
    std::vector<float> x(9000, -1.0f), z(9000);
    const extents shape = {3000, 3}, strides = {24, 4};
    std::vector<float> wide(18'000, -1.0f);
    for (const double alpha : {0.5, 0.25, 0.5, 2.0}) {
        const operation what = {op::leaky_relu, {{attribute_id::alpha, alpha}}};
        ASSERT_TRUE(try_eval(what, {{wide.data(), dtype::f32, shape, strides.data()}}, {z.data(), dtype::f32, shape}));
        for (const float value : z) ASSERT_EQ(value, static_cast<float>(-alpha));
    }
}

TEST(recall, tells_absent_bounds_from_others) {
    std::vector<float> wide(18'000, 7.0f), z(9000);
    const extents shape = {3000, 3}, strides = {24, 4};
    const const_tensor_view x(wide.data(), dtype::f32, shape, strides.data());
    const float low = 8.0f;
    const auto value = [&](const const_tensor_view& bound) {
        z.assign(z.size(), 0.0f);
        EXPECT_TRUE(try_eval(op::clip, {x, bound, absent()}, {z.data(), dtype::f32, shape}));
        return z[5000];
    };
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(value({&low, dtype::f32, {}}), 8.0f);
        EXPECT_EQ(value(absent()), 7.0f);
    }
    // An operand without a type is not an absent one.
    const outcome refused = try_eval(op::clip, {x, {&low, dtype{}, {}}, absent()}, {z.data(), dtype::f32, shape});
    EXPECT_EQ(refused.code, status::invalid_argument) << refused.message;
}

TEST(recall, follows_the_settings_of_the_process) {
    bias data;
    const auto runs = [&] {
        EXPECT_TRUE(data.call());
        const recall found(data.what, data.operands(), data.output(), data.how);
        return found.found() == nullptr ? isa::automatic : found.found()->with;
    };
    const isa before = current_isa();
    for (int i = 0; i < 2; ++i) {
        for (const isa with : available_isas()) {
            ASSERT_TRUE(force_isa(with));
            EXPECT_EQ(runs(), with);
        }
    }
    ASSERT_TRUE(force_isa(before));

    bias large(100'000);
    large.how.max_threads = 0;
    bias small(403);
    small.how.max_threads = 0;
    set_max_threads(1);
    ASSERT_TRUE(large.call());
    EXPECT_TRUE(large.is_found());
    ASSERT_TRUE(small.call());
    set_max_threads(4);
    EXPECT_EQ(large.is_found(), !has_threads());
    EXPECT_TRUE(small.is_found()) << "it never has several threads, and asks nobody how many there are";
    ASSERT_TRUE(large.call());
    large.expect_right();
    set_max_threads(0);
}

TEST(recall, refuses_the_same_pointers_in_the_same_words) {
    bias data(402);
    const auto words = [&](const void* x, void* z) {
        const auto made = data.operands();
        return try_eval(op::sub, {{x, dtype::f32, data.shape}, made[1]}, {z, dtype::f32, data.shape}, data.how).message;
    };
    std::string first[2];
    for (std::string& at : first) {
        data.z.assign(data.z.size(), 7.0f);
        at = words(data.x.data(), data.x.data() + 1) + "; " + words(nullptr, data.z.data()) + "; " +
             words(data.x.data(), nullptr);
        EXPECT_EQ(data.z[0], 7.0f);
        ASSERT_TRUE(data.call());
        data.expect_right();
        ASSERT_TRUE(data.is_found());
    }
    EXPECT_EQ(first[0], first[1]);
    EXPECT_NE(first[0].find("operand 0 has elements and a null data pointer"), std::string::npos) << first[0];
}

TEST(recall, never_keeps_what_was_refused) {
    bias data;
    data.row = {4};
    for (int i = 0; i < 2; ++i) {
        const outcome refused = data.call();
        EXPECT_EQ(refused.code, status::shape_mismatch);
        EXPECT_NE(refused.message.find("E1"), std::string::npos) << refused.message;
        EXPECT_FALSE(data.is_found());
    }
    data.shape = {400, -3};
    EXPECT_EQ(data.call().code, status::invalid_argument);
    EXPECT_FALSE(data.is_found());
    const std::int64_t* const none = nullptr;
    EXPECT_EQ(recall(op::sub, {{data.x.data(), dtype::f32, {none, 2}}, {data.x.data(), dtype::f32, {}}}, data.output(),
                     data.how)
                  .place(),
              nullptr);
}

TEST(recall, keeps_nothing_that_is_on_the_heap) {
    bias data;
    data.what = op::mean;
    ASSERT_TRUE(data.call());
    EXPECT_FALSE(data.is_found());
    // Scales of blocks are one more axis.
    const extents shape = {2, 2, 2, 2, 2, 2, 2, 2, 9}, scales = {2, 2, 2, 2, 2, 2, 2, 2, 3};
    for (const std::size_t dropped : {0, 1, 2}) {
        const extents_ref values(shape.data() + dropped, 9 - dropped), few(scales.data() + dropped, 9 - dropped);
        std::vector<float> x(2304, 3.0f), scale(768, 0.5f);
        std::vector<std::int8_t> z(2304);
        const std::array<const_tensor_view, 2> operands = {const_tensor_view(x.data(), dtype::f32, values),
                                                           const_tensor_view(scale.data(), dtype::f32, few)};
        const tensor_view output(z.data(), dtype::i8, values);
        const operation what = {op::quantize_linear,
                                {{attribute_id::axis, static_cast<double>(8 - dropped)},
                                 {attribute_id::block_size, 3.0},
                                 {attribute_id::output_dtype, dtype::i8}}};
        const outcome answer = try_eval(what, operands, output);
        ASSERT_TRUE(answer) << answer.message;
        EXPECT_EQ(z[500], 6);
        EXPECT_EQ(recall(what, operands, output, {}).found() != nullptr, dropped == 2) << dropped;
    }
}

TEST(recall, of_an_expand_asks_for_its_extents_again) {
    const float x[] = {1, 2, 3};
    std::vector<float> z(3000);
    const extents made = {1000, 3};
    for (const std::int64_t rows : {1000, 999, 1000}) {
        const std::int64_t asked[] = {rows, 3};
        const outcome answer = try_eval(op::expand, {view(x, {3}), view(asked, {2})}, {z.data(), dtype::f32, made});
        EXPECT_EQ(answer.code, rows == 1000 ? status::ok : status::shape_mismatch);
    }
}

// A call that can do without a plan has one when it has been made some times.
TEST(recall, of_small_calls_waits_for_more_of_them) {
    bias data(70);
    int calls = 0;
    while (!data.is_found() && calls < 10) {
        data.b[2] += 1.0f;
        ASSERT_TRUE(data.call());
        data.expect_right();
        ++calls;
    }
    EXPECT_GT(calls, 1);
    EXPECT_LT(calls, 10);
    for (int i = 0; i < 3; ++i) {
        data.b[2] += 1.0f;
        ASSERT_TRUE(data.call());
        data.expect_right();
    }
    bias few(12);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(few.call());
    few.expect_right();
    EXPECT_FALSE(few.is_found()) << "which takes longer than to pack so few";
}

TEST(recall, is_not_waited_for) {
    bias data;
    ASSERT_TRUE(data.call());
    const recall held(data.what, data.operands(), data.output(), data.how);
    ASSERT_NE(held.found(), nullptr);
    for (int i = 0; i < 3; ++i) {
        data.z.assign(data.z.size(), -1.0f);
        ASSERT_TRUE(data.call());
        data.expect_right();
    }
}

// Alternating axes: one call gathers them, because shuffles take longer to find.
TEST(recall, finds_better_programs_when_it_is_worth_it) {
    const extents shape = {2, 3, 5, 7, 4, 2}, other = {2, 1, 5, 1, 4, 1};
    std::vector<float> x(1680, 0.5f), y(40), z(1680);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(3 * i);
    const std::array<const_tensor_view, 2> operands = {const_tensor_view(x.data(), dtype::f32, shape),
                                                       const_tensor_view(y.data(), dtype::f32, other)};
    const tensor_view output(z.data(), dtype::f32, shape);
    options how;
    how.max_threads = 1;
    std::vector<float> expected(z.size());
    const plan made(op::add, operands, output, how);
    const void* const pointers[] = {x.data(), y.data()};
    ASSERT_EQ(made.run(pointers, expected.data()), status::ok);
    std::vector<detail::way> ways;
    const std::int64_t calls = (std::int64_t{1} << 20) / 1680 + 10;
    for (std::int64_t i = 0; i < calls; ++i) {
        z.assign(z.size(), -1.0f);
        ASSERT_TRUE(try_eval(op::add, operands, output, how));
        ASSERT_EQ(z, expected) << i;
        const recall found(op::add, operands, output, how);
        ASSERT_NE(found.found(), nullptr) << i;
        ASSERT_EQ(found.found()->routes[2].how, detail::route::packed);
        const detail::way packed = found.found()->routes[2].steps.how;
        if (ways.empty() || ways.back() != packed) ways.push_back(packed);
    }
    if (made.explain().find("by gather") != std::string::npos) {
        EXPECT_EQ(ways, std::vector<detail::way>{detail::way::gathered}) << "there is nothing better here";
        return;
    }
    ASSERT_EQ(ways.size(), 2u);
    EXPECT_EQ(ways[0], detail::way::gathered);
}

TEST(recall, of_more_layouts_than_places) {
    std::vector<std::unique_ptr<bias>> all;
    for (std::int64_t rows = 200; rows < 400; ++rows) all.push_back(std::make_unique<bias>(rows));
    for (int round = 0; round < 3; ++round) {
        for (const auto& data : all) {
            data->b[0] += 1.0f;
            ASSERT_TRUE(data->call());
            data->expect_right();
        }
    }
}

/// How many calls of each of `all`, made in turn, find what was decided in the turn before.
std::size_t found_in_turn(const std::vector<std::unique_ptr<bias>>& all, int turns = 2) {
    std::size_t found = 0;
    for (int turn = 0; turn < turns; ++turn) {
        found = 0;
        for (const auto& data : all) {
            found += data->is_found();
            EXPECT_TRUE(data->call());
        }
    }
    return found;
}

// Extents next to each other, multiples of powers of two: whatever they are, calls in turn do not drive each other out.
TEST(recall, of_several_layouts_in_turn) {
    const auto next_to_each_other = [](std::int64_t count) {
        std::vector<std::unique_ptr<bias>> all;
        for (std::int64_t i = 0; i < count; ++i) all.push_back(std::make_unique<bias>(700 + i));
        return all;
    };
    const auto powers_of_two = [](std::int64_t count) {
        std::vector<std::unique_ptr<bias>> all;
        for (std::int64_t i = 0; i < count; ++i) all.push_back(std::make_unique<bias>(std::int64_t{256} << i));
        return all;
    };
    EXPECT_EQ(found_in_turn(next_to_each_other(2)), 2u);
    // Where they have a place depends on the thread, too, and is by chance: not all may be found.
    EXPECT_GE(found_in_turn(next_to_each_other(8)), 3u);
    EXPECT_GE(found_in_turn(next_to_each_other(24)), 8u);
    EXPECT_EQ(found_in_turn(powers_of_two(2)), 2u);
    EXPECT_GE(found_in_turn(powers_of_two(8)), 3u);
    // Such as wait for a place do not, either.
    std::vector<std::unique_ptr<bias>> small;
    for (const std::int64_t rows : {100, 101}) small.push_back(std::make_unique<bias>(rows));
    EXPECT_EQ(found_in_turn(small, 8), 2u);
}

TEST(recall, of_threads_in_turn) {
    constexpr int threads = 8;
    std::vector<std::thread> running;
    std::atomic<int> turn{0}, found{0};
    for (int t = 0; t < threads; ++t) {
        running.emplace_back([t, &turn, &found] {
            bias data(600);
            for (int round = 0; round < 2; ++round) {
                while (turn.load() != round * threads + t) std::this_thread::yield();
                found += data.is_found();
                EXPECT_TRUE(data.call());
                ++turn;
            }
        });
    }
    for (std::thread& thread : running) thread.join();
    EXPECT_GE(found.load(), 3) << "of as many calls in the second round";
}

TEST(recall, by_many_threads) {
    constexpr int threads = 8;
    const std::int64_t rounds = scaled(2000);
    std::vector<std::thread> running;
    std::array<bool, threads> right = {};
    for (int t = 0; t < threads; ++t) {
        running.emplace_back([t, rounds, &is_right = right[static_cast<std::size_t>(t)]] {
            bias shared(300), own(200 + t);
            bool good = true;
            for (std::int64_t i = 0; i < rounds && good; ++i) {
                for (bias* data : {&shared, &own}) {
                    data->b[1] = static_cast<float>(i + t);
                    good = data->call() && data->z[1] == data->x[1] - data->b[1] &&
                           std::memcmp(data->z.data(), data->z.data() + 3, (data->z.size() - 3) * sizeof(float)) == 0;
                    if (!good) break;
                }
            }
            is_right = good;
        });
    }
    for (std::thread& thread : running) thread.join();
    for (const bool is_right : right) EXPECT_TRUE(is_right);
}

// Any operator in any layout, each several times and among others, with other data each time.
TEST(recall, never_changes_an_answer) {
    random_bits random("recalled calls");
    const std::vector<question> questions = every_question();
    const std::vector<isa> isas = available_isas();
    for (std::int64_t round = 0; round < scaled(200); ++round) {
        std::vector<problem> asked;
        for (int i = 0; i < 6; ++i) {
            problem p;
            p.what = random.pick(questions);
            p.with = random.pick(isas);
            p.by_call = true;
            const std::size_t rank = std::max<std::size_t>(random.below(9), p.what.least_rank());
            const workload drawn(p.what, rank, random.one_in(8) ? 20'000 : 2'000, random);
            p.output.how = drawn.layouts[0];
            for (std::size_t k = 1; k < drawn.layouts.size(); ++k) p.inputs.push_back({drawn.layouts[k]});
            asked.push_back(p);
        }
        for (int i = 0; i < 30; ++i) ASSERT_TRUE(is_computed_right(random.pick(asked), random));
    }
}

}  // namespace
}  // namespace zerostride::test
