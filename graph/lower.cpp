#include "graph/lower.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "dispatch/broadcast/shape.hpp"
#include "graph/operators.hpp"
#include "graph/refuse.hpp"
#include "graph/rules.hpp"
#include "zerostride/broadcast.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::detail {
namespace {

using attributes = std::map<std::string, graph_attribute>;

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

std::string words_of(dtype type, extents_ref shape) { return name_of(type) + to_text(shape); }

std::vector<std::int64_t> read_integers(const const_tensor_view& list) {
    std::vector<std::int64_t> read(list.rank == 0 ? 1 : static_cast<std::size_t>(list.shape[0]));
    for (std::size_t i = 0; i < read.size(); ++i) {
        const auto offset = list.rank == 0 ? 0 : static_cast<std::ptrdiff_t>(i) * list.strides[0];
        read[i] = integer_at(static_cast<const std::byte*>(list.data) + offset, list.type);
    }
    return read;
}

class lowering {
public:
    lowering(const function_index& functions, graph_profile profile, const options& how, std::size_t& nodes)
        : functions_(functions), strict_(profile == graph_profile::strict), how_(how), nodes_(nodes) {}
    /// Of a branch of a graph around.
    explicit lowering(lowering& around)
        : functions_(around.functions_),
          strict_(around.strict_),
          how_(around.how_),
          nodes_(around.nodes_),
          around_(&around) {}

    lowered take() { return std::move(made_); }

    void take_inputs(const graph& g, array_ref<const_tensor_view> inputs, scope& names) {
        if (inputs.size() != g.inputs.size()) {
            refuse("graph", std::to_string(inputs.size()) + " inputs are given, and it takes " +
                                std::to_string(g.inputs.size()));
        }
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const const_tensor_view& x = inputs[i];
            const std::string who = "input " + std::to_string(i) + " ('" + g.inputs[i].name + "')";
            require_view(who, x);
            require_declared(who, g.inputs[i], x.type, {x.shape, x.rank});
            const std::size_t id = add_input(i, x);
            names.values[g.inputs[i].name] = id;
        }
    }

    void take_graph(const graph& g, scope& names) {
        for (const auto& [name, held] : g.constants) names.values[name] = add_constant(held);
        take_nodes(g.nodes, names);
    }

    /// Outputs are stored where nothing else is.
    void take_outputs(const graph& g, scope& names) {
        std::vector<bool> is_taken;
        for (const graph_tensor& output : g.outputs) {
            std::size_t id = require_value(names, output.name);
            is_taken.resize(made_.storages.size());
            const value found = made_.values[id];
            require_declared("output '" + output.name + "'", output, found.type, found.where.shape);
            if (is_taken[found.store] || !is_all_that_is_made(found)) {
                id = add_copy("output '" + output.name + "'", id);
            }
            is_taken.resize(made_.storages.size());
            is_taken[made_.values[id].store] = true;
            made_.outputs.push_back(id);
        }
    }

    /// The value with this name; nothing while it has none. What is in a graph around becomes an input.
    std::size_t find(scope& names, const std::string& name) {
        if (const auto found = names.values.find(name); found != names.values.end()) return found->second;
        if (names.outer == nullptr) return nothing;
        lowering& around = *names.outer->owner;
        const std::size_t theirs = around.find(*names.outer, name);
        if (theirs == nothing || &around == this) return theirs;
        const value& seen = around.made_.values[theirs];
        const storage& held = around.made_.storages[seen.store];
        std::size_t id;
        if (held.kind == storage::constant) {
            made_.storages.push_back(held);
            id = add_value(made_.storages.size() - 1, seen.type, seen.where);
        } else {
            id = add_input(captured_.size(), seen.view(held.data));
            captured_.push_back(theirs);
        }
        return names.values[name] = id;
    }

private:
    static std::int64_t bytes_of(dtype type) noexcept { return static_cast<std::int64_t>(size_of(type)); }

