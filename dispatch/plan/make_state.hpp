// From operands to the state of a plan: the nest, and the kernel that computes what is asked.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Decides everything but the programs; `once` if there will be one run, which is not to wait long for it. `part` is
/// less than the parts that the state of part 0 says. Throws std::bad_alloc for ranks above axis_list::inline_axes,
/// which scales for each block raise by one, for outputs whose axes interleave, and for compositions.
status make_state(plan::state& made, const operation& what, array_ref<const_tensor_view> inputs,
                  const const_tensor_view& output, const options& how, bool once, int part = 0);

/// What make_state does once it is known which kernel computes what: `made.loops`, `which`, `type` and `movers` must
/// be set. At most `most_threads` >= 1 will run it. `streams`: the output is part of one that goes past the caches.
void plan_kernel(plan::state& made, const kernels::kernel* kernel_of_splats, array_ref<const_tensor_view> inputs,
                 const const_tensor_view& output, int most_threads, bool streams, bool once) noexcept;

}  // namespace zerostride::detail
