// The inside of a plan: what was decided, in the form that a run reads.
#pragma once

#include <memory>
#include <vector>

#include "dispatch/fp_environment.hpp"
#include "dispatch/packing/program.hpp"
#include "dispatch/plan/nest.hpp"
#include "dispatch/plan/overlap.hpp"
#include "dispatch/plan/request.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::detail {

struct composition;
struct composition_deleter {
    void operator()(const composition* held) const noexcept;
};

/// How an operand meets the kernel within a tile.
enum class route : std::uint8_t {
    dense,       ///< where it is
    splat,       ///< where it is: one element for each row
    packed,      ///< through scratch, by a program
    transposed,  ///< through scratch, by the transpose mover
    by_lines,    ///< as transposed, but each line on its own, because columns are those of several axes
    in_planes,   ///< as transposed, but all planes of a tile at once, because their elements lie side by side
    in_squares   ///< flat: each row of the tile is a matrix that is transposed
};

/// Whether a tile's rows and columns change places on the way, by the transpose mover.
constexpr bool uses_transpose(route how) noexcept {
    return how == route::transposed || how == route::by_lines || how == route::in_planes || how == route::in_squares;
}

/// How the tiles are cut.
enum class strategy : std::uint8_t {
    empty,   ///< no elements
    whole,   ///< one row, dense or splat, cut between threads only
    single,  ///< one row, packed operands among its inputs: a flat tile that is all there is
    blocks,  ///< tiles of rows by columns, these of one axis or several, and of planes; the kernel sees rows
    flat     ///< tiles of some rows by everything inside; the kernel sees one long row
};

/// Which operands' lines packing by strides asks for, of those that are read next.
enum class asked_for : std::uint8_t { nothing, packed, everything };

inline constexpr std::int64_t cache_line = 64;
/// A tile of scratch takes this many bytes per operand: all of them fit in any L1 cache together.
inline constexpr std::int64_t tile_bytes = 8192;
/// Shorter rows begin and end too often within a cache line for stores past the caches, unless they are whole lines.
inline constexpr std::int64_t least_streamed_row = 1024, least_streamed_lines = 2 * cache_line;
/// Scratch of one thread. What few operands use, they share.
inline constexpr std::int64_t scratch_bytes = max_operands * (tile_bytes + cache_line);

/// Uninitialised until a strategy is chosen, like the rest of a state: a one-shot call has no time for zeros.
struct operand_route {
    route how;
    std::int64_t row_stride;  ///< bytes between the tile's rows
    std::int64_t col_stride;  ///< blocks: bytes between the tile's columns
    std::int64_t scratch;     ///< where the tile is in scratch, if it needs to be there
    bool asks_to_l2;          ///< packing asks for the next tile's pieces to come to the L2 cache
    program steps;            ///< where how == packed
};

}  // namespace zerostride::detail

namespace zerostride {

struct plan::state {
    /// Where several kernels work together: then a run is the composition's, `is_direct` is false, and of the rest
    /// only what says which operator, types, instruction set and threads counts.
    std::unique_ptr<const detail::composition, detail::composition_deleter> composed;

    // What a tiny run reads, side by side.
    kernels::kernel run;
    std::size_t inputs;
    detail::clearance clear[detail::max_operands];  ///< of the inputs
    detail::strategy cut;
    bool streams;                ///< the result goes past the caches
    bool copies;                 ///< identity: what the movers bring is the result
    bool is_one_call;            ///< a run is one call of the kernel in the calling thread
    detail::fp_need needs;       ///< of the floating-point environment; looking takes longer than a tiny kernel
    bool is_direct;              ///< the kernel's inputs are the operands; if not they are as detail::request says
    kernels::lines_ahead ahead;  ///< what transposes ask for
    bool prefetches;             ///< the result's lines are asked for before they are written
    detail::asked_for asks_for;  ///< what packing by strides asks for, of what is read next
    std::int64_t together_from;  ///< bytes of a row of the result from which on the kernel takes several in a call
    std::size_t read_ahead;      ///< bytes that a row reads ahead; only where `streams`
    int threads;                 ///< that a run uses at most
    std::int64_t rows, cols;     ///< extents of the tiled axes; flat: cols is the number of elements inside a row
    detail::nest loops;

    op which;              ///< whose kernels run
    dtype type;            ///< of the values (of the operands; where: of the second)
    dtype second;          ///< where two types choose the kernel: the other one
    dtype moved;           ///< the type whose kernel runs: where several elements are moved as one, another one
    op asked;              ///< what the plan was made for
    std::size_t operands;  ///< of that
    isa with;
    isa computes_with;  ///< whose kernel runs: of the same, or narrower registers
    accuracy_mode accuracy = accuracy_mode::exact;
    const kernels::mover_table* movers;
    int element_log2[detail::max_operands];  ///< of the element sizes; [0] is the output everywhere

    std::int8_t source[kernels::max_inputs];
    alignas(16) std::byte constant[kernels::max_inputs][16];
    double parameters[max_attributes];
    parallel_for host;
    int parts;                    ///< 2: a run is followed by that of the rest, which is a state of its own
    std::unique_ptr<state> rest;  ///< in plans; one-shot calls have it beside this one

    std::size_t outer_axes;             ///< loops.axes[0, outer_axes) are stepped through tile by tile
    std::int64_t row_chunk, col_chunk;  ///< extents of a tile
    std::int64_t unit;                  ///< elements that a column is: blocks of several axes' columns; otherwise 1
    std::int64_t row_chunks, col_chunks, tiles;
    std::int64_t planes;  ///< blocks: tiles of so many, along the axis before the rows', which is no outer one; or 1
    bool down_first;      ///< the next tile is the one below, not the one beside
    bool shares_rows;     ///< threads get rows, with all that the outer axes and the columns have of them
    std::size_t column_axes;                         ///< blocks: how many axes the columns are made of
    detail::axis columns[detail::most_column_axes];  ///< those, the outermost one cut to a tile
    detail::operand_route routes[detail::max_operands];
    std::vector<std::unique_ptr<std::byte[]>> memory;  ///< of the programs, when they outlive one call
};

}  // namespace zerostride
