// How far the float functions are from the truth, on every instruction set at once: of binary16 every number, of float
// one out of each of 2^24 equal parts and the hard cases, of double numbers from all over the range. Prints the
// greatest error of each; ./check --long tries more. Every float: zerostride accuracy --exhaustive.
#include <gtest/gtest.h>

#include <cstdio>

#include "accuracy/proof.hpp"
#include "support/question.hpp"
#include "support/settings.hpp"

namespace zerostride::test {
namespace {

/// One-operand functions with no attribute but a choice are correctly rounded in f16 and f32; what is left rounds a
/// product before the end.
bool is_correctly_rounded(const accuracy::function& f, dtype type) {
    if (f.arity() > 1 || type == dtype::f64) return false;
    for (const attribute& given : f.attributes) {
        if (find_attribute(given.id)->kind != attribute_kind::choice) return false;
    }
    return true;
}

std::uint64_t samples_of(const accuracy::function& f, dtype type) {
    const bool thorough = current_tier() == tier::thorough, emulated = current_tier() == tier::emulated;
    if (type == dtype::f64) return thorough ? 1'000'000 : emulated ? 1'000 : 6'000;
    if (emulated) return 1 << 12;
    if (!is_correctly_rounded(f, type)) return thorough ? 1 << 24 : 1 << 18;
    return std::uint64_t{1} << (thorough ? 28 : 24);
}

void measure(const accuracy::function& f, dtype type) {
    const accuracy::sweep all(f, type, false, samples_of(f, type));
    accuracy::findings found;
    for (const isa with : with_own_kernel(available_isas(), f.which, type)) found.tallies.emplace_back().with = with;
    accuracy::prove(all, found, 1, [](const accuracy::findings&) { return false; });
    EXPECT_EQ(found.inputs, all.size());
    for (const accuracy::tally& t : found.tallies) {
        std::printf("%-32s %-8s %.4f ulp at %#llx, %llu of %llu not the nearest\n", f.name().c_str(), name_of(t.with),
                    t.error, static_cast<unsigned long long>(t.at.x.high), static_cast<unsigned long long>(t.wrong),
                    static_cast<unsigned long long>(found.inputs));
        EXPECT_EQ(t.differing, 0u) << name_of(t.with) << " differs";
        EXPECT_LE(t.error, type == dtype::f64 ? 1.0 : 0.5005) << name_of(t.with);
        if (is_correctly_rounded(f, type)) {
            EXPECT_EQ(t.wrong, 0u) << name_of(t.with);
        }
    }
    for (std::size_t i = 0; i < found.wrong.size() && i < 4 && is_correctly_rounded(f, type); ++i) {
        const accuracy::wrong_result& w = found.wrong[i];
        std::printf("  of %#llx is %#llx, right is %#llx\n", static_cast<unsigned long long>(w.at.x.high),
                    static_cast<unsigned long long>(w.got), static_cast<unsigned long long>(w.right));
    }
}

class accuracy_test : public testing::Test {
public:
    accuracy_test(const accuracy::function& f, dtype type) : of_(f), type_(type) {}
    void TestBody() override { measure(of_, type_); }

private:
    accuracy::function of_;
    dtype type_;
};

[[maybe_unused]] const bool registered = [] {
    const auto add = [](const accuracy::function& f, dtype type, const std::string& name) {
        testing::RegisterTest("accuracy", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [f, type]() -> testing::Test* { return new accuracy_test(f, type); });
    };
    for (const question& asked : every_question()) {
        if (!accuracy::is_proven(asked.which) || asked.second != asked.type ||
            info(asked.type).kind != type_kind::floating)
            continue;
        accuracy::function of{asked.which, asked.attributes};
        // Its kernels of f16 and f32 round the attributes before they begin, as those that come from models are.
        if (asked.which == op::hard_sigmoid && asked.type != dtype::f64) {
            for (attribute& given : of.attributes) given.value = static_cast<float>(given.value);
        }
        add(of, asked.type, asked.name());
    }
    return true;
}();

}  // namespace
}  // namespace zerostride::test
