// Which kernels a plan gets.
#pragma once

#include "kernels/table.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::detail {

/// AVX-512, with or without arithmetic of float16.
constexpr bool is_avx512(isa which) noexcept { return which == isa::avx512 || which == isa::avx512_fp16; }

/// The tables of `which`, which must be available; `automatic` means current_isa(). Sets `resolved`.
/// Null while ZEROSTRIDE_ISA cannot be obeyed or `which` is not available: isa_refusal() says why.
const kernels::isa_tables* tables_of(isa which, isa& resolved) noexcept;
[[gnu::cold]] outcome isa_refusal(isa which);

/// The tables whose registers are half as wide as those of `with`, which runs; null where there are none.
const kernels::isa_tables* narrower_tables(isa with, isa& narrower) noexcept;

/// The kernels of a supported (operator, type), or (operator, type, second type) where two choose, by masks of splats:
/// as many as the operator's inputs can make.
const kernels::kernel* kernels_of(const kernels::isa_tables& tables, op which, dtype type, dtype second) noexcept;

}  // namespace zerostride::detail
