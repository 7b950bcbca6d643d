// Compositions: operators that several kernels compute together, block by block of the output.
//
// A block is so small that what one step leaves for the next stays in the L1 cache, and each element of the output is
// stored once, by the last step. A step is a plan of its own over the block's shape: whatever layout an operand has,
// movers and kernels are those of every other plan.
#pragma once

#include <memory>
#include <vector>

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Scratch of a block, for all of what steps leave for later ones.
inline constexpr std::int64_t composition_bytes = 16384;

/// An axis of the output that is cut into more than one block; sorted outermost first, by the output's strides.
struct cut_axis {
    std::int64_t chunk, blocks;
    bool is_ragged;  ///< the last block is shorter
};

/// Where a step reads or writes.
struct step_place {
    enum kind_of : std::uint8_t { operand, scratch, start, result } kind;
    std::uint32_t index;  ///< of the operand; of the sum in scratch
};
struct composition_step {
    std::size_t inputs;
    step_place in[kernels::max_inputs];
    step_place out;
    std::size_t plan;  ///< steps that differ in the places' numbers alone share one
};

/// What there is to know of an operand to check its pointer.
struct checked_operand {
    nest loops;  ///< of the output and this operand
    clearance clear;
};

struct composition {
    std::size_t operands;
    std::unique_ptr<checked_operand[]> checked;
    int element_log2;  ///< the operands' and the output's

    std::int64_t blocks = 0;  ///< 0: no elements
    std::int64_t block_elements = 0;
    /// Every axis of two blocks or more: 62 of them would be more elements than there may be.
    static constexpr std::size_t most_axes = 64;
    std::vector<cut_axis> axes;
    /// The output's byte strides along `axes`, then each operand's.
    std::vector<std::int64_t> strides;

    std::vector<composition_step> steps;
    alignas(16) std::byte start[16] = {};  ///< what sums begin with
    /// By shape of the block: bit i of the index says that it is the shorter last one along the i-th of the ragged
    /// axes, of which there are at most two.
    static constexpr std::size_t most_shapes = 4;
    std::unique_ptr<plan::state[]> plans[most_shapes];
    std::vector<std::unique_ptr<std::byte[]>> memory;  ///< of the plans' programs
};

/// What is to be composed: an operator of any number of operands, for which there is no single kernel. They have been
/// validated.
struct composed_operation {
    op which;
    array_ref<const_tensor_view> operands;
    const const_tensor_view& output;
    const options& how;
    bool once;  ///< as in make_state
};
status make_composition(plan::state& made, const kernels::isa_tables& tables, const composed_operation& asked);

/// ok, or why these pointers are refused. `meeting` becomes an operand that meets the output, if one does.
status check_composition(const composition& c, const void* const* operands, const void* output,
                         std::size_t* meeting = nullptr) noexcept;

/// Checks the pointers, then runs.
status run_composition(const plan::state& s, const void* const* operands, void* output) noexcept;

}  // namespace zerostride::detail
