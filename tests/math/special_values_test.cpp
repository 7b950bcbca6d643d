// Where the float functions have no digits to be wrong in, but a limit, a sign, a domain or a border: infinities, NaN,
// zeros, the ends of the range, arguments of sines that are nothing but large.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "support/question.hpp"
#include "zerostride/elements.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double half_pi = 0x1.921fb54442d18p+0;
constexpr double greatest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

void put(dtype type, double x, std::byte* at) {
    const float narrow = static_cast<float>(x);
    const float16 half(x);
    if (type == dtype::f64) std::memcpy(at, &x, 8);
    else if (type == dtype::f32) std::memcpy(at, &narrow, 4);
    else std::memcpy(at, &half, 2);
}
double get(dtype type, const std::byte* at) {
    double x;
    float narrow;
    float16 half;
    if (type == dtype::f64) return std::memcpy(&x, at, 8), x;
    if (type == dtype::f32) return std::memcpy(&narrow, at, 4), narrow;
    return std::memcpy(&half, at, 2), static_cast<double>(half);
}

/// What the operator answers, on `with`: in a row of 21 equal elements every one the same, which is checked.
double answer(const operation& what, dtype type, const std::vector<double>& operands, isa with) {
    constexpr std::int64_t count = 21;
    std::vector<std::vector<std::byte>> memory;
    std::vector<const_tensor_view> views;
    for (const double x : operands) {
        std::vector<std::byte>& bytes = memory.emplace_back(count * size_of(type));
        for (std::size_t i = 0; i < count; ++i) put(type, x, bytes.data() + i * size_of(type));
    }
    for (const std::vector<std::byte>& bytes : memory) {
        views.emplace_back(bytes.data(), type, extents_ref(&count, 1));
    }
    std::vector<std::byte> result(count * size_of(type));
    options how;
    how.with = with;
    const outcome made = try_eval(what, views, tensor_view(result.data(), type, extents_ref(&count, 1)), how);
    EXPECT_TRUE(made) << made.message;
    for (std::size_t i = 1; i < count; ++i) {
        EXPECT_EQ(std::memcmp(result.data(), result.data() + i * size_of(type), size_of(type)), 0) << i;
    }
    return get(type, result.data());
}

