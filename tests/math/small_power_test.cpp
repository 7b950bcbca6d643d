// x^2 and x^3 by one exponent for a whole row, which go by multiplications: the bits of the same power among others, on
// every instruction set, and right.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "support/question.hpp"
#include "support/settings.hpp"
#include "support/ulps.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

constexpr std::int64_t scalar_extent = 1;

/// One number as elements of `type`.
std::vector<std::byte> as_elements(dtype type, int number, std::int64_t count) {
    const std::vector<std::int64_t> numbers(static_cast<std::size_t>(count), number);
    const std::int64_t shape[] = {count};
    std::vector<std::byte> made(static_cast<std::size_t>(count) * size_of(type));
    const operation cast{op::cast, {{attribute_id::to, type}}};
    eval(cast, {view(numbers, {count})}, tensor_view(made.data(), type, shape));
    return made;
}
std::vector<std::byte> raised(dtype type, const std::vector<std::byte>& x, dtype exponent, int y, bool by_one,
                              const options& how) {
    const auto count = static_cast<std::int64_t>(x.size() / size_of(type));
    const std::int64_t shape[] = {count};
    const std::vector<std::byte> exponents = as_elements(exponent, y, by_one ? 1 : count);
    const extents_ref exponent_shape = by_one ? extents_ref(&scalar_extent, 1) : extents_ref(shape);
    std::vector<std::byte> z(x.size());
    const outcome made = try_eval(
        op::pow,
        {const_tensor_view(x.data(), type, shape), const_tensor_view(exponents.data(), exponent, exponent_shape)},
        tensor_view(z.data(), type, shape), how);
    EXPECT_TRUE(completed(made.code)) << made.message;
    return z;
}

/// Every half, one of five when emulated; of the others values that find faults, and roots of the borders.
std::vector<std::byte> bases_of(dtype type, random_bits& random) {
    const bool is_emulated = current_tier() == tier::emulated;
    if (type == dtype::f16) {
        const unsigned step = is_emulated ? 5 : 1;
        std::vector<std::byte> all;
        for (unsigned i = 0; i < 65536; i += step) {
            const auto bits = static_cast<std::uint16_t>(i);
            const auto* const first = reinterpret_cast<const std::byte*>(&bits);
            all.insert(all.end(), first, first + sizeof bits);
        }
        return all;
    }
    const std::size_t powers = is_emulated ? 1600 : 8000;
    std::vector<std::byte> made = make_values(type, is_emulated ? 4000 : 20000, random);
    const auto put = [&](std::size_t i, double x) {
        const auto narrow = static_cast<float>(x);
        if (type == dtype::f32) std::memcpy(made.data() + 4 * i, &narrow, 4);
        else std::memcpy(made.data() + 8 * i, &x, 8);
    };
    if (type == dtype::f32 || type == dtype::f64) {
        // Powers over the whole range, the subnormal ones as well, and such that are near 1.
        for (std::size_t i = 0; i < powers; ++i) {
            const double most = type == dtype::f32 ? 75 : 540;
            const double e = static_cast<double>(random.between(-1000000, 1000000)) * 1e-6 * most;
            put(i, (random.one_in(2) ? -1 : 1) * std::exp2(random.one_in(4) ? e / 1000 : e));
        }
    }
    return made;
}

class small_powers : public testing::TestWithParam<isa> {};

TEST_P(small_powers, have_the_bits_that_they_have_among_others) {
    random_bits random("small powers");
    options how;
    how.with = GetParam();
    for (const dtype_info& base : dtypes) {
        for (const dtype_info& exponent : dtypes) {
            if (!supports(op::pow, base.type, exponent.type)) continue;
            std::vector<std::byte> x = bases_of(base.type, random);
            if (base.type == dtype::real) x.resize(300 * size_of(base.type));
            for (const int y : {0, 1, 2, 3, 4, 2, -2}) {
                if (y < 0 && contains(type_set::unsigned_integers, exponent.type)) continue;
                const std::vector<std::byte> one = raised(base.type, x, exponent.type, y, true, how);
                const std::vector<std::byte> each = raised(base.type, x, exponent.type, y, false, how);
                for (std::size_t i = 0; i < one.size(); i += size_of(base.type)) {
                    ASSERT_EQ(std::memcmp(&one[i], &each[i], size_of(base.type)), 0)
                        << base.name << " ^ " << exponent.name << " " << y << ", element " << i / size_of(base.type);
                }
            }
        }
    }
}

