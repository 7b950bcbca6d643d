// Masks: which lanes something holds for. They are asked, combined, and choose what is kept and stored.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class V>
inline bool any(V m) noexcept {
#if defined(ZS_ISA_avx512)
    return _mm512_test_epi64_mask(bits_as<__m512i>(m), bits_as<__m512i>(m)) != 0;
#elif defined(ZS_ISA_avx2)
    return _mm256_testz_si256(bits_as<__m256i>(m), bits_as<__m256i>(m)) == 0;
#else
    const auto words = bits_as<vec<std::uint64_t>>(m);
    return (words[0] | words[1]) != 0;
#endif
}
/// True unless low <= x < limit in every lane.
inline bool any_outside(vec<double> x, double low, double limit) noexcept {
#if defined(ZS_ISA_avx512)
    const auto v = bits_as<__m512d>(x);
    const __mmask8 from = _mm512_cmp_pd_mask(v, _mm512_set1_pd(low), _CMP_GE_OQ);
    return _mm512_mask_cmp_pd_mask(from, v, _mm512_set1_pd(limit), _CMP_LT_OQ) != 0xff;
#else
    return any(~((x >= low) & (x < limit)));
#endif
}
/// Whether a lane of v, an integer of 16 or 32 bits, is the number.
template <class T>
inline bool has_lane(vec<T> v, T number) noexcept {
#if defined(ZS_ISA_avx512)
    const auto x = bits_as<__m512i>(v), y = bits_as<__m512i>(splat(number));
    if constexpr (sizeof(T) == 2) return _mm512_cmpeq_epi16_mask(x, y) != 0;
    else return _mm512_cmpeq_epi32_mask(x, y) != 0;
#else
    return any(v == number);
#endif
}
/// 1 where a mask of bytes is set, 0 elsewhere.
inline vec<std::uint8_t> ones_of(vec<std::int8_t> m) noexcept {
#if defined(ZS_ISA_avx512)
    // One move under the mask register that m comes from; for `m & 1` all ones would be made of it first.
    return m != 0 ? splat<std::uint8_t>(1) : splat<std::uint8_t>(0);
#else
    return bits_as<vec<std::uint8_t>>(m) & 1;
#endif
}

/// Whether the lanes of a mask can be bits of a number, and those bytes again.
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
inline constexpr bool has_bits_of_lanes = true;
/// A bit for each lane of a mask of lanes of 2, 4 or 8 bytes, that of the first one lowest.
template <class Lane>
inline std::uint64_t bits_of_lanes(vec<Lane> m) noexcept {
#if defined(ZS_ISA_avx512)
    const auto v = bits_as<__m512i>(m);
    if constexpr (sizeof(Lane) == 2) return _mm512_movepi16_mask(v);
    else if constexpr (sizeof(Lane) == 4) return _mm512_movepi32_mask(v);
    else return _mm512_movepi64_mask(v);
#else
    const auto v = bits_as<__m256i>(m);
    int bits;
    if constexpr (sizeof(Lane) == 2) {
        bits = _mm_movemask_epi8(_mm_packs_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
    } else if constexpr (sizeof(Lane) == 4) {
        bits = _mm256_movemask_ps(_mm256_castsi256_ps(v));
    } else {
        bits = _mm256_movemask_pd(_mm256_castsi256_pd(v));
    }
    return static_cast<std::uint32_t>(bits);
#endif
}
/// A byte for each bit: 1 where it is set, 0 elsewhere.
inline vec<std::uint8_t> ones_of_bits(std::uint64_t bits) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::uint8_t>>(_mm512_maskz_set1_epi8(bits, 1));
#else
    // Each byte of the number eight times, of which the bit is kept whose turn it is.
    const __m256i bytes =
        _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)),
                            _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303));
    const __m256i turn = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
    return bits_as<vec<std::uint8_t>>(_mm256_cmpeq_epi8(_mm256_and_si256(bytes, turn), turn)) & 1;
#endif
}
#else
inline constexpr bool has_bits_of_lanes = false;
#endif

