// What nodes read, and an order of theirs in which it has been made.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// Of an If: no other node may have a graph as an attribute.
std::vector<const graph*> branches_of(const graph_node& node);

/// What branches read of the graphs around them. Each is looked at once, whoever asks: branches lie in branches. The
/// graphs must outlive this.
class outer_reads {
public:
    const std::set<std::string_view>& of(const graph& branch);

private:
    std::map<const graph*, std::set<std::string_view>> known_;
};

/// Calls visit(name) for all tensors that a node reads, and for those that its branches read of what is around them.
template <class Visit>
void for_each_read(const graph_node& node, outer_reads& reads, const Visit& visit) {
    for (const std::string& name : node.inputs) {
        if (!name.empty()) visit(std::string_view(name));
    }
    for (const graph* inner : branches_of(node)) {
        for (const std::string_view name : reads.of(*inner)) visit(name);
    }
}

/// Each of `nodes` after those whose outputs it, or a branch of it, reads; otherwise as they stand. Throws error when
/// some wait for each other.
std::vector<const graph_node*> in_order(const std::vector<graph_node>& nodes, outer_reads& reads);

}  // namespace zerostride::detail
