// The fast functions of f32: within two units in the last place, the same bits on every instruction set and in every
// place of a tensor, and only where they are asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "support/float_bits.hpp"
#include "support/question.hpp"
#include "support/settings.hpp"
#include "support/ulps.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

struct fast_function {
    op which;
    long double (*exact)(long double);
    double approximate = 0;

    operation what() const {
        if (approximate == 0) return which;
        return {which, {{attribute_id::approximate, approximate}}};
    }
};

constexpr long double root_of_half = 0.7071067811865475244008443621048490L;
constexpr long double selu_alpha = 1.67326319217681884765625L, selu_gamma = 1.05070102214813232421875L;
long double logistic(long double x) { return 1 / (1 + std::exp(-x)); }
long double gelu_by_tanh(long double x) {
    constexpr long double twice_root = 1.5957691216057307117597842397375L;  // 2 sqrt(2/pi)
    return x < -200 ? -0.0L : x > 200 ? x : x * logistic(twice_root * (x + 0.044715L * x * x * x));
}
/// Right to more than 60 bits, where the terms are of one sign or far apart.
const fast_function functions[] = {
    {op::exp, [](long double x) { return std::exp(x); }},
    {op::exp2, [](long double x) { return std::exp2(x); }},
    {op::log, [](long double x) { return std::log(x); }},
    {op::log2, [](long double x) { return std::log2(x); }},
    {op::sin, [](long double x) { return std::sin(x); }},
    {op::cos, [](long double x) { return std::cos(x); }},
    {op::atan, [](long double x) { return std::atan(x); }},
    {op::sinh, [](long double x) { return std::sinh(x); }},
    {op::cosh, [](long double x) { return std::cosh(x); }},
    {op::tanh, [](long double x) { return std::tanh(x); }},
    {op::erf, [](long double x) { return std::erf(x); }},
    {op::sigmoid, logistic},
    {op::softplus, [](long double x) { return std::fmax(x, 0.0L) + std::log1p(std::exp(-std::fabs(x))); }},
    {op::swish, [](long double x) { return x < -200 ? -0.0L : x * logistic(x); }},
    {op::elu, [](long double x) { return x < 0 ? std::expm1(x) : x; }},
    {op::asin, [](long double x) { return std::asin(x); }},
    {op::acos, [](long double x) { return std::acos(x); }},
    {op::tan, [](long double x) { return std::tan(x); }},
    {op::gelu, [](long double x) { return x < -200 ? -0.0L : x / 2 * std::erfc(x * -root_of_half); }},
    {op::mish,
     [](long double x) {
         const long double n = std::exp(x) * (std::exp(x) + 2);
         return x < -200 ? -0.0L : x > 100 ? x : x * (n / (n + 2));
     }},
    {op::log10, [](long double x) { return std::log10(x); }},
    {op::log1p, [](long double x) { return std::log1p(x); }},
    {op::expm1, [](long double x) { return std::expm1(x); }},
    {op::selu, [](long double x) { return selu_gamma * (x < 0 ? selu_alpha * std::expm1(x) : x); }},
    {op::celu, [](long double x) { return x < 0 ? std::expm1(x) : x + 0.0L; }},
    {op::hard_swish, [](long double x) { return x <= -3  ? -0.0L
                                                : x >= 3 ? x
                                                         : x * (x + 3) / 6; }},
    {op::gelu, gelu_by_tanh, 1},
    {op::rsqrt, [](long double x) { return 1 / std::sqrt(x); }},
    {op::cbrt, [](long double x) { return std::cbrt(x); }},
    {op::asinh, [](long double x) { return std::asinh(x); }},
    {op::acosh, [](long double x) { return std::acosh(x); }},
    {op::atanh, [](long double x) { return std::atanh(x); }},
};

options asked(accuracy_mode mode, isa with = isa::automatic) {
    options how;
    how.accuracy = mode;
    how.with = with;
    how.max_threads = 1;
    return how;
}

std::vector<float> evaluated(const operation& what, const std::vector<float>& x, const options& how) {
    std::vector<float> z(x.size());
    const auto n = static_cast<std::int64_t>(x.size());
    eval(what, {view(x, {n})}, view(z, {n}), how);
    return z;
}

bool same(float x, float y) { return std::memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y); }

