// Activations of double-doubles that are made of exp, log1p and erf.
//
// Where the result is a multiple of a small exp(u), the error of u counts up to 745 times, and u is computed in
// three parts; and exp(u) is multiplied before its scale is, so that the product underflows and not a factor.
#pragma once

#include "kernels/math/attributes.hpp"
#include "kernels/math/real_erf.hpp"
#include "kernels/math/real_log.hpp"
#include "kernels/simd/extremes.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

inline pair one_pair() noexcept { return pair_of(1.0, 0.0); }

/// x / (1 + exp(-u)) of finite x, still to be scaled.
[[gnu::noinline]] parted_exp logistic_part(pair x, triple u) noexcept {
    const vec<double> down = with_sign(splat(-1.0), u.hi);
    const parted_exp e = exp_in_parts({u.hi * down, u.mid * down, u.lo * down});
    const flags negative = u.hi < 0.0;
    // x exp(u) / (1 + exp(u)) or x / (1 + exp(-u))
    const pair above = choose(negative, accurate_product(x, e.m), x);
    return {accurate_quotient(above, ordered_sum(splat(1.0), scale(e.m, e.n))), choose(negative, e.n, vec<double>{})};
}

inline pair sigmoid(pair x) noexcept {
    const flags large = ~(magnitude(x.hi) < 1500.0);
    const pair y = choose(large, {with_sign(splat(1500.0), x.hi), vec<double>{}}, x);
    const parted_exp s = logistic_part(one_pair(), widen(y));
    return settled(scale(s.m, s.n), x.hi != x.hi, x.hi);
}

/// x / (1 + exp(-u)), still to be scaled; `far` where u is 1500 or more and the result x or, however large x is, 0:
/// then u may have any size, but the right sign.
inline parted_exp gated(pair x, triple u, flags far) noexcept {
    const pair sign = {with_sign(splat(1.0), x.hi), vec<double>{}};
    const parted_exp near = logistic_part(choose(far, sign, x), u);
    const flags stops = far & (u.hi < 0.0);
    const flags passes = (far & ~stops) | (x.hi == 0.0) | (x.hi != x.hi);
    // However small the gate has become, it is not zero, unless x is infinite.
    const flags infinite = magnitude(x.hi) == infinity();
    const pair stopped = {choose(infinite, with_sign(vec<double>{}, x.hi), sign.hi), vec<double>{}};
    return {choose(passes, x, choose(stops, stopped, near.m)),
            choose(passes, vec<double>{}, choose(stops, splat(-2900.0), near.n))};
}

/// alpha x in three parts, cut at 1500; `far` there.
struct gate_argument {
    triple u;
    flags far;
};
inline gate_argument times_alpha(pair x, double alpha) noexcept {
    const pair a = two_product(x.hi, splat(alpha));
    const pair b = two_product(x.lo, splat(alpha));
    const triple exact = sum_of(a.hi, a.lo, b.hi, b.lo);
    // Also for infinite x 0 is 0.
    const flags none = alpha == 0.0 ? (x.hi == x.hi) : flags{};
    const flags far = ~(magnitude(a.hi) < 1500.0) & ~none;
    const triple cut = {with_sign(splat(1500.0), a.hi), vec<double>{}, vec<double>{}};
    return {choose_triple(none, triple{}, choose_triple(far, cut, exact)), far};
}

/// x / (1 + exp(-alpha x))
inline pair swish(pair x, double alpha) noexcept {
    if (alpha != alpha) return {x.hi + alpha, vec<double>{}};
    if (alpha == 0.0) return settled(scale(x, splat(-1.0)));
    const gate_argument g = times_alpha(x, alpha);
    const parted_exp s = gated(x, g.u, g.far);
    const pair result = scale(s.m, s.n);
    return settled(result, result.hi == 0.0, with_sign(vec<double>{}, x.hi));
}
/// x y / (1 + exp(-alpha x))
inline pair swiglu(pair x, pair y, double alpha) noexcept {
    if (alpha != alpha) return {x.hi + alpha, vec<double>{}};
    const gate_argument g = times_alpha(x, alpha);
    // The scale comes in part before the product with y, which could overflow, and in part behind it, so that nothing
    // is lost before it. A subnormal x is for that as well, and a huge one lends from its own.
    const flags tiny = magnitude(x.hi)<0x1p-600, huge = magnitude(x.hi)> 0x1p600;
    const pair raised = choose(tiny, times(x, 0x1p400), choose(huge, times(x, 0x1p-600), x));
    const parted_exp s = alpha == 0.0 ? parted_exp{times(raised, 0.5), vec<double>{}} : gated(raised, g.u, g.far);
    // Where the gate is shut, at -2900, 400 more would be more than scale takes.
    const vec<double> lent = choose(tiny, splat(-400.0), choose(huge, splat(600.0), vec<double>{}));
    const vec<double> n = choose(s.n > -2900.0, s.n + lent, s.n);
    const vec<double> before = choose(tiny, vec<double>{}, choose(n < -600.0, splat(-600.0), n));
    const pair product = multiply(settled(scale(s.m, before), x.hi == 0.0, x.hi), y);
    return settled(scale(product, n - before), product.hi == 0.0, product.hi);
}

/// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2 = x / (1 + exp(-2 sqrt(2/pi) (x + 0.044715 x^3)))
inline pair gelu_tanh(pair x) noexcept {
    const flags large = ~(magnitude(x.hi) < 100.0);
    const triple y = choose_triple(large, {with_sign(splat(100.0), x.hi), vec<double>{}, vec<double>{}}, widen(x));
    // The cube of a small x must not underflow into the middle of x.
    const flags small = magnitude(y.hi) < 0x1p-150;
    const triple z = choose_triple(small, triple{}, y);
    const triple cubic = triple_product(triple_product(z, z), triple_of(gelu_cubic));
    const triple u = triple_product(triple_product(y, triple_of(gelu_factor)),
                                    triple_sum({splat(1.0), vec<double>{}, vec<double>{}}, cubic));
    const parted_exp s = gated(x, choose_triple(small, triple{}, u), large);
    return settled(scale(s.m, s.n), x.hi == 0.0, x.hi);
}

/// x times the normal distribution's function: x (1 + erf(x / sqrt 2)) / 2.
inline pair gelu_erf(pair x) noexcept {
    const pair m = magnitude(x);
    const flags far = ~(m.hi < 39.0), small = m.hi < 0x1p-150;
    const pair y = choose(far, pair_of(39.0, 0.0), m);
    const pair z = choose(small, pair{}, y);
    const triple square = square_of(z);
    const error_function e =
        erf_or_erfc(accurate_product(z, pair_of(root_half)), {square.hi * 0.5, square.mid * 0.5, square.lo * 0.5});
    const flags negative = x.hi < 0.0;
    const pair value = scale(e.m, e.n);
    // 1 + erf, 2 - erfc, or erfc alone
    const pair signed_value = with_sign(value, with_sign(choose(e.complementary, splat(-1.0), splat(1.0)), x.hi));
    const pair base = {choose(e.complementary, splat(2.0), splat(1.0)), vec<double>{}};
    const flags alone = negative & e.complementary;
    const pair factor = choose(alone, e.m, ordered_sum(base, signed_value));
    const pair result = scale(accurate_product(choose(far, y, m), factor), choose(alone, e.n, vec<double>{}) - 1.0);
    const pair passed = choose(small, scale(m, splat(-1.0)), choose(far & ~negative, m, result));
    return settled(with_sign(passed, x.hi), x.hi != x.hi, x.hi);
}

/// x tanh(log(1 + exp(x))) = x n / (n + 2), n = e (e + 2), e = exp(x)
inline pair mish(pair x) noexcept {
    const flags passes = x.hi > 80.0, stops = ~(x.hi > -1500.0);
    const pair y = choose(passes, one_pair(), choose(stops, pair_of(-1500.0, 0.0), x));
    const parted_exp e = exp_in_parts(widen(y));
    const pair power = scale(e.m, e.n);
    const pair two_more = accurate_sum(power, pair_of(2.0, 0.0));
    const pair below = accurate_sum(accurate_product(power, two_more), pair_of(2.0, 0.0));
    const pair result = scale(accurate_product(accurate_product(y, e.m), accurate_quotient(two_more, below)), e.n);
    return settled(choose(passes, x, result), (x.hi != x.hi) | (x.hi == 0.0), x.hi);
}

/// log(1 + exp(x)) = max(x, 0) + log1p(exp(-|x|))
inline pair softplus(pair x) noexcept {
    const pair m = magnitude(x);
    const pair y = choose(m.hi < 1500.0, m, pair_of(1500.0, 0.0));
    const pair rest = finite_log1p(exp_times({-y.hi, -y.lo, vec<double>{}}, 0.0));
    const flags positive = x.hi > 0.0, infinite = x.hi == infinity();
    const pair result = choose(positive, accurate_sum(choose(infinite, pair{}, x), rest), rest);
    return settled(result, (x.hi != x.hi) | infinite, x.hi);
}

