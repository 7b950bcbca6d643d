// Vector registers of one instruction set: the only header that includes xsimd or intrinsics.
//
// Registers are the compilers' own vector types (GCC's and Clang's vector extension), which give every integer
// width all of + - * & | ^ < == on every instruction set; xsimd gives the functions that the extension lacks
// (sqrt, fma). What neither has (binary16 conversion, byte shuffles, streaming stores) is written out here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

// xsimd's inline functions would otherwise have the same names in every instruction set, and the linker would
// keep one of them for all.
#define ZS_CONCAT_(a, b) a##b
#define ZS_CONCAT(a, b) ZS_CONCAT_(a, b)
#define xsimd ZS_CONCAT(xsimd_, ZS_ISA)
#include <xsimd/xsimd.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
using arch = xsimd::avx512bw;
inline constexpr std::size_t register_bytes = 64;
#elif defined(ZS_ISA_avx2)
using arch = xsimd::fma3<xsimd::avx2>;
inline constexpr std::size_t register_bytes = 32;
#elif defined(ZS_ISA_neon)
using arch = xsimd::neon64;
inline constexpr std::size_t register_bytes = 16;
#elif defined(ZS_ISA_baseline) && defined(__x86_64__)
using arch = xsimd::sse2;
inline constexpr std::size_t register_bytes = 16;
#else
#error "an instruction set of cmake/isas.cmake is not known here"
#endif

template <class T, std::size_t Bytes>
struct vector_of {
    typedef T type __attribute__((vector_size(Bytes)));
};
/// A full register of `T`.
template <class T>
using vec = typename vector_of<T, register_bytes>::type;
/// `N` elements of `T`, whatever that takes.
template <class T, std::size_t N>
using vec_n = typename vector_of<T, N * sizeof(T)>::type;
template <class T>
inline constexpr std::size_t lanes = register_bytes / sizeof(T);

template <std::size_t Bytes>
struct integers;
template <>
struct integers<1> {
    using s = std::int8_t;
    using u = std::uint8_t;
};
template <>
struct integers<2> {
    using s = std::int16_t;
    using u = std::uint16_t;
};
template <>
struct integers<4> {
    using s = std::int32_t;
    using u = std::uint32_t;
};
template <>
struct integers<8> {
    using s = std::int64_t;
    using u = std::uint64_t;
};
/// Lanes that the instruction set computes with as IEEE 754 says.
template <class T>
inline constexpr bool is_computed_float = std::is_floating_point_v<T>;
#if defined(ZS_ISA_avx512_fp16)
template <>
inline constexpr bool is_computed_float<_Float16> = true;
#endif

/// A comparison's answer: per lane all ones or zero, in the lane's width.
template <class T>
using mask = vec<typename integers<sizeof(T)>::s>;

template <class V>
inline V load(const void* p) noexcept {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
template <class V>
inline void store(void* p, const V& v) noexcept {
    __builtin_memcpy(p, &v, sizeof v);
}
/// For loops that store past the caches, and so work on operands that lie in memory: has the line read that such a loop
/// comes to `bytes` later. Nothing happens where there is no memory.
inline void prefetch_ahead(const void* p, std::size_t bytes) noexcept {
    __builtin_prefetch(static_cast<const char*>(p) + bytes);
}
/// The same for a line that the loop writes with ordinary stores.
inline void prefetch_to_write(const void* p, std::size_t bytes) noexcept {
    __builtin_prefetch(static_cast<const char*>(p) + bytes, 1);
}
/// A store past the caches where the instruction set has one for the size; p is aligned to it.
template <class V>
inline void stream_store(void* p, const V& v) noexcept {
#if defined(__x86_64__)
    if constexpr (sizeof(V) == 16) {
        _mm_stream_si128(static_cast<__m128i*>(p), __builtin_bit_cast(__m128i, v));
        return;
    }
#endif
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
    if constexpr (sizeof(V) == 32) {
        _mm256_stream_si256(static_cast<__m256i*>(p), __builtin_bit_cast(__m256i, v));
        return;
    }
#endif
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(V) == 64) {
        _mm512_stream_si512(static_cast<__m512i*>(p), __builtin_bit_cast(__m512i, v));
        return;
    }
#endif
    store(p, v);
}
template <class T, std::size_t... I>
inline vec<T> splat_impl(T x, std::index_sequence<I...>) noexcept {
    return vec<T>{((void)I, x)...};
}
template <class T>
inline vec<T> splat(T x) noexcept {
    return splat_impl(x, std::make_index_sequence<lanes<T>>{});
}
template <class V>
using scalar_of = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
inline vec<double> infinity() noexcept { return splat(std::numeric_limits<double>::infinity()); }
inline vec<double> not_a_number() noexcept { return splat(std::numeric_limits<double>::quiet_NaN()); }
template <class To, class From>
inline To bits_as(const From& v) noexcept {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, v);
}
/// The `bytes` < 16 bytes at p as two words, zeros behind them. Put together in registers: written to a buffer
/// piece by piece they could not be loaded again before all stores have left the store buffer.
inline vec_n<std::uint64_t, 2> load_short_16(const std::byte* p, std::size_t bytes) noexcept {
    using words = vec_n<std::uint64_t, 2>;
    const auto piece = [p]<class U>(U word, std::size_t at) {
        __builtin_memcpy(&word, p + at, sizeof word);
        return static_cast<std::uint64_t>(word);
    };
    if (bytes >= 8) {
        const std::uint64_t last = piece(std::uint64_t{}, bytes - 8);
        return words{piece(std::uint64_t{}, 0), bytes == 8 ? 0 : last >> (8 * (16 - bytes))};
    }
    if (bytes >= 4) {
        return words{piece(std::uint32_t{}, 0) | piece(std::uint32_t{}, bytes - 4) << (8 * (bytes - 4)), 0};
    }
    if (bytes >= 2) {
        return words{piece(std::uint16_t{}, 0) | piece(std::uint16_t{}, bytes - 2) << (8 * (bytes - 2)), 0};
    }
    return words{bytes == 1 ? piece(std::uint8_t{}, 0) : 0, 0};
}
#if defined(ZS_ISA_avx512)
inline std::uint64_t mask_of_first(std::size_t bytes) noexcept { return (std::uint64_t{1} << bytes) - 1; }
#endif
/// The `bytes` < register_bytes bytes at p, zeros behind them.
[[gnu::always_inline]] inline vec<std::uint8_t> load_short(const std::byte* p, std::size_t bytes) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::uint8_t>>(_mm512_maskz_loadu_epi8(mask_of_first(bytes), p));
#elif defined(ZS_ISA_avx2)
    using half = vec_n<std::uint64_t, 2>;
    const half low = bytes >= 16 ? load<half>(p) : load_short_16(p, bytes);
    const half high = bytes > 16 ? load_short_16(p + 16, bytes - 16) : half{};
    return bits_as<vec<std::uint8_t>>(vec<std::uint64_t>{low[0], low[1], high[0], high[1]});
