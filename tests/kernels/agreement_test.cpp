// The promise of the same bits: every instruction set, layout, position in a row and number of threads gives
// one answer, also for real, whose oracle only bounds the error.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "kernels/table.hpp"
#include "support/layout.hpp"
#include "support/oracle.hpp"
#include "support/problem.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::test {
namespace {

/// Dense elements laid out as `how` asks.
struct arranged {
    layout how;
    std::size_t bytes;  ///< of an element
    std::vector<std::byte> memory;
    std::int64_t first = 0;

    arranged(const layout& wanted, dtype type) : how(wanted), bytes(size_of(type)), first(wanted.first_byte()) {
        memory.resize(static_cast<std::size_t>(how.end_byte(bytes) - first));
    }
    std::byte* data() { return memory.data() - first; }

    void put(const std::byte* elements) {
        walk([&](std::byte* place, std::size_t at, std::size_t size) { std::memcpy(place, elements + at, size); });
    }
    void take(std::byte* elements) {
        walk([&](std::byte* place, std::size_t at, std::size_t size) { std::memcpy(elements + at, place, size); });
    }

private:
    /// Calls copy(place, where the elements of that place are among the dense ones, bytes).
    template <class Copy>
    void walk(Copy copy) {
        if (how == dense(how.extents, bytes)) return copy(memory.data(), 0, memory.size());
        const std::vector<std::int64_t> strides[1] = {how.strides};
        std::size_t position = 0;
        for_each_index(how.extents, strides, 1, [&](const std::int64_t* offset) {
            copy(data() + offset[0], position, bytes);
            position += bytes;
        });
    }
};

struct way {
    isa with;
    int threads;
};

/// The result, dense, of `c` over dense `inputs` laid out as `roles` say.
std::vector<std::byte> computed(const question& c, const std::vector<std::vector<std::byte>>& inputs,
                                const std::vector<role>& roles, role output, std::int64_t rows, std::int64_t cols,
                                const way& how) {
    std::vector<arranged> in;
    std::vector<const_tensor_view> views;
    const void* pointers[3] = {};
    for (std::size_t i = 0; i < c.arity(); ++i) {
        in.emplace_back(lay(c.is_scalar(i) ? role::splat : roles[i], rows, cols, size_of(c.input(i))), c.input(i));
        in.back().put(inputs[i].data());
        layout& how_it_lies = in.back().how;
        if (i == 0 && c.keeps_first_shape()) how_it_lies = {{rows, cols}, aligned_strides(how_it_lies, 2)};
    }
    for (std::size_t i = 0; i < c.arity(); ++i) {
        pointers[i] = in[i].data();
        if (c.has_one_shape()) {
            in[i].how.strides = aligned_strides(in[i].how, 2);
            in[i].how.extents = {rows, cols};
        }
        views.emplace_back(pointers[i], c.input(i), in[i].how.extents, in[i].how.strides.data());
    }
    const std::size_t bytes = size_of(c.result());
    arranged out(lay(output, rows, cols, bytes), c.result());
    options asked;
    asked.with = how.with;
    asked.max_threads = how.threads;
    plan made;
    const outcome planned = plan::try_make(
        made, c.asked(), views, const_tensor_view(nullptr, c.result(), out.how.extents, out.how.strides.data()), asked);
    EXPECT_TRUE(planned) << planned.message;
    EXPECT_TRUE(completed(made.run(pointers, out.data())));
    std::vector<std::byte> dense_result(static_cast<std::size_t>(rows * cols) * bytes);
    out.take(dense_result.data());
    return dense_result;
}

testing::AssertionResult agree(const question& c, const std::vector<std::byte>& one,
                               const std::vector<std::byte>& other) {
    if (one.size() != other.size()) return testing::AssertionFailure() << "different sizes";
    if (std::memcmp(one.data(), other.data(), one.size()) == 0) return testing::AssertionSuccess();
    const std::size_t bytes = size_of(c.result());
    for (std::size_t i = 0; i < one.size(); i += bytes) {
        if (same_bits(c, one.data() + i, other.data() + i)) continue;
        char first[128], second[128];
        return testing::AssertionFailure() << "element " << i / bytes << ": " << show(c.result(), one.data() + i, first)
                                           << " and " << show(c.result(), other.data() + i, second);
    }
    return testing::AssertionSuccess();
}

/// The elements that `roles` would show if they were broadcast to rows by cols and copied.
std::vector<std::byte> stretched_out(const std::vector<std::byte>& values, role which, std::int64_t rows,
                                     std::int64_t cols, std::size_t bytes) {
    std::vector<std::byte> made(static_cast<std::size_t>(rows * cols) * bytes);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t k = 0; k < cols; ++k) {
            const std::int64_t from = which == role::splat    ? 0
                                      : which == role::row    ? k
                                      : which == role::column ? r
                                                              : r * cols + k;
            std::memcpy(made.data() + static_cast<std::size_t>(r * cols + k) * bytes,
                        values.data() + static_cast<std::size_t>(from) * bytes, bytes);
        }
    }
    return made;
}

