// The elementary operators at their edges, by facts worked out by hand: what ONNX and SEMANTICS ask for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

/// The same numbers with the same signs of zero; NaN for NaN.
template <class T>
void expect(const tensor& z, const std::vector<T>& expected) {
    ASSERT_EQ(z.type(), dtype_of<T>::value);
    ASSERT_EQ(z.size(), static_cast<std::int64_t>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const T found = z.data_as<T>()[i];
        if constexpr (std::is_floating_point_v<T>) {
            EXPECT_EQ(std::isnan(found), std::isnan(expected[i])) << i;
            EXPECT_EQ(std::signbit(found) && !std::isnan(found), std::signbit(expected[i]) && !std::isnan(expected[i]))
                << i;
        }
        if (expected[i] == expected[i]) {
            EXPECT_EQ(found, expected[i]) << i;
        }
    }
}
template <class T>
tensor of(const operation& what, const std::vector<T>& x) {
    return eval(what, {view(x, {static_cast<std::int64_t>(x.size())})});
}
template <class T>
tensor of(const operation& what, const std::vector<T>& x, const std::vector<T>& y) {
    const auto n = static_cast<std::int64_t>(x.size());
    return eval(what, {view(x, {n}), view(y, {n})});
}
using floats = std::vector<float>;
using bytes = std::vector<std::int8_t>;

TEST(elementary, mod) {
    expect<std::int8_t>(of<std::int8_t>(op::mod, {-4, 7, 5, 4, -7, 8, -128}, {2, -3, 8, -2, 3, 5, -1}),
                        {0, -2, 5, 0, 2, 3, 0});
    const operation truncated = {op::mod, {{attribute_id::fmod, 1.0}}};
    expect<std::int8_t>(of<std::int8_t>(truncated, {-4, 7, 5, 4, -7, 8, -128}, {2, -3, 8, -2, 3, 5, -1}),
                        {0, 1, 5, 0, -1, 3, 0});
    expect<float>(of<float>(truncated, {5.3f, -5.5f, 1e30f, -4, 1, inf, 3, nan}, {2, 2, 3, 2, inf, 2, 0, 1}),
                  {std::fmod(5.3f, 2.0f), -1.5f, std::fmod(1e30f, 3.0f), -0.0f, 1, nan, nan, nan});
    expect<float>(of<float>(op::mod, {5.5f, -5.5f, 5.5f, -4, 4, -1}, {2, 2, -2, 2, -2, inf}),
                  {1.5f, 0.5f, -0.5f, 0, -0.0f, inf});
    expect<double>(of<double>(truncated, {1e308, 0x1p60 + 256}, {3e-308, 3}), {std::fmod(1e308, 3e-308), 2});
    const std::int32_t x[] = {7, 8}, y[] = {0, 5};
    std::int32_t z[] = {9, 9};
    EXPECT_EQ(try_mod(view(x, {2}), view(y, {2}), view(z, {2})).code, status::integer_division_by_zero);
    EXPECT_EQ(z[0], 0);
    EXPECT_EQ(z[1], 3);
}

TEST(elementary, rounding) {
    const floats x = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -0.0f, 0.49999997f, 8388609.0f, inf, nan, -0.2f};
    expect<float>(of(op::round, x), {0, 2, 2, -0.0f, -2, -0.0f, 0, 8388609, inf, nan, -0.0f});
    expect<float>(of(op::floor, x), {0, 1, 2, -1, -2, -0.0f, 0, 8388609, inf, nan, -1});
    expect<float>(of(op::ceil, x), {1, 2, 3, -0.0f, -1, -0.0f, 1, 8388609, inf, nan, -0.0f});
    expect<std::int8_t>(of<std::int8_t>(op::ceil, {-3, 4}), {-3, 4});
    const std::vector<real> pairs = {{3.0, -0x1p-60}, {2.5, 0x1p-60}, {-2.5, 0x1p-60}, {0x1p53, 0.5}};
    const tensor down = of(op::floor, pairs), near = of(op::round, pairs);
    EXPECT_EQ(down.data_as<real>()[0].hi, 2.0);
    EXPECT_EQ(near.data_as<real>()[1].hi, 3.0);
    EXPECT_EQ(near.data_as<real>()[2].hi, -2.0);
    EXPECT_EQ(near.data_as<real>()[3].lo, 0.0);
}

