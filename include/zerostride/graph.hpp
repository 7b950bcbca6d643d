// Graphs of operators: plain data that describe one, the rules that it must keep, and plans that run it tile by tile.
// Link zerostride::graph. Sources: the SONNX text on graphs, and ONNX's IR and operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "zerostride/plan.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride {

struct graph;

/// Inside of a function: the value of the function's attribute with this name.
struct attribute_reference {
    std::string name;
    /// What the node has in its place where the call does not give it; by itself the node's attribute is left out.
    std::variant<std::monostate, double, std::vector<std::int64_t>> otherwise = {};
};

/// The value of an attribute of a node. Flags and integers are int64, element types (`to`) are dtype or ONNX's number
/// as int64 (0 where it is not said), words (`direction`) strings.
using graph_attribute = std::variant<std::int64_t, double, std::string, dtype, std::vector<std::int64_t>,
                                     std::vector<double>, std::vector<std::string>, std::shared_ptr<const tensor>,
                                     std::shared_ptr<const graph>, attribute_reference>;

/// A computation node: an operator by ONNX's name, or a function of the graph, and the tensors that it connects.
struct graph_node {
    std::string name;  ///< for messages; may be empty
    std::string op_type;
    std::vector<std::string> inputs;  ///< names of tensors; "" for an optional one that is absent
    std::vector<std::string> outputs;
    std::map<std::string, graph_attribute> attributes = {};
    std::string domain = {};  ///< "" is ONNX's
};

/// What a graph says of a tensor that it takes or gives.
struct graph_tensor {
    std::string name;
    std::optional<dtype> type = {};
    std::optional<std::vector<std::int64_t>> shape = {};  ///< -1: an extent that is not known
};

/// A graph as an operator. Its nodes see its inputs and nothing else.
struct graph_function {
    std::string name;
    std::vector<std::string> inputs, outputs;
    std::vector<graph_node> nodes;
    /// Those without a default. In the strict profile a call must give them; in ONNX's one a node's attribute that
    /// refers to one that is not given is left out.
    std::vector<std::string> attributes = {};
    std::map<std::string, graph_attribute> default_attributes = {};
    std::string domain = {};
};

/// A graph: tensors, known by their names, and nodes, in any order.
struct graph {
    std::string name;
    std::vector<graph_tensor> inputs, outputs;
    std::vector<graph_node> nodes;
    std::map<std::string, std::shared_ptr<const tensor>> constants = {};  ///< tensors with a value from the beginning
    std::vector<graph_function> functions = {};
};

/// So deep calls and branches may lie in each other.
inline constexpr std::size_t most_graph_depth = 128;

/// Which graphs are accepted.
enum class graph_profile : std::uint8_t {
    onnx,    ///< what ONNX allows
    strict,  ///< SONNX: no omitted inputs, nothing that is not used
};

/// Whether `op_type` is one of the operators that graphs may have besides those of ops.def:
///   Constant (no input; value, value_int, value_ints, value_float, value_floats, value_string, value_strings)
///   ConstantOfShape (the shape; value)      Shape (data; start, end)          Size (data)
///   Transpose (data; perm)                  Reshape (data, shape; allowzero)  Flatten (data; axis)
///   Squeeze, Unsqueeze (data, axes, or the attribute axes)          Slice (data, starts, ends, axes, steps)
///   If (a boolean of one element; then_branch, else_branch, which see the tensors around it)
/// Transpose to Slice, Identity and Expand make views: nothing is copied, but what a Reshape or Flatten finds not
/// dense.
bool is_graph_operator(const std::string& op_type) noexcept;

/// Whether `g` keeps the rules. Both profiles: names are given once [T02b] and assigned once [T06e], every input of a
/// node has a value at some time [T06a], operators are known [T03b] and deterministic [R3], have their numbers of
/// inputs and outputs [T03c] and their attributes, functions are not recursive, both branches of an If give as many
/// outputs, references to attributes are inside of functions that have these. A branch must not declare a name again
/// that is visible from around it: in `onnx`, one made before it; in `strict`, any. strict also: no optional input or
/// output is left out [R1], every output of a node is read or an output of the graph [R2], and so is every other
/// tensor, and every node leads to an output [RX]. Calls and branches may be nested most_graph_depth deep, nodes be
/// 2^20, those of functions counted once here and for each call when planning. Answers invalid_argument (unsupported
/// for an operator that is not known, too_large for too deep or too many), the message naming node and tensor, and the
/// rule where it has a label. Only planning looks at element types (strict: those that ONNX lists for the operator, and
/// real [T03b]) and extents (of both branches of an If, if the profile is strict or the condition is no constant), and
/// at what a call gives to its function's attributes and leaves out of its inputs. Thread-safe. Takes about 1 KiB of
/// stack for each If inside another.
outcome check(const graph& g, graph_profile profile = graph_profile::onnx) noexcept;

