// Batches: as many elements of one type as a step works on, in registers, and the same ones in other widths. What
// becomes of numbers that another type does not hold is in cast.hpp.
#pragma once

#include "kernels/element.hpp"
#include "kernels/simd/packs.hpp"
#include "kernels/simd/widen.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// W elements of T in full registers, or in part of one.
template <class T, std::size_t W>
struct batch {
    using scalar = T;
    static constexpr std::size_t count = W < lanes<T> ? W : lanes<T>;
    static constexpr std::size_t regs = W / count;
    using part = vec_n<T, count>;
    part reg[regs];
};
/// W double-doubles, in order.
template <std::size_t W>
struct batch<double_double, W> {
    using scalar = double_double;
    batch<double, W> hi, lo;
};

/// What the elements of T are in registers: binary16 is float, a truth value a byte.
template <class T>
using held =
    std::conditional_t<std::is_same_v<T, half>, float, std::conditional_t<std::is_same_v<T, truth>, std::uint8_t, T>>;

/// `f` of each register; the result's elements have the size of the operand's.
template <class To, class T, std::size_t W, class F>
inline batch<To, W> each(const batch<T, W>& x, F f) noexcept {
    static_assert(sizeof(To) == sizeof(T));
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return batch<To, W>{{f(x.reg[I])...}}; }
    (std::make_index_sequence<batch<T, W>::regs>{});
}

/// Elements I + Step * 0, 1, 2, ... of x and y, read as one.
template <std::size_t From, std::size_t Step, class V, std::size_t... I>
inline auto picked(V x, V y, std::index_sequence<I...>) noexcept {
    return __builtin_shufflevector(x, y, static_cast<int>(From + Step * I)...);
}
template <std::size_t From, std::size_t Step, std::size_t Count, class V>
inline vec_n<scalar_of<V>, Count> picked(V x, V y) noexcept {
    return picked<From, Step>(x, y, std::make_index_sequence<Count>{});
}
template <class V>
inline V all_lanes(scalar_of<V> x) noexcept {
    return [x]<std::size_t... I>(std::index_sequence<I...>) { return V{((void)I, x)...}; }
    (std::make_index_sequence<size_of_vector<V>>{});
}

/// Integers to greater ones, each register in one step, where there are such steps.
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
template <class To, std::size_t W>
inline constexpr bool extends_in_one_step = W >= 16 && W % lanes<To> == 0;
template <class To, class T, std::size_t W>
inline batch<To, W> extended_from(const batch<T, W>& x) noexcept {
    constexpr std::size_t count = batch<T, W>::count, bytes = lanes<To> * sizeof(T);
    const auto one = [&x]<std::size_t First>(std::integral_constant<std::size_t, First>) {
        const auto& all = x.reg[First / count];
        if constexpr (bytes >= 16) {
            const auto piece = picked<First % count, 1, lanes<To>>(all, all);
            if constexpr (bytes == 32) return extended<To, T>(bits_as<__m256i>(piece));
            else return extended<To, T>(bits_as<__m128i>(piece));
        } else {
            // Half of what 16 bytes hold.
            constexpr std::size_t held = 16 / sizeof(T), from = First % count / held * held;
            const auto piece = bits_as<__m128i>(picked<from, 1, held>(all, all));
            return extended<To, T>(First % held == 0 ? piece : _mm_unpackhi_epi64(piece, piece));
        }
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return batch<To, W>{{one(std::integral_constant<std::size_t, I * lanes<To>>{})...}};
    }
    (std::make_index_sequence<batch<To, W>::regs>{});
}
#else
template <class To, std::size_t W>
inline constexpr bool extends_in_one_step = false;
template <class To, class T, std::size_t W>
batch<To, W> extended_from(const batch<T, W>& x) noexcept;
#endif

