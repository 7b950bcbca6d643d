#include "support/oracle.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include "kernels/table.hpp"
#include "support/exact_number.hpp"
#include "support/oracle_math.hpp"
#include "support/oracle_power.hpp"
#include "support/oracle_cast.hpp"
#include "zerostride/elements.hpp"

// A new row of types.def without an oracle does not compile,
#pragma GCC diagnostic error "-Wswitch"

namespace zerostride::test {

// nor does a new operator of a family without a case in the functions below.
static_assert(kernels::family_size(op_family::arithmetic) == 9);
static_assert(kernels::family_size(op_family::compare) == 5);
static_assert(kernels::family_size(op_family::logic) == 4);
static_assert(kernels::family_size(op_family::move) == 2);
static_assert(kernels::family_size(op_family::cast) == 1);

namespace {

template <class T>
T read(const void* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

// ---- binary16, by way of double: sums and products of binary16 are exact in double, and quotients and square
// roots rounded to 53 bits and then to 11 are rounded correctly, since 53 >= 2 * 11 + 2.

struct half {
    double value;
    std::uint16_t bits;
};

double value_of_half(std::uint16_t bits) {
    static const std::vector<double> table = [] {
        std::vector<double> made(65536);
        for (unsigned i = 0; i < 65536; ++i) {
            const int exponent = static_cast<int>(i >> 10 & 31), fraction = static_cast<int>(i & 1023);
            double magnitude;
            if (exponent == 31) {
                magnitude =
                    fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
            } else if (exponent == 0) {
                magnitude = std::ldexp(fraction, -24);
            } else {
                magnitude = std::ldexp(1024 + fraction, exponent - 25);
            }
            made[i] = std::copysign(magnitude, i >> 15 != 0 ? -1.0 : 1.0);
        }
        return made;
    }();
    return table[bits];
}

/// Rounded to nearest even; not for NaN.
std::uint16_t half_nearest(double x) {
    const unsigned sign = std::signbit(x) ? 0x8000u : 0u;
    const double magnitude = std::fabs(x);
    if (magnitude >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude == 0.0) return static_cast<std::uint16_t>(sign);
    int exponent;
    std::frexp(magnitude, &exponent);
    if (exponent - 1 < -14) exponent = -13;
    // In units of the last place; nearbyint rounds to even. A carry moves into the exponent field by itself.
    const double units = std::nearbyint(std::ldexp(magnitude, 11 - exponent));
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>((exponent + 13) * 1024 + static_cast<int>(units)));
}

// ---- One answer type for all float formats: the bits, or "any NaN".

template <class T>
struct format;
template <>
struct format<float> {
    using bits = std::uint32_t;
    static constexpr bits infinity = 0x7f800000u, quiet = 0x400000u;
};
template <>
struct format<double> {
    using bits = std::uint64_t;
    static constexpr bits infinity = 0x7ff0000000000000u, quiet = 0x8000000000000u;
};
template <>
struct format<half> {
    using bits = std::uint16_t;
    static constexpr bits infinity = 0x7c00u, quiet = 0x200u;
};

template <class T>
bool is_nan_bits(typename format<T>::bits bits) {
    constexpr auto sign =
        static_cast<typename format<T>::bits>(~(std::numeric_limits<typename format<T>::bits>::max() >> 1));
    return static_cast<typename format<T>::bits>(bits & ~sign) > format<T>::infinity;
}

double minimum(double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    if (x == 0.0 && y == 0.0) return std::signbit(x) ? x : y;
    return x < y ? x : y;
}
double maximum(double x, double y) { return -minimum(-x, -y); }

/// The IEEE operation on float or double; for the quotients and roots of half, double.
template <class T>
T arithmetic(op which, T x, T y) {
    switch (which) {
        case op::add: return x + y;
        case op::sub: return x - y;
        case op::mul: return x * y;
        case op::div: return x / y;
        case op::min: return static_cast<T>(minimum(x, y));
        case op::max: return static_cast<T>(maximum(x, y));
        case op::abs: return std::fabs(x);
        case op::neg: return -x;
        case op::sqrt: return std::sqrt(x);
        default: break;
    }
    return std::numeric_limits<T>::quiet_NaN();
}

template <class T>
bool floating_is_right(op which, const void* const* in, const void* actual) {
    using bits = typename format<T>::bits;
    bits expected;
    if constexpr (std::is_same_v<T, half>) {
        const double x = value_of_half(read<std::uint16_t>(in[0]));
        const double y = info(which).arity > 1 ? value_of_half(read<std::uint16_t>(in[1])) : 0.0;
        const double answer = arithmetic<double>(which, x, y);
        expected = std::isnan(answer) ? std::uint16_t{0x7e00} : half_nearest(answer);
    } else {
        const T x = read<T>(in[0]);
        const T y = info(which).arity > 1 ? read<T>(in[1]) : T(0);
        expected = std::bit_cast<bits>(arithmetic<T>(which, x, y));
    }
    const bits found = read<bits>(actual);
    if (!is_nan_bits<T>(expected)) return found == expected;
    const bool may_signal = which == op::abs || which == op::neg;  // operations on the sign bit alone
    return is_nan_bits<T>(found) && (may_signal || (found & format<T>::quiet) != 0);
}

template <class T>
T integer_answer(op which, T x, T y) {
    using U = std::uint64_t;
    const U a = static_cast<U>(x), b = static_cast<U>(y);
    switch (which) {
        case op::add: return static_cast<T>(a + b);
        case op::sub: return static_cast<T>(a - b);
        case op::mul: return static_cast<T>(a * b);
        case op::div:
            if (y == 0) return 0;
            if (std::is_signed_v<T> && y == static_cast<T>(-1)) return static_cast<T>(U{0} - a);
            return static_cast<T>(x / y);
        case op::min: return x < y ? x : y;
        case op::max: return x < y ? y : x;
        case op::abs: return x < 0 ? static_cast<T>(U{0} - a) : x;
        case op::neg: return static_cast<T>(U{0} - a);
        default: break;
    }
    return 0;
}

template <class T>
bool integer_is_right(op which, const void* const* in, const void* actual) {
    const T x = read<T>(in[0]);
    const T y = info(which).arity > 1 ? read<T>(in[1]) : T(0);
    return read<T>(actual) == integer_answer<T>(which, x, y);
}

// ---- Real: the exact answer as a long fixed-point number, and the published bounds, in units of u^2 = 2^-106.
// Joldes, Muller, Popescu (2017): sum 3u^2/(1-4u), product 5u^2, quotient 15u^2 + 56u^3; Lefevre, Louvet,
// Muller, Picot, Rideau (2023): square root 25/8 u^2.

bool is_normalised(real z) { return z.hi + z.lo == z.hi; }
bool is_special(real z, double hi) {
    if (z.lo != 0.0) return false;
    return std::isnan(hi) ? std::isnan(z.hi) : std::bit_cast<std::uint64_t>(z.hi) == std::bit_cast<std::uint64_t>(hi);
}

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
           within(error, dividend, large ? double_precision : 15.0 * (1 + 0x1p-50), 4.0 * (1.0 + std::fabs(y.hi)));
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
    return is_normalised(z) && within(error, exact, 2 * 25.0 / 8.0 * (1 + 0x1p-50), 4.0);
}

/// -1, 0, 1, or 2 when a NaN is involved. Normalised pairs are ordered by hi, then by lo.
int order(real x, real y) {
    if (std::isnan(x.hi) || std::isnan(y.hi)) return 2;
    if (x.hi != y.hi) return x.hi < y.hi ? -1 : 1;
    if (x.lo != y.lo) return x.lo < y.lo ? -1 : 1;
    return 0;
}
template <class T>
int order(T x, T y) {
    return x < y ? -1 : y < x ? 1 : x == y ? 0 : 2;
}

bool equals(real z, real expected) {
    if (std::isnan(expected.hi)) return std::isnan(z.hi) && z.lo == 0.0;
    return std::bit_cast<std::uint64_t>(z.hi) == std::bit_cast<std::uint64_t>(expected.hi) && z.lo == expected.lo;
}

bool real_is_right(op which, const void* const* in, const void* actual) {
    const real x = read<real>(in[0]);
    const real y = info(which).arity > 1 ? read<real>(in[1]) : real{0.0, 0.0};
    const real z = read<real>(actual);
    switch (which) {
        case op::add: return sum_is_right(x, y, z);
        case op::sub: return sum_is_right(x, {-y.hi, -y.lo}, z);
        case op::mul: return product_is_right(x, y, z);
        case op::div: return quotient_is_right(x, y, z);
        case op::min:
        case op::max: {
            const int sign = which == op::min ? 1 : -1;
            const int compared = order(x, y);
            if (compared == 2) return std::isnan(z.hi) && z.lo == 0.0;
            if (compared == 0) return equals(z, {which == op::min ? minimum(x.hi, y.hi) : maximum(x.hi, y.hi), x.lo});
            return equals(z, compared == -sign ? x : y);
        }
        case op::abs: return equals(z, std::signbit(x.hi) ? real{-x.hi, -x.lo} : x);
        case op::neg: return equals(z, {-x.hi, -x.lo});
        case op::sqrt: return root_is_right(x, z);
        default: break;
    }
    return false;
}

// ---- Comparisons, logic, selections.

bool truth(const void* p) { return read<std::uint8_t>(p) != 0; }

int compare(dtype type, const void* x, const void* y) {
    switch (type) {
        case dtype::real: return order(read<real>(x), read<real>(y));
        case dtype::f16: return order(value_of_half(read<std::uint16_t>(x)), value_of_half(read<std::uint16_t>(y)));
        case dtype::f32: return order(read<float>(x), read<float>(y));
        case dtype::f64: return order(read<double>(x), read<double>(y));
        case dtype::i8: return order(read<std::int8_t>(x), read<std::int8_t>(y));
        case dtype::i16: return order(read<std::int16_t>(x), read<std::int16_t>(y));
        case dtype::i32: return order(read<std::int32_t>(x), read<std::int32_t>(y));
        case dtype::i64: return order(read<std::int64_t>(x), read<std::int64_t>(y));
        case dtype::u8: return order(read<std::uint8_t>(x), read<std::uint8_t>(y));
        case dtype::u16: return order(read<std::uint16_t>(x), read<std::uint16_t>(y));
        case dtype::u32: return order(read<std::uint32_t>(x), read<std::uint32_t>(y));
        case dtype::u64: return order(read<std::uint64_t>(x), read<std::uint64_t>(y));
        case dtype::str: {
            const text a = read<text>(x), b = read<text>(y);
            // std::char_traits<char> orders by unsigned bytes.
            return order(std::string_view(a.data, a.size).compare(std::string_view(b.data, b.size)), 0);
        }
        case dtype::boolean: return order<int>(truth(x), truth(y));
    }
    return 2;
}

bool is_truth(const void* actual, bool expected) { return read<std::uint8_t>(actual) == (expected ? 1 : 0); }

bool arithmetic_is_right(op which, dtype type, const void* const* in, const void* actual) {
    switch (type) {
        case dtype::real: return real_is_right(which, in, actual);
        case dtype::f16: return floating_is_right<half>(which, in, actual);
        case dtype::f32: return floating_is_right<float>(which, in, actual);
        case dtype::f64: return floating_is_right<double>(which, in, actual);
        case dtype::i8: return integer_is_right<std::int8_t>(which, in, actual);
        case dtype::i16: return integer_is_right<std::int16_t>(which, in, actual);
        case dtype::i32: return integer_is_right<std::int32_t>(which, in, actual);
        case dtype::i64: return integer_is_right<std::int64_t>(which, in, actual);
        case dtype::u8: return integer_is_right<std::uint8_t>(which, in, actual);
        case dtype::u16: return integer_is_right<std::uint16_t>(which, in, actual);
        case dtype::u32: return integer_is_right<std::uint32_t>(which, in, actual);
        case dtype::u64: return integer_is_right<std::uint64_t>(which, in, actual);
        case dtype::str:
        case dtype::boolean: break;
    }
    return false;
}

bool is_integer(dtype type) {
    return info(type).kind == type_kind::signed_integer || info(type).kind == type_kind::unsigned_integer;
}

}  // namespace

