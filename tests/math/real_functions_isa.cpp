// Compiled once for each instruction set, with the flags of its kernels.
#include "kernels/math/real_activation.hpp"
#include "kernels/math/real_hyperbolic.hpp"
#include "kernels/math/real_inverse_trigonometric.hpp"
#include "kernels/math/real_pow.hpp"
#include "kernels/math/real_root.hpp"
#include "kernels/math/real_trigonometric.hpp"
#include "math/real_functions.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <pair Function(pair)>
void of_one(const real* x, const real*, real* out, std::size_t count) noexcept {
    using access = element<double_double>;
    for (std::size_t i = 0; i < count; i += access::count) {
        const pair result = Function(access::get(reinterpret_cast<const double_double*>(x + i)));
        access::put<to_cache>(reinterpret_cast<double_double*>(out + i), result);
    }
}
template <pair Function(pair, pair)>
void of_two(const real* x, const real* y, real* out, std::size_t count) noexcept {
    using access = element<double_double>;
    for (std::size_t i = 0; i < count; i += access::count) {
        const pair result = Function(access::get(reinterpret_cast<const double_double*>(x + i)),
                                     access::get(reinterpret_cast<const double_double*>(y + i)));
        access::put<to_cache>(reinterpret_cast<double_double*>(out + i), result);
    }
}

pair swish_1(pair x) noexcept { return reals::swish(x, 1.0); }
pair swish_alpha(pair x) noexcept { return reals::swish(x, 1.702); }
pair swiglu_alpha(pair x, pair y) noexcept { return reals::swiglu(x, y, 1.25); }
pair elu_1(pair x) noexcept { return reals::elu(x, 1.0); }
pair elu_alpha(pair x) noexcept { return reals::elu(x, 0.7); }
pair selu_default(pair x) noexcept { return reals::selu(x, 0x1.ac5afp0, 0x1.0cfabep0); }
pair celu_1(pair x) noexcept { return reals::celu(x, 1.0); }
pair celu_alpha(pair x) noexcept { return reals::celu(x, 2.5); }
pair celu_below(pair x) noexcept { return reals::celu(x, -1e-4); }
pair celu_least(pair x) noexcept { return reals::celu(x, -1e-300); }
pair celu_zero(pair x) noexcept { return reals::celu(x, -0.0); }

}  // namespace

extern const test::real_function real_functions[test::real_function_count];
constinit const test::real_function real_functions[test::real_function_count] = {
    {"exp", &of_one<reals::exp>},
    {"expm1", &of_one<reals::expm1>},
    {"exp2", &of_one<reals::exp2>},
    {"log", &of_one<reals::log>},
    {"log1p", &of_one<reals::log1p>},
    {"log2", &of_one<reals::log2>},
    {"log10", &of_one<reals::log10>},
    {"cbrt", &of_one<reals::cbrt>},
    {"rsqrt", &of_one<reals::rsqrt>},
    {"sin", &of_one<reals::sin>},
    {"cos", &of_one<reals::cos>},
    {"tan", &of_one<reals::tan>},
    {"asin", &of_one<reals::asin>},
    {"acos", &of_one<reals::acos>},
    {"atan", &of_one<reals::atan>},
    {"sinh", &of_one<reals::sinh>},
    {"cosh", &of_one<reals::cosh>},
    {"tanh", &of_one<reals::tanh>},
    {"asinh", &of_one<reals::asinh>},
    {"acosh", &of_one<reals::acosh>},
    {"atanh", &of_one<reals::atanh>},
    {"erf", &of_one<reals::erf>},
    {"erfc", &of_one<reals::erfc>},
    {"sigmoid", &of_one<reals::sigmoid>},
    {"softplus", &of_one<reals::softplus>},
    {"softsign", &of_one<reals::softsign>},
    {"gelu_erf", &of_one<reals::gelu_erf>},
    {"gelu_tanh", &of_one<reals::gelu_tanh>},
    {"mish", &of_one<reals::mish>},
    {"swish_1", &of_one<swish_1>},
    {"swish_alpha", &of_one<swish_alpha>},
    {"swiglu", &of_two<swiglu_alpha>},
    {"elu_1", &of_one<elu_1>},
    {"elu_alpha", &of_one<elu_alpha>},
    {"selu", &of_one<selu_default>},
    {"celu_1", &of_one<celu_1>},
    {"celu_alpha", &of_one<celu_alpha>},
    {"celu_below", &of_one<celu_below>},
    {"celu_least", &of_one<celu_least>},
    {"celu_zero", &of_one<celu_zero>},
    {"pow", &of_two<reals::pow>},
};

}  // namespace zerostride::kernels::ZS_ISA