#if defined(ZS_ISA_avx512)
/// A bit for each lane of T, as mask registers have them: the bits of N bytes' comparison serve lanes of any width.
template <class T>
struct lane_bits {
    typename integers<lanes<T> / 8>::u bits;
};
template <class T>
inline lane_bits<T> operator|(lane_bits<T> a, lane_bits<T> b) noexcept {
    return {static_cast<decltype(a.bits)>(a.bits | b.bits)};
}
template <class T>
inline lane_bits<T> operator&(lane_bits<T> a, lane_bits<T> b) noexcept {
    return {static_cast<decltype(a.bits)>(a.bits & b.bits)};
}
template <class T>
inline lane_bits<T> operator~(lane_bits<T> a) noexcept {
    return {static_cast<decltype(a.bits)>(~a.bits)};
}
template <class T>
inline bool all(lane_bits<T> lanes) noexcept {
    return (~lanes).bits == 0;
}
template <class T>
inline vec<T> choose(lane_bits<T> where, vec<T> x, vec<T> y) noexcept {
    const auto a = bits_as<__m512i>(x), b = bits_as<__m512i>(y);
    if constexpr (sizeof(T) == 1) return bits_as<vec<T>>(_mm512_mask_blend_epi8(where.bits, b, a));
    else if constexpr (sizeof(T) == 2) return bits_as<vec<T>>(_mm512_mask_blend_epi16(where.bits, b, a));
    else if constexpr (sizeof(T) == 4) return bits_as<vec<T>>(_mm512_mask_blend_epi32(where.bits, b, a));
    else return bits_as<vec<T>>(_mm512_mask_blend_epi64(where.bits, b, a));
}
/// Where x and y compare so, without a trap: by the instruction itself, because Clang's intrinsics lose that they
/// spring none.
template <int Predicate>
inline lane_bits<float> compared(vec<float> x, vec<float> y) noexcept {
    lane_bits<float> made;
    asm("vcmpps %3, %{sae%}, %2, %1, %0" : "=k"(made.bits) : "v"(x), "v"(y), "i"(Predicate));
    return made;
}
template <int Predicate>
inline lane_bits<double> compared(vec<double> x, vec<double> y) noexcept {
    lane_bits<double> made;
    asm("vcmppd %3, %{sae%}, %2, %1, %0" : "=k"(made.bits) : "v"(x), "v"(y), "i"(Predicate));
    return made;
}
/// Which of N bytes are not zero.
template <std::size_t N>
inline typename integers<N / 8>::u nonzero_bytes(const void* p) noexcept {
    if constexpr (N == 64) {
        return _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(p), _mm512_setzero_si512());
    } else if constexpr (N == 32) {
        return _mm256_cmpneq_epi8_mask(_mm256_loadu_si256(static_cast<const __m256i*>(p)), _mm256_setzero_si256());
    } else if constexpr (N == 16) {
        return _mm_cmpneq_epi8_mask(_mm_loadu_si128(static_cast<const __m128i*>(p)), _mm_setzero_si128());
    } else {
        static_assert(N == 8);
        const __m128i bytes = _mm_loadl_epi64(static_cast<const __m128i*>(p));
        return static_cast<std::uint8_t>(_mm_cmpneq_epi8_mask(bytes, _mm_setzero_si128()));
    }
}
#endif

/// Which lanes of a register of floats something holds for, in the form that is cheapest to ask whether it is any.
#if defined(ZS_ISA_avx512)
using float_lanes = lane_bits<float>;
inline bool any(float_lanes lanes) noexcept { return lanes.bits != 0; }
#else
using float_lanes = mask<float>;
inline bool all(float_lanes lanes) noexcept { return !any(~lanes); }
#endif
/// Lanes of v from `first` on, and `count` numbers of them.
inline float_lanes in_range(vec<std::uint32_t> v, std::uint32_t first, std::uint32_t count) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_cmplt_epu32_mask(bits_as<__m512i>(v - first), bits_as<__m512i>(splat(count)))};
#else
    return v - first < count;
#endif
}
/// Lanes of v from `first` on.
inline float_lanes from_on(vec<std::uint32_t> v, std::uint32_t first) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_cmpge_epu32_mask(bits_as<__m512i>(v), bits_as<__m512i>(splat(first)))};
#else
    return v >= first;
#endif
}
/// Lanes of v that have none of `bits`.
inline float_lanes without(vec<std::uint32_t> v, std::uint32_t bits) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_testn_epi32_mask(bits_as<__m512i>(v), bits_as<__m512i>(splat(bits)))};
#else
    return (v & bits) == 0;
#endif
}
/// Which of the first `count` of 64 registers' lanes are not all there.
inline std::uint64_t not_all_of(const float_lanes (&of)[64], std::size_t count) noexcept {
#if defined(ZS_ISA_avx512)
    // Of what has just been stored piece by piece a long load has to wait for the cache.
    if (count > 8) {
        const auto half = [&of](std::size_t first) -> std::uint64_t {
            return _mm512_cmpneq_epi16_mask(_mm512_loadu_si512(of + first), _mm512_set1_epi16(-1));
        };
        return (half(0) | half(32) << 32) & ~std::uint64_t{} >> (64 - count);
    }
#endif
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < count; ++i) found |= std::uint64_t{!all(of[i])} << i;
    return found;
}
/// The lanes `where` of v.
inline void store_lanes(float* p, vec<float> v, float_lanes where) noexcept {
#if defined(ZS_ISA_avx512)
    _mm512_mask_storeu_ps(p, where.bits, bits_as<__m512>(v));
#else
    store(p, choose(where, v, load<vec<float>>(p)));
#endif
}