TEST(elementary, shifts) {
    const operation left = {op::bit_shift, {{attribute_id::direction, 0.0}}};
    const operation right = {op::bit_shift, {{attribute_id::direction, 1.0}}};
    expect<std::uint8_t>(of<std::uint8_t>(left, {16, 4, 1, 255, 1}, {1, 2, 7, 8, 200}), {32, 16, 128, 0, 0});
    expect<std::uint8_t>(of<std::uint8_t>(right, {16, 4, 128, 255, 1}, {1, 2, 7, 8, 200}), {8, 1, 1, 0, 0});
    expect<std::int8_t>(of<std::int8_t>(right, {-1, -128, -5, -5, -5, 64}, {7, 7, 1, 8, -1, 6}), {-1, -1, -3, 0, 0, 1});
    expect<std::int8_t>(of<std::int8_t>(left, {-1, 1, 3, 1}, {7, 7, 7, -1}), {-128, -128, -128, 0});
    const std::uint8_t x[] = {1};
    dtype type;
    std::vector<std::int64_t> shape;
    EXPECT_EQ(try_result(type, shape, op::bit_shift, {view(x, {1}), view(x, {1})}).message,
              "bit_shift: attribute direction must be given");
}

TEST(elementary, booleans_and_texts) {
    const std::uint8_t x[] = {0, 2, 3}, y[] = {1, 4, 0};
    const std::int64_t extents[] = {3};
    const const_tensor_view a(x, dtype::boolean, extents), b(y, dtype::boolean, extents);
    const auto values = [](const tensor& z) {
        const auto* at = static_cast<const std::uint8_t*>(z.view().data);
        return std::vector<int>(at, at + 3);
    };
    EXPECT_EQ(values(eval(op::bitwise_and, {a, b})), (std::vector<int>{0, 1, 0}));
    EXPECT_EQ(values(eval(op::bitwise_or, {a, b})), (std::vector<int>{1, 1, 1}));
    EXPECT_EQ(values(eval(op::bitwise_xor, {a, b})), (std::vector<int>{1, 0, 1}));
    EXPECT_EQ(values(eval(op::bitwise_not, {a})), (std::vector<int>{1, 0, 0}));
    EXPECT_EQ(values(eval(op::min, {a, b})), (std::vector<int>{0, 1, 0}));
    EXPECT_EQ(values(eval(op::max, {a, b})), (std::vector<int>{1, 1, 1}));
    const std::string low = "ab", high = "b";
    const text first[] = {{low.data(), low.size()}}, second[] = {{high.data(), high.size()}};
    text z[1];
    min(const_tensor_view(first, dtype::str, {1}), const_tensor_view(second, dtype::str, {1}),
        tensor_view(z, dtype::str, {1}));
    EXPECT_EQ(z[0].data, low.data());
    max(const_tensor_view(first, dtype::str, {1}), const_tensor_view(second, dtype::str, {1}),
        tensor_view(z, dtype::str, {1}));
    EXPECT_EQ(z[0].data, high.data());
}

TEST(elementary, infinities_of_either_sign) {
    const floats x = {inf, -inf, nan, 1};
    expect<float>(of(op::sign, floats{-3, -0.0f, nan, inf}), {-1, 0, nan, 1});
    const auto found = [&](double negative, double positive) {
        const tensor z =
            of({op::is_inf, {{attribute_id::detect_negative, negative}, {attribute_id::detect_positive, positive}}}, x);
        const auto* at = static_cast<const std::uint8_t*>(z.view().data);
        return std::vector<int>(at, at + 4);
    };
    EXPECT_EQ(found(1, 1), (std::vector<int>{1, 1, 0, 0}));
    EXPECT_EQ(found(0, 1), (std::vector<int>{1, 0, 0, 0}));
    EXPECT_EQ(found(1, 0), (std::vector<int>{0, 1, 0, 0}));
    EXPECT_EQ(found(0, 0), (std::vector<int>{0, 0, 0, 0}));
}