/// Twice the size: integers extended as their sign is, float to double.
template <class To, class T, std::size_t W>
inline batch<To, W> widened(const batch<T, W>& x) noexcept {
    static_assert(sizeof(To) == 2 * sizeof(T));
    using result = batch<To, W>;
    if constexpr (std::is_integral_v<To> && extends_in_one_step<To, W>) {
        return extended_from<To>(x);
    } else if constexpr (result::count == batch<T, W>::count) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return result{{__builtin_convertvector(x.reg[I], typename result::part)...}};
        }
        (std::make_index_sequence<result::regs>{});
    } else if constexpr (register_bytes == 16 && std::is_integral_v<To>) {
        // Compilers take halves of 16-byte registers through memory.
        using V = typename batch<T, W>::part;
        const auto high_half = [](V v) {
            if constexpr (std::is_signed_v<T>) return V(v < 0);
            else return V{};
        };
        result made;
        for (std::size_t i = 0; i < batch<T, W>::regs; ++i) {
            made.reg[2 * i] = bits_as<typename result::part>(zip_low(x.reg[i], high_half(x.reg[i])));
            made.reg[2 * i + 1] = bits_as<typename result::part>(zip_high(x.reg[i], high_half(x.reg[i])));
        }
        return made;
    } else {
        constexpr std::size_t half = result::count;
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return result{{__builtin_convertvector((picked<I % 2 * half, 1, half>(x.reg[I / 2], x.reg[I / 2])),
                                                   typename result::part)...}};
        }
        (std::make_index_sequence<result::regs>{});
    }
}
/// Half the size: the low halves of integers.
template <class To, class T, std::size_t W>
inline batch<To, W> halved(const batch<T, W>& x) noexcept {
    static_assert(2 * sizeof(To) == sizeof(T));
    using result = batch<To, W>;
    using bits = vec_n<To, 2 * batch<T, W>::count>;
    constexpr bool in_pairs = batch<T, W>::regs > 1;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return result{{picked<0, 2, result::count>(bits_as<bits>(x.reg[in_pairs ? 2 * I : I]),
                                                   bits_as<bits>(x.reg[in_pairs ? 2 * I + 1 : I]))...}};
    }
    (std::make_index_sequence<result::regs>{});
}
/// Numbers of eight bytes as numbers of four: rounded to float, or truncated, for what fits.
template <class To, class T, std::size_t W>
inline batch<To, W> narrowed(const batch<T, W>& x) noexcept {
    static_assert(sizeof(To) == 4 && sizeof(T) == 8);
    using result = batch<To, W>;
    constexpr std::size_t count = batch<T, W>::count;
    const auto piece = [&](std::size_t i) { return __builtin_convertvector(x.reg[i], vec_n<To, count>); };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        if constexpr (result::count == count) return result{{piece(I)...}};
        else return result{{picked<0, 1, 2 * count>(piece(2 * I), piece(2 * I + 1))...}};
    }
    (std::make_index_sequence<result::regs>{});
}

/// Whether packed_to makes bytes by packs.
template <class To, std::size_t W>
inline constexpr bool packs_bytes =
#if defined(__x86_64__)
    sizeof(To) == 1 && W % lanes<To> == 0;
#else
    false;
#endif
template <class To, std::size_t W>
inline batch<To, W> packed_to(const batch<std::int32_t, W>& x) noexcept;

/// Integers of another size: the low bits, or extended as the sign of T is.
template <class To, class T, std::size_t W>
inline batch<To, W> resized(const batch<T, W>& x) noexcept {
    if constexpr (sizeof(To) == sizeof(T)) {
        return each<To>(x, [](auto v) { return bits_as<typename batch<To, W>::part>(v); });
    } else if constexpr (sizeof(T) == 4 && packs_bytes<To, W>) {
        // Masked, so that packs do not saturate.
        const auto low = each<std::int32_t>(x, [](auto v) { return bits_as<vec<std::int32_t>>(v) & 0xff; });
        return resized<To>(packed_to<std::uint8_t>(low));
    } else if constexpr (sizeof(To) < sizeof(T)) {
        return resized<To>(halved<typename integers<sizeof(T) / 2>::u>(x));
    } else if constexpr (sizeof(T) == 1 && sizeof(To) >= 4 && extends_in_one_step<std::int32_t, W>) {
        return resized<To>(extended_from<std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>(x));
    } else {
        using next = integers<2 * sizeof(T)>;
        return resized<To>(widened<std::conditional_t<std::is_signed_v<T>, typename next::s, typename next::u>>(x));
    }
}

/// Integers that To holds, in fewer bytes: by saturating packs where there are full registers of both.
template <class To, std::size_t W>
inline batch<To, W> packed_to(const batch<std::int32_t, W>& x) noexcept {
    if constexpr (sizeof(To) == 4) return resized<To>(x);
#if defined(__x86_64__)
    else if constexpr (packs_bytes<To, W>) {
        // What keeps masks keeps small signed numbers.
        const auto four = [&x](std::size_t i) {
            const auto* const r = x.reg + 4 * i;
            if constexpr (std::is_signed_v<To>) return packed_masks(r[0], r[1], r[2], r[3]);
            else return packed(r[0], r[1], r[2], r[3]);
        };
        return [&four]<std::size_t... I>(std::index_sequence<I...>) { return batch<To, W>{{four(I)...}}; }
        (std::make_index_sequence<batch<To, W>::regs>{});
    } else if constexpr (sizeof(To) == 2 && W == lanes<To>) {
        if constexpr (std::is_signed_v<To>)
            return {{bits_as<vec<To>>(in_order_of_two(packed_signed<std::int32_t>(x.reg[0], x.reg[1])))}};
        else return {{packed(x.reg[0], x.reg[1])}};
    }
#endif
    else
        return resized<To>(x);
}
template <class To, std::size_t W>
inline batch<To, W> packed_to(const batch<std::int64_t, W>& x) noexcept {
    return packed_to<To>(resized<std::int32_t>(x));
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
