#include "accuracy/estimate.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace zerostride::accuracy {
namespace {

template <class Number>
Number sigmoid(Number u) {
    return 1 / (1 + std::exp(-u));
}

/// The operator is looked at once, not for each number.
template <class Number, class Of>
void each(const Number* x, const Number* y, Number* to, std::size_t count, Of of) {
    for (std::size_t i = 0; i < count; ++i) to[i] = of(x[i], y[i]);
}

}  // namespace

template <class Number>
void estimates(const function& f, const Number* x, const Number* y, Number* to, std::size_t count) {
    const auto fill = [&](auto of) { each(x, f.arity() > 1 ? y : x, to, count, of); };
    const Number alpha = f.parameter(attribute_id::alpha), beta = f.parameter(attribute_id::beta),
                 gamma = f.parameter(attribute_id::gamma);
    constexpr Number root_of_2 = std::numbers::sqrt2_v<Number>;
    switch (f.which) {
        case op::exp: return fill([](Number u, Number) { return std::exp(u); });
        case op::log: return fill([](Number u, Number) { return std::log(u); });
        case op::sin: return fill([](Number u, Number) { return std::sin(u); });
        case op::cos: return fill([](Number u, Number) { return std::cos(u); });
        case op::tan: return fill([](Number u, Number) { return std::tan(u); });
        case op::asin: return fill([](Number u, Number) { return std::asin(u); });
        case op::acos: return fill([](Number u, Number) { return std::acos(u); });
        case op::atan: return fill([](Number u, Number) { return std::atan(u); });
        case op::sinh: return fill([](Number u, Number) { return std::sinh(u); });
        case op::cosh: return fill([](Number u, Number) { return std::cosh(u); });
        case op::tanh: return fill([](Number u, Number) { return std::tanh(u); });
        case op::asinh: return fill([](Number u, Number) { return std::asinh(u); });
        case op::acosh: return fill([](Number u, Number) { return std::acosh(u); });
        case op::atanh: return fill([](Number u, Number) { return std::atanh(u); });
        case op::erf: return fill([](Number u, Number) { return std::erf(u); });
        case op::exp2: return fill([](Number u, Number) { return std::exp2(u); });
        case op::log2: return fill([](Number u, Number) { return std::log2(u); });
        case op::log10: return fill([](Number u, Number) { return std::log10(u); });
        case op::expm1: return fill([](Number u, Number) { return std::expm1(u); });
        case op::log1p: return fill([](Number u, Number) { return std::log1p(u); });
        case op::cbrt: return fill([](Number u, Number) { return std::cbrt(u); });
        case op::rsqrt: return fill([](Number u, Number) { return 1 / std::sqrt(u); });
        case op::erfc: return fill([](Number u, Number) { return std::erfc(u); });
        case op::reciprocal: return fill([](Number u, Number) { return 1 / u; });
        case op::pow: return fill([](Number u, Number v) { return std::pow(u, v); });
        case op::sigmoid: return fill([](Number u, Number) { return sigmoid(u); });
        case op::softplus:
            return fill(
                [](Number u, Number) { return u > 0 ? u + std::log1p(std::exp(-u)) : std::log1p(std::exp(u)); });
        case op::softsign: return fill([](Number u, Number) { return u / (1 + std::fabs(u)); });
        case op::gelu:
            if (f.parameter(attribute_id::approximate) != 0.0) {
                const Number scale = 2 * root_of_2 * std::numbers::inv_sqrtpi_v<Number>;
                return fill(
                    [=](Number u, Number) { return u * sigmoid(scale * (u * (1 + Number(0.044715L) * u * u))); });
            }
            return fill([=](Number u, Number) { return u / 2 * std::erfc(-root_of_2 / 2 * u); });
        case op::mish: return fill([](Number u, Number) { return u * std::tanh(std::log1p(std::exp(u))); });
        case op::swish: return fill([alpha](Number u, Number) { return u * sigmoid(alpha * u); });
        case op::swiglu: return fill([alpha](Number u, Number v) { return u * sigmoid(alpha * u) * v; });
        case op::elu: return fill([alpha](Number u, Number) { return u < 0 ? alpha * std::expm1(u) : u; });
        case op::selu: return fill([=](Number u, Number) { return gamma * (u < 0 ? alpha * std::expm1(u) : u); });
        case op::celu:
            return fill([alpha](Number u, Number) {
                if (u != u) return u;
                const Number low = alpha * std::expm1(u / alpha);
                return (u > 0 ? u : 0) + (low < 0 ? low : 0);
            });
        case op::hard_sigmoid:
            return fill([=](Number u, Number) {
                const Number line = std::fma(alpha, u, beta);  // its two terms may cancel
                return line < 0 ? 0 : line > 1 ? 1 : line;
            });
        case op::hard_swish:
            return fill([](Number u, Number) { return u <= -3 ? Number(-0.0) : u >= 3 ? u : u * (u + 3) / 6; });
        default: break;
    }
    fill([](Number, Number) { return std::numeric_limits<Number>::quiet_NaN(); });
}
template void estimates(const function&, const double*, const double*, double*, std::size_t);
template void estimates(const function&, const long double*, const long double*, long double*, std::size_t);

long double fine_margin(const function& f, long double size) {
    // What one rounding of an argument comes to at most.
    constexpr long double margin = 0x1p-59L, rounding = 0x1p-64L;
    switch (f.which) {
        // z = x / sqrt(2) is rounded twice, and erfc(z) off by 2 z^2 times that.
        case op::gelu:
            if (f.parameter(attribute_id::approximate) == 0.0) return margin + 4 * rounding * size * size;
            // The argument is rounded six times, and less than 2 x^2 until the result is a zero.
            return margin + 16 * rounding * size * size;
        case op::swish:
        case op::swiglu: {
            const long double alpha = std::fabs(f.parameter(attribute_id::alpha));
            return alpha == 1 ? margin : margin + 2 * rounding * alpha * size;
        }
        default: return margin;
    }
}

}  // namespace zerostride::accuracy