#else
    return bits_as<vec<std::uint8_t>>(load_short_16(p, bytes));
#endif
}
/// `bytes` bytes from `from` at the start of `all` bytes, a multiple of a register's; zeros behind them.
[[gnu::always_inline]] inline void store_padded(std::byte* to, const std::byte* from, std::size_t bytes,
                                                std::size_t all) noexcept {
    for (std::size_t at = 0; at < all; at += register_bytes) {
        const std::size_t here = bytes - at;
        // The same stores as the loads that follow: those need not wait for them.
        store(to + at, at >= bytes              ? vec<std::uint8_t>{}
                       : here >= register_bytes ? load<vec<std::uint8_t>>(from + at)
                                                : load_short(from + at, here));
    }
}
/// Whether registers can be loaded and stored up to any byte: then the end of a row needs no room of its own in memory.
#if defined(ZS_ISA_avx512)
inline constexpr bool stores_short = true;
/// The first `bytes` < register_bytes bytes of v.
template <class V>
[[gnu::always_inline]] inline void store_short(void* p, const V& v, std::size_t bytes) noexcept {
    _mm512_mask_storeu_epi8(p, mask_of_first(bytes), bits_as<__m512i>(v));
}
#else
inline constexpr bool stores_short = false;
template <class V>
void store_short(void* p, const V& v, std::size_t bytes) noexcept = delete;
#endif
/// The same value, in a register from here on: g++ 12 reads a loaded value from memory again for its second use, which
/// costs comparisons that feed a blend an eighth of their speed.
template <class V>
inline V in_register(V v) noexcept {
#if defined(__x86_64__)
    asm("" : "+v"(v));
#else
    asm("" : "+w"(v));
#endif
    return v;
}
template <class M, class V>
inline V choose(M where, V x, V y) noexcept {
    return where ? x : y;
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
#if defined(ZS_ISA_avx512)
/// A bit for each lane of T, as mask registers have them: the bits of N bytes' comparison serve lanes of any width.
template <class T>
struct lane_bits {
    typename integers<lanes<T> / 8>::u bits;
};
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
template <class T>
inline vec<T> choose(lane_bits<T> where, vec<T> x, vec<T> y) noexcept {
    const auto a = bits_as<__m512i>(x), b = bits_as<__m512i>(y);
    if constexpr (sizeof(T) == 1) return bits_as<vec<T>>(_mm512_mask_blend_epi8(where.bits, b, a));
    else if constexpr (sizeof(T) == 2) return bits_as<vec<T>>(_mm512_mask_blend_epi16(where.bits, b, a));
    else if constexpr (sizeof(T) == 4) return bits_as<vec<T>>(_mm512_mask_blend_epi32(where.bits, b, a));
    else return bits_as<vec<T>>(_mm512_mask_blend_epi64(where.bits, b, a));
}
#endif
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
/// Which lanes of a register of floats something holds for, in the form that is cheapest to ask whether it is any.
#if defined(ZS_ISA_avx512)
using float_lanes = lane_bits<float>;
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
inline bool any(float_lanes lanes) noexcept { return lanes.bits != 0; }
template <class T>
inline bool all(lane_bits<T> lanes) noexcept {
    return (~lanes).bits == 0;
}
#else
using float_lanes = mask<float>;
#endif
/// Lanes of v from `first` on, and `count` numbers of them.
inline float_lanes in_range(vec<std::uint32_t> v, std::uint32_t first, std::uint32_t count) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_cmplt_epu32_mask(bits_as<__m512i>(v - first), bits_as<__m512i>(splat(count)))};
#else
    return v - first < count;
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
/// Lanes of v from `first` on.
inline float_lanes from_on(vec<std::uint32_t> v, std::uint32_t first) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_cmpge_epu32_mask(bits_as<__m512i>(v), bits_as<__m512i>(splat(first)))};
#else
    return v >= first;
