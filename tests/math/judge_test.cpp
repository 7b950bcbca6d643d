// What accuracy is measured with: the judge, its estimates, the numbers it tries, the record of what it found.
#include "accuracy/judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "accuracy/estimate.hpp"
#include "accuracy/record.hpp"
#include "accuracy/reference.hpp"
#include "support/settings.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::accuracy {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(judge, rounds_as_the_hardware_does) {
    test::random_bits random("judge rounding");
    for (int i = 0; i < 200'000; ++i) {
        // All exponents that float and binary16 care for; every third number next to a tie.
        const int exponent = static_cast<int>(random.between(-160, 135));
        double x = std::ldexp(1.0 + static_cast<double>(random.next() >> 12) * 0x1p-52, exponent);
        if (i % 3 == 0) x = std::ldexp(static_cast<double>(2 * random.below(1 << 24) + 1), exponent - 24);
        if (random.one_in(2)) x = -x;
        const digits exact(200, x);
        EXPECT_TRUE(same_number(rounded(dtype::f32, exact), static_cast<float>(x))) << x;
        EXPECT_TRUE(same_number(rounded(dtype::f32, x), static_cast<float>(x))) << x;
        EXPECT_TRUE(same_number(rounded(dtype::f64, exact), x)) << x;
        const double half = static_cast<double>(float16(x));
        EXPECT_TRUE(same_number(rounded(dtype::f16, exact), half)) << x;
        EXPECT_TRUE(same_number(rounded(dtype::f16, x), half)) << x;
    }
}

TEST(judge, rounds_once) {
    // 1 + 2^-24 is a tie of float; a little more is none, though a double has no room for it.
    digits x(200, 0x1p-100);
    mpfr_add_d(x, x, 1.0 + 0x1p-24, MPFR_RNDN);
    EXPECT_EQ(rounded(dtype::f32, x), 1.0 + 0x1p-23);
    EXPECT_LT(distance_from_tie(dtype::f32, x), 0x1p-70);
    EXPECT_EQ(error_in_units(dtype::f32, 1.0, x), 0.5);
    // The same between 0 and the least number.
    mpfr_set_d(x, 0x1p-150, MPFR_RNDN);
    EXPECT_EQ(rounded(dtype::f32, x), 0.0);
    mpfr_add_d(x, x, 0x1p-300, MPFR_RNDN);
    EXPECT_EQ(rounded(dtype::f32, x), 0x1p-149);
    mpfr_neg(x, x, MPFR_RNDN);
    EXPECT_EQ(rounded(dtype::f32, x), -0x1p-149);
    mpfr_set_d(x, 0x1.ffffffp+127, MPFR_RNDN);
    EXPECT_EQ(rounded(dtype::f32, x), inf);
    EXPECT_EQ(error_in_units(dtype::f32, inf, x), 0.5);
}

TEST(judge, measures_errors) {
    const digits one(200, 1.0), huge(200, 0x1p200), tiny(200, 0x1p-160);
    EXPECT_EQ(error_in_units(dtype::f32, 1.0 + 0x1p-22, one), 2.0);
    EXPECT_EQ(error_in_units(dtype::f16, 1.0 - 0x1p-11, one), 0.5);
    EXPECT_EQ(error_in_units(dtype::f64, 1.0 + 0x1p-52, one), 1.0);
    EXPECT_EQ(error_in_units(dtype::f32, inf, huge), 0.0);
    EXPECT_EQ(error_in_units(dtype::f32, -inf, huge), inf);
    EXPECT_EQ(error_in_units(dtype::f32, 0x1p127, huge), inf);
    EXPECT_EQ(error_in_units(dtype::f32, std::nan(""), one), inf);
    EXPECT_EQ(error_in_units(dtype::f32, 0x1p-149, tiny), 1.0 - 0x1p-11);
    EXPECT_EQ(relative_error({1.0, 0x1p-100}, one), 0x1p-100);
    EXPECT_EQ(relative_error({1.0, 0.5}, one), inf) << "no pair";
}

