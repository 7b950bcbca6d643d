// The functions of double-doubles against MPFR: every instruction set, every stratum of arguments, relative error
// below 2^-98 where the result is far enough inside the range of double, and the same bits everywhere.
#include "math/real_functions.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/isa.hpp"

#define X(name)                                                                 \
    namespace zerostride::kernels::name {                                       \
    extern const test::real_function real_functions[test::real_function_count]; \
    }
#include "whole_isas.def"
#undef X

namespace zerostride::test {
namespace {

mpfr_prec_t working_bits = 420;

struct number {
    mpfr_t value;

    number() { mpfr_init2(value, working_bits); }
    explicit number(double x) : number() { mpfr_set_d(value, x, MPFR_RNDN); }
    number(const number& other) : number() { mpfr_set(value, other.value, MPFR_RNDN); }
    number& operator=(const number& other) {
        mpfr_set(value, other.value, MPFR_RNDN);
        return *this;
    }
    ~number() { mpfr_clear(value); }
};
number operator+(const number& x, const number& y) {
    number z;
    mpfr_add(z.value, x.value, y.value, MPFR_RNDN);
    return z;
}
number operator-(const number& x, const number& y) {
    number z;
    mpfr_sub(z.value, x.value, y.value, MPFR_RNDN);
    return z;
}
number operator*(const number& x, const number& y) {
    number z;
    mpfr_mul(z.value, x.value, y.value, MPFR_RNDN);
    return z;
}
number operator/(const number& x, const number& y) {
    number z;
    mpfr_div(z.value, x.value, y.value, MPFR_RNDN);
    return z;
}
using library_function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
number call(library_function f, const number& x) {
    number z;
    f(z.value, x.value, MPFR_RNDN);
    return z;
}
bool below_zero(const number& x) { return mpfr_sgn(x.value) < 0; }
bool above_zero(const number& x) { return mpfr_sgn(x.value) > 0; }
number pi() {
    number z;
    mpfr_const_pi(z.value, MPFR_RNDN);
    return z;
}
number exact(real x) {
    number sum = number(x.hi) + number(x.lo);
    return sum;
}
/// The nearest pair.
real nearest(const number& x) {
    const double hi = mpfr_get_d(x.value, MPFR_RNDN);
    const double lo = std::isfinite(hi) ? mpfr_get_d((x - number(hi)).value, MPFR_RNDN) : 0.0;
    // Rounded, the low part may be half a unit of the high one, which is then not the nearest to both.
    const double sum = hi + lo;
    if (std::isfinite(hi) && sum != hi) return {sum, lo - (sum - hi)};
    return {hi, lo == 0.0 ? 0.0 : lo};
}

// ---- What the functions are.

number logistic(const number& u) { return number(1) / (number(1) + call(mpfr_exp, number(0) - u)); }
number elu_of(const number& x, double alpha) { return above_zero(x) ? x : number(alpha) * call(mpfr_expm1, x); }
number celu_of(const number& x, double alpha) {
    return above_zero(x) ? x : number(alpha) * call(mpfr_expm1, x / number(alpha));
}

/// Shrunk and vanishing ones are about those of 1e-4 and 1e-300.
enum class strata { everywhere, unit, from_one, positive, turns, shrunk, vanishing };
struct definition {
    const char* name;
    strata arguments;
    std::function<number(const number& x, const number& y)> value;
    /// The values where limits and conventions decide: argument, result.
    std::vector<std::pair<double, double>> special;
};

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

number one_call(library_function f, const number& x) { return call(f, x); }

std::vector<definition> definitions() {
    const auto library = [](library_function f) {
        return [f](const number& x, const number&) { return one_call(f, x); };
    };
    return {
        {"exp",
         strata::everywhere,
         library(mpfr_exp),
         {{0, 1}, {-0.0, 1}, {inf, inf}, {-inf, 0}, {1e5, inf}, {-1e5, 0}, {1e308, inf}}},
        {"expm1",
         strata::everywhere,
         library(mpfr_expm1),
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -1}, {1e300, inf}, {-1e300, -1}}},
        {"exp2",
         strata::everywhere,
         library(mpfr_exp2),
         {{0, 1}, {-0.0, 1}, {inf, inf}, {-inf, 0}, {5, 32}, {-1074, 0x1p-1074}, {1e300, inf}, {-1e300, 0}}},
        {"log",
         strata::positive,
         library(mpfr_log),
         {{0, -inf}, {-0.0, -inf}, {inf, inf}, {-inf, nan}, {-1, nan}, {1, 0}}},
        {"log1p",
         strata::from_one,
         library(mpfr_log1p),
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, nan}, {-1, -inf}, {-2, nan}}},
        {"log2",
         strata::positive,
         library(mpfr_log2),
         {{0, -inf}, {-0.0, -inf}, {inf, inf}, {-inf, nan}, {-1, nan}, {1, 0}, {8, 3}, {0x1p-1074, -1074}}},
        {"log10",
         strata::positive,
         library(mpfr_log10),
         {{0, -inf}, {-0.0, -inf}, {inf, inf}, {-inf, nan}, {-1, nan}, {1, 0}, {1000, 3}, {1e22, 22}}},
        {"cbrt",
         strata::everywhere,
         library(mpfr_cbrt),
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -inf}, {27, 3}, {-0x1p-1074, -0x1p-358}}},
        {"rsqrt",
         strata::positive,
         library(mpfr_rec_sqrt),
         {{0, inf}, {-0.0, -inf}, {inf, 0}, {-inf, nan}, {-1, nan}, {16, 0.25}, {0x1p-1074, 0x1p537}}},
        {"sin", strata::turns, library(mpfr_sin), {{0, 0}, {-0.0, -0.0}, {inf, nan}, {-inf, nan}}},
        {"cos", strata::turns, library(mpfr_cos), {{0, 1}, {-0.0, 1}, {inf, nan}, {-inf, nan}}},
        {"tan", strata::turns, library(mpfr_tan), {{0, 0}, {-0.0, -0.0}, {inf, nan}, {-inf, nan}}},
        {"asin", strata::unit, library(mpfr_asin), {{0, 0}, {-0.0, -0.0}, {inf, nan}, {1.5, nan}, {-1.5, nan}}},
        {"acos", strata::unit, library(mpfr_acos), {{1, 0}, {inf, nan}, {-inf, nan}, {1.5, nan}, {-1.5, nan}}},
        {"atan", strata::everywhere, library(mpfr_atan), {{0, 0}, {-0.0, -0.0}}},
        {"sinh",
         strata::everywhere,
         library(mpfr_sinh),
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -inf}, {1e300, inf}}},
        {"cosh", strata::everywhere, library(mpfr_cosh), {{0, 1}, {-0.0, 1}, {inf, inf}, {-inf, inf}, {1e300, inf}}},
        {"tanh", strata::everywhere, library(mpfr_tanh), {{0, 0}, {-0.0, -0.0}, {inf, 1}, {-inf, -1}}},
        {"asinh", strata::everywhere, library(mpfr_asinh), {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -inf}}},
        {"acosh", strata::from_one, library(mpfr_acosh), {{1, 0}, {inf, inf}, {0.5, nan}, {-inf, nan}, {0, nan}}},
        {"atanh",
         strata::unit,
         library(mpfr_atanh),
         {{0, 0}, {-0.0, -0.0}, {1, inf}, {-1, -inf}, {2, nan}, {inf, nan}}},
        {"erf", strata::everywhere, library(mpfr_erf), {{0, 0}, {-0.0, -0.0}, {inf, 1}, {-inf, -1}}},
        {"erfc", strata::everywhere, library(mpfr_erfc), {{0, 1}, {-0.0, 1}, {inf, 0}, {-inf, 2}, {1e300, 0}}},
        {"sigmoid",
         strata::everywhere,
         [](const number& x, const number&) { return logistic(x); },
         {{0, 0.5}, {inf, 1}, {-inf, 0}, {1e300, 1}, {-1e300, 0}}},
        {"softplus",
         strata::everywhere,
         [](const number& x, const number&) {
             const number rest = call(mpfr_log1p, call(mpfr_exp, number(0) - call(mpfr_abs, x)));
             return above_zero(x) ? x + rest : rest;
         },
         {{inf, inf}, {-inf, 0}}},
        {"softsign",
         strata::everywhere,
         [](const number& x, const number&) { return x / (number(1) + call(mpfr_abs, x)); },
         {{0, 0}, {-0.0, -0.0}, {inf, 1}, {-inf, -1}}},
        {"gelu_erf",
         strata::everywhere,
         [](const number& x, const number&) {
             return x * call(mpfr_erfc, number(0) - x / call(mpfr_sqrt, number(2))) / number(2);
         },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.0}, {-1e300, -0.0}}},
        {"gelu_tanh",
         strata::everywhere,
         [](const number& x, const number&) {
             const number c = number(44715) / number(1000000);
             return x * logistic(number(2) * call(mpfr_sqrt, number(2) / pi()) * (x + c * x * x * x));
         },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.0}, {-1e300, -0.0}}},
        {"mish",
         strata::everywhere,
         [](const number& x, const number&) { return x * call(mpfr_tanh, call(mpfr_log1p, call(mpfr_exp, x))); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.0}, {-1e300, -0.0}}},
        {"swish_1",
         strata::everywhere,
         [](const number& x, const number&) { return x * logistic(x); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.0}, {-1e300, -0.0}}},
        {"swish_alpha",
         strata::everywhere,
         [](const number& x, const number&) { return x * logistic(number(1.702) * x); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.0}, {-1e308, -0.0}, {1.7e308, 1.7e308}}},
        {"swiglu",
         strata::everywhere,
         [](const number& x, const number& y) { return x * y * logistic(number(1.25) * x); },
         {}},
        {"elu_1",
         strata::everywhere,
         [](const number& x, const number&) { return elu_of(x, 1.0); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -1}}},
        {"elu_alpha",
         strata::everywhere,
         [](const number& x, const number&) { return elu_of(x, 0.7); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}, {-inf, -0.7}}},
        {"selu",
         strata::everywhere,
         [](const number& x, const number&) { return number(0x1.0cfabep0) * elu_of(x, 0x1.ac5afp0); },
         {{0, 0}, {-0.0, -0.0}, {inf, inf}}},
        {"celu_1",
         strata::everywhere,
         [](const number& x, const number&) { return celu_of(x, 1.0); },
         {{0, 0}, {-0.0, 0}, {inf, inf}, {-inf, -1}}},
        {"celu_alpha",
         strata::everywhere,
         [](const number& x, const number&) { return celu_of(x, 2.5); },
         {{0, 0}, {-0.0, 0}, {inf, inf}, {-inf, -2.5}}},
        {"celu_below",
         strata::shrunk,
         [](const number& x, const number&) { return celu_of(x, -1e-4); },
         {{0, 0}, {-0.0, 0}, {inf, inf}, {-inf, -inf}}},
        {"celu_least",
         strata::vanishing,
         [](const number& x, const number&) { return celu_of(x, -1e-300); },
         {{0, 0}, {-0.0, 0}, {inf, inf}, {-inf, -inf}}},
        {"celu_zero",
         strata::positive,
         [](const number& x, const number&) { return x; },
         {{0, 0}, {-0.0, 0}, {inf, inf}, {-inf, 0}, {-1, 0}, {-1e-320, 0}}},
        {"pow",
         strata::everywhere,
         [](const number& x, const number& y) {
             number z;
             mpfr_pow(z.value, x.value, y.value, MPFR_RNDN);
             return z;
         },
         {}},
    };
}

