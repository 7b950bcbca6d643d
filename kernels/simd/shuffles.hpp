// Elements of two registers interleaved and taken apart.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class V, std::size_t... I>
inline V zip_low_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n);
    return __builtin_shufflevector(x, y, int((I / group) * group + (I % group) / 2 + (I % 2) * n)...);
}
template <class V, std::size_t... I>
inline V zip_high_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n);
    return __builtin_shufflevector(x, y, int((I / group) * group + group / 2 + (I % group) / 2 + (I % 2) * n)...);
}
template <class V, std::size_t... I>
inline V evens_impl(V x, V y, std::index_sequence<I...>) noexcept {
    return __builtin_shufflevector(x, y, int(2 * I)...);
}
template <class V, std::size_t... I>
inline V group_evens_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n), half = group / 2;
    return __builtin_shufflevector(x, y, int((I / group) * group + 2 * (I % half) + ((I % group) >= half ? n : 0))...);
}
template <class V, std::size_t... I>
inline V group_odds_impl(V x, V y, std::index_sequence<I...>) noexcept {
    constexpr std::size_t n = sizeof...(I), group = 16 / (sizeof(V) / n), half = group / 2;
    return __builtin_shufflevector(x, y,
                                   int((I / group) * group + 2 * (I % half) + 1 + ((I % group) >= half ? n : 0))...);
}
template <class V>
inline constexpr auto indices = std::make_index_sequence<size_of_vector<V>>{};

/// Within each 16-byte group: the low (high) halves of x and y interleaved. Cheap everywhere, and any element
/// order will do for work that is undone by group_evens.
template <class V>
inline V zip_low(V x, V y) noexcept {
    return zip_low_impl(x, y, indices<V>);
}
template <class V>
inline V zip_high(V x, V y) noexcept {
    return zip_high_impl(x, y, indices<V>);
}
/// Within each 16-byte group: the even elements of x, then those of y.
template <class V>
inline V group_evens(V x, V y) noexcept {
    return group_evens_impl(x, y, indices<V>);
}
/// The same with the odd elements.
template <class V>
inline V group_odds(V x, V y) noexcept {
    return group_odds_impl(x, y, indices<V>);
}
/// The even elements of x, then those of y: a narrowing of x:y read as elements of twice the width.
template <class V>
inline V evens(V x, V y) noexcept {
    return evens_impl(x, y, indices<V>);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
