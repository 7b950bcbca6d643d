// The oracle of Pow: integers by multiplying modulo 2^64, floats by the C library's double and long double.
#include "support/oracle_power.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "support/float_bits.hpp"
#include "support/oracle_real.hpp"
#include "support/ulps.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::test {
namespace {

/// An element of any arithmetic type: exactly hi + lo, and for integers also its bits, sign-extended.
struct number {
    double hi = 0.0, lo = 0.0;
    std::uint64_t bits = 0;
    bool is_integer_type = false;

    long double value() const { return static_cast<long double>(hi) + lo; }
    bool is_negative() const { return hi < 0.0; }
};

template <class T>
number integer(const void* p) {
    const T value = read<T>(p);
    number made;
    made.is_integer_type = true;
    made.bits = static_cast<std::uint64_t>(value);
    // The low 11 bits apart: what is left of 64 has 53.
    const T low = static_cast<T>(value % 2048);
    made.hi = static_cast<double>(value - low);
    made.lo = static_cast<double>(low);
    const double sum = made.hi + made.lo;
    made.lo -= sum - made.hi;
    made.hi = sum;
    return made;
}
number number_at(dtype type, const void* p) {
    number made;
    switch (type) {
        case dtype::real: {
            const real x = read<real>(p);
            made.hi = x.hi;
            made.lo = x.lo;
            return made;
        }
        case dtype::f16: made.hi = static_cast<double>(read<float16>(p)); return made;
        case dtype::f32: made.hi = read<float>(p); return made;
        case dtype::f64: made.hi = read<double>(p); return made;
        case dtype::i8: return integer<std::int8_t>(p);
        case dtype::i16: return integer<std::int16_t>(p);
        case dtype::i32: return integer<std::int32_t>(p);
        case dtype::i64: return integer<std::int64_t>(p);
        case dtype::u8: return integer<std::uint8_t>(p);
        case dtype::u16: return integer<std::uint16_t>(p);
        case dtype::u32: return integer<std::uint32_t>(p);
        case dtype::u64: return integer<std::uint64_t>(p);
        case dtype::str:
        case dtype::boolean: break;
    }
    return made;
}

bool is_odd(double x) { return std::isfinite(x) && std::fmod(std::fabs(x), 2.0) == 1.0; }
bool is_whole(double x) { return std::isinf(x) || std::trunc(x) == x; }

/// The power of a float, whose sign needs more bits of the exponent than its size. In double that is much better than
/// binary16 and float are, and where long double is software takes a fraction of the time.
template <class T>
T floating_power(double x, const number& y) {
    if (y.hi == 0.0 || x == 1.0) return 1;
    if (std::isnan(x) || std::isnan(y.hi)) return std::numeric_limits<T>::quiet_NaN();
    const bool whole = is_whole(y.hi) && is_whole(y.lo), odd = whole && is_odd(y.hi) != is_odd(y.lo);
    if (std::isfinite(x) && x < 0.0 && !whole) return std::numeric_limits<T>::quiet_NaN();
    const T size = std::pow(static_cast<T>(std::fabs(x)), static_cast<T>(y.value()));
    return odd && std::signbit(x) ? -size : size;
}

std::uint64_t integer_power(std::uint64_t x, std::uint64_t y) {
    std::uint64_t result = 1;
    for (int bit = 63; bit >= 0; --bit) {
        result *= result;
        if (y >> bit & 1) result *= x;
    }
    return result;
}

/// x to the power of a double that is whole: its bits, from the highest on.
std::uint64_t whole_power(std::uint64_t x, double y) {
    std::uint64_t result = 1;
    int exponent;
    double rest = std::frexp(y, &exponent);
    for (; exponent > 0; --exponent) {
        result *= result;
        rest *= 2.0;
        if (rest >= 1.0) {
            result *= x;
            rest -= 1.0;
        }
    }
    return result;
}
/// What is 1 with the odd x modulo 2^64; each step doubles the digits that are right.
std::uint64_t inverse(std::uint64_t x) {
    std::uint64_t found = x;
    for (int i = 0; i < 6; ++i) found *= 2 - x * found;
    return found;
}
/// The same of hi + lo, which are whole. Next to a lo there are more than 2^52 twos in an even base's power.
std::uint64_t whole_power(std::uint64_t x, const number& y) {
    if (y.lo == 0.0) return whole_power(x, y.hi);
    if (x % 2 == 0) return 0;
    return whole_power(x, y.hi) * whole_power(y.lo < 0.0 ? inverse(x) : x, std::fabs(y.lo));
}

/// Whether `actual`, an integer of `type`, is `exact` or one a few rounding errors next to it, truncated and saturated.
bool is_truncated(dtype type, const void* actual, long double exact) {
    const number got = number_at(type, actual);
    if (std::isnan(exact)) return got.bits == 0;
    const bool is_signed = info(type).kind == type_kind::signed_integer;
    const int bits = static_cast<int>(size_of(type)) * 8 - (is_signed ? 1 : 0);
    const long double least = is_signed ? -std::ldexp(1.0L, bits) : 0.0L, most = std::ldexp(1.0L, bits) - 1.0L;
    const auto settled = [&](long double p) { return std::clamp(std::trunc(p), least, most); };
    const long double slack = std::fabs(exact) < std::ldexp(1.0L, 70) ? std::fabs(exact) * 0x1p-52L : 0.0L;
    return settled(exact - slack) <= got.value() && got.value() <= settled(exact + slack);
}

}  // namespace

