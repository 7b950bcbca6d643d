// How far the float functions are from the truth: in double and float over numbers from all over the range, in binary16
// for every one. Prints the greatest error of each function; ./check --long takes a million numbers.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "math/reference.hpp"
#include "support/oracle.hpp"
#include "support/settings.hpp"
#include "zerostride/elements.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

/// Numbers that show where a function of doubles is weak.
double number(random_bits& random) {
    const auto any = [&] { return std::bit_cast<double>(random.next()); };
    const auto between = [&](double reach) {
        return reach * (static_cast<double>(random.next() >> 11) * 0x1p-52 - 1.0);
    };
    switch (random.below(12)) {
        case 0:
        case 1: return any();
        case 2: return between(1.0);
        case 3: return between(4.0);
        case 4: return between(40.0);
        case 5: return between(750.0);
        case 6: return between(0x1p21);
        // Next to multiples of pi/2, where sines and cosines vanish.
        case 7: return std::round(std::ldexp(between(1.0), static_cast<int>(random.below(60)))) * 0x1.921fb54442d18p+0;
        case 8: return std::copysign(1.0 + std::ldexp(between(1.0), -static_cast<int>(random.below(52))), between(1.0));
        case 9: return std::ldexp(between(1.0), -static_cast<int>(random.below(80)));
        case 10: return std::ldexp(between(1.0), -static_cast<int>(random.below(1074)));
        default: return between(10.0);
    }
}

/// The type's numbers, as they are and as doubles.
struct operand {
    std::vector<std::byte> bytes;
    std::vector<double> values;
};
double to_double(dtype type, const void* at) {
    if (type == dtype::f64) {
        double x;
        std::memcpy(&x, at, sizeof x);
        return x;
    }
    if (type == dtype::f32) {
        float x;
        std::memcpy(&x, at, sizeof x);
        return x;
    }
    float16 x;
    std::memcpy(&x, at, sizeof x);
    return static_cast<double>(x);
}
operand make_operand(dtype type, std::size_t count, random_bits& random) {
    operand made;
    made.bytes.resize(count * size_of(type));
    for (std::size_t i = 0; i < count; ++i) {
        std::byte* const at = made.bytes.data() + i * size_of(type);
        const double x = number(random);
        const float narrow = static_cast<float>(x);
        const std::uint16_t half = static_cast<std::uint16_t>(i);
        if (type == dtype::f64) std::memcpy(at, &x, 8);
        else if (type == dtype::f32) std::memcpy(at, &narrow, 4);
        else std::memcpy(at, &half, 2);
        made.values.push_back(to_double(type, at));
    }
    return made;
}

void accuracy(const question& asked) {
    random_bits random("accuracy " + asked.name());
    const dtype type = asked.type;
    std::size_t count = current_tier() == tier::thorough ? 1'000'000 : current_tier() == tier::emulated ? 1'000 : 6'000;
    if (type == dtype::f16) count = 65'536;
    std::vector<operand> operands;
    std::vector<const_tensor_view> views;
    const std::int64_t extent = static_cast<std::int64_t>(count);
    for (std::size_t k = 0; k < asked.arity(); ++k) operands.push_back(make_operand(type, count, random));
    for (const operand& o : operands) views.emplace_back(o.bytes.data(), type, extents_ref(&extent, 1));
    std::vector<std::byte> result(count * size_of(type));
    const outcome answer = try_eval(asked.asked(), views, tensor_view(result.data(), type, extents_ref(&extent, 1)));
    ASSERT_TRUE(answer) << answer.message;

    double worst = 0.0, at_x = 0.0, at_y = 0.0, got = 0.0;
    std::size_t not_nearest = 0, compared = 0;
    digits exact;
    // Every binary16 number is what the layout of kernels is tested with, too: here some do.
    const std::size_t step = type == dtype::f16 && current_tier() != tier::thorough ? 7 : 1;
    for (std::size_t i = 0; i < count; i += step) {
        const double x = operands[0].values[i], y = asked.arity() > 1 ? operands[1].values[i] : 1.0;
        if (!std::isfinite(x) || !std::isfinite(y)) continue;  // the table of special values
        reference(asked, x, y, exact);
        const double actual = to_double(type, result.data() + i * size_of(type));
        if (mpfr_nan_p(static_cast<mpfr_srcptr>(exact)) != 0) {
            ASSERT_TRUE(std::isnan(actual)) << asked.name() << " of " << x << " is " << actual;
            continue;
        }
        if (mpfr_inf_p(static_cast<mpfr_srcptr>(exact)) != 0) {
            ASSERT_EQ(actual, mpfr_get_d(exact, MPFR_RNDN)) << asked.name() << " of " << x;
            continue;
        }
        const double error = error_in_ulps(type, actual, exact);
        ++compared;
        not_nearest += error > 0.5;
        if (error > worst || std::isnan(error)) worst = error, at_x = x, at_y = y, got = actual;
        if (std::isnan(error)) break;
    }
    std::printf("%-32s %.4f ulp at %a, %zu of %zu not the nearest\n", asked.name().c_str(), worst, at_x, not_nearest,
                compared);
    EXPECT_LE(worst, type == dtype::f64 ? 1.0 : 0.5005) << "at " << at_x << ", " << at_y << ": " << got;
}

class accuracy_test : public testing::Test {
public:
    explicit accuracy_test(const question& asked) : asked_(asked) {}
    void TestBody() override { accuracy(asked_); }

private:
    question asked_;
};

[[maybe_unused]] const bool registered = [] {
    for (const question& asked : every_question()) {
        const op_family family = info(asked.which).family;
        if (family != op_family::math && family != op_family::sigmoidal) continue;
        if (info(asked.type).kind != type_kind::floating) continue;
        testing::RegisterTest("accuracy", asked.name().c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [asked]() -> testing::Test* { return new accuracy_test(asked); });
    }
    return true;
}();

}  // namespace
}  // namespace zerostride::test
