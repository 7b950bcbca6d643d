// The broadcast rule on shapes, and error E1.
#pragma once

#include <cstdint>

#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// ok for as many operands as may broadcast together, else invalid_argument. Asked before any of them is read: a number
/// beyond the limit is more likely a mistake than a list of that length.
outcome check_operand_count(const char* who, std::size_t count);

/// Whether one of `shapes` has a rank and no extents.
bool any_lacks_extents(array_ref<extents_ref> shapes) noexcept;

/// The largest rank among `shapes`.
std::size_t broadcast_rank(array_ref<extents_ref> shapes) noexcept;

/// Writes the broadcast shape to result[0, broadcast_rank(shapes)): ranks aligned right; each extent is the
/// common one; 0 with 1 gives 0. Answers shape_mismatch (E1), invalid_argument for no shape or a negative
/// extent, too_large when the product of the non-zero extents does not fit in 63 bits; the result is then
/// unspecified. Linear in the sum of the ranks.
status broadcast_extents(array_ref<extents_ref> shapes, std::int64_t* result) noexcept;

/// Says in words why broadcast_extents refused: "add: E1: axis 1: extents 3 and 4 do not broadcast (operand 0
/// is [2,3], operand 1 is [2,4])". The axis is counted in the broadcast shape. `who` is the operation's name.
[[gnu::cold]] outcome explain_broadcast_refusal(const char* who, array_ref<extents_ref> shapes);

}  // namespace zerostride::detail
