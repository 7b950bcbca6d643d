// Attributes of an operation: checked against the operator's table, defaults filled in.
#pragma once

#include "zerostride/attribute.hpp"
#include "zerostride/status.hpp"

namespace zerostride::detail {

using attribute_values = double[max_attributes];

/// Writes the values of the attributes of `what.which`, which must be valid, in the order of its rows.
/// Answers invalid_argument for attributes that it has not got, that are given twice, that have no such value, and
/// for required ones that are missing; explain_attributes() says which.
status read_attributes(const operation& what, attribute_values& values) noexcept;
[[gnu::cold]] outcome explain_attributes(const operation& what);

/// The value of `id` among values that read_attributes() wrote; `which` must have it.
double attribute_of(op which, attribute_id id, const attribute_values& values) noexcept;

}  // namespace zerostride::detail
