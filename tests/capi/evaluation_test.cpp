// Plans and one-shot calls through C: right numbers, threads, aliasing, and what is refused in which words.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "capi/asked.hpp"
#include "support/settings.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// An operation in C's terms. Plans and one-shot calls must refuse it in the same words.
struct call {
    zs_op op;
    std::vector<zs_view> inputs;
    zs_view output;
    const zs_options* options = nullptr;

    answer eval() const {
        return ask([this](zs_message* m) {
            return zs_eval(op, nullptr, 0, inputs.data(), inputs.size(), &output, options, m);
        });
    }
    answer plan(zs_plan** made) const {
        return ask([this, made](zs_message* m) {
            zs_plan_destroy(*made);
            *made = nullptr;
            return zs_plan_create(op, nullptr, 0, inputs.data(), inputs.size(), &output, options, made, m);
        });
    }
    answer refusal() const {
        const answer evaluated = eval();
        int somewhere;
        zs_plan* made = reinterpret_cast<zs_plan*>(&somewhere);  // as in memory that nobody initialised
        const answer planned = ask([this, &made](zs_message* m) {
            return zs_plan_create(op, nullptr, 0, inputs.data(), inputs.size(), &output, options, &made, m);
        });
        EXPECT_EQ(made, nullptr);
        EXPECT_EQ(planned.status, evaluated.status);
        EXPECT_EQ(planned.words, evaluated.words);
        return evaluated;
    }
};

/// Ends its plan.
struct owned_plan {
    zs_plan* plan = nullptr;
    owned_plan() = default;
    owned_plan(const owned_plan&) = delete;
    owned_plan& operator=(const owned_plan&) = delete;
    ~owned_plan() { zs_plan_destroy(plan); }
};

TEST(evaluation, of_any_number_of_operands) {
    const float x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {10, 20, 30};
    const extents matrix = {2, 3}, row = {3};
    for (const std::size_t count : {1, 2, 3, 20, 500}) {
        float z[6] = {};
        call mean = {ZS_OP_mean, {}, view_of(z, ZS_DTYPE_f32, matrix)};
        std::vector<const void*> data;
        for (std::size_t i = 0; i < count; ++i) {
            mean.inputs.push_back(i == 0 ? view_of(x, ZS_DTYPE_f32, matrix) : view_of(y, ZS_DTYPE_f32, row));
            data.push_back(mean.inputs[i].data);
        }
        EXPECT_EQ(mean.eval().status, ZS_STATUS_ok);
        float expected[6];
        for (std::size_t i = 0; i < 6; ++i) {
            expected[i] = (x[i] + static_cast<float>(count - 1) * y[i % 3]) / static_cast<float>(count);
        }
        EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0) << count;
        std::memset(z, 0, sizeof z);
        owned_plan made;
        ASSERT_EQ(mean.plan(&made.plan).status, ZS_STATUS_ok);
        EXPECT_EQ(zs_plan_run(made.plan, data.data(), z), ZS_STATUS_ok);
        EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0) << count;
    }
    float z[6] = {};
    EXPECT_EQ((call{ZS_OP_max, {}, view_of(z, ZS_DTYPE_f32, matrix)}.refusal().words),
              "max: takes 1 or more operands, 0 given");
    // Refused before any is read.
    const zs_view one = view_of(x, ZS_DTYPE_f32, matrix), into = view_of(z, ZS_DTYPE_f32, matrix);
    for (const auto& [which, count, words] :
         {std::tuple{ZS_OP_max, std::size_t{1} << 31, "max: takes at most 2147483647 operands, 2147483648 given"},
          std::tuple{ZS_OP_add, ~std::size_t{0}, "add: takes at most 2 operands, 18446744073709551615 given"}}) {
        EXPECT_EQ(ask([&, op = which, n = count](zs_message* m) {
                      return zs_eval(op, nullptr, 0, &one, n, &into, nullptr, m);
                  }).words,
                  words);
        zs_dtype made;
        EXPECT_EQ(ask([&, op = which, n = count](zs_message* m) {
                      return zs_result_type(op, nullptr, 0, &one.dtype, n, &made, m);
                  }).words,
                  words);
    }
    const extents other = {4};
    const call bad = {
        ZS_OP_sum,
        {view_of(x, ZS_DTYPE_f32, matrix), view_of(y, ZS_DTYPE_f32, row), view_of(x, ZS_DTYPE_f32, other)},
        view_of(z, ZS_DTYPE_f32, matrix)};
    EXPECT_EQ(bad.refusal().words,
              "sum: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 2 is [4])");
}

