// Products and square roots: what the operators of vector types lack, and what they are slow for.
#pragma once

#include "kernels/simd/convert.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

inline vec<float> sqrt(vec<float> v) noexcept {
#if defined(ZS_ISA_neon)
    // xsimd 8.1 takes the 32-bit Arm way: an estimate and Newton steps, not correctly rounded.
    return bits_as<vec<float>>(vsqrtq_f32(bits_as<float32x4_t>(v)));
#else
    return from_xsimd<float>(xsimd::sqrt(to_xsimd<float>(v)));
#endif
}
inline vec<double> sqrt(vec<double> v) noexcept { return from_xsimd<double>(xsimd::sqrt(to_xsimd<double>(v))); }

#if defined(ZS_HAS_FMA)
inline constexpr bool has_fma = true;
#else
inline constexpr bool has_fma = false;
/// Not inlined: it calls a function for each lane, and what is in registers is saved around one call rather than two.
[[gnu::noinline]] inline vec<double> fma_by_lanes(vec<double> x, vec<double> y, vec<double> z) noexcept {
    vec<double> result;
    for (std::size_t i = 0; i < lanes<double>; ++i) result[i] = __builtin_fma(x[i], y[i], z[i]);
    return result;
}
/// In doubles the product is exact, and the sum is rounded to odd: what is lost counts as a last bit that is set, so
/// that the float it is rounded to is the one nearest to the exact sum (Boldo, Melquiond, "Emulation of a FMA and
/// correctly rounded sums", IEEE Transactions on Computers 57 (2008)).
[[gnu::noinline]] inline vec<float> fma_by_doubles(vec<float> x, vec<float> y, vec<float> z) noexcept {
    using words = vec<std::uint64_t>;
    const auto of_half = [](vec<double> a, vec<double> b, vec<double> c) __attribute__((always_inline)) {
        const vec<double> product = a * b, sum = product + c;
        const vec<double> c_part = sum - product, product_part = sum - c_part;
        const vec<double> lost = (product - product_part) + (c - c_part);
        // Of infinities and NaN nothing is.
        const auto is_lost = bits_as<words>((lost < 0.0) | (lost > 0.0));
        const words is_above = (bits_as<words>(lost) ^ bits_as<words>(sum)) >> 63 & is_lost;
        return bits_as<vec<double>>((bits_as<words>(sum) - is_above) | (is_lost & 1));
    };
    return narrowed(of_half(widened<0>(x), widened<0>(y), widened<0>(z)),
                    of_half(widened<1>(x), widened<1>(y), widened<1>(z)));
}
#endif
/// x * y + z rounded once. Without the instruction each double goes through the C library's exact fma, and floats go by
/// doubles: slow and right, so that every instruction set computes the same bits.
inline vec<double> fma(vec<double> x, vec<double> y, vec<double> z) noexcept {
#if !defined(ZS_HAS_FMA)
    return fma_by_lanes(x, y, z);
#elif defined(ZS_ISA_avx512)
    // xsimd 8.1 has no fma for AVX-512 and rounds twice.
    return bits_as<vec<double>>(_mm512_fmadd_pd(bits_as<__m512d>(x), bits_as<__m512d>(y), bits_as<__m512d>(z)));
#else
    return from_xsimd<double>(xsimd::fma(to_xsimd<double>(x), to_xsimd<double>(y), to_xsimd<double>(z)));
#endif
}
inline vec<float> fma(vec<float> x, vec<float> y, vec<float> z) noexcept {
#if !defined(ZS_HAS_FMA)
    return fma_by_doubles(x, y, z);
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

#if defined(ZS_ISA_avx512)
/// x y rounded to odd: towards zero, and with the last bit set where that has lost something. What it has lost must not
/// be subnormal.
inline vec<double> product_to_odd(vec<double> x, vec<double> y) noexcept {
    const auto a = bits_as<__m512d>(x), b = bits_as<__m512d>(y);
    const __m512d whole = _mm512_mul_round_pd(a, b, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    // Infinities and NaN have no rest.
    const __mmask8 is_inexact = _mm512_cmp_pd_mask(_mm512_fmsub_pd(a, b, whole), _mm512_setzero_pd(), _CMP_NEQ_OQ);
    const __m512i bits = bits_as<__m512i>(bits_as<vec<double>>(whole));
    return bits_as<vec<double>>(_mm512_mask_or_epi64(bits, is_inexact, bits, _mm512_set1_epi64(1)));
}
/// x * y + z, rounded once, towards zero.
inline vec<float> fma_towards_zero(vec<float> x, vec<float> y, vec<float> z) noexcept {
    return bits_as<vec<float>>(_mm512_fmadd_round_ps(bits_as<__m512>(x), bits_as<__m512>(y), bits_as<__m512>(z),
                                                     _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}
#endif

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

#if defined(ZS_ISA_avx512)
/// Rounds by itself, and springs no trap, whatever the host's floating-point environment is; flushes, if that does.
inline constexpr int to_nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
template <class V>
inline constexpr bool rounds_by_itself = std::is_same_v<V, vec<float>> || std::is_same_v<V, vec<double>>;
/// The instruction for floats or the one for doubles.
template <class V, class Floats, class Doubles>
inline V by_width(V x, V y, Floats of_floats, Doubles of_doubles) noexcept {
    if constexpr (sizeof(scalar_of<V>) == 4) return bits_as<V>(of_floats(bits_as<__m512>(x), bits_as<__m512>(y)));
    else return bits_as<V>(of_doubles(bits_as<__m512d>(x), bits_as<__m512d>(y)));
}
#endif

/// x + y, x - y and x y, modulo 2^bits for integers. On AVX-512 those of floats and doubles round by themselves, which
/// fp_need_of (dispatch/validation/rules.cpp) counts on.
template <class V>
inline V plain_sum(V x, V y) noexcept {
#if defined(ZS_ISA_avx512)
    if constexpr (rounds_by_itself<V>)
        return by_width(
            x, y, [](__m512 a, __m512 b) { return _mm512_add_round_ps(a, b, to_nearest); },
            [](__m512d a, __m512d b) { return _mm512_add_round_pd(a, b, to_nearest); });
#endif
    return x + y;
}
template <class V>
inline V plain_difference(V x, V y) noexcept {
#if defined(ZS_ISA_avx512)
    if constexpr (rounds_by_itself<V>)
        return by_width(
            x, y, [](__m512 a, __m512 b) { return _mm512_sub_round_ps(a, b, to_nearest); },
            [](__m512d a, __m512d b) { return _mm512_sub_round_pd(a, b, to_nearest); });
#endif
    return x - y;
}
template <class V>
inline V product(V x, V y) noexcept {
#if defined(ZS_ISA_avx512)
    if constexpr (rounds_by_itself<V>)
        return by_width(
            x, y, [](__m512 a, __m512 b) { return _mm512_mul_round_ps(a, b, to_nearest); },
            [](__m512d a, __m512d b) { return _mm512_mul_round_pd(a, b, to_nearest); });
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

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