#endif
}
#if !defined(ZS_ISA_avx512)
inline bool all(float_lanes lanes) noexcept { return !any(~lanes); }
#endif
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
#if defined(ZS_ISA_avx512)
/// Lanes that are equal; of those in `among`, which costs nothing.
inline float_lanes equal(vec<float> a, vec<float> b) noexcept {
    return {_mm512_cmp_ps_mask(bits_as<__m512>(a), bits_as<__m512>(b), _CMP_EQ_OQ)};
}
inline float_lanes equal(vec<float> a, vec<float> b, float_lanes among) noexcept {
    return {_mm512_mask_cmp_ps_mask(among.bits, bits_as<__m512>(a), bits_as<__m512>(b), _CMP_EQ_OQ)};
}
/// Lanes that are a number from `limit` on.
inline float_lanes from_on(vec<float> v, float limit) noexcept {
    return {_mm512_cmp_ps_mask(bits_as<__m512>(v), _mm512_set1_ps(limit), _CMP_GE_OQ)};
}
#endif
/// Lanes of v that have none of `bits`.
inline float_lanes without(vec<std::uint32_t> v, std::uint32_t bits) noexcept {
#if defined(ZS_ISA_avx512)
    return {_mm512_testn_epi32_mask(bits_as<__m512i>(v), bits_as<__m512i>(splat(bits)))};
#else
    return (v & bits) == 0;
#endif
}

template <class T>
inline xsimd::batch<T, arch> to_xsimd(vec<T> v) noexcept {
    using reg = typename xsimd::batch<T, arch>::register_type;
    return xsimd::batch<T, arch>(bits_as<reg>(v));
}
template <class T>
inline vec<T> from_xsimd(xsimd::batch<T, arch> b) noexcept {
    return bits_as<vec<T>>(b.data);
}

/// limit < x ? limit : x, and limit > x ? limit : x: NaN stays. g++ 12 makes one instruction of that on some
/// instruction sets only; 64-bit Arm's would be another for zeros.
template <class V>
inline V at_most(V x, V limit) noexcept {
#if !defined(ZS_ISA_neon)
    using T = scalar_of<V>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<V, vec<T>>)
        return from_xsimd<T>(xsimd::min(to_xsimd<T>(limit), to_xsimd<T>(x)));
#endif
    return limit < x ? limit : x;
}
template <class V>
inline V at_least(V x, V limit) noexcept {
#if !defined(ZS_ISA_neon)
    using T = scalar_of<V>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<V, vec<T>>)
        return from_xsimd<T>(xsimd::max(to_xsimd<T>(limit), to_xsimd<T>(x)));
#endif
    return limit > x ? limit : x;
}