/// Appends at most `most` floats, `apart` numbers from one to the next, from the one with the bits `first` on; where to
/// go on.
std::uint64_t append_floats(std::vector<float>& to, std::uint64_t first, std::uint32_t apart, std::size_t most) {
    for (; first < std::uint64_t{1} << 32 && to.size() < most; first += apart) {
        const auto bits = static_cast<std::uint32_t>(first);
        to.push_back(read<float>(&bits));
    }
    return first;
}

std::vector<float> special_values() {
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> made = {
        0.0f,        infinity,   NAN,        0x1p-149f,  0x1p-126f,  0x1.fffffep127f, 1.0f,          0x1p17f,
        131072.02f,  0x1.8p23f,  88.72283f,  88.72284f,  103.97208f, 103.97209f,      87.33654f,     0x1.c4p2f,
        0.55f,       0.875f,     3.92f,      3.93f,      20.0f,      0x1p-24f,        0x1.921fb6p0f, 1e38f,
        0.70710677f, 0.7071068f, 1.4142135f, 9.01f,      89.41598f,  89.41599f,       0.34657359f,   1.0000001f,
        127.99999f,  128.0f,     149.0f,     149.99998f, 150.00002f, 126.0f,          0.5f,          0.50000006f,
        0.99999994f, 14.35f,     14.875f,    44.36142f,  44.36143f,  104.0f,          109.0f,        16777216.0f};
    for (std::size_t i = made.size(); i-- > 0;) made.push_back(-made[i]);
    return made;
}

TEST(fast, is_within_two_units_in_the_last_place) {
    // Every float in the long tier; a prime number apart otherwise, so that all significands come up.
    const std::uint32_t apart = current_tier() == tier::thorough ? 1 : current_tier() == tier::quick ? 4801 : 262147;
    for (const fast_function& f : functions) {
        std::size_t not_correctly_rounded = 0;
        std::vector<float> x = special_values();
        for (std::uint64_t next = 0; !x.empty();) {
            const std::vector<float> y = evaluated(f.what(), x, asked(accuracy_mode::fast));
            for (std::size_t i = 0; i < x.size(); ++i) {
                const long double right = f.exact(x[i]);
                not_correctly_rounded += !same(y[i], static_cast<float>(right));
                ASSERT_TRUE(is_near(dtype::f32, static_cast<double>(y[i]), right, 2.0))
                    << info(f.which).name << "(" << std::hexfloat << x[i] << ") is " << y[i] << ", right is "
                    << static_cast<float>(right);
            }
            x.clear();
            next = append_floats(x, next, apart, std::size_t{1} << 22);
        }
        EXPECT_GT(not_correctly_rounded, 0u) << info(f.which).name << " is exact: were the fast kernels run?";
    }
}

TEST(fast, gives_the_same_bits_on_every_instruction_set) {
    const std::vector<isa> isas = with_own_kernel(available_isas(), op::exp, dtype::f32);
    std::vector<float> x = special_values();
    append_floats(x, 7, current_tier() == tier::emulated ? 1048583 : 65537, std::size_t{1} << 20);
    for (const fast_function& f : functions) {
        const std::vector<float> first = evaluated(f.what(), x, asked(accuracy_mode::fast, isas.front()));
        for (const isa with : isas) {
            const std::vector<float> y = evaluated(f.what(), x, asked(accuracy_mode::fast, with));
            for (std::size_t i = 0; i < x.size(); ++i) {
                ASSERT_TRUE(same(y[i], first[i]))
                    << info(f.which).name << "(" << std::hexfloat << x[i] << ") is " << y[i] << " on " << name_of(with)
                    << ", " << first[i] << " on " << name_of(isas.front());
            }
        }
    }
}

