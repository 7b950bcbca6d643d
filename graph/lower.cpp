#include "graph/lower.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "dispatch/extents.hpp"
#include "graph/lowering.hpp"
#include "graph/prune.hpp"
#include "graph/refuse.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::detail {
namespace {

void require_view(const std::string& who, const const_tensor_view& x) {
    if (!is_valid(x.type)) refuse(who, "no element type has the number " + std::to_string(static_cast<int>(x.type)));
    if (x.rank > 0 && x.shape == nullptr) refuse(who, "it has rank " + std::to_string(x.rank) + " and no shape");
    std::int64_t count;
    for (std::size_t axis = 0; axis < x.rank; ++axis) {
        if (x.shape[axis] < 0) {
            refuse(who, "axis " + std::to_string(axis) + ": extent " + std::to_string(x.shape[axis]) + " is negative");
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

std::size_t elements_of(const graph_attribute& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return text->size();
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) return list->size();
    if (const auto* list = std::get_if<std::vector<double>>(&value)) return list->size();
    std::size_t all = 1;
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        for (const std::string& text : *list) all += 1 + text.size();
    }
    return all;
}

std::size_t elements_of(const graph_node& node) {
    std::size_t all = node.name.size();
    for (const std::string& name : node.inputs) all += 1 + name.size();
    for (const std::string& name : node.outputs) all += 1 + name.size();
    for (const auto& [name, value] : node.attributes) all += 1 + elements_of(value);
    return all;
}

bool has_references(const graph_node& node) {
    return std::any_of(node.attributes.begin(), node.attributes.end(),
                       [](const auto& named) { return std::holds_alternative<attribute_reference>(named.second); });
}

/// References are to attributes that the function has. What the call has not given is left out, or as the reference
/// says.
graph_node with_attributes(const graph_node& asked, const attributes* given) {
    graph_node node = asked;
    for (auto at = node.attributes.begin(); at != node.attributes.end();) {
        const auto* const reference = std::get_if<attribute_reference>(&at->second);
        if (reference == nullptr) {
            ++at;
        } else if (const auto found = given->find(reference->name); found != given->end()) {
            at++->second = *found->second;
        } else if (const auto* const number = std::get_if<double>(&reference->otherwise)) {
            at++->second = double{*number};
        } else if (const auto* const list = std::get_if<std::vector<std::int64_t>>(&reference->otherwise)) {
            at++->second = std::vector<std::int64_t>(*list);
        } else {
            at = node.attributes.erase(at);
        }
    }
    return node;
}

/// What a plan keeps for an axis of a tensor is some hundred bytes.
constexpr std::size_t most_axes = 16 * most_nodes;

}  // namespace

std::string words_of(dtype type, extents_ref shape) { return name_of(type) + to_text(shape); }

void require_declared(const std::string& who, const graph_tensor& declared, dtype type, extents_ref shape) {
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

void lowering::take_inputs(const graph& g, array_ref<const_tensor_view> inputs, scope& names) {
    if (inputs.size() != g.inputs.size()) {
        refuse("graph", counted(inputs.size(), "input") + (inputs.size() == 1 ? " is" : " are") +
                            " given, and it takes " + std::to_string(g.inputs.size()));
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

void lowering::take_graph(const graph& g, scope& names) {
    for (const auto& [name, held] : g.constants) names.values[name] = add_own_constant(held);
    take_nodes(g.nodes, names);
}

void lowering::take_outputs(const graph& g, scope& names) {
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

std::size_t lowering::find(scope& names, const std::string& name) {
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

std::size_t lowering::add_input(std::size_t index, const const_tensor_view& x) {
    made_.storages.push_back({storage::input, index, nullptr, x.data});
    layout where = dense_layout({x.shape, x.rank}, bytes_of(x.type));
    if (x.strides != nullptr) where.strides.assign(x.strides, x.strides + x.rank);
    const std::size_t id = add_value(made_.storages.size() - 1, x.type, std::move(where));
    made_.inputs.push_back(id);
    return id;
}

std::size_t lowering::add_constant(std::shared_ptr<const tensor> held, const layout* where) {
    const void* const data = held->data();
    const layout own = where != nullptr ? *where : dense_layout(held->shape(), bytes_of(held->type()));
    const dtype type = held->type();
    made_.storages.push_back({storage::constant, 0, std::move(held), data});
    return add_value(made_.storages.size() - 1, type, own);
}

/// What the texts of a tensor are made of.
static std::int64_t bytes_of_texts(const tensor& held) {
    std::int64_t bytes = 0;
    const text* const first = held.data_as<text>();
    for (std::int64_t i = 0; i < held.size(); ++i) bytes += static_cast<std::int64_t>(first[i].size);
    return bytes;
}

std::size_t lowering::add_own_constant(std::shared_ptr<const tensor> held) {
    // Weights that are stretched to wider types are up to eight times as large.
    constexpr std::int64_t most_growth = 8;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t grown = static_cast<std::int64_t>(held->bytes());
    if (held->type() == dtype::str) grown += bytes_of_texts(*held);
    if (__builtin_mul_overflow(grown, most_growth, &grown)) grown = most;
    if (use_.owned.insert(held.get()).second && __builtin_add_overflow(use_.foldable, grown, &use_.foldable)) {
        use_.foldable = most;
    }
    return add_constant(std::move(held));
}

std::size_t lowering::take_constant(const graph_node& node, const graph_node& asked) {
    if (&node != &asked) return add_constant(constant_of(node));
    std::shared_ptr<const tensor>& held = use_.constants[&asked];
    if (held == nullptr) held = constant_of(node);
    return add_own_constant(held);
}

void lowering::charge(const graph_node& node, std::size_t pieces) {
    constexpr std::size_t most = std::size_t{1} << 26;
    if (pieces <= most - use_.pieces) {
        use_.pieces += pieces;
        return;
    }
    refuse(label_of(node), "what calls of functions write out is too much", status::too_large);
}

bool lowering::may_fold(dtype type, extents_ref shape) {
    std::int64_t count, bytes;
    if (!count_elements(shape, 1, count) || __builtin_mul_overflow(count, bytes_of(type), &bytes)) return false;
    return may_fold(bytes);
}

bool lowering::may_fold(std::int64_t bytes) {
    // Shapes, and what else has to be known now, are a few elements.
    constexpr std::int64_t few_bytes = 4096;
    if (bytes <= few_bytes) return true;
    if (bytes > use_.foldable) return false;
    use_.foldable -= bytes;
    return true;
}

void lowering::charge_texts(const std::string& who, const tensor& made) {
    const std::int64_t bytes = bytes_of_texts(made);
    if (!may_fold(bytes)) {
        refuse(who, "texts of " + std::to_string(bytes) + " bytes are more than constants may have", status::too_large);
    }
}

std::size_t lowering::add_computed(tensor made, status found, const std::vector<std::size_t>& sources) {
    for (const std::size_t id : sources) {
        if (id == nothing) continue;
        const storage& source = made_.storages[made_.values[id].store];
        if (made.type() == dtype::str) keep_owners(made, *source.held);
        if (source.folded != status::ok) found = source.folded;
    }
    const std::size_t id = add_constant(std::make_shared<const tensor>(std::move(made)));
    made_.storages.back().folded = found;
    return id;
}

std::size_t lowering::add_made(dtype type, extents_ref shape) {
    made_.storages.push_back({storage::made, made_.works.size(), nullptr, nullptr});
    return add_value(made_.storages.size() - 1, type, dense_layout(shape, bytes_of(type)));
}

std::size_t lowering::add_copy(const std::string& label, std::size_t id) {
    const value source = made_.values[id];
    work copy{label, op::identity, {id}, {}};
    const std::size_t out = add_made(source.type, source.where.shape);
    copy.outputs = {out};
    add_work(std::move(copy));
    return out;
}

bool lowering::is_all_that_is_made(const value& v) const {
    const storage& held = made_.storages[v.store];
    if (held.kind != storage::made || v.where.offset != 0 || !is_dense(v.where, bytes_of(v.type))) return false;
    for (const std::size_t id : made_.works[held.index].outputs) {
        const value& result = made_.values[id];
        if (result.store == v.store) return count_of(result.where.shape) == count_of(v.where.shape);
    }
    return false;
}

const_tensor_view lowering::view_of(std::size_t id) const noexcept {
    if (id == nothing) return absent();
    const value& v = made_.values[id];
    return v.view(made_.storages[v.store].data);
}

std::size_t lowering::require_value(scope& names, const std::string& name) {
    const std::size_t id = find(names, name);
    if (id == nothing) refuse("[T06a] tensor '" + name + "'", "it has no value");
    return id;
}

std::size_t lowering::find_operand(scope& names, const std::string& name) {
    if (name.empty()) return nothing;
    const std::size_t id = find(names, name);
    return id != nothing || names.knows(name) ? id : require_value(names, name);
}

void lowering::take_nodes(const std::vector<graph_node>& nodes, scope& names) {
    for (const graph_node* node : in_order(nodes, use_.reads)) take_node(*node, names);
}

void lowering::take_node(const graph_node& asked, scope& names) {
    if (++use_.nodes > most_nodes) refuse(label_of(asked), "the graph has too many nodes", status::too_large);
    if (use_.axes > most_axes) {
        refuse(label_of(asked),
               "the nodes before it make tensors of " + std::to_string(use_.axes) + " axes altogether, more than " +
                   std::to_string(most_axes),
               status::too_large);
    }
    std::optional<graph_node> given;
    if (has_references(asked)) given = with_attributes(asked, names.given);
    const graph_node& node = given ? *given : asked;
    if (given) charge(node, elements_of(node));
    if (const graph_function* const called = functions_.find(node)) {
        call(node, *called, names);
        return;
    }
    const node_operator known = find_operator(node.op_type);
    if (known.kind == structural::constant && node.attributes.empty()) refuse(label_of(node), "its value is missing");
    if (known.kind == structural::branch) {
        take_branch(node, names);
        return;
    }
    if (known.kind == structural::constant) {
        names.values[node.outputs[0]] = take_constant(node, asked);
        return;
    }
    std::vector<std::size_t> inputs;
    for (const std::string& name : node.inputs) inputs.push_back(find_operand(names, name));
    // Of any number of operands none is optional; in a function one may be that its call leaves out.
    const std::size_t least =
        known.most_inputs == most_operands ? inputs.size() : static_cast<std::size_t>(known.least_inputs);
    for (std::size_t i = 0; i < least; ++i) {
        if (inputs[i] == nothing) refuse(label_of(node), "input " + std::to_string(i) + " is missing");
    }
    names.values[node.outputs[0]] =
        known.kind == structural::none ? compute(node, known.which, inputs) : make(node, known.kind, inputs);
}

void lowering::call(const graph_node& node, const graph_function& function, scope& names) {
    attributes given;
    for (const auto& [name, attribute] : function.default_attributes) given[name] = &attribute;
    for (const auto& [name, attribute] : node.attributes) given[name] = &attribute;
    std::size_t pieces = given.size();
    for (const std::string& name : function.inputs) pieces += 1 + name.size();
    charge(node, pieces);
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

std::size_t lowering::compute(const graph_node& node, op which, const std::vector<std::size_t>& inputs) {
    const std::string who = label_of(node);
    if (which == op::identity || which == op::expand) {
        if (strict_) require_type_of_onnx(who, which, inputs);
        return which == op::identity ? inputs[0] : expand(who, inputs);
    }
    operation what = operation_of(node, which);
    if (strict_) require_type_of_onnx(who, what, inputs);
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
    if (all_constant) {
        if (may_fold(type, shape)) {
            status found = status::ok;
            tensor folded = computed(who, what, views, found);
            // The others hand on texts that are there.
            if (what.which == op::string_concat || (what.which == op::cast && type == dtype::str))
                charge_texts(who, folded);
            return add_computed(std::move(folded), found, operands);
        }
        // What makes or reads the bytes of texts has no plan.
        const bool has_plan = what.which != op::string_concat &&
                              (what.which != op::cast || (type == dtype::str) == (views[0].type == dtype::str));
        if (!has_plan) refuse(who, words_of(type, shape) + " is more than constants may have", status::too_large);
    }
    work added{who, what, operands, {}};
    const std::size_t out = add_made(type, shape);
    added.outputs = {out};
    add_work(std::move(added));
    return out;
}

void lowering::require_type_of_onnx(const std::string& who, const operation& what,
                                    const std::vector<std::size_t>& inputs) const {
    const op which = what.which;
    const dtype type = made_.values[inputs[value_operand(which)]].type;
    const auto refuse_here = [&](const char* without) {
        refuse(who,
               "[T03b] " + std::string(info(which).onnx_name) + " of " + name_of(type) + without + " is none of ONNX's",
               status::unsupported);
    };
    if (type != dtype::real && !contains(info(which).onnx_types, type)) refuse_here("");
    // ONNX leaves the remainder with the divisor's sign to integers.
    const auto asks_for_fmod = [](const attribute& a) { return a.id == attribute_id::fmod && a.value != 0.0; };
    if (which == op::mod && contains(type_set::floats, type) &&
        std::none_of(what.with, what.with + what.count, asks_for_fmod)) {
        refuse_here(" without fmod");
    }
}

tensor lowering::computed(const std::string& who, const operation& what, const std::vector<const_tensor_view>& views,
                          status& found) const {
    tensor made;
    const outcome answer = try_eval(made, what, views, how_);
    if (!completed(answer.code)) refuse(who, answer.message, answer.code);
    found = answer.code;
    return made;
}

lowered lower(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile, const options& how) {
    const function_index functions(g);
    require_few_nodes(g, functions);
    lowering_use use;
    lowering whole(functions, profile, how, use);
    scope names{{}, nullptr, &whole};
    whole.take_inputs(g, inputs, names);
    whole.take_graph(g, names);
    whole.take_outputs(g, names);
    lowered made = whole.take();
    prune(made);
    return made;
}

}  // namespace zerostride::detail
