// What one element looks like in memory, as C++ types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "zerostride/dtype.hpp"

namespace zerostride {

namespace detail {

/// binary16 -> binary32, exact; NaN payloads are kept.
inline float float_from_half_bits(std::uint16_t half) noexcept {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t magnitude = half & 0x7fffu;
    std::uint32_t bits;
    if (magnitude >= 0x7c00u) {
        bits = sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13);
    } else if (magnitude >= 0x0400u) {
        bits = sign | ((magnitude + ((127u - 15u) << 10)) << 13);
    } else {
        // A subnormal half is magnitude * 2^-24, and float holds that exactly.
        const float value = static_cast<float>(magnitude) * 5.9604644775390625e-8f;
        std::memcpy(&bits, &value, sizeof bits);
        bits |= sign;
    }
    float result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

/// binary64 -> binary16, rounded once to nearest even; NaN becomes a quiet NaN of the same sign.
inline std::uint16_t half_bits_from_double(double value) noexcept {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint16_t sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000u);
    bits &= 0x7fffffffffffffffu;
    if (bits > 0x7ff0000000000000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (bits >= 0x40effe0000000000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // >= 65520
    const int exponent = static_cast<int>(bits >> 52) - 1023;
    if (exponent < -25) return sign;
    const std::uint64_t significand = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    const int shift = exponent >= -14 ? 42 : 42 + (-14 - exponent);
    std::uint64_t kept = significand >> shift;
    const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t tie = std::uint64_t{1} << (shift - 1);
    if (rest > tie || (rest == tie && (kept & 1u) != 0)) ++kept;
    // A carry out of the significand walks into the exponent field, which is the right result.
    if (exponent >= -14) kept += static_cast<std::uint64_t>(exponent + 14) << 10;
    return static_cast<std::uint16_t>(sign | kept);
}

}  // namespace detail

/// IEEE 754 binary16 as stored in memory. Arithmetic on it is the kernels' work.
struct float16 {
    std::uint16_t bits;

    float16() = default;
    /// Rounded once, to nearest even; NaN becomes a quiet NaN.
    explicit float16(double value) noexcept : bits(detail::half_bits_from_double(value)) {}
    static float16 from_bits(std::uint16_t bits) noexcept {
        float16 result{};
        result.bits = bits;
        return result;
    }
    explicit operator float() const noexcept { return detail::float_from_half_bits(bits); }
    explicit operator double() const noexcept { return detail::float_from_half_bits(bits); }
};
static_assert(sizeof(float16) == 2, "float16 is a storage format");

/// A real number as an unevaluated sum hi + lo of two doubles with |lo| <= ulp(hi)/2: 106 significant bits.
/// Infinities and NaN live in `hi`, with lo = 0.
struct real {
    double hi;
    double lo;
};
static_assert(sizeof(real) == 16, "real is two doubles");

/// A text element: a view of UTF-8 bytes that somebody else owns. Compared by bytes.
struct text {
    const char* data;
    std::size_t size;

    operator std::string_view() const noexcept { return {data, size}; }  // NOLINT: a text is a view
};
static_assert(sizeof(text) == sizeof(void*) + sizeof(std::size_t), "text is a view");

/// dtype_of<T>::value is the element type that stores a C++ `T`.
template <class T>
struct dtype_of;
// clang-format off
template <> struct dtype_of<real> { static constexpr dtype value = dtype::real; };
template <> struct dtype_of<float16> { static constexpr dtype value = dtype::f16; };
template <> struct dtype_of<float> { static constexpr dtype value = dtype::f32; };
template <> struct dtype_of<double> { static constexpr dtype value = dtype::f64; };
template <> struct dtype_of<std::int8_t> { static constexpr dtype value = dtype::i8; };
template <> struct dtype_of<std::int16_t> { static constexpr dtype value = dtype::i16; };
template <> struct dtype_of<std::int32_t> { static constexpr dtype value = dtype::i32; };
template <> struct dtype_of<std::int64_t> { static constexpr dtype value = dtype::i64; };
template <> struct dtype_of<std::uint8_t> { static constexpr dtype value = dtype::u8; };
template <> struct dtype_of<std::uint16_t> { static constexpr dtype value = dtype::u16; };
template <> struct dtype_of<std::uint32_t> { static constexpr dtype value = dtype::u32; };
template <> struct dtype_of<std::uint64_t> { static constexpr dtype value = dtype::u64; };
template <> struct dtype_of<text> { static constexpr dtype value = dtype::str; };
template <> struct dtype_of<bool> { static constexpr dtype value = dtype::boolean; };
// clang-format on

namespace detail {
/// The one of long and long long that std::int64_t is not.
using other_long = std::conditional_t<std::is_same_v<std::int64_t, long>, long long, long>;
using other_unsigned_long = std::make_unsigned_t<other_long>;
}  // namespace detail
template <>
struct dtype_of<detail::other_long> {
    static constexpr dtype value = sizeof(detail::other_long) == 8 ? dtype::i64 : dtype::i32;
};
template <>
struct dtype_of<detail::other_unsigned_long> {
    static constexpr dtype value = sizeof(detail::other_unsigned_long) == 8 ? dtype::u64 : dtype::u32;
};

}  // namespace zerostride