TEST(evaluation, of_a_broadcast) {
    const float x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {10, 20, 30};
    float z[6] = {};
    const extents matrix = {2, 3}, row = {3};
    const call add = {
        ZS_OP_add, {view_of(x, ZS_DTYPE_f32, matrix), view_of(y, ZS_DTYPE_f32, row)}, view_of(z, ZS_DTYPE_f32, matrix)};
    EXPECT_EQ(add.eval().status, ZS_STATUS_ok);
    const float expected[6] = {11, 22, 33, 14, 25, 36};
    EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0);

    owned_plan made;
    ASSERT_EQ(add.plan(&made.plan).status, ZS_STATUS_ok);
    const float negative[6] = {-1, -2, -3, -4, -5, -6};
    const void* const inputs[] = {negative, y};
    EXPECT_EQ(zs_plan_run(made.plan, inputs, z), ZS_STATUS_ok);
    const float other[6] = {9, 18, 27, 6, 15, 24};
    EXPECT_EQ(std::memcmp(z, other, sizeof z), 0);
    EXPECT_EQ(zs_plan_isa(made.plan), zs_isa_current());
    EXPECT_EQ(zs_plan_threads(made.plan), 1);
}

TEST(evaluation, of_any_strides) {
    // x is transposed in memory and y read backwards; the output has gaps.
    const std::int32_t x[6] = {1, 4, 2, 5, 3, 6}, y[3] = {30, 20, 10};
    std::int32_t z[12];
    std::memset(z, 0x5a, sizeof z);
    const extents matrix = {2, 3}, row = {3};
    const std::int64_t turned[] = {4, 8}, back[] = {-4}, gaps[] = {24, 8};
    const call sub = {ZS_OP_sub,
                      {view_of(x, ZS_DTYPE_i32, matrix, turned), view_of(y + 2, ZS_DTYPE_i32, row, back)},
                      view_of(z, ZS_DTYPE_i32, matrix, gaps)};
    EXPECT_EQ(sub.eval().status, ZS_STATUS_ok);
    const std::int32_t g = 0x5a5a5a5a;
    const std::int32_t expected[12] = {-9, g, -18, g, -27, g, -6, g, -15, g, -24, g};
    EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0);
}

TEST(evaluation, needs_nothing_of_the_arguments_after_planning) {
    owned_plan made;
    {
        extents matrix = {2, 3}, row = {3};
        std::vector<std::int64_t> strides = {12, 4};
        call add = {ZS_OP_add,
                    {view_of(nullptr, ZS_DTYPE_i64, matrix), view_of(nullptr, ZS_DTYPE_i64, row)},
                    view_of(nullptr, ZS_DTYPE_i64, matrix)};
        ASSERT_EQ(add.plan(&made.plan).status, ZS_STATUS_ok);
        matrix.assign(2, -1);
        row.assign(1, -1);
        add.inputs.assign(2, zs_view{});
    }
    const std::int64_t x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {1, 1, 1};
    std::int64_t z[6];
    const void* const inputs[] = {x, y};
    ASSERT_EQ(zs_plan_run(made.plan, inputs, z), ZS_STATUS_ok);
    EXPECT_EQ(z[0], 2);
    EXPECT_EQ(z[5], 7);
}

TEST(evaluation, of_more_axes_than_fit_on_the_stack) {
    const extents shape(20, 2), ones(20, 1);
    const std::size_t n = std::size_t{1} << 20;
    std::vector<std::uint8_t> x(n), z(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::uint8_t>(i * 7);
    const std::uint8_t y = 3;
    const call add = {ZS_OP_add,
                      {view_of(x.data(), ZS_DTYPE_u8, shape), view_of(&y, ZS_DTYPE_u8, ones)},
                      view_of(z.data(), ZS_DTYPE_u8, shape)};
    EXPECT_EQ(add.eval().status, ZS_STATUS_ok);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(z[i], static_cast<std::uint8_t>(x[i] + 3)) << i;
}

TEST(evaluation, in_place) {
    double x[4] = {1, 4, 9, 16};
    const extents four = {4};
    const call root = {ZS_OP_sqrt, {view_of(x, ZS_DTYPE_f64, four)}, view_of(x, ZS_DTYPE_f64, four)};
    char text[64];
    zs_message message = ZS_MESSAGE(text);
    ASSERT_EQ(zs_eval(ZS_OP_sqrt, nullptr, 0, root.inputs.data(), 1, &root.output, nullptr, &message), ZS_STATUS_ok);
    EXPECT_EQ(x[0], 1);
    EXPECT_EQ(x[1], 2);
    EXPECT_EQ(x[2], 3);
    EXPECT_EQ(x[3], 4);
}

TEST(evaluation, into_memory_of_an_input_is_refused_before_a_byte_is_written) {
    float x[5] = {1, 2, 3, 4, 5};
    const extents four = {4};
    const call negate = {ZS_OP_neg, {view_of(x, ZS_DTYPE_f32, four)}, view_of(x + 1, ZS_DTYPE_f32, four)};
    const answer evaluated = negate.eval();
    EXPECT_EQ(evaluated.status, ZS_STATUS_overlap);
    EXPECT_NE(evaluated.words.find("neg: the output shares bytes with operand 0,"), std::string::npos)
        << evaluated.words;
    owned_plan made;
    ASSERT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok) << "planning does not look at the pointers";
    const void* const inputs[] = {x};
    EXPECT_EQ(zs_plan_run(made.plan, inputs, x + 1), ZS_STATUS_overlap);
    const answer checked = ask([&](zs_message* m) { return zs_plan_check(made.plan, inputs, x + 1, m); });
    EXPECT_EQ(checked.status, ZS_STATUS_overlap);
    EXPECT_EQ(checked.words, evaluated.words);
    EXPECT_EQ(ask([&](zs_message* m) { return zs_plan_check(made.plan, inputs, x, m); }).status, ZS_STATUS_ok);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(x[i], static_cast<float>(i + 1));
}

