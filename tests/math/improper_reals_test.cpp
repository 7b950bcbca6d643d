// Pairs that are no real, (hi, lo) with a low part too large, infinite or NaN, give any value, and nothing else: no
// operator reads or writes beside its memory for them, and their neighbours are what they would be without them.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "support/guarded.hpp"
#include "support/settings.hpp"
#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

struct pair {
    double hi, lo;
};

double part(random_bits& random) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const double special[] = {
        0.0,   -0.0,  1.0,    -1.0,   0.9,      0.2,       5.0,
        -28.0, 1e300, -1e308, 5e-324, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
    if (random.one_in(2)) return random.pick(special);
    if (random.one_in(2)) return std::bit_cast<double>(random.next());
    return static_cast<double>(random.between(-1'000'000, 1'000'000)) / 10'000.0;
}
pair proper(random_bits& random) { return {static_cast<double>(random.between(-30'000, 30'000)) / 1000.0, 0.0}; }

std::vector<attribute> required_of(op which) {
    std::vector<attribute> given;
    for (const op_attribute& has : attributes_of(which)) {
        if (has.is_required()) given.emplace_back(has.id, dtype::real);
    }
    return given;
}

class improper_reals : public with_isa {};

TEST_P(improper_reals, stay_by_themselves) {
    how.max_threads = 1;
    random_bits random("improper reals");
    const std::size_t count = 61;  // whole registers and a rest
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(count)};
    for (const op_info& row : ops) {
        const bool is_plain =
            row.shapes == shape_rule::broadcast || row.shapes == shape_rule::equal || row.shapes == shape_rule::first;
        if (!supports(row.id, dtype::real) || !is_plain || row.operands == operand_rule::like) continue;
        SCOPED_TRACE(row.name);
        const std::size_t operands = row.operands == operand_rule::bounds ? 1 : static_cast<std::size_t>(row.arity);
        const operation what(row.id, required_of(row.id));
        const std::size_t first = row.operands == operand_rule::condition_first ? 1 : 0;
        std::vector<std::uint8_t> condition(count);
        for (std::int64_t round = 0; round < scaled(40); ++round) {
            std::vector<std::vector<pair>> sane(operands), mixed;
            std::vector<bool> is_sane(count);
            for (std::size_t i = 0; i < count; ++i) is_sane[i] = random.one_in(2);
            for (std::vector<pair>& x : sane) {
                for (std::size_t i = 0; i < count; ++i) x.push_back(proper(random));
            }
            mixed = sane;
            for (std::vector<pair>& x : mixed) {
                for (std::size_t i = 0; i < count; ++i) {
                    if (!is_sane[i]) x[i] = {part(random), part(random)};
                }
            }
            for (std::uint8_t& c : condition) c = random.one_in(2);
            const dtype result = result_of(row.id, dtype::real);
            const std::size_t bytes = count * size_of(result);
            const guarded_memory expected(bytes), made(bytes);
            const auto evaluate = [&](const std::vector<std::vector<pair>>& from, std::byte* to) {
                std::vector<const_tensor_view> inputs;
                for (std::size_t i = 0; i < operands; ++i) {
                    inputs.emplace_back(from[i].data(), dtype::real, shape);
                    if (i < first) inputs.back() = const_tensor_view(condition.data(), dtype::boolean, shape);
                }
                const outcome answer = try_eval(what, inputs, tensor_view(to, result, shape), how);
                ASSERT_TRUE(completed(answer.code)) << answer.message;
            };
            std::byte* const to = made.end() - bytes;
            std::byte* const reference = expected.end() - bytes;
            evaluate(sane, reference);
            evaluate(mixed, to);
            for (std::size_t i = 0; i < count; ++i) {
                if (!is_sane[i]) continue;
                const std::size_t at = i * size_of(result);
                ASSERT_EQ(std::memcmp(to + at, reference + at, size_of(result)), 0) << "element " << i;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(all, improper_reals, every_isa(), isa_name);

}  // namespace
}  // namespace zerostride::test
