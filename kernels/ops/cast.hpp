// Conversions between the element types, `W` elements at a time.
//
// Most go in two steps: between the kinds of numbers where both take four bytes, or eight, and between the widths.
// What processors lack (64-bit integers and doubles before AVX-512, unsigned 32-bit ones) is put together from exact
// pieces, so that every instruction set rounds once and to the same bits.
#pragma once

#include "kernels/double_double.hpp"
#include "kernels/float_bits.hpp"
#include "kernels/ops/batch.hpp"
#include "kernels/simd/convert.hpp"
#include "kernels/simd/extremes.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// ---- Whole numbers of doubles, by way of what 2^52 carries.

/// A whole number, as a double and as an integer.
template <class V>
struct whole_part {
    V value;
    unsigned_lanes<V> bits;
};
/// floor(y) for 0 <= y < 2^52, or with `magic` 1.5 * 2^52 for |y| < 2^51.
template <class V>
inline whole_part<V> floor_of(V y, double magic = two_52) noexcept {
    const V sum = y + magic;
    const V nearest = sum - magic;
    const auto above = nearest > y;  // -1 where it was rounded up
    using U = unsigned_lanes<V>;
    return {nearest - bits_as<V>(bits_as<U>(above) & bits_as<U>(all_lanes<V>(1.0))),
            bits_as<U>(sum) - bits_as<U>(all_lanes<V>(magic)) + bits_as<U>(above)};
}

/// 0 for NaN.
template <class V>
inline V ordered(V x) noexcept {
    return bits_as<V>(bits_as<signed_lanes<V>>(x) & (x == x));
}
/// NaN is quiet, all else as it is.
template <class V>
inline V quieted(V x) noexcept {
    using U = unsigned_lanes<V>;
    const scalar_of<U> quiet = scalar_of<U>{1} << (sizeof(scalar_of<U>) == 8 ? 51 : 22);
    return bits_as<V>(bits_as<U>(x) | (bits_as<U>(x != x) & quiet));
}
/// x in [least, most], which `V` holds exactly; 0 for NaN.
template <class V>
inline V clamped(V x, scalar_of<V> least, scalar_of<V> most) noexcept {
    const V low = all_lanes<V>(least), high = all_lanes<V>(most);
    // A maximum of x and 0, in this order, is 0 for NaN.
    if (least == 0) return at_most(at_least(low, x), high);
    return at_most_or_zero(at_least(x, low), high);
}

/// |x| modulo 2^64, truncated, for |x| <= 2^64; anything beyond.
template <class V>
inline unsigned_lanes<V> whole_magnitude(V x) noexcept {
    const V size = magnitude(x);
    const whole_part<V> high = floor_of(V(size * 0x1p-32));
    return (high.bits << 32) + floor_of(V(size - high.value * 0x1p32)).bits;
}

/// The integer of 64 bits with the sign of x and this magnitude; its type's end where |x| is `beyond` it, 0 for NaN.
template <class To, class V>
inline vec_n<To, size_of_vector<V>> saturated(V x, unsigned_lanes<V> magnitude, signed_lanes<V> beyond) noexcept {
    using U = unsigned_lanes<V>;
    if constexpr (std::is_unsigned_v<To>) {
        return (magnitude & bits_as<U>(x > 0.0)) | bits_as<U>(beyond & (x > 0.0));
    } else {
        const U negative = bits_as<U>(x < 0.0);
        const U number = ((magnitude ^ negative) - negative) & bits_as<U>(x == x);
        const U limit = negative ^ std::uint64_t{0x7fffffffffffffff};
        return bits_as<vec_n<To, size_of_vector<V>>>(choose(beyond, limit, number));
    }
}
template <class To>
inline constexpr double first_beyond = std::is_signed_v<To> ? 0x1p63 : 0x1p64;