inline pair softsign(pair x) noexcept {
    const flags finite = is_finite(x.hi);
    const pair y = choose(finite, x, one_pair());
    const pair result = accurate_quotient(y, accurate_sum(one_pair(), magnitude(y)));
    const vec<double> limit = choose(x.hi != x.hi, x.hi, with_sign(splat(1.0), x.hi));
    return settled(result, ~finite | (x.hi == 0.0), choose(x.hi == 0.0, x.hi, limit));
}

inline pair elu(pair x, double alpha) noexcept {
    return choose(x.hi < 0.0, multiply(reals::expm1(x), pair_of(alpha, 0.0)), x);
}
inline pair selu(pair x, double alpha, double gamma) noexcept {
    x.hi = at_most(x.hi, splat(greatest_operand<double>(gamma)));
    return multiply(reals::elu(x, alpha), pair_of(gamma, 0.0));
}
/// x / y in three parts: with a negative alpha the exponential of it amplifies its error.
inline triple quotient_in_parts(pair x, vec<double> y) noexcept {
    const vec<double> q = x.hi / y;
    const pair rest = two_sum(fma(-q, y, x.hi), x.lo);
    const vec<double> next = rest.hi / y;
    const vec<double> last = (fma(-next, y, rest.hi) + rest.lo) / y;
    const flags usable = is_finite(q) & is_finite(next) & is_finite(last);
    return {q, choose(usable, next, vec<double>{}), choose(usable, last, vec<double>{})};
}
/// max(0, x) + min(0, alpha expm1(x / alpha)), which makes +0 of -0; max(0, x) where alpha is 0.
inline pair celu(pair x, double alpha) noexcept {
    const flags positive = ~(x.hi < 0.0);
    if (alpha == 0.0) return choose(positive, {x.hi + 0.0, x.lo}, pair{});
    // What is left over of a quotient of tiny numbers is to be normal.
    const bool is_tiny = alpha > -0x1p-500 && alpha < 0x1p-500;
    const double lifted = is_tiny ? alpha * 0x1p600 : alpha;
    const triple u = quotient_in_parts(is_tiny ? times(x, 0x1p600) : x, splat(lifted));
    pair bent = multiply(reals::expm1(u), pair_of(alpha, 0.0));
    if (alpha < 0.0) {
        // What is multiplied would overflow before the product does.
        const flags large = u.hi > 600.0;
        const parted_exp e = exp_in_parts(choose_triple(large, u, triple{}));
        bent = choose(large, settled(scale(multiply(e.m, pair_of(lifted, 0.0)), is_tiny ? e.n - 600.0 : e.n)), bent);
    }
    // expm1 is its argument there, which may be too small to have all its digits.
    const flags straight = positive | (magnitude(x.hi) <= magnitude(splat(alpha)) * 0x1p-110);
    return choose(straight, {x.hi + 0.0, x.lo}, bent);
}

template <>
struct real_body<op::sigmoid> {
    static pair apply(pair x, const double*) noexcept { return reals::sigmoid(x); }
};
template <>
struct real_body<op::softplus> {
    static pair apply(pair x, const double*) noexcept { return reals::softplus(x); }
};
template <>
struct real_body<op::softsign> {
    static pair apply(pair x, const double*) noexcept { return reals::softsign(x); }
};
template <>
struct real_body<op::gelu> {
    static pair apply(pair x, const double* parameters) noexcept {
        return parameters[0] != 0.0 ? gelu_tanh(x) : gelu_erf(x);
    }
};
template <>
struct real_body<op::mish> {
    static pair apply(pair x, const double*) noexcept { return reals::mish(x); }
};
template <>
struct real_body<op::swish> {
    static pair apply(pair x, const double* parameters) noexcept { return reals::swish(x, parameters[0]); }
};
template <>
struct real_body<op::swiglu> {
    static pair apply(pair x, pair y, const double* parameters) noexcept { return reals::swiglu(x, y, parameters[0]); }
};
template <>
struct real_body<op::elu> {
    static pair apply(pair x, const double* parameters) noexcept { return reals::elu(x, parameters[0]); }
};
template <>
struct real_body<op::selu> {
    static pair apply(pair x, const double* parameters) noexcept {
        return reals::selu(x, parameters[0], parameters[1]);
    }
};
template <>
struct real_body<op::celu> {
    static pair apply(pair x, const double* parameters) noexcept { return reals::celu(x, parameters[0]); }
};

}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
