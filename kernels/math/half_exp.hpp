// e^x and 2^x in floats for operands that are halves.
#pragma once

#include "kernels/math/fast_exp.hpp"
#include "kernels/math/quick_halves.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Below -18 e^x is less than half of the least half: far from the least floats, next to which some processors take a
/// hundred times as long.
template <>
struct for_halves<op::exp> {
    static constexpr unsigned units = 2;
    static floats apply(floats x) noexcept { return fast_exp(at_least(at_most(x, 12.0f), -18.0f)); }
};
template <>
struct for_halves<op::exp2> {
    static constexpr unsigned units = 2;
    static floats apply(floats x) noexcept { return fast<op::exp2>::between(x, -26.0f, 17.0f); }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