/// The lower (`Half` = 0) or upper lanes as doubles. A signalling NaN becomes quiet.
template <std::size_t Half>
inline vec<double> widened(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_cvtps_pd(_mm512_extractf32x8_ps(bits_as<__m512>(v), Half)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<double>>(_mm256_cvtps_pd(_mm256_extractf128_ps(bits_as<__m256>(v), Half)));
#elif defined(ZS_ISA_baseline)
    const auto all = bits_as<__m128>(v);
    return bits_as<vec<double>>(_mm_cvtps_pd(Half == 0 ? all : _mm_movehl_ps(all, all)));
#else
    const auto all = bits_as<float32x4_t>(v);
    return bits_as<vec<double>>(Half == 0 ? vcvt_f64_f32(vget_low_f32(all)) : vcvt_high_f64_f32(all));
#endif
}
/// The same from memory, where that is one instruction less. `p` is the whole register's.
template <std::size_t Half>
inline vec<double> load_widened(const float* p) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_cvtps_pd(_mm256_loadu_ps(p + Half * lanes<double>)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<double>>(_mm256_cvtps_pd(_mm_loadu_ps(p + Half * lanes<double>)));
#else
    return widened<Half>(load<vec<float>>(p));
#endif
}
/// Both halves, rounded to nearest even.
inline vec<float> narrowed(vec<double> low, vec<double> high) noexcept {
#if defined(ZS_ISA_avx512)
    const auto half = [](vec<double> v) { return _mm512_cvtpd_ps(bits_as<__m512d>(v)); };
    return bits_as<vec<float>>(_mm512_insertf32x8(_mm512_castps256_ps512(half(low)), half(high), 1));
#elif defined(ZS_ISA_avx2)
    const auto half = [](vec<double> v) { return _mm256_cvtpd_ps(bits_as<__m256d>(v)); };
    return bits_as<vec<float>>(_mm256_insertf128_ps(_mm256_castps128_ps256(half(low)), half(high), 1));
#elif defined(ZS_ISA_baseline)
    const auto half = [](vec<double> v) { return _mm_cvtpd_ps(bits_as<__m128d>(v)); };
    return bits_as<vec<float>>(_mm_movelh_ps(half(low), half(high)));
#else
    const auto lower = vcvt_f32_f64(bits_as<float64x2_t>(low));
    return bits_as<vec<float>>(vcvt_high_f32_f64(lower, bits_as<float64x2_t>(high)));
#endif
}

inline vec<float> sqrt(vec<float> v) noexcept {
#if defined(ZS_ISA_neon)
    // xsimd 8.1 takes the 32-bit Arm way: an estimate and Newton steps, not correctly rounded.
    return bits_as<vec<float>>(vsqrtq_f32(bits_as<float32x4_t>(v)));
#else
    return from_xsimd<float>(xsimd::sqrt(to_xsimd<float>(v)));
#endif
}
inline vec<double> sqrt(vec<double> v) noexcept { return from_xsimd<double>(xsimd::sqrt(to_xsimd<double>(v))); }

#if defined(ZS_ISA_baseline)
inline constexpr bool has_fma = false;
/// Not inlined: it calls a function for each lane, and what is in registers is saved around one call rather than two.
[[gnu::noinline]] inline vec<double> fma_by_lanes(vec<double> x, vec<double> y, vec<double> z) noexcept {
    vec<double> result;
    for (std::size_t i = 0; i < lanes<double>; ++i) result[i] = __builtin_fma(x[i], y[i], z[i]);
    return result;
}
[[gnu::noinline]] inline vec<float> fma_by_lanes(vec<float> x, vec<float> y, vec<float> z) noexcept {
    vec<float> result;
    for (std::size_t i = 0; i < lanes<float>; ++i) result[i] = __builtin_fmaf(x[i], y[i], z[i]);
    return result;
}
#else
inline constexpr bool has_fma = true;
#endif
/// x * y + z rounded once. Without the instruction each lane goes through the C library's exact fma: slow and
/// right, so that every instruction set computes the same bits.
inline vec<double> fma(vec<double> x, vec<double> y, vec<double> z) noexcept {
#if defined(ZS_ISA_baseline)
    return fma_by_lanes(x, y, z);
#elif defined(ZS_ISA_avx512)
    // xsimd 8.1 has no fma for AVX-512 and rounds twice.
    return bits_as<vec<double>>(_mm512_fmadd_pd(bits_as<__m512d>(x), bits_as<__m512d>(y), bits_as<__m512d>(z)));
#else
    return from_xsimd<double>(xsimd::fma(to_xsimd<double>(x), to_xsimd<double>(y), to_xsimd<double>(z)));
#endif
}
inline vec<float> fma(vec<float> x, vec<float> y, vec<float> z) noexcept {
#if defined(ZS_ISA_baseline)
    return fma_by_lanes(x, y, z);
#elif defined(ZS_ISA_avx512)
    return bits_as<vec<float>>(_mm512_fmadd_ps(bits_as<__m512>(x), bits_as<__m512>(y), bits_as<__m512>(z)));
#else
    return from_xsimd<float>(xsimd::fma(to_xsimd<float>(x), to_xsimd<float>(y), to_xsimd<float>(z)));
#endif
}

/// x * y + z, rounded once where the instruction set has the instruction and twice where it has not: the last bit
/// depends on the instruction set. For what is certain to be rounded to fewer bits afterwards, and for nothing else.
inline vec<double> fused(vec<double> x, vec<double> y, vec<double> z) noexcept {
    if constexpr (has_fma) return fma(x, y, z);
    else return x * y + z;
}

/// 1 / sqrt(x) for any x but subnormal ones, off by 2^-51 at most, relative; the last bits differ between instruction
/// sets. For the quick phase: where there is an estimate of 14 bits it takes a quarter of the time. (Quotients and
/// roots alone do not gain: their instructions run beside the others.)
inline vec<double> near_inverse_root(vec<double> x) noexcept {
#if defined(ZS_ISA_avx512)
    const auto estimate = bits_as<vec<double>>(_mm512_rsqrt14_pd(bits_as<__m512d>(x)));
    const vec<double> error = fma(-x * estimate, estimate, splat(1.0));
    const vec<double> next = fma(estimate * error, fma(error, splat(0.375), splat(0.5)), estimate);
    const vec<double> rest = fma(-x * next, next, splat(1.0));
    // Of zero, infinity and negative numbers the estimate is exact, and the error is NaN.
    return choose(error == error, fma(next * rest, splat(0.5), next), estimate);
#else
    return 1.0 / sqrt(x);
#endif
}

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

/// x y for words below 2^32.
inline vec<std::uint64_t> product_of_halves(vec<std::uint64_t> x, vec<std::uint64_t> y) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::uint64_t>>(_mm512_mul_epu32(bits_as<__m512i>(x), bits_as<__m512i>(y)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<std::uint64_t>>(_mm256_mul_epu32(bits_as<__m256i>(x), bits_as<__m256i>(y)));
#elif defined(__x86_64__)
    return bits_as<vec<std::uint64_t>>(_mm_mul_epu32(bits_as<__m128i>(x), bits_as<__m128i>(y)));
#else
    return x * y;
#endif
}

/// x y, modulo 2^bits for integers.
template <class V>
inline V product(V x, V y) noexcept {
#if defined(ZS_ISA_avx512)
    // Intel's Golden Cove lets this instruction wait for what was in the register that it writes to, needed or not
    // (which GCC 13 knows as dest_false_dep_for_glc): in a loop of products twice the time. Here that is an operand's.
    if constexpr (std::is_integral_v<scalar_of<V>> && sizeof(scalar_of<V>) == 8 && sizeof(V) == 64) {
        asm("vpmullq %1, %0, %0" : "+v"(x) : "vm"(y));
        return x;
    }
#endif
#if defined(__x86_64__)
    // Without an instruction for bytes: those at even and at odd places, as halves of words.
    if constexpr (sizeof(scalar_of<V>) == 1) {
        using words = vec_n<std::uint16_t, sizeof(V) / 2>;
        const auto a = bits_as<words>(x), b = bits_as<words>(y);
        return bits_as<V>((a * b & 0x00ff) | ((a >> 8) * (b & 0xff00)));
    }
#endif
    return x * y;
}

/// Whether tables of 16 doubles are looked up in registers, and numbers taken apart by an instruction for each part.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_register_tables = true;
/// k for |x| = m 2^k with m from 1 to 2: minus infinity for zeros; infinite for infinities, and NaN for NaN.
inline vec<double> exponent_of(vec<double> x) noexcept {
    return bits_as<vec<double>>(_mm512_getexp_pd(bits_as<__m512d>(x)));
}
/// m for x = m 2^k with m from 3/4 to 3/2: 1 for zeros and positive infinity; NaN for negative numbers and NaN.
inline vec<double> significand_of(vec<double> x) noexcept {
    return bits_as<vec<double>>(_mm512_getmant_pd(bits_as<__m512d>(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan));
}
inline vec<float> exponent_of(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getexp_ps(bits_as<__m512>(x)));
}
inline vec<float> significand_of(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getmant_ps(bits_as<__m512>(x), _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan));
}
/// m for x = m 2^k with m from 1 to 2; NaN for negative numbers.
inline vec<float> significand_from_one(vec<float> x) noexcept {
    return bits_as<vec<float>>(_mm512_getmant_ps(bits_as<__m512>(x), _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan));
}
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

/// Whether the instruction set estimates reciprocals well enough to save a division.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_estimates = true;
/// 1 / v and 1 / sqrt(v), off by 2^-14 of it or less; by how much depends on the processor. Those of zeros are
/// infinite, those of infinities zero.
inline vec<float> reciprocal_estimate(vec<float> v) noexcept {
    return bits_as<vec<float>>(_mm512_rcp14_ps(bits_as<__m512>(v)));
}
inline vec<double> reciprocal_estimate(vec<double> v) noexcept {
    return bits_as<vec<double>>(_mm512_rcp14_pd(bits_as<__m512d>(v)));
}
inline vec<float> reciprocal_root_estimate(vec<float> v) noexcept {
    return bits_as<vec<float>>(_mm512_rsqrt14_ps(bits_as<__m512>(v)));
}
/// Of doubles with 24 bits, so that there are few enough to be tried one by one (derive/square_root.py).
inline vec<double> reciprocal_root_estimate(vec<double> v) noexcept {
    const auto bits = bits_as<vec<std::uint64_t>>(_mm512_rsqrt14_pd(bits_as<__m512d>(v)));
    return bits_as<vec<double>>(bits & ~std::uint64_t{0x1fffffff});
}
// Questions about floats and doubles, answered in masks.

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
inline constexpr int zeros = 0x02 | 0x04, infinity_above = 0x08, infinity_below = 0x10;
/// x * y + z, rounded once, towards zero.
inline vec<float> fma_towards_zero(vec<float> x, vec<float> y, vec<float> z) noexcept {
    return bits_as<vec<float>>(_mm512_fmadd_round_ps(bits_as<__m512>(x), bits_as<__m512>(y), bits_as<__m512>(z),
                                                     _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
/// x where v is a number other than 0, y elsewhere.
inline vec<float> choose_by_nonzero(vec<float> v, vec<float> x, vec<float> y) noexcept {
    const auto where = _mm512_cmp_ps_mask(bits_as<__m512>(v), _mm512_setzero_ps(), _CMP_NEQ_OQ);
    return bits_as<vec<float>>(_mm512_mask_blend_ps(where, bits_as<__m512>(y), bits_as<__m512>(x)));
}
#else
inline constexpr bool has_estimates = false;
#endif

enum class round_mode { down, up, nearest_even };

#if defined(ZS_ISA_baseline)
/// Without the instruction: adding and subtracting 2^p rounds a magnitude below it to a whole number, nearest even.
template <round_mode To, class V, class S>
inline V rounded_by_adding(V v, V whole, S sign_bit) noexcept {
    using bits = vec<S>;
    const bits sign = bits_as<bits>(v) & sign_bit;
    const V size = bits_as<V>(bits_as<bits>(v) ^ sign);
    V near = bits_as<V>(bits_as<bits>((size + whole) - whole) | sign);
    const V one = V{} + 1, none{};
    if constexpr (To == round_mode::down) near -= near > v ? one : none;
    if constexpr (To == round_mode::up) near += near < v ? one : none;
    // A result of zero has the sign of v; what is whole already, infinite or NaN (made quiet) stays.
    near = bits_as<V>(bits_as<bits>(near) | sign);
    return size < whole ? near : (v == v ? v : v + v);
}
#endif
/// To a whole number; the sign of a zero is that of v.
template <round_mode To>
inline vec<float> to_whole(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    constexpr int mode = To == round_mode::down ? 1 : To == round_mode::up ? 2 : 0;
    return bits_as<vec<float>>(_mm512_roundscale_ps(bits_as<__m512>(v), mode | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_avx2)
    constexpr int mode = To == round_mode::down ? 1 : To == round_mode::up ? 2 : 0;
    return bits_as<vec<float>>(_mm256_round_ps(bits_as<__m256>(v), mode | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_neon)
    const auto x = bits_as<float32x4_t>(v);
    return bits_as<vec<float>>(To == round_mode::down ? vrndmq_f32(x)
                               : To == round_mode::up ? vrndpq_f32(x)
                                                      : vrndnq_f32(x));
#else
    return rounded_by_adding<To>(v, splat<float>(0x1p23f), std::numeric_limits<std::int32_t>::min());
#endif
}
template <round_mode To>
inline vec<double> to_whole(vec<double> v) noexcept {
#if defined(ZS_ISA_avx512)
    constexpr int mode = To == round_mode::down ? 1 : To == round_mode::up ? 2 : 0;
    return bits_as<vec<double>>(_mm512_roundscale_pd(bits_as<__m512d>(v), mode | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_avx2)
    constexpr int mode = To == round_mode::down ? 1 : To == round_mode::up ? 2 : 0;
    return bits_as<vec<double>>(_mm256_round_pd(bits_as<__m256d>(v), mode | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_neon)
    const auto x = bits_as<float64x2_t>(v);
    return bits_as<vec<double>>(To == round_mode::down ? vrndmq_f64(x)
                                : To == round_mode::up ? vrndpq_f64(x)
                                                       : vrndnq_f64(x));
#else
    return rounded_by_adding<To>(v, splat<double>(0x1p52), std::numeric_limits<std::int64_t>::min());
#endif
}

/// x * 2^n for the whole number n at or below `exponent`, |exponent| <= 2000: rounded once, where |x| is between 1/2
/// and 2 and n >= -1500.
inline vec<double> scaled_to_floor(vec<double> x, vec<double> exponent) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<double>>(_mm512_scalef_pd(bits_as<__m512d>(x), bits_as<__m512d>(exponent)));
#else
    // By two powers of two; behind this sum's point there are no bits, and the last ones are an exponent.
    const auto power = [](vec<double> n) {
        return bits_as<vec<double>>(bits_as<vec<std::uint64_t>>(n + (0x1.8p52 + 1023)) << 52);
    };
    const vec<double> n = to_whole<round_mode::down>(exponent), first = to_whole<round_mode::down>(0.5 * n);
    return x * power(first) * power(n - first);
#endif
}
#if defined(ZS_ISA_avx512)
/// The same for floats and any exponent: infinite beyond the numbers.
inline vec<float> scaled_to_floor(vec<float> x, vec<float> exponent) noexcept {
    return bits_as<vec<float>>(_mm512_scalef_ps(bits_as<__m512>(x), bits_as<__m512>(exponent)));
}
#endif
/// x * 2^k for whole |k| <= 250, rounded once, where |x| is between 1/2 and 2.
inline vec<float> scaled(vec<float> x, vec<float> k) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<float>>(_mm512_scalef_ps(bits_as<__m512>(x), bits_as<__m512>(k)));
#else
    using integers = vec<std::int32_t>;
    const auto power = [](integers n) { return bits_as<vec<float>>((n + 127) << 23); };
    // Behind this sum's point there are no bits, and in the last ones k.
    const integers n = bits_as<integers>(k + 0x1.8p23f) - 0x4b400000, half = n >> 1;
    return x * power(half) * power(n - half);
#endif
}

/// The width in bytes from which on lanes can be shifted by amounts of their own.
#if defined(ZS_ISA_neon)
inline constexpr std::size_t least_lane_shifted = 1;
#elif defined(ZS_ISA_avx512)
inline constexpr std::size_t least_lane_shifted = 2;
#elif defined(ZS_ISA_avx2)
inline constexpr std::size_t least_lane_shifted = 4;
#else
inline constexpr std::size_t least_lane_shifted = 16;
#endif

template <class V, std::size_t... I>
inline V zip_low_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n);
    return __builtin_shufflevector(x, y, int((I / group) * group + (I % group) / 2 + (I % 2) * n)...);
}
template <class V, std::size_t... I>
inline V zip_high_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n);
    return __builtin_shufflevector(x, y, int((I / group) * group + group / 2 + (I % group) / 2 + (I % 2) * n)...);
}
template <class V, std::size_t... I>
inline V evens_impl(V x, V y, std::index_sequence<I...>) noexcept {
    return __builtin_shufflevector(x, y, int(2 * I)...);
}
template <class V, std::size_t... I>
inline V group_evens_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n), half = group / 2;
    return __builtin_shufflevector(x, y, int((I / group) * group + 2 * (I % half) + ((I % group) >= half ? n : 0))...);
}
template <class V, std::size_t... I>
inline V group_odds_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n), half = group / 2;
    return __builtin_shufflevector(x, y,
                                   int((I / group) * group + 2 * (I % half) + 1 + ((I % group) >= half ? n : 0))...);
}
template <class V>
inline constexpr auto indices = std::make_index_sequence<sizeof(V) / sizeof(std::declval<V>()[0])>{};

