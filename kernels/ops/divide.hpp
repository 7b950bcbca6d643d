// Division and remainder: IEEE for floats; for integers truncation toward zero, 0 where the divisor is 0, and no
// trap.
//
// Up to 51 bits an integer quotient is the truncated product (a + 1/2) * (1/b) in float or double. That is exact:
// (a + 1/2) / b is at least 1 / 2b away from an integer, and the two roundings move it by at most
// a/b * 2^(1-p), which is less because a < 2^(p-2) (p = 24 for 16 bits, 53 beyond). A divisor that is the same for
// the whole row has its reciprocal taken once.
#pragma once

#include "kernels/float_bits.hpp"
#include "kernels/ops/arithmetic.hpp"
#include "kernels/ops/real_remainder.hpp"
#include "kernels/simd/convert.hpp"
#include "kernels/simd/masks.hpp"
#include "kernels/simd/round.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

enum class division { quotient, remainder };

/// x and y as unsigned numbers below 2^16, in 32-bit lanes; y = 0 gives any number.
inline vec<std::uint32_t> quotient_16(vec<std::uint32_t> x, vec<std::uint32_t> y) noexcept {
    const auto a = __builtin_convertvector(bits_as<vec<std::int32_t>>(x), vec<float>);
    const auto b = __builtin_convertvector(bits_as<vec<std::int32_t>>(y), vec<float>);
    const vec<float> inverse = 1.0f / b;
    return bits_as<vec<std::uint32_t>>(__builtin_convertvector((a + 0.5f) * inverse, vec<std::int32_t>));
}
template <division Wanted>
inline vec<std::uint16_t> divided(vec<std::uint16_t> x, vec<std::uint16_t> y) noexcept {
    using wide = vec<std::uint32_t>;
    using narrow = vec<std::uint16_t>;
    const narrow none{};
    const wide low = quotient_16(bits_as<wide>(zip_low(x, none)), bits_as<wide>(zip_low(y, none)));
    const wide high = quotient_16(bits_as<wide>(zip_high(x, none)), bits_as<wide>(zip_high(y, none)));
    const narrow q = group_evens(bits_as<narrow>(low), bits_as<narrow>(high));
    return Wanted == division::quotient ? q : x - q * y;
}
template <division Wanted>
inline vec<std::uint8_t> divided(vec<std::uint8_t> x, vec<std::uint8_t> y) noexcept {
    using wide = vec<std::uint16_t>;
    using narrow = vec<std::uint8_t>;
    const narrow none{};
    const wide low = divided<Wanted>(bits_as<wide>(zip_low(x, none)), bits_as<wide>(zip_low(y, none)));
    const wide high = divided<Wanted>(bits_as<wide>(zip_high(x, none)), bits_as<wide>(zip_high(y, none)));
    return group_evens(bits_as<narrow>(low), bits_as<narrow>(high));
}
/// In 64-bit lanes, whose low halves are then the truncated quotient of a and b, given as 2^52 + a and 2^52 + b.
inline vec<std::uint64_t> quotient_52(vec<std::uint64_t> a, vec<std::uint64_t> b) noexcept {
    const vec<double> inverse = 1.0 / (bits_as<vec<double>>(b) - two_52);
    const vec<double> product = (bits_as<vec<double>>(a) - (two_52 - 0.5)) * inverse;
    // Half less is within 1/2 of the truncated quotient, which 1.5 * 2^52 brings into the low bits.
    return bits_as<vec<std::uint64_t>>((product - 0.5) + 0x1.8p52);
}
template <division Wanted>
inline vec<std::uint32_t> divided(vec<std::uint32_t> x, vec<std::uint32_t> y) noexcept {
    using wide = vec<std::uint64_t>;
    using narrow = vec<std::uint32_t>;
    // A 32-bit number below the high half of the bits of 2^52 is the double 2^52 + number.
    const narrow high_half = splat<std::uint32_t>(0x43300000u);
    const wide low = quotient_52(bits_as<wide>(zip_low(x, high_half)), bits_as<wide>(zip_low(y, high_half)));
    const wide high = quotient_52(bits_as<wide>(zip_high(x, high_half)), bits_as<wide>(zip_high(y, high_half)));
    const narrow q = group_evens(bits_as<narrow>(low), bits_as<narrow>(high));
    return Wanted == division::quotient ? q : x - q * y;
}
/// x as a double: nearest where one instruction converts it; elsewhere for x < 2^52.
inline vec<double> as_double(vec<std::uint64_t> x) noexcept {
    if constexpr (converts_wide_integers) return __builtin_convertvector(x, vec<double>);
    else return word_as_double(x);
}
/// A whole number from x - 1 to x, for 0 <= x < 2^51: the one nearest to half less, which 1.5 * 2^52 brings into the
/// low bits.
inline vec<std::uint64_t> some_below(vec<double> x) noexcept {
    return bits_as<vec<std::uint64_t>>((x - 0.5) + 0x1.8p52) ^ 0x4338000000000000u;
}
/// By doubles, twice. What a first quotient, less than 2^-49 of it or 1 too small, leaves is divided again, which
/// leaves less than 2 y. The inverse is made too small by more than the six roundings on the way to a quotient make,
/// each 2^-53 at most, so that nothing left is negative.
template <division Wanted>
inline vec<std::uint64_t> divided_twice(vec<std::uint64_t> x, vec<std::uint64_t> y, vec<double> inverse) noexcept {
    using U = vec<std::uint64_t>;
    const vec<double> less = inverse * (1.0 - 0x1p-50);
    const U first = __builtin_convertvector(as_double(x) * less, U);
    const U left = x - product(first, y);
    const U second = some_below(as_double(left) * less);
    const U rest = left - product(second, y);
    const U beyond = bits_as<U>(rest >= y);
    return Wanted == division::quotient ? first + second - beyond : rest - (y & beyond);
}
template <division Wanted>
inline vec<std::uint64_t> divided_by_lanes(vec<std::uint64_t> x, vec<std::uint64_t> y) noexcept {
    vec<std::uint64_t> made;
    for (std::size_t i = 0; i < lanes<std::uint64_t>; ++i) {
        const std::uint64_t divisor = y[i] | (y[i] == 0);
        made[i] = Wanted == division::quotient ? x[i] / divisor : x[i] % divisor;
    }
    return made;
}
/// Numbers below 2^51, which most are, as above.
template <division Wanted>
inline vec<std::uint64_t> divided(vec<std::uint64_t> x, vec<std::uint64_t> y) noexcept {
    const vec<double> inverse = 1.0 / as_double(y);
    if (!any((x | y) >> 51 != 0)) {
        const vec<std::uint64_t> q = some_below((as_double(x) + 0.5) * inverse);
        return Wanted == division::quotient ? q : x - product(q, y);
    }
    if constexpr (converts_wide_integers) return divided_twice<Wanted>(x, y, inverse);
    else return divided_by_lanes<Wanted>(x, y);
}

