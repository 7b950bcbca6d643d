// The remainder of double-doubles, exact and then rounded: long division of fixed-point numbers, one lane at a time.
//
// Nothing shorter is right. The two parts of a number may lie anywhere below each other, so that a remainder may have
// as many bits as there are between 2^1024 and 2^-1074, and a quotient of doubles says nothing of its last digits.
#pragma once

#include "kernels/double_double.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

__extension__ typedef unsigned __int128 wide;

/// A number >= 0 as a multiple of 2^-1074, least significant limb first.
struct fixed_point {
    static constexpr std::size_t limbs = 34;  // of 64 bits: 2^1024 is bit 2098, and sums have one more
    std::uint64_t limb[limbs];

    /// hi + lo, hi > 0.
    fixed_point(double hi, double lo) noexcept : limb{} {
        add(hi);
        add(lo);
    }

    std::size_t length() const noexcept {
        for (std::size_t i = limbs; i-- > 0;) {
            if (limb[i] != 0) return 64 * i + 64 - static_cast<std::size_t>(__builtin_clzll(limb[i]));
        }
        return 0;
    }
    void shift_up(std::size_t bits) noexcept {
        const std::size_t whole = bits / 64, rest = bits % 64;
        for (std::size_t i = limbs; i-- > 0;) {
            const std::uint64_t upper = i >= whole ? limb[i - whole] : 0;
            const std::uint64_t lower = i > whole ? limb[i - whole - 1] : 0;
            limb[i] = rest == 0 ? upper : upper << rest | lower >> (64 - rest);
        }
    }
    bool is_below(const fixed_point& other) const noexcept {
        for (std::size_t i = limbs; i-- > 0;) {
            if (limb[i] != other.limb[i]) return limb[i] < other.limb[i];
        }
        return false;
    }
    /// `factor` times `other` less; false if that is more than there was.
    bool subtract(const fixed_point& other, std::uint64_t factor = 1) noexcept {
        wide owed = 0;
        for (std::size_t i = 0; i < limbs; ++i) {
            owed += static_cast<wide>(other.limb[i]) * factor;
            const auto taken = static_cast<std::uint64_t>(owed);
            owed = (owed >> 64) + (limb[i] < taken ? 1 : 0);
            limb[i] -= taken;
        }
        return owed == 0;
    }
    /// The leading bits as a number about 2^64.
    double leading(std::size_t bits) const noexcept {
        const std::size_t at = (bits - 1) / 64, used = (bits - 1) % 64 + 1;
        const std::uint64_t below = at > 0 ? limb[at - 1] : 0;
        return static_cast<double>(used == 64 ? limb[at] : limb[at] << (64 - used) | below >> used);
    }

    /// The nearest double, even where two are; what is left then is |this - it|, and `is_above` says it was rounded up.
    double take_nearest(bool& is_above) noexcept {
        is_above = false;
        const std::size_t bits = length();
        if (bits <= 53) {
            const std::uint64_t all = limb[0];
            *this = fixed_point();
            return __builtin_bit_cast(double, all);  // subnormal numbers and the next binade count as they are written
        }
        const std::size_t below = bits - 53;
        fixed_point rest = *this;
        std::uint64_t kept = 0;
        for (std::size_t i = 0; i < 53; ++i) kept |= rest.take_bit(below + i) << i;
        fixed_point unit = fixed_point();
        unit.limb[below / 64] = std::uint64_t{1} << below % 64;
        fixed_point other = unit;
        other.subtract(rest);
        is_above = other.is_below(rest) || ((kept & 1) != 0 && !rest.is_below(other));
        *this = is_above ? other : rest;
        return __builtin_bit_cast(double, (static_cast<std::uint64_t>(below) << 52) + kept + (is_above ? 1 : 0));
    }

private:
    fixed_point() noexcept : limb{} {}

