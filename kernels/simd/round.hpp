// Floats and doubles rounded to whole numbers.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

enum class round_mode { down, up, nearest_even };

#if !defined(ZS_HAS_ROUNDING)
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
    return bits_as<vec<float>>(_mm512_roundscale_round_ps(bits_as<__m512>(v), mode, _MM_FROUND_NO_EXC));
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
    return bits_as<vec<double>>(_mm512_roundscale_round_pd(bits_as<__m512d>(v), mode, _MM_FROUND_NO_EXC));
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

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