/// Of the magnitudes of x and y.
template <division Wanted, class V>
inline auto divided_magnitudes(V x, V y) noexcept {
    using U = vec<typename integers<sizeof(scalar_of<V>)>::u>;
    return divided<Wanted>(bits_as<U>(body<op::abs>::apply(x)), bits_as<U>(body<op::abs>::apply(y)));
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
            const U q = divided_magnitudes<division::quotient>(x, y);
            return bits_as<V>((q ^ sign) - sign) & ~is_zero;
        } else {
            return divided<division::quotient>(x, y) & ~is_zero;
        }
    }
};
template <>
struct body<op::reciprocal> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_pair<V>) return divide({splat<double>(1.0), vec<double>{}}, x);
        else return 1 / x;
    }
};

/// |x| - trunc(|x| / |y|) * |y| for finite x, or 0 <= x, y; exact. Float values in double lanes, y > 0.
///
/// The quotient is taken down 26 bits at a time: those times the 24 bits of y are exact, and so is what is left,
/// a multiple of their common last place and less than y times the last place of the 26 bits, so of 24 bits again.
/// A quotient of two such numbers that is not itself of 26 bits is at least 2^-50 away from one, relatively, and
/// its rounding cannot reach it from below.
inline vec<double> float_remainder(vec<double> x, vec<double> y) noexcept {
    constexpr std::int64_t leading_26_bits = ~((std::int64_t{1} << 27) - 1);
    while (any(x >= y)) {
        const vec<double> q = x / y;
        const auto leading = bits_as<vec<double>>(bits_as<vec<std::int64_t>>(q) & leading_26_bits);
        x -= to_whole<round_mode::down>(leading) * y;
    }
    return x;
}
/// The same for doubles. Quotients below 2^52 at once: the rounded quotient is at most one too large, and an fma
/// then has the exact remainder or that less y. Larger ones go through the C library lane by lane, as all do where
/// fma is no instruction.
inline vec<double> double_remainder(vec<double> x, vec<double> y) noexcept {
    if constexpr (has_fma) {
        const vec<double> q = x / y;
        if (!any(~(q < 0x1p52))) {
            const vec<double> rest = fma(-to_whole<round_mode::down>(q), y, x);
            return rest < 0.0 ? rest + y : rest;
        }
    }
    for (std::size_t i = 0; i < lanes<double>; ++i) x[i] = __builtin_fmod(x[i], y[i]);
    return x;
}