bool is_right(const question& asked, const void* const* in, const void* actual) {
    const op which = asked.which;
    const dtype type = asked.type;
    switch (which) {
        case op::add:
        case op::sub:
        case op::mul:
        case op::div:
        case op::min:
        case op::max:
        case op::abs:
        case op::neg:
        case op::sqrt: return arithmetic_is_right(which, type, in, actual);
        case op::equal: return is_truth(actual, compare(type, in[0], in[1]) == 0);
        case op::less: return is_truth(actual, compare(type, in[0], in[1]) == -1);
        case op::greater: return is_truth(actual, compare(type, in[0], in[1]) == 1);
        case op::less_or_equal: return is_truth(actual, compare(type, in[0], in[1]) <= 0);
        case op::greater_or_equal: {
            const int compared = compare(type, in[0], in[1]);
            return is_truth(actual, compared == 0 || compared == 1);
        }
        case op::logical_and: return is_truth(actual, truth(in[0]) && truth(in[1]));
        case op::logical_or: return is_truth(actual, truth(in[0]) || truth(in[1]));
        case op::logical_xor: return is_truth(actual, truth(in[0]) != truth(in[1]));
        case op::logical_not: return is_truth(actual, !truth(in[0]));
        case op::where: return std::memcmp(actual, truth(in[0]) ? in[1] : in[2], size_of(type)) == 0;
        case op::identity: return std::memcmp(actual, in[0], size_of(type)) == 0;
        case op::cast: return cast_is_right(asked, in[0], actual);
        default: break;
    }
    switch (info(which).family) {
        case op_family::math:
        case op_family::sigmoidal: return function_is_right(asked, in, actual);
        case op_family::power: return power_is_right(asked, in, actual);
        default: break;
    }
    return false;
}