bool same(double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

struct row {
    op which;
    double x, expected;
};

/// True of every type.
const row limits[] = {
    {op::exp, inf, inf},        {op::exp, -inf, 0.0},       {op::exp, 0.0, 1.0},        {op::exp, -0.0, 1.0},
    {op::log, inf, inf},        {op::log, 0.0, -inf},       {op::log, -0.0, -inf},      {op::log, -1.0, nan},
    {op::log, -inf, nan},       {op::log, 1.0, 0.0},        {op::sin, 0.0, 0.0},        {op::sin, -0.0, -0.0},
    {op::sin, inf, nan},        {op::sin, -inf, nan},       {op::cos, 0.0, 1.0},        {op::cos, -0.0, 1.0},
    {op::cos, inf, nan},        {op::tan, -0.0, -0.0},      {op::tan, -inf, nan},       {op::asin, 0.0, 0.0},
    {op::asin, -0.0, -0.0},     {op::asin, 1.5, nan},       {op::asin, -inf, nan},      {op::acos, 1.0, 0.0},
    {op::acos, -1.5, nan},      {op::acos, inf, nan},       {op::atan, 0.0, 0.0},       {op::atan, -0.0, -0.0},
    {op::sinh, inf, inf},       {op::sinh, -inf, -inf},     {op::sinh, -0.0, -0.0},     {op::cosh, inf, inf},
    {op::cosh, -inf, inf},      {op::cosh, 0.0, 1.0},       {op::tanh, inf, 1.0},       {op::tanh, -inf, -1.0},
    {op::tanh, -0.0, -0.0},     {op::asinh, inf, inf},      {op::asinh, -inf, -inf},    {op::asinh, -0.0, -0.0},
    {op::acosh, 1.0, 0.0},      {op::acosh, 0.5, nan},      {op::acosh, -2.0, nan},     {op::acosh, -inf, nan},
    {op::acosh, inf, inf},      {op::atanh, 1.0, inf},      {op::atanh, -1.0, -inf},    {op::atanh, 1.5, nan},
    {op::atanh, -inf, nan},     {op::atanh, -0.0, -0.0},    {op::erf, inf, 1.0},        {op::erf, -inf, -1.0},
    {op::erf, -0.0, -0.0},      {op::sigmoid, inf, 1.0},    {op::sigmoid, -inf, 0.0},   {op::sigmoid, 0.0, 0.5},
    {op::softplus, inf, inf},   {op::softplus, -inf, 0.0},  {op::softsign, inf, 1.0},   {op::softsign, -inf, -1.0},
    {op::softsign, -0.0, -0.0}, {op::gelu, inf, inf},       {op::gelu, -inf, -0.0},     {op::gelu, 0.0, 0.0},
    {op::gelu, -0.0, -0.0},     {op::mish, inf, inf},       {op::mish, -inf, -0.0},     {op::mish, -0.0, -0.0},
    {op::swish, inf, inf},      {op::swish, -inf, -0.0},    {op::swish, -0.0, -0.0},    {op::elu, inf, inf},
    {op::elu, -inf, -1.0},      {op::elu, -0.0, -0.0},      {op::selu, inf, inf},       {op::celu, inf, inf},
    {op::celu, -inf, -1.0},     {op::softplus, 60.0, 60.0}, {op::mish, 60.0, 60.0},     {op::gelu, 60.0, 60.0},
    {op::swish, 60.0, 60.0},    {op::exp2, inf, inf},       {op::exp2, -inf, 0.0},      {op::exp2, 0.0, 1.0},
    {op::exp2, -0.0, 1.0},      {op::exp2, 3.0, 8.0},       {op::exp2, -14.0, 0x1p-14}, {op::exp2, -24.0, 0x1p-24},
    {op::log2, inf, inf},       {op::log2, 0.0, -inf},      {op::log2, -0.0, -inf},     {op::log2, -1.0, nan},
    {op::log2, -inf, nan},      {op::log2, 1.0, 0.0},       {op::log2, 8.0, 3.0},       {op::log2, 0x1p-24, -24.0},
    {op::log10, inf, inf},      {op::log10, 0.0, -inf},     {op::log10, -0.0, -inf},    {op::log10, -1.0, nan},
    {op::log10, -inf, nan},     {op::log10, 1.0, 0.0},      {op::log10, 1000.0, 3.0},   {op::log10, 10000.0, 4.0},
    {op::expm1, inf, inf},      {op::expm1, -inf, -1.0},    {op::expm1, 0.0, 0.0},      {op::expm1, -0.0, -0.0},
    {op::log1p, inf, inf},      {op::log1p, -inf, nan},     {op::log1p, -1.0, -inf},    {op::log1p, -1.5, nan},
    {op::log1p, 0.0, 0.0},      {op::log1p, -0.0, -0.0},    {op::cbrt, inf, inf},       {op::cbrt, -inf, -inf},
    {op::cbrt, 0.0, 0.0},       {op::cbrt, -0.0, -0.0},     {op::cbrt, 27.0, 3.0},      {op::cbrt, -0x1p-24, -0x1p-8},
    {op::cbrt, -1331.0, -11.0}, {op::rsqrt, 0.0, inf},      {op::rsqrt, -0.0, -inf},    {op::rsqrt, inf, 0.0},
    {op::rsqrt, -inf, nan},     {op::rsqrt, -1.0, nan},     {op::rsqrt, 16.0, 0.25},    {op::rsqrt, 0x1p-24, 4096.0},
    {op::erfc, inf, 0.0},       {op::erfc, -inf, 2.0},      {op::erfc, 0.0, 1.0},       {op::erfc, -0.0, 1.0},
    {op::erfc, -60.0, 2.0},     {op::erfc, 60.0, 0.0},
};

/// Of doubles. Sines of large numbers: by mpmath with 3000 bits.
const row borders[] = {
    {op::exp, 709.782712893384, 0x1.fffffffffff2ap+1023},
    {op::exp, std::nextafter(709.782712893384, 1000.0), inf},
    {op::exp, -745.1332191019411, least},
    {op::exp, -745.1332191019412, 0.0},
    {op::exp, greatest, inf},
    {op::exp, -greatest, 0.0},
    {op::exp, least, 1.0},
    {op::log, least, -0x1.74385446d71c3p+9},
    {op::log, greatest, 0x1.62e42fefa39efp+9},
    {op::sinh, greatest, inf},
    {op::sinh, -greatest, -inf},
    {op::cosh, -greatest, inf},
    {op::tanh, greatest, 1.0},
    {op::asin, 1.0, half_pi},
    {op::asin, -1.0, -half_pi},
    {op::acos, 0.0, half_pi},
    {op::acos, -1.0, 2 * half_pi},
    {op::atan, inf, half_pi},
    {op::atan, -inf, -half_pi},
    {op::atan, greatest, half_pi},
    {op::erf, greatest, 1.0},
    {op::softsign, greatest, 1.0},
    {op::softsign, -greatest, -1.0},
    {op::softplus, greatest, greatest},
    {op::softplus, -745.1332191019411, least},
    {op::softplus, -greatest, 0.0},
    {op::sigmoid, -745.1332191019411, least},
    {op::sigmoid, -greatest, 0.0},
    {op::sigmoid, greatest, 1.0},
    {op::gelu, greatest, greatest},
    {op::gelu, -greatest, -0.0},
    {op::mish, greatest, greatest},
    {op::mish, -greatest, -0.0},
    {op::swish, greatest, greatest},
    {op::swish, -greatest, -0.0},
    {op::elu, greatest, greatest},
    {op::elu, -greatest, -1.0},
    {op::sinh, 710.4758600739439, 0x1.ffffffffffd3bp+1023},
    {op::sinh, std::nextafter(710.4758600739439, 1000.0), inf},
    {op::sinh, -710.4, -0x1.da98a7371610bp+1023},
    {op::cosh, -710.4758600739439, 0x1.ffffffffffd3bp+1023},
    {op::cosh, std::nextafter(710.4758600739439, 1000.0), inf},
    {op::tanh, 19.0616, 1.0},
    {op::expm1, 37.0, 0x1.4d13fbb1a0019p+53},
    {op::expm1, 709.5, 0x1.81e9b4b52d0c9p+1023},
    {op::sigmoid, 36.7, 0x1.fffffffffffffp-1},
    {op::sigmoid, -600.0, 0x1.4dd4d0d12c071p-866},
    {op::softplus, -600.5, 0x1.94f535b837056p-867},
    {op::softplus, 40.0, 40.0},
    {op::softplus, 0.0, 0x1.62e42fefa39efp-1},
    {op::erf, 0.19140625, 0x1.b4fb55314ef93p-3},
    {op::erfc, -5.8, 0x1.fffffffffffffp+0},
    {op::erfc, 0x1p-60, 1.0},
    {op::erfc, 20.5, 0x1.6fb3ff8ccf41cp-612},
    {op::gelu, -38.4, -0x0.0000000000201p-1022},
    {op::gelu, 30.0, 30.0},
    {op::gelu, 0x1p-40, 0x1.0000000000cc4p-41},
    {op::gelu, -0.0, -0.0},
    {op::mish, -601.0, -0x1.20509d8c60ce0p-858},
    {op::swish, -751.0, -least},
    {op::swish, -601.0, -0x1.20509d8c60ce0p-858},
    {op::elu, -36.0, -0x1.ffffffffffffep-1},
    {op::exp2, 1024.0, inf},
    {op::exp2, 0x1.fffffffffffffp+9, 0x1.ffffffffffd3ap+1023},
    {op::exp2, -1022.0, 0x1p-1022},
    {op::exp2, -1060.3, 0x0.00000000033fcp-1022},
    {op::exp2, -1074.0, least},
    {op::exp2, -1074.5, least},
    {op::exp2, -1075.0, 0.0},
    {op::exp2, greatest, inf},
    {op::exp2, -greatest, 0.0},
    {op::log2, least, -1074.0},
    {op::log2, greatest, 1024.0},
    {op::log10, least, -0x1.434e6420f4374p+8},
    {op::log10, greatest, 0x1.34413509f79ffp+8},
    {op::log10, 1e22, 22.0},
    {op::expm1, 709.782712893384, 0x1.fffffffffff2ap+1023},
    {op::expm1, greatest, inf},
    {op::expm1, -greatest, -1.0},
    {op::expm1, -37.0, -0x1.fffffffffffffp-1},
    {op::log1p, greatest, 0x1.62e42fefa39efp+9},
    {op::log1p, -0x1.fffffffffffffp-1, -0x1.25e4f7b2737fap+5},
    {op::cbrt, least, 0x1p-358},
    {op::cbrt, -greatest, -0x1.428a2f98d728bp+341},
    {op::rsqrt, least, 0x1p537},
    {op::rsqrt, greatest, 0x1p-512},
    {op::erfc, 27.0, 0x0.0000000019e0fp-1022},
    {op::erfc, 27.2, 0x0.0000000000002p-1022},
    {op::erfc, 27.226, least},
    {op::erfc, 27.25, 0.0},
    {op::erfc, greatest, 0.0},
    {op::erfc, -greatest, 2.0},
    {op::erfc, 0.5, 0x1.eb02147ce245cp-2},
    {op::sin, 0x1.0f0cf064dd592p+73, -0x1.b453ab76bf397p-1},
    {op::cos, 0x1.0f0cf064dd592p+73, 0x1.0be2cef01c8f4p-1},
    {op::tan, 0x1.0f0cf064dd592p+73, -0x1.a0f79c1b6b257p+0},
    {op::sin, 0x1.7e43c8800759cp+996, -0x1.a2c16b010e385p-1},
    {op::cos, 0x1.7e43c8800759cp+996, -0x1.2699022adc4c1p-1},
    {op::tan, 0x1.7e43c8800759cp+996, 0x1.6be411f37ac77p+0},
    {op::sin, 0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8},
    {op::cos, 0x1.fffffffffffffp+1023, -0x1.fffe62ecfab75p-1},
    {op::tan, 0x1.fffffffffffffp+1023, -0x1.4530cfe729484p-8},
    {op::sin, 0x1.6ac5b262ca1ffp+849, 0x1.0000000000000p+0},
    {op::cos, 0x1.6ac5b262ca1ffp+849, -0x1.14ae72e6ba22fp-61},
    {op::tan, 0x1.6ac5b262ca1ffp+849, -0x1.d9ba9a7975636p+60},
    {op::sin, 0x1.0000000000000p+20, 0x1.526ccb2fc8656p-2},
    {op::cos, 0x1.0000000000000p+20, 0x1.e33ada92fe2aep-1},
    {op::tan, 0x1.0000000000000p+20, 0x1.6692e5779206fp-2},
    {op::sin, -0x1.0000000000001p+20, -0x1.526ccb338edb1p-2},
    {op::cos, -0x1.0000000000001p+20, 0x1.e33ada9254f48p-1},
    {op::tan, -0x1.0000000000001p+20, -0x1.6692e57c0f96cp-2},
    {op::sin, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},
    {op::cos, 0x1.921fb54442d18p+1, -0x1.0000000000000p+0},
    {op::tan, 0x1.921fb54442d18p+1, -0x1.1a62633145c07p-53},
    {op::sin, 0x1.921fb54442d18p+0, 0x1.0000000000000p+0},
    {op::cos, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54},
    {op::tan, 0x1.921fb54442d18p+0, 0x1.d02967c31cdb5p+53},
};
/// Functions that are x next to zero.
const op identities[] = {op::sin,   op::tan,      op::asin, op::atan, op::sinh,  op::tanh, op::asinh,
                         op::atanh, op::softsign, op::elu,  op::celu, op::expm1, op::log1p};

class float_functions : public testing::TestWithParam<isa> {
protected:
    void SetUp() override {
        if (!is_available(GetParam())) GTEST_SKIP() << "this processor lacks " << zerostride::name_of(GetParam());
    }
};

TEST_P(float_functions, reach_their_limits) {
    for (const row& r : limits) {
        for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
            const double y = answer(r.which, type, {r.x}, GetParam());
            EXPECT_TRUE(same(y, r.expected)) << question(r.which, type).name() << " of " << r.x << " is " << y;
        }
    }
}

