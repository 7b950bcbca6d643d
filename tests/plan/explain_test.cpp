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