bool divides_by_zero(const question& asked, const void* const* in) {
    if (asked.which == op::pow) return inverts_zero(asked, in);
    if (asked.which != op::div || !is_integer(asked.type)) return false;
    constexpr unsigned char zero[8] = {};
    return std::memcmp(in[1], zero, size_of(asked.type)) == 0;
}

bool same_bits(const question& asked, const void* one, const void* other) {
    const dtype result = asked.result();
    if (std::memcmp(one, other, size_of(result)) == 0) return true;
    if (info(asked.which).family == op_family::move) return false;
    switch (info(result).kind) {
        case type_kind::real: {
            const real a = read<real>(one), b = read<real>(other);
            return std::isnan(a.hi) && std::isnan(b.hi) && a.lo == 0.0 && b.lo == 0.0;
        }
        case type_kind::floating:
            if (result == dtype::f16) {
                return is_nan_bits<half>(read<std::uint16_t>(one)) && is_nan_bits<half>(read<std::uint16_t>(other));
            }
            if (result == dtype::f32) return std::isnan(read<float>(one)) && std::isnan(read<float>(other));
            return std::isnan(read<double>(one)) && std::isnan(read<double>(other));
        case type_kind::signed_integer:
        case type_kind::unsigned_integer:
        case type_kind::text:
        case type_kind::logical: break;
    }
    return false;
}

