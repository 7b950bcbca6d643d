#include "accuracy/reference.hpp"

namespace zerostride::accuracy {
namespace {

constexpr mpfr_rnd_t nearest = MPFR_RNDN;

/// 1 / (1 + e^-u)
void sigmoid(digits& u) {
    mpfr_neg(u, u, nearest);
    mpfr_exp(u, u, nearest);
    mpfr_add_ui(u, u, 1, nearest);
    mpfr_ui_div(u, 1, u, nearest);
}

void gelu(bool by_tanh, const digits& x, digits& r) {
    digits u(r.precision());
    if (by_tanh) {
        // 2 sqrt(2/pi) (x + 0.044715 x^3)
        digits c(r.precision());
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

/// The limits of products in which one factor vanishes and the other is x; false where there is nothing to say.
bool at_infinity(const function& f, const digits& x, const digits& y, digits& r) {
    if (!x.is_infinite()) return false;
    double slope = 1.0;
    switch (f.which) {
        case op::swish:
        case op::swiglu: slope = f.parameter(attribute_id::alpha); break;
        case op::gelu:
        case op::mish: break;
        case op::softsign: mpfr_set_si(r, x.is_negative() ? -1 : 1, nearest); return true;
        default: return false;
    }
    if (slope == 0.0) mpfr_div_2ui(r, x, 1, nearest);
    else if (x.is_negative() == (slope < 0.0)) mpfr_set(r, x, nearest);
    else mpfr_set_zero(r, x.is_negative() ? -1 : 1);
    if (f.which == op::swiglu) mpfr_mul(r, r, y, nearest);
    return true;
}

}  // namespace

void reference(const function& f, const digits& x, const digits& y, digits& r) {
    const bool is_positive = mpfr_sgn(x.get()) > 0, is_negative = mpfr_sgn(x.get()) < 0;
    if (x.is_nan() && f.which != op::pow) {
        mpfr_set_nan(r);
        return;
    }
    if (at_infinity(f, x, y, r)) return;
    switch (f.which) {
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
        case op::exp2: mpfr_exp2(r, x, nearest); return;
        case op::log2: mpfr_log2(r, x, nearest); return;
        case op::log10: mpfr_log10(r, x, nearest); return;
        case op::expm1: mpfr_expm1(r, x, nearest); return;
        case op::log1p: mpfr_log1p(r, x, nearest); return;
        case op::cbrt: mpfr_cbrt(r, x, nearest); return;
        case op::erfc: mpfr_erfc(r, x, nearest); return;
        case op::rsqrt:
            mpfr_rec_sqrt(r, x, nearest);
            // IEEE 754's rSqrt keeps the sign of zero, MPFR does not.
            if (x.is_zero()) mpfr_set_inf(r, x.is_negative() ? -1 : 1);
            return;
        case op::reciprocal: mpfr_ui_div(r, 1, x, nearest); return;
        case op::pow: mpfr_pow(r, x, y, nearest); return;
        case op::sigmoid:
            mpfr_set(r, x, nearest);
            sigmoid(r);
            return;
        case op::softplus:
            // x + ln(1 + e^-x): not even MPFR has room for e^x when x is large.
            mpfr_neg(r, x, nearest);
            if (is_negative) mpfr_set(r, x, nearest);
            mpfr_exp(r, r, nearest);
            mpfr_log1p(r, r, nearest);
            if (is_positive) mpfr_add(r, r, x, nearest);
            return;
        case op::softsign:
            mpfr_abs(r, x, nearest);
            mpfr_add_ui(r, r, 1, nearest);
            mpfr_div(r, x, r, nearest);
            return;
        case op::gelu: gelu(f.parameter(attribute_id::approximate) != 0.0, x, r); return;
        case op::mish:
            mpfr_exp(r, x, nearest);
            mpfr_log1p(r, r, nearest);
            mpfr_tanh(r, r, nearest);
            mpfr_mul(r, r, x, nearest);
            return;
        case op::swish:
        case op::swiglu:
            mpfr_mul_d(r, x, f.parameter(attribute_id::alpha), nearest);
            sigmoid(r);
            mpfr_mul(r, r, x, nearest);
            if (f.which == op::swiglu) mpfr_mul(r, r, y, nearest);
            return;
        case op::elu:
        case op::selu:
            mpfr_set(r, x, nearest);
            if (is_negative) {
                mpfr_expm1(r, r, nearest);
                mpfr_mul_d(r, r, f.parameter(attribute_id::alpha), nearest);
            }
            if (f.which == op::selu) mpfr_mul_d(r, r, f.parameter(attribute_id::gamma), nearest);
            return;
        case op::hard_sigmoid:
            mpfr_mul_d(r, x, f.parameter(attribute_id::alpha), nearest);
            mpfr_add_d(r, r, f.parameter(attribute_id::beta), nearest);
            if (mpfr_sgn(r.get()) < 0) mpfr_set_zero(r, 1);
            if (mpfr_cmp_ui(r.get(), 1) > 0) mpfr_set_ui(r, 1, nearest);
            return;
        case op::hard_swish:
            mpfr_set(r, x, nearest);
            if (mpfr_cmp_si(x.get(), -3) <= 0) {
                mpfr_set_zero(r, -1);
            } else if (mpfr_cmp_ui(x.get(), 3) < 0) {
                mpfr_add_ui(r, r, 3, nearest);
                mpfr_mul(r, r, x, nearest);
                mpfr_div_ui(r, r, 6, nearest);
            }
            return;
        case op::celu: {
            const double alpha = f.parameter(attribute_id::alpha);
            mpfr_div_d(r, x, alpha, nearest);
            mpfr_expm1(r, r, nearest);
            mpfr_mul_d(r, r, alpha, nearest);
            // The sum of two terms, of which one is a zero.
            if (mpfr_sgn(r.get()) > 0) mpfr_set_zero(r, 1);
            if (is_positive) mpfr_add(r, r, x, nearest);
            if (r.is_zero()) mpfr_set_zero(r, 1);
            return;
        }
        default: break;
    }
    mpfr_set_nan(r);
}

}  // namespace zerostride::accuracy