TEST(elementary, activations) {
    const floats x = {-inf, -3, -1, -0.0f, 1, 3, inf, nan};
    expect<float>(of(op::relu, x), {0, 0, 0, -0.0f, 1, 3, inf, nan});
    expect<float>(of({op::leaky_relu, {{attribute_id::alpha, 0.5}}}, x), {-inf, -1.5f, -0.5f, -0.0f, 1, 3, inf, nan});
    expect<float>(of(op::thresholded_relu, x), {0, 0, 0, 0, 0, 3, inf, 0});
    expect<float>(of({op::hard_sigmoid, {{attribute_id::alpha, 0.25}}}, x), {0, 0, 0.25f, 0.5f, 0.75f, 1, 1, nan});
    expect<float>(of(op::hard_swish, x), {-0.0f, -0.0f, -1.0f / 3, -0.0f, 2.0f / 3, 3, inf, nan});
    const operation shrink = {op::shrink, {{attribute_id::bias, 1.5}, {attribute_id::lambd, 1.5}}};
    expect<float>(of(shrink, x), {-inf, -1.5f, 0, 0, 0, 1.5f, inf, 0});
    expect<std::int8_t>(of<std::int8_t>(shrink, {-2, -1, 0, 1, 2, 3, 127, -128}), {0, 0, 0, 0, 0, 1, 125, -126});
    const operation outward = {op::shrink, {{attribute_id::bias, -2.0}}};
    expect<std::int8_t>(of<std::int8_t>(outward, {-127, 126, 0, 5}), {-128, 127, 0, 7});
    expect<std::uint8_t>(of<std::uint8_t>({op::shrink, {{attribute_id::bias, 7.0}}}, {0, 3, 9}), {0, 0, 2});
}

TEST(elementary, hard_activations_are_rounded_once) {
    // Next to where they begin, and where a gate rounded to float would show.
    expect<float>(of<float>(op::hard_swish, {-0x1.7ffffep+1f, -2.5f, -0x1p-149f, 0x1.8p-148f}),
                  {-0x1.fffffep-24f, -5.0f / 24, -0.0f, 0x1p-148f});
    // x / 2 + x^2 / 6 is above the middle of two floats that x / 2 is.
    expect<float>(of<float>(op::hard_swish, {0x1p-149f, 0x1.4p-147f, -0x1.4p-147f, -0x1.8p-148f, 0.0f, -3.5f}),
                  {0x1p-149f, 0x1.8p-148f, -0x1p-148f, -0x1p-149f, 0.0f, -0.0f});
    expect<double>(of<double>(op::hard_swish, {-0x1.7ffffffffffffp+1, -1, 0x1p-1074}),
                   {-0x1.fffffffffffffp-53, -1.0 / 3, 0});
    // Of the halves only the least one's result is that near half of a half.
    const std::uint16_t halves[] = {0x0001, 0x8001, 0x3401, 0x3bff, 0xbc00};
    std::uint16_t made[5];
    const std::int64_t five = 5, one = 1;
    ASSERT_TRUE(try_eval(op::hard_swish, {const_tensor_view(halves, dtype::f16, {&five, 1})},
                         tensor_view(made, dtype::f16, {&five, 1})));
    const std::uint16_t right[] = {0x0001, 0x8000, 0x3057, 0x3955, 0xb555};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(made[i], right[i]) << i;
    expect<float>(of<float>(op::hard_sigmoid, {-0x1.3ffffep+1f}), {0x1.59999ap-25f});
    // The nearest floats are middles of two halves.
    const std::uint16_t near_middles[] = {0x37fd, 0xb7fd, 0xc100, 0x0001, 0x7c00};
    ASSERT_TRUE(try_eval(op::hard_sigmoid, {const_tensor_view(near_middles, dtype::f16, {&five, 1})},
                         tensor_view(made, dtype::f16, {&five, 1})));
    const double alpha = 0.2f;
    for (int i = 0; i < 5; ++i) {
        const double line = alpha * static_cast<double>(float16::from_bits(near_middles[i])) + 0.5;
        EXPECT_EQ(made[i], float16(std::clamp(line, 0.0, 1.0)).bits) << i;
    }
    const real x[] = {{-3.0, 0x1p-52}};
    real y[1];
    ASSERT_TRUE(try_eval(op::hard_swish, {const_tensor_view(x, dtype::real, {&one, 1})},
                         tensor_view(y, dtype::real, {&one, 1})));
    // (2^-52 - 3) 2^-52 / 6
    EXPECT_EQ(y[0].hi, -0x1.fffffffffffffp-54);
    EXPECT_NEAR(y[0].lo, -0x1.5555555555555p-108, 0x1p-155);
    // Just below 3, where the leading part of x + 3 is 6: 3 - 3/2 2^-60 + ...
    const real below[] = {{3.0, -0x1p-60}};
    ASSERT_TRUE(try_eval(op::hard_swish, {const_tensor_view(below, dtype::real, {&one, 1})},
                         tensor_view(y, dtype::real, {&one, 1})));
    EXPECT_EQ(y[0].hi, 3.0);
    EXPECT_EQ(y[0].lo, -0x1.8p-60);
}