TEST_P(float_functions, hand_nan_on) {
    for (const op_info& which : ops) {
        if (which.accuracy != accuracy_class::close || which.id == op::pow) continue;
        for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
            if (!supports(which.id, type)) continue;
            const std::vector<double> operands(static_cast<std::size_t>(which.arity), nan);
            EXPECT_TRUE(std::isnan(answer(which.id, type, operands, GetParam()))) << question(which.id, type).name();
        }
    }
}

TEST_P(float_functions, are_right_at_the_borders_of_double) {
    for (const row& r : borders) {
        const double y = answer(r.which, dtype::f64, {r.x}, GetParam());
        EXPECT_TRUE(same(y, r.expected)) << question(r.which, dtype::f64).name() << " of " << std::hexfloat << r.x
                                         << " is " << y;
    }
    for (const op which : identities) {
        for (const double x : {least, -least, 0x1p-1022, -0x0.fffffffffffffp-1022, 0x1.8p-70}) {
            EXPECT_TRUE(same(answer(which, dtype::f64, {x}, GetParam()), x)) << question(which, dtype::f64).name();
        }
    }
}

/// Functions go another way for a register that has a rare number in it, or a result below the normal ones: the others
/// must not notice.
TEST_P(float_functions, do_not_depend_on_their_neighbours) {
    const double numbers[] = {
        0.3,   -0.7,     0x1p-961, 0x1p-960, 1.0 - 0x1p-53, 1.0,   1.0 + 0x1p-52, -1.0,          0.0,     -0.0,
        3.7,   -2.9,     0x1p479,  0x1p480,  0x1p1000,      1e30,  nan,           inf,           -inf,    least,
        least, 0x1p1023, 0x1p21,   -0x1p19,  0x1p-1022,     12.5,  0x1.8p-70,     0.5,           0x1p-30, -4e5,
        -87.5, -95.25,   -103.9,   -1.5,     2.0,           9.5,   10.0,          10.05,         -104.5,  -13.25,
        1.5,   -90.0,    -0.25,    -0x1p-3,  0x1p-140,      -16.5, 0.75,          -1.0 + 0x1p-11};
    constexpr std::int64_t count = std::size(numbers);
    for (const op_info& which : ops) {
        for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
            if (which.accuracy != accuracy_class::close || !supports(which.id, type) || which.arity > 2) continue;
            const std::size_t bytes = size_of(type);
            std::vector<std::byte> first(count * bytes), second(count * bytes), row(count * bytes);
            for (std::size_t i = 0; i < count; ++i) {
                put(type, numbers[i], first.data() + i * bytes);
                put(type, numbers[(i * 7 + 3) % count], second.data() + i * bytes);
            }
            const const_tensor_view x(first.data(), type, extents_ref(&count, 1));
            const const_tensor_view y(second.data(), type, extents_ref(&count, 1));
            const const_tensor_view both[] = {x, y};
            options how;
            how.with = GetParam();
            const outcome made = try_eval(which.id, {both, static_cast<std::size_t>(which.arity)},
                                          tensor_view(row.data(), type, extents_ref(&count, 1)), how);
            ASSERT_TRUE(made) << made.message;
            for (std::size_t i = 0; i < count; ++i) {
                std::vector<double> operands = {numbers[i]};
                if (which.arity == 2) operands.push_back(numbers[(i * 7 + 3) % count]);
                const double in_row = get(type, row.data() + i * bytes);
                EXPECT_TRUE(same(in_row, answer(which.id, type, operands, GetParam())))
                    << question(which.id, type).name() << " of " << std::hexfloat << numbers[i] << " in a row is "
                    << in_row;
            }
        }
    }
}

