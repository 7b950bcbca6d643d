// What the faster bodies ask of attributes.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Attributes that neither vanish nor overflow in products of a few: from 1 / most to most, a power of two.
constexpr bool is_safe_in_products(double attribute, double most = 0x1p100) noexcept {
    const double size = attribute < 0.0 ? -attribute : attribute;
    return size >= 1.0 / most && size <= most;
}
/// The greatest operand of a product with an attribute: beside 0 infinity counts as the greatest number, so that the
/// product is what it tends to.
template <class T>
constexpr T greatest_operand(double attribute) noexcept {
    return attribute == 0.0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
