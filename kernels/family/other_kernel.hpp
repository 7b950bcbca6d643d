// Kernels of other families, by the tables of the instruction set: where a family leaves something to them.
#pragma once

#include "kernels/rows.hpp"

namespace zerostride::kernels::ZS_ISA {

extern const isa_tables tables;

namespace {

/// The kernel of (Op, Type, Type), for inputs that are splats as bits of `Splats` say.
template <op Op, dtype Type, unsigned Splats = 0>
kernel other_kernel() noexcept {
    constexpr op_family family = info(Op).family;
    constexpr std::size_t at = cell_index(Op, kernel_type(Op, Type)) * masks_of(family) + Splats;
    return tables.families[static_cast<std::size_t>(family)][at];
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
