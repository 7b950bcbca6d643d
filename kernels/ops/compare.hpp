// Comparisons: bodies that answer a mask. NaN compares false with everything.
#pragma once

#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/masks.hpp"

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

/// Op of x and y, by lanes. On AVX-512 floats and doubles are compared without a trap, which fp_need_of
/// (dispatch/validation/rules.cpp) counts on.
template <op Op, class V>
inline auto compared_as(const V& x, const V& y) noexcept {
    static_assert(Op == op::equal || Op == op::less || Op == op::less_or_equal);
#if defined(ZS_ISA_avx512)
    constexpr int predicate = Op == op::equal ? _CMP_EQ_OQ : Op == op::less ? _CMP_LT_OQ : _CMP_LE_OQ;
    if constexpr (rounds_by_itself<V>) return compared<predicate>(x, y);
    else return body<Op>::test(x, y);
#else
    return body<Op>::test(x, y);
#endif
}

template <>
struct body<op::is_nan> {
    template <class V>
    static auto test([[maybe_unused]] const V& x) noexcept {
        if constexpr (is_pair<V>) return x.hi != x.hi;
#if defined(ZS_ISA_avx512)
        else if constexpr (rounds_by_itself<V>) return compared<_CMP_UNORD_Q>(x, x);
#endif
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
            return (x.hi == limits[0]) | (x.hi == limits[1]);
        } else if constexpr (is_float<V>) {
            const auto is = [&x](double limit) {
                return compared_as<op::equal>(x, splat(static_cast<scalar_of<V>>(limit)));
            };
            return is(limits[0]) | is(limits[1]);
        } else {
            return mask<scalar_of<V>>{};
        }
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
