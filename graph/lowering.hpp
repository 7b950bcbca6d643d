// What lowering a graph keeps while it goes: the values so far, and who sees which by name.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/functions.hpp"
#include "graph/lower.hpp"
#include "graph/operators.hpp"
#include "graph/order.hpp"

namespace zerostride::detail {

using attributes = std::map<std::string, const graph_attribute*>;

class lowering;

/// The tensors that nodes see by name, and where others are.
struct scope {
    std::map<std::string, std::size_t> values;  ///< nothing for an operand that a call leaves out
    scope* outer = nullptr;
    lowering* owner = nullptr;          ///< whose values these are
    const attributes* given = nullptr;  ///< of the function around

    bool knows(const std::string& name) const {
        return values.count(name) != 0 || (outer != nullptr && outer->knows(name));
    }
};

/// What all lowerings of one graph take together.
struct lowering_use {
    std::size_t nodes = 0;
    /// Names and elements of attributes that calls write out: a thousand bytes can ask for any number of them, too.
    std::size_t pieces = 0;
    std::size_t axes = 0;  ///< of all values: a tensor with many of them may be one of every node
    outer_reads reads;
    /// Of Constants, by the node as it stands in the graph: one tensor serves all calls.
    std::map<const graph_node*, std::shared_ptr<const tensor>> constants;
    std::set<const tensor*> owned;  ///< those that the graph has
    /// Bytes that constants may still have beside the graph's own: a file of a hundred bytes can ask for any number.
    std::int64_t foldable = std::int64_t{1} << 20;
};

inline std::int64_t bytes_of(dtype type) noexcept { return static_cast<std::int64_t>(size_of(type)); }
/// "f32[2,3]".
std::string words_of(dtype type, extents_ref shape);

/// What a Constant with its attribute makes.
std::shared_ptr<const tensor> constant_of(const graph_node& node);

/// Refuses what is of another type or shape than a graph says of it.
void require_declared(const std::string& who, const graph_tensor& declared, dtype type, extents_ref shape);

/// One graph, or a branch of one, on its way from names to numbers. What refuses throws error.
class lowering {
public:
    lowering(const function_index& functions, graph_profile profile, const options& how, lowering_use& use)
        : functions_(functions), strict_(profile == graph_profile::strict), how_(how), use_(use) {}
    /// Of a branch of a graph around.
    explicit lowering(lowering& around)
        : functions_(around.functions_),
          strict_(around.strict_),
          how_(around.how_),
          use_(around.use_),
          around_(&around) {}

    lowered take() { return std::move(made_); }

