// binary16 in memory as float in registers, and back.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_HAS_HALF_CONVERSION)
inline constexpr bool has_half_conversion = true;
#else
inline constexpr bool has_half_conversion = false;
#endif
#if defined(ZS_ISA_avx512)
inline vec<float> from_half(__m256i halves) noexcept { return bits_as<vec<float>>(_mm512_cvtph_ps(halves)); }
#endif
/// binary16 <-> binary32, `lanes<float>` elements; to_half rounds to nearest even.
inline vec<float> from_half(const std::uint16_t* p) noexcept {
#if defined(ZS_ISA_avx512)
    return from_half(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
#elif defined(ZS_ISA_avx2)
    return bits_as<vec<float>>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#elif defined(ZS_ISA_neon)
    return bits_as<vec<float>>(vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p))));
#else
    const auto half = __builtin_convertvector(load<vec_n<std::uint16_t, lanes<float>>>(p), vec<std::uint32_t>);
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
#if defined(ZS_ISA_avx512) || defined(ZS_ISA_avx2)
#if defined(ZS_ISA_avx512)
    __m256i made = _mm512_cvtps_ph(bits_as<__m512>(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    __m128i made = _mm256_cvtps_ph(bits_as<__m256>(v), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#endif
    // Compilers would have the instruction store what it makes, which takes AMD's Zen 3 twice as long as a store.
    __asm__("" : "+x"(made));
    return bits_as<half_bits>(made);
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
