#include "support/oracle_cast.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "support/exact_number.hpp"
#include "support/float_bits.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::test {
namespace {

/// Any element as a sum of three doubles, exactly: two do for real, an integer takes its halves.
struct number {
    double part[3] = {0, 0, 0};
    bool is_nan = false;
    int infinite = 0;  // its sign
    bool negative_zero = false;
};

double half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 != 0 ? -magnitude : magnitude;
}

number from_double(double x) {
    number made;
    made.is_nan = std::isnan(x);
    made.infinite = std::isinf(x) ? (x > 0 ? 1 : -1) : 0;
    made.negative_zero = x == 0 && std::signbit(x);
    if (std::isfinite(x)) made.part[0] = x;
    return made;
}
template <class T>
number from_integer(T x) {
    number made;
    // Low and high halves with the sign of x.
    constexpr T unit = sizeof(T) == 8 ? T(std::int64_t{1} << 32) : T(1);
    made.part[0] = static_cast<double>(sizeof(T) == 8 ? x % unit : x);
    if (sizeof(T) == 8) made.part[1] = static_cast<double>(x / unit) * 0x1p32;
    return made;
}

number value_of(dtype type, const void* p) {
    switch (type) {
        case dtype::real: {
            const real x = read<real>(p);
            number made = from_double(x.hi);
            if (std::isfinite(x.hi)) made.part[1] = x.lo;
            return made;
        }
        case dtype::f16: {
            const auto bits = read<std::uint16_t>(p);
            if ((bits & 0x7c00) != 0x7c00) return from_double(half_value(bits));
            number made;
            made.is_nan = (bits & 0x3ff) != 0;
            made.infinite = made.is_nan ? 0 : bits >> 15 != 0 ? -1 : 1;
            return made;
        }
        case dtype::f32: return from_double(static_cast<double>(read<float>(p)));
        case dtype::f64: return from_double(read<double>(p));
        case dtype::i8: return from_integer(read<std::int8_t>(p));
        case dtype::i16: return from_integer(read<std::int16_t>(p));
        case dtype::i32: return from_integer(read<std::int32_t>(p));
        case dtype::i64: return from_integer(read<std::int64_t>(p));
        case dtype::u8: return from_integer(read<std::uint8_t>(p));
        case dtype::u16: return from_integer(read<std::uint16_t>(p));
        case dtype::u32: return from_integer(read<std::uint32_t>(p));
        case dtype::u64: return from_integer(read<std::uint64_t>(p));
        case dtype::boolean: return from_double(read<std::uint8_t>(p) != 0 ? 1.0 : 0.0);
        case dtype::str: break;
    }
    return {};
}

/// The sign of the sum of x's parts, minus `less`.
int sign_of(const number& x, double less = 0, double more_less = 0) {
    exact_number sum;
    for (const double part : x.part) sum.add(part);
    sum.add(-less);
    sum.add(-more_less);
    return sum.sign();
}

// ---- Floats. A float is right if no other one is nearer: the exact value lies between the midpoints to its
// neighbours, or on one of them if its last bit is 0.

struct format {
    int digits, least_exponent;  // of significands in [1, 2); subnormals from there on
    int bits;
};
constexpr format half_format = {11, -14, 16}, float_format = {24, -126, 32}, double_format = {53, -1022, 64};

/// The value of the magnitude bits; the one above the greatest is what a larger format would have there.
double magnitude_value(std::uint64_t bits, const format& f) {
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << (f.digits - 1)) - 1);
    const int exponent = static_cast<int>(bits >> (f.digits - 1));
    if (exponent == 0) return std::ldexp(static_cast<double>(fraction), f.least_exponent - f.digits + 1);
    const double whole = static_cast<double>(fraction + (std::uint64_t{1} << (f.digits - 1)));
    return std::ldexp(whole, f.least_exponent - f.digits + exponent);
}

bool float_is_right(const number& x, std::uint64_t actual, const format& f) {
    const std::uint64_t sign_bit = std::uint64_t{1} << (f.bits - 1);
    const std::uint64_t quiet = std::uint64_t{1} << (f.digits - 2);
    const std::uint64_t infinity = (sign_bit - 1) & ~((std::uint64_t{1} << (f.digits - 1)) - 1);
    const std::uint64_t magnitude = actual & ~sign_bit;
    const bool negative = (actual & sign_bit) != 0;
    if (x.is_nan) return magnitude > infinity && (magnitude & quiet) != 0;
    if (magnitude > infinity) return false;
    if (x.infinite != 0) return magnitude == infinity && negative == (x.infinite < 0);
    const int sign = sign_of(x);
    if (sign == 0) return magnitude == 0 && negative == x.negative_zero;
    if (negative != (sign < 0)) return false;
    number positive = x;
    if (negative) {
        for (double& part : positive.part) part = -part;
    }
    const bool even = (magnitude & 1) == 0;
    // Halves of the neighbours, because their sum may overflow; a double's least subnormal has no half.
    const auto beyond_middle = [&](std::uint64_t below) {  // the sign of x - (below + next) / 2
        const bool at_the_end = f.bits == 64 && below + 1 == infinity;
        exact_number twice;
        for (const double part : positive.part) {
            twice.add(part);
            twice.add(part);
        }
        twice.add(-magnitude_value(below, f));
        if (at_the_end) {
            twice.add(-0x1p1023);
            twice.add(-0x1p1023);
        } else {
            twice.add(-magnitude_value(below + 1, f));
        }
        return twice.sign();
    };
    if (magnitude > 0) {
        const int low = beyond_middle(magnitude - 1);
        if (low < 0 || (low == 0 && !even)) return false;
    }
    if (magnitude < infinity) {
        const int high = beyond_middle(magnitude);
        if (high > 0 || (high == 0 && !even)) return false;
    }
    return true;
}

