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
#include "support/float_bits.hpp"
#include "support/oracle_activation.hpp"
#include "support/oracle_bits.hpp"
#include "support/oracle_cast.hpp"
#include "support/oracle_math.hpp"
#include "support/oracle_power.hpp"
#include "support/oracle_quantize.hpp"
#include "support/oracle_rounding.hpp"
#include "support/real_answers.hpp"
#include "zerostride/elements.hpp"

// A new row of types.def without an oracle does not compile,
#pragma GCC diagnostic error "-Wswitch"

namespace zerostride::test {

// nor does a new operator of a family without a case in the functions below.
static_assert(kernels::family_size(op_family::arithmetic) == 12);
static_assert(kernels::family_size(op_family::compare) == 7);
static_assert(kernels::family_size(op_family::logic) == 4);
static_assert(kernels::family_size(op_family::move) == 2);
static_assert(kernels::family_size(op_family::cast) == 1);

namespace {

/// The remainder with the divisor's sign, as NumPy and Python have it; as C has it if `truncated`.
template <class T>
T modulo(T x, T y, bool truncated) {
    const T rest = std::fmod(x, y);
    if (truncated || std::isnan(rest)) return rest;
    if (rest == 0) return std::copysign(T(0), y);
    return std::signbit(rest) == std::signbit(y) ? rest : rest + y;
}

/// The IEEE operation on float or double; for the quotients and roots of half, double. `flag` is mod's attribute.
template <class T>
T arithmetic(op which, T x, T y, bool flag) {
    switch (which) {
        case op::mod: return modulo(x, y, flag);
        case op::reciprocal: return T(1) / x;
        case op::sign: return std::isnan(x) ? x : static_cast<T>((x > 0) - (x < 0));
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
bool floating_is_right(op which, bool flag, const void* const* in, const void* actual) {
    typename format<T>::bits expected;
    if constexpr (std::is_same_v<T, half>) {
        const double x = value_of_half(read<std::uint16_t>(in[0]));
        const double y = info(which).arity > 1 ? value_of_half(read<std::uint16_t>(in[1])) : 0.0;
        expected = half_bits_of(arithmetic<double>(which, x, y, flag));
    } else {
        const T x = read<T>(in[0]);
        const T y = info(which).arity > 1 ? read<T>(in[1]) : T(0);
        expected = std::bit_cast<decltype(expected)>(arithmetic<T>(which, x, y, flag));
    }
    return is_answer<T>(expected, actual, which == op::abs || which == op::neg);  // on the sign bit alone
}

template <class T>
T integer_answer(op which, bool flag, T x, T y) {
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
        case op::sign: return static_cast<T>((x > 0) - (x < 0));
        case op::mod: {
            if (y == 0 || (std::is_signed_v<T> && y == static_cast<T>(-1))) return 0;
            const T rest = static_cast<T>(x % y);
            return !flag && rest != 0 && (rest < 0) != (y < 0) ? static_cast<T>(rest + y) : rest;
        }
        case op::abs: return x < 0 ? static_cast<T>(U{0} - a) : x;
        case op::neg: return static_cast<T>(U{0} - a);
        default: break;
    }
    return 0;
}

template <class T>
bool integer_is_right(op which, bool flag, const void* const* in, const void* actual) {
    const T x = read<T>(in[0]);
    const T y = info(which).arity > 1 ? read<T>(in[1]) : T(0);
    return read<T>(actual) == integer_answer<T>(which, flag, x, y);
}

using test::order;  // of reals
template <class T>
int order(T x, T y) {
    return x < y ? -1 : y < x ? 1 : x == y ? 0 : 2;
}

bool real_is_right(op which, bool flag, const void* const* in, const void* actual) {
    const real x = read<real>(in[0]);
    const real y = info(which).arity > 1 ? read<real>(in[1]) : real{0.0, 0.0};
    const real z = read<real>(actual);
    switch (which) {
        case op::add: return sum_is_right(x, y, z);
        case op::sub: return sum_is_right(x, {-y.hi, -y.lo}, z);
        case op::mul: return product_is_right(x, y, z);
        case op::div: return quotient_is_right(x, y, z);
        case op::mod: return remainder_is_right(x, y, flag, z);
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
        case op::reciprocal: return quotient_is_right({1.0, 0.0}, x, z);
        case op::sign:
            return equals(z, {std::isnan(x.hi) ? x.hi : static_cast<double>((x.hi > 0.0) - (x.hi < 0.0)), 0.0});
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

/// Whether a number is not zero; NaN is not.
bool is_true(dtype type, const void* x) {
    constexpr std::uint64_t zero[2] = {};
    return compare(type, x, zero) != 0;
}

bool is_truth(const void* actual, bool expected) { return read<std::uint8_t>(actual) == (expected ? 1 : 0); }

bool text_is_right(op which, const void* const* in, const void* actual) {
    const text x = read<text>(in[0]), y = read<text>(in[1]), z = read<text>(actual);
    const int compared = std::string_view(x.data, x.size).compare(std::string_view(y.data, y.size));
    const text expected = (which == op::min ? compared <= 0 : compared >= 0) ? x : y;
    return z.data == expected.data && z.size == expected.size;
}

bool arithmetic_is_right(const question& asked, const void* const* in, const void* actual) {
    const op which = asked.which;
    const bool flag = asked.parameter(attribute_id::fmod) == 1;
    switch (asked.type) {
        case dtype::real: return real_is_right(which, flag, in, actual);
        case dtype::f16: return floating_is_right<half>(which, flag, in, actual);
        case dtype::f32: return floating_is_right<float>(which, flag, in, actual);
        case dtype::f64: return floating_is_right<double>(which, flag, in, actual);
        case dtype::i8: return integer_is_right<std::int8_t>(which, flag, in, actual);
        case dtype::i16: return integer_is_right<std::int16_t>(which, flag, in, actual);
        case dtype::i32: return integer_is_right<std::int32_t>(which, flag, in, actual);
        case dtype::i64: return integer_is_right<std::int64_t>(which, flag, in, actual);
        case dtype::u8: return integer_is_right<std::uint8_t>(which, flag, in, actual);
        case dtype::u16: return integer_is_right<std::uint16_t>(which, flag, in, actual);
        case dtype::u32: return integer_is_right<std::uint32_t>(which, flag, in, actual);
        case dtype::u64: return integer_is_right<std::uint64_t>(which, flag, in, actual);
        case dtype::str: return text_is_right(which, in, actual);
        case dtype::boolean:
            return is_truth(actual, which == op::min ? truth(in[0]) && truth(in[1]) : truth(in[0]) || truth(in[1]));
    }
    return false;
}

/// A float as a double, the high part of a real; 0 for what is neither.
double leading(dtype type, const void* x) {
    switch (type) {
        case dtype::real: return read<real>(x).hi;
        case dtype::f16: return value_of_half(read<std::uint16_t>(x));
        case dtype::f32: return static_cast<double>(read<float>(x));
        case dtype::f64: return read<double>(x);
        default: return 0.0;
    }
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
        case op::sqrt:
        case op::mod:
        case op::reciprocal:
        case op::sign: return arithmetic_is_right(asked, in, actual);
        case op::is_nan: return is_truth(actual, std::isnan(leading(type, in[0])));
        case op::is_inf: {
            const double x = leading(type, in[0]);
            const attribute_id counts = x < 0 ? attribute_id::detect_negative : attribute_id::detect_positive;
            return is_truth(actual, std::isinf(x) && asked.parameter(counts) == 1);
        }
        case op::equal: return is_truth(actual, compare(type, in[0], in[1]) == 0);
        case op::less: return is_truth(actual, compare(type, in[0], in[1]) == -1);
        case op::greater: return is_truth(actual, compare(type, in[0], in[1]) == 1);
        case op::less_or_equal: return is_truth(actual, compare(type, in[0], in[1]) <= 0);
        case op::greater_or_equal: {
            const int compared = compare(type, in[0], in[1]);
            return is_truth(actual, compared == 0 || compared == 1);
        }
        case op::logical_and: return is_truth(actual, is_true(type, in[0]) && is_true(type, in[1]));
        case op::logical_or: return is_truth(actual, is_true(type, in[0]) || is_true(type, in[1]));
        case op::logical_xor: return is_truth(actual, is_true(type, in[0]) != is_true(type, in[1]));
        case op::logical_not: return is_truth(actual, !is_true(type, in[0]));
        case op::where: return std::memcmp(actual, truth(in[0]) ? in[1] : in[2], size_of(type)) == 0;
        case op::identity: return std::memcmp(actual, in[0], size_of(type)) == 0;
        case op::cast: return cast_is_right(asked, in[0], actual);
        default: break;
    }
    switch (info(which).family) {
        case op_family::math:
        case op_family::libm:
        case op_family::sigmoidal: return function_is_right(asked, in, actual);
        case op_family::power: return power_is_right(asked, in, actual);
        case op_family::quantize: return quantize_is_right(asked, in, actual);
        default: break;
    }
    switch (info(which).family) {
        case op_family::rounding: return rounding_is_right(asked, in, actual);
        case op_family::bits: return bits_are_right(asked, in, actual);
        case op_family::activation: return activation_is_right(asked, in, actual);
        default: break;
    }
    return false;
}

bool divides_by_zero(const question& asked, const void* const* in) {
    if (asked.which == op::pow) return inverts_zero(asked, in);
    if ((asked.which != op::div && asked.which != op::mod) || !is_integer(asked.type)) return false;
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
