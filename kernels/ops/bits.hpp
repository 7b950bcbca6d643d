// Bitwise operators and shifts. A shift by the width or more gives 0, as does a negative amount: read as an unsigned
// number it is that large.
#pragma once

#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct body<op::bitwise_and> {
    template <class V>
    static V apply(V x, V y) noexcept {
        return x & y;
    }
};
template <>
struct body<op::bitwise_or> {
    template <class V>
    static V apply(V x, V y) noexcept {
        return x | y;
    }
};
template <>
struct body<op::bitwise_xor> {
    template <class V>
    static V apply(V x, V y) noexcept {
        return x ^ y;
    }
};
template <>
struct body<op::bitwise_not> {
    template <class V>
    static V apply(V x) noexcept {
        return ~x;
    }
};

enum class direction { left, right };

/// All lanes by the same amount. No instruction set of x86 shifts bytes: they go as halves of 16 bits, without what
/// came over from the neighbour.
template <direction To, int Amount, class V>
inline V shifted_all(V x) noexcept {
    if constexpr (sizeof(scalar_of<V>) == 1) {
        using wide = vec<std::uint16_t>;
        constexpr int kept = To == direction::left ? 0xff << Amount & 0xff : 0xff >> Amount;
        return bits_as<V>(shifted_all<To, Amount>(bits_as<wide>(x))) & static_cast<std::uint8_t>(kept);
    } else {
        return To == direction::left ? x << Amount : x >> Amount;
    }
}
/// By amounts less than the width, one for each lane: a step for each bit of the amount.
template <direction To, int Amount, class V>
inline V shifted_by_steps(V x, V amounts) noexcept {
    constexpr auto bit = static_cast<scalar_of<V>>(Amount);
    const V moved = choose((amounts & bit) == bit, shifted_all<To, Amount>(x), x);
    if constexpr (Amount * 2 < int(sizeof(scalar_of<V>) * 8)) return shifted_by_steps<To, Amount * 2>(moved, amounts);
    else return moved;
}
/// Unsigned lanes by amounts less than the width: by the instruction, by that of lanes twice as wide, or in steps.
template <direction To, class V>
inline V shifted(V x, V amounts) noexcept {
    using T = scalar_of<V>;
    if constexpr (sizeof(T) >= least_lane_shifted) {
        return To == direction::left ? x << amounts : x >> amounts;
    } else if constexpr (sizeof(T) < 8 && 2 * sizeof(T) == least_lane_shifted) {
        using W = typename integers<2 * sizeof(T)>::u;
        constexpr int bits = sizeof(T) * 8;
        constexpr W low_half = std::numeric_limits<T>::max(), high_half = static_cast<W>(~low_half);
        const auto wide = bits_as<vec<W>>(x), by = bits_as<vec<W>>(amounts);
        const vec<W> low = shifted<To>(wide & low_half, by & low_half) & low_half;
        const vec<W> high = shifted<To>(wide & high_half, by >> bits) & high_half;
        return bits_as<V>(low | high);
    } else {
        return shifted_by_steps<To, 1>(x, amounts);
    }
}

template <>
struct body<op::bit_shift> {
    template <direction To, class V>
    static V apply(V x, V amounts) noexcept {
        using T = scalar_of<V>;
        using U = vec<typename integers<sizeof(T)>::u>;
        constexpr auto width = static_cast<scalar_of<U>>(sizeof(T) * 8);
        const U by = bits_as<U>(amounts), within = by & static_cast<scalar_of<U>>(width - 1);
        // What is shifted in is the sign: as complements negative numbers take in zeros, too.
        U sign{};
        if constexpr (std::is_signed_v<T> && To == direction::right) sign = bits_as<U>(x < 0);
        const U moved = shifted<To>(bits_as<U>(x) ^ sign, within) ^ sign;
        return bits_as<V>(moved & bits_as<U>(by < width));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