TEST_P(float_functions, are_right_at_the_borders_of_float) {
    EXPECT_EQ(answer(op::exp, dtype::f32, {0x1.62e42ep+6}, GetParam()), 0x1.ffff08p+127);
    EXPECT_EQ(answer(op::exp, dtype::f32, {0x1.62e430p+6}, GetParam()), inf);
    EXPECT_EQ(answer(op::exp, dtype::f32, {-0x1.9fe368p+6}, GetParam()), 0x1p-149);
    EXPECT_EQ(answer(op::exp, dtype::f32, {-0x1.9fe36ap+6}, GetParam()), 0.0);
    EXPECT_EQ(answer(op::exp, dtype::f16, {0x1.62cp+3}, GetParam()), 65248.0);
    EXPECT_EQ(answer(op::exp, dtype::f16, {0x1.63p+3}, GetParam()), inf);
    EXPECT_EQ(answer(op::exp, dtype::f16, {-0x1.154p+4}, GetParam()), 0x1p-24);
    EXPECT_EQ(answer(op::exp, dtype::f16, {-0x1.158p+4}, GetParam()), 0.0);
    EXPECT_EQ(answer(op::exp2, dtype::f32, {-149.0}, GetParam()), 0x1p-149);
    EXPECT_EQ(answer(op::exp2, dtype::f32, {-150.0}, GetParam()), 0.0);
    EXPECT_EQ(answer(op::exp2, dtype::f32, {-0x1.2bfffep+7}, GetParam()), 0x1p-149);
    EXPECT_EQ(answer(op::exp2, dtype::f32, {128.0}, GetParam()), inf);
    EXPECT_EQ(answer(op::exp2, dtype::f16, {-25.0}, GetParam()), 0.0);
    EXPECT_EQ(answer(op::exp2, dtype::f16, {16.0}, GetParam()), inf);
    EXPECT_EQ(answer(op::erfc, dtype::f32, {0x1.41bbf6p+3}, GetParam()), 0x1p-149);
    EXPECT_EQ(answer(op::erfc, dtype::f32, {0x1.41bbf8p+3}, GetParam()), 0.0);
}

