// Look-ups in tables, by lanes: in memory, and where a table fits registers, there.
#pragma once

#include "kernels/simd/shuffles.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// from[index] for each lane, of 8 bytes.
template <class T>
inline vec<T> gathered(const T* from, vec<std::uint64_t> index) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<T>>(_mm512_i64gather_epi64(bits_as<__m512i>(index), from, sizeof(T)));
#else
    // One by one: of a loop compilers make gathers, which are slow where there is no AVX-512.
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return vec<T>{from[index[I]]...}; }
    (std::make_index_sequence<lanes<T>>{});
#endif
}

/// table[Stride * index + part] for each lane.
template <std::size_t Stride, class Index>
inline vec<double> look_up(const double* table, Index index, std::size_t part) noexcept {
    return gathered(table + part, Stride * bits_as<vec<std::uint64_t>>(index));
}

/// Whether tables of 16 doubles are looked up in registers, and numbers taken apart by an instruction for each part.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_register_tables = true;
#else
inline constexpr bool has_register_tables = false;
#endif
/// table[index modulo 16] for each lane.
inline vec<double> of_sixteen(const double (&table)[16], vec<std::uint64_t> index) noexcept {
#if defined(ZS_ISA_avx512)
    const __m512d low = _mm512_loadu_pd(table), high = _mm512_loadu_pd(table + 8);
    return bits_as<vec<double>>(_mm512_permutex2var_pd(low, bits_as<__m512i>(index), high));
#else
    return gathered(table, index & 15);
#endif
}

/// table[index modulo 16] for each lane.
inline vec<float> of_sixteen(const float* table, vec<std::uint32_t> index) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<float>>(_mm512_permutexvar_ps(bits_as<__m512i>(index), _mm512_loadu_ps(table)));
#elif defined(ZS_ISA_avx2)
    // The lower three bits count; the fourth chooses as a sign does.
    const auto at = bits_as<__m256i>(index);
    const __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), at);
    const __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), at);
    return bits_as<vec<float>>(_mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(at, 28))));
#else
    const vec<std::uint32_t> at = index & 15u;
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return vec<float>{table[at[I]]...}; }
    (std::make_index_sequence<lanes<float>>{});
#endif
}
/// table[index modulo 8] for each lane.
inline vec<float> of_eight(const float (&table)[8], vec<std::uint32_t> index) noexcept {
#if defined(ZS_ISA_avx512)
    const __m512 twice = _mm512_broadcast_f32x8(_mm256_loadu_ps(table));
    return bits_as<vec<float>>(_mm512_permutexvar_ps(bits_as<__m512i>(index), twice));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<float>>(_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), bits_as<__m256i>(index)));
#else
    const vec<std::uint32_t> at = index & 7u;
    return [&]<std::size_t... I>(std::index_sequence<I...>) { return vec<float>{table[at[I]]...}; }
    (std::make_index_sequence<lanes<float>>{});
#endif
}
#if defined(ZS_ISA_avx512)
/// table[index modulo 32] for each lane.
inline vec<float> of_thirty_two(const float (&table)[32], vec<std::uint32_t> index) noexcept {
    const __m512 low = _mm512_loadu_ps(table), high = _mm512_loadu_ps(table + 16);
    return bits_as<vec<float>>(_mm512_permutex2var_ps(low, bits_as<__m512i>(index), high));
}
#endif

struct two_registers {
    vec<double> first, second;
};
template <const double (&First)[16], const double (&Second)[16]>
inline constexpr std::array<double, 32> interleaved = [] {
    std::array<double, 32> made{};
    for (std::size_t i = 0; i < 16; ++i) {
        made[2 * i] = First[i];
        made[2 * i + 1] = Second[i];
    }
    return made;
}();
/// First[index modulo 16] and Second[...] for each lane: where lanes are looked up one by one, a load brings both.
template <const double (&First)[16], const double (&Second)[16]>
inline two_registers of_two_sixteen(vec<std::uint64_t> index) noexcept {
#if defined(ZS_ISA_avx512)
    return {of_sixteen(First, index), of_sixteen(Second, index)};
#else
    using two = vec_n<double, 2>;
    const vec<std::uint64_t> at = (index & 15) << 1;
    const auto lane = [at](std::size_t i) { return load<two>(interleaved<First, Second>.data() + at[i]); };
#if defined(ZS_ISA_avx2)
    const vec<double> even = __builtin_shufflevector(lane(0), lane(2), 0, 1, 2, 3);
    const vec<double> odd = __builtin_shufflevector(lane(1), lane(3), 0, 1, 2, 3);
    return {__builtin_shufflevector(even, odd, 0, 4, 2, 6), __builtin_shufflevector(even, odd, 1, 5, 3, 7)};
#else
    const two even = lane(0), odd = lane(1);
    return {__builtin_shufflevector(even, odd, 0, 2), __builtin_shufflevector(even, odd, 1, 3)};
#endif
#endif
}

struct four_registers {
    vec<std::uint64_t> of[4];
};
/// The four words that are `at` bytes behind `from`, for each lane: rows are loaded and turned, which takes a fraction
/// of what four gathers do.
[[gnu::always_inline]] inline four_registers rows_of_four(const std::uint8_t* from, vec<std::uint64_t> at) noexcept {
#if defined(ZS_ISA_avx512) || defined(ZS_ISA_avx2)
    const auto row = [&](std::size_t lane) { return load<vec_n<std::uint64_t, 4>>(from + at[lane]); };
#if defined(ZS_ISA_avx512)
    const auto rows = [&](std::size_t lane) {
        return __builtin_shufflevector(row(lane), row(lane + 4), 0, 1, 2, 3, 4, 5, 6, 7);
    };
    const vec<std::uint64_t> a = rows(0), b = rows(1), c = rows(2), d = rows(3);
    const auto first_halves = [](auto x, auto y) { return __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13); };
    const auto second_halves = [](auto x, auto y) { return __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15); };
#else
    const vec<std::uint64_t> a = row(0), b = row(1), c = row(2), d = row(3);
    const auto first_halves = [](auto x, auto y) { return __builtin_shufflevector(x, y, 0, 1, 4, 5); };
    const auto second_halves = [](auto x, auto y) { return __builtin_shufflevector(x, y, 2, 3, 6, 7); };
#endif
    return {{first_halves(zip_low(a, b), zip_low(c, d)), first_halves(zip_high(a, b), zip_high(c, d)),
             second_halves(zip_low(a, b), zip_low(c, d)), second_halves(zip_high(a, b), zip_high(c, d))}};
#else
    const auto column = [&](std::size_t w) {
        const auto word = [&](std::size_t lane) { return load<vec_n<std::uint64_t, 2>>(from + at[lane] + 16 * w); };
        return std::pair{zip_low(word(0), word(1)), zip_high(word(0), word(1))};
    };
    const auto [first, second] = column(0);
    const auto [third, fourth] = column(1);
    return {{first, second, third, fourth}};
#endif
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
