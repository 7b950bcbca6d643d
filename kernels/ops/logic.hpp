// Logic on bytes that are 0 or 1 (element<truth> sees to that).
#pragma once

#include "kernels/ops/arithmetic.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

using truths = vec<std::uint8_t>;

template <>
struct body<op::logical_and> {
    static truths apply(truths x, truths y) noexcept { return x & y; }
};
template <>
struct body<op::logical_or> {
    static truths apply(truths x, truths y) noexcept { return x | y; }
};
template <>
struct body<op::logical_xor> {
    static truths apply(truths x, truths y) noexcept { return x ^ y; }
};
template <>
struct body<op::logical_not> {
    static truths apply(truths x) noexcept { return x ^ 1; }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
