// Between registers of float and of double: the functions compute in double and are rounded once.
#pragma once

#include "kernels/element.hpp"
#include "kernels/simd/convert.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x as a double that a float can hold, rounded to odd: what a float loses is kept as its last bit being set, so that
/// rounding to binary16 afterwards gives what rounding x would have given.
inline vec<double> to_odd_float(vec<double> x) noexcept {
    constexpr std::uint64_t lost = (std::uint64_t{1} << 29) - 1;
    const auto bits = bits_as<vec<std::uint64_t>>(x);
    return bits_as<vec<double>>((bits | ((bits & lost) + lost)) & ~lost);
}

/// What the elements of T in a register of element<T> are rounded to.
template <class T>
inline vec<float> narrowed_to(vec<double> low, vec<double> high) noexcept {
    if constexpr (std::is_same_v<T, half>) return narrowed(to_odd_float(low), to_odd_float(high));
    else return narrowed(low, high);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
