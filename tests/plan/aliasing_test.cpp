// Which outputs may share memory with which inputs.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

#include "support/layout.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// Runs neg of `in` into `out`, both views of `memory` at byte offsets, by a plan and by the one-shot call.
struct sharing {
    std::vector<float> memory = std::vector<float>(4096);

    std::byte* at(std::int64_t offset) { return reinterpret_cast<std::byte*>(memory.data()) + offset; }

    status run(const layout& in, std::int64_t in_at, const layout& out, std::int64_t out_at) {
        for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i) + 1;
        const std::vector<float> before = memory;
        const const_tensor_view input(at(in_at), dtype::f32, in.extents, in.strides.data());
        const tensor_view output(at(out_at), dtype::f32, out.extents, out.strides.data());
        const plan made(op::neg, {input}, output);
        const void* const inputs[] = {at(in_at)};
        const status answer = made.run(inputs, at(out_at));
        EXPECT_EQ(made.check(inputs, at(out_at)).code, answer);
        if (answer != status::ok) {
            EXPECT_EQ(answer, status::overlap);
            EXPECT_FALSE(made.check(inputs, at(out_at)).message.empty());
            EXPECT_EQ(memory, before) << "a refused run wrote something";
        } else {
            expect_result(in, in_at, out, out_at, before);
        }
        memory = before;
        const outcome evaluated = try_eval(op::neg, {input}, output);
        EXPECT_EQ(evaluated.code, answer);
        if (answer != status::ok) {
            EXPECT_EQ(memory, before) << "a refused evaluation wrote something";
        }
        return answer;
    }

private:
    void expect_result(const layout& in, std::int64_t in_at, const layout& out, std::int64_t out_at,
                       std::vector<float> expected) {
        const std::vector<float> before = expected;
        const std::vector<std::int64_t> strides[2] = {aligned_strides(out, out.extents.size()),
                                                      aligned_strides(in, out.extents.size())};
        for_each_index(out.extents, strides, 2, [&](const std::int64_t* offset) {
            expected[static_cast<std::size_t>(out_at + offset[0]) / 4] =
                -before[static_cast<std::size_t>(in_at + offset[1]) / 4];
        });
        EXPECT_EQ(memory, expected);
    }
};

TEST(aliasing, exactly_the_input) {
    sharing s;
    for (const layout& l : {dense({100}, 4), dense({10, 10}, 4), dense({}, 4), layout{{10, 10}, {4, 40}},
                            layout{{10, 10}, {-40, -4}}, layout{{10, 5}, {40, 8}}, layout{{3, 4, 5}, {400, 80, 12}}}) {
        EXPECT_EQ(s.run(l, 4096, l, 4096), status::ok) << to_text(l);
    }
}

TEST(aliasing, shifted_by_one_element) {
    sharing s;
    for (const std::int64_t n : {2, 3, 16, 100, 1000}) {
        const layout row = dense({n}, 4);
        EXPECT_EQ(s.run(row, 4096, row, 4100), status::overlap) << n;
        EXPECT_EQ(s.run(row, 4100, row, 4096), status::overlap) << n;
        EXPECT_EQ(s.run(row, 4096, row, 4096 + 4 * (n - 1)), status::overlap) << n;
        // The neighbours touch and share nothing.
        EXPECT_EQ(s.run(row, 4096, row, 4096 + 4 * n), status::ok) << n;
        EXPECT_EQ(s.run(row, 4096 + 4 * n, row, 4096), status::ok) << n;
    }
}