/// Where numbers are split for logarithms: what has been computed on the way may be just short of the border.
TEST_P(float_functions, of_floats_find_the_power_of_two_next_to_three_halves_of_it) {
    struct function {
        op which;
        long double (*exact)(long double);
    };
    const function logarithms[] = {
        {op::log, [](long double x) { return std::log(x); }},
        {op::log2, [](long double x) { return std::log2(x); }},
        {op::log10, [](long double x) { return std::log10(x); }},
        {op::log1p, [](long double x) { return std::log1p(x); }},
        {op::asinh, [](long double x) { return std::asinh(x); }},
        {op::acosh, [](long double x) { return std::acosh(x); }},
        {op::cbrt, [](long double x) { return std::cbrt(x); }},
    };
    for (int k = 0; k < 127; ++k) {
        const float middle = std::ldexp(1.5f, k);
        for (const float x : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1e38f)}) {
            for (const function& f : logarithms) {
                EXPECT_EQ(answer(f.which, dtype::f32, {x}, GetParam()), static_cast<float>(f.exact(x)))
                    << question(f.which, dtype::f32).name() << " of " << std::hexfloat << x;
            }
        }
    }
}

TEST_P(float_functions, of_two_operands_keep_limits) {
    const auto swiglu = [](double x, double y) { return answer(op::swiglu, dtype::f64, {x, y}, GetParam()); };
    EXPECT_TRUE(same(swiglu(-inf, 2.0), -0.0));
    EXPECT_TRUE(same(swiglu(-inf, -2.0), 0.0));
    EXPECT_TRUE(same(swiglu(inf, -2.0), -inf));
    EXPECT_TRUE(same(swiglu(-1000.0, inf), -inf));
    EXPECT_TRUE(same(swiglu(-greatest, -0.0), 0.0));
    EXPECT_TRUE(same(swiglu(least, inf), inf));
    EXPECT_TRUE(std::isnan(swiglu(0.0, inf)));
    // e^-800 alone is nothing, and the product of the operands an infinity.
    EXPECT_NEAR(swiglu(-800.0, greatest), -0x1.66fef20502bb5p-121, 0x1p-172);
    const attribute alpha(attribute_id::alpha, 0.0);
    EXPECT_EQ(answer({op::swish, {&alpha, 1}}, dtype::f64, {-inf}, GetParam()), -inf);
    EXPECT_EQ(answer({op::swish, {&alpha, 1}}, dtype::f64, {3.0}, GetParam()), 1.5);
}

/// Products of the least floats lose bits below the least of all, and a sum the sign of a zero.
TEST_P(float_functions, selu_scales_zeros_and_the_least_floats) {
    for (const double gamma : {1.05070102214813232421875, 1.0507009873554805, 3.0, -0.5, 1e-6, 1e30}) {
        const std::array<attribute, 2> factors = {{{attribute_id::alpha, 1.25}, {attribute_id::gamma, gamma}}};
        const operation selu(op::selu, {factors.data(), factors.size()});
        for (const float size : {0.0f, 0x1p-149f, 0x1.8p-148f, 0x1.2345p-126f, 0x1.fffffep-125f, 0x1.abcdeep-61f}) {
            for (const float x : {size, -size}) {
                // e^x - 1 is x (1 + x/2) to more digits than there are.
                const long double sum = x < 0.0f ? 1.25L * x * (1.0L + x / 2.0L) : static_cast<long double>(x);
                const auto expected = static_cast<float>(gamma * sum);
                EXPECT_TRUE(same(answer(selu, dtype::f32, {x}, GetParam()), expected))
                    << std::hexfloat << gamma << " times " << x;
            }
        }
    }
}

