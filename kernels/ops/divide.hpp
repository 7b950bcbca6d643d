// Division: IEEE for floats; for integers truncation toward zero, 0 where the divisor is 0, and no trap.
//
// Up to 32 bits an integer quotient is the truncated float or double quotient. That is exact: for n-bit a and
// b the quotient is either an integer, which the division gives exactly, or at least 1/b away from one, and
// its rounding error is at most a/b * 2^-p, which is less because a < 2^p (p = 24 for n <= 16, 53 for n = 32).
#pragma once

#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x and y as unsigned numbers below 2^16, in 32-bit lanes; y = 0 gives any number.
inline vec<std::uint32_t> quotient_16(vec<std::uint32_t> x, vec<std::uint32_t> y) noexcept {
    const auto a = __builtin_convertvector(bits_as<vec<std::int32_t>>(x), vec<float>);
    const auto b = __builtin_convertvector(bits_as<vec<std::int32_t>>(y), vec<float>);
    return bits_as<vec<std::uint32_t>>(__builtin_convertvector(a / b, vec<std::int32_t>));
}
inline vec<std::uint16_t> quotient(vec<std::uint16_t> x, vec<std::uint16_t> y) noexcept {
    using wide = vec<std::uint32_t>;
    const vec<std::uint16_t> none{};
    const wide low = quotient_16(bits_as<wide>(zip_low(x, none)), bits_as<wide>(zip_low(y, none)));
    const wide high = quotient_16(bits_as<wide>(zip_high(x, none)), bits_as<wide>(zip_high(y, none)));
    return group_evens(bits_as<vec<std::uint16_t>>(low), bits_as<vec<std::uint16_t>>(high));
}
inline vec<std::uint8_t> quotient(vec<std::uint8_t> x, vec<std::uint8_t> y) noexcept {
    using wide = vec<std::uint16_t>;
    const vec<std::uint8_t> none{};
    const wide low = quotient(bits_as<wide>(zip_low(x, none)), bits_as<wide>(zip_low(y, none)));
    const wide high = quotient(bits_as<wide>(zip_high(x, none)), bits_as<wide>(zip_high(y, none)));
    return group_evens(bits_as<vec<std::uint8_t>>(low), bits_as<vec<std::uint8_t>>(high));
}
/// In 64-bit lanes the bits of 2^52 + the truncated quotient of a and b, given as 2^52 + a and 2^52 + b.
inline vec<std::uint64_t> quotient_52(vec<std::uint64_t> a, vec<std::uint64_t> b) noexcept {
    const vec<double> q = (bits_as<vec<double>>(a) - 0x1p52) / (bits_as<vec<double>>(b) - 0x1p52);
    const vec<double> rounded = (q + 0x1p52) - 0x1p52;
    const vec<double> truncated = rounded - choose(rounded > q, splat<double>(1.0), vec<double>{});
    return bits_as<vec<std::uint64_t>>(truncated + 0x1p52);
}
inline vec<std::uint32_t> quotient(vec<std::uint32_t> x, vec<std::uint32_t> y) noexcept {
    using wide = vec<std::uint64_t>;
    // A 32-bit number below the high half of the bits of 2^52 is the double 2^52 + number.
    const vec<std::uint32_t> high_half = splat<std::uint32_t>(0x43300000u);
    const wide low = quotient_52(bits_as<wide>(zip_low(x, high_half)), bits_as<wide>(zip_low(y, high_half)));
    const wide high = quotient_52(bits_as<wide>(zip_high(x, high_half)), bits_as<wide>(zip_high(y, high_half)));
    return group_evens(bits_as<vec<std::uint32_t>>(low), bits_as<vec<std::uint32_t>>(high));
}
/// Lane by lane: no instruction set here divides 64-bit integers in vectors.
inline vec<std::uint64_t> quotient(vec<std::uint64_t> x, vec<std::uint64_t> y) noexcept {
    vec<std::uint64_t> q;
    for (std::size_t i = 0; i < lanes<std::uint64_t>; ++i) q[i] = x[i] / (y[i] | (y[i] == 0));
    return q;
}

template <>
struct body<op::div> {
    template <class V>
    static V apply(V x, V y) noexcept {
        if constexpr (is_pair<V>) return divide(x, y);
        else return x / y;
    }
    /// Integers; `zero` collects which divisors were 0.
    template <class V>
    static V apply(V& zero, V x, V y) noexcept {
        using T = scalar_of<V>;
        using U = vec<typename integers<sizeof(T)>::u>;
        const auto is_zero = bits_as<V>(y == 0);
        zero |= is_zero;
        if constexpr (std::is_signed_v<T>) {
            // By magnitudes, which also makes INT_MIN / -1 wrap to INT_MIN.
            const U sign = bits_as<U>((x ^ y) < 0);
            const U q = quotient(bits_as<U>(body<op::abs>::apply(x)), bits_as<U>(body<op::abs>::apply(y)));
            return bits_as<V>((q ^ sign) - sign) & ~is_zero;
        } else {
            return quotient(x, y) & ~is_zero;
        }
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