TEST(elementary, halves_by_attributes_that_are_floats_are_rounded_once) {
    std::vector<std::uint16_t> halves(65536), made(65536);
    std::iota(halves.begin(), halves.end(), std::uint16_t{0});
    const std::int64_t all = 65536;
    const auto differences = [&](const operation& what, const auto& answer) {
        const outcome done = try_eval(what, {const_tensor_view(halves.data(), dtype::f16, {&all, 1})},
                                      tensor_view(made.data(), dtype::f16, {&all, 1}));
        EXPECT_TRUE(done);
        int found = 0;
        for (int i = 0; i < 65536; ++i) {
            const auto x = static_cast<double>(float16::from_bits(halves[i]));
            if (!std::isnan(x)) found += made[i] != float16(answer(x)).bits;
        }
        return found;
    };
    // A product of a half and a float is a double, and so is a sum where the float is not much smaller.
    for (const double alpha : {0.01, 0.1, 3.7, 2.7, -2.7, 1e-30, 3e38}) {
        const double factor = static_cast<float>(alpha);
        EXPECT_EQ(differences({op::leaky_relu, {{attribute_id::alpha, alpha}}},
                              [=](double x) { return x < 0 ? x * factor : x; }),
                  0)
            << alpha;
    }
    for (const double bias : {0.1, 3.3, -3.3, 1234.567}) {
        const double moved = static_cast<float>(bias);
        EXPECT_EQ(differences({op::shrink, {{attribute_id::bias, bias}, {attribute_id::lambd, 0.0}}},
                              [=](double x) { return x < 0   ? x + moved
                                                     : x > 0 ? x - moved
                                                             : 0; }),
                  0)
            << bias;
    }
}

TEST(elementary, by_a_factor_of_0_infinity_comes_to_0) {
    const operation hard = {op::hard_sigmoid, {{attribute_id::alpha, 0.0}}},
                    selu = {op::selu, {{attribute_id::gamma, 0.0}}};
    const floats x = {-inf, -1, 1, inf, nan};
    expect<float>(of(hard, x), {0.5f, 0.5f, 0.5f, 0.5f, nan});
    expect<float>(of(selu, x), {-0.0f, -0.0f, 0, 0, nan});
    expect<double>(of<double>(hard, {-inf, inf}), {0.5, 0.5});
    expect<double>(of<double>(selu, {1, inf}), {0, 0});
    const std::vector<real> pairs = {{-inf, 0}, {inf, 0}};
    const auto leading = [&pairs](const operation& what, std::size_t at) {
        return of(what, pairs).data_as<real>()[at].hi;
    };
    EXPECT_EQ(leading(hard, 0), 0.5);
    EXPECT_EQ(leading(hard, 1), 0.5);
    EXPECT_EQ(leading(selu, 1), 0.0);
}

