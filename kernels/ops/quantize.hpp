// Quantization and back: what is computed on batches in registers.
//
// Integers of one size are told apart by one number: signed ones are moved up by half their range, by flipping the top
// bit. That leaves their order and their differences as they are, so that the rest knows unsigned integers only.
#pragma once

#include "kernels/ops/cast.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// f(i) for each register of the result. Written out, because loops over registers would be loops over memory.
template <class To, std::size_t W, class F>
inline batch<To, W> by_registers(F f) noexcept {
    return [&f]<std::size_t... I>(std::index_sequence<I...>) { return batch<To, W>{{f(I)...}}; }
    (std::make_index_sequence<batch<To, W>::regs>{});
}
/// Register `i` of a batch, or of one that is the same for all.
template <class T, std::size_t W>
inline const typename batch<T, W>::part& register_of(const batch<T, W>& x, std::size_t i) noexcept {
    return x.reg[batch<T, W>::regs == 1 ? 0 : i];
}
/// Elements of one register.
template <class T>
inline constexpr std::size_t one_register = lanes<held<T>>;

template <class U, std::size_t W>
inline batch<U, W> flipped(const batch<U, W>& x, U flip) noexcept {
    return each<U>(x, [flip](auto v) { return v ^ flip; });
}

/// What becomes of a quotient: rounded, half to even, and moved to the zero point within the integers that there are.
/// The limits are whole numbers, so that they may come before rounding; and then adding 1.5 * 2^p rounds and leaves the
/// integer in the low bits.
template <class Wide, std::size_t W>
struct zero_points {
    using whole = typename integers<sizeof(Wide)>::s;
    static constexpr Wide magic = sizeof(Wide) == 4 ? Wide(0x1.8p23f) : Wide(0x1.8p52);
    batch<Wide, W> low, high;
    batch<whole, W> offset;

    /// `zero` are flipped.
    template <class U>
    explicit zero_points(const batch<U, W>& zero) noexcept {
        static_assert(sizeof(U) <= (sizeof(Wide) == 4 ? 2 : 4), "sums are exact");
        const auto wide = [&] {
            if constexpr (sizeof(Wide) == 4) return floats(resized<std::int32_t>(zero));
            else return doubles(zero);
        }();
        low = each<Wide>(wide, [](auto v) { return -v; });
        high = each<Wide>(wide, [](auto v) { return Wide{std::numeric_limits<U>::max()} - v; });
        offset = each<whole>(resized<typename integers<sizeof(Wide)>::u>(zero), [](auto v) {
            using V = signed_lanes<decltype(v)>;
            return bits_as<V>(v) - __builtin_bit_cast(whole, magic);
        });
    }

    /// Flipped; NaN is 0, which moves to the zero point.
    template <class U, std::size_t Width>
    batch<U, Width> moved(const batch<Wide, Width>& quotient) const noexcept {
        return packed_to<U>(by_registers<whole, Width>([&](std::size_t i) {
            auto v = ordered(quotient.reg[i]);
            v = v > register_of(low, i) ? v : register_of(low, i);
            v = v < register_of(high, i) ? v : register_of(high, i);
            return bits_as<typename batch<whole, Width>::part>(v + magic) + register_of(offset, i);
        }));
    }
};

/// Rounded to binary16.
template <std::size_t W>
inline batch<float, W> rounded_to_half(const batch<float, W>& x) noexcept {
    return each<float>(x, [](auto v) {
        const half_bits bits = to_half(v);
        std::uint16_t stored[lanes<float>];
        store(stored, bits);
        return from_half(stored);
    });
}

/// x / scale in the precision of Form: binary16 in float and rounded again, which is its own quotient rounded once.
template <class Form, std::size_t W, std::size_t S>
inline batch<held<Form>, W> quotients(const batch<held<Form>, W>& x, const batch<held<Form>, S>& scale) noexcept {
    const auto made = by_registers<held<Form>, W>([&](std::size_t i) { return x.reg[i] / register_of(scale, i); });
    if constexpr (std::is_same_v<Form, half>) return rounded_to_half(made);
    else return made;
}

