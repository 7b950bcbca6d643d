// The inside of a plan: what was decided, in the form that a run reads.
#pragma once

#include <array>
#include <memory>

#include "dispatch/nest.hpp"
#include "dispatch/program.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::detail {

/// How an operand meets the kernel within a tile.
enum class route : std::uint8_t {
    dense,      ///< where it is
    splat,      ///< where it is: one element for each row
    packed,     ///< through scratch, by a program
    transposed  ///< through scratch, by the transpose mover
};

/// How the tiles are cut.
enum class strategy : std::uint8_t {
    empty,   ///< no elements
    whole,   ///< one dense row, split between threads only
    blocks,  ///< tiles of rows by columns of two axes of the nest; the kernel sees rows
    flat     ///< tiles of some rows by everything inside; the kernel sees one long row
};

/// One result tile of scratch takes this many bytes per operand.
inline constexpr std::int64_t tile_bytes = 8192;

struct operand_route {
    route how = route::dense;
    int element_log2 = 0;
    std::int64_t row_stride = 0;    ///< bytes between the tile's rows
    std::int64_t col_stride = 0;    ///< bytes between the tile's columns (blocks), for chunks and transposes
    program steps;                  ///< where how == packed
};

}  // namespace zerostride::detail

namespace zerostride {

struct plan::state {
    op which;
    dtype type;
    isa with;
    const kernels::mover_table* movers;
    kernels::kernel run;
    std::size_t inputs;
    detail::strategy cut;
    bool streams;       ///< the result goes past the caches
    bool copies;        ///< identity: what the movers bring is the result
    int threads;        ///< that a run uses
    parallel_for host;
    unsigned splats;
    /// Input i may be the output itself: same layout and element size.
    std::array<bool, kernels::max_inputs> may_be_output;

    detail::nest loops;
    std::size_t outer_axes;                 ///< loops.axes[0, outer_axes) are stepped through tile by tile
    std::int64_t rows, cols;                ///< of the two tiled axes; flat: cols is all that is inside
    std::int64_t row_chunk, col_chunk;      ///< of a tile
    std::int64_t row_chunks, col_chunks, tiles;
    std::array<detail::operand_route, detail::max_operands> routes;  ///< [0] is the output
};

namespace detail {

/// Decides everything. On success the state refers to `memory`, which holds its programs. Throws
/// std::bad_alloc for ranks above axis_list::inline_axes only.
status make_state(plan::state& made, op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                  const options& how, program_memory memory);
/// Says in words why make_state answered `refused`.
outcome explain_refusal(status refused, op which, array_ref<const_tensor_view> inputs,
                        const const_tensor_view& output, const options& how);

/// Memory for all programs of one plan.
inline constexpr std::size_t plan_memory = max_operands * program_bytes;

/// Runs a state; the pointers have been checked.
status run_state(const plan::state& s, const void* const* inputs, void* output) noexcept;

/// True when the pointers obey the aliasing rules of plan::run.
bool may_alias(const plan::state& s, const void* const* inputs, const void* output) noexcept;

}  // namespace detail
}  // namespace zerostride