/// The margin of the estimates with a factor of 16 to spare, where it is used.
TEST(judge, estimates_are_as_good_as_they_say) {
    const int count = static_cast<int>(test::scaled(4'000));
    for (const function& f : functions()) {
        const sweep all(f, dtype::f64, false, static_cast<std::uint64_t>(count));
        double worst = 0.0, at = 0.0;
        for (std::uint64_t i = 0; i < all.size(); ++i) {
            const operands in = all[i];
            const double x = rounded(dtype::f32, value_of(dtype::f64, in.x.high));
            const double y = rounded(dtype::f32, value_of(dtype::f64, in.y.high));
            if (x == 0.0 || !std::isfinite(x) || !std::isfinite(y)) continue;
            double estimate = 0.0;
            estimates(f, &x, &y, &estimate, 1);
            digits exact(200);
            reference(f, digits(200, x), digits(200, y), exact);
            const double expected = mpfr_get_d(exact, MPFR_RNDN);
            if (std::isnan(expected)) {
                EXPECT_TRUE(std::isnan(estimate)) << f.name() << " of " << x;
            } else if (std::fabs(expected) < 0x1p-200) {
                EXPECT_LT(std::fabs(estimate), 0x1p-190) << f.name() << " of " << x;
            } else if (std::fabs(expected) > 0x1p200) {
                EXPECT_GT(std::fabs(estimate), 0x1p190) << f.name() << " of " << x;
                EXPECT_EQ(std::signbit(estimate), std::signbit(expected)) << f.name() << " of " << x;
            } else {
                mpfr_sub_d(exact, exact, estimate, MPFR_RNDN);
                const double error = std::fabs(mpfr_get_d(exact, MPFR_RNDN) / expected);
                if (!(error <= worst)) worst = error, at = x;
            }
        }
        EXPECT_LT(worst, estimate_margin / 16) << f.name() << " of " << at;
    }
}

/// The same of long doubles, with a factor of 2.
TEST(judge, fine_estimates_are_as_good_as_they_say) {
    if (!has_fine_estimates) GTEST_SKIP() << "long double is too short";
    for (const function& f : functions()) {
        const sweep all(f, dtype::f64, false, static_cast<std::uint64_t>(test::scaled(4'000)));
        double worst = 0.0, at = 0.0;
        for (std::uint64_t i = 0; i < all.size(); ++i) {
            const operands in = all[i];
            const double x = value_of(dtype::f64, in.x.high), y = value_of(dtype::f64, in.y.high);
            if (x == 0.0 || !std::isfinite(x) || !std::isfinite(y)) continue;
            const long double fine_x = x, fine_y = y;
            long double estimate = 0;
            estimates(f, &fine_x, &fine_y, &estimate, 1);
            digits exact(200);
            reference(f, digits(200, x), digits(200, y), exact);
            const double expected = rounded(dtype::f64, exact);
            // Beyond the numbers that are normal a unit is wider than the margin.
            if (!(std::fabs(expected) >= 0x1p-1022)) continue;
            if (std::isinf(expected)) {
                EXPECT_TRUE(std::isinf(static_cast<double>(estimate))) << f.name() << " of " << x;
                continue;
            }
            digits off(200);
            mpfr_set_ld(off, estimate, MPFR_RNDN);
            mpfr_sub(off, off, exact, MPFR_RNDN);
            const double error = std::fabs(mpfr_get_d(off, MPFR_RNDN) / expected) /
                                 static_cast<double>(fine_margin(f, std::fabs(fine_x)));
            if (!(error <= worst)) worst = error, at = x;
        }
        EXPECT_LT(worst, 0.5) << f.name() << " of " << at;
    }
}

/// Nor do they hide anything of f64.
TEST(judge, finds_in_f64_what_mpfr_finds) {
    for (const function& f : functions()) {
        const sweep all(f, dtype::f64, false, static_cast<std::uint64_t>(test::scaled(3'000)));
        findings found;
        found.tallies.emplace_back().with = current_isa();
        prove(all, found, 1, [](const findings&) { return false; });
        double greatest = 0.0;
        std::uint64_t wrong = 0;
        for (std::uint64_t i = 0; i < all.size(); ++i) {
            const operands in = all[i];
            const double x = value_of(dtype::f64, in.x.high), y = value_of(dtype::f64, in.y.high);
            const std::int64_t one = 1;
            double z = 0.0;
            std::vector<const_tensor_view> views = {{&x, dtype::f64, extents_ref(&one, 1)}};
            if (f.arity() > 1) views.emplace_back(&y, dtype::f64, extents_ref(&one, 1));
            ASSERT_TRUE(try_eval(f.asked(), views, {&z, dtype::f64, extents_ref(&one, 1)}));
            digits exact(200);
            reference(f, digits(200, x), digits(200, y), exact);
            wrong += !same_number(z, rounded(dtype::f64, exact));
            greatest = std::max(greatest, error_in_units(dtype::f64, z, exact));
        }
        EXPECT_EQ(found.tallies[0].wrong, wrong) << f.name();
        EXPECT_EQ(found.tallies[0].error, greatest) << f.name();
    }
}

/// An estimate that was let through is judged as MPFR judges.
TEST(judge, agrees_with_mpfr) {
    const std::size_t count = static_cast<std::size_t>(test::scaled(3'000));
    for (const function& f : functions()) {
        for (const dtype type : {dtype::f16, dtype::f32}) {
            const sweep all(f, type, false, count);
            number_block block(count);
            for (std::size_t i = 0; i < count; ++i) {
                const operands in = all[all.size() / count * i];
                block.x[i] = value_of(type, in.x.high);
                block.y[i] = value_of(type, in.y.high);
            }
            judge(f, type, block, [](std::size_t, double) {});
            for (std::size_t i = 0; i < count; ++i) {
                digits exact(200);
                reference(f, digits(200, block.x[i]), digits(200, block.y[i]), exact);
                EXPECT_TRUE(same_number(block.right[i], rounded(type, exact)))
                    << f.name() << " " << name_of(type) << " of " << block.x[i] << ", " << block.y[i];
            }
        }
    }
}

TEST(inputs, are_every_one_or_from_every_binade) {
    const sweep half({op::exp, {}}, dtype::f16, false, 5);
    EXPECT_TRUE(half.is_complete());
    EXPECT_EQ(half.size(), 65'536u);
    EXPECT_EQ(half[0xabcd].x.high, 0xabcdu);
    const sweep every({op::exp, {}}, dtype::f32, true, 5);
    EXPECT_EQ(every.size(), std::uint64_t{1} << 32);
    EXPECT_EQ(every[0xdeadbeef].x.high, 0xdeadbeefu);
    const std::uint64_t parts = 4096;
    const sweep some({op::exp, {}}, dtype::f32, false, parts);
    EXPECT_GT(some.size(), parts);
    for (std::uint64_t i = 0; i < parts; ++i) EXPECT_EQ(some[i].x.high >> 20, i);
    bool has_one = false;
    for (std::uint64_t i = parts; i < some.size(); ++i) has_one |= some[i].x.high == 0x3f800001u;
    EXPECT_TRUE(has_one) << "the neighbours of 1";
}

findings begun() {
    findings made;
    for (const isa with : available_isas()) made.tallies.emplace_back().with = with;
    return made;
}

/// Threads, interruptions and being written down change nothing.
TEST(record, goes_on_where_it_was) {
    const function gelu{op::gelu, {}};
    const sweep all(gelu, dtype::f64, false, 20'000);
    findings once = begun();
    prove(all, once, 1, [](const findings&) { return false; });
    ASSERT_EQ(once.inputs, all.size());

    std::vector<isa> with;
    for (const tally& t : once.tallies) with.push_back(t.with);
    record kept;
    kept.find_or_begin(all, "r1", with);
    int pauses = 0;
    for (; kept.find_or_begin(all, "r1", with).found.inputs < all.size(); ++pauses) {
        prove(all, kept.find_or_begin(all, "r1", with).found, 2, [](const findings&) { return true; });
        kept = record::parse(kept.text());
    }
    EXPECT_GT(pauses, 1);
    record expected;
    expected.find_or_begin(all, "r1", with).found = once;
    EXPECT_EQ(kept.text(), expected.text());
    EXPECT_GT(once.tallies[0].error, 0.5);
    EXPECT_GT(once.tallies[0].wrong, 0u);

    // Another revision, another number of samples, other instruction sets: another sweep.
    EXPECT_EQ(kept.find_or_begin(all, "r2", with).found.inputs, 0u);
    EXPECT_EQ(kept.find_or_begin(sweep(gelu, dtype::f64, false, 20'001), "r1", with).found.inputs, 0u);
    with.push_back(isa::automatic);
    EXPECT_EQ(kept.find_or_begin(all, "r1", with).found.inputs, 0u);
}

/// What is right adds up to what the library gives, where that is right.
TEST(record, keeps_the_digests_of_every_float) {
    const function log{op::log, {}};
    const sweep all(log, dtype::f32, true, 0);
    record kept;
    findings& found = kept.find_or_begin(all, "r", {current_isa()}).found;
    prove(all, found, 2, [](const findings&) { return true; });
    ASSERT_GT(found.inputs, 0u);
    ASSERT_LT(found.inputs, floats_per_digest);
    EXPECT_EQ(found.digests[0], digests_of_results(log, current_isa(), float_order::of_bits, 0, found.inputs)[0]);
    EXPECT_EQ(found.digests[1], 0u);
    EXPECT_EQ(record::parse(kept.text()).find_or_begin(all, "r", {current_isa()}).found.digests, found.digests);
}

TEST(record, refuses_what_is_none) {
    record kept;
    kept.find_or_begin(sweep({op::exp, {}}, dtype::f16, false, 1), "r", {isa::baseline});
    const std::string text = kept.text();
    EXPECT_EQ(record::parse(text).text(), text);
    for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
        EXPECT_THROW(record::parse(text.substr(0, length)), std::runtime_error) << length;
    }
    for (const char* const bad :
         {"", "\n", "NUMPY", "zerostride accuracy 1\nend\n", "zerostride accuracy 2\nhard 1 2 3 4 5\nend\n",
          "zerostride accuracy 2\nsweep Exp f16 every r -1\nend\n",
          "zerostride accuracy 2\nsweep Exp f16 every r 1 2\nend\n",
          "zerostride accuracy 2\nsweep Exp f16 every r 99999999999999999999\nend\n",
          "zerostride accuracy 2\nsweep Exp f32 every r 1\ndigests 1 2\nend\n"}) {
        EXPECT_THROW(record::parse(bad), std::runtime_error) << bad;
    }
}

}  // namespace
}  // namespace zerostride::accuracy
