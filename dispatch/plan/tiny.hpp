// One-shot calls on few elements, for which a plan would take longer to make than to run.
#pragma once

#include "zerostride/attribute.hpp"
#include "zerostride/plan.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Where operands are stretched or lie otherwise, they are packed run by run, on up to so many elements: beyond that a
/// plan is made as soon.
inline constexpr int most_packed = 512;
/// More runs take longer than to find the plan of an earlier call.
inline constexpr int few_runs = 36;

/// Evaluates a call on a few elements into a dense output, of up to `most_runs` innermost rows where operands do not
/// lie as the output does. False when the call is of another kind, or is to be refused: then nothing has been written
/// and the usual way decides.
bool eval_tiny(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
               const options& how, int most_runs, status& answer) noexcept;

}  // namespace zerostride::detail
