// The order of texts.
#pragma once

#include "kernels/element.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Negative, zero or positive as x stands before, at or after y in the order of unsigned bytes.
inline int order_of(const text& x, const text& y) noexcept {
    const std::size_t shorter = x.size < y.size ? x.size : y.size;
    const int by_bytes = shorter == 0 ? 0 : __builtin_memcmp(x.data, y.data, shorter);
    return by_bytes != 0 ? by_bytes : (x.size > y.size) - (x.size < y.size);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
