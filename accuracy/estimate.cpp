#include "accuracy/estimate.hpp"

#include <cmath>
#include <limits>

namespace zerostride::accuracy {
namespace {

double sigmoid(double u) { return 1.0 / (1.0 + std::exp(-u)); }

/// The operator is looked at once, not for each number.
template <class Of>
void each(const double* x, const double* y, double* to, std::size_t count, Of of) {
    for (std::size_t i = 0; i < count; ++i) to[i] = of(x[i], y[i]);
}

}  // namespace

void estimates(const function& f, const double* x, const double* y, double* to, std::size_t count) {
    const auto fill = [&](auto of) { each(x, f.arity() > 1 ? y : x, to, count, of); };
    const double alpha = f.parameter(attribute_id::alpha), gamma = f.parameter(attribute_id::gamma);
    switch (f.which) {
        case op::exp: return fill([](double u, double) { return std::exp(u); });
        case op::log: return fill([](double u, double) { return std::log(u); });
        case op::sin: return fill([](double u, double) { return std::sin(u); });
        case op::cos: return fill([](double u, double) { return std::cos(u); });
        case op::tan: return fill([](double u, double) { return std::tan(u); });
        case op::asin: return fill([](double u, double) { return std::asin(u); });
        case op::acos: return fill([](double u, double) { return std::acos(u); });
        case op::atan: return fill([](double u, double) { return std::atan(u); });
        case op::sinh: return fill([](double u, double) { return std::sinh(u); });
        case op::cosh: return fill([](double u, double) { return std::cosh(u); });
        case op::tanh: return fill([](double u, double) { return std::tanh(u); });
        case op::asinh: return fill([](double u, double) { return std::asinh(u); });
        case op::acosh: return fill([](double u, double) { return std::acosh(u); });
        case op::atanh: return fill([](double u, double) { return std::atanh(u); });
        case op::erf: return fill([](double u, double) { return std::erf(u); });
        case op::exp2: return fill([](double u, double) { return std::exp2(u); });
        case op::log2: return fill([](double u, double) { return std::log2(u); });
        case op::log10: return fill([](double u, double) { return std::log10(u); });
        case op::expm1: return fill([](double u, double) { return std::expm1(u); });
        case op::log1p: return fill([](double u, double) { return std::log1p(u); });
        case op::cbrt: return fill([](double u, double) { return std::cbrt(u); });
        case op::rsqrt: return fill([](double u, double) { return 1.0 / std::sqrt(u); });
        case op::erfc: return fill([](double u, double) { return std::erfc(u); });
        case op::reciprocal: return fill([](double u, double) { return 1.0 / u; });
        case op::pow: return fill([](double u, double v) { return std::pow(u, v); });
        case op::sigmoid: return fill([](double u, double) { return sigmoid(u); });
        case op::softplus:
            return fill(
                [](double u, double) { return u > 0.0 ? u + std::log1p(std::exp(-u)) : std::log1p(std::exp(u)); });
        case op::softsign: return fill([](double u, double) { return u / (1.0 + std::fabs(u)); });
        case op::gelu:
            if (f.parameter(attribute_id::approximate) != 0.0) {
                // 2 sqrt(2/pi)
                return fill([](double u, double) {
                    return u * sigmoid(0x1.9884533d43651p+0 * (u * (1.0 + 0.044715 * u * u)));
                });
            }
            return fill([](double u, double) { return 0.5 * u * std::erfc(-0x1.6a09e667f3bcdp-1 * u); });
        case op::mish: return fill([](double u, double) { return u * std::tanh(std::log1p(std::exp(u))); });
        case op::swish: return fill([alpha](double u, double) { return u * sigmoid(alpha * u); });
        case op::swiglu: return fill([alpha](double u, double v) { return u * sigmoid(alpha * u) * v; });
        case op::elu: return fill([alpha](double u, double) { return u < 0.0 ? alpha * std::expm1(u) : u; });
        case op::selu: return fill([=](double u, double) { return gamma * (u < 0.0 ? alpha * std::expm1(u) : u); });
        case op::celu:
            return fill([alpha](double u, double) {
                if (u != u) return u;
                const double low = alpha * std::expm1(u / alpha);
                return (u > 0.0 ? u : 0.0) + (low < 0.0 ? low : 0.0);
            });
        default: break;
    }
    fill([](double, double) { return std::numeric_limits<double>::quiet_NaN(); });
}

}  // namespace zerostride::accuracy
