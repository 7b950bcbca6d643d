// The results of functions for all floats as a few numbers: that they tell results apart, and, in the long tier, that
// they are those of the correctly rounded results on every instruction set.
#include "accuracy/digests.hpp"

#include <gtest/gtest.h>

#include "accuracy/known_digests.hpp"
#include "support/settings.hpp"

namespace zerostride::accuracy {
namespace {

std::vector<function> functions_of_one() {
    std::vector<function> found;
    for (const function& f : functions()) {
        if (f.arity() == 1) found.push_back(f);
    }
    return found;
}

TEST(digests, tell_results_apart) {
    test::random_bits random("digests");
    for (int i = 0; i < 100'000; ++i) {
        const auto x = static_cast<std::uint32_t>(random.next()), y = static_cast<std::uint32_t>(random.next() >> 9);
        const std::uint32_t other = y ^ (1u << random.below(32));
        if ((other & 0x7fffffffu) > 0x7f800000u || (y & 0x7fffffffu) > 0x7f800000u) continue;
        EXPECT_NE(digest_of(x, y), digest_of(x, other));
        EXPECT_NE(digest_of(x, y) + digest_of(x + 1, other), digest_of(x, other) + digest_of(x + 1, y)) << "exchanged";
    }
    EXPECT_NE(digest_of(1, 0x00000000), digest_of(1, 0x80000000)) << "the sign of zero";
    EXPECT_EQ(digest_of(1, 0x7fc00000), digest_of(1, 0xff800001)) << "NaN is NaN";
}

TEST(digests, do_not_depend_on_blocks_or_instruction_sets) {
    const std::uint64_t count = static_cast<std::uint64_t>(test::scaled(20'000)), half = count / 2 + 7;
    for (const function& f : functions_of_one()) {
        // Around 1, where every function has something to do.
        const std::uint64_t first = 0x3f800000 - half;
        const std::uint64_t all = digest_of_results(f, available_isas().back(), first, first + count);
        for (const isa with : available_isas()) {
            EXPECT_EQ(digest_of_results(f, with, first, first + half) +
                          digest_of_results(f, with, first + half, first + count),
                      all)
                << f.name() << " on " << name_of(with);
        }
    }
}

TEST(digests, are_known_of_functions_that_were_proven) {
    std::size_t known = 0;
    for (const function& f : functions_of_one()) known += known_digests(f) != nullptr;
    EXPECT_EQ(known, std::size(every_known_digest)) << "a name that is no function's";
    EXPECT_NE(known_digests({op::exp, {}}), nullptr);
    EXPECT_EQ(known_digests({op::elu, {{attribute_id::alpha, 2.0}}}), nullptr) << "another alpha is another function";
    EXPECT_EQ(known_digests({op::pow, {}}), nullptr);
}

/// All floats: half a minute to some minutes for each function and instruction set.
TEST(digests, are_those_of_the_correctly_rounded_results) {
    if (test::current_tier() != test::tier::thorough) GTEST_SKIP() << "the long tier: ./check --long";
    for (const function& f : functions_of_one()) {
        if (known_digests(f) == nullptr) continue;
        for (const isa with : available_isas()) {
            EXPECT_EQ(digests_of_results(f, with, 2, [](std::uint64_t) {}), *known_digests(f))
                << f.name() << " on " << name_of(with);
        }
    }
}

}  // namespace
}  // namespace zerostride::accuracy
