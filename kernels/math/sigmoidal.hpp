// Activations with exponentials in them.
//
// Each is a quotient of pairs times operands and attributes. The factors' powers of two are kept apart to the end, so
// that nothing overflows or is rounded as a subnormal number on the way.
#pragma once

#include "kernels/math/attributes.hpp"
#include "kernels/math/erf.hpp"
#include "kernels/math/log.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

[[gnu::always_inline]] inline truths64 is_ordinary(doubles x) noexcept { return is_finite(x) & (x != 0.0); }

/// s * factors..., where s is not zero unless the result is.
template <class... Factors>
[[gnu::always_inline]] inline doubles times(scaled_pair s, Factors... factors) noexcept {
    const doubles special = (factors * ...) * s.significand.hi;
    truths64 ordinary = is_ordinary(s.significand.hi);
    const auto multiply_by = [&](doubles factor) {
        const decomposed d = decompose(factor);
        s.significand = product(s.significand, d.significand);
        s.exponent += d.exponent - integer_bias;
        ordinary &= is_ordinary(factor);
    };
    (multiply_by(factors), ...);
    const words least = splat<std::uint64_t>(integer_bias - 4000), most = splat<std::uint64_t>(integer_bias + 4000);
    // Below zero the biased exponent has become enormous.
    const auto exponent = bits_as<vec<std::int64_t>>(s.exponent);
    s.exponent = choose(exponent < bits_as<vec<std::int64_t>>(least), least, s.exponent);
    s.exponent = choose(exponent > bits_as<vec<std::int64_t>>(most), most, s.exponent);
    return choose(ordinary, scaled(s.significand.hi, s.exponent), special);
}
/// a * x, of which an exponential is taken: 0 where either is 0, also if the other is infinite.
[[gnu::always_inline]] inline pair argument(doubles a, doubles x) noexcept {
    // The greatest numbers cannot be split, which makes exact products without fma. Beside small ones a part of their
    // size goes over.
    const auto share = [](doubles from, doubles to) __attribute__((always_inline)) {
        return (magnitude(from) > 0x1p1000) & (magnitude(to) < 1.0);
    };
    const truths64 from_a = share(a, x), from_x = share(x, a);
    const auto shared = [](truths64 gives, truths64 takes, doubles y) __attribute__((always_inline)) {
        return choose(gives, y * 0x1p-100, choose(takes, y * 0x1p100, y));
    };
    const pair p = product(shared(from_a, from_x, a), shared(from_x, from_a, x));
    return choose((a == 0.0) | ((x == 0.0) & (a == a)), pair{},
                  pair{p.hi, choose(magnitude(p.hi) > 0x1p-900, p.lo, doubles{})});
}

/// e^-|u|
[[gnu::always_inline]] inline scaled_pair falling(pair u) noexcept {
    const words sign = sign_of(u.hi);
    const exponential e = exp_parts(with_sign(with_sign(u, sign), splat(std::uint64_t{1} << 63)));
    return {e.significand(), e.exponent};
}
/// 1 / (1 + e^-u)
[[gnu::always_inline]] inline scaled_pair sigmoid(pair u) noexcept {
    const scaled_pair e = falling(u);
    const pair below = sum(beside_one(e), 1.0);
    const truths64 falls = u.hi < 0.0;
    const pair above = choose(falls, e.significand, pair{splat(1.0), doubles{}});
    return {quotient(above, below), choose(falls, e.exponent, biased(0))};
}
/// x times what goes from 0 at u = -infinity to 1 at infinity, where u has the sign of +-x: `y`, except for infinite x.
[[gnu::always_inline]] inline doubles gated(doubles x, doubles u, doubles y) noexcept {
    const truths64 infinite = magnitude(x) == std::numeric_limits<double>::infinity();
    return choose(infinite & (u < 0.0), with_sign(doubles{}, sign_of(x)), y);
}

template <>
struct body<op::sigmoid> {
    static doubles apply(doubles x) noexcept {
        const scaled_pair s = sigmoid({x, doubles{}});
        return scaled(s.significand.hi, s.exponent);
    }
};
template <>
struct body<op::swish> {
    static doubles apply(doubles x, const double* parameters) noexcept {
        const pair u = argument(splat(parameters[0]), x);
        return gated(x, u.hi, times(sigmoid(u), x));
    }
};
template <>
struct body<op::swiglu> {
    static doubles apply(doubles x, doubles y, const double* parameters) noexcept {
        const pair u = argument(splat(parameters[0]), x);
        const doubles at_infinity = with_sign(doubles{}, sign_of(x)) * y;
        const truths64 infinite = magnitude(x) == std::numeric_limits<double>::infinity();
        return choose(infinite & (u.hi < 0.0), at_infinity, times(sigmoid(u), x, y));
    }
};