TEST(aliasing, same_place_with_other_strides) {
    sharing s;
    const layout square = dense({8, 8}, 4), turned = {{8, 8}, {4, 32}}, gaps = {{8, 8}, {64, 8}};
    EXPECT_EQ(s.run(square, 4096, turned, 4096), status::overlap);
    EXPECT_EQ(s.run(turned, 4096, square, 4096), status::overlap);
    EXPECT_EQ(s.run(square, 4096, gaps, 4096), status::overlap);
    EXPECT_EQ(s.run(gaps, 4096, square, 4096), status::overlap);
    const layout forth = dense({64}, 4), back = {{64}, {-4}};
    EXPECT_EQ(s.run(forth, 4096, back, 4096 + 63 * 4), status::overlap);
    EXPECT_EQ(s.run(back, 4096 + 63 * 4, forth, 4096), status::overlap);
}

TEST(aliasing, broadcast_input_within_the_output) {
    // The row that is broadcast is the output's first row.
    std::vector<float> z(12, 1.0f);
    EXPECT_EQ(try_add(view(z, {4}), view(std::vector<float>(12), {3, 4}), view(z, {3, 4})).code, status::overlap);
    EXPECT_EQ(z, std::vector<float>(12, 1.0f));
    const float one[1] = {5};
    EXPECT_EQ(try_add(view(z.data(), {1}), view(std::vector<float>(4), {4}), view(z.data(), {4})).code,
              status::overlap);
    EXPECT_EQ(try_add(view(one, {1}), view(z.data(), {4}), view(z.data(), {4})).code, status::ok);
}

TEST(aliasing, interleaved_views_that_share_no_byte) {
    sharing s;
    // Even and odd elements; columns of one matrix; channels of one picture; upper and lower rows.
    const layout every_second = {{50}, {8}};
    EXPECT_EQ(s.run(every_second, 4096, every_second, 4100), status::ok);
    EXPECT_EQ(s.run(every_second, 4100, every_second, 4096), status::ok);
    const layout columns = {{10, 3}, {64, 4}};
    EXPECT_EQ(s.run(columns, 4096, columns, 4096 + 12), status::ok);
    EXPECT_EQ(s.run(columns, 4096, columns, 4096 + 8), status::overlap);
    const layout channel = {{10, 10}, {120, 12}};
    EXPECT_EQ(s.run(channel, 4096, channel, 4104), status::ok);
    EXPECT_EQ(s.run(channel, 4104, channel, 4096), status::ok);
    const layout rows = {{5, 16}, {128, 4}};
    EXPECT_EQ(s.run(rows, 4096, rows, 4096 + 64), status::ok);
    EXPECT_EQ(s.run(rows, 4096, rows, 4096 + 128), status::overlap);
}

/// Whatever the layouts: a run that is accepted has the right result, and one that shares a byte, without being
/// the same, is refused.
TEST(aliasing, random_views) {
    random_bits random("aliasing");
    sharing s;
    int accepted = 0, refused = 0, needlessly = 0;
    for (std::int64_t i = 0; i < scaled(3000); ++i) {
        const auto extents = random_extents(1 + random.below(3), 60, false, random);
        layout in = scattered(extents, 4, random), out = scattered(extents, 4, random);
        if (random.one_in(3)) out = in;
        const std::int64_t in_at = 8192 + 4 * random.between(0, 40),
                           out_at = random.one_in(4) ? in_at : 8192 + 4 * random.between(0, 40);
        if (in.first_byte() + in_at < 0 || out.first_byte() + out_at < 0 || in.end_byte(4) + in_at > 16384 ||
            out.end_byte(4) + out_at > 16384) {
            continue;
        }
        std::set<std::int64_t> written;
        bool shared = false, same = true;
        const std::vector<std::int64_t> strides[2] = {out.strides, in.strides};
        for_each_index(extents, strides, 2, [&](const std::int64_t* o) {
            written.insert(out_at + o[0]);
            same = same && out_at + o[0] == in_at + o[1];
        });
        for_each_index(extents, strides, 2,
                       [&](const std::int64_t* o) { shared = shared || written.count(in_at + o[1]) > 0; });
        const status answer = s.run(in, in_at, out, out_at);
        if (HasFailure()) FAIL() << to_text(in) << " at " << in_at << " to " << to_text(out) << " at " << out_at;
        SCOPED_TRACE(to_text(in) + " at " + std::to_string(in_at) + " to " + to_text(out) + " at " +
                     std::to_string(out_at));
        if (shared && !same) {
            ASSERT_EQ(answer, status::overlap);
        }
        if (same && in == out) {
            ASSERT_EQ(answer, status::ok);
        }
        ++(answer == status::ok ? accepted : refused);
        needlessly += answer == status::overlap && !shared;
    }
    EXPECT_GT(accepted, scaled(3000) / 10);
    EXPECT_GT(refused, scaled(3000) / 10);
    // Some entangled views that share nothing may be refused, but they are the exception.
    EXPECT_LT(needlessly, refused / 2) << needlessly << " of " << refused << " refused views share no byte";
}