// ---- Arguments.

/// hi with a low part: usually random bits right behind, sometimes nothing, or bits further down.
real with_low_part(double hi, random_bits& random) {
    if (!std::isfinite(hi) || hi == 0.0 || random.one_in(8)) return {hi, 0.0};
    const int gap = random.one_in(6) ? static_cast<int>(random.below(120)) : 0;
    const double half_ulp = std::ldexp(1.0, std::ilogb(hi) - 53 - gap);
    const double part = (static_cast<double>(random.next() >> 11) * 0x1p-53) * half_ulp;
    const double lo = random.one_in(2) ? -part : part;
    return hi + lo == hi ? real{hi, lo == 0.0 ? 0.0 : lo} : real{hi, 0.0};
}
double digits(random_bits& random) { return 1.0 + static_cast<double>(random.next() >> 12) * 0x1p-52; }
double log_uniform(random_bits& random, int low, int high) {
    const double m = std::ldexp(digits(random), static_cast<int>(random.between(low, high)));
    return random.one_in(2) ? -m : m;
}
double uniform(random_bits& random, double low, double high) {
    return low + (high - low) * (static_cast<double>(random.next() >> 11) * 0x1p-53);
}

real argument(strata where, random_bits& random) {
    const auto near = [&](const number& centre, int low, int high) {
        return nearest(centre + exact(with_low_part(log_uniform(random, low, high), random)));
    };
    if (where == strata::turns && random.one_in(2)) {
        // Next to multiples of pi/2, as near as a pair can be, up to the largest.
        const double factor = random.one_in(2) ? static_cast<double>(1 + random.below(100000))
                                               : std::floor(std::fabs(log_uniform(random, 0, 1020)));
        mpfr_t wide;
        mpfr_init2(wide, 1500);
        mpfr_const_pi(wide, MPFR_RNDN);
        mpfr_mul_d(wide, wide, factor / 2, MPFR_RNDN);
        number centre;
        mpfr_set(centre.value, wide, MPFR_RNDN);
        mpfr_clear(wide);
        real x = random.one_in(2) ? nearest(centre) : near(centre, -120, -1);
        if (random.one_in(3)) x = {x.hi, 0.0};
        return random.one_in(2) ? x : real{-x.hi, 0.0 - x.lo};
    }
    switch (where) {
        case strata::unit: {
            if (random.one_in(3)) return near(number(random.one_in(2) ? 1 : -1), -110, -2);
            if (random.one_in(2)) return with_low_part(uniform(random, -1, 1), random);
            return with_low_part(log_uniform(random, -1040, -1), random);
        }
        case strata::from_one: {
            if (random.one_in(3)) return near(number(random.one_in(4) ? -1 : 1), -110, -2);
            if (random.one_in(2)) return with_low_part(std::fabs(log_uniform(random, -3, 12)), random);
            return with_low_part(log_uniform(random, -1040, 1023), random);
        }
        case strata::positive: {
            if (random.one_in(3)) return near(number(1), -110, -2);
            if (random.one_in(2)) return with_low_part(std::fabs(log_uniform(random, -12, 12)), random);
            return with_low_part(std::fabs(log_uniform(random, -1074, 1023)), random);
        }
        case strata::shrunk: return with_low_part(uniform(random, -1500, 800) * 1e-4, random);
        case strata::vanishing: return with_low_part(uniform(random, -1500, 800) * 1e-300, random);
        case strata::turns:
        case strata::everywhere: break;
    }
    switch (random.below(8)) {
        case 0: return with_low_part(log_uniform(random, -1074, 1023), random);
        case 1: return with_low_part(uniform(random, -760, 760), random);
        case 2: return with_low_part(uniform(random, -40, 40), random);
        case 3: return with_low_part(uniform(random, -2, 2), random);
        case 4: return near(number(static_cast<double>(random.between(-64, 64)) / 4), -110, -4);
        case 5: return with_low_part(log_uniform(random, -60, 10), random);
        default: return with_low_part(log_uniform(random, -10, 5), random);
    }
}