    static void require_view(const std::string& who, const const_tensor_view& x) {
        if (!is_valid(x.type))
            refuse(who, "no element type has the number " + std::to_string(static_cast<int>(x.type)));
        if (x.rank > 0 && x.shape == nullptr) refuse(who, "it has rank " + std::to_string(x.rank) + " and no shape");
        std::int64_t count;
        for (std::size_t axis = 0; axis < x.rank; ++axis) {
            if (x.shape[axis] < 0) {
                refuse(who,
                       "axis " + std::to_string(axis) + ": extent " + std::to_string(x.shape[axis]) + " is negative");
            }
        }
        if (!count_elements({x.shape, x.rank}, bytes_of(x.type), count))
            refuse(who, to_text({x.shape, x.rank}) + " of " + name_of(x.type) + " does not fit in 63 bits",
                   status::too_large);
        // From the lowest byte to the highest, if it has any.
        std::int64_t reach = bytes_of(x.type);
        for (std::size_t axis = 0; x.strides != nullptr && count > 0 && axis < x.rank; ++axis) {
            std::int64_t way;
            if (x.strides[axis] == std::numeric_limits<std::int64_t>::min() ||
                __builtin_mul_overflow(x.shape[axis] - 1, std::abs(x.strides[axis]), &way) ||
                __builtin_add_overflow(reach, way, &reach)) {
                refuse(who, "axis " + std::to_string(axis) + ": its stride reaches too far", status::too_large);
            }
        }
    }

    static void require_declared(const std::string& who, const graph_tensor& declared, dtype type, extents_ref shape) {
        if (declared.type && *declared.type != type) {
            refuse(who, std::string("it is ") + name_of(type) + ", the graph says " + name_of(*declared.type));
        }
        if (!declared.shape) return;
        bool fits = declared.shape->size() == shape.size();
        for (std::size_t i = 0; fits && i < shape.size(); ++i) {
            fits = (*declared.shape)[i] < 0 || (*declared.shape)[i] == shape[i];
        }
        if (!fits) {
            refuse(who, "its shape is " + to_text(shape) + ", the graph says " + to_text(*declared.shape),
                   status::shape_mismatch);
        }
    }

    std::size_t add_value(std::size_t store, dtype type, layout where) {
        made_.values.push_back({store, type, std::move(where)});
        return made_.values.size() - 1;
    }
    std::size_t add_input(std::size_t index, const const_tensor_view& x) {
        made_.storages.push_back({storage::input, index, nullptr, x.data});
        layout where = dense_layout({x.shape, x.rank}, bytes_of(x.type));
        if (x.strides != nullptr) where.strides.assign(x.strides, x.strides + x.rank);
        const std::size_t id = add_value(made_.storages.size() - 1, x.type, std::move(where));
        made_.inputs.push_back(id);
        return id;
    }
    std::size_t add_constant(std::shared_ptr<const tensor> held, const layout* where = nullptr) {
        const void* const data = held->data();
        const layout own = where != nullptr ? *where : dense_layout(held->shape(), bytes_of(held->type()));
        const dtype type = held->type();
        made_.storages.push_back({storage::constant, 0, std::move(held), data});
        return add_value(made_.storages.size() - 1, type, own);
    }
    std::size_t add_made(dtype type, extents_ref shape) {
        made_.storages.push_back({storage::made, made_.works.size(), nullptr, nullptr});
        return add_value(made_.storages.size() - 1, type, dense_layout(shape, bytes_of(type)));
    }
    void add_work(work added) { made_.works.push_back(std::move(added)); }
    std::size_t add_copy(const std::string& label, std::size_t id) {
        const value source = made_.values[id];
        work copy{label, op::identity, {id}, {}};
        const std::size_t out = add_made(source.type, source.where.shape);
        copy.outputs = {out};
        add_work(std::move(copy));
        return out;
    }

    /// Whether `v` is the whole result of a work, in its order.
    bool is_all_that_is_made(const value& v) const {
        const storage& held = made_.storages[v.store];
        if (held.kind != storage::made || v.where.offset != 0 || !is_dense(v.where, bytes_of(v.type))) return false;
        for (const std::size_t id : made_.works[held.index].outputs) {
            const value& result = made_.values[id];
            if (result.store == v.store) return count_of(result.where.shape) == count_of(v.where.shape);
        }
        return false;
    }

