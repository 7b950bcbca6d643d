// Logarithms in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// ln((1 + s)/(1 - s)) for |s| <= 0.1716. Relative error 2^-44.8.
[[gnu::always_inline]] inline doubles quick_log_of_quotient(doubles s) noexcept {
    const doubles square = s * s;
    return fused(s * square, fused_polynomial(square, quick_log_cubic), s + s);
}
/// k ln 2 + that; relative error 2^-44.8, because where k is not 0 no term is greater than the sum.
[[gnu::always_inline]] inline doubles quick_log_of_quotient(doubles s, doubles k) noexcept {
    return fused(k, splat(quick_ln2), quick_log_of_quotient(s));
}

/// ln(significand * 2^k)
[[gnu::always_inline]] inline doubles quick_log_of_parts(doubles significand, doubles k) noexcept {
    return quick_log_of_quotient((significand - 1.0) / (significand + 1.0), k);
}

/// x = significand * 2^k for normal x >= 1/sqrt 2, with a significand from 1/sqrt 2 to sqrt 2.
struct quick_decomposed {
    doubles significand, k;

    [[gnu::always_inline]] explicit quick_decomposed(doubles x) noexcept {
        const words bits = bits_as<words>(x);
        const words n = (bits - 0x3fe6a09e667f3bcdu) >> 52;
        significand = bits_as<doubles>(bits - (n << 52));
        k = word_as_double(n);
    }
};

/// Logarithms of floats x = significand * 2^k: Logarithm has
///   doubles of_parts(doubles significand, doubles k);    where k may also be infinite or NaN
template <class Logarithm>
struct quick_logarithm {
    static constexpr double error = 0x1.4p-45;
    static constexpr bool can_be_tiny = false;

    static estimate of_floats(vec<float> x) noexcept {
        using bits32 = vec<std::int32_t>;
        const auto bits = bits_as<bits32>(x);
        const bits32 n = (bits - 0x3f3504f3) >> 23;
        const auto significand = bits_as<vec<float>>(bits - (n << 23));
        // What has no exponent has its logarithm instead.
        const vec<float> special = choose(x == 0.0f, splat(-std::numeric_limits<float>::infinity()),
                                          choose(x < 0.0f, splat(std::numeric_limits<float>::quiet_NaN()), x));
        const auto is_number = (bits > 0) & (bits < 0x7f800000);
        const vec<float> k = choose(is_number, __builtin_convertvector(n, vec<float>), special);
        return {Logarithm::of_parts(widened<0>(significand), widened<0>(k)),
                Logarithm::of_parts(widened<1>(significand), widened<1>(k))};
    }
    /// Subnormal numbers.
    static mask<float> open(vec<float> x) noexcept { return ((bits_as<mask<float>>(x) - 1) & ~0x7fffff) == 0; }
};
template <>
struct quick<op::log> : quick_logarithm<quick<op::log>> {
    static doubles of_parts(doubles significand, doubles k) noexcept { return quick_log_of_parts(significand, k); }
};
template <>
struct quick<op::log2> : quick_logarithm<quick<op::log2>> {
    static doubles of_parts(doubles significand, doubles k) noexcept {
        return fused(quick_log_of_quotient((significand - 1.0) / (significand + 1.0)), splat(log2_of_e[0]), k);
    }
};
template <>
struct quick<op::log10> : quick_logarithm<quick<op::log10>> {
    static doubles of_parts(doubles significand, doubles k) noexcept {
        const doubles natural = quick_log_of_quotient((significand - 1.0) / (significand + 1.0));
        return fused(k, splat(quick_ln2 * log10_of_e[0]), natural * log10_of_e[0]);
    }
};
template <>
struct quick<op::log1p> : sign_preserving_function {
    static constexpr double error = 0x1.4p-45;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        // Next to 1, where half a unit of 1 + x would count, x itself is the difference from 1.
        const words bits = bits_as<words>(1.0 + x);
        const words n = (bits + ((std::uint64_t{1024} << 52) - 0x3fe6a09e667f3bcdu)) >> 52;
        const doubles significand = bits_as<doubles>(bits - ((n - 1024) << 52));
        const doubles k = word_as_double(n) - 1024.0;
        const doubles less_one = choose(k == 0.0, x, significand - 1.0);
        return quick_log_of_quotient(less_one / (significand + 1.0), k);
    }
    static mask<float> open(vec<float> x) noexcept { return ~(x > -1.0f) | is_not_finite(x); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
