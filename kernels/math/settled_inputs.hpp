// Floats that the f64 bodies round wrongly, and what is right: written by derive/settled.py.
#pragma once

#include <array>
#include <cstdint>

#include "zerostride/op.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

struct settlement {
    std::uint32_t x, y;  // bits
};
/// Of an operator with its default attributes; of Gelu by tanh as Form 1.
template <op Op, int Form = 0>
constexpr std::array<settlement, 0> settlements{};
template <>
constexpr std::array<settlement, 2> settlements<op::softsign, 0>{{
    {0x3c0b8116, 0x3c0a5391}, {0xbc0b8116, 0xbc0a5391},
}};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
