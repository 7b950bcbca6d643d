// Logarithms in plain doubles.
#pragma once

#include "kernels/math/coefficients.hpp"
#include "kernels/math/log.hpp"
#include "kernels/math/quick.hpp"
#include "kernels/math/quick_coefficients.hpp"
#include "kernels/math/quick_floats.hpp"

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

#if defined(ZS_ISA_avx512)
/// x = 2^k m for x > 0 with m c = 1 + r by the table: ln x = k ln 2 - ln c + ln(1 + r). Next to 1 k and ln c are zero;
/// beyond, where |r| <= 1/32, ln(1 + r) is less than the sum. Zero, infinity and NaN have no number k, and negative
/// numbers no m.
struct quick_cells {
    doubles m, k, r;
    words cell;

    [[gnu::always_inline]] explicit quick_cells(doubles x) noexcept
        : m(significand_of(x)),
          k(exponent_of(x) - exponent_of(m)),
          r(fma(m, of_sixteen(quick_log_inverse, bits_as<words>(m) >> 48), splat(-1.0))),
          cell(bits_as<words>(m) >> 48) {}
    /// ln(x / 2^k); relative error 2^-45.1 of ln x.
    [[gnu::always_inline]] doubles fraction() const noexcept {
        return of_sixteen(quick_log_of_inverse, cell) + fma(r * r, fused_polynomial(r, quick_log_square), r);
    }
    [[gnu::always_inline]] doubles natural() const noexcept { return fused(k, splat(quick_ln2), fraction()); }
};
/// Logarithms of floats: Logarithm has
///   doubles of_parts(doubles fraction, doubles k);    that of 2^k e^fraction, where k may also be infinite or NaN
///   const float (&high)[32], (&low)[32];              those of 1/c for each cell
///   double of_e;                                      that of e
template <class Logarithm>
struct quick_logarithm {
    static constexpr double error = 0x1p-45;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept {
        const quick_cells of(x);
        return Logarithm::of_parts(of.fraction(), of.k);
    }
    static rounded_floats rounded(vec<float> x) noexcept { return rounded_sum(in_floats_of(x), 0x1.cp-34f); }
    /// x = 2^k m with m c = 1 + r. Next to 1 the last cell's entries cancel those of k = -1, or all are zero. Zero,
    /// infinity, NaN and negative numbers make NaN, which is not certain.
    ///
    /// In units of 2^-39 of the result next to 1, where |r| is up to 1/32: 7 from the polynomial, 33 from its rounding
    /// and that of r^3, 10 from the sum of the low parts, 3 of the product with `of_e`. In other cells r^3 is less than
    /// a quarter of that, and there are 8 from the low parts of the table.
    ///
    /// With `rest`, a unit of 1 + r or less, that of x + rest: what r loses of it makes less (1 - r + r^2) of it.
    template <class... Rest>
    static float_pair in_floats_of(floats x, Rest... rest) noexcept {
        const floats m = significand_from_one(x), k = exponent_of(x);
        const vec<std::uint32_t> cell = bits_as<vec<std::uint32_t>>(m) >> 18;
        const floats c = of_thirty_two(quick_float_log_inverse, cell);
        // Exact, as is k times the upper part and the sum.
        floats r = fma(m, c, splat(-1.0f)), less{};
        if constexpr (sizeof...(Rest) != 0) {
            const floats more = (scaled_to_floor(rest, -k), ...) * c, all = r + more;
            less = (r - all) + more;
            r = all;
        }
        const floats whole = fma(k, splat(Logarithm::high[31]), of_thirty_two(Logarithm::high, cell));
        const floats low = fma(k, splat(Logarithm::low[31]), of_thirty_two(Logarithm::low, cell));
        const floats square = r * r, cube = r * square;
        float_pair ln = {fma(square, splat(-0.5f), r), {}};
        floats lost = fma(fma(r, r, -square), splat(-0.5f), fma(square, splat(-0.5f), r - ln.high));
        if constexpr (sizeof...(Rest) != 0) lost = lost + fma(-fma(-r, less, less), r, less);
        const floats small = fma_polynomial(r, quick_float_log_cubic);
        if constexpr (Logarithm::of_e == 1.0) {
            ln.low = fma(cube, small, lost + low);
        } else {
            const float_pair of_e = in_floats(Logarithm::of_e);
            const floats product = ln.high * of_e.high;
            const floats product_low = fma(ln.high, of_e.low, fma(ln.high, of_e.high, -product));
            ln = {product, fma(fma(cube, small, lost), of_e.high, product_low + low)};
        }
        const floats high = whole + ln.high;
        return {high, (ln.high - (high - whole)) + ln.low};
    }
};
/// ln(1 + x) for x > -1.
[[gnu::always_inline]] inline doubles quick_log1p(doubles x) noexcept {
    quick_cells of(1.0 + x);
    // Next to 1, where half a unit of 1 + x would count, x itself is the difference from 1.
    of.r = choose(magnitude(x) < 0x1p-5, x, of.r);
    return of.natural();
}
/// The same for x from 0 to 1.
[[gnu::always_inline]] inline doubles quick_log_of_one_and(doubles x) noexcept { return quick_log1p(x); }
/// ln x for x > 0.
[[gnu::always_inline]] inline doubles quick_log(doubles x) noexcept { return quick_cells(x).natural(); }
#else
/// Logarithms of floats x = significand * 2^k: Logarithm has
///   doubles of_parts(doubles fraction, doubles k);    that of 2^k e^fraction, where k may also be infinite or NaN
template <class Logarithm>
struct quick_logarithm {
    static constexpr double error = 0x1.4p-45;
    static constexpr bool can_be_tiny = false;