TEST(evaluation, of_an_integer_division_by_zero_is_complete_and_says_so) {
    const std::int32_t x[4] = {7, -7, 8, std::numeric_limits<std::int32_t>::min()}, y[4] = {2, 0, -3, -1};
    std::int32_t z[4] = {99, 99, 99, 99};
    const extents four = {4};
    const call divide = {
        ZS_OP_div, {view_of(x, ZS_DTYPE_i32, four), view_of(y, ZS_DTYPE_i32, four)}, view_of(z, ZS_DTYPE_i32, four)};
    const answer evaluated = divide.eval();
    EXPECT_EQ(evaluated.status, ZS_STATUS_integer_division_by_zero);
    EXPECT_NE(evaluated.words.find("div: an integer was divided by zero"), std::string::npos) << evaluated.words;
    const std::int32_t expected[4] = {3, 0, -2, std::numeric_limits<std::int32_t>::min()};
    EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0);
    owned_plan made;
    ASSERT_EQ(divide.plan(&made.plan).status, ZS_STATUS_ok);
    std::memset(z, 0, sizeof z);
    const void* const inputs[] = {x, y};
    EXPECT_EQ(zs_plan_run(made.plan, inputs, z), ZS_STATUS_integer_division_by_zero);
    EXPECT_EQ(std::memcmp(z, expected, sizeof z), 0);
}

std::int64_t many() { return current_tier() == tier::emulated ? 300'000 : 1'000'000; }

TEST(evaluation, of_one_plan_by_two_threads) {
    const extents shape = {many() / 100, 100}, column = {many() / 100, 1};
    const call mul = {ZS_OP_mul,
                      {view_of(nullptr, ZS_DTYPE_f32, shape), view_of(nullptr, ZS_DTYPE_f32, column)},
                      view_of(nullptr, ZS_DTYPE_f32, shape)};
    zs_options alone = ZS_OPTIONS_INIT;
    alone.max_threads = 1;
    call one = mul;
    one.options = &alone;
    owned_plan made;
    ASSERT_EQ(one.plan(&made.plan).status, ZS_STATUS_ok);
    std::vector<std::thread> threads;
    std::vector<std::size_t> wrong(2, 0);
    for (std::size_t t = 0; t < 2; ++t) {
        threads.emplace_back([&, t] {
            const auto n = static_cast<std::size_t>(shape[0] * shape[1]);
            std::vector<float> x(n), y(static_cast<std::size_t>(shape[0])), z(n);
            for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 1000 + t);
            for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<float>(i % 10) - static_cast<float>(t);
            const void* const inputs[] = {x.data(), y.data()};
            for (int again = 0; again < 4; ++again) {
                if (zs_plan_run(made.plan, inputs, z.data()) != ZS_STATUS_ok) ++wrong[t];
                for (std::size_t i = 0; i < n; ++i) wrong[t] += z[i] != x[i] * y[i / 100];
            }
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong[0], 0u);
    EXPECT_EQ(wrong[1], 0u);
}

/// A host's pool, in C's terms.
struct pool {
    std::mutex mutex;
    int calls = 0;
    int tasks = 0;

    static void run(void* context, std::int32_t tasks, void (*body)(void*, std::int32_t), void* body_context) {
        pool& self = *static_cast<pool*>(context);
        {
            const std::lock_guard lock(self.mutex);
            ++self.calls;
            self.tasks += tasks;
        }
        std::vector<std::thread> threads;
        for (std::int32_t i = tasks; i-- > 0;) threads.emplace_back(body, body_context, i);
        for (std::thread& t : threads) t.join();
    }
};

TEST(evaluation, on_the_host_s_threads) {
    const auto n = static_cast<std::size_t>(many());
    std::vector<float> x(n), z(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i);
    const extents shape = {many()};
    pool host;
    zs_options how = ZS_OPTIONS_INIT;
    how.host = {&pool::run, &host, 3};
    call negate = {ZS_OP_neg, {view_of(x.data(), ZS_DTYPE_f32, shape)}, view_of(z.data(), ZS_DTYPE_f32, shape), &how};
    owned_plan made;
    ASSERT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok);
    EXPECT_GT(zs_plan_threads(made.plan), 1);
    EXPECT_LE(zs_plan_threads(made.plan), 3);
    const void* const inputs[] = {x.data()};
    ASSERT_EQ(zs_plan_run(made.plan, inputs, z.data()), ZS_STATUS_ok);
    EXPECT_EQ(host.calls, 1);
    EXPECT_EQ(host.tasks, zs_plan_threads(made.plan));
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(z[i], -x[i]) << i;
    z.assign(n, 0);
    ASSERT_EQ(zs_eval(ZS_OP_neg, nullptr, 0, negate.inputs.data(), 1, &negate.output, &how, nullptr), ZS_STATUS_ok);
    EXPECT_EQ(host.calls, 2);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(z[i], -x[i]) << i;
    how.max_threads = 1;
    ASSERT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok);
    EXPECT_EQ(zs_plan_threads(made.plan), 1);
}