// ---- The judgement.

struct worst_case {
    double units = -1;  ///< of 2^-106, relative
    real x{}, y{}, result{};
};

std::string show(real x) {
    char text[96];
    std::snprintf(text, sizeof text, "{%a, %a}", x.hi, x.lo);
    return text;
}

/// The bar of the project.
constexpr double bar = 256;  // 2^-98

/// Error of `actual` in units of 2^-106 of `expected`; infinity where it is plainly wrong.
double error_units(real actual, const number& expected) {
    if (mpfr_nan_p(expected.value)) return std::isnan(actual.hi) && actual.lo == 0.0 ? 0 : inf;
    if (std::isnan(actual.hi) || std::isnan(actual.lo)) return inf;
    const number largest = number(std::numeric_limits<double>::max()) * number(1 + 0x1p-50);
    if (mpfr_inf_p(expected.value) || mpfr_cmpabs(expected.value, largest.value) > 0) {
        const double sign = below_zero(expected) ? -inf : inf;
        return actual.hi == sign && actual.lo == 0.0 ? 0 : inf;
    }
    if (std::isinf(actual.hi)) {
        const number least = number(std::numeric_limits<double>::max()) * number(1 - 0x1p-50);
        return mpfr_cmpabs(expected.value, least.value) > 0 && actual.lo == 0.0 ? 0 : inf;
    }
    if (actual.hi + actual.lo != actual.hi) return inf;  // not normalised
    if (mpfr_zero_p(expected.value)) return actual.hi == 0.0 && actual.lo == 0.0 ? 0 : inf;
    // A few units of the least number are lost where the low part is subnormal.
    number difference = call(mpfr_abs, exact(actual) - expected);
    const number least = number(0x1p-1073);
    if (mpfr_cmpabs(difference.value, least.value) <= 0) return 0;
    const number units = difference / call(mpfr_abs, expected) * number(0x1p106);
    return mpfr_get_d(units.value, MPFR_RNDU);
}

