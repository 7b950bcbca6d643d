// The careful phase of a function as what the loops of all types call.
#pragma once

#include "kernels/math/exact.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Not inlined, so that there is one copy.
template <op Op, class... Operands>
[[gnu::noinline]] vec<double> function_of(const double* parameters, Operands... in) noexcept {
    if constexpr (requires { body<Op>::apply(in..., parameters); }) return body<Op>::apply(in..., parameters);
    else return body<Op>::apply(in...);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
