// What may be planned, and the words for what may not.
#pragma once

#include <vector>

#include "zerostride/attribute.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Everything about an operation and its operands that does not need the nest: attributes, number, types, shapes.
/// (Whether the number of elements fits is found out when the nest is made.)
status validate(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept;

/// The part of it that does not compare shapes: attributes, number, form and types.
status validate_kinds(const operation& what, array_ref<const_tensor_view> inputs,
                      const const_tensor_view& output) noexcept;

/// The type whose kernel serves valid operands: where's values, else the first operand's.
inline dtype value_type(op which, const const_tensor_view* inputs) noexcept {
    return inputs[which == op::where ? 1 : 0].type;
}

/// What validate() finds wrong before it looks at the output and compares shapes, in words; ok when nothing.
outcome explain_operands(const operation& what, array_ref<const_tensor_view> inputs);

/// The result's type, for operands whose number is right; not valid() where there is none.
dtype result_type(const operation& what, array_ref<const_tensor_view> inputs) noexcept;

/// The type in which quantize_linear divides by scales of type `scale`; valid() if its attributes are.
dtype division_type(const operation& what, dtype scale) noexcept;

/// Writes the result's shape for operands whose number, types and forms are right. Answers what broadcast_extents()
/// does; `operands` are then the shapes that did not broadcast. Reads the elements of a shape that is an operand.
status result_extents(op which, array_ref<const_tensor_view> inputs, std::vector<std::int64_t>& shape,
                      std::vector<extents_ref>& operands);

/// Says in words why planning answered `refused`.
outcome explain_refusal(status refused, const operation& what, array_ref<const_tensor_view> inputs,
                        const const_tensor_view& output, isa with);

}  // namespace zerostride::detail