struct instruction_set {
    const char* name;
    const real_function* functions;
};
std::vector<instruction_set> runnable() {
    std::vector<instruction_set> found;
#define X(name) \
    if (is_available(isa::name)) found.push_back({#name, kernels::name::real_functions});
#include "whole_isas.def"
#undef X
    return found;
}

const real_function& function_of(const instruction_set& set, const std::string& name) {
    for (std::size_t i = 0; i < real_function_count; ++i) {
        if (name == set.functions[i].name) return set.functions[i];
    }
    ADD_FAILURE() << name << " is not a function";
    return set.functions[0];
}

class real_functions : public testing::TestWithParam<definition> {};

TEST_P(real_functions, bar_and_agreement) {
    const definition& asked = GetParam();
    random_bits random(std::string("real_functions ") + asked.name);
    const std::size_t count = static_cast<std::size_t>(scaled(4096)) / 8 * 8;
    const bool power = std::string(asked.name) == "pow", two = power || std::string(asked.name) == "swiglu";
    std::vector<real> x(count), y(count);
    for (std::size_t i = 0; i < count; ++i) {
        x[i] = argument(power ? strata::positive : asked.arguments, random);
        if (two) y[i] = argument(strata::everywhere, random);
        if (power) {
            // Exponents that keep the power inside the range, more or less.
            const double logarithm = std::fabs(std::log(x[i].hi)) + 1e-300;
            y[i] = random.one_in(4) ? argument(strata::everywhere, random)
                                    : with_low_part(uniform(random, -745, 710) / logarithm, random);
            if (!std::isfinite(y[i].hi)) y[i] = {1.5, 0.0};
            if (random.one_in(5)) {
                y[i] = {static_cast<double>(random.between(-40, 40)), 0.0};
                if (random.one_in(2)) x[i] = {-x[i].hi, 0.0 - x[i].lo};
            }
        }
    }
    std::vector<real> first;
    for (const instruction_set& set : runnable()) {
        std::vector<real> result(count);
        function_of(set, asked.name).run(x.data(), y.data(), result.data(), count);
        if (!first.empty()) {
            for (std::size_t i = 0; i < count; ++i) {
                const bool same = std::memcmp(&first[i], &result[i], sizeof(real)) == 0 ||
                                  (std::isnan(first[i].hi) && std::isnan(result[i].hi));
                ASSERT_TRUE(same) << asked.name << show(x[i]) << ": " << set.name << " " << show(result[i])
                                  << ", before it " << show(first[i]);
            }
            continue;
        }
        first = result;
        worst_case worst;
        for (std::size_t i = 0; i < count; ++i) {
            const double units = error_units(result[i], asked.value(exact(x[i]), exact(y[i])));
            if (units > worst.units) worst = {units, x[i], y[i], result[i]};
        }
        std::printf("%-12s %8.1f units of 2^-106, 2^%.1f\n", asked.name, worst.units, std::log2(worst.units) - 106);
        EXPECT_LE(worst.units, bar) << asked.name << show(worst.x) << (two ? show(worst.y) : "") << " = "
                                    << show(worst.result);
    }
}

// Numbers that differ from 1 in their low part alone, however little: what is left of them is all that counts.
TEST_P(real_functions, right_beside_one) {
    const definition& asked = GetParam();
    const std::string name = asked.name;
    const bool is_of_unit = asked.arguments == strata::unit;
    if (!is_of_unit && name != "acosh" && name.find("log") != 0) return;
    const mpfr_prec_t usual = std::exchange(working_bits, 2400);
    random_bits random("right_beside_one " + name);
    std::vector<real> x;
    for (int i = 0; i < 160; ++i) {
        const double left = std::ldexp(digits(random), static_cast<int>(random.between(-1074, -107)));
        const double one = is_of_unit && random.one_in(2) ? -1 : 1;
        const bool is_outside = is_of_unit ? false : name == "acosh" || random.one_in(2);
        x.push_back({one, is_outside ? one * left : -one * left});
    }
    for (const instruction_set& set : runnable()) {
        std::vector<real> result(x.size()), none(x.size());
        function_of(set, name).run(x.data(), none.data(), result.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const number expected = asked.value(exact(x[i]), number(0));
            EXPECT_LE(error_units(result[i], expected), bar)
                << set.name << " " << name << show(x[i]) << " = " << show(result[i]);
            EXPECT_EQ(std::signbit(result[i].hi), below_zero(expected)) << set.name << " " << name << show(x[i]);
        }
    }
    working_bits = usual;
}

TEST_P(real_functions, special_values) {
    const definition& asked = GetParam();
    auto special = asked.special;
    if (special.empty()) return;
    special.push_back({nan, nan});
    for (const instruction_set& set : runnable()) {
        for (const auto& [argument, expected] : special) {
            const std::vector<real> x(8, real{argument, 0.0}), y(8);
            std::vector<real> result(8);
            function_of(set, asked.name).run(x.data(), y.data(), result.data(), 8);
            const bool right = std::isnan(expected) ? std::isnan(result[0].hi)
                                                    : std::bit_cast<std::uint64_t>(result[0].hi) ==
                                                          std::bit_cast<std::uint64_t>(expected);
            EXPECT_TRUE(right && result[0].lo == 0.0)
                << set.name << " " << asked.name << "(" << argument << ") = " << show(result[0]);
        }
    }
}

TEST(real_pow, special_values) {
    const double values[] = {0.0,  -0.0, 1.0,  -1.0, 0.5,        -0.5,   2.0,         -2.0,  3.0,    -3.0,  2.5,
                             -2.5, inf,  -inf, nan,  0x1p52 + 1, 0x1p53, -0x1p52 - 1, 1e300, -1e300, 5e-324};
    for (const instruction_set& set : runnable()) {
        for (const double base : values) {
            for (const double exponent : values) {
                const std::vector<real> x(8, real{base, 0.0}), y(8, real{exponent, 0.0});
                std::vector<real> result(8);
                function_of(set, "pow").run(x.data(), y.data(), result.data(), 8);
                // The C library decides about signs, infinities and NaN; values in between are tested above.
                const double expected = std::pow(base, exponent);
                const bool same = std::isnan(expected)
                                      ? std::isnan(result[0].hi)
                                      : std::signbit(expected) == std::signbit(result[0].hi) &&
                                            (expected == result[0].hi ||
                                             std::fabs(expected - result[0].hi) <= 0x1p-51 * std::fabs(expected));
                EXPECT_TRUE(same) << set.name << " pow(" << base << ", " << exponent << ") = " << show(result[0]);
            }
        }
        // A pair is odd by both parts.
        const std::vector<real> x(8, real{-1.0, 0.0}), odd(8, real{0x1p60, 1.0}), half(8, real{0x1p52, 0.5});
        std::vector<real> result(8);
        function_of(set, "pow").run(x.data(), odd.data(), result.data(), 8);
        EXPECT_EQ(result[0].hi, -1.0) << set.name;
        function_of(set, "pow").run(x.data(), half.data(), result.data(), 8);
        EXPECT_TRUE(std::isnan(result[0].hi)) << set.name;
    }
}

INSTANTIATE_TEST_SUITE_P(mpfr, real_functions, testing::ValuesIn(definitions()),
                         [](const auto& asked) { return std::string(asked.param.name); });

}  // namespace
}  // namespace zerostride::test