template <class To, std::size_t W>
inline batch<To, W> wide_integers(const batch<double, W>& x) noexcept {
    return each<To>(x, [](auto v) {
        if constexpr (converts_wide_integers) return truncated<To>(v);
        else return saturated<To>(v, whole_magnitude(v), magnitude(v) >= first_beyond<To>);
    });
}
/// hi + lo truncated and saturated.
template <class To, std::size_t W>
inline batch<To, W> wide_integers(const batch<double_double, W>& x) noexcept {
    batch<To, W> made;
    for (std::size_t i = 0; i < batch<To, W>::regs; ++i) {
        const auto hi = x.hi.reg[i];
        using V = std::remove_const_t<decltype(hi)>;
        using U = unsigned_lanes<V>;
        const V size = magnitude(hi);
        // The low part along the direction of the high one. It counts where hi is whole: elsewhere it is too small to
        // reach the next integer.
        const V along = bits_as<V>(bits_as<U>(x.lo.reg[i]) ^ (bits_as<U>(hi) & (std::uint64_t{1} << 63)));
        const auto is_whole = (size >= two_52) | (floor_of(size).value == size);
        const U low = floor_of(along, 1.5 * two_52).bits & bits_as<U>(is_whole);
        constexpr double limit = first_beyond<To>;
        const auto beyond = (size > limit) | ((size == limit) & (along >= 0.0));
        made.reg[i] = saturated<To>(hi, whole_magnitude(hi) + low, beyond);
    }
    return made;
}
/// A double whose truncation is that of hi + lo wherever that has at most 32 bits.
template <std::size_t W>
inline batch<double, W> towards_zero(const batch<double_double, W>& x) noexcept {
    batch<double, W> made;
    for (std::size_t i = 0; i < batch<double, W>::regs; ++i) {
        const auto hi = x.hi.reg[i], lo = x.lo.reg[i];
        using V = std::remove_const_t<decltype(hi)>;
        using U = unsigned_lanes<V>;
        const V size = magnitude(hi);
        const auto is_short = (floor_of(size).value == size) & (((hi > 0.0) & (lo < 0.0)) | ((hi < 0.0) & (lo > 0.0)));
        const U one = (bits_as<U>(hi) & (std::uint64_t{1} << 63)) | bits_as<U>(all_lanes<V>(1.0));
        made.reg[i] = hi - bits_as<V>(one & bits_as<U>(is_short));
    }
    return made;
}

/// 64-bit integers as hi + lo, exactly; hi is the nearest double.
template <class T, std::size_t W>
inline batch<double_double, W> exact_pairs(const batch<T, W>& x) noexcept {
    batch<double_double, W> made;
    for (std::size_t i = 0; i < batch<T, W>::regs; ++i) {
        const auto bits = bits_as<unsigned_lanes<typename batch<T, W>::part>>(x.reg[i]);
        using V = typename batch<double, W>::part;
        constexpr std::uint64_t flip = std::is_signed_v<T> ? 0x80000000 : 0;
        const V high = (carried((bits >> 32) ^ flip) - (two_52 + static_cast<double>(flip))) * 0x1p32;
        const V low = word_as_double(bits & std::uint64_t{0xffffffff});
        made.hi.reg[i] = high + low;
        made.lo.reg[i] = low - (made.hi.reg[i] - high);
    }
    return made;
}

/// A sum that has left `rest`, rounded to odd: the inexact go to the neighbour whose last bit is 1, and a later
/// rounding to fewer bits is then the only one. Exact sums stay as they are.
template <class V>
struct odd_sum {
    V value;
    unsigned_lanes<V> inexact;  ///< all ones or zero
};
template <class V>
inline odd_sum<V> rounded_to_odd(V sum, V rest) noexcept {
    using U = unsigned_lanes<V>;
    const U inexact = bits_as<U>((rest < 0.0) | (rest > 0.0));
    const U inwards = bits_as<U>((sum > 0.0) ^ (rest > 0.0));
    const U step = ~bits_as<U>(sum) & inexact & std::uint64_t{1};
    return {bits_as<V>(bits_as<U>(sum) + ((step ^ inwards) - inwards)), inexact};
}
/// hi + lo rounded to odd.
template <std::size_t W>
inline batch<double, W> rounded_to_odd(const batch<double_double, W>& x) noexcept {
    batch<double, W> made;
    for (std::size_t i = 0; i < batch<double, W>::regs; ++i) {
        const auto hi = x.hi.reg[i], lo = x.lo.reg[i];
        const auto sum = hi + lo;
        // Where there is no low part -0 stays -0.
        made.reg[i] = choose(lo == 0.0, hi, rounded_to_odd(sum, lo - (sum - hi)).value);
    }
    return made;
}
template <std::size_t W>
inline batch<double, W> rounded(const batch<double_double, W>& x) noexcept {
    batch<double, W> made;
    for (std::size_t i = 0; i < batch<double, W>::regs; ++i) {
        made.reg[i] = choose(x.hi.reg[i] == 0.0, x.hi.reg[i], x.hi.reg[i] + x.lo.reg[i]);
    }
    return made;
}
/// Rounded to odd at 24 bits, wherever the result is a normal float.
template <std::size_t W>
inline batch<float, W> short_floats(const batch<double, W>& x) noexcept {
    constexpr std::uint64_t below = 0x1fffffff;
    return narrowed<float>(each<double>(x, [](auto v) {
        const auto bits = bits_as<unsigned_lanes<decltype(v)>>(v);
        return bits_as<decltype(v)>((bits | (((bits & below) + below) & (below + 1))) & ~below);
    }));
}