    bool is_constant(std::size_t id) const noexcept {
        return id == nothing || made_.storages[made_.values[id].store].kind == storage::constant;
    }
    const_tensor_view view_of(std::size_t id) const noexcept {
        if (id == nothing) return absent();
        const value& v = made_.values[id];
        return v.view(made_.storages[v.store].data);
    }
    std::size_t require_value(scope& names, const std::string& name) {
        const std::size_t id = find(names, name);
        if (id == nothing) refuse("[T06a] tensor '" + name + "'", "it has no value");
        return id;
    }

    /// The same for an operand, which a node, or a call around it, may leave out.
    std::size_t find_operand(scope& names, const std::string& name) {
        if (name.empty()) return nothing;
        const std::size_t id = find(names, name);
        return id != nothing || names.knows(name) ? id : require_value(names, name);
    }

    // ---- Nodes

    void take_nodes(const std::vector<graph_node>& nodes, scope& names) {
        for (const graph_node* node : in_order(nodes)) take_node(*node, names);
    }

    void take_node(const graph_node& asked, scope& names) {
        if (++nodes_ > most_nodes) refuse(label_of(asked), "the graph has too many nodes", status::too_large);
        const graph_node node = with_attributes(asked, names.given);
        if (const graph_function* const called = functions_.find(node)) {
            call(node, *called, names);
            return;
        }
        const node_operator known = find_operator(node.op_type);
        if (known.kind == structural::constant && node.attributes.empty())
            refuse(label_of(node), "its value is missing");
        if (known.kind == structural::branch) {
            take_branch(node, names);
            return;
        }
        std::vector<std::size_t> inputs;
        for (const std::string& name : node.inputs) inputs.push_back(find_operand(names, name));
        for (std::size_t i = 0; i < static_cast<std::size_t>(known.least_inputs); ++i) {
            if (inputs[i] == nothing) refuse(label_of(node), "input " + std::to_string(i) + " is missing");
        }
        names.values[node.outputs[0]] =
            known.kind == structural::none ? compute(node, known.which, inputs) : make(node, known.kind, inputs);
    }

    /// References are to attributes that the function has. What the call has not given is left out.
    static graph_node with_attributes(const graph_node& asked, const attributes* given) {
        graph_node node = asked;
        for (auto at = node.attributes.begin(); at != node.attributes.end();) {
            const auto* const reference = std::get_if<attribute_reference>(&at->second);
            if (reference == nullptr) {
                ++at;
            } else if (const auto found = given->find(reference->name); found != given->end()) {
                at++->second = graph_attribute(found->second);
            } else {
                at = node.attributes.erase(at);
            }
        }
        return node;
    }

