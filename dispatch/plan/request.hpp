// What the kernels are asked for, once attributes are read and operators that are others in disguise are resolved:
// CastLike is a Cast, Expand an Identity, Clip without bounds a copy, a Sum of two operands an Add.
#pragma once

#include <cstddef>

#include "dispatch/validation/scales.hpp"
#include "kernels/table.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

struct request {
    op which;                             ///< whose kernels
    dtype type;                           ///< of the values
    dtype second;                         ///< of families that go by two types: the other one
    array_ref<const_tensor_view> inputs;  ///< of the kernel
    double parameters[max_attributes];    ///< of the kernel (row_context::parameters)
    /// Whether the kernel's inputs are the operation's operands, all of them and in their order. If not, input k is
    /// operand source[k], or from_constant: an element that the plan holds.
    bool is_direct;
    std::int8_t source[kernels::max_inputs];
    alignas(16) std::byte constant[kernels::max_inputs][16];
    const_tensor_view kept[kernels::max_inputs];  ///< where `inputs` points to, unless direct
    scale_layout scales;  ///< of shape_rule::per_axis. Unless one for all, they lie on the values as lay_scales() says
};
inline constexpr std::int8_t from_constant = -1;

/// Resolves a validated operation, whose attributes are made.parameters already. False when no single kernel computes
/// it.
bool resolve(request& made, op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept;

}  // namespace zerostride::detail