/// The element sizes must agree too: a comparison's bytes over its operand's words are not the same place.
TEST(aliasing, elements_of_another_size) {
    std::vector<float> x(16, 1.0f);
    const std::vector<float> before = x;
    const std::int64_t sixteen[] = {16}, five[] = {5};
    const tensor_view out(x.data(), dtype::boolean, sixteen);
    EXPECT_EQ(try_less(view(std::as_const(x), {16}), view(std::as_const(x), {16}), out).code, status::overlap);
    EXPECT_EQ(x, before);
    std::vector<std::int8_t> bytes = {1, 2, 3, 4, 5};
    const std::vector<std::int8_t> threes(5, 3);
    const tensor_view over(bytes.data(), dtype::boolean, five);
    EXPECT_EQ(try_less(view(std::as_const(bytes), {5}), view(threes, {5}), over).code, status::ok);
    EXPECT_EQ(bytes, (std::vector<std::int8_t>{1, 1, 0, 0, 0}));
}

/// Casts between types of one size, in rows whose ends are no whole registers and that have gaps behind them.
TEST(aliasing, casts_in_place) {
    constexpr std::int64_t rows = 5, cols = 107, pitch = 111;
    constexpr dtype pairs[][2] = {{dtype::u16, dtype::f16}, {dtype::f16, dtype::i16},   {dtype::i32, dtype::f32},
                                  {dtype::f32, dtype::i32}, {dtype::f32, dtype::u32},   {dtype::i64, dtype::f64},
                                  {dtype::f64, dtype::u64}, {dtype::u8, dtype::boolean}};
    for (const isa with : available_isas()) {
        options how;
        how.with = with;
        for (const auto& [from, to] : pairs) {
            const auto size = static_cast<std::int64_t>(size_of(from));
            std::vector<std::int32_t> numbers(rows * pitch);
            for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i * 37 % 120);
            tensor memory(from, {rows * pitch}), apart(to, {rows, cols});
            const tensor_view all = memory.view();
            ASSERT_TRUE(
                try_eval({op::cast, {{attribute_id::to, from}}}, {{numbers.data(), dtype::i32, {rows * pitch}}}, all));
            const std::int64_t shape[] = {rows, cols}, steps[] = {pitch * size, size};
            const const_tensor_view x(all.data, from, shape, steps);
            const operation what = {op::cast, {{attribute_id::to, to}}};
            ASSERT_TRUE(try_eval(what, {x}, apart.view(), how));
            ASSERT_TRUE(try_eval(what, {x}, tensor_view(all.data, to, shape, steps), how));
            const auto* const expected = static_cast<const std::byte*>(apart.view().data);
            const auto* const made = static_cast<const std::byte*>(all.data);
            for (std::int64_t r = 0; r < rows; ++r) {
                EXPECT_EQ(std::memcmp(made + r * steps[0], expected + r * cols * size, std::size_t(cols * size)), 0)
                    << name_of(from) << " to " << name_of(to) << " by " << name_of(with) << ", row " << r;
            }
        }
    }
}

