// The rules that a graph must keep, of ONNX and of SONNX.
#include "graph/rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dispatch/attempt.hpp"
#include "dispatch/fp_environment.hpp"
#include "graph/functions.hpp"
#include "graph/operators.hpp"
#include "graph/order.hpp"
#include "graph/refuse.hpp"

namespace zerostride {
namespace detail {
namespace {

[[noreturn]] void refuse(const std::string& words, status code = status::invalid_argument) { throw error(code, words); }

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// The names that a graph declares, and those around it.
struct scope {
    std::set<std::string> names;
    std::set<std::string> seen;  ///< those of them that the branches at hand may not declare again
    const scope* outer = nullptr;

    bool knows(const std::string& name) const {
        return names.count(name) != 0 || (outer != nullptr && outer->knows(name));
    }
    void declare(const std::string& name, const std::string& what) {
        if (name.empty()) refuse("[T02b] " + what + " has no name");
        bool is_twice = !names.insert(name).second;
        for (const scope* around = outer; around != nullptr; around = around->outer) {
            is_twice = is_twice || around->seen.count(name) != 0;
        }
        if (is_twice) refuse("[T02b] [T06e] tensor " + quoted(name) + " is given more than once, again by " + what);
    }
};

class checker {
public:
    checker(const graph& root, graph_profile profile)
        : root_(root), functions_(root), strict_(profile == graph_profile::strict) {}

    void check_all() {
        // First, since all else goes as deep.
        for (const graph_function& function : root_.functions) static_cast<void>(depth_of(function, 0));
        static_cast<void>(depth_of(root_.nodes, 0));
        for (const graph_function& function : root_.functions) check_function(function);
        scope own;
        check_graph(root_, own);
    }

private:
    /// How deep calls and branches lie in each other in `nodes`, which lie `above` deep themselves.
    std::size_t depth_of(const std::vector<graph_node>& nodes, std::size_t above) {
        std::size_t deepest = 0;
        for (const graph_node& node : nodes) {
            if (++nodes_ > most_nodes) refuse("the graph has too many nodes", status::too_large);
            require_depth(above, node);
            if (const graph_function* const called = functions_.find(node)) {
                deepest = std::max(deepest, 1 + depth_of(*called, above + 1));
            }
            for (const graph* inner : branches_of(node)) {
                deepest = std::max(deepest, 1 + depth_of(inner->nodes, above + 1));
            }
            require_depth(above + deepest, node);
        }
        return deepest;
    }
    std::size_t depth_of(const graph_function& function, std::size_t above) {
        const auto [known, is_first] = depths_.emplace(&function, is_being_found);
        if (!is_first && known->second == is_being_found) {
            refuse("function " + quoted(function.name) + " calls itself, directly or through others");
        }
        if (is_first) known->second = depth_of(function.nodes, above);
        return known->second;
    }
    static void require_depth(std::size_t depth, const graph_node& node) {
        if (depth <= most_depth) return;
        refuse(label_of(node) + ": calls and branches are nested more than " + std::to_string(most_depth) + " deep",
               status::too_large);
    }

    void check_function(const graph_function& function) {
        around_ = &function;
        scope own;
        for (const std::string& name : function.inputs) own.declare(name, "an input of function " + function.name);
        std::set<std::string> outputs;
        for (const std::string& name : function.outputs) {
            if (!outputs.insert(name).second)
                refuse("[T02b] function " + function.name + " gives " + quoted(name) + " twice");
        }
        check_nodes(function.nodes, own, function.outputs);
        if (strict_) check_use(function.nodes, outputs, {function.inputs.begin(), function.inputs.end()});
        around_ = nullptr;
    }

    void check_graph(const graph& g, scope& own) {
        for (const graph_tensor& input : g.inputs) own.declare(input.name, "an input of the graph");
        for (const auto& [name, value] : g.constants) {
            own.declare(name, "a constant");
            if (value == nullptr) refuse("constant " + quoted(name) + " has no value");
        }
        std::vector<std::string> names;
        std::set<std::string> outputs;
        for (const graph_tensor& output : g.outputs) {
            if (!outputs.insert(output.name).second) refuse("[T02b] " + quoted(output.name) + " is an output twice");
            names.push_back(output.name);
        }
        check_nodes(g.nodes, own, names);
        if (!strict_) return;
        std::vector<std::string> given;
        for (const graph_tensor& input : g.inputs) given.push_back(input.name);
        for (const auto& [name, value] : g.constants) given.push_back(name);
        check_use(g.nodes, outputs, given);
    }