TEST_P(small_powers, are_right) {
    random_bits random("small powers");
    options how;
    how.with = GetParam();
    for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
        const std::vector<std::byte> x = bases_of(type, random);
        for (const int y : {2, 3}) {
            const std::vector<std::byte> z = raised(type, x, type, y, true, how);
            for (std::size_t i = 0; i < x.size(); i += size_of(type)) {
                const auto number_at = [&](const std::vector<std::byte>& from) -> double {
                    double wide;
                    float narrow;
                    float16 half;
                    if (type == dtype::f64) return std::memcpy(&wide, &from[i], 8), wide;
                    if (type == dtype::f32) return std::memcpy(&narrow, &from[i], 4), static_cast<double>(narrow);
                    return std::memcpy(&half, &from[i], 2), static_cast<double>(half);
                };
                const auto exact = static_cast<long double>(number_at(x));
                const long double right = y == 2 ? exact * exact : exact * exact * exact;
                // Half a unit, and what the long double is off by. What cubes of doubles lose is itself rounded near
                // the subnormal numbers.
                const bool is_rounded_twice = type == dtype::f64 && y == 3 && std::fabs(right) < 0x1p-960L;
                const double units = is_rounded_twice ? 1 : 0.501;
                ASSERT_TRUE(is_near(type, number_at(z), right, units))
                    << info(type).name << ": " << std::hexfloat << number_at(x) << " ^ " << y << " = " << number_at(z);
            }
        }
    }
}

/// Where a square or a cube lies among the floats does not depend on the base's exponent: one of 61 significands, or
/// all.
TEST_P(small_powers, of_every_significand_have_the_bits_that_they_have_among_others) {
    const std::uint32_t step = current_tier() == tier::thorough ? 1 : 61;
    std::vector<std::byte> x;
    for (std::uint32_t i = 0; i < 1u << 23; i += step) {
        const std::uint32_t bits = 0x3f800000u + i;
        const auto* const first = reinterpret_cast<const std::byte*>(&bits);
        x.insert(x.end(), first, first + sizeof bits);
    }
    options how;
    how.with = GetParam();
    for (const int y : {2, 3}) {
        EXPECT_EQ(raised(dtype::f32, x, dtype::f32, y, true, how), raised(dtype::f32, x, dtype::f32, y, false, how))
            << y;
    }
}

/// Both are given by rows of one exponent each, by the same plan.
TEST_P(small_powers, may_change_from_row_to_row) {
    constexpr std::int64_t rows = 7, cols = 100;
    const std::int64_t shape[] = {rows, cols}, of_exponents[] = {rows, 1};
    const float exponents[rows] = {2, 0.5f, 3, 2, -1, 3, 1};
    std::vector<float> x(rows * cols), z(rows * cols), alone(1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.01f + 0.37f * static_cast<float>(i);
    options how;
    how.with = GetParam();
    eval(op::pow, {view(x, {rows, cols}), const_tensor_view(exponents, dtype::f32, of_exponents)},
         tensor_view(z.data(), dtype::f32, shape), how);
    for (std::size_t i = 0; i < x.size(); ++i) {
        eval(op::pow, {view(&x[i], {}), view(&exponents[i / cols], {})}, view(alone.data(), {}), how);
        ASSERT_EQ(std::memcmp(&z[i], alone.data(), 4), 0) << i;
    }
}

TEST(small_powers_of_accuracy, fast_ones_are_the_exact_ones) {
    random_bits random("small powers");
    const std::vector<std::byte> x = bases_of(dtype::f32, random);
    for (const isa with : available_isas()) {
        options exact, fast;
        exact.with = fast.with = with;
        exact.accuracy = accuracy_mode::exact;
        fast.accuracy = accuracy_mode::fast;
        for (const int y : {2, 3}) {
            const std::vector<std::byte> right = raised(dtype::f32, x, dtype::f32, y, true, exact);
            for (const bool by_one : {true, false}) {
                EXPECT_EQ(raised(dtype::f32, x, dtype::f32, y, by_one, fast), right) << name_of(with) << ", " << y;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(on, small_powers, testing::ValuesIn(available_isas()),
                         [](const auto& with) { return std::string(name_of(with.param)); });

}  // namespace
}  // namespace zerostride::test
