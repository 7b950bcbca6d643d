// The words for what planning and running refuse.
#pragma once

#include "zerostride/attribute.hpp"
#include "zerostride/op.hpp"
#include "zerostride/plan.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// What validate() finds wrong before it looks at the output and compares shapes, in words; ok when nothing.
[[gnu::cold]] outcome explain_operands(const operation& what, array_ref<const_tensor_view> inputs);

/// Says in words why planning answered `refused`.
[[gnu::cold]] outcome explain_refusal(status refused, const operation& what, array_ref<const_tensor_view> inputs,
                                      const const_tensor_view& output, const options& how);

/// What options name that there is not, or not here: an instruction set, an accuracy; ok when nothing.
[[gnu::cold]] outcome options_refusal(const options& how);

/// Says in words why a run of `which` answered `refused`; ok gives an empty message. `culprit` is the operand that
/// has elements and a null pointer, or that meets the output; or no_operand.
[[gnu::cold]] outcome explain_run(status refused, op which, std::size_t culprit, const void* output);
inline constexpr std::size_t no_operand = static_cast<std::size_t>(-1);

}  // namespace zerostride::detail