    void check_nodes(const std::vector<graph_node>& nodes, scope& own, const std::vector<std::string>& outputs) {
        for (const graph_node& node : nodes) check_node(node);
        own.seen = own.names;
        for (const graph_node& node : nodes) {
            for (const std::string& name : node.outputs) {
                if (name.empty() && functions_.find(node) != nullptr) continue;  // left out
                own.declare(name, label_of(node));
            }
        }
        // A branch sees what is made before it; to SONNX it may not have any name that there is.
        if (strict_) own.seen = own.names;
        for (const graph_node& node : nodes) {
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                const std::string& name = node.inputs[i];
                if (name.empty() || own.knows(name)) continue;
                refuse("[T06a] " + label_of(node) + ": input " + std::to_string(i) + ", " + quoted(name) +
                       ", never gets a value");
            }
            for (const graph* inner : branches_of(node)) {
                scope within;
                within.outer = &own;
                if (!inner->inputs.empty()) refuse(label_of(node) + ": a branch has no inputs");
                if (!inner->functions.empty()) refuse(label_of(node) + ": a branch has no functions of its own");
                check_graph(*inner, within);
            }
            own.seen.insert(node.outputs.begin(), node.outputs.end());
        }
        for (const std::string& name : outputs) {
            if (!own.knows(name)) refuse("[T06a] output " + quoted(name) + " never gets a value");
        }
        static_cast<void>(in_order(nodes, reads_));
    }

    void check_node(const graph_node& node) {
        check_references(node);
        if (const graph_function* const called = functions_.find(node)) {
            check_call(node, *called);
            return;
        }
        const node_operator known = find_operator(node.op_type);
        const bool is_addition = known.kind == structural::none && info(known.which).onnx_types == type_set::none;
        if (!known.is_known || (strict_ && is_addition) || !domain_of(node).empty()) {
            const char* const rule = is_random(node.op_type) ? "[R3] " : "[T03b] ";
            const std::string who =
                domain_of(node).empty() ? quoted(node.op_type) : quoted(node.op_type) + " of " + quoted(node.domain);
            refuse(rule + label_of(node) + ": operator " + who +
                       (is_random(node.op_type) ? " is not deterministic" : " is not supported"),
                   status::unsupported);
        }
        const std::size_t given = node.inputs.size();
        const auto least = static_cast<std::size_t>(known.least_inputs),
                   most = static_cast<std::size_t>(known.most_inputs);
        if (given < least || given > most) {
            const std::string wanted =
                least == most ? std::to_string(least)
                              : std::to_string(least) +
                                    (known.most_inputs == most_operands ? " or more" : " to " + std::to_string(most));
            refuse("[T03c] " + label_of(node) + " has " + counted(given, "input") + " and takes " + wanted);
        }
        // Of any number of operands none is optional.
        for (std::size_t i = 0; i < (known.most_inputs == most_operands ? given : least); ++i) {
            if (node.inputs[i].empty())
                refuse("[T03c] " + label_of(node) + ": input " + std::to_string(i) + " is missing");
        }
        if (known.kind == structural::squeeze || known.kind == structural::unsqueeze) check_axes(node, known.kind);
        const bool is_branch = known.kind == structural::branch;
        if (node.outputs.empty() || (!is_branch && node.outputs.size() != 1)) {
            refuse("[T03c] " + label_of(node) + " has " + counted(node.outputs.size(), "output") + " and gives " +
                   (is_branch ? "one or more" : "one"));
        }
        if (strict_) check_complete(node, known);
        if (known.kind == structural::constant && node.attributes.size() != 1) {
            refuse(label_of(node) + " has " + counted(node.attributes.size(), "attribute") + " and takes one");
        }
        if (known.kind == structural::none) {
            static_cast<void>(operation_of(node, known.which));
        } else {
            require_attributes(node, known.kind);
        }
        if (is_branch) check_branches(node);
    }

    void check_references(const graph_node& node) const {
        for (const auto& [name, value] : node.attributes) {
            const auto* const reference = std::get_if<attribute_reference>(&value);
            if (reference == nullptr) continue;
            const std::string words = label_of(node) + ": attribute " + name + " refers to " + quoted(reference->name);
            if (around_ == nullptr) refuse(words + ", outside of a function");
            const auto& own = around_->attributes;
            if (std::find(own.begin(), own.end(), reference->name) != own.end()) continue;
            if (around_->default_attributes.count(reference->name) != 0) continue;
            refuse(words + ", which function " + around_->name + " has not got");
        }
    }

    /// They were an attribute before version 13, and have been an input since.
    static void check_axes(const graph_node& node, structural kind) {
        const bool in_attribute = node.attributes.count("axes") != 0,
                   in_input = node.inputs.size() == 2 && !node.inputs[1].empty();
        if (in_attribute && in_input) {
            refuse("[T03c] " + label_of(node) + ": the axes are given twice, by an attribute and by input 1");
        }
        if (kind == structural::unsqueeze && !in_attribute && !in_input) {
            refuse("[T03c] " + label_of(node) + ": the axes are missing");
        }
    }

