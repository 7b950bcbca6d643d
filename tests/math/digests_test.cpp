// The results of functions for all floats as a few numbers: that they tell results apart, and, in the long tier, that
// they are those of the correctly rounded results on every instruction set.
#include "accuracy/digests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

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
        const auto digests = [&](isa with, std::uint64_t from, std::uint64_t to) {
            return digests_of_results(f, with, float_order::of_bits, from, to);
        };
        const float_digests all = digests(available_isas().back(), first, first + count);
        for (const isa with : available_isas()) {
            float_digests parts = digests(with, first, first + half);
            const float_digests rest = digests(with, first + half, first + count);
            for (std::size_t i = 0; i < digest_count; ++i) parts[i] += rest[i];
            EXPECT_EQ(parts, all) << f.name() << " on " << name_of(with);
        }
    }
}

TEST(digests, go_over_every_float_in_both_orders) {
    // Some 2^20 floats side by side are all different, of all sixteenths, and of both signs within any register.
    std::vector<std::uint32_t> seen;
    std::array<std::size_t, digest_count> in_part{};
    for (std::uint64_t place = 0x7ff00000; place < 0x80000000; ++place) {
        EXPECT_EQ(float_at(float_order::of_bits, place), place);
        seen.push_back(float_at(float_order::mixed, place));
        ++in_part[seen.back() / floats_per_digest];
        if (seen.size() % 8 == 0) {
            const auto first = seen.end() - 8;
            const auto negative = std::count_if(first, seen.end(), [](std::uint32_t bits) { return bits >> 31 != 0; });
            EXPECT_TRUE(negative > 0 && negative < 8) << place;
        }
    }
    for (const std::size_t count : in_part) EXPECT_NEAR(static_cast<double>(count), 65536, 16);
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
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
            EXPECT_EQ(digests_of_results(f, with, float_order::of_bits, 2, [](std::uint64_t) {}), *known_digests(f))
                << f.name() << " on " << name_of(with);
        }
    }
}

}  // namespace
}  // namespace zerostride::accuracy
