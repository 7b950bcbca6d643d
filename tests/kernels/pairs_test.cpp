// Exhaustion: every input there is, where there are few enough.
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "kernels/cells.hpp"
#include "support/oracle.hpp"
#include "support/values.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::test {
namespace {

/// Runs `c` on dense rows and looks at every element.
void check_dense_row(const cell& c, const std::vector<std::vector<std::byte>>& inputs, std::size_t count) {
    const std::int64_t extent = static_cast<std::int64_t>(count);
    std::vector<std::byte> result(count * c.output_bytes(), std::byte{0xa5});
    std::vector<const_tensor_view> views;
    const void* pointers[3] = {};
    for (std::size_t i = 0; i < c.arity(); ++i) {
        pointers[i] = inputs[i].data();
        views.emplace_back(pointers[i], c.input(i), extents_ref(&extent, c.is_scalar(i) ? 0 : 1));
    }
    options how;
    how.with = c.with;
    how.max_threads = 1;
    plan made;
    const outcome planned =
        plan::try_make(made, c.asked(), views, const_tensor_view(nullptr, c.result(), extents_ref(&extent, 1)), how);
    ASSERT_TRUE(planned) << planned.message;
    const status answered = made.run(pointers, result.data());
    ASSERT_TRUE(completed(answered)) << to_string(answered);
    for (std::size_t i = 0; i < count; ++i) {
        const void* in[3] = {};
        for (std::size_t k = 0; k < c.arity(); ++k) {
            in[k] = inputs[k].data() + (c.is_scalar(k) ? 0 : i) * c.input_bytes(k);
        }
        if (is_right(c, in, result.data() + i * c.output_bytes())) continue;
        char buffer[128];
        std::string story = show(c.result(), result.data() + i * c.output_bytes(), buffer);
        for (std::size_t k = 0; k < c.arity(); ++k) {
            story += std::string(k == 0 ? " for " : ", ") + show(c.input(k), in[k], buffer);
        }
        FAIL() << "element " << i << ": " << story;
    }
}

/// The same; where operands are scalars in pieces, each with others.
void check_row(const cell& c, const std::vector<std::vector<std::byte>>& inputs, std::size_t count) {
    const std::size_t piece = c.is_scalar(c.arity() - 1) ? 61 : count;
    for (std::size_t start = 0; start < count && !testing::Test::HasFatalFailure(); start += piece) {
        const std::size_t length = std::min(piece, count - start);
        std::vector<std::vector<std::byte>> part;
        for (std::size_t i = 0; i < c.arity(); ++i) {
            const std::byte* const from = inputs[i].data() + start * c.input_bytes(i);
            part.emplace_back(from, from + length * c.input_bytes(i));
        }
        check_dense_row(c, part, length);
    }
}

/// Two operands of one byte: all 65,536 pairs. One of them: all 256 in each lane.
void all_bytes(const cell& c) {
    std::vector<std::vector<std::byte>> inputs(c.arity());
    for (unsigned i = 0; i < 65536; ++i) {
        // The last two operands take the pair; a condition takes a pattern that goes with neither.
        if (c.arity() == 3) inputs[0].push_back(static_cast<std::byte>(i % 3 == 0 ? 0 : i % 251));
        inputs[c.arity() - 1].push_back(static_cast<std::byte>(i));
        if (c.arity() > 1) inputs[c.arity() - 2].push_back(static_cast<std::byte>(i >> 8));
    }
    check_row(c, inputs, 65536);
}
bool is_of_bytes(const cell& c) {
    for (std::size_t i = 0; i < c.arity(); ++i) {
        if (c.input_bytes(i) != 1) return false;
    }
    return true;
}
[[maybe_unused]] const bool bytes_registered = register_cells("all_bytes", all_bytes, is_of_bytes);

std::vector<std::byte> all_halves() {
    std::vector<std::byte> made(65536 * 2);
    for (unsigned i = 0; i < 65536; ++i) {
        const std::uint16_t bits = static_cast<std::uint16_t>(i);
        std::memcpy(made.data() + 2 * i, &bits, 2);
    }
    return made;
}

void all_halves_one_operand(const cell& c) { check_row(c, {all_halves()}, 65536); }
bool is_of_one_half(const cell& c) { return c.type == dtype::f16 && c.arity() == 1; }
[[maybe_unused]] const bool one_registered = register_cells("all_halves", all_halves_one_operand, is_of_one_half);

/// Against all 65,536 halves: some random ones, and in the long tier for sum and product every one.
void pairs_of_halves(const cell& c) {
    random_bits random = random_of(c, "pairs_of_halves");
    const std::vector<std::byte> all = all_halves();
    const bool every_pair = current_tier() == tier::thorough && (c.which == op::add || c.which == op::mul);
    const std::int64_t others = every_pair ? 65536 : scaled(30);
    for (std::int64_t i = 0; i < others; ++i) {
        const std::uint16_t other =
            static_cast<std::uint16_t>(every_pair ? static_cast<std::uint64_t>(i) : random.next());
        std::vector<std::byte> repeated(all.size());
        for (std::size_t k = 0; k < repeated.size(); k += 2) std::memcpy(repeated.data() + k, &other, 2);
        check_row(c, random.one_in(2) ? std::vector{repeated, all} : std::vector{all, repeated}, 65536);
        if (testing::Test::HasFatalFailure()) return;
    }
    if (every_pair) return;
    // And pairs that are random on both sides.
    const std::size_t count = static_cast<std::size_t>(scaled(400'000));
    const std::vector<std::byte> x = make_values(dtype::f16, count, random), y = make_values(dtype::f16, count, random);
    check_row(c, {x, y}, count);
}
bool is_of_two_halves(const cell& c) { return c.arity() == 2 && c.input(0) == dtype::f16 && c.input(1) == dtype::f16; }
[[maybe_unused]] const bool two_registered = register_cells("pairs_of_halves", pairs_of_halves, is_of_two_halves);

/// Many random pairs of the other types: roundings, cancellations, quotients.
void random_pairs(const cell& c) {
    random_bits random = random_of(c, "random_pairs");
    // Functions are measured by tests/math as well, and their oracles are slow.
    const bool is_function = info(c.which).accuracy == accuracy_class::close;
    const std::size_t count = static_cast<std::size_t>(scaled(is_function ? 25'000 : 200'000));
    std::vector<std::vector<std::byte>> inputs;
    for (std::size_t i = 0; i < c.arity(); ++i) {
        inputs.push_back(make_values(c.input(i), count, random));
    }
    check_row(c, inputs, count);
}
bool is_wider(const cell& c) { return !is_of_bytes(c); }
[[maybe_unused]] const bool random_registered = register_cells("random_pairs", random_pairs, is_wider);

/// Attributes far from the defaults: large, fractional, without end, no numbers.
void other_numbers(const cell& c) {
    random_bits random = random_of(c, "other_numbers");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double pool[] = {0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0.7,
                               -3.5,
                               127.0,
                               128.5,
                               -129.0,
                               255.75,
                               40000.5,
                               -65537.0,
                               0x1p31,
                               -0x1p32,
                               0x1p63,
                               -0x1p63,
                               0x1p64,
                               0x1.8p70,
                               1e-30,
                               1e300,
                               infinity,
                               -infinity,
                               std::numeric_limits<double>::quiet_NaN()};
    for (int i = 0; i < (current_tier() == tier::emulated ? 40 : 300); ++i) {
        cell other = c;
        for (attribute& number : other.attributes) number.value = random.pick(pool);
        const std::size_t count = 131;
        check_row(other, {make_values(c.type, count, random)}, count);
        if (testing::Test::HasFatalFailure()) FAIL() << other.name();
    }
}
bool has_numbers(const cell& c) { return info(c.which).family == op_family::activation && !c.attributes.empty(); }
[[maybe_unused]] const bool numbers_registered = register_cells("other_numbers", other_numbers, has_numbers);

/// Real sums that cancel to almost nothing, where an error relative to the result shows.
void cancelling_sums(const cell& c) {
    random_bits random = random_of(c, "cancelling_sums");
    const std::size_t count = static_cast<std::size_t>(scaled(200'000));
    std::vector<std::byte> x = make_values(dtype::real, count, random), y = x;
    for (std::size_t i = 0; i < count; ++i) {
        real one, other;
        std::memcpy(&one, x.data() + i * sizeof one, sizeof one);
        other = c.which == op::sub ? one : real{-one.hi, -one.lo};
        // Move the low part by a random share of itself; sometimes the high part by a last place.
        const double moved = other.lo * (1.0 + 0x1p-20 * static_cast<double>(random.below(1 << 20)));
        if (other.hi + moved == other.hi) other.lo = moved;
        if (random.one_in(3)) {
            std::uint64_t bits;
            std::memcpy(&bits, &other.hi, sizeof bits);
            bits ^= 1;
            double neighbour;
            std::memcpy(&neighbour, &bits, sizeof bits);
            if (neighbour - neighbour == 0.0 && neighbour != 0.0 && neighbour + other.lo == neighbour) {
                other.hi = neighbour;
            }
        }
        std::memcpy(y.data() + i * sizeof other, &other, sizeof other);
    }
    check_row(c, {x, y}, count);
}
bool is_sum_of_reals(const cell& c) { return c.type == dtype::real && (c.which == op::add || c.which == op::sub); }
[[maybe_unused]] const bool sums_registered = register_cells("cancelling_sums", cancelling_sums, is_sum_of_reals);

}  // namespace
}  // namespace zerostride::test
