// The oracle itself, against facts that were worked out by hand: what it accepts and what it must not.
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "support/exact_number.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::test {
namespace {

template <class T, class Result>
bool right(op which, T x, T y, Result z) {
    const void* const in[] = {&x, &y};
    return is_right({which, dtype_of<T>::value}, in, &z);
}
float16 half(unsigned bits) { return float16::from_bits(static_cast<std::uint16_t>(bits)); }
bool right_half(op which, unsigned x, unsigned y, unsigned z) { return right(which, half(x), half(y), half(z)); }

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();
constexpr double u = 0x1p-53;

TEST(oracle, of_integers) {
    using i8 = std::int8_t;
    EXPECT_TRUE(right<i8>(op::add, 127, 1, i8(-128)));
    EXPECT_FALSE(right<i8>(op::add, 127, 1, i8(127)));
    EXPECT_TRUE(right<i8>(op::div, -128, -1, i8(-128)));
    EXPECT_TRUE(right<i8>(op::div, -7, 2, i8(-3)));
    EXPECT_FALSE(right<i8>(op::div, -7, 2, i8(-4)));
    EXPECT_TRUE(right<i8>(op::div, 5, 0, i8(0)));
    EXPECT_TRUE(right<i8>(op::abs, -128, 0, i8(-128)));
    EXPECT_TRUE(right<std::uint64_t>(op::mul, 1ull << 63, 3, std::uint64_t{1} << 63));
    EXPECT_TRUE(right<std::uint8_t>(op::max, 200, 100, std::uint8_t{200}));
    EXPECT_TRUE(right<i8>(op::max, -56, 100, i8(100)));
    EXPECT_TRUE(right<std::uint32_t>(op::less, 1, 0xffffffffu, true));
    EXPECT_TRUE(right<std::int32_t>(op::less, 1, -1, false));
    EXPECT_FALSE(right<std::int32_t>(op::less, 1, 2, std::uint8_t{255})) << "true is 1";
}

TEST(oracle, of_quantization) {
    const auto quantized = [](float x, float scale, std::int8_t zero, int z) {
        question asked(op::quantize_linear, dtype::f32);
        asked.second = dtype::i8;
        const auto actual = static_cast<std::int8_t>(z);
        const void* const in[] = {&x, &scale, &zero};
        return is_right(asked, in, &actual);
    };
    EXPECT_TRUE(quantized(5.0f, 2.0f, 1, 3)) << "2.5 goes to 2";
    EXPECT_FALSE(quantized(5.0f, 2.0f, 1, 4));
    EXPECT_TRUE(quantized(7.0f, 2.0f, 0, 4)) << "3.5 goes to 4";
    EXPECT_TRUE(quantized(-1e9f, 1.0f, 127, -128));
    EXPECT_TRUE(quantized(1e30f, 1e-30f, -128, 127));
    EXPECT_TRUE(quantized(nan_f, 1.0f, -5, -5));
    EXPECT_FALSE(quantized(nan_f, 1.0f, -5, 0));
    const auto dequantized = [](std::int32_t x, float scale, std::int32_t zero, float z) {
        question asked(op::dequantize_linear, dtype::i32);
        asked.second = dtype::f32;
        const void* const in[] = {&x, &scale, &zero};
        return is_right(asked, in, &z);
    };
    EXPECT_TRUE(dequantized(7, 0.5f, 10, -1.5f));
    EXPECT_TRUE(dequantized(16777219, 3.0f, 0, 50331656.0f));
    EXPECT_FALSE(dequantized(16777219, 3.0f, 0, 50331660.0f)) << "rounded twice";
}

TEST(oracle, of_division_by_zero) {
    const std::int32_t x = 7, zero = 0, one = 1;
    const void* const by_zero[] = {&x, &zero};
    const void* const by_one[] = {&zero, &one};
    EXPECT_TRUE(divides_by_zero({op::div, dtype::i32}, by_zero));
    EXPECT_FALSE(divides_by_zero({op::div, dtype::i32}, by_one));
    EXPECT_FALSE(divides_by_zero({op::mul, dtype::i32}, by_zero));
    EXPECT_FALSE(divides_by_zero({op::div, dtype::f32}, by_zero));
}

TEST(oracle, of_floats) {
    EXPECT_TRUE(right(op::add, 1.0f, 0x1p-24f, 1.0f)) << "a tie goes to even";
    EXPECT_FALSE(right(op::add, 1.0f, 0x1p-24f, 1.0f + 0x1p-23f));
    EXPECT_TRUE(right(op::add, 1.0f + 0x1p-23f, 0x1p-24f, 1.0f + 0x1p-22f));
    EXPECT_TRUE(right(op::min, 0.0f, -0.0f, -0.0f));
    EXPECT_FALSE(right(op::min, 0.0f, -0.0f, 0.0f));
    EXPECT_TRUE(right(op::max, -0.0f, 0.0f, 0.0f));
    EXPECT_FALSE(right(op::max, -0.0f, 0.0f, -0.0f));
    EXPECT_TRUE(right(op::min, nan_f, 1.0f, nan_f));
    EXPECT_FALSE(right(op::min, nan_f, 1.0f, 1.0f));
    EXPECT_TRUE(right(op::equal, nan_f, nan_f, false));
    EXPECT_TRUE(right(op::greater_or_equal, nan_f, 1.0f, false));
    EXPECT_TRUE(right(op::less_or_equal, 0.0f, -0.0f, true));
    EXPECT_TRUE(right(op::sqrt, -0.0, 0.0, -0.0));
    EXPECT_FALSE(right(op::sqrt, 2.0, 0.0, std::nextafter(std::sqrt(2.0), 2.0)));
    // A signalling NaN is no answer of arithmetic; a copy keeps it, with every bit of its payload.
    const std::uint32_t signalling = 0x7f800001u, other = 0x7f800003u, quiet = 0x7fc00001u, one = 0x3f800000u;
    const void* const in[] = {&signalling, &one};
    EXPECT_FALSE(is_right({op::add, dtype::f32}, in, &signalling));
    EXPECT_TRUE(is_right({op::add, dtype::f32}, in, &quiet));
    EXPECT_TRUE(is_right({op::identity, dtype::f32}, in, &signalling));
    EXPECT_FALSE(is_right({op::identity, dtype::f32}, in, &other));
    EXPECT_FALSE(is_right({op::identity, dtype::f32}, in, &quiet));
}

TEST(oracle, of_halves) {
    EXPECT_TRUE(right_half(op::add, 0x3c00, 0x3c00, 0x4000)) << "1 + 1";
    EXPECT_TRUE(right_half(op::add, 0x6800, 0x3c00, 0x6800)) << "2048 + 1 is a tie, to even";
    EXPECT_TRUE(right_half(op::add, 0x6801, 0x3c00, 0x6802)) << "2050 + 1 is a tie, to even";
    EXPECT_TRUE(right_half(op::add, 0x7bff, 0x4c00, 0x7c00)) << "65504 + 16 rounds to infinity";
    EXPECT_TRUE(right_half(op::add, 0x7bff, 0x4bff, 0x7bff)) << "a little less does not";
    EXPECT_TRUE(right_half(op::mul, 0x0001, 0x3800, 0x0000)) << "half the least subnormal is a tie, to even";
    EXPECT_TRUE(right_half(op::mul, 0x0003, 0x3800, 0x0002)) << "so is 1.5 of it";
    EXPECT_TRUE(right_half(op::mul, 0x0001, 0x3801, 0x0001));
    EXPECT_TRUE(right_half(op::div, 0x3c00, 0x4200, 0x3555)) << "1/3";
    EXPECT_FALSE(right_half(op::div, 0x3c00, 0x4200, 0x3556));
    EXPECT_TRUE(right_half(op::sqrt, 0x4000, 0, 0x3da8)) << "sqrt(2)";
    EXPECT_TRUE(right_half(op::div, 0x3c00, 0x8000, 0xfc00)) << "1 / -0";
    EXPECT_TRUE(right_half(op::add, 0x0400, 0x8001, 0x03ff)) << "from normal to subnormal";
    EXPECT_TRUE(right_half(op::add, 0x03ff, 0x0001, 0x0400)) << "and back";
    EXPECT_TRUE(right_half(op::less, 0x8001, 0x0000, 0x0001));
}

TEST(oracle, of_reals) {
    const real one = {1.0, 0.0}, third = {1.0 / 3.0, 0x1.5555555555555p-56}, tiny = {0x1p-80, 0.0};
    EXPECT_TRUE(right(op::add, one, tiny, real{1.0, 0x1p-80}));
    EXPECT_FALSE(right(op::add, one, tiny, one)) << "the low part is lost";
    EXPECT_TRUE(right(op::sub, one, one, real{0.0, 0.0}));
    EXPECT_FALSE(right(op::sub, one, one, real{-0.0, 0.0}));
    // One third to 106 bits, then off by ten and by twenty times u^2.
    EXPECT_TRUE(right(op::div, one, real{3.0, 0.0}, third));
    EXPECT_TRUE(right(op::div, one, real{3.0, 0.0}, real{third.hi, third.lo + 10 * u * u / 3}));
    EXPECT_FALSE(right(op::div, one, real{3.0, 0.0}, real{third.hi, third.lo + 20 * u * u / 3}));
    EXPECT_TRUE(right(op::add, third, real{0.0, 0.0}, real{third.hi, third.lo + 2.5 * u * u / 3}));
    EXPECT_FALSE(right(op::add, third, real{0.0, 0.0}, real{third.hi, third.lo + 4 * u * u / 3}));
    EXPECT_TRUE(right(op::mul, third, one, real{third.hi, third.lo - 4.5 * u * u / 3}));
    EXPECT_FALSE(right(op::mul, third, one, real{third.hi, third.lo - 6 * u * u / 3}));
    // (2 - 2^-60)^2 = 4 - 2^-58 + 2^-120: the last term is below the bound.
    EXPECT_TRUE(right(op::mul, real{2.0, -0x1p-60}, real{2.0, -0x1p-60}, real{4.0, -0x1p-58}));
    EXPECT_TRUE(right(op::sqrt, real{4.0, -0x1p-58}, one, real{2.0, -0x1p-60}));
    EXPECT_FALSE(right(op::sqrt, real{4.0, -0x1p-58}, one, real{2.0, -0x1p-59}));
    EXPECT_FALSE(right(op::add, one, one, real{1.0, 1.0})) << "not normalised";
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(right(op::mul, real{1e300, 0}, real{1e300, 0}, real{infinity, 0}));
    EXPECT_FALSE(right(op::mul, real{1e300, 0}, real{1e300, 0}, real{infinity, std::nan("")}));
    EXPECT_FALSE(right(op::mul, real{1e300, 0}, real{1.0, 0}, real{infinity, 0}));
    EXPECT_TRUE(right(op::min, real{1.0, 0x1p-60}, real{1.0, -0x1p-60}, real{1.0, -0x1p-60}));
    EXPECT_TRUE(right(op::less, real{1.0, -0x1p-60}, real{1.0, 0.0}, true));
    EXPECT_TRUE(right(op::equal, real{1.0, -0x1p-60}, real{1.0, 0.0}, false));
    EXPECT_TRUE(right(op::neg, third, one, real{-third.hi, -third.lo}));
    EXPECT_TRUE(right(op::abs, real{-third.hi, -third.lo}, one, third));
}

TEST(oracle, of_texts_and_truths) {
    const std::string a = "ab", b = "abc", high = "\xff", again = "ab";
    const auto t = [](const std::string& s) { return text{s.data(), s.size()}; };
    EXPECT_TRUE(right(op::less, t(a), t(b), true));
    EXPECT_TRUE(right(op::less, t(high), t(b), false)) << "bytes are unsigned";
    EXPECT_TRUE(right(op::equal, t(a), t(again), true));
    EXPECT_TRUE(right(op::less, text{nullptr, 0}, t(a), true));
    const std::uint8_t two = 2, four = 4, one = 1, zero = 0;
    const void* const both[] = {&two, &four};
    EXPECT_TRUE(is_right({op::logical_and, dtype::boolean}, both, &one));
    EXPECT_FALSE(is_right({op::logical_and, dtype::boolean}, both, &two));
    EXPECT_TRUE(is_right({op::logical_xor, dtype::boolean}, both, &zero));
    EXPECT_TRUE(is_right({op::equal, dtype::boolean}, both, &one));
    const float x = 1, y = 2;
    const void* const chosen[] = {&two, &x, &y};
    EXPECT_TRUE(is_right({op::where, dtype::f32}, chosen, &x));
    EXPECT_FALSE(is_right({op::where, dtype::f32}, chosen, &y));
}

template <class From, class To>
bool casts(From x, To z) {
    question asked(op::cast, dtype_of<From>::value);
    asked.second = dtype_of<To>::value;
    const void* const in[] = {&x};
    return is_right(asked, in, &z);
}

TEST(oracle, of_casts_to_integers) {
    using i8 = std::int8_t;
    EXPECT_TRUE(casts(-1.9f, i8(-1)));
    EXPECT_FALSE(casts(-1.9f, i8(-2))) << "truncated";
    EXPECT_TRUE(casts(1e9f, i8(127)));
    EXPECT_FALSE(casts(1e9f, i8(0))) << "saturated";
    EXPECT_TRUE(casts(nan_f, i8(0)));
    EXPECT_FALSE(casts(nan_f, i8(-128)));
    EXPECT_TRUE(casts(-3.0, std::uint8_t{0}));
    EXPECT_TRUE(casts(std::int32_t{300}, std::uint8_t{44})) << "the low bits";
    EXPECT_FALSE(casts(std::int32_t{300}, std::uint8_t{255}));
    EXPECT_TRUE(casts(i8(-1), ~std::uint64_t{0}));
    EXPECT_TRUE(casts(0x1p63, std::numeric_limits<std::int64_t>::max()));
    EXPECT_FALSE(casts(0x1p63, std::numeric_limits<std::int64_t>::min()));
    EXPECT_TRUE(casts(real{0x1p63, -1.0}, std::numeric_limits<std::int64_t>::max()));
    EXPECT_FALSE(casts(real{0x1p63, -1025.0}, std::numeric_limits<std::int64_t>::max()));
    EXPECT_TRUE(casts(real{5.0, -0x1p-60}, i8(4)));
    EXPECT_TRUE(casts(real{-5.0, 0x1p-60}, i8(-4)));
    EXPECT_FALSE(casts(real{5.0, -0x1p-60}, i8(5)));
    EXPECT_TRUE(casts(nan_f, true));
    EXPECT_FALSE(casts(0x1p-1074, false));
}

TEST(oracle, of_casts_to_floats) {
    // Rounded to float first, this is a tie, which goes to the wrong side.
    EXPECT_TRUE(casts(1 + 0x1p-11 + 0x1p-35, half(0x3c01)));
    EXPECT_FALSE(casts(1 + 0x1p-11 + 0x1p-35, half(0x3c00)));
    EXPECT_TRUE(casts(1 + 0x1p-11, half(0x3c00)));
    EXPECT_TRUE(casts(65519.99999999999, half(0x7bff)));
    EXPECT_FALSE(casts(65519.99999999999, half(0x7c00)));
    EXPECT_TRUE(casts(65520.0, half(0x7c00)));
    EXPECT_TRUE(casts(0x1p-25, half(0x0000)));
    EXPECT_TRUE(casts(-0x1p-25, half(0x8000)));
    EXPECT_FALSE(casts(-0x1p-25, half(0x0000)));
    EXPECT_TRUE(casts(std::int32_t{2049}, half(0x6800)));
    EXPECT_TRUE(casts((std::int64_t{1} << 62) + (std::int64_t{1} << 38) + 1, 0x1p62f + 0x1p39f));
    EXPECT_FALSE(casts((std::int64_t{1} << 62) + (std::int64_t{1} << 38) + 1, 0x1p62f));
    EXPECT_TRUE(casts(real{1.0 + 0x1p-24, 0x1p-80}, 1.0f + 0x1p-23f));
    EXPECT_FALSE(casts(real{1.0 + 0x1p-24, 0x1p-80}, 1.0f));
    EXPECT_TRUE(casts(1e300, std::numeric_limits<float>::infinity()));
    EXPECT_FALSE(casts(1e300, std::numeric_limits<float>::max()));
    EXPECT_TRUE(casts((std::int64_t{1} << 53) + 1, real{0x1p53, 1.0}));
    EXPECT_FALSE(casts((std::int64_t{1} << 53) + 1, real{0x1p53, 0.0}));
    EXPECT_TRUE(casts(-0.0f, -0.0));
    EXPECT_FALSE(casts(-0.0f, 0.0));
}

TEST(exact_number, keeps_every_bit) {
    exact_number n;
    n.add(1.0);
    n.add(std::numeric_limits<double>::denorm_min());
    n.add(std::numeric_limits<double>::max());
    n.add_product(std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::denorm_min());
    EXPECT_FALSE(n.is_zero());
    EXPECT_EQ(n.magnitude().exponent, 1023);
    n.add(-std::numeric_limits<double>::max());
    EXPECT_EQ(n.magnitude().exponent, 0);
    EXPECT_EQ(n.magnitude().significand, 1.0);
    n.add(-1.0);
    EXPECT_EQ(n.magnitude().exponent, -1074);
    n.add(-std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(n.magnitude().exponent, -2148);
    n.add_product(std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::denorm_min());
    EXPECT_TRUE(n.is_zero());
    n.add(-1.5);
    EXPECT_EQ(n.magnitude().significand, 1.5);
    EXPECT_EQ(n.magnitude().exponent, 0);
}

}  // namespace
}  // namespace zerostride::test