TEST(evaluation, with_the_threads_of_the_process) {
    const extents shape = {many()};
    const call negate = {ZS_OP_neg, {view_of(nullptr, ZS_DTYPE_f32, shape)}, view_of(nullptr, ZS_DTYPE_f32, shape)};
    owned_plan made;
    zs_set_max_threads(1);
    EXPECT_EQ(zs_max_threads(), 1);
    ASSERT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok);
    EXPECT_EQ(zs_plan_threads(made.plan), 1);
    zs_set_max_threads(3);
    EXPECT_EQ(zs_max_threads(), 3);
    zs_set_max_threads(0);
    EXPECT_EQ(zs_max_threads(), max_threads());
}

TEST(evaluation, with_the_accuracy_that_is_asked_for) {
    const extents shape = {2};
    const float x[2] = {3, 4};
    float z[2];
    zs_options how = ZS_OPTIONS_INIT;
    const call exponential = {ZS_OP_exp, {view_of(x, ZS_DTYPE_f32, shape)}, view_of(z, ZS_DTYPE_f32, shape), &how};
    EXPECT_EQ(zs_plan_accuracy(nullptr), ZS_ACCURACY_automatic);
    for (const zs_accuracy accuracy : {ZS_ACCURACY_automatic, ZS_ACCURACY_exact, ZS_ACCURACY_fast}) {
        how.accuracy = accuracy;
        owned_plan made;
        ASSERT_EQ(exponential.plan(&made.plan).status, ZS_STATUS_ok);
        EXPECT_EQ(zs_plan_accuracy(made.plan), accuracy == ZS_ACCURACY_fast ? ZS_ACCURACY_fast : ZS_ACCURACY_exact);
        EXPECT_EQ(zs_accuracy_from_name(zs_accuracy_name(accuracy)), accuracy);
    }
    EXPECT_EQ(zs_accuracy_name(3), nullptr);
    EXPECT_EQ(zs_accuracy_name(-1), nullptr);
    EXPECT_EQ(zs_accuracy_from_name("quick"), -1);
    EXPECT_EQ(zs_accuracy_from_name(nullptr), -1);
    EXPECT_TRUE(zs_has_fast_kernel(ZS_OP_exp, ZS_DTYPE_f32));
    EXPECT_FALSE(zs_has_fast_kernel(ZS_OP_exp, ZS_DTYPE_f64));
    EXPECT_FALSE(zs_has_fast_kernel(999, ZS_DTYPE_f32));
    for (const zs_accuracy none : {3, -1, 256 + ZS_ACCURACY_fast}) {
        how.accuracy = none;
        const answer refused = exponential.refusal();
        EXPECT_EQ(refused.status, ZS_STATUS_invalid_argument);
        EXPECT_NE(refused.words.find("accuracy"), std::string::npos) << refused.words;
    }
    how.accuracy = ZS_ACCURACY_fast;
    for (const std::int32_t none : {2, -1}) {
        how.past_caches = none;
        EXPECT_NE(exponential.refusal().words.find("past_caches"), std::string::npos);
    }
}