double answer_with(op which, const std::vector<attribute>& attributes, double x, isa with) {
    return answer({which, {attributes.data(), attributes.size()}}, dtype::f64, {x}, with);
}
/// Powers of two change no digits; attributes that are no powers in reach of the faster bodies leave them.
TEST_P(float_functions, scale_with_their_attributes) {
    const isa with = GetParam();
    const auto elu = [&](double a, double x) { return answer_with(op::elu, {{attribute_id::alpha, a}}, x, with); };
    const auto celu = [&](double a, double x) { return answer_with(op::celu, {{attribute_id::alpha, a}}, x, with); };
    const auto swish = [&](double a, double x) { return answer_with(op::swish, {{attribute_id::alpha, a}}, x, with); };
    const auto selu = [&](double a, double g, double x) {
        return answer_with(op::selu, {{attribute_id::alpha, a}, {attribute_id::gamma, g}}, x, with);
    };
    const auto next_to = [](double y, double expected) {
        return y >= std::nextafter(expected, -inf) && y <= std::nextafter(expected, inf);
    };
    for (const double x : {-30.5, -1.25, -0.02, -0x1.8p-60, 0.75, 33.0}) {
        const double less_one = elu(1.0, x), gated = swish(1.0, x);
        for (const double a : {0x1p-100, 0.5, 4.0, 0x1p100}) {
            EXPECT_EQ(elu(a, x), x < 0.0 ? a * less_one : x) << a << ", " << x;
            EXPECT_EQ(celu(a, a * x), a * less_one) << a << ", " << x;
            EXPECT_EQ(swish(a, x / a), gated / a) << a << ", " << x;
            EXPECT_EQ(swish(-a, -x / a), -gated / a) << a << ", " << x;
            EXPECT_EQ(selu(a, 0.5, x), 0.5 * (x < 0.0 ? a * less_one : x)) << a << ", " << x;
        }
        for (const double a : {0x1p-300, 0x1p-101, 0x1p101, 0x1p300}) {
            EXPECT_TRUE(next_to(elu(a, x), x < 0.0 ? a * less_one : x)) << a << ", " << x;
            EXPECT_TRUE(next_to(celu(a, a * x), a * less_one)) << a << ", " << x;
            EXPECT_TRUE(next_to(swish(a, x / a), gated / a)) << a << ", " << x;
            EXPECT_TRUE(next_to(selu(a, 0.5, x), 0.5 * (x < 0.0 ? a * less_one : x))) << a << ", " << x;
        }
    }
    EXPECT_EQ(elu(inf, -1.0), -inf);
    EXPECT_TRUE(std::isnan(elu(nan, -1.0)));
    EXPECT_EQ(elu(nan, 2.0), 2.0);
    EXPECT_TRUE(same(swish(-2.0, inf), 0.0));
    EXPECT_EQ(swish(-2.0, -inf), -inf);
    EXPECT_EQ(swish(3.0, inf), inf);
    EXPECT_EQ(celu(3.0, -inf), -3.0);
    EXPECT_TRUE(same(celu(3.0, -0.0), 0.0));
    EXPECT_TRUE(same(celu(3.0, -least), -least));
    // However small alpha and x are; twelve digits of -alpha and of alpha (e - 1).
    for (const double a : {1e-260, 1e-292, 1e-307}) {
        EXPECT_NEAR(celu(a, -60 * a) / a, -1.0, 1e-12) << a;
        EXPECT_NEAR(celu(-a, -a) / a, -1.718281828459045, 1e-12) << a;
    }
    // The greatest doubles, whose product with the other is ordinary.
    const double one_and_a_half = swish(1.0, 1.5);
    for (const double size : {greatest, greatest * (1 - 0x1p-28), 0x1p1001}) {
        const double small = 1.5 / size;
        EXPECT_TRUE(next_to(swish(size, small), one_and_a_half / size)) << size;
        EXPECT_TRUE(next_to(swish(-size, -small), -one_and_a_half / size)) << size;
        EXPECT_NEAR(swish(small, size) / size, one_and_a_half / 1.5, 1e-15) << size;
        EXPECT_NEAR(swish(-small, -size) / size, -one_and_a_half / 1.5, 1e-15) << size;
    }
    EXPECT_EQ(swish(greatest, 1e-310), 5.044941118076e-311);
    EXPECT_EQ(swish(-greatest, greatest), 0.0);
    EXPECT_EQ(swish(greatest, greatest), greatest);
    EXPECT_EQ(celu(-0x1p-1000, -0x1.8p-1000), celu(-1.0, -1.5) * 0x1p-1000);
    EXPECT_EQ(celu(0x1p-900, -0x1.8p-902), celu(1.0, -0.375) * 0x1p-900);
}
double real_answer(const operation& what, double x, isa with) {
    options how;
    how.with = with;
    const real operand{x, 0.0};
    real result{};
    eval(what, {view(&operand, {})}, view(&result, {}), how);
    EXPECT_EQ(result.lo, 0.0);
    return result.hi;
}
/// However small the gate's argument and large the operands are.
TEST_P(float_functions, of_reals_do_not_overflow_on_the_way) {
    struct row {
        double alpha, x, y, expected;
    };
    // By MPFR, with 200 bits.
    const row rows[] = {
        {1.2e-300, -0x1.091ab80e6ac23p+1006, 0x1.5efdcfd251f6dp+885, -1.9988451805772844826e+199},
        {0x1.87e92154ef7acp-665, -0x1.3a18741ab4379p+673, 0x1.e42d130773b76p+1023, -1.2087e302},
        {-0x1.6f443f7f72e1ap-655, 0x1.d1047e53100c4p+663, 0x1.cbb1ebd7b2666p+993, 1.9410e209},
        {0x1p-1000, 0x1p+1000, 0x1p-990, 0x1p10 / (1 + std::exp(-1.0))},
        {0x1p-1000, 0x1p+1023, -4.0, -inf},
        {0x1p-1000, 0x1p+1023, 0.25, 0x1p1021 / (1 + std::exp(-0x1p23))},
        {1.0, greatest, 1.0, greatest},
        {1.0, -greatest, greatest, -0.0},
    };
    for (const row& r : rows) {
        const attribute alpha(attribute_id::alpha, r.alpha);
        const real x{r.x, 0.0}, y{r.y, 0.0};
        real z{};
        options how;
        how.with = GetParam();
        eval({op::swiglu, {&alpha, 1}}, {view(&x, {}), view(&y, {})}, view(&z, {}), how);
        if (r.expected == 0 || std::isinf(r.expected)) EXPECT_TRUE(same(z.hi, r.expected)) << r.x;
        else EXPECT_NEAR(z.hi / r.expected, 1.0, 1e-4) << r.alpha << ", " << r.x;
    }
}

