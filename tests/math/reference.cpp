#include "math/reference.hpp"

#include <algorithm>
#include <cmath>

namespace zerostride::test {
namespace {

constexpr mpfr_rnd_t nearest = MPFR_RNDN;

/// e^u - 1
void less_one(digits& u) { mpfr_expm1(u, u, nearest); }
/// 1 / (1 + e^-u)
void sigmoid(digits& u) {
    mpfr_neg(u, u, nearest);
    mpfr_exp(u, u, nearest);
    mpfr_add_ui(u, u, 1, nearest);
    mpfr_ui_div(u, 1, u, nearest);
}

void gelu(bool by_tanh, const digits& x, digits& r) {
    digits u;
    if (by_tanh) {
        // 2 sqrt(2/pi) (x + 0.044715 x^3)
        digits c;
        mpfr_set_str(c, "0.044715", 10, nearest);
        mpfr_sqr(u, x, nearest);
        mpfr_mul(u, u, c, nearest);
        mpfr_add_ui(u, u, 1, nearest);
        mpfr_mul(u, u, x, nearest);
        mpfr_const_pi(c, nearest);
        mpfr_ui_div(c, 8, c, nearest);
        mpfr_sqrt(c, c, nearest);
        mpfr_mul(u, u, c, nearest);
        sigmoid(u);
        mpfr_mul(r, x, u, nearest);
        return;
    }
    mpfr_sqrt_ui(u, 2, nearest);
    mpfr_div(u, x, u, nearest);
    mpfr_neg(u, u, nearest);
    mpfr_erfc(u, u, nearest);
    mpfr_mul(u, u, x, nearest);
    mpfr_div_2ui(r, u, 1, nearest);
}

}  // namespace

void reference(const question& asked, double x_given, double y_given, digits& r) {
    const digits x(x_given), y(y_given);
    const digits alpha(asked.parameter(attribute_id::alpha)), gamma(asked.parameter(attribute_id::gamma));
    switch (asked.which) {
        case op::exp: mpfr_exp(r, x, nearest); return;
        case op::log: mpfr_log(r, x, nearest); return;
        case op::sin: mpfr_sin(r, x, nearest); return;
        case op::cos: mpfr_cos(r, x, nearest); return;
        case op::tan: mpfr_tan(r, x, nearest); return;
        case op::asin: mpfr_asin(r, x, nearest); return;
        case op::acos: mpfr_acos(r, x, nearest); return;
        case op::atan: mpfr_atan(r, x, nearest); return;
        case op::sinh: mpfr_sinh(r, x, nearest); return;
        case op::cosh: mpfr_cosh(r, x, nearest); return;
        case op::tanh: mpfr_tanh(r, x, nearest); return;
        case op::asinh: mpfr_asinh(r, x, nearest); return;
        case op::acosh: mpfr_acosh(r, x, nearest); return;
        case op::atanh: mpfr_atanh(r, x, nearest); return;
        case op::erf: mpfr_erf(r, x, nearest); return;
        case op::sigmoid:
            mpfr_set(r, x, nearest);
            sigmoid(r);
            return;
        case op::softplus:
            // x + ln(1 + e^-x): not even MPFR has room for e^x when x is large.
            mpfr_neg(r, x, nearest);
            if (x_given < 0.0) mpfr_set(r, x, nearest);
            mpfr_exp(r, r, nearest);
            mpfr_log1p(r, r, nearest);
            if (x_given > 0.0) mpfr_add(r, r, x, nearest);
            return;
        case op::softsign:
            mpfr_abs(r, x, nearest);
            mpfr_add_ui(r, r, 1, nearest);
            mpfr_div(r, x, r, nearest);
            return;
        case op::gelu: gelu(asked.parameter(attribute_id::approximate) != 0.0, x, r); return;
        case op::mish:
            mpfr_exp(r, x, nearest);
            mpfr_log1p(r, r, nearest);
            mpfr_tanh(r, r, nearest);
            mpfr_mul(r, r, x, nearest);
            return;
        case op::swish:
        case op::swiglu:
            mpfr_mul(r, alpha, x, nearest);
            sigmoid(r);
            mpfr_mul(r, r, x, nearest);
            if (asked.which == op::swiglu) mpfr_mul(r, r, y, nearest);
            return;
        case op::elu:
        case op::selu:
            mpfr_set(r, x, nearest);
            if (x_given < 0.0) {
                less_one(r);
                mpfr_mul(r, r, alpha, nearest);
            }
            if (asked.which == op::selu) mpfr_mul(r, r, gamma, nearest);
            return;
        case op::celu:
            mpfr_div(r, x, alpha, nearest);
            less_one(r);
            mpfr_mul(r, r, alpha, nearest);
            if (mpfr_sgn(static_cast<mpfr_srcptr>(r)) > 0) mpfr_set_zero(r, 1);
            if (x_given > 0.0) mpfr_add_d(r, r, x_given, nearest);
            return;
        default: break;
    }
    mpfr_set_nan(r);
}

double error_in_ulps(dtype type, double actual, const digits& exact) {
    const int bits = type == dtype::f64 ? 53 : type == dtype::f32 ? 24 : 11;
    const int least = type == dtype::f64 ? -1074 : type == dtype::f32 ? -149 : -24;
    const int most = type == dtype::f64 ? 1024 : type == dtype::f32 ? 128 : 16;
    digits off;
    if (std::isinf(actual)) mpfr_set_si_2exp(off, actual < 0.0 ? -1 : 1, most, nearest);
    else mpfr_set_d(off, actual, nearest);
    mpfr_sub(off, off, exact, nearest);
    const bool is_zero = mpfr_zero_p(static_cast<mpfr_srcptr>(exact)) != 0;
    // MPFR's exponents are of significands below 1.
    const long exponent = is_zero ? least : std::max<long>(mpfr_get_exp(static_cast<mpfr_srcptr>(exact)) - bits, least);
    const long greatest = most - bits;
    // Beyond the range the error is what an infinity is off.
    if (exponent > greatest)
        return std::isinf(actual) && std::signbit(actual) == (mpfr_sgn(static_cast<mpfr_srcptr>(exact)) < 0) ? 0.0
                                                                                                             : INFINITY;
    mpfr_mul_2si(off, off, -exponent, nearest);
    return std::fabs(mpfr_get_d(off, nearest));
}

}  // namespace zerostride::test
