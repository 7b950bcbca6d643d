// What a graph_plan holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "graph/lower.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// Where a tensor is in a run.
struct place {
    enum kind_of : std::uint8_t {
        absent,
        input,     ///< of the graph, by index
        output,    ///< of the graph, by index
        constant,  ///< at `data`
        arena,     ///< at an offset of the workspace
        scratch,   ///< at an offset of the scratch that a thread has in a step
    } kind = absent;
    std::size_t index = 0;
    const void* data = nullptr;
    std::int64_t offset = 0;  ///< bytes from there to the element with all indices 0
};

/// An operand of a tiled work.
struct tile_operand {
    place at;
    std::vector<std::int64_t> steps;  ///< bytes from a tile to the next one, for each axis of the step
};
struct tiled_work {
    std::string label;
    std::vector<tile_operand> inputs;
    tile_operand output;
    bool past_caches = false;  ///< that is where the result is stored
    plan full, rest;           ///< for tiles of the usual shape, and for the last one of the innermost axis
};

/// Works of one shape, tile by tile. One tile: of everything.
struct group_step {
    std::vector<std::int64_t> shape, tile_shape;
    std::vector<std::int64_t> counts;  ///< tiles along each axis, outermost first
    std::int64_t tiles = 1;
    bool has_rest = false;
    int threads = 1;
    std::vector<tiled_work> works;
    std::size_t most_inputs = 0;
    std::size_t memory = 0;        ///< offset of the threads' memory in the workspace
    std::size_t thread_bytes = 0;  ///< for each: pointers to inputs, then scratch
    std::size_t scratch_offset = 0;
};

struct branch_step {
    std::string label;
    place condition;
    std::shared_ptr<const graph_plan::state> branches[2];
    std::vector<place> inputs[2];
    std::vector<place> outputs;
    std::size_t memory = 0;  ///< offset in the workspace: pointers, then the branches' workspace
    std::size_t workspace_offset = 0;
};

using step = std::variant<group_step, branch_step>;

/// Bytes around the element with all indices 0 that an operand's elements are in.
struct byte_range {
    std::int64_t begin, end;
};

}  // namespace zerostride::detail

namespace zerostride {

struct graph_plan::state {
    std::vector<detail::byte_range> inputs;  ///< empty ranges for tensors without elements
    struct output {
        dtype type;
        std::vector<std::int64_t> shape;
        std::int64_t bytes;
    };
    std::vector<output> outputs;
    std::vector<detail::step> steps;
    std::vector<detail::shape_input> shape_inputs;
    std::vector<std::shared_ptr<const tensor>> constants;  ///< that steps read
    status folded = status::ok;                            ///< what runs answer when nothing else happens
    std::size_t workspace_bytes = 0;
    int threads = 1;
    parallel_for host = {};
};

}  // namespace zerostride

namespace zerostride::detail {

/// Throws error.
std::shared_ptr<const graph_plan::state> make_graph_state(const lowered& l, const options& how);

status run_graph(const graph_plan::state& s, const void* const* inputs, void* const* outputs, void* workspace) noexcept;

}  // namespace zerostride::detail
