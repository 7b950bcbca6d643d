// Square roots of floats and doubles, two registers side by side: one by the instruction, which keeps a unit of its own
// busy for many cycles, and the other meanwhile by multiplications. Both are correctly rounded.
//
// From an estimate of 1 / sqrt(x) within 2^-14 Newton's steps lead to h, about 1 / (2 sqrt(x)), and to g = 2 x h, which
// is at most two units off; g + (x - g^2) h, rounded once, is the root. Near a tie between two results that is not
// evident: only some thirty significands come so near that an error of four units of h counts, and for those
// kernels/math/derive/square_root.py tries every estimate of 24 bits there can be.
#pragma once

#include "kernels/ops/arithmetic.hpp"
#include "kernels/simd/estimates.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
/// From this size on nothing in between is subnormal.
template <class T>
inline constexpr T least_rooted = std::is_same_v<T, double> ? T(0x1p-800) : T(0x1p-60);

/// For such numbers. Negative ones come out as NaN.
template <class T>
[[gnu::always_inline]] inline vec<T> root_by_estimate(vec<T> x) noexcept {
    const vec<T> half = splat(T{0.5}), estimate = reciprocal_root_estimate(x);
    vec<T> h = half * estimate, g = x * estimate;
    if constexpr (std::is_same_v<T, double>) {
        const vec<T> e = fma(-g, h, half);
        h = fma(h, e, h), g = fma(g, e, g);
    }
    h = fma(h, fma(-g, h, half), h);
    g = x * (h + h);
    return fma(fma(-g, g, x), h, g);
}

template <class T>
struct roots_at_once {
    using out = T;
    using ins = types<T>;
    static constexpr std::size_t width = 2 * element<T>::count;
    using state = no_state;

    [[gnu::always_inline]] static group<T, width> apply(state&, const group<T, width>& x) noexcept {
        const vec<T> first = sqrt(x.reg[0]), second = x.reg[1];
        // Zeros are usual: a branch for some would be mispredicted.
        const lane_bits<T> is_root = is_of<zeros | infinity_above, T>(second);
        if (!all(is_root | has_size<T>(second, least_rooted<T>, std::numeric_limits<T>::infinity()))) [[unlikely]]
            return {{first, sqrt(second)}};
        return {{first, choose(is_root, second, root_by_estimate<T>(second))}};
    }
};
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
