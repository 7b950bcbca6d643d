// What may be planned, and the words for what may not.
#pragma once

#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Everything about operands that does not need the nest: their number, types, shapes. (Whether the number of
/// elements fits is found out when the nest is made.)
status validate(op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept;

/// The type whose kernel serves valid operands: where's values, else the first operand's.
inline dtype value_type(op which, const const_tensor_view* inputs) noexcept {
    return inputs[which == op::where ? 1 : 0].type;
}

/// Says in words why planning answered `refused`.
outcome explain_refusal(status refused, op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                        isa with);

}  // namespace zerostride::detail
