// Elements as numbers and answers as bits: what the oracles of several families share.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace zerostride::test {

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

inline double value_of_half(std::uint16_t bits) {
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
inline std::uint16_t half_nearest(double x) {
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

inline double minimum(double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    if (x == 0.0 && y == 0.0) return std::signbit(x) ? x : y;
    return x < y ? x : y;
}
inline double maximum(double x, double y) { return -minimum(-x, -y); }

/// Whether `actual` is the number, and where that is NaN any quiet one, or any at all if operands `may_signal`.
template <class T>
bool is_answer(typename format<T>::bits expected, const void* actual, bool may_signal = false) {
    const auto found = read<typename format<T>::bits>(actual);
    if (!is_nan_bits<T>(expected)) return found == expected;
    return is_nan_bits<T>(found) && (may_signal || (found & format<T>::quiet) != 0);
}
/// The bits of a number that was computed in double; not rounded twice for NaN.
inline std::uint16_t half_bits_of(double x) { return std::isnan(x) ? std::uint16_t{0x7e00} : half_nearest(x); }

}  // namespace zerostride::test
