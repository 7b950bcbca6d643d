// Copies and selections, which see only element sizes.
#pragma once

#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/masks.hpp"
#include "kernels/simd/widen.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// A byte that chooses between elements of T: true where non-zero, as a mask in T's lanes.
template <class T>
struct condition {
    std::uint8_t byte;
};
#if defined(ZS_ISA_avx512)
template <class T>
struct element<condition<T>> {
    using reg = lane_bits<T>;
    static constexpr std::size_t count = lanes<T>;
    static reg get(const condition<T>* p) noexcept { return {nonzero_bytes<count>(p)}; }
    static reg all(const condition<T>* p) noexcept {
        return {static_cast<decltype(reg::bits)>(p->byte != 0 ? ~std::uint64_t{} : 0)};
    }
};
/// One comparison for the conditions of several registers.
template <class T>
requires(sizeof(T) > 1) struct group<condition<T>, lanes<std::uint8_t>> {
    lane_bits<T> reg[sizeof(T)];

    static group get(const condition<T>* p) noexcept {
        const std::uint64_t all = nonzero_bytes<lanes<std::uint8_t>>(p);
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return group{{{static_cast<decltype(lane_bits<T>::bits)>(all >> I * lanes<T>)}...}};
        }
        (std::make_index_sequence<sizeof(T)>{});
    }
};
template <class T>
inline constexpr std::size_t conditions_at_once = lanes<std::uint8_t>;
#else
template <class T>
struct element<condition<T>> {
    using reg = mask<T>;
    static constexpr std::size_t count = lanes<T>;
    static reg get(const condition<T>* p) noexcept {
        if constexpr (sizeof(T) == 1) {
            return load<vec<std::uint8_t>>(p) != 0;
        } else {
            // Of numbers up to 255, which one comparison tells from 0, or where SSE2 has none a shift.
            const reg wide = load_widened<typename integers<sizeof(T)>::s, std::uint8_t>(p);
            if constexpr (sizeof(T) == 8 && register_bytes == 16) return (0 - wide) >> 63;
            else return wide > 0;
        }
    }
    static reg all(const condition<T>* p) noexcept {
        return splat<typename integers<sizeof(T)>::s>(p->byte != 0 ? -1 : 0);
    }
};
template <class T>
inline constexpr std::size_t conditions_at_once = lanes<T>;
#endif
template <>
struct element<condition<block16>> {
    using reg = vec<std::int64_t>;
    static constexpr std::size_t count = element<block16>::count;
    static reg get(const condition<block16>* p) noexcept {
        return [p]<std::size_t... I>(std::index_sequence<I...>) { return reg{(p[I / 2].byte != 0 ? -1 : 0)...}; }
        (std::make_index_sequence<lanes<std::int64_t>>{});
    }
    static reg all(const condition<block16>* p) noexcept { return splat<std::int64_t>(p->byte != 0 ? -1 : 0); }
};
template <>
inline constexpr std::size_t conditions_at_once<block16> = element<block16>::count;

template <>
struct body<op::where> {
    template <class M, class V>
    static V apply(M condition, V x, V y) noexcept {
        return choose(condition, x, y);
    }
};
template <>
struct body<op::identity> {
    template <class V>
    static V apply(V x) noexcept {
        return x;
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