    static estimate of_floats(vec<float> x) noexcept {
        using bits32 = vec<std::int32_t>;
        const auto bits = bits_as<bits32>(x);
        const bits32 n = wrapped_difference(bits, 0x3f3504f3) >> 23;
        const auto significand = bits_as<vec<float>>(wrapped_difference(bits, n << 23));
        // What has no exponent has its logarithm instead.
        const vec<float> special = choose(x == 0.0f, splat(-std::numeric_limits<float>::infinity()),
                                          choose(x < 0.0f, splat(std::numeric_limits<float>::quiet_NaN()), x));
        const auto is_number = (bits > 0) & (bits < 0x7f800000);
        const vec<float> k = choose(is_number, __builtin_convertvector(n, vec<float>), special);
        return {of_half<0>(significand, k), of_half<1>(significand, k)};
    }
    template <std::size_t Half>
    static doubles of_half(vec<float> significand, vec<float> k) noexcept {
        const doubles m = widened<Half>(significand);
        return Logarithm::of_parts(quick_log_of_quotient((m - 1.0) / (m + 1.0)), widened<Half>(k));
    }
    /// Subnormal numbers.
    static float_lanes open(vec<float> x) noexcept { return in_range(bits_as<vec<std::uint32_t>>(x), 1, 0x7fffff); }
};
/// ln(1 + x) for x > -1.
[[gnu::always_inline]] inline doubles quick_log1p(doubles x) noexcept {
    // Next to 1, where half a unit of 1 + x would count, x itself is the difference from 1.
    const words bits = bits_as<words>(1.0 + x);
    const words n = (bits + ((std::uint64_t{1024} << 52) - 0x3fe6a09e667f3bcdu)) >> 52;
    const doubles significand = bits_as<doubles>(bits - ((n - 1024) << 52));
    const doubles k = word_as_double(n) - 1024.0;
    const doubles less_one = choose(k == 0.0, x, significand - 1.0);
    return quick_log_of_quotient(less_one / (significand + 1.0), k);
}
/// The same for x from 0 to 1: with s = x/(2 + x) it is the logarithm of (1 + s)/(1 - s).
[[gnu::always_inline]] inline doubles quick_log_of_one_and(doubles x) noexcept {
    const doubles s = x / (2.0 + x);
    const doubles square = s * s;
    return fused(s * square, fused_polynomial(square, quick_log1p_cubic), s + s);
}
/// ln x for x >= 1/sqrt 2.
[[gnu::always_inline]] inline doubles quick_log(doubles x) noexcept {
    const quick_decomposed d(x);
    return quick_log_of_parts(d.significand, d.k);
}
#endif
template <>
struct quick<op::log> : quick_logarithm<quick<op::log>> {
    static constexpr auto &high = quick_float_log_high, &low = quick_float_log_low;
    static constexpr double of_e = 1.0;
    static doubles of_parts(doubles fraction, doubles k) noexcept { return fused(k, splat(quick_ln2), fraction); }
};
template <>
struct quick<op::log2> : quick_logarithm<quick<op::log2>> {
    static constexpr auto &high = quick_float_log2_high, &low = quick_float_log2_low;
    static constexpr double of_e = log2_of_e[0];
    static doubles of_parts(doubles fraction, doubles k) noexcept { return fused(fraction, splat(log2_of_e[0]), k); }
};
template <>
struct quick<op::log10> : quick_logarithm<quick<op::log10>> {
    static constexpr auto &high = quick_float_log10_high, &low = quick_float_log10_low;
    static constexpr double of_e = log10_of_e[0];
    static doubles of_parts(doubles fraction, doubles k) noexcept {
        return fused(k, splat(quick_ln2 * log10_of_e[0]), fraction * log10_of_e[0]);
    }
};
template <>
struct quick<op::log1p> : sign_preserving_function {
    static constexpr double error = 0x1.4p-45;
    static constexpr bool can_be_tiny = false;

    static doubles apply(doubles x) noexcept { return quick_log1p(x); }
#if defined(ZS_ISA_avx512)
    static rounded_floats rounded(vec<float> x) noexcept {
        const floats all = 1.0f + x, of_x = all - 1.0f;
        const rounded_floats ln =
            rounded_sum(quick<op::log>::in_floats_of(all, (x - of_x) + (1.0f - (all - of_x))), 0x1.dp-34f);
        return {finished<float>(ln.y, x), ln.certain};
    }
#endif
    /// From -1 on downwards, and what is not finite.
    static float_lanes open(vec<float> x) noexcept {
        const auto bits = bits_as<vec<std::uint32_t>>(x);
        return from_on(bits, 0xbf800000) | in_range(bits, 0x7f800000, 0x00800000);
    }
    static vec<float> limit(vec<float> x) noexcept { return limit_of_logarithm(x, -1.0f); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
