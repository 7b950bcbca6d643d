// x^y in floats.
#pragma once

#include "kernels/math/fast_exp.hpp"
#include "kernels/math/quick_power.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// high + low, `high` being the sum rounded, or nearly.
struct fast_pair {
    floats high, low;
};

/// log2 of normal numbers x > 0, off by 2^-32 of it.
[[gnu::always_inline]] inline fast_pair fast_log2_in_pairs(floats x) noexcept {
    // x = 2^k m with m from 3/4 to 3/2 and m c = 1 + r by the table, whose entries are 1 next to 1.
    constexpr std::int32_t three_quarters = 0x3f400000, upper_half = static_cast<std::int32_t>(0xfffff000u);
    const integers32 offset = wrapped_difference(bits_as<integers32>(x), three_quarters);
    const integers32 bits = (offset & 0x7fffff) + three_quarters;
    const floats k = __builtin_convertvector(offset >> 23, floats);
    const auto cell = bits_as<vec<std::uint32_t>>(bits) >> 19;
    const floats c = of_sixteen(fast_power_inverse, cell);
    // Both products are exact, and so is the first sum: c has 8 bits.
    const floats upper = bits_as<floats>(bits & upper_half), first = fma(upper, c, splat(-1.0f));
    const floats second = (bits_as<floats>(bits) - upper) * c, r = first + second, r_low = (first - r) + second;
    // ln(1 + r): what the terms up to the square lose is put to the rest.
    const floats square = r * r, ln = fma(square, splat(-0.5f), r);
    const floats lost = fma(fma(r, r, -square), splat(-0.5f), fma(square, splat(-0.5f), r - ln));
    const floats rest = fma(square * r, fma_polynomial(r, fast_power_cubic), fma(-r, r_low, lost + r_low));
    // Times log2 e, in two parts; then the table's entry, of which the upper part and k make an exact sum.
    const floats high = ln * 0x1.715476p+0f;
    const floats low =
        fma(rest, splat(0x1.715476p+0f), fma(ln, splat(0x1.4ae0bep-26f), fma(ln, splat(0x1.715476p+0f), -high)));
    const floats whole = k + of_sixteen(fast_power_log_high, cell), sum = whole + high;
    const floats left = ((whole - sum) + high) + (low + of_sixteen(fast_power_log_low, cell)), all = sum + left;
    return {all, (sum - all) + left};
}

/// Greatest error: 1.11 units in the last place, among 400 million powers.
template <>
struct fast<op::pow> {
    /// All bases but normal numbers; infinite exponents, and NaN; and the exponents 2 and 3, which have the bits that
    /// multiplications make in a row of their own.
    static float_lanes open(floats x, floats y) noexcept {
        const auto exponent = bits_as<vec<std::uint32_t>>(y);
        constexpr std::uint32_t two = 0x40000000, three = 0x40400000;
        return from_on(size_bits(x) - 0x00800000u, 0x7f000000u) | is_not_finite(y) |
               without((exponent - two) & ~(three - two), 0xffffffffu);
    }
    /// |x|^y
    static floats apply(floats x, floats y) noexcept {
        const fast_pair logarithm = fast_log2_in_pairs(magnitude(x));
        const floats product = y * logarithm.high;
        const floats low = fma(y, logarithm.low, fma(y, logarithm.high, -product));
        // From 129 on 2^e is infinite, below -151 it is 0; beyond the low part is, or may be NaN.
        const floats e = at_least(at_most(product, 129.0f), -151.0f);
        const floats k = (e + fast_power<>::whole) - fast_power<>::whole;
        const floats f = (e - k) + choose(e == product, low, floats{});
        return scaled(fma(f, fma_horner(f, fast_exp2_slope), splat(1.0f)), k);
    }
    /// Negative bases.
    static float_lanes unfinished(floats x) noexcept { return from_on(bits_as<vec<std::uint32_t>>(x), 0x80000000u); }
    static floats finished(floats power, floats x, floats y) noexcept {
        return quick<op::pow>::finished<float>(power, x, y);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
