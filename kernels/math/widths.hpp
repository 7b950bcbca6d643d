// Between registers of float and of double: the functions compute in double and are rounded once.
#pragma once

#include "kernels/element.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

using half_of_floats = vec_n<float, lanes<double>>;

template <std::size_t First, std::size_t... I>
inline half_of_floats part_impl(vec<float> v, std::index_sequence<I...>) noexcept {
    return __builtin_shufflevector(v, v, int(First + I)...);
}
/// The lower (`Half` = 0) or upper lanes as doubles. A signalling NaN becomes quiet.
template <std::size_t Half>
inline vec<double> widened(vec<float> v) noexcept {
    const half_of_floats part = part_impl<Half * lanes<double>>(v, std::make_index_sequence<lanes<double>>{});
    return __builtin_convertvector(part, vec<double>);
}
template <std::size_t... I>
inline vec<float> joined_impl(half_of_floats low, half_of_floats high, std::index_sequence<I...>) noexcept {
    return __builtin_shufflevector(low, high, int(I)...);
}
/// Both halves, rounded to nearest even.
inline vec<float> narrowed(vec<double> low, vec<double> high) noexcept {
    return joined_impl(__builtin_convertvector(low, half_of_floats), __builtin_convertvector(high, half_of_floats),
                       std::make_index_sequence<lanes<float>>{});
}
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
