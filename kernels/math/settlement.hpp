// What a list of settled inputs is made of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zerostride/op.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// An array that may have no elements, without functions that need be inlined.
template <class T, std::size_t Size>
struct listed {
    T rows[Size == 0 ? 1 : Size];
    static constexpr std::size_t size = Size;
};
/// ONNX's defaults, of operators with attributes: what the lists are for, and bodies that serve no others.
template <op Op>
constexpr listed<double, 0> default_attributes{};
template <>
constexpr listed<double, 1> default_attributes<op::swish>{{1.0}};
template <>
constexpr listed<double, 1> default_attributes<op::elu>{{1.0}};
template <>
constexpr listed<double, 1> default_attributes<op::celu>{{1.0}};
template <>
constexpr listed<double, 2> default_attributes<op::selu>{{1.67326319217681884765625, 1.05070102214813232421875}};

struct settlement {
    std::uint32_t x, y;  // bits
};
/// Of an operator with its default attributes; of Gelu by tanh as Form 1.
template <op Op, int Form = 0>
constexpr listed<settlement, 0> settlements{};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