    std::uint64_t take_bit(std::size_t at) noexcept {
        const std::uint64_t bit = limb[at / 64] >> at % 64 & 1;
        limb[at / 64] &= ~(std::uint64_t{1} << at % 64);
        return bit;
    }
    /// A negative x is less than what is there.
    void add(double x) noexcept {
        const auto bits = __builtin_bit_cast(std::uint64_t, x);
        const std::uint64_t exponent = bits >> 52 & 0x7ff;
        const std::uint64_t integer = (bits & 0xfffffffffffffu) | static_cast<std::uint64_t>(exponent != 0) << 52;
        const std::size_t at = static_cast<std::size_t>(exponent == 0 ? 0 : exponent - 1), shift = at % 64;
        fixed_point other = fixed_point();
        other.limb[at / 64] = integer << shift;
        if (shift != 0) other.limb[at / 64 + 1] = integer >> (64 - shift);
        if (x < 0.0) {
            subtract(other);
            return;
        }
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < limbs; ++i) {
            const std::uint64_t sum = limb[i] + other.limb[i];
            const std::uint64_t more = sum + carry;
            carry = static_cast<std::uint64_t>(sum < limb[i] || more < sum);
            limb[i] = more;
        }
    }
};

/// One lane of a pair.
struct real_lane {
    double hi, lo;
};

/// x mod y for positive finite numbers; `from_above`: y less that, where it is not 0.
inline real_lane remainder_of_lane(real_lane x, real_lane y, bool from_above) noexcept {
    fixed_point rest(x.hi, x.lo);
    const fixed_point divisor(y.hi, y.lo);
    const std::size_t least = divisor.length();
    if (least == 0) return {std::numeric_limits<double>::quiet_NaN(), 0.0};  // parts that cancel, which no real has
    // The leading digits of the quotient, which are taken a little too small, until it is below 1.
    for (std::size_t length = rest.length(); length >= least; length = rest.length()) {
        const std::size_t power = length - least, digits = power < 40 ? power : 40;
        const double quotient = rest.leading(length) / divisor.leading(least) * static_cast<double>(1ull << digits);
        const auto taken = static_cast<std::uint64_t>(quotient * (1.0 - 0x1p-45));
        fixed_point multiple = divisor, less = rest;
        multiple.shift_up(power - digits);
        if (!less.subtract(multiple, taken > 0 ? taken : 1)) break;
        rest = less;
    }
    if (from_above && rest.length() != 0) {
        fixed_point other = divisor;
        other.subtract(rest);
        rest = other;
    }
    bool is_above, ignored;
    const double hi = rest.take_nearest(is_above);
    const double size = rest.take_nearest(ignored), lo = is_above ? -size : size;
    // A low part that was rounded to half a unit makes the high part a tie.
    const double sum = hi + lo;
    return {sum, lo - (sum - hi)};
}

/// `floored` lanes take the divisor's sign, others the dividend's; a remainder of zero, too.
inline pair real_remainder(mask<double> floored, pair x, pair y) noexcept {
    pair made;
    for (std::size_t i = 0; i < lanes<double>; ++i) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const bool falls = __builtin_signbit(x.hi[i]) != 0, divisor_falls = __builtin_signbit(y.hi[i]) != 0;
        const real_lane size = {falls ? -x.hi[i] : x.hi[i], falls ? -x.lo[i] : x.lo[i]};
        const real_lane divisor = {divisor_falls ? -y.hi[i] : y.hi[i], divisor_falls ? -y.lo[i] : y.lo[i]};
        const bool crosses = floored[i] != 0 && falls != divisor_falls;
        real_lane rest = {nan, 0.0};
        if (size.hi < infinity && divisor.hi > 0.0) {
            if (divisor.hi == infinity || size.hi == 0.0) rest = crosses && size.hi != 0.0 ? divisor : size;
            else rest = remainder_of_lane(size, divisor, crosses);
        }
        const bool negative = floored[i] != 0 ? divisor_falls : falls;
        made.hi[i] = negative ? -rest.hi : rest.hi;
        made.lo[i] = negative && rest.lo != 0.0 ? -rest.lo : rest.lo;
    }
    return made;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
