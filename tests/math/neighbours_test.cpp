// An element's result does not depend on the elements around it. Kernels answer for a register at a time, and ask
// whether any of its lanes needs a closer look: an answer that takes one lane for another is found only where
// neighbours differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "support/question.hpp"
#include "support/settings.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::test {
namespace {

/// Numbers of both signs, most within some binades of 1, as `type`.
std::vector<std::byte> numbers(dtype type, std::size_t count, random_bits& random) {
    std::vector<double> made;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = std::ldexp(1.0 + static_cast<double>(random.below(1u << 30)) * 0x1p-30,
                                       static_cast<int>(random.between(random.one_in(4) ? -60 : -12, 6)));
        made.push_back(random.one_in(2) ? size : -size);
    }
    std::sort(made.begin(), made.end());
    std::vector<std::byte> as_type(count * size_of(type));
    const auto n = static_cast<std::int64_t>(count);
    eval({op::cast, {{attribute_id::to, type}}}, {view(made, {n})},
         tensor_view(as_type.data(), type, extents_ref(&n, 1)));
    return as_type;
}

std::vector<std::byte> answers(const operation& what, dtype type, const std::vector<std::byte>& x, isa with) {
    const auto n = static_cast<std::int64_t>(x.size() / size_of(type));
    std::vector<std::byte> made(x.size());
    options how;
    how.with = with;
    how.max_threads = 1;
    const outcome done = try_eval(what, {const_tensor_view(x.data(), type, extents_ref(&n, 1))},
                                  tensor_view(made.data(), type, extents_ref(&n, 1)), how);
    EXPECT_TRUE(done) << done.message;
    // A NaN is a NaN.
    std::vector<std::uint8_t> nan(static_cast<std::size_t>(n));
    eval(op::is_nan, {const_tensor_view(made.data(), type, extents_ref(&n, 1))},
         tensor_view(nan.data(), dtype::boolean, extents_ref(&n, 1)));
    for (std::size_t i = 0; i < nan.size(); ++i) {
        if (nan[i] != 0) std::memset(made.data() + i * size_of(type), 0xff, size_of(type));
    }
    return made;
}

struct asked {
    question what;
    std::string name;
};
/// Every function of one operand with the attributes that the questions have, and some under which more is close to a
/// tie.
std::vector<asked> functions() {
    std::vector<asked> made;
    for (const question& q : every_question()) {
        if (info(q.which).accuracy != accuracy_class::close || q.arity() != 1) continue;
        made.push_back({q, q.name()});
        const bool is_selu = q.which == op::selu;
        if (!q.attributes.empty() || (!is_selu && q.which != op::elu && q.which != op::celu && q.which != op::swish))
            continue;
        for (const auto& [alpha, gamma] : {std::pair(1.5, 1.0), std::pair(2.0, 1.5), std::pair(1.0, 1.5)}) {
            asked more{q, q.name() + "_" + std::to_string(alpha) + "_" + std::to_string(gamma)};
            more.what.attributes = {{attribute_id::alpha, alpha}};
            if (is_selu) more.what.attributes.emplace_back(attribute_id::gamma, gamma);
            made.push_back(more);
        }
    }
    return made;
}

TEST(neighbours, change_nothing) {
    random_bits random("neighbours");
    const auto count = static_cast<std::size_t>(scaled(20'000));
    for (const asked& f : functions()) {
        const dtype type = f.what.type;
        const std::size_t bytes = size_of(type);
        const std::vector<std::byte> sorted = numbers(type, count, random);
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        std::vector<std::byte> mixed(sorted.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::memcpy(mixed.data() + i * bytes, sorted.data() + order[i] * bytes, bytes);
        }
        for (const isa with : with_own_kernel(available_isas(), f.what.which, type)) {
            const std::vector<std::byte> in_order = answers(f.what.asked(), type, sorted, with);
            const std::vector<std::byte> out_of_order = answers(f.what.asked(), type, mixed, with);
            std::size_t differ = 0;
            for (std::size_t i = 0; i < count; ++i) {
                differ += std::memcmp(in_order.data() + order[i] * bytes, out_of_order.data() + i * bytes, bytes) != 0;
            }
            EXPECT_EQ(differ, 0u) << f.name << " on " << name_of(with);
        }
    }
}

TEST(neighbours, change_nothing_for_one_that_is_next_to_a_tie) {
    // Of Selu with its defaults: the doubles that the quick phase computes are too close to a tie to be rounded.
    for (const std::uint32_t bits : {0xbc924a3du, 0xbd094ddcu, 0xbf9d4c7eu, 0xb9ec5679u}) {
        std::vector<std::byte> lone(4);
        std::memcpy(lone.data(), &bits, 4);
        for (const isa with : with_own_kernel(available_isas(), op::selu, dtype::f32)) {
            const std::vector<std::byte> expected = answers(op::selu, dtype::f32, lone, available_isas().front());
            for (const float neighbour : {1.0f, 0.0f, -0.0f, 3e-5f, -1.0f, -1e-39f, std::nanf("")}) {
                for (std::size_t place = 0; place < 37; ++place) {
                    std::vector<float> x(37, neighbour);
                    std::memcpy(&x[place], &bits, 4);
                    std::vector<std::byte> all(37 * 4);
                    std::memcpy(all.data(), x.data(), all.size());
                    const std::vector<std::byte> got = answers(op::selu, dtype::f32, all, with);
                    ASSERT_EQ(std::memcmp(got.data() + place * 4, expected.data(), 4), 0)
                        << std::hex << bits << " among " << neighbour << " at " << place << " on " << name_of(with);
                }
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
