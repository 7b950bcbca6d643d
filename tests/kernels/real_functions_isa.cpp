// Compiled once for each instruction set, with the flags of its kernels.
#include "kernels/math/real_activation.hpp"
#include "kernels/math/real_hyperbolic.hpp"
#include "kernels/math/real_inverse_trigonometric.hpp"
#include "kernels/math/real_pow.hpp"
#include "kernels/math/real_trigonometric.hpp"
#include "kernels/real_functions.hpp"

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

pair swish_1(pair x) noexcept { return swish(x, 1.0); }
pair swish_alpha(pair x) noexcept { return swish(x, 1.702); }
pair elu_1(pair x) noexcept { return elu(x, 1.0); }
pair elu_alpha(pair x) noexcept { return elu(x, 0.7); }
pair selu_default(pair x) noexcept { return selu(x, 0x1.ac5afp0, 0x1.0cfabep0); }
pair celu_1(pair x) noexcept { return celu(x, 1.0); }
pair celu_alpha(pair x) noexcept { return celu(x, 2.5); }

}  // namespace

extern const test::real_function real_functions[test::real_function_count];
constinit const test::real_function real_functions[test::real_function_count] = {
    {"exp", &of_one<exp>},
    {"expm1", &of_one<expm1>},
    {"log", &of_one<log>},
    {"log1p", &of_one<log1p>},
    {"sin", &of_one<sin>},
    {"cos", &of_one<cos>},
    {"tan", &of_one<tan>},
    {"asin", &of_one<asin>},
    {"acos", &of_one<acos>},
    {"atan", &of_one<atan>},
    {"sinh", &of_one<sinh>},
    {"cosh", &of_one<cosh>},
    {"tanh", &of_one<tanh>},
    {"asinh", &of_one<asinh>},
    {"acosh", &of_one<acosh>},
    {"atanh", &of_one<atanh>},
    {"erf", &of_one<erf>},
    {"sigmoid", &of_one<sigmoid>},
    {"softplus", &of_one<softplus>},
    {"softsign", &of_one<softsign>},
    {"gelu_erf", &of_one<gelu_erf>},
    {"gelu_tanh", &of_one<gelu_tanh>},
    {"mish", &of_one<mish>},
    {"swish_1", &of_one<swish_1>},
    {"swish_alpha", &of_one<swish_alpha>},
    {"elu_1", &of_one<elu_1>},
    {"elu_alpha", &of_one<elu_alpha>},
    {"selu", &of_one<selu_default>},
    {"celu_1", &of_one<celu_1>},
    {"celu_alpha", &of_one<celu_alpha>},
    {"pow", &of_two<pow>},
};

}  // namespace zerostride::kernels::ZS_ISA
