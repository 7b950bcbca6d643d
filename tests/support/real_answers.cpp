#include "support/real_answers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/exact_number.hpp"

namespace zerostride::test {

bool is_normalised(real z) { return z.hi + z.lo == z.hi; }
bool is_special(real z, double hi) {
    if (z.lo != 0.0) return false;
    return std::isnan(hi) ? std::isnan(z.hi) : std::bit_cast<std::uint64_t>(z.hi) == std::bit_cast<std::uint64_t>(hi);
}

namespace {

/// `error` is |z * scale - exact * scale| for some scale that both shall be measured in; `slack` is what
/// underflow may add, in units of 2^-1074.
bool within(const exact_number& error, const exact_number& exact, double bound, double slack) {
    const exact_number::scale off = error.magnitude();
    if (off.significand == 0.0) return true;
    if (ratio(off, exact.magnitude()) <= bound * 0x1p-106 * (1 + 0x1p-40)) return true;
    return times_power_of_two(off, 1074) <= slack;
}

/// Near the overflow limit the low part may be lost, or the answer may be an infinity.
constexpr int near_overflow = 1020;
constexpr double double_precision = 0x1p54;  // in units of u^2: an error of 2^-52

}  // namespace

bool sum_is_right(real x, real y, real z) {
    const double leading = x.hi + y.hi;
    if (!std::isfinite(x.hi) || !std::isfinite(y.hi)) return is_special(z, leading);
    exact_number exact;
    for (const double part : {x.hi, x.lo, y.hi, y.lo}) exact.add(part);
    if (exact.is_zero()) return is_special(z, leading);
    const bool large = std::ilogb(x.hi) >= near_overflow || std::ilogb(y.hi) >= near_overflow;
    if (!std::isfinite(z.hi)) {
        return !std::isnan(z.hi) && z.lo == 0.0 && times_power_of_two(exact.magnitude(), -1024) >= 1 - 0x1p-50;
    }
    exact_number error = exact;
    error.add(-z.hi);
    error.add(-z.lo);
    return is_normalised(z) && within(error, exact, large ? double_precision : 3.0 * (1 + 0x1p-50), 0.0);
}

bool product_is_right(real x, real y, real z) {
    const double leading = x.hi * y.hi;
    if (!std::isfinite(x.hi) || !std::isfinite(y.hi) || x.hi == 0.0 || y.hi == 0.0) return is_special(z, leading);
    exact_number exact;
    exact.add_product(x.hi, y.hi);
    exact.add_product(x.hi, y.lo);
    exact.add_product(x.lo, y.hi);
    exact.add_product(x.lo, y.lo);
    const bool large = exact.magnitude().exponent >= near_overflow;
    if (!std::isfinite(z.hi)) {
        return !std::isnan(z.hi) && std::signbit(z.hi) == std::signbit(leading) && z.lo == 0.0 &&
               times_power_of_two(exact.magnitude(), -1024) >= 1 - 0x1p-50;
    }
    if (std::signbit(z.hi) != std::signbit(leading)) return false;
    exact_number error = exact;
    error.add(-z.hi);
    error.add(-z.lo);
    return is_normalised(z) && within(error, exact, large ? double_precision : 5.0, 4.0);
}

bool quotient_is_right(real x, real y, real z) {
    const double leading = x.hi / y.hi;
    if (!std::isfinite(x.hi) || !std::isfinite(y.hi) || x.hi == 0.0 || y.hi == 0.0) return is_special(z, leading);
    exact_number dividend, divisor;
    dividend.add(x.hi);
    dividend.add(x.lo);
    divisor.add(y.hi);
    divisor.add(y.lo);
    const exact_number::scale over = dividend.magnitude(), under = divisor.magnitude();
    const int exponent = over.exponent - under.exponent;
    if (!std::isfinite(z.hi)) {
        const exact_number::scale size = {over.significand / under.significand, exponent};
        return !std::isnan(z.hi) && std::signbit(z.hi) == std::signbit(leading) && z.lo == 0.0 &&
               times_power_of_two(size, -1024) >= 1 - 0x1p-50;
    }
    if (std::signbit(z.hi) != std::signbit(leading)) return false;
    const bool large = exponent >= near_overflow || over.exponent >= near_overflow;
    exact_number error = dividend;
    error.add_product(-z.hi, y.hi);
    error.add_product(-z.hi, y.lo);
    error.add_product(-z.lo, y.hi);
    error.add_product(-z.lo, y.lo);
    return is_normalised(z) &&
           within(error, dividend, large ? double_precision : 15.0 * (1 + 0x1p-50), 4.0 * std::fabs(y.hi));
}

bool root_is_right(real x, real z) {
    if (!std::isfinite(x.hi) || x.hi <= 0.0) return is_special(z, std::sqrt(x.hi));
    if (!std::isfinite(z.hi) || std::signbit(z.hi)) return false;
    exact_number exact;
    exact.add(x.hi);
    exact.add(x.lo);
    exact_number error = exact;
    error.add_product(-z.hi, z.hi);
    error.add_product(-z.hi, z.lo);
    error.add_product(-z.lo, z.hi);
    error.add_product(-z.lo, z.lo);
    // A relative error e of the root is one of 2e + e^2 of its square.
    return is_normalised(z) && within(error, exact, 2 * 25.0 / 8.0 * (1 + 0x1p-50), 0.0);
}

/// -1, 0, 1, or 2 when a NaN is involved. Normalised pairs are ordered by hi, then by lo.
int order(real x, real y) {
    if (std::isnan(x.hi) || std::isnan(y.hi)) return 2;
    if (x.hi != y.hi) return x.hi < y.hi ? -1 : 1;
    if (x.lo != y.lo) return x.lo < y.lo ? -1 : 1;
    return 0;
}
bool equals(real z, real expected) {
    if (std::isnan(expected.hi)) return std::isnan(z.hi) && z.lo == 0.0;
    return std::bit_cast<std::uint64_t>(z.hi) == std::bit_cast<std::uint64_t>(expected.hi) && z.lo == expected.lo;
}

bool remainder_is_right(real x, real y, bool truncated, real z) {
    const double leading = std::fmod(x.hi, y.hi);
    if (std::isnan(leading)) return is_special(z, leading);
    const bool differs = std::signbit(x.hi) != std::signbit(y.hi);
    const double sign = truncated ? x.hi : y.hi;
    if (x.hi == 0.0) return is_special(z, std::copysign(0.0, sign));
    if (std::isinf(y.hi)) return differs && !truncated ? is_special(z, y.hi) : equals(z, x);
    const auto add = [](exact_number& to, real number, int power, double factor) {
        const double size = std::signbit(number.hi) ? -factor : factor;
        to.add_product(std::ldexp(number.hi, power), size);
        to.add_product(std::ldexp(number.lo, power), size);
    };
    exact_number rest, divisor;
    add(rest, x, 0, 1.0);
    add(divisor, y, 0, 1.0);
    // |x| less the leading digits of the quotient, which are taken a little too small, until the quotient is below 1.
    for (;;) {
        const exact_number::scale left = rest.magnitude(), unit = divisor.magnitude();
        const int power = left.significand == 0.0 ? -1 : left.exponent - unit.exponent;
        if (power < 0) break;
        const int digits = std::min(power, 40);
        const double quotient = std::ldexp(left.significand / unit.significand, digits) * (1.0 - 0x1p-45);
        exact_number less = rest;
        add(less, y, power - digits, -std::max(1.0, std::floor(quotient)));
        if (less.sign() < 0) break;
        rest = less;
    }
    if (rest.is_zero()) return is_special(z, std::copysign(0.0, sign));
    if (differs && !truncated) {
        exact_number other = divisor;
        other.subtract(rest);
        rest = other;
    }
    // The nearest pair: its low part is within half a unit of its last place.
    exact_number error = rest;
    add(error, z, 0, -1.0);
    return is_normalised(z) && z.hi != 0.0 && std::signbit(z.hi) == std::signbit(sign) && within(error, rest, 1.0, 0.0);
}

}  // namespace zerostride::test