    static void check_complete(const graph_node& node, const node_operator& known) {
        if (known.most_inputs == most_operands) return;
        const bool is_old_form = node.attributes.count("axes") != 0;  // with one input
        require_given("input", node, node.inputs, is_old_form ? 1 : static_cast<std::size_t>(known.most_inputs));
    }
    /// The first `count` of a node's `names`.
    static void require_given(const char* what, const graph_node& node, const std::vector<std::string>& names,
                              std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (i < names.size() && !names[i].empty()) continue;
            refuse("[R1] " + label_of(node) + ": " + what + " " + std::to_string(i) + " is left out");
        }
    }

    void check_call(const graph_node& node, const graph_function& function) {
        if (node.inputs.size() > function.inputs.size()) {
            refuse("[T03c] " + label_of(node) + " has " + counted(node.inputs.size(), "input") + ", the function " +
                   std::to_string(function.inputs.size()));
        }
        if (node.outputs.size() > function.outputs.size() || node.outputs.empty()) {
            refuse("[T03c] " + label_of(node) + " has " + counted(node.outputs.size(), "output") + ", the function " +
                   std::to_string(function.outputs.size()));
        }
        if (strict_) {
            require_given("input", node, node.inputs, function.inputs.size());
            require_given("output", node, node.outputs, function.outputs.size());
        }
        for (const std::string& name : function.attributes) {
            if (strict_ && node.attributes.count(name) == 0)
                refuse(label_of(node) + ": attribute " + name + " is missing");
        }
        for (const auto& [name, value] : node.attributes) {
            if (std::holds_alternative<std::shared_ptr<const graph>>(value)) {
                refuse(label_of(node) + ": attribute " + name + " is a graph, which no function takes");
            }
            const auto& own = function.attributes;
            if (std::find(own.begin(), own.end(), name) != own.end() || function.default_attributes.count(name) != 0)
                continue;
            refuse(label_of(node) + ": attribute " + name + " is none of this function's");
        }
    }

    void check_branches(const graph_node& node) {
        for (const char* const name : {"then_branch", "else_branch"}) {
            const auto* const inner = find_attribute_of<std::shared_ptr<const graph>>(node, name);
            if (inner == nullptr || *inner == nullptr) refuse(label_of(node) + ": attribute " + name + " is missing");
            if ((*inner)->outputs.size() == node.outputs.size()) continue;
            refuse(label_of(node) + ": " + name + " gives " + counted((*inner)->outputs.size(), "output") +
                   ", the node " + std::to_string(node.outputs.size()));
        }
    }

    /// Everything is used: [R2], and the rules without a number. No nodes wait for each other, so that each of them
    /// then leads to an output.
    void check_use(const std::vector<graph_node>& nodes, const std::set<std::string>& outputs,
                   const std::vector<std::string>& given) {
        std::set<std::string_view> read;
        for (const graph_node& node : nodes) {
            for_each_read(node, reads_, [&](std::string_view name) { read.insert(name); });
        }
        const auto is_used = [&](const std::string& name) { return read.count(name) != 0 || outputs.count(name) != 0; };
        for (const graph_node& node : nodes) {
            for (const std::string& name : node.outputs) {
                if (!is_used(name)) {
                    refuse("[R2] output " + quoted(name) + " of " + label_of(node) +
                           " is neither used nor an output of the graph");
                }
            }
        }
        for (const std::string& name : given) {
            if (!is_used(name)) refuse("[RX] tensor " + quoted(name) + " is neither used nor an output of the graph");
        }
    }

    static constexpr std::size_t is_being_found = ~std::size_t{0};

    const graph& root_;
    const function_index functions_;
    bool strict_;
    std::size_t nodes_ = 0;
    std::map<const graph_function*, std::size_t> depths_;
    outer_reads reads_;
    const graph_function* around_ = nullptr;  ///< whose nodes are looked at
};

}  // namespace

void require_rules(const graph& g, graph_profile profile) {
    if (profile != graph_profile::onnx && profile != graph_profile::strict) {
        refuse("graph: there is no profile " + std::to_string(static_cast<int>(profile)));
    }
    checker(g, profile).check_all();
}

}  // namespace detail

outcome check(const graph& g, graph_profile profile) noexcept {
    return detail::attempt([&]() -> outcome {
        const detail::fp_environment scope;  // attributes are doubles, and the host may have traps
        detail::require_rules(g, profile);
        return {};
    });
}

}  // namespace zerostride
