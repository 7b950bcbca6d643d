// Floats that the f64 bodies round wrongly, and what is right: written by derive/settled.py.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zerostride/op.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// An array that may have no elements, without functions that need be inlined.
template <class T, std::size_t Size>
struct listed {
    T rows[Size == 0 ? 1 : Size];
    static constexpr std::size_t size = Size;
};
struct settlement {
    std::uint32_t x, y;  // bits
};
/// Of an operator with its default attributes; of Gelu by tanh as Form 1.
template <op Op, int Form = 0>
constexpr listed<settlement, 0> settlements{};
template <>
constexpr listed<settlement, 2> settlements<op::acos, 0>{{
    {0x328885a3, 0x3fc90fdb}, {0x39826222, 0x3fc907b5},
}};
template <>
constexpr listed<settlement, 2> settlements<op::acosh, 0>{{
    {0x655890d3, 0x4254d1f9}, {0x6eb1a8ec, 0x42845a89},
}};
template <>
constexpr listed<settlement, 6> settlements<op::asinh, 0>{{
    {0x4bdd65a5, 0x418f034b}, {0x655890d3, 0x4254d1f9}, {0x6eb1a8ec, 0x42845a89}, {0xcbdd65a5, 0xc18f034b},
    {0xe55890d3, 0xc254d1f9}, {0xeeb1a8ec, 0xc2845a89},
}};
template <>
constexpr listed<settlement, 2> settlements<op::atan, 0>{{
    {0x3d8d6b23, 0x3d8d31c3}, {0xbd8d6b23, 0xbd8d31c3},
}};
template <>
constexpr listed<settlement, 4> settlements<op::cos, 0>{{
    {0x5f18b878, 0x3f7f14bb}, {0x6115cb11, 0x3f78142f}, {0xdf18b878, 0x3f7f14bb}, {0xe115cb11, 0x3f78142f},
}};
template <>
constexpr listed<settlement, 5> settlements<op::log, 0>{{
    {0x3c413d3a, 0xc08e158f}, {0x41178feb, 0x400fe5e7}, {0x4c5d65a5, 0x418f034b}, {0x65d890d3, 0x4254d1f9},
    {0x6f31a8ec, 0x42845a89},
}};
template <>
constexpr listed<settlement, 76> settlements<op::sigmoid, 0>{{
    {0x34c00000, 0x3f000001}, {0x35600000, 0x3f000003}, {0x35b00000, 0x3f000005}, {0x35f00000, 0x3f000007},
    {0x36180000, 0x3f000009}, {0x36380000, 0x3f00000b}, {0x36580000, 0x3f00000d}, {0x36780000, 0x3f00000f},
    {0x368c0000, 0x3f000011}, {0x369c0000, 0x3f000013}, {0x36ac0000, 0x3f000015}, {0x36bc0000, 0x3f000017},
    {0x36cc0000, 0x3f000019}, {0x36dc0000, 0x3f00001b}, {0x36ec0000, 0x3f00001d}, {0x36fc0000, 0x3f00001f},
    {0x37060000, 0x3f000021}, {0x370e0000, 0x3f000023}, {0x37160000, 0x3f000025}, {0x371e0000, 0x3f000027},
    {0x37260000, 0x3f000029}, {0x372e0000, 0x3f00002b}, {0x37360000, 0x3f00002d}, {0x373e0000, 0x3f00002f},
    {0x37460000, 0x3f000031}, {0x374e0000, 0x3f000033}, {0x37560000, 0x3f000035}, {0x375e0000, 0x3f000037},
    {0x37660000, 0x3f000039}, {0xb4400000, 0x3effffff}, {0xb4e00000, 0x3efffffd}, {0xb5300000, 0x3efffffb},
    {0xb5700000, 0x3efffff9}, {0xb5980000, 0x3efffff7}, {0xb5b80000, 0x3efffff5}, {0xb5d80000, 0x3efffff3},
    {0xb5f80000, 0x3efffff1}, {0xb60c0000, 0x3effffef}, {0xb61c0000, 0x3effffed}, {0xb62c0000, 0x3effffeb},
    {0xb63c0000, 0x3effffe9}, {0xb64c0000, 0x3effffe7}, {0xb65c0000, 0x3effffe5}, {0xb66c0000, 0x3effffe3},
    {0xb67c0000, 0x3effffe1}, {0xb6860000, 0x3effffdf}, {0xb68e0000, 0x3effffdd}, {0xb6960000, 0x3effffdb},
    {0xb69e0000, 0x3effffd9}, {0xb6a60000, 0x3effffd7}, {0xb6ae0000, 0x3effffd5}, {0xb6b60000, 0x3effffd3},
    {0xb6be0000, 0x3effffd1}, {0xb6c60000, 0x3effffcf}, {0xb6ce0000, 0x3effffcd}, {0xb6d60000, 0x3effffcb},
    {0xb6de0000, 0x3effffc9}, {0xb6e60000, 0x3effffc7}, {0xb6ee0000, 0x3effffc5}, {0xb6f60000, 0x3effffc3},
    {0xb6fe0000, 0x3effffc1}, {0xb7030000, 0x3effffbf}, {0xb7070000, 0x3effffbd}, {0xb70b0000, 0x3effffbb},
    {0xb70f0000, 0x3effffb9}, {0xb7130000, 0x3effffb7}, {0xb7170000, 0x3effffb5}, {0xb71b0000, 0x3effffb3},
    {0xb71f0000, 0x3effffb1}, {0xb7230000, 0x3effffaf}, {0xb7270000, 0x3effffad}, {0xb72b0000, 0x3effffab},
    {0xb72f0000, 0x3effffa9}, {0xb7330000, 0x3effffa7}, {0xb7370000, 0x3effffa5}, {0xba928601, 0x3effdb5f},
}};
template <>
constexpr listed<settlement, 2> settlements<op::sin, 0>{{
    {0x46199998, 0xbeb1fa5d}, {0xc6199998, 0x3eb1fa5d},
}};
template <>
constexpr listed<settlement, 2> settlements<op::sinh, 0>{{
    {0x3a1285ff, 0x3a1285ff}, {0xba1285ff, 0xba1285ff},
}};
template <>
constexpr listed<settlement, 1> settlements<op::softplus, 0>{{
    {0x39ea41d0, 0x3f3180bd},
}};
template <>
constexpr listed<settlement, 2> settlements<op::softsign, 0>{{
    {0x3c0b8116, 0x3c0a5391}, {0xbc0b8116, 0xbc0a5391},
}};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
