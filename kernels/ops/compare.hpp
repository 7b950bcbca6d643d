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

template <>
struct body<op::is_nan> {
    template <class V>
    static auto test([[maybe_unused]] const V& x) noexcept {
        if constexpr (is_pair<V>) return x.hi != x.hi;
        else if constexpr (is_float<V>) return x != x;
        else return mask<scalar_of<V>>{};
    }
};
template <>
struct body<op::is_inf> {
    /// `limits`: the infinities that count; NaN in the place of one that does not.
    template <class V>
    static auto test([[maybe_unused]] const double (&limits)[2], [[maybe_unused]] const V& x) noexcept {
        if constexpr (is_pair<V>) {
            return test(limits, x.hi);
        } else if constexpr (is_float<V>) {
            using T = scalar_of<V>;
            return (x == static_cast<T>(limits[0])) | (x == static_cast<T>(limits[1]));
        } else {
            return mask<scalar_of<V>>{};
        }
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
