// Activations of doubles with exponentials in them.
#pragma once

#include "kernels/math/attributes.hpp"
#include "kernels/math/coefficients.hpp"
#include "kernels/math/direct_erf.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// y of the sign of x, of which a zero may have lost it: x times what is not negative.
[[gnu::always_inline]] inline doubles direct_multiple(doubles x, doubles y) noexcept {
    return bits_as<doubles>(bits_as<words>(y) | sign_of(x));
}

/// 1 + e^-(u + low) for -900 <= u <= 40: times 2^-400 where lifted.
struct direct_gate {
    direct_lift lift;
    pair below;

    template <class... Low>
    [[gnu::always_inline]] explicit direct_gate(doubles u, Low... low) noexcept : lift(u < -600.0) {
        const direct_steps<-1> s(u, -low...);
        const doubles power = bits_as<doubles>(s.power_bits() - lift.bits);
        const pair sum = ordered_two_sum(lift.down(), power);
        below = direct_sum_with_product(sum.hi, power, s.less_one());
        below.lo += sum.lo;
    }
};

template <>
struct direct<op::sigmoid> {
    /// Below -746 it is 0, from -820 on at once (vanishing_exponent).
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const direct_gate gate(at_least(at_most(x, 40.0), -820.0));
        return direct_inverse(gate.below) * gate.lift.down();
    }
};
/// x / (1 + e^-u) with u = alpha x.
template <>
struct direct<op::swish> {
    bool usual;
    doubles alpha;

    explicit direct(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0])), alpha(splat(parameters[0])) {}
    [[gnu::always_inline]] doubles apply(doubles x) const noexcept {
        const pair u = two_product(alpha, x);
        const truths64 beyond = magnitude(u.hi) > 900.0;
        const direct_gate gate(at_least(at_most(u.hi, 40.0), -900.0), choose(beyond, doubles{}, u.lo));
        const doubles limit = choose(u.hi < 0.0, bits_as<doubles>(sign_of(x)), x);
        return choose(beyond, limit, direct_multiple(x, direct_quotient(x, gate.below) * gate.lift.down()));
    }
};
/// x y / (1 + e^-u) with u = alpha x.
template <>
struct direct<op::swiglu> {
    bool usual;
    doubles alpha;

    explicit direct(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0], 0x1p5)), alpha(splat(parameters[0])) {}
    /// Of ordinary sizes, or zeros: nothing between is subnormal, and where the gate is as good as shut, with alpha of
    /// either sign, the result is 0.
    [[gnu::always_inline]] static direct_range range(doubles x, doubles y) noexcept {
        const truths64 within = ((magnitude(x) >= 0x1p-200) & (magnitude(x) <= 0x1p60)) | (x == 0.0);
        return {choose(within, choose(y == 0.0, splat(1.0), magnitude(y)), doubles{}), 0x1p-300, 0x1p100};
    }
    [[gnu::always_inline]] doubles apply(doubles x, doubles y) const noexcept {
        const pair u = two_product(alpha, x);
        const doubles bounded = at_least(at_most(u.hi, 40.0), -900.0);
        const direct_gate gate(bounded, choose(bounded == u.hi, u.lo, doubles{}));
        // The quotient and what it is short of, each times y.
        const doubles inverse = 1.0 / gate.below.hi, q = x * inverse;
        const doubles rest = fma(q, -gate.below.lo, fma(-q, gate.below.hi, x)) * inverse;
        const doubles size = magnitude(fma(q, y, rest * y)) * gate.lift.down();
        return bits_as<doubles>(bits_as<words>(size) | (sign_of(x) ^ sign_of(y)));
    }
};
/// x / (1 + e^-w) with w = 2 sqrt(2/pi) (x + 0.044715 x^3): from 22 on x, below -22 it is -0.
template <>
struct direct<op::gelu, 1> {
    static bool is_meant(const double* parameters) noexcept { return parameters[0] != 0.0; }
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles usual = at_least(at_most(x, 22.0), -22.0);
        const pair square = product(usual, usual);
        pair cubic = product(square.hi, splat(direct_gelu_cubic[0]));
        cubic.lo = fma(square.lo, splat(direct_gelu_cubic[0]), fma(square.hi, splat(direct_gelu_cubic[1]), cubic.lo));
        pair slope = ordered_two_sum(cubic.hi, splat(gelu_linear[0]));
        slope.lo += cubic.lo + gelu_linear[1];
        const pair w = two_product(usual, slope.hi);
        const direct_gate gate(at_most(w.hi, 40.0), fma(usual, slope.lo, w.lo));
        return choose(x > 22.0, x, direct_multiple(x, direct_quotient(usual, gate.below) * gate.lift.down()));
    }
};
/// max(x, 0) - |x|/2 erfc(|x|/sqrt 2): from 30 on x, below -40 it is -0.
template <>
struct direct<op::gelu> {
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles size = magnitude(at_least(at_most(x, 30.0), -40.0));
        pair z = two_product(size, splat(inverse_root_2[0]));
        z.lo = fma(size, splat(inverse_root_2[1]), z.lo);
        const pair square = two_product(size, size);
        const direct_steps<-1, 1> s(0.5 * square.hi, -0.5 * square.lo);
        const direct_lift lift(x < -30.0);
        const pair tail = direct_erfc_tail(s, bits_as<doubles>(s.power_bits() + lift.bits), z.hi, z.lo);
        const pair p = two_product(size, tail.hi);
        const pair y = fast_two_sum(at_least(x, 0.0), -p.hi);
        const doubles value = (y.hi + (y.lo - fma(size, tail.lo, p.lo))) * lift.down();
        return choose(x > 30.0, x, direct_multiple(x, value));
    }
};