/// The type in which quotients of `Form` meet integers of U: float has room for sums of 17 bits.
template <class Form, class U>
using summed = std::conditional_t<std::is_same_v<Form, double> || sizeof(U) == 4, double, float>;

template <class To, class From, std::size_t W>
inline batch<To, W> as_summed(const batch<From, W>& x) noexcept {
    if constexpr (std::is_same_v<To, From>) return x;
    else return widened<To>(x);
}

// ---- Back: (x - zero) * scale, one rounding.

/// The product rounded to odd in 53 bits where it has more: later rounding to fewer is the only one. `x` are integers
/// of up to 33 bits, `scale` is a float in double.
inline vec<double> product_rounded_to_odd(vec<double> x, vec<double> scale) noexcept {
#if defined(ZS_ISA_avx512)
    return product_to_odd(x, scale);
#else
    using V = vec<double>;
    const V rounded = x * scale;
    V sum = rounded, rest;
    if constexpr (has_fma) {
        // No product is so small that what is lost of it would be subnormal.
        rest = fma(x, scale, -rounded);
    } else {
        // Both parts have 17 bits at most, their products 41.
        const V high = floor_of(V(x * 0x1p-16), 0x1.8p52).value * 0x1p16;
        const V low = x - high;
        const V first = high * scale, second = low * scale;
        sum = first + second;
        // The smaller part is added last: exact, as for any two numbers.
        const V other = sum - first;
        rest = (first - (sum - other)) + (second - other);
    }
    using U = unsigned_lanes<V>;
    const odd_sum<V> odd = rounded_to_odd(sum, rest);
    // What is exact keeps its sign of zero; infinities and NaN have no rest.
    return bits_as<V>((bits_as<U>(odd.value) & odd.inexact) | (bits_as<U>(rounded) & ~odd.inexact));
#endif
}

/// Bytes go to four times their size in one step where compilers have an instruction for it.
template <class U, std::size_t W>
inline batch<std::int32_t, W> in_32_bits(const batch<U, W>& x) noexcept {
    using result = batch<std::int32_t, W>;
    if constexpr (register_bytes > 16 && sizeof(U) == 1 && batch<U, W>::count == result::count) {
        return by_registers<std::int32_t, W>(
            [&](std::size_t i) { return __builtin_convertvector(x.reg[i], typename result::part); });
    } else {
        return resized<std::int32_t>(x);
    }
}

/// Of flipped integers.
template <class Form, class U, std::size_t W>
inline batch<Form, W> differences(const batch<U, W>& x, const batch<U, W>& zero) noexcept {
    if constexpr (sizeof(U) == 4) {
        const batch<double, W> a = doubles(x), b = doubles(zero);
        return by_registers<double, W>([&](std::size_t i) { return a.reg[i] - b.reg[i]; });
    } else {
        const batch<std::int32_t, W> a = in_32_bits(x), b = in_32_bits(zero);
        const auto made = by_registers<std::int32_t, W>([&](std::size_t i) { return a.reg[i] - b.reg[i]; });
        if constexpr (std::is_same_v<Form, float>) return floats(made);
        else return doubles(made);
    }
}

template <class Result, class U, class Form, std::size_t W>
inline batch<held<Result>, W> products(const batch<U, W>& x, const batch<U, W>& zero,
                                       const batch<Form, W>& scale) noexcept {
    const batch<Form, W> difference = differences<Form>(x, zero);
    constexpr bool is_exact = sizeof(U) < 4 || std::is_same_v<Result, double>;
    const auto product = by_registers<Form, W>([&](std::size_t i) {
        if constexpr (is_exact) return difference.reg[i] * scale.reg[i];
        else return product_rounded_to_odd(difference.reg[i], scale.reg[i]);
    });
    if constexpr (std::is_same_v<Form, held<Result>>) return product;
    else return converted<Form, Result, W>(product);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
