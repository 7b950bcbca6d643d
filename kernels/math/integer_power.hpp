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
