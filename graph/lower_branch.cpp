// If: the branch that is known, or both for a run to choose from.
#include <cstring>
#include <optional>
#include <utility>

#include "graph/lowering.hpp"
#include "graph/refuse.hpp"

namespace zerostride::detail {
namespace {

const value& result_of(const lowered& branch, std::size_t i) { return branch.values[branch.outputs[i]]; }

}  // namespace

void lowering::take_branch(const graph_node& node, scope& names) {
    const std::string who = label_of(node);
    const std::size_t condition = require_value(names, node.inputs[0]);
    const value asked = made_.values[condition];
    if (asked.type != dtype::boolean || count_of(asked.where.shape) != 1) {
        refuse(who, "the condition is " + words_of(asked.type, asked.where.shape) + ", and should be one bool");
    }
    const graph* branches[2] = {find_attribute_of<std::shared_ptr<const graph>>(node, "then_branch")->get(),
                                find_attribute_of<std::shared_ptr<const graph>>(node, "else_branch")->get()};
    if (!is_constant(condition)) return take_choice(node, condition, *branches[0], *branches[1], names);
    note_status_of(made_.storages[asked.store]);
    unsigned char chosen;
    std::memcpy(&chosen, view_of(condition).data, 1);
    if (chosen != 0) take_known_branch(node, *branches[0], *branches[1], names);
    else take_known_branch(node, *branches[1], *branches[0], names);
}

void lowering::take_known_branch(const graph_node& node, const graph& taken, const graph& other, scope& names) {
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

void lowering::take_choice(const graph_node& node, std::size_t condition, const graph& if_true, const graph& if_false,
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
                   yes.type != no.type ? status::invalid_argument : status::shape_mismatch);
        }
        choice.outputs.push_back(add_made(yes.type, yes.where.shape));
        names.values[node.outputs[i]] = choice.outputs.back();
    }
    add_work(std::move(choice));
}

void lowering::take_branch_graph(const graph& branch, scope& names) {
    scope within{{}, &names, this, names.given};
    take_graph(branch, within);
    take_outputs(branch, within);
}

}  // namespace zerostride::detail