const char* show(dtype type, const void* element, char (&buffer)[128]) {
    switch (type) {
        case dtype::real: {
            const real x = read<real>(element);
            std::snprintf(buffer, sizeof buffer, "{%a, %a}", x.hi, x.lo);
            return buffer;
        }
        case dtype::f16: {
            const std::uint16_t bits = read<std::uint16_t>(element);
            std::snprintf(buffer, sizeof buffer, "%a (0x%04x)", value_of_half(bits), bits);
            return buffer;
        }
        case dtype::f32:
            std::snprintf(buffer, sizeof buffer, "%a (0x%08x)", static_cast<double>(read<float>(element)),
                          read<std::uint32_t>(element));
            return buffer;
        case dtype::f64:
            std::snprintf(buffer, sizeof buffer, "%a (0x%016llx)", read<double>(element),
                          static_cast<unsigned long long>(read<std::uint64_t>(element)));
            return buffer;
        case dtype::str: {
            const text t = read<text>(element);
            std::snprintf(buffer, sizeof buffer, "text of %zu bytes at %p", t.size, static_cast<const void*>(t.data));
            return buffer;
        }
        case dtype::i8:
        case dtype::i16:
        case dtype::i32:
        case dtype::i64:
        case dtype::u8:
        case dtype::u16:
        case dtype::u32:
        case dtype::u64:
        case dtype::boolean: break;
    }
    // Little-endian bytes, most significant first.
    char* at = buffer + std::snprintf(buffer, sizeof buffer, "0x");
    for (std::size_t i = size_of(type); i-- > 0;) {
        at += std::snprintf(at, 3, "%02x", static_cast<unsigned>(static_cast<const unsigned char*>(element)[i]));
    }
    return buffer;
}

}  // namespace zerostride::test
