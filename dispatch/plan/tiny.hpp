// One-shot calls on few elements, for which a plan would take longer to make than to run.
#pragma once

#include "zerostride/attribute.hpp"
#include "zerostride/plan.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Evaluates a call on a few elements into a dense output. False when the call is of another kind, or is to be
/// refused: then nothing has been written and the usual way decides.
bool eval_tiny(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
               const options& how, status& answer) noexcept;

}  // namespace zerostride::detail
