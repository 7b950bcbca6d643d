// ln x, log2 x and Softplus in floats.
#pragma once

#include "kernels/math/fast_exp.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(2^k (1 + f)) for k whole or infinite and 1 + f from 3/4 to 3/2: terms from the smallest on, ln 2 in two parts. Of
/// the sum of f and, if it is given, a number as little as what is lost in rounding f.
template <class... Rest>
[[gnu::always_inline]] inline floats fast_log_of_parts(floats k, floats f, Rest... little) noexcept {
    const floats square = f * f;
    floats low;
    if constexpr (sizeof...(Rest) != 0) low = fma(k, splat(0x1.efa39ep-25f), little...);
    else low = k * 0x1.efa39ep-25f;
    const floats rest = fma(square * f, fma_polynomial(f, fast_log_tail), low);
    return fma(k, splat(0x1.62e42ep-1f), f + fma(splat(-0.5f), square, rest));
}

/// Combine::of(k, f) for x = 2^k (1 + f) with 1 + f from 3/4 to 3/2; of what is not positive and finite, its logarithm.
template <class Combine>
[[gnu::always_inline]] inline floats fast_log_by(floats x) noexcept {
#if defined(ZS_ISA_avx512)
    // Of zero and infinity the exponent is infinite and the rest finite; of negative numbers the rest is NaN.
    const floats significand = significand_of(x);
    return Combine::of(exponent_of(x) - exponent_of(significand), significand - 1.0f);
#else
    constexpr std::int32_t three_quarters = 0x3f400000;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const masks32 is_subnormal = x < 0x1p-126f;
    const integers32 offset =
        wrapped_difference(bits_as<integers32>(choose(is_subnormal, x * 0x1p23f, x)), three_quarters);
    const integers32 k = (offset >> 23) - (bits_as<integers32>(is_subnormal) & 23);
    const floats f = bits_as<floats>((offset & 0x7fffff) + three_quarters) - 1.0f;
    const floats y = Combine::of(__builtin_convertvector(k, floats), f);
    const floats of_negative = choose(x < 0.0f, splat(std::numeric_limits<float>::quiet_NaN()), x + x);
    return choose((x > 0.0f) & (x < infinity), y, choose(x == 0.0f, splat(-infinity), of_negative));
#endif
}

/// Greatest error: 0.90 units in the last place.
template <>
struct fast<op::log> {
    [[gnu::always_inline]] static floats of(floats k, floats f) noexcept { return fast_log_of_parts(k, f); }
    static floats apply(floats x) noexcept { return fast_log_by<fast>(x); }
};

/// 1.33 units.
template <>
struct fast<op::log2> {
    [[gnu::always_inline]] static floats of(floats k, floats f) noexcept {
        // The slope is that above 3/2: its rounding then hardly counts where k and the rest cancel.
        return fma(f, fma_polynomial(f, fast_log2_slope), fma(f, splat(1.5f), k));
    }
    static floats apply(floats x) noexcept { return fast_log_by<fast>(x); }
};

/// 1.92 units.
template <>
struct fast<op::log10> {
    [[gnu::always_inline]] static floats of(floats k, floats f) noexcept {
        // log10 2 in two parts; the product with the first is exact.
        const floats rest = fma(f, fma_polynomial(f, fast_log10_slope), k * 0x1.3509f8p-18f);
        return fma(f, splat(0.4375f), k * 0x1.344p-2f) + rest;
    }
    static floats apply(floats x) noexcept { return fast_log_by<fast>(x); }
};

/// 1.6 units.
template <>
struct fast<op::softplus> {
    static floats apply(floats x) noexcept { return from(x, fast_exp_vanishes); }
    /// max(x, 0) + ln(1 + e^-|x|), where -|x| is at least `least`. Where the second sum is over 3/2, half of it is
    /// 1 + f.
    [[gnu::always_inline]] static floats from(floats x, float least) noexcept {
        const floats e = fast_exp(at_least(-magnitude(x), least));
        const masks32 is_large = e > 0.5f;
        const floats f = choose(is_large, (e - 1.0f) * 0.5f, e);
        return choose(x > 0.0f, x, floats{}) + fast_log_of_parts(choose(is_large, splat(1.0f), floats{}), f);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
