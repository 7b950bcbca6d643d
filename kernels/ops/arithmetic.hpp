// What the arithmetic operators compute on registers: one body per operator.
//
// A body has apply(x, y) (or apply(x)) for every register type it means something for: integers, float,
// double, and double-doubles (pair). binary16 comes as float: + - * / and sqrt of binary16 values rounded to
// float and then to binary16 are correctly rounded, since 24 >= 2 * 11 + 2. So they are the same bits where a
// processor computes binary16 itself (kernels/extension/).
#pragma once

#include "kernels/double_double.hpp"
#include "kernels/float_bits.hpp"
#include "kernels/rows.hpp"
#include "kernels/simd/extremes.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <op Op>
struct body;

template <class V>
inline constexpr bool is_pair = std::is_same_v<V, pair>;
template <class V>
inline constexpr bool is_float = [] {
    if constexpr (is_pair<V>) return false;
    else return is_computed_float<scalar_of<V>>;
}();

template <>
struct body<op::add> {
    template <class V>
    static V apply(V x, V y) noexcept {
        if constexpr (is_pair<V>) return add(x, y);
        else return plain_sum(x, y);
    }
};
template <>
struct body<op::sub> {
    template <class V>
    static V apply(V x, V y) noexcept {
        if constexpr (is_pair<V>) return add(x, negate(y));
        else return plain_difference(x, y);
    }
};
template <>
struct body<op::mul> {
    template <class V>
    static V apply(V x, V y) noexcept {
        if constexpr (is_pair<V>) return multiply(x, y);
        else return product(x, y);
    }
};

/// minimum (`Least`) or maximum of IEEE 754-2019. `x < y ? x : y` is one instruction on x86 and answers y for
/// zeros and NaN; both orders together see both zeros, and a NaN is put in by hand.
template <bool Least, class V>
inline V extreme(V x, V y) noexcept {
    if constexpr (is_pair<V>) {
        const mask<double> first = Least ? less(x, y) : less(y, x);
        const vec<double> zero = extreme<Least>(x.hi, y.hi);
        const mask<double> ordered = (x.hi == x.hi) & (y.hi == y.hi);
        const mask<double> by_hi = ~ordered | (zero == 0.0);
        return {choose(by_hi, zero, choose(first, x.hi, y.hi)),
                choose(by_hi, vec<double>{}, choose(first, x.lo, y.lo))};
    } else if constexpr (has_extremes && (std::is_same_v<V, vec<float>> || std::is_same_v<V, vec<double>>)) {
        return extreme_of<Least>(x, y);
    } else if constexpr (is_float<V>) {
        using M = mask<scalar_of<V>>;
        const V one = Least ? (x < y ? x : y) : (x > y ? x : y);
        const V other = Least ? (y < x ? y : x) : (y > x ? y : x);
        const M both = Least ? bits_as<M>(one) | bits_as<M>(other) : bits_as<M>(one) & bits_as<M>(other);
        return bits_as<V>(both | unordered(x, y));
    } else {
        return Least ? (x < y ? x : y) : (x > y ? x : y);
    }
}
template <>
struct body<op::min> {
    template <class V>
    static V apply(V x, V y) noexcept {
        return extreme<true>(x, y);
    }
};
template <>
struct body<op::max> {
    template <class V>
    static V apply(V x, V y) noexcept {
        return extreme<false>(x, y);
    }
};

template <>
struct body<op::abs> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_pair<V>) {
            const auto negative = bits_as<vec<std::int64_t>>(x.hi) < 0;
            return {magnitude(x.hi), choose(negative, 0.0 - x.lo, x.lo)};
        } else if constexpr (is_float<V>) {
            return magnitude(x);
        } else if constexpr (std::is_signed_v<scalar_of<V>>) {
            // In unsigned lanes, because INT_MIN wraps.
            using U = vec<typename integers<sizeof(scalar_of<V>)>::u>;
            const U bits = bits_as<U>(x);
            return bits_as<V>(x < 0 ? U{} - bits : bits);
        } else {
            return x;
        }
    }
    /// On the bits: a binary16 NaN keeps its payload, and no conversion is paid for.
    static vec<std::uint16_t> apply_half(vec<std::uint16_t> x) noexcept { return x & 0x7fff; }
};
template <>
struct body<op::neg> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_pair<V>) return negate(x);
        else return -x;
    }
    static vec<std::uint16_t> apply_half(vec<std::uint16_t> x) noexcept { return x ^ 0x8000; }
};
template <>
struct body<op::sign> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_pair<V>) {
            return {apply(x.hi), vec<double>{}};
        } else if constexpr (is_float<V>) {
            const V one = V{} + 1;
            // A zero loses its sign and a NaN stays one.
            return x > 0 ? one : (x < 0 ? -one : x + 0);
        } else {
            // A comparison is 0 or -1.
            return bits_as<V>(x < 0) - bits_as<V>(x > 0);
        }
    }
    static vec<std::uint16_t> apply_half(vec<std::uint16_t> x) noexcept {
        const auto size = bits_as<vec<std::int16_t>>(x & 0x7fff);
        const vec<std::uint16_t> signed_one = (x & 0x8000) | 0x3c00;
        const vec<std::uint16_t> of_number = signed_one & bits_as<vec<std::uint16_t>>(size != 0);
        return size > 0x7c00 ? x | 0x200 : of_number;
    }
};
template <>
struct body<op::sqrt> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_pair<V>) return square_root(x);
        else return sqrt(x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
