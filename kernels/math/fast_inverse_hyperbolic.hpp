// The area functions in floats, and ln(1 + x): logarithms of sums, with what the sums have lost.
#pragma once

#include "kernels/math/fast_log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln(sum + lost) for a sum from 2^-24 to 2^126, to whose rounding `lost` is small: of 1 / (1 + f), by which that comes
/// to the result, it takes so many terms.
template <int Terms>
[[gnu::always_inline]] inline floats fast_log_of_sum(floats sum, floats lost) noexcept {
    // As 2^k (1 + f) with 1 + f from 3/4 to 3/2: for k = 0 that makes f as small as the logarithm.
#if defined(ZS_ISA_avx512)
    const floats significand = significand_of(sum), f = significand - 1.0f;
    const floats minus_k = exponent_of(significand) - exponent_of(sum), k = -minus_k;
    const floats little = scaled_to_floor(lost, minus_k);
#else
    constexpr std::int32_t three_quarters = 0x3f400000;
    const integers32 offset = wrapped_difference(bits_as<integers32>(sum), three_quarters);
    const floats f = bits_as<floats>((offset & 0x7fffff) + three_quarters) - 1.0f;
    const floats inverse_power = bits_as<floats>((127u << 23) - (bits_as<vec<std::uint32_t>>(offset) & 0xff800000u));
    const floats little = lost * inverse_power, k = __builtin_convertvector(offset >> 23, floats);
#endif
    const floats less = Terms == 2 ? -f : fma(f, f, -f);
    return fast_log_of_parts(k, f, fma(little, less, little));
}
/// What x + 1 has lost as a sum, for x > -1.
[[gnu::always_inline]] inline floats lost_with_one(floats x, floats sum) noexcept { return x - (sum - 1.0f); }

/// Greatest error: 1.26 units in the last place.
template <>
struct fast<op::log1p> {
    /// All but finite x above -1; and the greatest.
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(x + 1.0f) - 1, 0x7e800000u - 1);
    }
    static floats apply(floats x) noexcept {
        const floats sum = x + 1.0f;
        return with_sign_of(fast_log_of_sum<2>(sum, lost_with_one(x, sum)), x);
    }
};

/// 1.54 units.
template <>
struct fast<op::asinh> {
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(magnitude(x)), 0x7e800000u);
    }
    /// ln(1 + a + (sqrt(1 + a^2) - 1)) with the last part as a^2 / (1 + sqrt(1 + a^2)), which from 2^20 on is a.
    static floats apply(floats x) noexcept {
        const floats a = magnitude(x);
        const floats beyond = a * a / (sqrt(fma(a, a, splat(1.0f))) + 1.0f);
        const floats rest = choose(a < 0x1p20f, beyond, a);
        const floats most = a + rest, lost = (a - most) + rest, sum = most + 1.0f;
        return with_sign_of(fast_log_of_sum<2>(sum, lost_with_one(most, sum) + lost), x);
    }
};

/// 1.82 units.
template <>
struct fast<op::acosh> {
    /// All from 2^126 on, and what is below 1.
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(x) - 0x3f800000u, 0x7e800000u - 0x3f800000u);
    }
    /// ln(x + sqrt(x^2 - 1)), where from 2^20 on the root is x.
    static floats apply(floats x) noexcept {
        const floats root = choose(x < 0x1p20f, sqrt(fma(x, x, splat(-1.0f))), x);
        const floats sum = x + root;
        return fast_log_of_sum<3>(sum, (x - sum) + root);
    }
};

/// 1.41 units.
template <>
struct fast<op::atanh> {
    static float_lanes open(floats x) noexcept {
        return from_on(bits_as<vec<std::uint32_t>>(magnitude(x)), 0x3f800000u);
    }
    /// (1 + a) / (1 - a) = 2^k (1 + s) / (1 - s), where k ln 2 / 2 + atanh s is the result: k is 0 for a < 1/4, for
    /// which s is a, and above so great that s is less than the half of it.
    static floats apply(floats x) noexcept {
        const floats a = magnitude(x), above = 1.0f + a, below = 1.0f - a;
        // As logarithms bits are off by at most 0.087 in all.
        using words32 = vec<std::uint32_t>;
        const words32 difference = bits_as<words32>(above) - bits_as<words32>(below) + (1u << 21);
        const auto wide = bits_as<integers32>(difference);
        const floats power = bits_as<floats>((difference & 0xff800000u) + (127u << 23));
        const floats lost = fma(-power, (1.0f - below) - a, a - (above - 1.0f));
        const floats quotient = (fma(-power, below, above) + lost) / fma(power, below, above);
        const floats s = choose(wide < (1 << 23), a, quotient), square = s * s;
        const floats y = fma(s * square, fma_horner(square, fast_atanh_tail), s);
        return with_sign_of(fma(__builtin_convertvector(wide >> 23, floats), splat(0x1.62e43p-2f), y), x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