/// Within each 16-byte group: the low (high) halves of x and y interleaved. Cheap everywhere, and any element
/// order will do for work that is undone by group_evens.
template <class V>
inline V zip_low(V x, V y) noexcept {
    return zip_low_impl(x, y, indices<V>);
}
template <class V>
inline V zip_high(V x, V y) noexcept {
    return zip_high_impl(x, y, indices<V>);
}
/// Within each 16-byte group: the even elements of x, then those of y.
template <class V>
inline V group_evens(V x, V y) noexcept {
    return group_evens_impl(x, y, indices<V>);
}
/// The same with the odd elements.
template <class V>
inline V group_odds(V x, V y) noexcept {
    return group_odds_impl(x, y, indices<V>);
}
/// The even elements of x, then those of y: a narrowing of x:y read as elements of twice the width.
template <class V>
inline V evens(V x, V y) noexcept {
    return evens_impl(x, y, indices<V>);
}

#if defined(__x86_64__)
#if defined(ZS_ISA_avx512)
using native_integers = __m512i;
#elif defined(ZS_ISA_avx2)
using native_integers = __m256i;
#else
using native_integers = __m128i;
#endif
/// What packing four registers into one, in two steps, or two in one step has made, in the order of the registers:
/// packing keeps to groups of 16 bytes, in each of which all registers have a part.
inline native_integers in_order_of_four(native_integers all) noexcept {
#if defined(ZS_ISA_avx512)
    return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), all);
