// Sums over axes.
#pragma once

#include "dispatch/sums/loops.hpp"
#include "kernels/table.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::detail {

/// Whether elements of `type` have a sum.
bool has_sum(dtype type) noexcept;

/// Writes the sum of at least one addend for each of at least one output element. The order of additions is
/// summation's, whatever threads there are. Throws std::bad_alloc.
void sum_up(const reduction& r, const options& how, const kernels::isa_tables& tables, isa with, std::byte* results);

}  // namespace zerostride::detail