/// Each type goes by another body.
TEST_P(float_functions, have_limits_in_attributes_too) {
    for (const dtype type : {dtype::f16, dtype::f32, dtype::f64, dtype::real}) {
        const auto with_alpha = [&](op which, double a, double x) {
            const attribute alpha(attribute_id::alpha, a);
            const operation what(which, {&alpha, 1});
            return type == dtype::real ? real_answer(what, x, GetParam()) : answer(what, type, {x}, GetParam());
        };
        for (const double a : {inf, -inf}) {
            EXPECT_TRUE(same(with_alpha(op::swish, a, 0.0), 0.0)) << name_of(type) << " " << a;
            EXPECT_TRUE(same(with_alpha(op::swish, a, -0.0), -0.0)) << name_of(type) << " " << a;
            EXPECT_EQ(with_alpha(op::celu, a, -inf), -inf) << name_of(type) << " " << a;
            EXPECT_EQ(with_alpha(op::celu, a, -2.0), -2.0) << name_of(type) << " " << a;
        }
        EXPECT_TRUE(std::isnan(with_alpha(op::swish, nan, 0.0))) << name_of(type);
        for (const double a : {0.0, -0.0}) {
            EXPECT_TRUE(same(with_alpha(op::celu, a, -1.0), 0.0)) << name_of(type) << " " << a;
            EXPECT_TRUE(same(with_alpha(op::celu, a, -inf), 0.0)) << name_of(type) << " " << a;
            EXPECT_EQ(with_alpha(op::celu, a, 3.0), 3.0) << name_of(type) << " " << a;
        }
    }
}

struct power_row {
    double x, y, expected;
};
/// C's Annex F, and borders.
const power_row powers[] = {
    {nan, 0.0, 1.0},    {nan, -0.0, 1.0},   {1.0, nan, 1.0},      {1.0, inf, 1.0},       {-1.0, inf, 1.0},
    {-1.0, -inf, 1.0},  {nan, 1.0, nan},    {2.0, nan, nan},      {0.0, 0.0, 1.0},       {inf, 0.0, 1.0},
    {0.0, -1.0, inf},   {-0.0, -1.0, -inf}, {-0.0, -2.0, inf},    {0.0, -inf, inf},      {-0.0, -0.5, inf},
    {0.0, 3.0, 0.0},    {-0.0, 3.0, -0.0},  {-0.0, 2.0, 0.0},     {-0.0, inf, 0.0},      {-8.0, 0.5, nan},
    {-8.0, -0.25, nan}, {0.5, -inf, inf},   {2.0, -inf, 0.0},     {-0.5, inf, 0.0},      {-2.0, inf, inf},
    {-inf, -1.0, -0.0}, {-inf, -2.0, 0.0},  {-inf, 3.0, -inf},    {-inf, 2.0, inf},      {-inf, 0.5, inf},
    {inf, -1.0, 0.0},   {inf, 0.5, inf},    {-2.0, 3.0, -8.0},    {3.0, 2.0, 9.0},       {-2.0, 2.0, 4.0},
    {4.0, 0.5, 2.0},    {4.0, -0.5, 0.5},   {10.0, 4.0, 10000.0}, {2.0, -20.0, 0x1p-20}, {-3.0, -1.0, -1.0 / 3},
};

TEST_P(float_functions, power_follows_annex_f) {
    for (const power_row& r : powers) {
        for (const dtype type : {dtype::f32, dtype::f64}) {
            const double y = answer(op::pow, type, {r.x, r.y}, GetParam());
            const double expected =
                type == dtype::f32 ? static_cast<double>(static_cast<float>(r.expected)) : r.expected;
            EXPECT_TRUE(same(y, expected))
                << question(op::pow, type).name() << ": " << r.x << "^" << r.y << " is " << y;
        }
    }
    EXPECT_EQ(answer(op::pow, dtype::f64, {2.0, -1074.0}, GetParam()), least);
    EXPECT_EQ(answer(op::pow, dtype::f64, {2.0, 1023.0}, GetParam()), 0x1p1023);
    EXPECT_EQ(answer(op::pow, dtype::f64, {2.0, 1024.0}, GetParam()), inf);
    EXPECT_EQ(answer(op::pow, dtype::f64, {-1.0, 0x1.fffffffffffffp+52}, GetParam()), -1.0);
    EXPECT_EQ(answer(op::pow, dtype::f64, {-1.0, 0x1p+53}, GetParam()), 1.0);
}