bool inverts_zero(const question& asked, const void* const* in) {
    const number x = number_at(asked.type, in[0]), y = number_at(asked.second, in[1]);
    return x.is_integer_type && x.bits == 0 && y.is_negative();
}

bool power_is_right(const question& asked, const void* const* in, const void* actual) {
    const number x = number_at(asked.type, in[0]), y = number_at(asked.second, in[1]);
    if (asked.type == dtype::real) {
        // 1 and what is next to it are different bases.
        const double of_high = x.lo != 0.0 && x.hi == 1.0 && !std::isfinite(y.hi)
                                   ? ((x.lo > 0.0) == (y.hi > 0.0) ? std::numeric_limits<double>::infinity() : 0.0)
                                   : static_cast<double>(floating_power<long double>(x.hi, y));
        return real_function_is_right(asked, {x.hi, x.lo}, {y.hi, y.lo}, read<real>(actual),
                                      std::isnan(y.hi) && x.hi == 1.0 && x.lo != 0.0 ? y.hi : of_high);
    }
    if (!x.is_integer_type) {
        const double found = number_at(asked.type, actual).hi;
        if (asked.type != dtype::f64) return is_near<double>(asked.type, found, floating_power<double>(x.hi, y), 0.501);
        return is_near<long double>(asked.type, found, floating_power<long double>(x.hi, y), 2.0);
    }
    if (inverts_zero(asked, in)) return number_at(asked.type, actual).bits == 0;
    if (!y.is_integer_type && !(std::isfinite(y.hi) && is_whole(y.hi) && is_whole(y.lo)))
        return is_truncated(asked.type, actual, floating_power<long double>(static_cast<double>(x.value()), y));
    const bool is_signed = info(asked.type).kind == type_kind::signed_integer;
    const bool is_odd_power = y.is_integer_type ? (y.bits & 1) != 0 : is_odd(y.hi) != is_odd(y.lo);
    std::uint64_t exact = 0;
    if (!y.is_negative()) exact = y.is_integer_type ? integer_power(x.bits, y.bits) : whole_power(x.bits, y);
    else if (x.bits == 1) exact = 1;
    else if (is_signed && x.bits == ~std::uint64_t{0}) exact = is_odd_power ? ~std::uint64_t{0} : 1;
    return std::memcmp(actual, &exact, size_of(asked.type)) == 0;
}

}  // namespace zerostride::test