TEST(fast, gives_the_same_bits_in_every_place) {
    random_bits random("fast places");
    for (const fast_function& f : functions) {
        for (std::int64_t n = 0; n <= 70; ++n) {
            std::vector<float> x(static_cast<std::size_t>(n) + 3);
            // Some arguments are left to the exact function; their neighbours are not.
            for (float& v : x)
                v = (random.one_in(20) ? 1e6f : 1.0f) * static_cast<float>(random.between(-9999, 9999)) / 1000;
            const options how = asked(accuracy_mode::fast);
            const float* const from = x.data() + random.below(4);
            std::vector<float> alone(static_cast<std::size_t>(n));
            for (std::int64_t i = 0; i < n; ++i)
                eval(f.what(), {view(from + i, {})}, view(&alone[static_cast<std::size_t>(i)], {}), how);
            std::vector<float> z(static_cast<std::size_t>(n) + 2, 77.0f);
            eval(f.what(), {view(from, {n})}, view(z.data() + 1, {n}), how);
            EXPECT_EQ(z.front(), 77.0f);
            EXPECT_EQ(z.back(), 77.0f);
            float* const same_place = x.data() + (from - x.data());
            std::vector<float> backwards(static_cast<std::size_t>(n));
            const std::int64_t strides[] = {-static_cast<std::int64_t>(sizeof(float))}, shape[] = {n};
            if (n > 0) {
                const const_tensor_view turned(from + n - 1, dtype::f32, extents_ref(shape, 1), strides);
                eval(f.what(), {turned}, view(backwards, {n}), how);
            }
            eval(f.what(), {view(from, {n})}, view(same_place, {n}), how);
            for (std::int64_t i = 0; i < n; ++i) {
                const auto at = static_cast<std::size_t>(i);
                ASSERT_TRUE(same(z[at + 1], alone[at])) << info(f.which).name << ", element " << i << " of " << n;
                ASSERT_TRUE(same(same_place[at], alone[at])) << info(f.which).name << " in place, element " << i;
                ASSERT_TRUE(same(backwards[static_cast<std::size_t>(n - 1 - i)], alone[at])) << info(f.which).name;
            }
        }
    }
}