/// 64-bit integers. Most are below 2^51 and exact as doubles; for others rounding to odd keeps the rounding to float
/// the only one.
template <class T, std::size_t W>
inline batch<float, W> floats_of_wide(const batch<T, W>& x) noexcept {
    if constexpr (converts_wide_integers) return narrowed<float>(x);
    constexpr std::uint64_t bias = std::is_signed_v<T> ? std::uint64_t{1} << 51 : 0;
    batch<double, W> exact;
    vec<std::uint64_t> beyond{};
    for (std::size_t i = 0; i < batch<T, W>::regs; ++i) {
        const auto biased = bits_as<vec<std::uint64_t>>(x.reg[i]) + bias;
        beyond |= biased >> 52;
        exact.reg[i] = carried(biased) - (two_52 + static_cast<double>(bias));
    }
    if (any(beyond)) [[unlikely]]
        return narrowed<float>(rounded_to_odd(exact_pairs(x)));
    return narrowed<float>(exact);
}

// ---- Conversions among int32, uint32, float and double.

template <std::size_t W>
inline batch<float, W> floats(const batch<std::int32_t, W>& x) noexcept {
    return each<float>(x, [](auto v) { return __builtin_convertvector(v, typename batch<float, W>::part); });
}
template <std::size_t W>
inline batch<float, W> floats(const batch<std::uint32_t, W>& x) noexcept {
    return each<float>(x, [](auto v) {
        using V = typename batch<float, W>::part;
        if constexpr (converts_wide_integers) return __builtin_convertvector(v, V);
        // Both halves are exact, their sum rounds once.
        using S = signed_lanes<V>;
        const V high = __builtin_convertvector(bits_as<S>(v >> 16), V);
        return high * 0x1p16f + __builtin_convertvector(bits_as<S>(v & 0xffffu), V);
    });
}
template <class To, std::size_t W>
inline batch<To, W> saturated_integers_of(const batch<float, W>& x) noexcept {
    using limits = std::numeric_limits<To>;
    using V = typename batch<float, W>::part;
    using S = signed_lanes<V>;
    if constexpr (sizeof(To) < 4) {
        return packed_to<To>(each<std::int32_t>(
            x, [](V v) { return __builtin_convertvector(clamped(v, float{limits::min()}, float{limits::max()}), S); }));
    } else if constexpr (converts_wide_integers) {
        return each<To>(x, [](V v) { return truncated<To>(v); });
    } else if constexpr (std::is_signed_v<To>) {
        return each<To>(x, [](V v) {
            const V y = ordered(v);
            const V low = all_lanes<V>(-0x1p31f);
            const auto beyond = y >= 0x1p31f;
            const V fits = bits_as<V>(bits_as<S>(y > low ? y : low) & ~beyond);
            return __builtin_convertvector(fits, S) ^ (beyond & limits::max());
        });
    } else {
        return each<To>(x, [](V v) {
            const V y = v > 0.0f ? v : V{};
            const auto beyond = y >= 0x1p32f;
            const auto top = y >= 0x1p31f;
            const V fits = bits_as<V>(bits_as<S>(V(y - bits_as<V>(top & bits_as<S>(all_lanes<V>(0x1p31f))))) & ~beyond);
            using U = unsigned_lanes<V>;
            return (bits_as<U>(__builtin_convertvector(fits, S)) ^ (bits_as<U>(top) << 31)) | bits_as<U>(beyond);
        });
    }
}

#if defined(__x86_64__)
template <std::size_t W>
inline batch<std::int32_t, W> truncated_or_least(const batch<float, W>& x) noexcept {
    return each<std::int32_t>(x, [](auto v) { return truncated_or_least(v); });
}
#if defined(ZS_ISA_avx2)
template <std::size_t W>
inline batch<std::int32_t, W> truncated_or_least(const batch<double, W>& x) noexcept {
    const auto half = [&x](std::size_t i) { return truncated_or_least(x.reg[i]); };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return batch<std::int32_t, W>{{picked<0, 1, lanes<float>>(half(2 * I), half(2 * I + 1))...}};
    }
    (std::make_index_sequence<batch<std::int32_t, W>::regs>{});
}
#endif
#endif