TEST(evaluation, on_every_instruction_set) {
    const extents shape = {2};
    const float x[2] = {3, 4};
    float z[2];
    zs_options how = ZS_OPTIONS_INIT;
    const call negate = {ZS_OP_neg, {view_of(x, ZS_DTYPE_f32, shape)}, view_of(z, ZS_DTYPE_f32, shape), &how};
    for (how.isa = 1; zs_isa_name(how.isa) != nullptr; ++how.isa) {
        if (!zs_isa_available(how.isa)) {
            const answer refused = negate.refusal();
            EXPECT_EQ(refused.status, ZS_STATUS_isa_unavailable);
            EXPECT_EQ(refused.words.find(zs_isa_name(how.isa)), 0u) << refused.words;
            const zs_isa before = zs_isa_current();
            EXPECT_EQ(ask([&](zs_message* m) { return zs_isa_force(how.isa, m); }).words, refused.words);
            EXPECT_EQ(zs_isa_current(), before);
            continue;
        }
        owned_plan made;
        ASSERT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok);
        EXPECT_EQ(zs_plan_isa(made.plan), how.isa);
        const void* const inputs[] = {x};
        ASSERT_EQ(zs_plan_run(made.plan, inputs, z), ZS_STATUS_ok);
        EXPECT_EQ(z[1], -4.0f);
        ASSERT_EQ(ask([&](zs_message* m) { return zs_isa_force(how.isa, m); }).status, ZS_STATUS_ok);
        EXPECT_EQ(zs_isa_current(), how.isa);
        ASSERT_EQ(zs_isa_force(ZS_ISA_automatic, nullptr), ZS_STATUS_ok);
    }
    for (const zs_isa unknown : {how.isa, -1, 256 + 1}) {
        how.isa = unknown;
        const answer refused = negate.refusal();
        const answer not_forced = ask([&](zs_message* m) { return zs_isa_force(unknown, m); });
        const std::string words = "instruction set " + std::to_string(unknown);
        EXPECT_EQ(refused.status, ZS_STATUS_isa_unavailable);
        EXPECT_EQ(refused.words.find(words), 0u) << refused.words;
        EXPECT_EQ(not_forced.status, ZS_STATUS_isa_unavailable);
        EXPECT_EQ(not_forced.words.find(words), 0u) << not_forced.words;
    }
    EXPECT_EQ(ask([](zs_message* m) { return zs_isa_environment(m); }).status, ZS_STATUS_ok);
    EXPECT_EQ(ask([](zs_message* m) { return zs_accuracy_environment(m); }).status, ZS_STATUS_ok);
    EXPECT_EQ(zs_accuracy_current(), ZS_ACCURACY_exact);
}

TEST(evaluation, explained) {
    const extents matrix = {300, 3}, row = {3};
    const call add = {ZS_OP_add,
                      {view_of(nullptr, ZS_DTYPE_f32, matrix), view_of(nullptr, ZS_DTYPE_f32, row)},
                      view_of(nullptr, ZS_DTYPE_f32, matrix)};
    owned_plan made;
    ASSERT_EQ(add.plan(&made.plan).status, ZS_STATUS_ok);
    std::string whole(4096, '\0');
    zs_message text = {whole.data(), whole.size(), 0};
    ASSERT_EQ(zs_plan_explain(made.plan, &text), ZS_STATUS_ok);
    ASSERT_LT(text.length, whole.size());
    whole.resize(text.length);
    EXPECT_EQ(whole, plan(op::add, {const_tensor_view(nullptr, dtype::f32, matrix), {nullptr, dtype::f32, row}},
                          const_tensor_view(nullptr, dtype::f32, matrix))
                         .explain());
    char few[8];
    text = ZS_MESSAGE(few);
    ASSERT_EQ(zs_plan_explain(made.plan, &text), ZS_STATUS_ok);
    EXPECT_EQ(text.length, whole.size());
    EXPECT_EQ(few, whole.substr(0, 7));
    EXPECT_EQ(zs_plan_explain(nullptr, &text), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_plan_explain(made.plan, nullptr), ZS_STATUS_invalid_argument);
}

TEST(refusal, in_the_words_of_cpp) {
    const float x[8] = {};
    float z[8];
    const extents a = {2, 3}, b = {2, 4}, negative = {2, -3}, long_axis = {std::int64_t{1} << 62};
    const std::int64_t shared[] = {0, 4};
    const struct {
        call what;
        zs_status status;
        const char* words;
    } cases[] = {
        {{ZS_OP_add, {view_of(x, ZS_DTYPE_f32, a), view_of(x, ZS_DTYPE_f32, b)}, view_of(z, ZS_DTYPE_f32, a)},
         ZS_STATUS_shape_mismatch,
         "add: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])"},
        {{ZS_OP_add, {view_of(x, ZS_DTYPE_f32, a), view_of(x, ZS_DTYPE_f32, a)}, view_of(z, ZS_DTYPE_f32, b)},
         ZS_STATUS_shape_mismatch,
         "add: the output's shape is [2,4] and must be the broadcast shape [2,3] (axis 1: extents 4 and 3)"},
        {{ZS_OP_less, {view_of(x, ZS_DTYPE_f32, a), view_of(x, ZS_DTYPE_f32, a)}, view_of(z, ZS_DTYPE_f32, a)},
         ZS_STATUS_unsupported,
         "less: the output is f32 and must be bool"},
        {{ZS_OP_add, {view_of(x, ZS_DTYPE_f32, a)}, view_of(z, ZS_DTYPE_f32, a)},
         ZS_STATUS_invalid_argument,
         "add: takes 2 operands, 1 given"},
        {{ZS_OP_abs, {view_of(x, ZS_DTYPE_f32, negative)}, view_of(z, ZS_DTYPE_f32, negative)},
         ZS_STATUS_invalid_argument,
         "abs: operand 0: axis 1 has the negative extent -3"},
        {{ZS_OP_abs, {view_of(x, ZS_DTYPE_f32, a)}, view_of(z, ZS_DTYPE_f32, a, shared)},
         ZS_STATUS_overlap,
         "abs: elements of the output share bytes, or lie too interleaved to tell (shape [2,3], byte strides [0,4])"},
        {{ZS_OP_abs, {view_of(x, ZS_DTYPE_f32, long_axis)}, view_of(z, ZS_DTYPE_f32, long_axis)},
         ZS_STATUS_too_large,
         "abs: operand 0: [4611686018427387904] of f32 does not fit in 63 bits"},
    };
    for (const auto& c : cases) {
        const answer refused = c.what.refusal();
        EXPECT_EQ(refused.status, c.status) << c.words;
        EXPECT_EQ(refused.words, c.words);
    }
}