    void take_inputs(const graph& g, array_ref<const_tensor_view> inputs, scope& names);
    void take_graph(const graph& g, scope& names);
    /// Outputs are stored where nothing else is.
    void take_outputs(const graph& g, scope& names);
    /// The value with this name; nothing while it has none. What is in a graph around becomes an input.
    std::size_t find(scope& names, const std::string& name);

private:
    // What the graph is made of (lower.cpp).
    std::size_t add_value(std::size_t store, dtype type, layout where) {
        use_.axes += where.shape.size();
        made_.values.push_back({store, type, std::move(where)});
        return made_.values.size() - 1;
    }
    std::size_t add_input(std::size_t index, const const_tensor_view& x);
    std::size_t add_constant(std::shared_ptr<const tensor> held, const layout* where = nullptr);
    /// A constant that the graph has, not one that was computed.
    std::size_t add_own_constant(std::shared_ptr<const tensor> held);
    /// Of a Constant; `asked` is the node as it stands in the graph, and `node` the same one unless a call gave it
    /// attributes.
    std::size_t take_constant(const graph_node& node, const graph_node& asked);
    /// Refuses, for `node`, more than calls may write out.
    void charge(const graph_node& node, std::size_t pieces);
    /// Whether a constant of this type and shape is computed now. Large ones are left to runs, which go tile by tile.
    bool may_fold(dtype type, extents_ref shape);
    bool may_fold(std::int64_t bytes);
    /// What a constant's texts are made of counts as its elements do. Refuses, for `who`, more than there may be.
    void charge_texts(const std::string& who, const tensor& made);
    /// A constant that was computed from `sources`, with this status: its texts may lie where theirs do.
    std::size_t add_computed(tensor made, status found, const std::vector<std::size_t>& sources);
    /// That planning goes by the elements of a constant.
    void note_status_of(const storage& read) noexcept {
        if (read.folded != status::ok) made_.folded = read.folded;
    }
    std::size_t add_made(dtype type, extents_ref shape);
    void add_work(work added) { made_.works.push_back(std::move(added)); }
    std::size_t add_copy(const std::string& label, std::size_t id);
    /// Whether `v` is the whole result of a work, in its order.
    bool is_all_that_is_made(const value& v) const;
    bool is_constant(std::size_t id) const noexcept {
        return id == nothing || made_.storages[made_.values[id].store].kind == storage::constant;
    }
    const_tensor_view view_of(std::size_t id) const noexcept;
    std::size_t require_value(scope& names, const std::string& name);
    /// The same for an operand, which a node, or a call around it, may leave out.
    std::size_t find_operand(scope& names, const std::string& name);
    void take_nodes(const std::vector<graph_node>& nodes, scope& names);
    void take_node(const graph_node& asked, scope& names);
    void call(const graph_node& node, const graph_function& function, scope& names);
    std::size_t compute(const graph_node& node, op which, const std::vector<std::size_t>& inputs);
    /// Refuses what ONNX does not list for the operator, but for `real`, which is SONNX's.
    void require_type_of_onnx(const std::string& who, const operation& what,
                              const std::vector<std::size_t>& inputs) const;
    tensor computed(const std::string& who, const operation& what, const std::vector<const_tensor_view>& views,
                    status& found) const;

    // If (lower_branch.cpp).
    void take_branch(const graph_node& node, scope& names);
    /// The nodes of the branch that is `taken` whatever the operands are. The other one has to fit if the profile asks
    /// for it.
    void take_known_branch(const graph_node& node, const graph& taken, const graph& other, scope& names);
    /// Both branches, for a run to choose from.
    void take_choice(const graph_node& node, std::size_t condition, const graph& if_true, const graph& if_false,
                     scope& names);
    /// All of the branch that this is made of, inside of `names`.
    void take_branch_graph(const graph& branch, scope& names);

    // Constants, and views of what there is (lower_view.cpp).
    std::size_t expand(const std::string& who, const std::vector<std::size_t>& inputs);
    std::size_t make(const graph_node& node, structural kind, const std::vector<std::size_t>& inputs);
    std::size_t reshaped(const std::string& who, std::size_t id, const std::vector<std::int64_t>& shape);
    std::size_t shape_of(const graph_node& node, const std::vector<std::int64_t>& shape);
    std::size_t filled(const graph_node& node, const std::vector<std::int64_t>& shape);
    /// From the second input, or from the attribute that it was before ONNX 13.
    std::vector<std::int64_t> axes_of(const graph_node& node, const std::vector<std::size_t>& inputs, bool required);
    slice slice_of(const std::string& who, const std::vector<std::size_t>& inputs, std::size_t rank);
    /// The elements of a list of int64 that is known now: a constant, or an input that is then remembered.
    std::vector<std::int64_t> integers(const std::string& who, const std::string& what, std::size_t id);
    /// That a plan depends on the elements of `list`, if it is an input of the outermost graph.
    void remember_shape(const value& list, const std::vector<std::int64_t>& elements);

    const function_index& functions_;
    const bool strict_;
    const options& how_;
    lowering_use& use_;
    lowering* around_ = nullptr;
    lowered made_;
    std::vector<std::size_t> captured_;  ///< values of the graph around, by input
};

}  // namespace zerostride::detail
