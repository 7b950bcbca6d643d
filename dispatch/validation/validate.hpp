// What may be planned. The words for what may not are in refusal.hpp.
#pragma once

#include <vector>

#include "dispatch/validation/rules.hpp"
#include "zerostride/status.hpp"

namespace zerostride::detail {

/// Everything about an operation and its operands that does not need the nest: attributes, number, types, shapes.
/// (Whether the number of elements fits is found out when the nest is made.) Writes what the attributes are.
status validate(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                attribute_values& values) noexcept;

/// The part of it that does not compare shapes: attributes, number, form and types.
status validate_kinds(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                      attribute_values& values) noexcept;

/// The part of that which does not look at the output.
status validate_operands(const operation& what, array_ref<const_tensor_view> inputs, attribute_values& values) noexcept;

/// Whether the output has the shape that Expand's second operand asks for, whose elements are read. For operands and an
/// output that are valid otherwise.
bool is_as_asked(array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept;

/// Writes the result's shape for operands whose number, types and forms are right. Answers what broadcast_extents()
/// does; `operands` are then the shapes that did not broadcast. Reads the elements of a shape that is an operand.
status result_extents(op which, array_ref<const_tensor_view> inputs, std::vector<std::int64_t>& shape,
                      std::vector<extents_ref>& operands);

}  // namespace zerostride::detail
