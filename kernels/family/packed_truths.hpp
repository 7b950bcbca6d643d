// Masks of any lanes, packed to the bytes that booleans are.
#pragma once

#include "kernels/rows.hpp"
#include "kernels/simd/masks.hpp"
#include "kernels/simd/packs.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Halves the lane width: masks of `n` registers into n / 2 of twice the lanes, until lanes are bytes.
template <class Lane, std::size_t N>
inline vec<std::uint8_t> bytes_of(const vec<Lane> (&m)[N]) noexcept {
    if constexpr (N == 1) {
        return ones_of(bits_as<vec<std::int8_t>>(m[0]));
#if defined(__x86_64__)
    } else if constexpr (N == 2 && sizeof(Lane) == 2) {
        return bits_as<vec<std::uint8_t>>(packed_masks(m[0], m[1])) & 1;
    } else if constexpr (N == 4 && sizeof(Lane) == 4) {
        return bits_as<vec<std::uint8_t>>(packed_masks(m[0], m[1], m[2], m[3])) & 1;
#endif
    } else {
        using narrow = typename integers<sizeof(Lane) / 2>::s;
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            const vec<narrow> half[N / 2] = {
                evens(bits_as<vec<narrow>>(m[2 * I]), bits_as<vec<narrow>>(m[2 * I + 1]))...};
            return bytes_of<narrow>(half);
        }
        (std::make_index_sequence<N / 2>{});
    }
}

#if defined(ZS_ISA_avx512)
/// The bits of several registers' lanes as those of one number.
inline __mmask16 bits_of_both(__mmask8 low, __mmask8 high) noexcept { return _mm512_kunpackb(high, low); }
inline __mmask32 bits_of_both(__mmask16 low, __mmask16 high) noexcept { return _mm512_kunpackw(high, low); }
inline __mmask64 bits_of_both(__mmask32 low, __mmask32 high) noexcept { return _mm512_kunpackd(high, low); }
template <std::size_t First, std::size_t Count, class T, std::size_t N>
inline auto bits_of_all(const lane_bits<T> (&m)[N]) noexcept {
    if constexpr (Count == 1) return m[First].bits;
    else return bits_of_both(bits_of_all<First, Count / 2>(m), bits_of_all<First + Count / 2, Count / 2>(m));
}
template <class T, std::size_t N>
inline vec<std::uint8_t> truths_of(const lane_bits<T> (&m)[N]) noexcept {
    return ones_of_bits(bits_of_all<0, N>(m));
}
#endif
/// What `N` registers' lanes answer, as truths.
template <class M, std::size_t N>
inline vec<std::uint8_t> truths_of(const M (&m)[N]) noexcept {
    return bytes_of<scalar_of<M>>(m);
}

/// Undoes the lane order of element<double_double>.
template <class T, class M>
inline M in_order(M m) noexcept {
    if constexpr (std::is_same_v<T, double_double>) return evens(zip_low(m, m), zip_high(m, m));
    else return m;
}

/// Whether a row of fewer elements than a group of truths goes by registers of T, of which it may need one.
template <class T>
inline constexpr bool tests_few = has_bits_of_lanes&& element<T>::count < element<truth>::count;

#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
/// test(registers...) of the first n elements, as truths.
template <class T, class Test, class... Few>
[[gnu::always_inline]] inline group<truth, element<truth>::count> truths_of_few(std::size_t n, Test test,
                                                                                const Few&... in) noexcept {
    const auto bits = [&test](const auto&... v) __attribute__((always_inline)) {
        const auto m = in_order<T>(test(v...));
        if constexpr (std::is_class_v<decltype(m)>) return bits_of(m);
        else return bits_of_lanes<scalar_of<decltype(m)>>(m);
    };
    constexpr std::size_t count = element<T>::count;
    std::uint64_t truths = 0;
    std::size_t i = 0;
    for (; i + count <= n; i += count) truths |= bits(in.whole(i)...) << i;
    if (i < n) truths |= bits(in.part(i, n)...) << i;
    return {{ones_of_bits(truths)}};
}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
