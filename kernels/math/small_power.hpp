// x^2 and x^3, which most powers are, by multiplications. Their bits are those that a power has wherever it stands:
// floats and halves are correctly rounded either way, and doubles with these exponents take this way among others, too.
#pragma once

#include "kernels/math/exact.hpp"
#include "kernels/math/widths.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// The NaN that functions answer with, for operands that are NaN.
template <class V>
[[gnu::always_inline]] inline V with_own_nan(V x, V y) noexcept {
    return choose(x == x, y, splat(std::numeric_limits<scalar_of<V>>::quiet_NaN()));
}

/// x^3 of floats, rounded to odd: as if with endlessly many bits, all those behind the last one put into it. Of a float
/// the square is exact, and with it what the cube loses.
[[gnu::always_inline]] inline doubles cube_to_odd(doubles x) noexcept {
    const doubles square = x * x, cube = square * x;
    doubles lost;
    if constexpr (has_fma) {
        lost = fma(square, x, -cube);
    } else {
        // 24 bits of the square and what is left of it, both of which make exact products.
        const auto upper = bits_as<doubles>(bits_as<words>(square) & ~((std::uint64_t{1} << 29) - 1));
        lost = fast_two_sum(upper * x, (square - upper) * x).lo;
    }
    const words inexact = bits_as<words>((lost < 0.0) | (lost > 0.0)) & 1u;
    // Where what is lost has the other sign, the number before is the one towards 0.
    const words beyond = (bits_as<words>(lost) ^ bits_as<words>(cube)) >> 63;
    return bits_as<doubles>((bits_as<words>(cube) - (beyond & inexact)) | inexact);
}

/// x^Exponent in the elements of T that a register has.
template <int Exponent, class T>
[[gnu::always_inline]] inline vec<float> small_power(vec<float> x) noexcept {
    static_assert(Exponent == 2 || Exponent == 3);
    if constexpr (Exponent == 2) return with_own_nan(x, x * x);
    else return with_own_nan(x, narrowed_to<T>(cube_to_odd(widened<0>(x)), cube_to_odd(widened<1>(x))));
}
/// Of doubles the cube is off by little more than half a unit in the last place.
template <int Exponent, class T>
[[gnu::always_inline]] inline doubles small_power(doubles x) noexcept {
    static_assert(Exponent == 2 || Exponent == 3);
    const doubles square = x * x;
    if constexpr (Exponent == 2) return with_own_nan(x, square);
    const doubles cube = square * x;
    const doubles lost = fma(fma(x, x, -square), x, fma(square, x, -cube));
    // What infinity has lost is no number, and what zero has lost would take its sign.
    return with_own_nan(x, choose(is_finite(cube) & (cube != 0.0), cube + lost, cube));
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