/// Lanes from the n-th on, for n below their number.
inline float_lanes lanes_from(std::size_t n) noexcept {
#if defined(ZS_ISA_avx512)
    return {static_cast<std::uint16_t>(0xffffu << n)};
#else
    vec<std::uint32_t> number{};
    for (std::uint32_t i = 0; i < lanes<float>; ++i) number[i] = i;
    return from_on(number, static_cast<std::uint32_t>(n));
#endif
}
/// A bit for each lane, that of the first one lowest.
#if defined(ZS_ISA_avx512)
template <class T>
inline std::uint64_t bits_of(lane_bits<T> of) noexcept {
    return of.bits;
}
#else
inline std::uint64_t bits_of(float_lanes of) noexcept {
#if defined(ZS_ISA_avx2)
    return bits_of_lanes<std::int32_t>(of);
#else
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < lanes<float>; ++i) bits |= std::uint64_t{of[i] != 0} << i;
    return bits;
#endif
}
#endif

/// Lanes that are equal.
inline float_lanes equal(vec<float> a, vec<float> b) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_cmp_ps_mask(bits_as<__m512>(a), bits_as<__m512>(b), _CMP_EQ_OQ)};
#else
    return a == b;
#endif
}

#if defined(ZS_ISA_avx512)
// Questions about floats and doubles, answered in masks.

/// Lanes that are equal, of those in `among`, which costs nothing.
inline float_lanes equal(vec<float> a, vec<float> b, float_lanes among) noexcept {
    return {_mm512_mask_cmp_ps_mask(among.bits, bits_as<__m512>(a), bits_as<__m512>(b), _CMP_EQ_OQ)};
}
/// Lanes that are a number from `limit` on.
inline float_lanes from_on(vec<float> v, float limit) noexcept {
    return {_mm512_cmp_ps_mask(bits_as<__m512>(v), _mm512_set1_ps(limit), _CMP_GE_OQ)};
}
/// Lanes that are a number up to `limit`.
inline float_lanes up_to(vec<float> v, float limit) noexcept {
    return {_mm512_cmp_ps_mask(bits_as<__m512>(v), _mm512_set1_ps(limit), _CMP_LE_OQ)};
}
/// Where low <= |x| < limit.
template <class T>
inline lane_bits<T> has_size(vec<T> x, T low, T limit) noexcept {
    using U = typename integers<sizeof(T)>::u;
    const U first = 2 * bits_as<U>(low), end = 2 * bits_as<U>(limit);
    const auto above = bits_as<__m512i>((bits_as<vec<U>>(x) << 1) - first),
               count = bits_as<__m512i>(splat<U>(end - first));
    if constexpr (sizeof(T) == 4) return {_mm512_cmplt_epu32_mask(above, count)};
    else return {_mm512_cmplt_epu64_mask(above, count)};
}
/// Where all bits of x's significand are ones.
template <class T>
inline lane_bits<T> is_all_ones(vec<T> x) noexcept {
    using U = typename integers<sizeof(T)>::u;
    constexpr U others = ~((U{1} << (std::numeric_limits<T>::digits - 1)) - 1);
    const auto significand = bits_as<__m512i>(bits_as<vec<U>>(x) | others), ones = _mm512_set1_epi32(-1);
    if constexpr (sizeof(T) == 4) return {_mm512_cmpeq_epi32_mask(significand, ones)};
    else return {_mm512_cmpeq_epi64_mask(significand, ones)};
}
/// Where x is of one of the classes that the bits of the instruction's operand stand for.
template <int Classes, class T>
inline lane_bits<T> is_of(vec<T> x) noexcept {
    if constexpr (sizeof(T) == 4) return {_mm512_fpclass_ps_mask(bits_as<__m512>(x), Classes)};
    else return {_mm512_fpclass_pd_mask(bits_as<__m512d>(x), Classes)};
}
inline constexpr int zeros = 0x02 | 0x04, infinity_above = 0x08, infinity_below = 0x10, below_zero = 0x40;
/// x where v is a number other than 0, y elsewhere.
inline vec<float> choose_by_nonzero(vec<float> v, vec<float> x, vec<float> y) noexcept {
    const auto where = _mm512_cmp_ps_mask(bits_as<__m512>(v), _mm512_setzero_ps(), _CMP_NEQ_OQ);
    return bits_as<vec<float>>(_mm512_mask_blend_ps(where, bits_as<__m512>(y), bits_as<__m512>(x)));
}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
