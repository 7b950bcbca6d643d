// The inside of a plan: what was decided, in the form that a run reads.
#pragma once

#include <memory>
#include <vector>

#include "dispatch/nest.hpp"
#include "dispatch/program.hpp"
#include "dispatch/request.hpp"
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
    whole,   ///< one row, dense or splat, cut between threads only
    single,  ///< one row, packed operands among its inputs: a flat tile that is all there is
    blocks,  ///< tiles of rows by columns of two axes of the nest; the kernel sees rows
    flat     ///< tiles of some rows by everything inside; the kernel sees one long row
};

/// A tile of scratch takes this many bytes per operand: all of them fit in any L1 cache together.
inline constexpr std::int64_t tile_bytes = 8192;
/// Scratch of one thread. What few operands use, they share.
inline constexpr std::int64_t scratch_bytes = max_operands * (tile_bytes + 64);

/// Uninitialised until a strategy is chosen, like the rest of a state: a one-shot call has no time for zeros.
struct operand_route {
    route how;
    std::int64_t row_stride;  ///< bytes between the tile's rows
    std::int64_t col_stride;  ///< blocks: bytes between the tile's columns
    std::int64_t scratch;     ///< where the tile is in scratch, if it needs to be there
    program steps;            ///< where how == packed
};

/// The bytes an operand covers lie in [low, high), counted from its data pointer.
struct hull {
    std::int64_t low, high;
};

}  // namespace zerostride::detail

namespace zerostride {

struct plan::state {
    op which;              ///< whose kernels run
    dtype type;            ///< of the values (of the operands; where: of the second)
    dtype second;          ///< where two types choose the kernel: the other one
    op asked;              ///< what the plan was made for
    std::size_t operands;  ///< of that
    isa with;
    const kernels::mover_table* movers;
    kernels::kernel run;
    std::size_t inputs;
    int element_log2[detail::max_operands];  ///< of the element sizes; [0] is the output everywhere
    /// From input k's data pointer less the output's to the way from the end of the output's hull to the start of
    /// the input's; when that is at most farthest_apart, both as unsigned numbers, the hulls are apart.
    std::int64_t behind_output[detail::max_operands];
    std::uint64_t farthest_apart[detail::max_operands];

    detail::strategy cut;
    bool streams;      ///< the result goes past the caches
    bool copies;       ///< identity: what the movers bring is the result
    bool is_one_call;  ///< a run is one call of the kernel in the calling thread
    int threads;       ///< that a run uses at most
    bool is_direct;    ///< the kernel's inputs are the operands; if not they are as detail::request says
    std::int8_t source[kernels::max_inputs];
    alignas(16) std::byte constant[kernels::max_inputs][16];
    double parameters[max_attributes];
    parallel_for host;
    int parts;                    ///< 2: a run is followed by that of the rest, which is a state of its own
    std::unique_ptr<state> rest;  ///< in plans; one-shot calls have it beside this one

    detail::nest loops;
    std::size_t outer_axes;   ///< loops.axes[0, outer_axes) are stepped through tile by tile
    std::int64_t rows, cols;  ///< extents of the tiled axes; flat: cols is the number of elements inside a row
    std::int64_t row_chunk, col_chunk;  ///< extents of a tile
    std::int64_t row_chunks, col_chunks, tiles;
    bool down_first;       ///< the next tile is the one below, not the one beside
    detail::axis columns;  ///< blocks: the innermost axis cut to a tile, which programs describe
    detail::operand_route routes[detail::max_operands];
    std::vector<std::unique_ptr<std::byte[]>> memory;  ///< of the programs, when they outlive one call
};

namespace detail {

hull reach_of(const nest& n, std::size_t k, int element_log2) noexcept;

/// Decides everything but the programs; `once` if there will be one run, which is not to wait long for it. `part` is
/// less than the parts that the state of part 0 says. Throws std::bad_alloc for ranks above axis_list::inline_axes
/// only, which scales for each block raise by one.
status make_state(plan::state& made, const operation& what, array_ref<const_tensor_view> inputs,
                  const const_tensor_view& output, const options& how, bool once, int part = 0);

/// Chooses the strategy, the tile and the routes for `made.loops`; reads what make_state wrote before.
/// `kernel_of_splats` are the kernels by splat mask, `most_threads` >= 1; `once` as in make_state.
void choose_strategy(plan::state& made, const kernels::cell& kernel_of_splats, int most_threads, bool once) noexcept;

/// True when the state has packed operands, whose programs are then to be written before it runs.
bool needs_programs(const plan::state& s) noexcept;
void write_programs(plan::state& s, program_memory& memory, bool once) noexcept;

/// ok, or why these pointers of the operands are refused.
status check_pointers(const plan::state& s, const void* const* operands, const void* output) noexcept;

/// Checks the pointers of the operands, then runs.
status run_checked(const plan::state& s, const void* const* operands, void* output) noexcept;

/// The same for a state and its rest: neither may write what the other one reads.
status check_pointers(const plan::state& s, const plan::state& rest, const void* const* operands,
                      const void* output) noexcept;

/// Whether the run reads operand `i`.
bool reads_operand(const plan::state& s, std::size_t i) noexcept;

/// True when input `k` has the output's layout and element size, so that it may be the output.
bool has_layout_of_output(const plan::state& s, std::size_t k) noexcept;

/// True when the output and input `k`, which lie `distance` bytes behind it, share no byte though the stretches
/// that they cover overlap: rows side by side in one matrix, channels of one image.
bool interleaves(const plan::state& s, std::size_t k, std::int64_t distance) noexcept;

}  // namespace detail
}  // namespace zerostride