#elif defined(ZS_ISA_avx2)
    return _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#else
    return all;
#endif
}
inline native_integers in_order_of_two(native_integers all) noexcept {
#if defined(ZS_ISA_avx512)
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), all);
#elif defined(ZS_ISA_avx2)
    return _mm256_permute4x64_epi64(all, 0xd8);
#else
    return all;
#endif
}
/// Packing with signed saturation.
template <class T>
inline native_integers packed_signed(vec<T> a, vec<T> b) noexcept {
    const auto x = bits_as<native_integers>(a), y = bits_as<native_integers>(b);
#if defined(ZS_ISA_avx512)
    if constexpr (sizeof(T) == 4) return _mm512_packs_epi32(x, y);
    else return _mm512_packs_epi16(x, y);
#elif defined(ZS_ISA_avx2)
    if constexpr (sizeof(T) == 4) return _mm256_packs_epi32(x, y);
    else return _mm256_packs_epi16(x, y);
#else
    if constexpr (sizeof(T) == 4) return _mm_packs_epi32(x, y);
    else return _mm_packs_epi16(x, y);
#endif
}

/// The elements of a, b, c, d in this order, which are bytes each: what shuffles of two registers at a time would make
/// in twice as many instructions.
inline vec<std::uint8_t> packed(vec<std::int32_t> a, vec<std::int32_t> b, vec<std::int32_t> c,
                                vec<std::int32_t> d) noexcept {
    const native_integers low = packed_signed<std::int32_t>(a, b), high = packed_signed<std::int32_t>(c, d);
#if defined(ZS_ISA_avx512)
    const native_integers all = _mm512_packus_epi16(low, high);
#elif defined(ZS_ISA_avx2)
    const native_integers all = _mm256_packus_epi16(low, high);
#else
    const native_integers all = _mm_packus_epi16(low, high);
#endif
    return bits_as<vec<std::uint8_t>>(in_order_of_four(all));
}
/// The same for a and b, which have 16 bits.
inline vec<std::uint16_t> packed(vec<std::int32_t> a, vec<std::int32_t> b) noexcept {
#if defined(ZS_ISA_avx512)
    const native_integers all = _mm512_packus_epi32(bits_as<__m512i>(a), bits_as<__m512i>(b));
#elif defined(ZS_ISA_avx2)
    const native_integers all = _mm256_packus_epi32(bits_as<__m256i>(a), bits_as<__m256i>(b));
#else
    // Only signed saturation: the sign is put where it belongs.
    const native_integers all = packed_signed<std::int32_t>(a << 16 >> 16, b << 16 >> 16);
#endif
    return bits_as<vec<std::uint16_t>>(in_order_of_two(all));
}
/// Masks in lanes of a byte, in order: signed saturation keeps -1 and 0. As shuffles they would be twice as many
/// instructions.
inline vec<std::int8_t> packed_masks(vec<std::int16_t> a, vec<std::int16_t> b) noexcept {
    return bits_as<vec<std::int8_t>>(in_order_of_two(packed_signed<std::int16_t>(a, b)));
}
inline vec<std::int8_t> packed_masks(vec<std::int32_t> a, vec<std::int32_t> b, vec<std::int32_t> c,
                                     vec<std::int32_t> d) noexcept {
    const auto low = bits_as<vec<std::int16_t>>(packed_signed<std::int32_t>(a, b));
    const auto high = bits_as<vec<std::int16_t>>(packed_signed<std::int32_t>(c, d));
    return bits_as<vec<std::int8_t>>(in_order_of_four(packed_signed<std::int16_t>(low, high)));
}
#endif