inline vec<float> remainder_of_magnitudes(vec<float> x, vec<float> y) noexcept {
    using part = vec_n<float, lanes<double>>;
    const auto in_double = [&]<std::size_t... I>(std::index_sequence<I...>) {
        constexpr int half = static_cast<int>(lanes<double>);
        const part x_low = __builtin_shufflevector(x, x, int(I)...), y_low = __builtin_shufflevector(y, y, int(I)...);
        const part x_high = __builtin_shufflevector(x, x, (int(I) + half)...);
        const part y_high = __builtin_shufflevector(y, y, (int(I) + half)...);
        const part low = __builtin_convertvector(
            float_remainder(__builtin_convertvector(x_low, vec<double>), __builtin_convertvector(y_low, vec<double>)),
            part);
        const part high = __builtin_convertvector(
            float_remainder(__builtin_convertvector(x_high, vec<double>), __builtin_convertvector(y_high, vec<double>)),
            part);
        return __builtin_shufflevector(low, high, int(I)..., (int(I) + half)...);
    };
    return in_double(std::make_index_sequence<lanes<double>>{});
}
inline vec<double> remainder_of_magnitudes(vec<double> x, vec<double> y) noexcept { return double_remainder(x, y); }

template <>
struct body<op::mod> {
    static pair apply(mask<double> floored, pair x, pair y) noexcept { return real_remainder(floored, x, y); }
    /// Floats: `floored` lanes take the divisor's sign, others the dividend's.
    template <class V, class M>
    static V apply(M floored, V x, V y) noexcept {
        const V size = body<op::abs>::apply(x), divisor = body<op::abs>::apply(y);
        constexpr auto infinity = std::numeric_limits<scalar_of<V>>::infinity();
        const M sign = bits_as<M>(x) ^ bits_as<M>(size);
        const M is_number = (size < infinity) & (divisor > 0) & (divisor <= infinity);
        const M is_below = size < divisor;
        // Lanes that are settled already get operands that need no work.
        const M is_settled = ~is_number | is_below;
        const V one = V{} + 1;
        const V rest = remainder_of_magnitudes(is_settled ? V{} : size, is_settled ? one : divisor);
        const V with_sign = bits_as<V>(bits_as<M>(is_below ? size : rest) | sign);
        const V moved = with_sign + y;
        const M y_sign = bits_as<M>(y) ^ bits_as<M>(divisor);
        const V zero = bits_as<V>(y_sign);
        const V adjusted = with_sign == 0 ? zero : (sign == y_sign) ? with_sign : moved;
        const V answer = floored ? adjusted : with_sign;
        return is_number ? answer : splat(std::numeric_limits<scalar_of<V>>::quiet_NaN());
    }
    /// Integers; `zero` collects which divisors were 0.
    template <class V, class M>
    static V apply(V& zero, M floored, V x, V y) noexcept {
        using T = scalar_of<V>;
        using U = vec<typename integers<sizeof(T)>::u>;
        const auto is_zero = bits_as<V>(y == 0);
        zero |= is_zero;
        if constexpr (std::is_signed_v<T>) {
            const U sign = bits_as<U>(x < 0);
            const U r = divided_magnitudes<division::remainder>(x, y);
            const V truncated = bits_as<V>((r ^ sign) - sign);
            const M differs = floored & (truncated != 0) & ((truncated ^ y) < 0);
            return (truncated + (y & bits_as<V>(differs))) & ~is_zero;
        } else {
            return divided<division::remainder>(x, y) & ~is_zero;
        }
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