TEST(refusal, of_null_pointers) {
    const float x[2] = {1, 2};
    float z[2] = {8, 9};
    const extents two = {2};
    const zs_view in = view_of(x, ZS_DTYPE_f32, two), out = view_of(z, ZS_DTYPE_f32, two);
    zs_plan* made = nullptr;
    const auto eval = [](const zs_view* inputs, const zs_view* output) {
        return ask([&](zs_message* m) { return zs_eval(ZS_OP_neg, nullptr, 0, inputs, 1, output, nullptr, m); });
    };
    EXPECT_EQ(eval(nullptr, &out).words, "neg: the array of operands is a null pointer");
    EXPECT_EQ(eval(nullptr, &out).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(eval(&in, nullptr).words, "neg: the output is a null pointer");
    EXPECT_EQ(eval(&in, nullptr).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(ask([&](zs_message* m) {
                  return zs_plan_create(ZS_OP_neg, nullptr, 0, &in, 1, &out, nullptr, nullptr, m);
              }).words,
              "plan: the place for the plan is a null pointer");
    EXPECT_EQ(ask([&](zs_message* m) {
                  return zs_plan_create(ZS_OP_neg, nullptr, 0, nullptr, 1, &out, nullptr, &made, m);
              }).status,
              ZS_STATUS_invalid_argument);
    EXPECT_EQ(ask([&](zs_message* m) {
                  return zs_plan_create(ZS_OP_neg, nullptr, 0, &in, 1, nullptr, nullptr, &made, m);
              }).status,
              ZS_STATUS_invalid_argument);
    // A tensor with elements and no data, a rank with no shape.
    zs_view nowhere = in;
    nowhere.data = nullptr;
    EXPECT_EQ(eval(&nowhere, &out).words, "neg: operand 0 has elements and a null data pointer");
    nowhere = out;
    nowhere.data = nullptr;
    EXPECT_EQ(eval(&in, &nowhere).words, "neg: the output has elements and a null data pointer");
    nowhere = in;
    nowhere.shape = nullptr;
    EXPECT_EQ(eval(&nowhere, &out).words, "neg: operand 0 has rank 1 and a null shape");

    ASSERT_EQ(zs_plan_create(ZS_OP_neg, nullptr, 0, &in, 1, &out, nullptr, &made, nullptr), ZS_STATUS_ok);
    const void* const data[] = {x};
    const void* const none[] = {nullptr};
    EXPECT_EQ(zs_plan_run(nullptr, data, z), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_plan_run(made, nullptr, z), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_plan_run(made, none, z), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_plan_run(made, data, nullptr), ZS_STATUS_invalid_argument);
    const auto check = [](const zs_plan* plan, const void* const* inputs, const void* output) {
        return ask([&](zs_message* m) { return zs_plan_check(plan, inputs, output, m); });
    };
    EXPECT_EQ(check(nullptr, data, z).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(check(made, nullptr, z).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(check(made, none, z).words, "neg: operand 0 has elements and a null data pointer");
    EXPECT_EQ(check(made, data, nullptr).words, "neg: the output has elements and a null data pointer");
    zs_plan_destroy(made);
    zs_plan_destroy(nullptr);
    EXPECT_EQ(zs_plan_isa(nullptr), ZS_ISA_automatic);
    EXPECT_EQ(zs_plan_threads(nullptr), 0);
    EXPECT_EQ(z[0], 8);
    EXPECT_EQ(z[1], 9);
}

TEST(evaluation, into_a_new_tensor) {
    const std::int32_t x[4] = {7, 8, 9, 10}, y[2] = {2, 0};
    const extents column = {4, 1}, row = {2}, other = {3};
    zs_view inputs[] = {view_of(x, ZS_DTYPE_i32, column), view_of(y, ZS_DTYPE_i32, row)};
    zs_tensor* made = nullptr;
    char text[128];
    zs_message message = ZS_MESSAGE(text);
    ASSERT_EQ(zs_eval_tensor(ZS_OP_div, nullptr, 0, inputs, 2, nullptr, &made, &message),
              ZS_STATUS_integer_division_by_zero);
    ASSERT_NE(made, nullptr);
    EXPECT_NE(message.length, 0u);
    zs_view view;
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    EXPECT_EQ(extents(view.shape, view.shape + view.rank), (extents{4, 2}));
    const std::int32_t expected[8] = {3, 0, 4, 0, 4, 0, 5, 0};
    EXPECT_EQ(std::memcmp(view.data, expected, sizeof expected), 0);
    zs_tensor_destroy(made);

    ASSERT_EQ(zs_eval_tensor(ZS_OP_less, nullptr, 0, inputs, 2, nullptr, &made, nullptr), ZS_STATUS_ok);
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    EXPECT_EQ(view.dtype, ZS_DTYPE_boolean);
    zs_tensor_destroy(made);

    inputs[1] = view_of(y, ZS_DTYPE_i32, other);
    inputs[0] = view_of(x, ZS_DTYPE_i32, row);
    const answer e1 =
        ask([&](zs_message* m) { return zs_eval_tensor(ZS_OP_add, nullptr, 0, inputs, 2, nullptr, &made, m); });
    EXPECT_EQ(e1.status, ZS_STATUS_shape_mismatch);
    EXPECT_EQ(e1.words, "add: E1: axis 0: extents 2 and 3 do not broadcast (operand 0 is [2], operand 1 is [3])");
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(zs_eval_tensor(ZS_OP_add, nullptr, 0, nullptr, 2, nullptr, &made, nullptr), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_eval_tensor(ZS_OP_add, nullptr, 0, inputs, 2, nullptr, nullptr, nullptr), ZS_STATUS_invalid_argument);
}

TEST(evaluation, of_texts_that_the_result_owns) {
    std::string one = "one", two = "two";
    const zs_text x = {one.data(), one.size()}, y[2] = {{two.data(), two.size()}, {"", 0}};
    const extents scalar, row = {2};
    const zs_view inputs[] = {view_of(&x, ZS_DTYPE_str, scalar), view_of(y, ZS_DTYPE_str, row)};
    zs_tensor* made = nullptr;
    ASSERT_EQ(zs_eval_tensor(ZS_OP_string_concat, nullptr, 0, inputs, 2, nullptr, &made, nullptr), ZS_STATUS_ok);
    one = two = "---";
    zs_view view;
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    ASSERT_EQ(view.dtype, ZS_DTYPE_str);
    const zs_text* const texts = static_cast<const zs_text*>(view.data);
    EXPECT_EQ(std::string(texts[0].data, texts[0].size), "onetwo");
    EXPECT_EQ(std::string(texts[1].data, texts[1].size), "one");
    // A view has no room for their bytes.
    zs_text somewhere[2];
    const zs_view output = view_of(somewhere, ZS_DTYPE_str, row);
    EXPECT_EQ(ask([&](zs_message* m) {
                  return zs_eval(ZS_OP_string_concat, nullptr, 0, inputs, 2, &output, nullptr, m);
              }).status,
              ZS_STATUS_unsupported);
    zs_tensor_destroy(made);
}

TEST(evaluation, with_attributes) {
    const float x[2] = {1, -2};
    std::uint32_t z[2] = {};
    const extents two = {2};
    const zs_view in = view_of(x, ZS_DTYPE_f32, two), out = view_of(z, ZS_DTYPE_u32, two);
    const zs_attribute to[] = {{ZS_ATTRIBUTE_to, ZS_DTYPE_u32}, {ZS_ATTRIBUTE_to, ZS_DTYPE_u32}};
    ASSERT_EQ(ask([&](zs_message* m) { return zs_eval(ZS_OP_bit_cast, to, 1, &in, 1, &out, nullptr, m); }).status,
              ZS_STATUS_ok);
    EXPECT_EQ(z[0], 0x3f800000u);
    EXPECT_EQ(z[1], 0xc0000000u);
    owned_plan made;
    ASSERT_EQ(zs_plan_create(ZS_OP_bit_cast, to, 1, &in, 1, &out, nullptr, &made.plan, nullptr), ZS_STATUS_ok);
    z[0] = z[1] = 0;
    const void* const inputs[] = {x};
    ASSERT_EQ(zs_plan_run(made.plan, inputs, z), ZS_STATUS_ok);
    EXPECT_EQ(z[0], 0x3f800000u);
    const auto refused = [&](std::vector<zs_attribute> given) {
        return ask([&](zs_message* m) {
            return zs_eval(ZS_OP_bit_cast, given.data(), given.size(), &in, 1, &out, nullptr, m);
        });
    };
    z[0] = 77;
    EXPECT_EQ(refused({to[0], to[1]}).status, ZS_STATUS_invalid_argument) << "given twice";
    EXPECT_EQ(refused({{ZS_ATTRIBUTE_to, 99}}).status, ZS_STATUS_invalid_argument) << "no such type";
    EXPECT_EQ(refused({{ZS_ATTRIBUTE_alpha, 1}}).status, ZS_STATUS_invalid_argument) << "another operator's";
    EXPECT_EQ(refused(std::vector<zs_attribute>(100, to[0])).status, ZS_STATUS_invalid_argument) << "too many";
    for (const std::int32_t unknown : {0, -1, 1000, 65536 + ZS_ATTRIBUTE_to}) {
        const answer said = refused({{unknown, 1}});
        EXPECT_EQ(said.status, ZS_STATUS_invalid_argument);
        EXPECT_EQ(said.words, "bit_cast: attribute " + std::to_string(unknown) + " does not exist");
    }
    EXPECT_EQ(z[0], 77u);
}

TEST(refusal, of_attributes_that_an_operator_lacks) {
    const float x[2] = {1, 2};
    float z[2] = {8, 9};
    const extents two = {2};
    const zs_view in = view_of(x, ZS_DTYPE_f32, two), out = view_of(z, ZS_DTYPE_f32, two);
    const zs_attribute one = {1, 0.5};
    EXPECT_EQ(ask([&](zs_message* m) { return zs_eval(ZS_OP_neg, &one, 1, &in, 1, &out, nullptr, m); }).status,
              ZS_STATUS_invalid_argument);
    EXPECT_EQ(ask([&](zs_message* m) { return zs_eval(ZS_OP_neg, nullptr, 1, &in, 1, &out, nullptr, m); }).words,
              "neg: the array of attributes is a null pointer");
    EXPECT_EQ(z[0], 8);
}

TEST(options, of_another_version) {
    const extents two = {2};
    struct {
        zs_options known = ZS_OPTIONS_INIT;
        std::int64_t unknown[2] = {0, 0};
    } later;
    call negate = {ZS_OP_neg, {view_of(nullptr, ZS_DTYPE_f32, two)}, view_of(nullptr, ZS_DTYPE_f32, two), &later.known};
    owned_plan made;
    later.known.struct_size = sizeof later;
    EXPECT_EQ(negate.plan(&made.plan).status, ZS_STATUS_ok) << "unknown fields that are 0 ask for nothing";
    // As soon as it begins.
    later.unknown[0] = 1;
    EXPECT_EQ(negate.refusal().status, ZS_STATUS_invalid_argument);
    later.unknown[0] = 0;
    later.unknown[1] = 1;
    const answer newer = negate.refusal();
    EXPECT_EQ(newer.status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(newer.words, std::string("neg: the options set a field that version ") + zs_version() + " does not have");
    // Whatever the struct has grown to: what is behind it is somebody else's.
    later.known.struct_size = 48;  // of 0.1.0
    owned_plan first;
    EXPECT_EQ(negate.plan(&first.plan).status, ZS_STATUS_ok);
    for (const std::size_t size : {std::size_t{0}, std::size_t{8}, offsetof(zs_options, accuracy),
                                   offsetof(zs_options, past_caches), std::size_t{47}}) {
        later.known.struct_size = size;
        const answer refused = negate.refusal();
        EXPECT_EQ(refused.status, ZS_STATUS_invalid_argument);
        EXPECT_EQ(refused.words,
                  "neg: the options' struct_size is " + std::to_string(size) + " and must be sizeof(zs_options)");
    }
}

TEST(message, is_cut_where_the_room_ends) {
    const extents a = {2, 3}, b = {2, 4};
    const zs_view views[2] = {view_of(nullptr, ZS_DTYPE_f32, a), view_of(nullptr, ZS_DTYPE_f32, b)};
    const std::string whole =
        "add: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])";
    const auto refuse = [&](zs_message* m) { return zs_eval(ZS_OP_add, nullptr, 0, views, 2, &views[0], nullptr, m); };
    for (std::size_t capacity = 0; capacity <= whole.size() + 2; ++capacity) {
        std::vector<char> text(capacity + 1, '#');
        zs_message message = {text.data(), capacity, 12345};
        ASSERT_EQ(refuse(&message), ZS_STATUS_shape_mismatch);
        EXPECT_EQ(message.length, whole.size());
        EXPECT_EQ(text[capacity], '#') << "written behind the room";
        if (capacity == 0) continue;
        EXPECT_EQ(std::string(text.data()), whole.substr(0, capacity - 1));
    }
    zs_message nowhere = {nullptr, 100, 0};
    EXPECT_EQ(refuse(&nowhere), ZS_STATUS_shape_mismatch);
    EXPECT_EQ(nowhere.length, whole.size());
}

}  // namespace
}  // namespace zerostride::test