#if defined(__x86_64__)
/// v truncated, and the least integer for NaN and for what 32 bits do not hold: what the instruction has.
inline vec<std::int32_t> truncated_or_least(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<std::int32_t>>(_mm512_cvttps_epi32(bits_as<__m512>(v)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<std::int32_t>>(_mm256_cvttps_epi32(bits_as<__m256>(v)));
#else
    return bits_as<vec<std::int32_t>>(_mm_cvttps_epi32(bits_as<__m128>(v)));
#endif
}
#endif

/// limit < x ? limit : x, and 0 for NaN.
template <class V>
inline V at_most_or_zero(V x, V limit) noexcept {
#if defined(ZS_ISA_avx512)
    // Under a mask: a comparison's answer in lanes is two instructions more.
    if constexpr (std::is_same_v<V, vec<double>>) {
        const auto v = bits_as<__m512d>(x);
        return bits_as<V>(_mm512_maskz_min_pd(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q), bits_as<__m512d>(limit), v));
    } else if constexpr (std::is_same_v<V, vec<float>>) {
        const auto v = bits_as<__m512>(x);
        return bits_as<V>(_mm512_maskz_min_ps(_mm512_cmp_ps_mask(v, v, _CMP_ORD_Q), bits_as<__m512>(limit), v));
    }
#endif
    using S = vec_n<typename integers<sizeof(scalar_of<V>)>::s, sizeof(V) / sizeof(scalar_of<V>)>;
    return bits_as<V>(bits_as<S>(at_most(x, limit)) & (x == x));
}
/// minimum (`Least`) or maximum of IEEE 754-2019, where it is an instruction; NaN with all bits set. Alone the
/// instruction answers a NaN with the other operand.
#if defined(ZS_ISA_avx512)
inline constexpr bool has_extremes = true;
template <bool Least>
inline constexpr int extreme_with_its_sign = Least ? 0b0100 : 0b0101;
template <bool Least>
inline vec<float> extreme_of(vec<float> x, vec<float> y) noexcept {
    const auto a = bits_as<__m512>(x), b = bits_as<__m512>(y);
    const auto nan = _mm512_castsi512_ps(_mm512_set1_epi32(-1));
    return bits_as<vec<float>>(
        _mm512_mask_range_ps(nan, _mm512_cmp_ps_mask(a, b, _CMP_ORD_Q), a, b, extreme_with_its_sign<Least>));
}
template <bool Least>
inline vec<double> extreme_of(vec<double> x, vec<double> y) noexcept {
    const auto a = bits_as<__m512d>(x), b = bits_as<__m512d>(y);
    const auto nan = _mm512_castsi512_pd(_mm512_set1_epi32(-1));
    return bits_as<vec<double>>(
        _mm512_mask_range_pd(nan, _mm512_cmp_pd_mask(a, b, _CMP_ORD_Q), a, b, extreme_with_its_sign<Least>));
}
#else
inline constexpr bool has_extremes = false;
#endif

/// Whether integers of 64 bits become floats and doubles in one instruction, rounded once, and floats and doubles
/// integers of every kind.
#if defined(ZS_ISA_avx512)
inline constexpr bool converts_wide_integers = true;
/// v truncated and saturated, 0 for NaN. What the instructions have for numbers beyond is the least signed and the
/// greatest unsigned integer.
template <class To>
inline vec<To> truncated(vec<float> v) noexcept {
    const auto x = bits_as<__m512>(v);
    if constexpr (std::is_unsigned_v<To>) {
        // A maximum of x and 0, in this order, is 0 for NaN.
        return bits_as<vec<To>>(_mm512_cvttps_epu32(_mm512_max_ps(x, _mm512_setzero_ps())));
    } else {
        const __m512i numbers = _mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
        const auto beyond = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
        return bits_as<vec<To>>(_mm512_mask_set1_epi32(numbers, beyond, std::numeric_limits<To>::max()));
    }
}
template <class To>
inline vec<To> truncated(vec<double> v) noexcept {
    const auto x = bits_as<__m512d>(v);
    if constexpr (std::is_unsigned_v<To>) {
        return bits_as<vec<To>>(_mm512_cvttpd_epu64(_mm512_max_pd(x, _mm512_setzero_pd())));
    } else {
        const __m512i numbers = _mm512_maskz_cvttpd_epi64(_mm512_cmp_pd_mask(x, x, _CMP_ORD_Q), x);
        const auto beyond = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p63), _CMP_GE_OQ);
        return bits_as<vec<To>>(_mm512_mask_set1_epi64(numbers, beyond, std::numeric_limits<To>::max()));
    }
}
#else
inline constexpr bool converts_wide_integers = false;
#endif

