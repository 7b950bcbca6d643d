// Batches of elements between memory and registers, and the ragged ends of rows through padded copies: for kernels that
// have loops of their own because they go by several types.
#pragma once

#include "kernels/ops/batch.hpp"
#include "kernels/rows.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class T, std::size_t W>
inline batch<held<T>, W> loaded(const void* from) noexcept {
    using made = batch<held<T>, W>;
    const auto* const p = static_cast<const std::byte*>(from);
    if constexpr (std::is_same_v<T, double_double>) {
        using part = typename batch<double, W>::part;
        constexpr std::size_t count = batch<double, W>::count;
        made x;
        for (std::size_t i = 0; i < batch<double, W>::regs; ++i) {
            const auto a = load<part>(p + i * 2 * sizeof(part));
            const auto b = load<part>(p + (i * 2 + 1) * sizeof(part));
            x.hi.reg[i] = picked<0, 2, count>(a, b);
            x.lo.reg[i] = picked<1, 2, count>(a, b);
        }
        return x;
    } else {
        return [p]<std::size_t... I>(std::index_sequence<I...>) {
            using part = typename made::part;
            if constexpr (std::is_same_v<T, half>) {
                return made{{from_half(reinterpret_cast<const std::uint16_t*>(p) + I * lanes<float>)...}};
            } else if constexpr (std::is_same_v<T, truth>) {
                return made{{(bits_as<part>(load<part>(p + I * sizeof(part)) != 0) & 1)...}};
            } else {
                return made{{load<part>(p + I * sizeof(part))...}};
            }
        }
        (std::make_index_sequence<made::regs>{});
    }
}

template <class To, class T, std::size_t W>
inline void stored_as(std::byte* p, const batch<held<T>, W>& x) noexcept {
    if constexpr (std::is_same_v<T, double_double>) {
        constexpr std::size_t count = batch<double, W>::count;
        for (std::size_t i = 0; i < batch<double, W>::regs; ++i) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                const auto hi = x.hi.reg[i], lo = x.lo.reg[i];
                constexpr auto half_count = count / 2;
                To::store(p + i * 2 * sizeof hi,
                          __builtin_shufflevector(hi, lo, static_cast<int>(I / 2 + I % 2 * count)...));
                To::store(p + (i * 2 + 1) * sizeof hi,
                          __builtin_shufflevector(hi, lo, static_cast<int>(half_count + I / 2 + I % 2 * count)...));
            }
            (std::make_index_sequence<count>{});
        }
    } else {
        const auto one = [&x, p](std::size_t i) {
            if constexpr (std::is_same_v<T, half>) To::store(p + i * sizeof(half_bits), to_half(x.reg[i]));
            else To::store(p + i * sizeof x.reg[i], x.reg[i]);
        };
        // As a loop of four it would stay one, over registers that were stored to be indexed.
        [&one]<std::size_t... I>(std::index_sequence<I...>) { (one(I), ...); }
        (std::make_index_sequence<batch<held<T>, W>::regs>{});
    }
}

#if defined(ZS_ISA_avx512)
/// The first bytes of a register, and a register that begins with them.
template <class V>
inline V first_of(__m512i all) noexcept {
    if constexpr (sizeof(V) == 64) return bits_as<V>(all);
    else if constexpr (sizeof(V) == 32) return bits_as<V>(_mm512_castsi512_si256(all));
    else if constexpr (sizeof(V) == 16) return bits_as<V>(_mm512_castsi512_si128(all));
    else return bits_as<V>(_mm_cvtsi128_si64(_mm512_castsi512_si128(all)));
}
template <class V>
inline __m512i as_whole(const V& v) noexcept {
    if constexpr (sizeof(V) == 64) return bits_as<__m512i>(v);
    else if constexpr (sizeof(V) == 32) return _mm512_castsi256_si512(bits_as<__m256i>(v));
    else if constexpr (sizeof(V) == 16) return _mm512_castsi128_si512(bits_as<__m128i>(v));
    else return _mm512_castsi128_si512(_mm_cvtsi64_si128(bits_as<long long>(v)));
}
/// A bit for each of the bytes of a register of `Bytes`, `first` bytes into a row that has `all`.
template <std::size_t Bytes>
inline std::uint64_t mask_of_part(std::size_t first, std::size_t all) noexcept {
    const std::size_t bytes = all <= first ? 0 : all - first;
    return bytes >= Bytes ? ~std::uint64_t{} >> (64 - Bytes) : mask_of_first(bytes);
}
/// The first `n` elements from 1 to W; what is behind them is 0 when loaded, and stays in memory when stored.
template <class T, std::size_t W>
inline batch<held<T>, W> loaded_first(const std::byte* p, std::size_t n) noexcept {
    using made = batch<held<T>, W>;
    using part = typename made::part;
    constexpr std::size_t bytes = made::count * sizeof(T);
    const auto one = [ p, n ](std::size_t i) __attribute__((always_inline)) {
        const __m512i all = _mm512_maskz_loadu_epi8(mask_of_part<bytes>(i * bytes, n * sizeof(T)), p + i * bytes);
        if constexpr (std::is_same_v<T, half>) return from_half(_mm512_castsi512_si256(all));
        else if constexpr (std::is_same_v<T, truth>) return bits_as<part>(first_of<part>(all) != 0) & 1;
        else return first_of<part>(all);
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return made{{one(I)...}}; }
    (std::make_index_sequence<made::regs>{});
}
template <class T, std::size_t W>
inline void stored_first(std::byte* p, const batch<held<T>, W>& x, std::size_t n) noexcept {
    using given = batch<held<T>, W>;
    constexpr std::size_t bytes = given::count * sizeof(T);
    const auto one = [&x, p, n ](std::size_t i) __attribute__((always_inline)) {
        const std::uint64_t mask = mask_of_part<bytes>(i * bytes, n * sizeof(T));
        if constexpr (std::is_same_v<T, half>)
            _mm512_mask_storeu_epi8(p + i * bytes, mask, as_whole(to_half(x.reg[i])));
        else _mm512_mask_storeu_epi8(p + i * bytes, mask, as_whole(x.reg[i]));
    };
    [&one]<std::size_t... I>(std::index_sequence<I...>) { (one(I), ...); }
    (std::make_index_sequence<given::regs>{});
}
#endif

/// `bytes` of a row's end at the start of `all` bytes, a multiple of 8; zeros behind them.
[[gnu::noinline]] void pad(std::byte* padded, const std::byte* from, std::size_t bytes, std::size_t all) noexcept {
    store_padded(padded, from, bytes, all);
}
[[gnu::noinline]] void unpad(std::byte* to, const std::byte* padded, std::size_t bytes) noexcept {
    copy_short<128>(to, padded, bytes);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
