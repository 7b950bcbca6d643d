// Comparisons: bodies that answer a mask. NaN compares false with everything.
#pragma once

#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <>
struct body<op::equal> {
    template <class V>
    static auto test(const V& x, const V& y) noexcept {
        if constexpr (is_pair<V>) return equal(x, y);
        else return x == y;
    }
};
template <>
struct body<op::less> {
    template <class V>
    static auto test(const V& x, const V& y) noexcept {
        if constexpr (is_pair<V>) return less(x, y);
        else return x < y;
    }
};
template <>
struct body<op::greater> {
    template <class V>
    static auto test(const V& x, const V& y) noexcept {
        return body<op::less>::test(y, x);
    }
};
template <>
struct body<op::less_or_equal> {
    template <class V>
    static auto test(const V& x, const V& y) noexcept {
        if constexpr (is_pair<V>) return less(x, y) | equal(x, y);
        else return x <= y;
    }
};
template <>
struct body<op::greater_or_equal> {
    template <class V>
    static auto test(const V& x, const V& y) noexcept {
        return body<op::less_or_equal>::test(y, x);
    }
};

/// Negative, zero or positive as x stands before, at or after y in the order of unsigned bytes.
inline int order_of(const text& x, const text& y) noexcept {
    const std::size_t shorter = x.size < y.size ? x.size : y.size;
    const int by_bytes = shorter == 0 ? 0 : __builtin_memcmp(x.data, y.data, shorter);
    return by_bytes != 0 ? by_bytes : (x.size > y.size) - (x.size < y.size);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