/// A graph bound to its inputs' element types, extents and strides. Nodes of one shape that follow each other run tile
/// by tile: what one leaves for the next stays in the cache and never goes to memory. Immutable after it is made; any
/// number of threads may run it at once, each with a workspace of its own. Copies share the same state and are cheap.
class graph_plan {
public:
    /// An empty plan; run answers invalid_argument.
    graph_plan() noexcept = default;

    /// Plans `g` over `inputs`, one view for each of g.inputs in their order. Data are looked at only where a shape
    /// depends on them (the second operand of Expand, Reshape, Squeeze and Unsqueeze, the one of ConstantOfShape, all
    /// but the first of Slice) and may be null elsewhere; a run must find the same shapes there again. Nodes whose
    /// operands are all constant are evaluated now; those whose results no output needs are never run. Throws error;
    /// see try_make for the statuses.
    graph_plan(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile = graph_profile::onnx,
               const options& how = {});

    /// The same without exceptions. Answers as check; as plan::try_make for a node, which the message names;
    /// invalid_argument or shape_mismatch for inputs that are not what the graph says. Texts can be moved and compared;
    /// what makes them (StringConcat, Cast to and from str) is unsupported, unless all its operands are constant.
    /// An If whose condition is no constant needs branches whose outputs have the same types and shapes:
    /// invalid_argument where types differ, shape_mismatch where only shapes do. To the strict profile types must be
    /// the same behind a constant condition, too. `made` is left as it was when it refuses. Takes up to 48 KiB of
    /// stack, where constants are computed 108 KiB, and some 3 KiB more for each If and each call in another.
    static outcome try_make(graph_plan& made, const graph& g, array_ref<const_tensor_view> inputs,
                            graph_profile profile = graph_profile::onnx, const options& how = {}) noexcept;

    /// 0 for an empty plan.
    std::size_t input_count() const noexcept;
    std::size_t output_count() const noexcept;
    /// Outputs are dense and row-major. `i` must be less than output_count(): an empty plan must not be asked.
    dtype output_type(std::size_t i) const noexcept;
    const std::vector<std::int64_t>& output_shape(std::size_t i) const noexcept;

    /// Bytes that a run needs for what lies between nodes. Grows with the threads.
    std::size_t workspace_bytes() const noexcept;
    static constexpr std::size_t workspace_alignment = 64;

    /// Runs on these data: one pointer for each input, to the element with all indices 0, and one for each output.
    /// `workspace` points to workspace_bytes() bytes, aligned to workspace_alignment; it may be null when there are
    /// none. No allocation, no exception, nothing printed; up to 68 KiB of stack in each thread, and 256 bytes more for
    /// each If inside another. Aliasing: what lies between the first and the last byte of an output, of the workspace
    /// and of an input must not meet; overlap, before any byte is written, when it does. Inputs may share bytes with
    /// each other. Answers integer_division_by_zero when an integer was divided by zero, all the same with every
    /// element written; invalid_argument for an empty plan, a null pointer to a tensor that is not empty, a workspace
    /// that is not aligned, or an input that a shape was read from and that has changed.
    status run(const void* const* inputs, void* const* outputs, void* workspace) const noexcept;

    explicit operator bool() const noexcept { return state_ != nullptr; }
    int threads() const noexcept;  ///< the most that a run uses; 0 for an empty plan
    /// A small readable picture: the steps, their nodes, shapes and tiles, and the memory between them. Throws
    /// std::bad_alloc. Takes about 512 bytes of stack for each If inside another.
    std::string explain() const;

    struct state;  ///< graph/plan.hpp

private:
    std::shared_ptr<const state> state_;
};

/// Plans and runs once: the outputs as new tensors. Throws error with the statuses of graph_plan and of its run. Texts
/// among them view the inputs' bytes; what constants have, they keep.
std::vector<tensor> eval(const graph& g, array_ref<const_tensor_view> inputs,
                         graph_profile profile = graph_profile::onnx, const options& how = {});

}  // namespace zerostride