// ---- Integers and the rest.

template <class T>
bool integer_is_right(const question& asked, const number& x, const void* in, const void* actual) {
    const T found = read<T>(actual);
    const type_kind kind = info(asked.type).kind;
    if (kind == type_kind::signed_integer || kind == type_kind::unsigned_integer) {
        // The low bits, extended as the operand's sign is.
        std::int64_t wide = 0;
        std::memcpy(&wide, in, size_of(asked.type));
        const int unused = 64 - 8 * static_cast<int>(size_of(asked.type));
        if (kind == type_kind::signed_integer) {
            wide = static_cast<std::int64_t>(static_cast<std::uint64_t>(wide) << unused) >> unused;
        }
        return found == static_cast<T>(wide);
    }
    if (x.is_nan) return found == 0;
    constexpr T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    const double top = std::ldexp(1.0, std::numeric_limits<T>::digits);  // greatest + 1
    if (x.infinite > 0 || (x.infinite == 0 && sign_of(x, top) >= 0)) return found == greatest;
    if (x.infinite < 0) return found == least;
    const number n = from_integer(found);
    const double whole = n.part[0], more = n.part[1];
    if (found == least && (std::is_unsigned_v<T> ? sign_of(x) <= 0 : sign_of(x, -top) <= 0)) return true;
    // Truncation: found <= x < found + 1 from zero on, found - 1 < x <= found below.
    const int sign = sign_of(x);
    if (sign == 0) return found == 0;
    number shifted = x;
    shifted.part[2] = sign > 0 ? -1.0 : 1.0;
    if (sign > 0) return found >= 0 && sign_of(x, whole, more) >= 0 && sign_of(shifted, whole, more) < 0;
    return found <= 0 && sign_of(x, whole, more) <= 0 && sign_of(shifted, whole, more) > 0;
}

bool real_is_right(const number& x, real z) {
    if (x.is_nan) return std::isnan(z.hi) && z.lo == 0 && (std::bit_cast<std::uint64_t>(z.hi) >> 51 & 1) != 0;
    if (x.infinite != 0) return std::isinf(z.hi) && std::signbit(z.hi) == (x.infinite < 0) && z.lo == 0;
    if (!std::isfinite(z.hi) || !std::isfinite(z.lo)) return false;
    return z.hi + z.lo == z.hi && sign_of(x, z.hi, z.lo) == 0 && (z.hi != 0 || std::signbit(z.hi) == x.negative_zero);
}

}  // namespace

bool cast_is_right(const question& asked, const void* in, const void* actual) {
    const dtype to = asked.second;
    if (asked.type == to && to != dtype::boolean) return std::memcmp(in, actual, size_of(to)) == 0;
    const number x = value_of(asked.type, in);
    switch (to) {
        case dtype::real: return real_is_right(x, read<real>(actual));
        case dtype::f16: return float_is_right(x, read<std::uint16_t>(actual), half_format);
        case dtype::f32: return float_is_right(x, read<std::uint32_t>(actual), float_format);
        case dtype::f64: return float_is_right(x, read<std::uint64_t>(actual), double_format);
        case dtype::i8: return integer_is_right<std::int8_t>(asked, x, in, actual);
        case dtype::i16: return integer_is_right<std::int16_t>(asked, x, in, actual);
        case dtype::i32: return integer_is_right<std::int32_t>(asked, x, in, actual);
        case dtype::i64: return integer_is_right<std::int64_t>(asked, x, in, actual);
        case dtype::u8: return integer_is_right<std::uint8_t>(asked, x, in, actual);
        case dtype::u16: return integer_is_right<std::uint16_t>(asked, x, in, actual);
        case dtype::u32: return integer_is_right<std::uint32_t>(asked, x, in, actual);
        case dtype::u64: return integer_is_right<std::uint64_t>(asked, x, in, actual);
        case dtype::boolean: {
            const bool expected = x.is_nan || x.infinite != 0 || sign_of(x) != 0;
            return read<std::uint8_t>(actual) == (expected ? 1 : 0);
        }
        case dtype::str: break;
    }
    return false;
}

}  // namespace zerostride::test