#if defined(ZS_ISA_baseline)
inline constexpr bool has_half_conversion = false;
#else
inline constexpr bool has_half_conversion = true;
#endif
/// binary16 <-> binary32, `lanes<float>` elements; to_half rounds to nearest even.
inline vec<float> from_half(const std::uint16_t* p) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<vec<float>>(_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<float>>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#elif defined(ZS_ISA_neon)
    return bits_as<vec<float>>(vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p))));
#else
    const vec<std::uint32_t> half = {p[0], p[1], p[2], p[3]};
    const vec<std::uint32_t> magnitude = half & 0x7fffu;
    // Re-bias the exponent; infinities and NaN take the step twice; subnormals are integers times 2^-24.
    const vec<std::uint32_t> normal = (magnitude << 13) + (112u << 23);
    const vec<std::uint32_t> special = normal + (112u << 23);
    const vec<float> tiny = __builtin_convertvector(bits_as<vec<std::int32_t>>(magnitude), vec<float>) * 0x1p-24f;
    vec<std::uint32_t> bits = choose(magnitude >= 0x7c00u, special, normal);
    bits = choose(magnitude < 0x0400u, bits_as<vec<std::uint32_t>>(tiny), bits);
    return bits_as<vec<float>>(bits | ((half & 0x8000u) << 16));
#endif
}
using half_bits = vec_n<std::uint16_t, lanes<float>>;
inline half_bits to_half(vec<float> v) noexcept {
#if defined(ZS_ISA_avx512)
    return bits_as<half_bits>(_mm512_cvtps_ph(bits_as<__m512>(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_avx2)
    return bits_as<half_bits>(_mm256_cvtps_ph(bits_as<__m256>(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#elif defined(ZS_ISA_neon)
    return bits_as<half_bits>(vcvt_f16_f32(bits_as<float32x4_t>(v)));
#else
    const auto all = bits_as<vec<std::uint32_t>>(v);
    const vec<std::uint32_t> magnitude = all & 0x7fffffffu;
    // Normal results: add half an ulp (to even) below the kept bits, a carry walks into the exponent. Results
    // below 2^-14: adding 0.5 makes the adder round at 2^-24. From 65520 on: infinity.
    const vec<std::uint32_t> odd = (magnitude >> 13) & 1u;
    const vec<std::uint32_t> normal = (magnitude - (112u << 23) + 0xfffu + odd) >> 13;
    const vec<std::uint32_t> tiny = bits_as<vec<std::uint32_t>>(bits_as<vec<float>>(magnitude) + 0.5f) - 0x3f000000u;
    vec<std::uint32_t> half = choose(magnitude < 0x38800000u, tiny, normal);
    half = choose(magnitude >= 0x477ff000u, splat<std::uint32_t>(0x7c00u), half);
    half = choose(magnitude > 0x7f800000u, splat<std::uint32_t>(0x7e00u), half);
    half |= (all >> 16) & 0x8000u;
    return __builtin_convertvector(half, half_bits);
#endif
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
