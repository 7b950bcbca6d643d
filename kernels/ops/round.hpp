// Rounding to whole numbers: the sign of zero, infinities and NaN stay.
#pragma once

#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/round.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A high part that is not whole is further from every whole number than the low part is large: then only a tie of
/// the high part asks for the low one. A whole high part leaves the rounding to the low part; where that is half
/// way, the high part is even.
template <round_mode To>
inline pair to_whole(pair x) noexcept {
    const vec<double> hi = to_whole<To>(x.hi);
    const vec<double> down = to_whole<round_mode::down>(x.hi);
    vec<double> of_fraction = hi;
    if constexpr (To == round_mode::nearest_even) {
        const mask<double> is_tie = (x.hi - down) == 0.5;
        of_fraction = choose(is_tie & (x.lo > 0.0), down + 1.0, choose(is_tie & (x.lo < 0.0), down, hi));
    }
    // The sum with +0 takes the sign from a low part of -0.
    const pair of_whole = fast_two_sum(hi, to_whole<To>(x.lo) + 0.0);
    const mask<double> is_whole = (hi == x.hi) & is_finite(x.hi);
    const auto sign = bits_as<vec<std::int64_t>>(x.hi) & std::numeric_limits<std::int64_t>::min();
    const vec<double> made = choose(is_whole, of_whole.hi, of_fraction);
    return {bits_as<vec<double>>(bits_as<vec<std::int64_t>>(made) | sign),
            choose(is_whole, of_whole.lo, vec<double>{})};
}

template <>
struct body<op::ceil> {
    template <class V>
    static V apply(V x) noexcept {
        return to_whole<round_mode::up>(x);
    }
};
template <>
struct body<op::floor> {
    template <class V>
    static V apply(V x) noexcept {
        return to_whole<round_mode::down>(x);
    }
};
template <>
struct body<op::round> {
    template <class V>
    static V apply(V x) noexcept {
        return to_whole<round_mode::nearest_even>(x);
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
