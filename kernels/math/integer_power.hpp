// Integer powers modulo 2^n, by repeated squaring in lanes of 32 or 64 bits.
#pragma once

#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// An exponent of n bits or fewer that gives the same powers modulo 2^32 and is as odd: the powers of odd bases repeat
/// after 2^30, those of even ones are 0 from the 32nd on.
template <class Word>
inline Word short_exponent(std::uint64_t magnitude) noexcept {
    if constexpr (sizeof(Word) == 8) {
        return magnitude;
    } else {
        constexpr std::uint64_t period = std::uint64_t{1} << 30;
        return static_cast<Word>(magnitude < period ? magnitude : (magnitude % period) + period);
    }
}

/// The same for exponents of 2^63 or more, of which only the last 64 bits are known: the powers of odd bases modulo
/// 2^64 repeat after 2^62.
template <class Word>
inline Word long_exponent(std::uint64_t low) noexcept {
    constexpr std::uint64_t period = std::uint64_t{1} << 62;
    return short_exponent<Word>(low % period + period);
}

inline bool is_whole_number(double x) noexcept {
    constexpr double always = 0x1p52;
    if (x < always && x > -always) return static_cast<double>(static_cast<std::int64_t>(x)) == x;
    return x - x == 0.0;
}
/// The last 64 bits of a whole number.
inline std::uint64_t low_word(double x) noexcept {
    if (x < 0x1p63 && x > -0x1p63) return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    const std::uint64_t significand = (bits & 0xfffffffffffff) | (std::uint64_t{1} << 52);
    const auto shift = static_cast<unsigned>(bits >> 52 & 0x7ff) - 1075;
    const std::uint64_t magnitude = shift < 64 ? significand << shift : 0;
    return x < 0.0 ? 0 - magnitude : magnitude;
}

/// base^magnitude modulo 2^(bits of Word); where `negative` is all ones the truncated value of its inverse, and for a
/// zero base 0. `minus_one` is the base that is -1, 1 for unsigned types.
template <class Word>
inline vec<Word> integer_power(vec<Word> base, vec<Word> magnitude, vec<Word> negative, Word minus_one) noexcept {
    const vec<Word> one = splat<Word>(1);
    // Of a negative exponent only matters whether it is odd.
    vec<Word> left = choose(negative != 0, magnitude & 1, magnitude);
    vec<Word> square = base, power = one;
    while (any(left)) {
        power = choose((left & 1) != 0, power * square, power);
        square *= square;
        left >>= 1;
    }
    const auto invertible = (base == 1) | (base == minus_one);
    return choose((negative == 0) | invertible, power, vec<Word>{});
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
