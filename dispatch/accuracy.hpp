// Which of a function's kernels a plan gets.
#pragma once

#include "kernels/table.hpp"
#include "zerostride/accuracy.hpp"

namespace zerostride::detail {

/// exact or fast. False for no mode, and while ZEROSTRIDE_ACCURACY is asked and cannot be obeyed: accuracy_refusal says
/// which, and is ok otherwise.
bool resolve_accuracy(accuracy_mode asked, accuracy_mode& resolved) noexcept;
[[gnu::cold]] outcome accuracy_refusal(accuracy_mode asked);

/// The fast kernels of an operator with these attributes, by masks of splats; null where there are none.
const kernels::kernel* fast_kernels_of(const kernels::isa_tables& tables, op which, dtype type, dtype second,
                                       const double* parameters) noexcept;

}  // namespace zerostride::detail