/// Strides of which each spans what addresses count and some together do not: nothing wraps round to "apart".
TEST(aliasing, spans_that_add_up_to_more_than_addresses_count) {
    constexpr std::int64_t all = (std::int64_t{1} << 62) - 1, most = all / 2;
    const std::int64_t extents[] = {2, 2, 2, 2};
    for (const std::int64_t sign : {1, -1}) {
        std::vector<float> memory(2048);
        const std::int64_t too_far[] = {sign * all, sign * (all - 200), sign * (all - 400), sign * (all - 600)};
        plan none;
        EXPECT_EQ(plan::try_make(none, op::neg, {const_tensor_view(nullptr, dtype::f32, extents, too_far)},
                                 tensor_view(nullptr, dtype::f32, extents))
                      .code,
                  status::too_large);
        const std::int64_t far[] = {sign * most, sign * (most - 200), sign * (most - 400), sign * (most - 600)};
        const const_tensor_view input(nullptr, dtype::f32, extents, far);
        const plan made(op::neg, {input}, tensor_view(nullptr, dtype::f32, extents));
        // Looked at only: no such input could be read.
        const void* const inputs[] = {memory.data() + 1024};
        EXPECT_EQ(made.check(inputs, memory.data() + 1024).code, status::overlap) << sign;
        EXPECT_EQ(made.check(inputs, memory.data() + 1024 + sign * 100).code, status::overlap) << sign;
        EXPECT_EQ(made.check(inputs, memory.data() + 1024 - sign * 100).code, status::ok) << sign;
    }
}

/// By calls and by plans, whether or not the kernel's inputs are the operands as they come.
TEST(aliasing, the_operand_that_is_met_is_named) {
    std::vector<float> memory(5000, 1.0f);
    const std::vector<float> before = memory, x(4096, 1.0f);
    const std::vector<std::uint8_t> bytes(4096, 1);
    const const_tensor_view one(x.data(), dtype::f32, {}), met_one(memory.data(), dtype::f32, {});
    for (const std::int64_t n : {3, 4096}) {
        const std::int64_t length[] = {n};
        const const_tensor_view floats = view(x.data(), length), truth(bytes.data(), dtype::boolean, length);
        const const_tensor_view met = view(std::as_const(memory).data() + 1, length);
        const auto expect = [&](op which, const std::vector<const_tensor_view>& operands, std::size_t number,
                                dtype to = dtype::f32) {
            const tensor_view output(memory.data(), to, length);
            std::vector<const void*> data;
            for (const const_tensor_view& operand : operands) data.push_back(operand.data);
            const outcome planned = plan(which, operands, output).check(data.data(), memory.data());
            const outcome called = try_eval(which, operands, output);
            const std::string words = "the output shares bytes with operand " + std::to_string(number) + ", ";
            EXPECT_EQ(called.code, status::overlap);
            EXPECT_EQ(called.message, planned.message);
            EXPECT_NE(called.message.find(words), std::string::npos) << called.message;
        };
        expect(op::neg, {met}, 0);
        expect(op::add, {met, floats}, 0);
        expect(op::add, {floats, met}, 1);
        expect(op::where, {truth, floats, met}, 2);
        expect(op::sum, {floats, floats, floats, met, floats}, 3);
        expect(op::clip, {floats, one, met_one}, 2);
        expect(op::clip, {floats, absent(), met_one}, 2);
        expect(op::quantize_linear, {floats, met_one}, 1, dtype::u8);
    }
    EXPECT_EQ(memory, before);
}

TEST(aliasing, inputs_may_share_what_they_like) {
    const float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float z[7];
    ASSERT_TRUE(try_add(view(x, {7}), view(x + 1, {7}), view(z, {7})));
    for (int i = 0; i < 7; ++i) EXPECT_EQ(z[i], x[i] + x[i + 1]);
}

}  // namespace
}  // namespace zerostride::test
