// What the faster bodies ask of attributes.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Attributes that neither vanish nor overflow in products of a few.
constexpr bool is_safe_in_products(double attribute) noexcept {
    const double size = attribute < 0.0 ? -attribute : attribute;
    return size >= 0x1p-100 && size <= 0x1p100;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
