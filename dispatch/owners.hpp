// Who owns the bytes of texts when a tensor is replaced by one that is made of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "zerostride/tensor.hpp"

namespace zerostride::detail {

/// Whether an operand lies in the memory of `held`.
inline bool is_among(const tensor& held, array_ref<const_tensor_view> operands) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(held.data());
    return std::any_of(operands.begin(), operands.end(), [&](const const_tensor_view& x) {
        return reinterpret_cast<std::uintptr_t>(x.data) - first < held.bytes();
    });
}

/// `made` of `operands` takes the place of `replaced`: where that was an operand, texts may view the bytes that it
/// kept.
inline void keep_owners_of(const tensor& replaced, tensor& made, array_ref<const_tensor_view> operands) {
    if (made.type() != dtype::str || !is_among(replaced, operands)) return;
    for (const std::shared_ptr<const void>& owner : replaced.owners()) made.keep(owner);
}

}  // namespace zerostride::detail
