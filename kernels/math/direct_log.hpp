// Logarithms of doubles.
#pragma once

#include "kernels/math/direct.hpp"
#include "kernels/math/direct_coefficients.hpp"
#include "kernels/math/log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x = 2^k m for normal x > 0, and the cell of m, which is between 0.7 and 1.41.
struct log_parts_of {
    doubles m, k;
    words index;
    /// k + 1024, in a double's exponent; below it there are other bits.
    words whole;

    [[gnu::always_inline]] explicit log_parts_of(doubles x) noexcept {
        whole = bits_as<words>(x) + ((std::uint64_t{1024} << 52) - direct_log_first);
        index = whole >> 48;
        m = bits_as<doubles>((whole & 0xfffffffffffffu) + direct_log_first);
        k = carried(whole >> 52) - (two_52 + 1024.0);
    }
    /// 2^-k for k < 1024
    [[gnu::always_inline]] doubles inverse_power() const noexcept {
        return bits_as<doubles>((std::uint64_t{2047} << 52) - (whole & 0xfff0000000000000u));
    }
};

/// ln(x + low) = high + low for normal x > 0, x < 2^1000 if there is a low part. With x = 2^k m, and p = m c by the
/// table, ln x = k ln 2 - ln c + ln(1 + r) for r = p - 1, which is exact, and what p is short of is added at the end,
/// over 1 + r. Next to 1 k, c - 1 and ln c are zero; beyond |high| is at least 1/64, and the low part has an error of
/// 2^-63.
template <class... Low>
[[gnu::always_inline]] inline pair direct_log(doubles x, Low... low) noexcept {
    const log_parts_of of(x);
    const doubles c = of_sixteen(direct_log_inverse, of.index);
    const pair p = product(of.m, c);
    pair r = {p.hi - 1.0, p.lo};
    if constexpr (sizeof...(Low) == 0) r.lo = fma(-r.hi, r.lo, r.lo);
    else r = fast_two_sum(r.hi, fma((low * ...) * of.inverse_power(), c, p.lo));
    const auto [high, low_part] = of_two_sixteen<direct_log_high, direct_log_low>(of.index);
    const doubles steps = fma(of.k, splat(direct_ln2[0]), high);
    const pair s = fast_two_sum(steps, r.hi);
    const doubles rest = fma(of.k, splat(direct_ln2[1]), low_part) + r.lo;
    return {s.hi, fma(r.hi * r.hi, fma_polynomial(r.hi, direct_log_square), s.lo + rest)};
}
/// For normal numbers that have a logarithm.
struct direct_logarithm {
    static direct_range range(doubles x) noexcept { return {x, 0x1p-1022, std::numeric_limits<double>::infinity()}; }
    static truths64 ends(doubles x) noexcept { return ~is_finite_above(x, 0.0); }
    static doubles limit(doubles x) noexcept { return limit_of_logarithm(x, 0.0); }
};

template <>
struct direct<op::log> : direct_logarithm {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const pair y = direct_log(x);
        return y.hi + y.lo;
    }
};
/// The same to another base, by its own tables. Powers of the base have whole logarithms, and get them: the error is
/// far below half a unit.
template <const double (&High)[16], const double (&Low)[16], std::size_t N>
[[gnu::always_inline]] inline doubles direct_log_to_base(doubles x, const double (&step)[2], const double (&factor)[2],
                                                         const double (&rest)[N]) noexcept {
    const log_parts_of of(x);
    const auto [high, low] = of_two_sixteen<High, Low>(of.index);
    const pair p = product(of.m, of_sixteen(direct_log_inverse, of.index));
    const doubles r = p.hi - 1.0;
    const pair first = product(r, splat(factor[0]));
    const pair s = fast_two_sum(fma(of.k, splat(step[0]), high), first.hi);
    const doubles small = fma(fma(-r, p.lo, p.lo), splat(factor[0]), fma(r, splat(factor[1]), first.lo));
    const doubles lows = (s.lo + fma(of.k, splat(step[1]), low)) + small;
    return s.hi + fma(r * r, fma_polynomial(r, rest), lows);
}
template <>
struct direct<op::log2> : direct_logarithm {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        return direct_log_to_base<direct_log2_high, direct_log2_low>(x, direct_log2_step, log2_of_e,
                                                                     direct_log2_square);
    }
};
template <>
struct direct<op::log10> : direct_logarithm {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        return direct_log_to_base<direct_log10_high, direct_log10_low>(x, direct_log10_step, log10_of_e,
                                                                       direct_log10_square);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
