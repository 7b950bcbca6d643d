// The oracle of the float functions: the C library's long double, and for the types it is much better than, its double.
// tests/math measures the same functions with MPFR in finer steps; here all that a layout or a register can do wrong
// must show, within 1 ulp for float16 and float and 2 for double.
#include "support/oracle_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/table.hpp"
#include "support/oracle_real.hpp"
#include "support/remembered.hpp"
#include "support/ulps.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::test {
namespace {

static_assert(kernels::family_size(op_family::libm) == 8);

/// `Real` is wider than the type in question by so much that its own few ulps do not count.
template <class Real>
struct functions {
    static constexpr Real infinity = std::numeric_limits<Real>::infinity();

    static Real sigmoid(Real u) { return u < 0 ? std::exp(u) / (1 + std::exp(u)) : 1 / (1 + std::exp(-u)); }
    /// x * gate, where the gate's limit at u = -infinity is stronger than any x.
    static Real gated(Real x, Real u, Real gate) {
        if (std::isinf(x) && u < 0) return std::copysign(Real(0), x);
        return x * gate;
    }
    static Real swish(Real alpha, Real x) {
        const Real u = alpha == 0 ? 0 : alpha * x;
        return gated(x, u, sigmoid(u));
    }
    static Real gelu_by_erf(Real x) {
        if (std::isinf(x)) return x > 0 ? x : std::copysign(Real(0), x);
        // erfc of z + rest where z is the rounded -x/sqrt 2: far out a rounding error of z is one of z^2 in the
        // exponent.
        const Real c = std::sqrt(Real(0.5)), z = -x * c;
        const Real rest = std::fabs(x) > Real(1e300) ? 0 : std::fma(-x, c, -z) - x * root_half_rest();
        const Real slope = Real(-2) / std::sqrt(std::acos(Real(-1))) * std::exp(-z * z);
        return x * (std::erfc(z) + slope * rest) / 2;
    }
    static Real gelu_by_tanh(Real x) {
        if (std::isinf(x)) return x > 0 ? x : std::copysign(Real(0), x);
        const Real near = std::clamp(x, Real(-100), Real(100));
        return x * sigmoid(2 * std::sqrt(2 / std::acos(Real(-1))) * near * (1 + Real(0.044715L) * near * near));
    }
    static Real mish(Real x) {
        if (x < 0) {
            const Real e = std::exp(x);
            return gated(x, x, e * (e + 2) / (e * (e + 2) + 2));
        }
        const Real f = std::exp(-x);
        return x * (1 + 2 * f) / (1 + 2 * f + 2 * f * f);
    }

    static Real answer(const question& asked, Real x, Real y) {
        const auto alpha = [&] { return static_cast<Real>(asked.parameter(attribute_id::alpha)); };
        switch (asked.which) {
            case op::exp: return std::exp(x);
            case op::log: return std::log(x);
            case op::sin: return std::sin(x);
            case op::cos: return std::cos(x);
            case op::tan: return std::tan(x);
            case op::asin: return std::asin(x);
            case op::acos: return std::acos(x);
            case op::atan: return std::atan(x);
            case op::sinh: return std::sinh(x);
            case op::cosh: return std::cosh(x);
            case op::tanh: return std::tanh(x);
            case op::asinh: return std::asinh(x);
            case op::acosh: return std::acosh(x);
            case op::atanh: return std::atanh(x);
            case op::erf: return std::erf(x);
            case op::exp2: return std::exp2(x);
            case op::log2: return std::log2(x);
            case op::log10: return std::log10(x);
            case op::expm1: return std::expm1(x);
            case op::log1p: return std::log1p(x);
            case op::cbrt: return std::cbrt(x);
            case op::rsqrt: return 1 / std::sqrt(x);
            case op::erfc: return std::erfc(x);
            case op::sigmoid: return sigmoid(x);
            case op::softplus:
                return std::isinf(x) && x < 0 ? 0 : (x > 0 ? x : 0 * x) + std::log1p(std::exp(-std::fabs(x)));
            case op::softsign: return std::isinf(x) ? std::copysign(Real(1), x) : x / (1 + std::fabs(x));
            case op::gelu: return asked.parameter(attribute_id::approximate) != 0.0 ? gelu_by_tanh(x) : gelu_by_erf(x);
            case op::mish: return mish(x);
            case op::swish: return swish(alpha(), x);
            case op::swiglu:
                // However small the gate has become, it is not zero.
                if (std::isinf(y) && std::isfinite(x)) return x * y;
                return swish(alpha(), x) * y;
            case op::elu: return x < 0 ? alpha() * std::expm1(x) : x;
            case op::selu:
                return static_cast<Real>(asked.parameter(attribute_id::gamma)) * (x < 0 ? alpha() * std::expm1(x) : x);
            case op::celu:
                if (std::isnan(x) || x == 0) return x + 0;
                return x > 0 ? x + std::fmin(Real(0), alpha() * std::expm1(x / alpha()))
                             : std::fmin(Real(0), alpha() * std::expm1(x / alpha()));
            default: break;
        }
        return std::numeric_limits<Real>::quiet_NaN();
    }

private:
    /// sqrt(1/2) minus its rounding.
    static Real root_half_rest() {
        const Real c = std::sqrt(Real(0.5));
        return std::fma(-c, c, Real(0.5)) / (2 * c);
    }
};

/// With one operand the answer, which may have been given before.
template <class Real, class T>
Real answer_to(const question& asked, T x, T y) {
    const auto compute = [&] { return functions<Real>::answer(asked, static_cast<Real>(x), static_cast<Real>(y)); };
    if (asked.arity() > 1) return compute();
    static remembered<T, Real> before;
    return before(asked, x, compute);
}

}  // namespace

bool function_is_right(const question& asked, const void* const* in, const void* actual) {
    const bool two = asked.arity() > 1;
    switch (asked.type) {
        case dtype::f16: {
            float16 x, y{}, z;
            std::memcpy(&x, in[0], sizeof x);
            if (two) std::memcpy(&y, in[1], sizeof y);
            std::memcpy(&z, actual, sizeof z);
            return is_near<double>(dtype::f16, static_cast<double>(z), answer_to<double>(asked, x, y), 0.501);
        }
        case dtype::f32: {
            float x, y{}, z;
            std::memcpy(&x, in[0], sizeof x);
            if (two) std::memcpy(&y, in[1], sizeof y);
            std::memcpy(&z, actual, sizeof z);
            return is_near<double>(dtype::f32, z, answer_to<double>(asked, x, y), 0.501);
        }
        case dtype::f64: {
            double x, y{}, z;
            std::memcpy(&x, in[0], sizeof x);
            if (two) std::memcpy(&y, in[1], sizeof y);
            std::memcpy(&z, actual, sizeof z);
            return is_near<long double>(dtype::f64, z, answer_to<long double>(asked, x, y), 2.0);
        }
        case dtype::real: {
            real x, y{}, z;
            std::memcpy(&x, in[0], sizeof x);
            if (two) std::memcpy(&y, in[1], sizeof y);
            std::memcpy(&z, actual, sizeof z);
            return real_function_is_right(asked, x, y, z, functions<double>::answer(asked, x.hi, y.hi));
        }
        default: break;
    }
    return false;
}

}  // namespace zerostride::test
