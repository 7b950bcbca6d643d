// The picture of a plan: the same words in every program.
#include <gtest/gtest.h>

#include <locale>
#include <string>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// A host's own C++ locale, until the scope ends.
class grouped_digits {
public:
    grouped_digits() : before_(std::locale::global(std::locale(std::locale::classic(), new thousands))) {}
    ~grouped_digits() { std::locale::global(before_); }
    grouped_digits(const grouped_digits&) = delete;
    grouped_digits& operator=(const grouped_digits&) = delete;

private:
    struct thousands : std::numpunct<char> {
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::locale before_;
};

TEST(explanation, of_an_empty_plan_is_a_line) { EXPECT_EQ(plan().explain(), "empty plan\n"); }

TEST(explanation, counts_all_elements_also_of_shorter_last_blocks) {
    const float x[6] = {}, scale[4] = {1, 1, 1, 1};
    const std::uint8_t zero[4] = {};
    std::uint8_t z[6];
    const plan made({op::quantize_linear, {{attribute_id::axis, 1.0}, {attribute_id::block_size, 2.0}}},
                    {view(x, {2, 3}), view(scale, {2, 2}), view(zero, {2, 2})}, view(z, {2, 3}));
    EXPECT_EQ(made.explain().find("QuantizeLinear on f32, 6 elements\n"), 0u) << made.explain();
    EXPECT_NE(made.explain().find("2 elements of shorter last blocks"), std::string::npos) << made.explain();
}

TEST(explanation, does_not_depend_on_the_locale) {
    std::vector<float> x(30'000), z(x.size());
    const plan sums(op::add, {view(x, {3, 10'000}), view(x, {10'000})}, view(z, {3, 10'000}));
    const plan several(op::sum, {view(x, {3, 10'000}), view(x, {10'000}), view(x, {3, 1})}, view(z, {3, 10'000}));
    const std::string of_sums = sums.explain(), of_several = several.explain();
    EXPECT_NE(of_sums.find("30000 elements"), std::string::npos) << of_sums;
    EXPECT_NE(of_several.find("30000 elements"), std::string::npos) << of_several;
    const grouped_digits scope;
    EXPECT_EQ(sums.explain(), of_sums);
    EXPECT_EQ(several.explain(), of_several);
}

}  // namespace
}  // namespace zerostride::test
