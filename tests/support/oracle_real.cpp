// The oracle of the functions of double-doubles: the C library's binary128. Its 113 bits hold most pairs; where a
// result shows what they do not hold, the function is taken apart: sums of angles, logarithms and arcs next to 1.
// tests/math measures the same functions with MPFR.
#include "support/oracle_real.hpp"

#include <cfloat>
#include <cmath>
#include <limits>

#include "support/remembered.hpp"

namespace zerostride::test {
namespace {

#if LDBL_MANT_DIG == 113
using quad = long double;
#define ZS_BINARY128(name) #name "l"
#else
__extension__ typedef __float128 quad;
#define ZS_BINARY128(name) #name "f128"
#endif
// By their symbols: what <cmath> calls them depends on the compiler.
#define ZS_FUNCTION(name) extern "C" quad quad_##name(quad) __asm__(ZS_BINARY128(name));
ZS_FUNCTION(exp)
ZS_FUNCTION(exp2)
ZS_FUNCTION(expm1)
ZS_FUNCTION(log)
ZS_FUNCTION(log1p)
ZS_FUNCTION(sin)
ZS_FUNCTION(cos)
ZS_FUNCTION(asin)
ZS_FUNCTION(acos)
ZS_FUNCTION(atan)
ZS_FUNCTION(sinh)
ZS_FUNCTION(cosh)
ZS_FUNCTION(tanh)
ZS_FUNCTION(asinh)
ZS_FUNCTION(erf)
ZS_FUNCTION(erfc)
ZS_FUNCTION(sqrt)
ZS_FUNCTION(cbrt)
#undef ZS_FUNCTION
#undef ZS_BINARY128

quad magnitude(quad x) { return x < 0 ? -x : x; }
quad half_turn() { return 4 * quad_atan(1); }

/// A pair as binary128, and for functions that need it as parts.
struct argument {
    double hi, lo;
    quad value() const { return static_cast<quad>(hi) + lo; }
    /// Exact where it is small.
    quad minus_one() const { return (static_cast<quad>(hi) - 1) + lo; }
    argument size() const { return hi < 0 ? argument{-hi, -lo} : *this; }
};

quad sine(argument x) { return quad_sin(x.hi) * quad_cos(x.lo) + quad_cos(x.hi) * quad_sin(x.lo); }
quad cosine(argument x) { return quad_cos(x.hi) * quad_cos(x.lo) - quad_sin(x.hi) * quad_sin(x.lo); }
quad logarithm(argument x) { return x.hi > 0.5 && x.hi < 2 ? quad_log1p(x.minus_one()) : quad_log(x.value()); }
/// asin(x), and pi/2 - asin(x), of 0 <= x <= 1.
quad arc_sine(argument x) {
    if (x.hi < 0.5) return quad_asin(x.value());
    return half_turn() / 2 - 2 * quad_asin(quad_sqrt(-x.minus_one() / 2));
}
quad arc_cosine(argument x) {
    if (x.hi < 0.5) return quad_acos(x.value());
    return 2 * quad_asin(quad_sqrt(-x.minus_one() / 2));
}
quad logistic(quad u) { return u < 0 ? quad_exp(u) / (1 + quad_exp(u)) : 1 / (1 + quad_exp(-u)); }

quad nowhere() { return std::numeric_limits<double>::quiet_NaN(); }

quad answer(const question& asked, argument x, argument y) {
    const auto alpha = [&] { return static_cast<quad>(asked.parameter(attribute_id::alpha)); };
    const quad v = x.value();
    const bool negative = x.hi < 0;
    const quad sign = negative ? -1 : 1;
    const argument size = x.size();
    // 1 - |x|, of which arcs are made.
    const quad room = 0 - size.minus_one();
    switch (asked.which) {
        case op::exp: return quad_exp(v);
        case op::log: return negative ? nowhere() : logarithm(x);
        case op::sin: return sine(x);
        case op::cos: return cosine(x);
        case op::tan: return sine(x) / cosine(x);
        case op::asin: return room < 0 ? nowhere() : sign * arc_sine(size);
        case op::acos: {
            if (room < 0) return nowhere();
            return negative ? half_turn() - arc_cosine(size) : arc_cosine(size);
        }
        case op::atan: return quad_atan(v);
        case op::sinh: return quad_sinh(v);
        case op::cosh: return quad_cosh(v);
        case op::tanh: return quad_tanh(v);
        case op::asinh: return quad_asinh(v);
        case op::acosh: {
            const quad t = x.minus_one();
            return t < 0 ? nowhere() : quad_log1p(t + quad_sqrt(t * (t + 2)));
        }
        case op::atanh: return room < 0 ? nowhere() : sign * quad_log1p(2 * size.value() / room) / 2;
        case op::erf: return quad_erf(v);
        case op::exp2: return quad_exp2(v);
        case op::log2: return negative ? nowhere() : logarithm(x) / quad_log(2);
        case op::log10: return negative ? nowhere() : logarithm(x) / quad_log(10);
        case op::expm1: return quad_expm1(v);
        case op::log1p: {
            const quad whole = (1 + static_cast<quad>(x.hi)) + x.lo;
            return whole < 0 ? nowhere() : whole < 0.5 ? quad_log(whole) : quad_log1p(v);
        }
        case op::cbrt: return quad_cbrt(v);
        case op::rsqrt: return negative ? nowhere() : 1 / quad_sqrt(v);
        case op::erfc: return quad_erfc(v);
        case op::sigmoid: return logistic(v);
        case op::softplus: return negative ? quad_log1p(quad_exp(v)) : v + quad_log1p(quad_exp(-v));
        case op::softsign: return v / (1 + magnitude(v));
        case op::gelu: {
            if (asked.parameter(attribute_id::approximate) == 0.0) return v * quad_erfc(-v / quad_sqrt(2)) / 2;
            const quad cubic = static_cast<quad>(44715) / 1000000;
            return v * logistic(2 * quad_sqrt(2 / half_turn()) * v * (1 + cubic * v * v));
        }
        case op::mish: {
            if (!negative) {
                const quad f = quad_exp(-v);
                return v * (1 + 2 * f) / (1 + 2 * f + 2 * f * f);
            }
            const quad e = quad_exp(v);
            return v * e * (e + 2) / (e * (e + 2) + 2);
        }
        case op::swish: return v * logistic(alpha() * v);
        case op::swiglu: return v * logistic(alpha() * v) * y.value();
        case op::elu: return negative ? alpha() * quad_expm1(v) : v;
        case op::selu: {
            const quad gamma = asked.parameter(attribute_id::gamma);
            return gamma * (negative ? alpha() * quad_expm1(v) : v);
        }
        case op::celu: return negative ? alpha() * quad_expm1(v / alpha()) : v;
        case op::pow: {
            if (y.hi == 0 || (x.hi == 1 && x.lo == 0)) return 1;
            const quad size_of_power = quad_exp(y.value() * logarithm(size));
            const bool odd = (std::fmod(y.hi, 2.0) != 0.0) != (std::fmod(y.lo, 2.0) != 0.0);
            const bool whole = std::trunc(y.hi) == y.hi && std::trunc(y.lo) == y.lo;
            if (!negative) return size_of_power;
            return !whole ? nowhere() : odd ? -size_of_power : size_of_power;
        }
        default: break;
    }
    return nowhere();
}

bool is_ordinary(double x) { return std::isfinite(x) && x != 0.0; }

}  // namespace

bool real_function_is_right(const question& asked, real x, real y, real actual, double of_high) {
    const bool two = asked.arity() > 1;
    if (std::isnan(actual.lo)) return false;
    const bool ordinary = is_ordinary(x.hi) && (!two || is_ordinary(y.hi));
    if (!ordinary && !is_ordinary(of_high)) {
        if (std::isnan(of_high)) return std::isnan(actual.hi) && actual.lo == 0.0;
        return actual.hi == of_high && std::signbit(actual.hi) == std::signbit(of_high) && actual.lo == 0.0;
    }
    // Infinite arguments have finite limits.
    const auto bounded = [](real z) {
        return std::isinf(z.hi) ? argument{std::copysign(0x1p600, z.hi), 0.0} : argument{z.hi, z.lo};
    };
    const auto compute = [&] { return answer(asked, bounded(x), bounded(y)); };
    static remembered<real, quad> before;
    const quad exact = two ? compute() : before(asked, x, compute);
    if (exact != exact) return std::isnan(actual.hi) && actual.lo == 0.0;
    if (std::isnan(actual.hi)) return false;
    if (std::signbit(actual.hi) != (exact < 0) && exact != 0) return false;
    constexpr double largest = std::numeric_limits<double>::max();
    const quad size = magnitude(exact);
    if (std::isinf(actual.hi)) return size > static_cast<quad>(largest) * (1 - 0x1p-53) && actual.lo == 0.0;
    if (actual.hi + actual.lo != actual.hi) return false;
    const quad error = magnitude((static_cast<quad>(actual.hi) - exact) + actual.lo);
    // A function that vanishes at an argument that binary128 does not hold has errors of its own there.
    const bool turns = asked.which == op::sin || asked.which == op::cos || asked.which == op::tan;
    const quad slack = turns ? 0x1p-108 * static_cast<quad>(1 + (asked.which == op::tan ? size * size : 0)) : 0;
    // Near the overflow limit the low part may be lost, as it may in a product.
    const double bound = size >= static_cast<quad>(0x1p1020) ? 0x1p-52 : 0x1p-98;
    return error <= bound * size + slack || error <= 0x1p-1072;
}

}  // namespace zerostride::test