/// e^x for -800 <= x <= 40 as a sum whose second is below 2^-52 of the first: times 2^400 where lifted.
struct direct_lifted_power {
    direct_lift lift;
    pair value;

    [[gnu::always_inline]] explicit direct_lifted_power(doubles x) noexcept : lift(x < -600.0) {
        const direct_steps s(x);
        const doubles power = bits_as<doubles>(s.power_bits() + lift.bits);
        value = direct_sum_with_product(power, power, s.less_one());
    }
};

template <>
struct direct<op::softplus> {
    /// max(x, 0) + ln(1 + e) with e = e^-|x|, by ln(1 + r) - ln c for (1 + e) c = 1 + r. That is as exact for a tiny e,
    /// and for a lifted one too. From 40 on it is x.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const direct_lifted_power e(at_least(-magnitude(x), -800.0));
        const pair whole = fast_two_sum(splat(1.0), e.value.hi);
        const words cell = bits_as<words>(fma(e.value.hi, splat(direct_log1p_cells), splat(0x1.8p52)));
        const doubles c = of_sixteen(direct_log1p_inverse, cell);
        const pair p = product(whole.hi, c);
        const doubles first = p.hi - 1.0, second = fma(c, whole.lo, p.lo), r = first + second;
        // The first of these sums is exact.
        const pair y = ordered_two_sum(of_sixteen(direct_log1p_high, cell) + first, at_least(x, 0.0));
        const doubles rest = fma(c, e.value.lo, of_sixteen(direct_log1p_low, cell));
        const doubles small = y.lo + fma(r * r, fma_polynomial(r, direct_log1p_square), rest);
        return choose(x > 40.0, x, (y.hi + (second + small)) * e.lift.down());
    }
};
template <>
struct direct<op::mish> {
    /// x n / (n + 2) with n = e (e + 2) and e = e^x: from 40 on x, below -800 it is -0.
    [[gnu::always_inline]] static doubles apply(doubles x) noexcept {
        const doubles usual = at_least(at_most(x, 40.0), -800.0);
        const direct_lifted_power lifted(usual);
        const pair e = lifted.value;
        pair above = ordered_two_sum(e.hi, splat(2.0));
        above.lo += e.lo;
        pair n = product(e.hi, above.hi);
        n.lo = fma(e.lo, above.hi, fma(e.hi, above.lo, n.lo));
        pair below = ordered_two_sum(n.hi, splat(2.0));
        below.lo += n.lo;
        pair p = two_product(usual, n.hi);
        p.lo = fma(usual, n.lo, p.lo);
        return choose(x > 40.0, x, direct_multiple(x, direct_quotient(p, below) * lifted.lift.down()));
    }
};

/// e^x - 1 for x <= 0 as a sum whose second is below 2^-52 of the first; the others count as 0.
template <class... Low>
[[gnu::always_inline]] inline pair direct_less_one_below(doubles x, Low... low) noexcept {
    const pair t = direct_less_one<direct_side::below_zero>(at_least(at_most(x, 0.0), -40.0), low...);
    return fast_two_sum(t.hi, t.lo);
}

template <>
struct direct<op::elu> {
    bool usual;
    doubles alpha;

    explicit direct(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0])), alpha(splat(parameters[0])) {}
    [[gnu::always_inline]] doubles apply(doubles x) const noexcept {
        const pair t = direct_less_one_below(x);
        return choose(x >= 0.0, x, fma(alpha, t.hi, alpha * t.lo));
    }
};
template <>
struct direct<op::selu> {
    bool usual;
    doubles gamma;
    pair below;

    explicit direct(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0]) && is_safe_in_products(parameters[1])),
          gamma(splat(parameters[1])),
          below(two_product(splat(parameters[0]), gamma)) {}
    [[gnu::always_inline]] doubles apply(doubles x) const noexcept {
        const pair t = direct_less_one_below(x);
        return choose(x >= 0.0, gamma * x, fma(below.hi, t.hi, fma(below.hi, t.lo, below.lo * t.hi)));
    }
};
template <>
struct direct<op::celu> {
    bool usual;
    doubles alpha;
    pair inverse;

    explicit direct(const double* parameters) noexcept
        : usual(is_safe_in_products(parameters[0]) && parameters[0] > 0.0), alpha(splat(parameters[0])) {
        inverse.hi = 1.0 / alpha;
        inverse.lo = fma(-alpha, inverse.hi, splat(1.0)) * inverse.hi;
    }
    [[gnu::always_inline]] doubles apply(doubles x) const noexcept {
        pair u = two_product(x, inverse.hi);
        u.lo = choose(u.hi > -50.0, fma(x, inverse.lo, u.lo), doubles{});
        const pair t = direct_less_one_below(u.hi, u.lo);
        // Next to zero it is x; the sum of two zeros of any sign is 0.
        return choose(u.hi > -0x1p-54, x + 0.0, fma(alpha, t.hi, alpha * t.lo));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