    void call(const graph_node& node, const graph_function& function, scope& names) {
        attributes given = function.default_attributes;
        for (const auto& [name, attribute] : node.attributes) given[name] = attribute;
        scope within{{}, nullptr, this, &given};
        for (std::size_t i = 0; i < function.inputs.size(); ++i) {
            within.values[function.inputs[i]] = i < node.inputs.size() ? find_operand(names, node.inputs[i]) : nothing;
        }
        take_nodes(function.nodes, within);
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i].empty()) continue;
            names.values[node.outputs[i]] = require_value(within, function.outputs[i]);
        }
    }

    void take_branch(const graph_node& node, scope& names) {
        const std::string who = label_of(node);
        const std::size_t condition = require_value(names, node.inputs[0]);
        const value asked = made_.values[condition];
        if (asked.type != dtype::boolean || count_of(asked.where.shape) != 1) {
            refuse(who, "the condition is " + words_of(asked.type, asked.where.shape) + ", and should be one bool");
        }
        const graph* branches[2] = {find_attribute_of<std::shared_ptr<const graph>>(node, "then_branch")->get(),
                                    find_attribute_of<std::shared_ptr<const graph>>(node, "else_branch")->get()};
        if (!is_constant(condition)) return take_choice(node, condition, *branches[0], *branches[1], names);
        unsigned char chosen;
        std::memcpy(&chosen, view_of(condition).data, 1);
        if (chosen != 0) take_known_branch(node, *branches[0], *branches[1], names);
        else take_known_branch(node, *branches[1], *branches[0], names);
    }
    /// The nodes of the branch that is `taken` whatever the operands are. The other one has to fit if the profile asks
    /// for it.
    void take_known_branch(const graph_node& node, const graph& taken, const graph& other, scope& names) {
        const std::string who = label_of(node);
        std::optional<lowered> passed_over;
        if (strict_) {
            lowering inner(*this);
            inner.take_branch_graph(other, names);
            passed_over = inner.take();
        }
        scope within{{}, &names, this, names.given};
        take_graph(taken, within);
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const std::size_t id = require_value(within, taken.outputs[i].name);
            const value& found = made_.values[id];
            require_declared(who + ": output '" + taken.outputs[i].name + "'", taken.outputs[i], found.type,
                             found.where.shape);
            if (passed_over && found.type != result_of(*passed_over, i).type) {
                refuse(who, "output " + std::to_string(i) + " is " + name_of(found.type) + " in one branch and " +
                                name_of(result_of(*passed_over, i).type) + " in the other");
            }
            names.values[node.outputs[i]] = id;
        }
    }
    /// Both branches, for a run to choose from.
    void take_choice(const graph_node& node, std::size_t condition, const graph& if_true, const graph& if_false,
                     scope& names) {
        const std::string who = label_of(node);
        const graph* const branches[2] = {&if_true, &if_false};
        work choice{who, op::identity, {condition}, {}};
        for (int i = 0; i < 2; ++i) {
            lowering inner(*this);
            inner.take_branch_graph(*branches[i], names);
            choice.captured[i] = inner.captured_;
            choice.branches[i] = std::make_shared<const lowered>(inner.take());
        }
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const value& yes = result_of(*choice.branches[0], i);
            const value& no = result_of(*choice.branches[1], i);
            if (yes.type != no.type || yes.where.shape != no.where.shape) {
                refuse(who,
                       "output " + std::to_string(i) + " is " + words_of(yes.type, yes.where.shape) +
                           " in one branch and " + words_of(no.type, no.where.shape) + " in the other",
                       status::shape_mismatch);
            }
            choice.outputs.push_back(add_made(yes.type, yes.where.shape));
            names.values[node.outputs[i]] = choice.outputs.back();
        }
        add_work(std::move(choice));
    }
    /// All of the branch that this is made of, inside of `names`.
    void take_branch_graph(const graph& branch, scope& names) {
        scope within{{}, &names, this, names.given};
        take_graph(branch, within);
        take_outputs(branch, within);
    }
    static const value& result_of(const lowered& branch, std::size_t i) { return branch.values[branch.outputs[i]]; }

    // ---- Element-wise operators

    std::size_t compute(const graph_node& node, op which, const std::vector<std::size_t>& inputs) {
        const std::string who = label_of(node);
        if (which == op::identity) return inputs[0];
        if (which == op::expand) return expand(who, inputs);
        operation what = operation_of(node, which);
        std::vector<std::size_t> operands = inputs;
        if (which == op::cast_like) {
            what.which = op::cast;
            what.with[what.count++] = {attribute_id::to, made_.values[inputs[1]].type};
            operands.resize(1);
        }
        while (!operands.empty() && operands.back() == nothing) operands.pop_back();
        std::vector<const_tensor_view> views;
        bool all_constant = true;
        for (const std::size_t id : operands) {
            views.push_back(view_of(id));
            all_constant = all_constant && is_constant(id);
        }
        dtype type;
        std::vector<std::int64_t> shape;
        require(who, try_result(type, shape, what, views));
        if (all_constant) return folded(who, what, views, type, shape);
        work added{who, what, operands, {}};
        const std::size_t out = add_made(type, shape);
        added.outputs = {out};
        add_work(std::move(added));
        return out;
    }

    std::size_t folded(const std::string& who, const operation& what, const std::vector<const_tensor_view>& views,
                       dtype type, const std::vector<std::int64_t>& shape) {
        // Text that is made has bytes of its own, which the form that makes the tensor keeps.
        try {
            if (type == dtype::str) return add_constant(std::make_shared<const tensor>(eval(what, views, how_)));
            tensor made(type, shape);
            const outcome answer = try_eval(what, views, made.view(), how_);
            zerostride::require(answer);
            if (answer.code != status::ok) made_.folded = answer.code;
            return add_constant(std::make_shared<const tensor>(std::move(made)));
        } catch (const error& thrown) {
            refuse(who, thrown.what(), thrown.code());
        }
    }

    std::size_t expand(const std::string& who, const std::vector<std::size_t>& inputs) {
        const std::vector<std::int64_t> shape = integers(who, "the shape", inputs[1]);
        array_view wide;
        require(who, try_expand(wide, view_of(inputs[0]), shape));
        const value& source = made_.values[inputs[0]];
        return add_value(source.store, wide.type, {wide.shape, wide.strides, source.where.offset});
    }

    // ---- Constants and views

    std::size_t make(const graph_node& node, structural kind, const std::vector<std::size_t>& inputs) {
        const std::string who = label_of(node);
        if (kind == structural::constant) return add_constant(constant_of(node));
        if (kind == structural::constant_of_shape) return filled(node, integers(who, "the shape", inputs[0]));
        const value source = made_.values[inputs[0]];
        const auto as_view = [&](layout where) { return add_value(source.store, source.type, std::move(where)); };
        const auto rank = source.where.shape.size();
        switch (kind) {
            case structural::shape: return shape_of(node, source.where.shape);
            case structural::size:
                return add_constant(
                    std::make_shared<const tensor>(tensor::from<std::int64_t>({count_of(source.where.shape)}, {})));
            case structural::slice: return as_view(sliced(who, source.where, slice_of(who, inputs, rank)));
            case structural::transpose: {
                std::vector<std::int64_t> order(rank);
                for (std::size_t i = 0; i < rank; ++i) order[i] = static_cast<std::int64_t>(rank - 1 - i);
                if (const auto* given = find_attribute_of<std::vector<std::int64_t>>(node, "perm")) order = *given;
                return as_view(transposed(who, source.where, order));
            }
            case structural::squeeze: {
                std::vector<std::int64_t> axes = axes_of(node, inputs, false);
                const bool are_given =
                    node.attributes.count("axes") != 0 || (inputs.size() == 2 && inputs[1] != nothing);
                if (!are_given) {
                    for (std::size_t i = 0; i < rank; ++i) {
                        if (source.where.shape[i] == 1) axes.push_back(static_cast<std::int64_t>(i));
                    }
                }
                return as_view(squeezed(who, source.where, axes));
            }
            case structural::unsqueeze: return as_view(unsqueezed(who, source.where, axes_of(node, inputs, true)));
            case structural::reshape: {
                const auto* const keeps = find_attribute_of<std::int64_t>(node, "allowzero");
                const std::vector<std::int64_t> asked = integers(who, "the shape", inputs[1]);
                return reshaped(who, inputs[0],
                                reshape_extents(who, source.where.shape, asked, keeps != nullptr && *keeps != 0));
            }
            case structural::flatten: {
                const auto* const given = find_attribute_of<std::int64_t>(node, "axis");
                const std::int64_t axis = given == nullptr ? 1 : *given;
                const std::size_t cut = axis == static_cast<std::int64_t>(rank) ? rank : axis_of(who, axis, rank);
                std::vector<std::int64_t> two = {1, 1};
                for (std::size_t i = 0; i < rank; ++i) two[i < cut ? 0 : 1] *= source.where.shape[i];
                return reshaped(who, inputs[0], two);
            }
            default: refuse(who, "it cannot be planned", status::unsupported);
        }
    }

    std::size_t reshaped(const std::string& who, std::size_t id, const std::vector<std::int64_t>& shape) {
        // Besides an extent of 0 the others may be anything.
        if (std::int64_t count; !count_elements(shape, 1, count)) {
            refuse(who, "shape " + to_text(shape) + " is too large", status::too_large);
        }
        if (const value same = made_.values[id]; is_one_element(same.where)) {
            const layout where{shape, std::vector<std::int64_t>(shape.size(), 0), same.where.offset};
            return add_value(same.store, same.type, where);
        }
        if (!is_dense(made_.values[id].where, bytes_of(made_.values[id].type))) {
            id = is_constant(id) ? add_constant(std::make_shared<const tensor>(materialise(view_of(id), how_)))
                                 : add_copy(who, id);
        }
        const value source = made_.values[id];
        layout where = dense_layout(shape, bytes_of(source.type));
        where.offset = source.where.offset;
        return add_value(source.store, source.type, std::move(where));
    }

    /// Whether all elements are one, which is somewhere in memory.
    static bool is_one_element(const layout& where) noexcept {
        for (std::size_t axis = 0; axis < where.shape.size(); ++axis) {
            if (where.shape[axis] == 0 || (where.shape[axis] > 1 && where.strides[axis] != 0)) return false;
        }
        return true;
    }

    std::size_t shape_of(const graph_node& node, const std::vector<std::int64_t>& shape) {
        const auto rank = static_cast<std::int64_t>(shape.size());
        const auto bound = [&](const char* name, std::int64_t fallback) {
            const auto* const given = find_attribute_of<std::int64_t>(node, name);
            const std::int64_t at = given == nullptr ? fallback : *given;
            return std::min(std::max<std::int64_t>(at < 0 ? at + rank : at, 0), rank);
        };
        const std::int64_t begin = bound("start", 0), end = std::max(begin, bound("end", rank));
        const std::vector<std::int64_t> part(shape.begin() + begin, shape.begin() + end);
        return add_constant(std::make_shared<const tensor>(tensor::from(part, {end - begin})));
    }

    std::size_t filled(const graph_node& node, const std::vector<std::int64_t>& shape) {
        const std::string who = label_of(node);
        auto one = std::make_shared<const tensor>(tensor(dtype::f32, {1}));
        if (const auto* given = find_attribute_of<std::shared_ptr<const tensor>>(node, "value")) one = *given;
        if (one == nullptr || one->size() != 1) refuse(who, "attribute value is not one element");
        for (const std::int64_t extent : shape) {
            if (extent < 0) refuse(who, "shape " + to_text(shape) + " has a negative extent");
        }
        std::int64_t count;
        if (!count_elements(shape, bytes_of(one->type()), count))
            refuse(who, to_text(shape) + " of " + name_of(one->type()) + " does not fit in 63 bits", status::too_large);
        const layout where{shape, std::vector<std::int64_t>(shape.size(), 0)};
        return add_constant(std::move(one), &where);
    }

    static std::shared_ptr<const tensor> constant_of(const graph_node& node) {
        const auto& [name, held] = *node.attributes.begin();  // the only one
        const auto keep = [](tensor made) { return std::make_shared<const tensor>(std::move(made)); };
        const auto floats = [](const std::vector<double>& from) {
            return std::vector<float>(from.begin(), from.end());
        };
        const auto size = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
        if (const auto* whole = std::get_if<std::shared_ptr<const tensor>>(&held);
            whole != nullptr && *whole != nullptr) {
            if (name == "value") return *whole;
        }
        if (const auto* one = std::get_if<std::int64_t>(&held); one != nullptr && name == "value_int") {
            return keep(tensor::from<std::int64_t>({*one}, {}));
        }
        if (const auto* one = std::get_if<double>(&held); one != nullptr && name == "value_float") {
            return keep(tensor::from<float>({static_cast<float>(*one)}, {}));
        }
        if (const auto* one = std::get_if<std::string>(&held); one != nullptr && name == "value_string") {
            return keep(tensor::from_strings({*one}, {}));
        }
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&held); list != nullptr && name == "value_ints") {
            return keep(tensor::from(*list, {size(*list)}));
        }
        if (const auto* list = std::get_if<std::vector<double>>(&held); list != nullptr && name == "value_floats") {
            return keep(tensor::from(floats(*list), {size(*list)}));
        }
        if (const auto* list = std::get_if<std::vector<std::string>>(&held);
            list != nullptr && name == "value_strings") {
            return keep(tensor::from_strings(*list, {size(*list)}));
        }
        refuse(label_of(node), "attribute " + name + " is none of Constant's, or of the wrong kind");
    }

    /// From the second input, or from the attribute that it was before ONNX 13.
    std::vector<std::int64_t> axes_of(const graph_node& node, const std::vector<std::size_t>& inputs, bool required) {
        const std::string who = label_of(node);
        const auto* const listed = find_attribute_of<std::vector<std::int64_t>>(node, "axes");
        if (listed != nullptr) return *listed;
        if (inputs.size() == 2 && inputs[1] != nothing) return integers(who, "axes", inputs[1]);
        if (required) refuse(who, "axes are missing");
        return {};
    }

    slice slice_of(const std::string& who, const std::vector<std::size_t>& inputs, std::size_t rank) {
        const auto given = [&](std::size_t i) { return i < inputs.size() && inputs[i] != nothing; };
        slice parts{integers(who, "starts", inputs[1]), integers(who, "ends", inputs[2]), {}, {}};
        for (std::size_t i = 0; !given(3) && i < std::min(parts.starts.size(), rank); ++i) {
            parts.axes.push_back(static_cast<std::int64_t>(i));
        }
        if (given(3)) parts.axes = integers(who, "axes", inputs[3]);
        parts.steps.assign(parts.starts.size(), 1);
        if (given(4)) parts.steps = integers(who, "steps", inputs[4]);
        return parts;
    }

    /// The elements of a list of int64 that is known now: a constant, or an input that is then remembered.
    std::vector<std::int64_t> integers(const std::string& who, const std::string& what, std::size_t id) {
        const value list = made_.values[id];
        if ((list.type != dtype::i64 && list.type != dtype::i32) || list.where.shape.size() > 1) {
            refuse(who, what + " is " + words_of(list.type, list.where.shape) + ", and should be a list of i64");
        }
        const storage& held = made_.storages[list.store];
        if (held.data == nullptr && !(list.where.shape.size() == 1 && list.where.shape[0] == 0)) {
            refuse(
                who,
                what + (held.kind == storage::input ? " is an input that has no data yet" : " is known only in a run"),
                held.kind == storage::input ? status::invalid_argument : status::unsupported);
        }
        std::vector<std::int64_t> read = read_integers(list.view(held.data));
        if (!read.empty()) remember_shape(list, read);
        return read;
    }

    /// That a plan depends on the elements of `list`, if it is an input of the outermost graph.
    void remember_shape(const value& list, const std::vector<std::int64_t>& elements) {
        const storage& held = made_.storages[list.store];
        if (held.kind != storage::input) return;
        if (around_ == nullptr) {
            made_.shape_inputs.push_back({held.index, elements, list});
            return;
        }
        value theirs = list;
        const value& captured = around_->made_.values[captured_[held.index]];
        theirs.store = captured.store;
        theirs.where.offset += captured.where.offset;
        around_->remember_shape(theirs, elements);
    }

    const function_index& functions_;
    const bool strict_;
    const options& how_;
    std::size_t& nodes_;  ///< of all lowerings of a graph
    lowering* around_ = nullptr;
    lowered made_;
    std::vector<std::size_t> captured_;  ///< values of the graph around, by input
};

}  // namespace

lowered lower(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile, const options& how) {
    const function_index functions(g);
    require_few_nodes(g, functions);
    std::size_t nodes = 0;
    lowering whole(functions, profile, how, nodes);
    scope names{{}, nullptr, &whole};
    whole.take_inputs(g, inputs, names);
    whole.take_graph(g, names);
    whole.take_outputs(g, names);
    return whole.take();
}

}  // namespace zerostride::detail