/// Exponents that a double does not hold.
TEST_P(float_functions, power_sees_all_of_an_exponent) {
    const double x[] = {-1.0, 1.0 + 0x1p-52, 1.0 - 0x1p-53};
    const std::int64_t y[] = {(std::int64_t{1} << 53) + 1, (std::int64_t{1} << 53) + 1, (std::int64_t{1} << 53) + 1};
    double z[3] = {};
    const std::int64_t count = 3;
    options how;
    how.with = GetParam();
    const const_tensor_view in[] = {{x, dtype::f64, extents_ref(&count, 1)}, {y, dtype::i64, extents_ref(&count, 1)}};
    const outcome made = try_eval(op::pow, in, tensor_view(z, dtype::f64, extents_ref(&count, 1)), how);
    ASSERT_TRUE(made) << made.message;
    EXPECT_EQ(z[0], -1.0);
    EXPECT_NEAR(z[1], std::exp(2.0), 2e-15);
    EXPECT_NEAR(z[2], std::exp(-1.0), 1e-16);
}

/// Whole exponents are whole in every type: integers wrap.
TEST(special_values, integers_to_whole_powers_wrap_whatever_the_type_of_the_exponent) {
    const auto power = [](auto x, auto y, isa with) {
        decltype(x) z{};
        options how;
        how.with = with;
        const const_tensor_view in[] = {{&x, dtype_of<decltype(x)>::value, {}}, {&y, dtype_of<decltype(y)>::value, {}}};
        EXPECT_TRUE(completed(try_eval(op::pow, in, tensor_view(&z, dtype_of<decltype(x)>::value, {}), how).code));
        return z;
    };
    for (const isa with : available_isas()) {
        EXPECT_EQ(power(std::int8_t{2}, 7.0f, with), -128);
        EXPECT_EQ(power(std::uint8_t{2}, 10.0f, with), 0);
        EXPECT_EQ(power(std::int32_t{3}, 40.0, with), static_cast<std::int32_t>(12157665459056928801u));
        EXPECT_EQ(power(std::int64_t{3}, 40.0, with), static_cast<std::int64_t>(12157665459056928801u));
        EXPECT_EQ(power(std::int64_t{-3}, 41.0, with), static_cast<std::int64_t>(-3 * 12157665459056928801u));
        EXPECT_EQ(power(std::int64_t{2}, 0x1p70, with), 0);
        EXPECT_EQ(power(std::int64_t{3}, 0x1p70, with), 1);  // a multiple of 2^62, after which powers repeat
        EXPECT_EQ(power(std::int64_t{3}, real{0x1p70, -1.0}, with), static_cast<std::int64_t>(0xaaaaaaaaaaaaaaab));
        EXPECT_EQ(power(std::int64_t{-1}, real{0x1p70, -1.0}, with), -1);
        EXPECT_EQ(power(std::int64_t{-1}, -3.0, with), -1);
        EXPECT_EQ(power(std::int64_t{2}, -3.0, with), 0);
        EXPECT_EQ(power(std::int32_t{0}, -3.0, with), 0);
        EXPECT_EQ(power(std::uint64_t{1} << 63, 1.0, with), std::uint64_t{1} << 63);
        EXPECT_EQ(power(std::int8_t{2}, 7.5f, with), 127);
        EXPECT_EQ(power(std::int8_t{9}, 1.5f, with), 27);
        EXPECT_EQ(power(std::int8_t{-9}, 1.5f, with), 0);
        EXPECT_EQ(power(std::int8_t{2}, static_cast<float>(inf), with), 127);
        EXPECT_EQ(power(std::uint8_t{7}, static_cast<float>(nan), with), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(on, float_functions, testing::ValuesIn(with_own_kernel(built_isas(), op::exp, dtype::f16)),
                         [](const auto& with) { return std::string(zerostride::name_of(with.param)); });

/// x / alpha has no digits, or not all of them.
TEST(special_values, celu_of_reals_far_smaller_than_alpha) {
    const struct {
        double hi, lo, alpha;
    } cases[] = {{-4.6e-298, 0.0, 3.6e34},
                 {-1.27e-272, 1.27e-289, 3e38},
                 {-1e-260, 1e-277, 1e38},
                 {-1.0, 0x1p-60, 1e300},
                 {-1e-300, 0.0, -1e30}};
    for (const auto& c : cases) {
        const real x{c.hi, c.lo};
        for (const isa with : available_isas()) {
            options how;
            how.with = with;
            real y{};
            eval({op::celu, {{attribute_id::alpha, c.alpha}}}, {view(&x, {})}, view(&y, {}), how);
            EXPECT_EQ(y.hi, x.hi) << c.alpha << " on " << name_of(with);
            EXPECT_EQ(y.lo, x.lo) << c.alpha << " on " << name_of(with);
        }
    }
}

TEST(special_values, swiglu_of_reals_whose_gate_is_shut) {
    for (const double size : {1e-225, 1e-190, 1e-20, 1e200}) {
        const real x{-size, 0.0}, y{1.0, 0.0};
        for (const isa with : available_isas()) {
            options how;
            how.with = with;
            real z{1.0, 1.0};
            eval({op::swiglu, {{attribute_id::alpha, 1e271}}}, {view(&x, {1}), view(&y, {1})}, view(&z, {1}), how);
            EXPECT_EQ(z.hi, 0.0) << size << " on " << name_of(with);
            EXPECT_EQ(z.lo, 0.0) << size << " on " << name_of(with);
        }
    }
}

}  // namespace
}  // namespace zerostride::test