TEST(fast, runs_where_it_is_asked_for_and_meant) {
    const float x[4] = {-1, 0.5f, 2, 3};
    const double wide[4] = {-1, 0.5, 2, 3};
    float z[4];
    double wide_z[4];
    const auto chosen = [&](const operation& what, accuracy_mode mode) {
        return plan(what, {view(x, {4})}, view(z, {4}), asked(mode)).accuracy();
    };
    EXPECT_EQ(plan().accuracy(), accuracy_mode::automatic);
    EXPECT_EQ(chosen(op::exp, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen(op::exp, accuracy_mode::exact), accuracy_mode::exact);
    EXPECT_EQ(chosen(op::exp, accuracy_mode::automatic), accuracy_mode::exact);
    EXPECT_EQ(chosen(op::neg, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen(op::softsign, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen(op::gelu, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen({op::gelu, {{attribute_id::approximate, 1}}}, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen(op::celu, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen({op::celu, {{attribute_id::alpha, 2}}}, accuracy_mode::fast), accuracy_mode::exact);
    // Just below 1/2 Elu would be off by 2.52 units of such a float with this alpha, at -0x1.65a3aep-2.
    EXPECT_EQ(chosen({op::elu, {{attribute_id::alpha, 0x1.b235bep0}}}, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen({op::elu, {{attribute_id::alpha, 1}}}, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen(op::selu, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen({op::selu, {{attribute_id::alpha, 0.3}}}, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen({op::selu, {{attribute_id::gamma, 1}}}, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen({op::swish, {{attribute_id::alpha, 1}}}, accuracy_mode::fast), accuracy_mode::fast);
    EXPECT_EQ(chosen({op::swish, {{attribute_id::alpha, 1.702}}}, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(chosen({op::elu, {{attribute_id::alpha, 0.3}}}, accuracy_mode::fast), accuracy_mode::exact);
    EXPECT_EQ(plan(op::exp, {view(wide, {4})}, view(wide_z, {4}), asked(accuracy_mode::fast)).accuracy(),
              accuracy_mode::exact);
    EXPECT_NE(plan(op::exp, {view(x, {4})}, view(z, {4}), asked(accuracy_mode::fast)).explain().find("fast"),
              std::string::npos);
    for (const op_info& row : ops) {
        for (const dtype_info& type : dtypes) {
            const bool listed = row.id == op::pow || row.id == op::swiglu ||
                                std::any_of(std::begin(functions), std::end(functions),
                                            [&](const fast_function& f) { return f.which == row.id; });
            EXPECT_EQ(has_fast_kernel(row.id, type.type), listed && type.type == dtype::f32) << row.name;
        }
    }
}

double between(random_bits& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random.below(1u << 30)) * 0x1p-30;
}

struct pairs {
    op which;
    std::vector<float> x, y;

    explicit pairs(op which_) : which(which_) {
        const std::vector<float> specials = special_values();
        for (const float a : specials) {
            for (const float b : specials) {
                x.push_back(a);
                y.push_back(b);
            }
        }
    }
    std::vector<float> evaluated(const options& how) const {
        std::vector<float> z(x.size());
        const auto n = static_cast<std::int64_t>(x.size());
        eval(which, {view(x, {n}), view(y, {n})}, view(z, {n}), how);
        return z;
    }
};

/// Bases and exponents: of all sizes, next to 1 with great exponents, negative ones, and what is left to the exact
/// function.
pairs powers(std::size_t count) {
    pairs made(op::pow);
    random_bits random("fast powers");
    while (made.x.size() < count) {
        const double next_to_one = 1 + between(random, -1, 1) * std::exp2(-between(random, 0, 23));
        const double base = random.one_in(3) ? next_to_one : std::exp2(between(random, -126, 127));
        const auto a = static_cast<float>(base);
        const double most = 150 / std::max(std::fabs(std::log2(static_cast<double>(a))), 1e-7);
        const double b = random.one_in(4) ? static_cast<double>(random.between(-9, 9)) : between(random, -most, most);
        made.x.push_back(random.one_in(9) ? -a : a);
        made.y.push_back(static_cast<float>(b));
    }
    return made;
}
/// Gates and what they let pass: of usual sizes, of all sizes, and where products leave those that are served.
pairs gated(std::size_t count) {
    pairs made(op::swiglu);
    random_bits random("fast gates");
    while (made.x.size() < count) {
        const double sign = random.one_in(2) ? 1 : -1;
        const double usual = random.one_in(3) ? between(random, -42, 21) : between(random, -4, 4);
        made.x.push_back(static_cast<float>(random.one_in(9) ? sign * std::exp2(between(random, -149, 128)) : usual));
        const int most = random.one_in(4) ? 140 : 5;
        made.y.push_back(static_cast<float>(between(random, -1, 1) * std::exp2(between(random, -most, most - 13))));
    }
    return made;
}
const struct {
    const char* name;
    pairs (*make)(std::size_t count);
    long double (*exact)(long double, long double);
} functions_of_two[] = {
    {"Pow", powers, [](long double x, long double y) { return std::pow(x, y); }},
    {"SwiGLU", gated,
     [](long double x, long double y) {
         if (x == -std::numeric_limits<long double>::infinity()) return -0.0L * y;
         // No finite gate is quite shut.
         return std::isinf(y) ? x * y : x * logistic(x) * y;
     }},
};

std::size_t pair_count() {
    return current_tier() == tier::thorough ? 1u << 26 : current_tier() == tier::quick ? 1u << 21 : 20000;
}

TEST(fast_of_two, is_within_two_units_in_the_last_place) {
    for (const auto& f : functions_of_two) {
        const pairs p = f.make(pair_count());
        const std::vector<float> fast = p.evaluated(asked(accuracy_mode::fast)),
                                 exact = p.evaluated(asked(accuracy_mode::exact));
        std::size_t not_correctly_rounded = 0;
        for (std::size_t i = 0; i < fast.size(); ++i) {
            not_correctly_rounded += !same(fast[i], exact[i]);
            const long double right = f.exact(static_cast<long double>(p.x[i]), static_cast<long double>(p.y[i]));
            ASSERT_TRUE(is_near(dtype::f32, static_cast<double>(fast[i]), right, 2.0))
                << f.name << std::hexfloat << " of " << p.x[i] << " and " << p.y[i] << " is " << fast[i] << ", exactly "
                << exact[i];
            // A zero has the sign that it has where it is correctly rounded.
            ASSERT_TRUE(exact[i] != 0 || same(fast[i], exact[i])) << f.name << " " << p.x[i] << " " << p.y[i];
        }
        EXPECT_GT(not_correctly_rounded, 0u) << f.name << ": was the fast kernel run?";
    }
}

TEST(fast_of_two, gives_the_same_bits_on_every_instruction_set) {
    for (const auto& f : functions_of_two) {
        const pairs p = f.make(20000);
        const std::vector<isa> isas = with_own_kernel(available_isas(), p.which, dtype::f32);
        const std::vector<float> first = p.evaluated(asked(accuracy_mode::fast, isas.front()));
        for (const isa with : isas) {
            const std::vector<float> z = p.evaluated(asked(accuracy_mode::fast, with));
            for (std::size_t i = 0; i < z.size(); ++i) {
                ASSERT_TRUE(same(z[i], first[i]))
                    << f.name << std::hexfloat << " of " << p.x[i] << " and " << p.y[i] << " on " << name_of(with);
            }
        }
    }
}

/// Operands that stretch, where the operator lets them; else written out.
void eval_pairs(op which, const float* x, std::int64_t x_count, const float* y, std::int64_t y_count, float* z,
                std::int64_t n, const options& how) {
    if (info(which).shapes == shape_rule::broadcast) {
        eval(which, {view(x, {x_count}), view(y, {y_count})}, view(z, {n}), how);
        return;
    }
    // A stride of 0 is one element for all.
    const std::int64_t shape[] = {n};
    const std::int64_t of_x[] = {x_count == n ? std::int64_t{sizeof(float)} : 0},
                       of_y[] = {y_count == n ? std::int64_t{sizeof(float)} : 0};
    eval(which,
         {const_tensor_view(x, dtype::f32, extents_ref(shape, 1), of_x),
          const_tensor_view(y, dtype::f32, extents_ref(shape, 1), of_y)},
         view(z, {n}), how);
}

TEST(fast_of_two, gives_the_same_bits_in_every_place_and_by_splats) {
    const options how = asked(accuracy_mode::fast);
    for (const auto& f : functions_of_two) {
        const pairs p = f.make(20000);
        const op which = p.which;
        const std::vector<float> all = p.evaluated(how);
        for (std::int64_t n = 1; n <= 150; ++n) {
            const auto first = static_cast<std::size_t>(n * 97);
            const float *const x = p.x.data() + first, *const y = p.y.data() + first;
            const auto count = static_cast<std::size_t>(n);
            std::vector<float> z(count), in_place(x, x + count), of_first(count), of_second(count);
            eval(which, {view(x, {n}), view(y, {n})}, view(z, {n}), how);
            eval(which, {view(in_place, {n}), view(y, {n})}, view(in_place, {n}), how);
            eval_pairs(which, x, 1, y, n, of_first.data(), n, how);
            eval_pairs(which, x, n, y, 1, of_second.data(), n, how);
            for (std::size_t i = 0; i < count; ++i) {
                float alone = 0, first_alone = 0, second_alone = 0;
                eval(which, {view(x + i, {}), view(y + i, {})}, view(&alone, {}), how);
                eval(which, {view(x, {}), view(y + i, {})}, view(&first_alone, {}), how);
                eval(which, {view(x + i, {}), view(y, {})}, view(&second_alone, {}), how);
                ASSERT_TRUE(same(z[i], all[first + i])) << f.name << " " << i << " of " << n;
                ASSERT_TRUE(same(in_place[i], all[first + i])) << f.name << " " << i << " of " << n;
                ASSERT_TRUE(same(alone, all[first + i])) << f.name << " " << i << " of " << n;
                ASSERT_TRUE(same(of_first[i], first_alone)) << f.name << " " << i << " of " << n;
                ASSERT_TRUE(same(of_second[i], second_alone)) << f.name << " " << i << " of " << n;
            }
        }
    }
}

TEST(fast_of_two, gates_with_another_slope_are_exact) {
    const pairs p = gated(5000);
    const auto n = static_cast<std::int64_t>(p.x.size());
    const auto made = [&](double alpha, accuracy_mode mode) {
        std::vector<float> z(p.x.size());
        const plan planned({op::swiglu, {{attribute_id::alpha, alpha}}}, {view(p.x, {n}), view(p.y, {n})}, view(z, {n}),
                           asked(mode));
        EXPECT_EQ(planned.accuracy(), mode == accuracy_mode::fast && alpha == 1 ? mode : accuracy_mode::exact);
        const void* const inputs[] = {p.x.data(), p.y.data()};
        EXPECT_EQ(planned.run(inputs, z.data()), status::ok);
        return z;
    };
    const std::vector<float> fast = made(1.702, accuracy_mode::fast), exact = made(1.702, accuracy_mode::exact);
    for (std::size_t i = 0; i < fast.size(); ++i) ASSERT_TRUE(same(fast[i], exact[i]));
    EXPECT_NE(made(1, accuracy_mode::fast), made(1, accuracy_mode::exact));
}

TEST(fast_of_two, powers_are_of_floats_by_floats) {
    const std::vector<float> x = {2, 3, 0.5f, -1.5f};
    const std::vector<double> wide = {0.5, 2, -3, 2};
    const std::vector<std::int32_t> whole = {1, 2, -3, 2};
    std::vector<float> z(4), exact(4);
    const auto check = [&](const const_tensor_view& y) {
        EXPECT_EQ(plan(op::pow, {view(x, {4}), y}, view(z, {4}), asked(accuracy_mode::fast)).accuracy(),
                  accuracy_mode::exact);
        eval(op::pow, {view(x, {4}), y}, view(z, {4}), asked(accuracy_mode::fast));
        eval(op::pow, {view(x, {4}), y}, view(exact, {4}), asked(accuracy_mode::exact));
        EXPECT_EQ(z, exact);
    };
    check(view(wide, {4}));
    check(view(whole, {4}));
    EXPECT_EQ(plan(op::pow, {view(x, {4}), view(x, {4})}, view(z, {4}), asked(accuracy_mode::fast)).accuracy(),
              accuracy_mode::fast);
}

TEST(fast, scales_the_negative_side_of_elu) {
    const std::vector<float> x = {-30, -2, -0.5f, -1e-6f, -0.0f, 0.25f, 4};
    std::vector<float> z(x.size());
    const auto n = static_cast<std::int64_t>(x.size());
    eval({op::elu, {{attribute_id::alpha, 0.3}}}, {view(x, {n})}, view(z, {n}), asked(accuracy_mode::fast));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double right = x[i] < 0 ? static_cast<double>(0.3f) * std::expm1(static_cast<double>(x[i])) : x[i];
        EXPECT_TRUE(is_near(dtype::f32, static_cast<double>(z[i]), right, 2.0)) << x[i];
    }
}

TEST(fast, scales_both_sides_of_selu) {
    const std::vector<float> x = {-30, -2, -0.5f, -1e-6f, -0.0f, 0.25f, 4};
    std::vector<float> z(x.size());
    const auto n = static_cast<std::int64_t>(x.size());
    const double alpha = static_cast<double>(0.3f), gamma = static_cast<double>(-1.7f);
    eval({op::selu, {{attribute_id::alpha, 0.3}, {attribute_id::gamma, -1.7}}}, {view(x, {n})}, view(z, {n}),
         asked(accuracy_mode::fast));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double right =
            gamma * (x[i] < 0 ? alpha * std::expm1(static_cast<double>(x[i])) : static_cast<double>(x[i]));
        EXPECT_TRUE(is_near(dtype::f32, static_cast<double>(z[i]), right, 2.0)) << x[i];
    }
}

TEST(fast, what_is_no_accuracy_is_refused) {
    const float x[2] = {1, 2};
    float z[2] = {5, 5};
    const options how = asked(static_cast<accuracy_mode>(9));
    plan made;
    const outcome planned = plan::try_make(made, op::exp, {view(x, {2})}, view(z, {2}), how);
    EXPECT_EQ(planned.code, status::invalid_argument);
    EXPECT_NE(planned.message.find("accuracy (9)"), std::string::npos) << planned.message;
    const outcome called = try_eval(op::exp, {view(x, {2})}, view(z, {2}), how);
    EXPECT_EQ(called.code, status::invalid_argument);
    EXPECT_EQ(called.message, planned.message);
    EXPECT_EQ(z[0], 5.0f);
    accuracy_mode found = accuracy_mode::fast;
    EXPECT_FALSE(find_accuracy("Exact", found));
    EXPECT_EQ(found, accuracy_mode::fast);
    EXPECT_TRUE(find_accuracy("exact", found));
    EXPECT_EQ(found, accuracy_mode::exact);
}

}  // namespace
}  // namespace zerostride::test