/// Whether the instruction that truncates and packed_to, for full registers, leave only the least integer in doubt.
template <class To, std::size_t W>
inline constexpr bool saturates_in_packing =
#if defined(__x86_64__)
    sizeof(To) == 4   ? std::is_signed_v<To>&& W % lanes<To> == 0
    : sizeof(To) == 1 ? W % lanes<To> == 0
                      : W == lanes<To> && (register_bytes > 16 || !std::is_same_v<To, std::uint16_t>);
#else
    false;
#endif
/// Whether one of them is the least integer, or, of those that are to be bytes, so small that it is the least of 16
/// bits.
template <class To, std::size_t W>
inline bool has_least(const batch<std::int32_t, W>& x) noexcept {
    constexpr std::size_t regs = batch<std::int32_t, W>::regs;
#if defined(__x86_64__)
    if constexpr (sizeof(To) == 1) {
        // What packing is to begin with: half as many registers.
        const auto two = [&x](std::size_t i) {
            return bits_as<vec<std::int16_t>>(packed_signed<std::int32_t>(x.reg[i], x.reg[i + 1]));
        };
        auto least = two(0);
        for (std::size_t i = 2; i < regs; i += 2) least = at_most(two(i), least);
        return has_lane<std::int16_t>(least, std::numeric_limits<std::int16_t>::min());
    }
#endif
    constexpr auto beyond = std::numeric_limits<std::int32_t>::min();
    if constexpr (register_bytes > 16) {
        auto least = x.reg[0];
        for (std::size_t i = 1; i < regs; ++i) least = at_most(x.reg[i], least);
        return has_lane<std::int32_t>(least, beyond);
    } else {
        // Without an instruction for the smaller of two.
        auto found = x.reg[0] == beyond;
        for (std::size_t i = 1; i < regs; ++i) found |= x.reg[i] == beyond;
        return any(found);
    }
}
/// Whether numbers that 32 bits hold become integers of 64 by way of those.
template <class To, class T, std::size_t W>
inline constexpr bool extends_short_integers =
#if defined(__x86_64__)
    std::is_integral_v<To> && sizeof(To) == 8 && !converts_wide_integers && W % lanes<float> == 0 &&
    (std::is_same_v<T, float> || (std::is_same_v<T, double> && register_bytes == 32));
#else
    false;
#endif
/// The same numbers of 64 bits; of unsigned ones 0 for what is below it.
template <class To, std::size_t W>
inline batch<To, W> extended_integers(const batch<std::int32_t, W>& x) noexcept {
    if constexpr (std::is_signed_v<To>) {
        return resized<To>(x);
    } else {
        return resized<To>(each<std::uint32_t>(x, [](auto v) { return bits_as<vec<std::uint32_t>>(v & ~(v < 0)); }));
    }
}
template <class To, class T, std::size_t W>
inline batch<To, W> wide_integers_of(const batch<T, W>& x) noexcept {
    if constexpr (extends_short_integers<To, T, W>) {
        const batch<std::int32_t, W> numbers = truncated_or_least(x);
        if (!has_least<std::int32_t>(numbers)) [[likely]]
            return extended_integers<To>(numbers);
    }
    if constexpr (sizeof(T) == 4) return wide_integers<To>(widened<double>(x));
    else return wide_integers<To>(x);
}
template <class To, std::size_t W>
inline batch<To, W> integers_of(const batch<float, W>& x) noexcept {
    // One question to all of them: to make sure of each beforehand takes three instructions more.
    if constexpr (saturates_in_packing<To, W>) {
        const batch<std::int32_t, W> numbers = truncated_or_least(x);
        if (!has_least<To>(numbers)) [[likely]]
            return packed_to<To>(numbers);
    }
    return saturated_integers_of<To>(x);
}
template <class To, std::size_t W>
inline batch<To, W> integers_of(const batch<double, W>& x) noexcept {
    using limits = std::numeric_limits<To>;
    using V = typename batch<double, W>::part;
    if constexpr (sizeof(To) == 8) {
        return wide_integers_of<To>(x);
    } else {
        const auto fits = each<double>(x, [](V v) { return clamped(v, double{limits::min()}, double{limits::max()}); });
        if constexpr (std::is_same_v<To, std::uint32_t> && converts_wide_integers) {
            return narrowed<To>(fits);
        } else if constexpr (std::is_same_v<To, std::uint32_t>) {
            return resized<To>(each<std::uint64_t>(fits, [](V v) { return floor_of(v).bits; }));
        } else {
            return packed_to<To>(narrowed<std::int32_t>(fits));
        }
    }
}
template <class T, std::size_t W>
inline batch<double, W> doubles(const batch<T, W>& x) noexcept {
    if constexpr (sizeof(T) == 8) {
        if constexpr (converts_wide_integers) {
            return each<double>(x, [](auto v) { return __builtin_convertvector(v, typename batch<double, W>::part); });
        } else {
            batch<double, W> made = exact_pairs(x).hi;
            return made;
        }
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
        return each<double>(resized<std::uint64_t>(x), [](auto v) { return word_as_double(v); });
    } else if constexpr (sizeof(T) == 4) {
        return widened<double>(x);
    } else {
        return widened<double>(resized<std::int32_t>(x));
    }
}