/// Enough elements that threads share the work.
std::int64_t many_elements(const question& c) {
    // Fewer are work enough for functions and for remainders of numbers that are far apart, and say as much where a
    // second type makes many questions of an operator.
    const bool is_slow = info(c.which).accuracy == accuracy_class::close ||
                         (c.which == op::mod && (c.type == dtype::f64 || c.type == dtype::real));
    const bool suffices = is_slow || kernels::family_types(info(c.which).family) == 2;
    const bool is_short = current_tier() == tier::emulated || (suffices && current_tier() != tier::thorough);
    return is_short ? 20'011 : 150'001;
}

/// A question asked in one way, and in others that must answer the same bits.
class agreement {
public:
    agreement(const question& c, const std::vector<isa>& isas)
        : c_(c),
          isas_(isas),
          reference_{isas.front(), 1},
          all_dense_(c.arity(), role::dense),
          random_("agreement " + c.name()) {
        for (std::size_t i = 0; i < c.arity(); ++i) inputs_.push_back(make_values(c.input(i), rows * cols, random_));
        expected_ = computed(c, inputs_, all_dense_, role::dense, rows, cols, reference_);
    }

    void check() {
        for (const isa with : isas_) {
            ASSERT_NO_FATAL_FAILURE(of_layouts(with));
            ASSERT_NO_FATAL_FAILURE(of_positions(with));
        }
        ASSERT_NO_FATAL_FAILURE(of_broadcasts());
        ASSERT_NO_FATAL_FAILURE(of_threads());
    }

private:
    static constexpr std::int64_t rows = 21, cols = 67;

    /// The same values give the same bits wherever they come from and go to.
    void of_layouts(isa with) {
        for (const role place : output_roles) {
            std::vector<role> roles(c_.arity(), role::dense);
            for (role& r : roles) r = random_.pick(output_roles);
            SCOPED_TRACE(std::string(zerostride::name_of(with)) + " " + name_of(roles.front()) + " to " +
                         name_of(place));
            ASSERT_TRUE(agree(c_, expected_, computed(c_, inputs_, roles, place, rows, cols, {with, 1})));
        }
    }

    /// Head, body or tail of a row; a row of one.
    void of_positions(isa with) {
        for (const std::int64_t length : {1, 2, 3, 5, 8, 15, 17, 33}) {
            const std::int64_t start = random_.between(0, rows * cols - length);
            std::vector<std::vector<std::byte>> part;
            for (std::size_t i = 0; i < c_.arity(); ++i) {
                const std::size_t bytes = size_of(c_.input(i));
                const bool is_bound = i > 0 && info(c_.which).operands == operand_rule::bounds;
                const auto from = inputs_[i].begin() + (is_bound ? 0 : start * static_cast<std::int64_t>(bytes));
                part.emplace_back(from, from + length * static_cast<std::int64_t>(bytes));
            }
            const std::int64_t bytes = static_cast<std::int64_t>(size_of(c_.result()));
            const std::vector<std::byte> whole(expected_.begin() + start * bytes,
                                               expected_.begin() + (start + length) * bytes);
            SCOPED_TRACE(std::string(zerostride::name_of(with)) + " length " + std::to_string(length));
            ASSERT_TRUE(agree(c_, whole, computed(c_, part, all_dense_, role::dense, 1, length, {with, 1})));
        }
    }