TEST(elementary, slopes) {
    const floats x = {-1, 2, -3, 4, -5, 6}, slope = {2, 3, 4};
    expect<float>(prelu(view(x, {2, 3}), view(slope, {3})), {-2, 2, -12, 4, -15, 6});
    expect<std::uint8_t>(of<std::uint8_t>(op::prelu, {200, 1}, {5, 5}), {200, 1});
    floats z(6, 7.0f);
    const outcome refused = try_prelu(view(slope, {3}), view(x, {2, 3}), view(z, {2, 3}));
    EXPECT_EQ(refused.code, status::shape_mismatch) << "only the slope stretches";
    EXPECT_EQ(z[0], 7.0f);
}

TEST(clip, bounds) {
    const floats x = {-inf, -2, -0.0f, 2, inf, nan};
    const float low[] = {-1}, high[] = {1}, none[] = {nan};
    const std::int64_t n = 6;
    expect<float>(clip(view(x, {n}), view(low, {}), view(high, {})), {-1, -1, -0.0f, 1, 1, nan});
    expect<float>(clip(view(x, {n}), view(low, {}), absent()), {-1, -1, -0.0f, 2, inf, nan});
    expect<float>(clip(view(x, {n}), absent(), view(high, {1})), {-inf, -2, -0.0f, 1, 1, nan});
    expect<float>(clip(view(x, {n}), absent(), absent()), x);
    expect<float>(clip(view(x, {n}), view(none, {}), view(none, {})), x);
    expect<float>(clip(view(x, {n}), view(high, {}), view(low, {})), {-1, -1, -1, -1, -1, nan});
    expect<float>(eval(op::clip, {view(x, {n})}), x);
    expect<float>(eval(op::clip, {view(x, {n}), view(low, {})}), {-1, -1, -0.0f, 2, inf, nan});
    const std::vector<std::int8_t> whole = {-128, 0, 127};
    const std::int8_t five[] = {5};
    expect<std::int8_t>(clip(view(whole, {3}), absent(), view(five, {})), {-128, 0, 5});
    expect<std::int8_t>(clip(view(whole, {3}), view(five, {}), absent()), {5, 5, 127});
    const std::int8_t one[] = {9};
    expect<std::int8_t>(clip(view(one, {1}), absent(), view(five, {})), {5});
    const std::vector<std::uint64_t> large = {1, 9, std::uint64_t{1} << 63};
    const std::uint64_t bound[] = {5};
    expect<std::uint64_t>(clip(view(large, {3}), view(bound, {}), absent()), {5, 9, std::uint64_t{1} << 63});
    expect<std::uint64_t>(clip(view(large, {3}), absent(), view(bound, {})), {1, 5, 5});
}

TEST(clip, runs_by_a_plan) {
    floats x(1000, 3.0f), z(1000);
    const float high[] = {1};
    const plan made(op::clip, {view(x, {1000}), absent(), view(high, {})}, view(z, {1000}));
    const float other[] = {2};
    const void* const pointers[] = {x.data(), nullptr, other};
    EXPECT_EQ(made.run(pointers, z.data()), status::ok);
    EXPECT_EQ(z[999], 2.0f);
    EXPECT_EQ(made.run(pointers, x.data()), status::ok) << "in place";
    EXPECT_EQ(x[0], 2.0f);
    const void* const none[] = {x.data(), nullptr, nullptr};
    EXPECT_EQ(made.run(none, z.data()), status::invalid_argument);
}

TEST(clip, refuses) {
    const float x[] = {1, 2};
    const double wide[] = {1};
    dtype type;
    std::vector<std::int64_t> shape;
    EXPECT_EQ(try_result(type, shape, op::clip, {view(x, {2}), view(x, {2})}).code, status::shape_mismatch);
    EXPECT_EQ(try_result(type, shape, op::clip, {view(x, {2}), view(wide, {})}).message,
              "clip: operand 1 is f64 and must be f32");
    EXPECT_EQ(try_result(type, shape, op::clip, {absent(), view(x, {1})}).code, status::invalid_argument);
}

}  // namespace
}  // namespace zerostride