template <>
struct body<op::softplus> {
    static doubles apply(doubles x) noexcept {
        // max(x, 0) + ln(1 + e^-|x|)
        const scaled_pair e = falling({x, doubles{}});
        const pair power = beside_one(e);
        const pair logarithm = log_parts(sum(power, 1.0), biased(0));
        const doubles y = sum(logarithm, at_least(x, 0.0)).hi;
        // ln(1 + e) is e - e^2/2 there, and may be a subnormal number.
        const doubles low = e.significand.hi + (e.significand.lo - 0.5 * power.hi * e.significand.hi);
        return choose(x < -20.0, scaled(low, e.exponent), choose(x < 0x1p60, y, quieted(x)));
    }
};
template <>
struct body<op::softsign> {
    static doubles apply(doubles x) noexcept {
        const doubles size = at_most(magnitude(x), 0x1p60);
        const doubles y = quotient({size, doubles{}}, two_sum(splat(1.0), size)).hi;
        return choose(size < 0x1p-60, x, with_sign(y, sign_of(x)));
    }
};
template <>
struct body<op::gelu> {
    static doubles apply(doubles x, const double* parameters) noexcept {
        return parameters[0] != 0.0 ? by_tanh(x) : by_erf(x);
    }

private:
    static doubles by_erf(doubles x) noexcept {
        // x/2 erfc(-x/sqrt 2); (x/sqrt 2)^2 is x^2/2.
        const doubles size = magnitude(x);
        const doubles usual = at_most(size, 100.0);
        const pair z = product(pair{splat(inverse_root_2[0]), splat(inverse_root_2[1])}, usual);
        const pair square = half_of(product(usual, usual));
        const truths64 falls = x < 0.0;
        scaled_pair lower = erfc_parts(z, square);
        lower.exponent -= 1;
        const pair below = beside_one(lower);
        const pair upper = sum({-below.hi, -below.lo}, 1.0);
        // Near zero (1 + erf(x/sqrt 2)) / 2, which has nothing to cancel there.
        const truths64 near = z.hi < erf_border;
        const pair centre = sum(half_of(with_sign(erf_near_zero(z, square.hi), sign_of(x))), 0.5);
        const scaled_pair normal = {choose(near, centre, choose(falls, lower.significand, upper)),
                                    choose(falls & ~near, lower.exponent, biased(0))};
        return gated(x, x, times(normal, x));
    }
    /// x/2 (1 + tanh v) = x / (1 + e^-2v) with v = sqrt(2/pi) (x + 0.044715 x^3)
    static doubles by_tanh(doubles x) noexcept {
        const doubles usual = at_least(at_most(x, 50.0), -50.0);
        const pair cubic = product(pair{splat(gelu_cubic[0]), splat(gelu_cubic[1])}, product(usual, usual));
        const pair linear = product(pair{splat(gelu_linear[0]), splat(gelu_linear[1])}, usual);
        return gated(x, x, times(sigmoid(product(sum(cubic, 1.0), linear)), x));
    }
};
template <>
struct body<op::mish> {
    static doubles apply(doubles x) noexcept {
        // tanh(ln(1 + e)) = e (e + 2) / (e (e + 2) + 2), for positive x divided by e^2 above and below.
        const scaled_pair e = falling({x, doubles{}});
        const pair power = beside_one(e);
        const truths64 falls = x < 0.0;
        const pair two = {splat(2.0), doubles{}};
        const pair down = product(e.significand, sum(power, 2.0));
        const pair down_below = sum(product(power, sum(power, 2.0)), two);
        const pair up = sum({2.0 * power.hi, 2.0 * power.lo}, 1.0);
        const pair up_below = sum(product({2.0 * power.hi, 2.0 * power.lo}, power), up);
        const scaled_pair s = {quotient(choose(falls, down, up), choose(falls, down_below, up_below)),
                               choose(falls, e.exponent, biased(0))};
        return gated(x, x, times(s, x));
    }
};

/// e^u - 1; for a tiny u it is u.
[[gnu::always_inline]] inline scaled_pair less_one_of(pair u) noexcept {
    const less_one t = expm1_parts(exp_parts(u));
    const truths64 tiny = (magnitude(u.hi) < 0x1p-60) & (u.hi != 0.0);
    const decomposed d = decompose(u.hi);
    return {choose(tiny, pair{d.significand, doubles{}}, t.significand), choose(tiny, d.exponent, t.exponent)};
}
template <>
struct body<op::elu> {
    static doubles apply(doubles x, const double* parameters) noexcept {
        const doubles low = times(less_one_of({at_most(x, 0.0), doubles{}}), splat(parameters[0]));
        return choose(x < 0.0, low, quieted(x));
    }
};
template <>
struct body<op::selu> {
    static doubles apply(doubles x, const double* parameters) noexcept {
        const doubles alpha = splat(parameters[0]), gamma = splat(parameters[1]);
        const doubles low = times(less_one_of({at_most(x, 0.0), doubles{}}), alpha, gamma);
        return choose(x < 0.0, low, gamma * at_most(x, greatest_operand<double>(parameters[1])));
    }
};
template <>
struct body<op::celu> {
    static doubles apply(doubles x, const double* parameters) noexcept {
        // max(0, x) + min(0, alpha (e^(x/alpha) - 1))
        const doubles alpha = splat(parameters[0]);
        const doubles q = x / alpha;
        const truths64 precise = (magnitude(q) < 4000.0) & (magnitude(q) > 0x1p-60);
        // In the range of normal numbers whatever alpha is.
        const decomposed above = decompose(x), below = decompose(alpha);
        const doubles power = power_of_two(choose(precise, above.exponent - below.exponent + integer_bias, biased(0)));
        const pair u = quotient({above.significand, doubles{}}, {below.significand, doubles{}});
        const scaled_pair t = less_one_of(choose(precise, pair{power * u.hi, power * u.lo}, pair{q, doubles{}}));
        const doubles other = times(t, alpha);
        // Next to zero the second term is x, whatever x/alpha was rounded to; and so it is with an infinite alpha.
        const truths64 straight = (magnitude(q) < 0x1p-60) | is_nan(q);
        const doubles low = choose(straight & (alpha != 0.0) & (alpha == alpha), x, other);
        return choose(is_nan(x), quieted(x), at_least(x, 0.0) + choose(x < 0.0, at_most(low, 0.0), doubles{}));
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
