#include "graph/functions.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "graph/order.hpp"

namespace zerostride::detail {

function_index::function_index(const graph& g) {
    for (const graph_function& function : g.functions) {
        if (!by_name_.emplace(key{domain_of(function), function.name}, &function).second) {
            throw error(status::invalid_argument, "function '" + function.name + "' is defined twice");
        }
    }
}

const graph_function* function_index::find(const graph_node& node) const noexcept {
    const auto found = by_name_.find(key{domain_of(node), node.op_type});
    return found == by_name_.end() ? nullptr : found->second;
}

namespace {

/// How many nodes calls make of some, at least: of the two branches the smaller is counted.
class node_count {
public:
    explicit node_count(const function_index& functions) : functions_(functions) {}
    /// What is more than most_nodes need not be exact.
    std::size_t of(const std::vector<graph_node>& nodes) {
        std::size_t count = nodes.size();
        for (const graph_node& node : nodes) {
            if (const graph_function* const called = functions_.find(node)) {
                count += of(*called);
            } else if (const std::vector<const graph*> inner = branches_of(node); !inner.empty()) {
                std::size_t least = most_nodes;
                for (const graph* branch : inner) least = std::min(least, of(branch->nodes));
                count += least;
            }
            if (count > most_nodes) break;
        }
        return count;
    }

private:
    std::size_t of(const graph_function& called) {
        const auto known = counts_.find(&called);
        return known != counts_.end() ? known->second : counts_[&called] = of(called.nodes);
    }

    const function_index& functions_;
    std::map<const graph_function*, std::size_t> counts_;
};

}  // namespace

void require_few_nodes(const graph& g, const function_index& functions) {
    if (node_count(functions).of(g.nodes) > most_nodes) throw error(status::too_large, "the graph has too many nodes");
}

}  // namespace zerostride::detail