// ---- The conversion of a batch of From to a batch of To.

/// Whether a signalling NaN of binary16 is a quiet one as float. Of instructions it is.
inline constexpr bool half_conversion_quiets = has_half_conversion;
template <std::size_t W>
inline batch<float, W> quieted_floats(const batch<float, W>& x) noexcept {
    return each<float>(x, [](auto v) { return quieted(v); });
}

template <class T>
inline constexpr bool is_integral = std::is_integral_v<held<T>>;

/// 1 where x is not zero (NaN is not), else 0.
template <class T, std::size_t W>
inline batch<std::uint8_t, W> truths(const batch<T, W>& x) noexcept {
    using S = typename integers<sizeof(T)>::s;
    const batch<std::int8_t, W> m = resized<std::int8_t>(each<S>(x, [](auto v) { return v != 0; }));
    return each<std::uint8_t>(m, [](auto v) { return bits_as<unsigned_lanes<decltype(v)>>(v) & 1; });
}

/// To binary16, rounded once when the floats are stored as such.
template <class T, std::size_t W>
inline batch<float, W> for_half(const batch<T, W>& x) noexcept {
    if constexpr (std::is_same_v<T, float>) {
        return x;
    } else if constexpr (std::is_same_v<T, double>) {
        return short_floats(x);
    } else if constexpr (std::is_same_v<T, double_double>) {
        return short_floats(rounded_to_odd(x));
    } else if constexpr (sizeof(T) <= 2) {
        return floats(resized<std::int32_t>(x));
    } else {
        // Beyond 65520 all are infinity; what remains is exact in float.
        constexpr T most = 1 << 17;
        return floats(resized<std::int32_t>(each<T>(x, [](auto v) {
            using V = decltype(v);
            if constexpr (std::is_signed_v<T>) v = v < all_lanes<V>(-most) ? all_lanes<V>(-most) : v;
            return v > all_lanes<V>(most) ? all_lanes<V>(most) : v;
        })));
    }
}

template <class From, class To, std::size_t W>
inline batch<held<To>, W> converted(const batch<held<From>, W>& x) noexcept {
    constexpr bool from_real = std::is_same_v<From, double_double>;
    constexpr bool to_real = std::is_same_v<To, double_double>;
    if constexpr (std::is_same_v<To, truth>) {
        if constexpr (from_real) return truths(x.hi);  // the low part of zero is zero
        else if constexpr (std::is_same_v<From, truth>) return x;
        else return truths(x);
    } else if constexpr (std::is_same_v<To, half>) {
        return for_half(x);
    } else if constexpr (is_integral<From> && is_integral<To>) {
        return resized<To>(x);
    } else if constexpr (is_integral<To>) {
        if constexpr (from_real && sizeof(To) == 8) return wide_integers<To>(x);
        else if constexpr (from_real) return integers_of<To>(towards_zero(x));
        else if constexpr (sizeof(To) == 8 && sizeof(held<From>) == 4) return wide_integers_of<To>(x);
        else return integers_of<To>(x);
    } else if constexpr (to_real) {
        if constexpr (is_integral<From> && sizeof(From) == 8) return exact_pairs(x);
        else if constexpr (std::is_same_v<From, double>)
            return {each<double>(x, [](auto v) { return quieted(v); }), {}};
        else return {doubles(x), {}};
    } else if constexpr (std::is_same_v<To, float>) {
        if constexpr (from_real) return narrowed<float>(rounded_to_odd(x));
        else if constexpr (std::is_same_v<From, double>) return narrowed<float>(x);
        else if constexpr (std::is_same_v<From, half>) return half_conversion_quiets ? x : quieted_floats(x);
        else if constexpr (sizeof(From) == 8) return floats_of_wide(x);
        else if constexpr (sizeof(From) == 4) return floats(x);
        else return floats(resized<std::int32_t>(x));
    } else {
        static_assert(std::is_same_v<To, double>);
        if constexpr (from_real) return rounded(x);
        else return doubles(x);
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