    /// Broadcast operands answer what their copies would.
    void of_broadcasts() {
        if (c_.arity() < 2) return;
        for (const role broadcast : {role::splat, role::row, role::column}) {
            for (std::size_t k = 0; k < c_.arity(); ++k) {
                if (c_.is_scalar(k)) continue;
                std::vector<role> roles(c_.arity(), role::dense);
                roles[k] = broadcast;
                std::vector<std::vector<std::byte>> copies = inputs_;
                copies[k] = stretched_out(inputs_[k], broadcast, rows, cols, size_of(c_.input(k)));
                const std::vector<std::byte> by_copies =
                    computed(c_, copies, all_dense_, role::dense, rows, cols, reference_);
                for (const isa with : isas_) {
                    SCOPED_TRACE(std::string(zerostride::name_of(with)) + " " + name_of(broadcast) + " operand " +
                                 std::to_string(k));
                    ASSERT_TRUE(agree(c_, by_copies, computed(c_, inputs_, roles, role::dense, rows, cols, {with, 1})));
                }
            }
        }
    }

    void of_threads() {
        const std::int64_t many = many_elements(c_);
        std::vector<std::vector<std::byte>> large;
        for (std::size_t i = 0; i < c_.arity(); ++i) {
            // A few thousand values again and again: making each anew would take longer than the test.
            const std::vector<std::byte> some = make_values(c_.input(i), 4093, random_);
            std::vector<std::byte>& all = large.emplace_back();
            while (all.size() < static_cast<std::size_t>(many) * 3 * size_of(c_.input(i))) {
                all.insert(all.end(), some.begin(), some.end());
            }
        }
        std::vector<role> cycled(c_.arity(), role::dense);
        if (c_.arity() > 1) cycled.back() = role::row;
        const std::vector<std::byte> one_row = computed(c_, large, all_dense_, role::dense, 1, many, reference_);
        const std::vector<std::byte> short_rows = computed(c_, large, cycled, role::dense, many / 3, 3, reference_);
        for (const isa with : isas_) {
            for (const int threads : {1, 2, 3, 8}) {
                if (threads == 1 && with == reference_.with) continue;
                SCOPED_TRACE(std::string(zerostride::name_of(with)) + ", " + std::to_string(threads) + " threads");
                ASSERT_TRUE(agree(c_, one_row, computed(c_, large, all_dense_, role::dense, 1, many, {with, threads})));
                ASSERT_TRUE(
                    agree(c_, short_rows, computed(c_, large, cycled, role::dense, many / 3, 3, {with, threads})));
            }
        }
    }

    const question& c_;
    const std::vector<isa>& isas_;
    const way reference_;
    const std::vector<role> all_dense_;
    random_bits random_;
    std::vector<std::vector<std::byte>> inputs_;
    std::vector<std::byte> expected_;
};

class agreement_test : public testing::Test {
public:
    explicit agreement_test(const question& c) : c_(c) {}
    void TestBody() override {
        const std::vector<isa> isas = with_own_kernel(available_isas(), c_.which, c_.type);
        ASSERT_FALSE(isas.empty());
        agreement(c_, isas).check();
    }

private:
    question c_;
};

[[maybe_unused]] const bool registered = [] {
    for (const question& c : every_question()) {
        // Emulated, there is one instruction set to agree with itself, and it takes thirty times as long.
        if (current_tier() == tier::emulated && !has_turn(c, 4)) continue;
        testing::RegisterTest(c.name().c_str(), "agrees", nullptr, nullptr, __FILE__, __LINE__,
                              [c]() -> testing::Test* { return new agreement_test(c); });
    }
    return true;
}();

/// What was compared, and what this machine could not.
TEST(instruction_sets, that_were_compared) {
    std::string absent;
    for (const isa with : built_isas()) {
        if (!is_available(with)) absent += std::string(absent.empty() ? "" : ", ") + zerostride::name_of(with);
    }
    ASSERT_FALSE(available_isas().empty());
    if (!absent.empty()) GTEST_SKIP() << absent << " is not available on this processor: not compared";
}

}  // namespace
}  // namespace zerostride::test
