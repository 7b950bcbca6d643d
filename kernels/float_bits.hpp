// Floats and doubles by their bits: magnitudes, and doubles that carry integers.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// x without its sign.
template <class V>
[[gnu::always_inline]] inline V magnitude(V x) noexcept {
    using S = signed_lanes<V>;
    return bits_as<V>(bits_as<S>(x) & std::numeric_limits<scalar_of<S>>::max());
}
/// The bits of |x|, which are in the order of the numbers, and NaN after them.
inline vec<std::uint32_t> size_bits(vec<float> x) noexcept { return bits_as<vec<std::uint32_t>>(x) & 0x7fffffffu; }

/// x - y of integers, modulo 2^n: what a body computes of the bits of operands that it leaves to others can be
/// anything.
template <class V>
[[gnu::always_inline]] inline V wrapped_difference(V x, V y) noexcept {
    using U = unsigned_lanes<V>;
    return bits_as<V>(bits_as<U>(x) - bits_as<U>(y));
}
template <class V>
[[gnu::always_inline]] inline V wrapped_difference(V x, scalar_of<V> y) noexcept {
    using U = unsigned_lanes<V>;
    return bits_as<V>(bits_as<U>(x) - static_cast<scalar_of<U>>(y));
}

// Doubles as carriers of integers. Below 2^52, adding 2^52 leaves the integer in the low bits.
inline constexpr double two_52 = 0x1p52;
inline constexpr std::uint64_t two_52_bits = 0x4330000000000000;

/// 2^52 + n for n < 2^52.
template <class U>
[[gnu::always_inline]] inline vec_n<double, size_of_vector<U>> carried(U n) noexcept {
    static_assert(std::is_same_v<scalar_of<U>, std::uint64_t>);
    return bits_as<vec_n<double, size_of_vector<U>>>(n | two_52_bits);
}
/// n as a double, for n < 2^52.
template <class U>
[[gnu::always_inline]] inline vec_n<double, size_of_vector<U>> word_as_double(U n) noexcept {
    return carried(n) - two_52;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
