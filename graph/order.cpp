#include "graph/order.hpp"

#include <algorithm>
#include <cstddef>

#include "graph/operators.hpp"

namespace zerostride::detail {

std::vector<const graph*> branches_of(const graph_node& node) {
    std::vector<const graph*> found;
    for (const auto& [name, value] : node.attributes) {
        if (const auto* inner = std::get_if<std::shared_ptr<const graph>>(&value)) {
            if (*inner != nullptr) found.push_back(inner->get());
        }
    }
    return found;
}

const std::set<std::string_view>& outer_reads::of(const graph& branch) {
    const auto [place, is_first] = known_.emplace(&branch, std::set<std::string_view>());
    std::set<std::string_view>& read = place->second;  // stays where it is
    if (!is_first) return read;
    std::set<std::string_view> own;
    for (const auto& [name, value] : branch.constants) own.insert(name);
    for (const graph_node& node : branch.nodes) own.insert(node.outputs.begin(), node.outputs.end());
    const auto visit = [&](std::string_view name) {
        if (own.count(name) == 0) read.insert(name);
    };
    for (const graph_node& node : branch.nodes) for_each_read(node, *this, visit);
    for (const graph_tensor& output : branch.outputs) visit(output.name);
    return read;
}

std::vector<const graph_node*> in_order(const std::vector<graph_node>& nodes, outer_reads& reads) {
    std::map<std::string_view, std::size_t> maker;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string& name : nodes[i].outputs) {
            if (!name.empty()) maker[name] = i;
        }
    }
    std::vector<std::vector<std::size_t>> readers(nodes.size()), makers(nodes.size());
    std::vector<std::size_t> missing(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for_each_read(nodes[i], reads, [&](std::string_view name) {
            const auto made = maker.find(name);
            if (made == maker.end()) return;
            readers[made->second].push_back(i);
            makers[i].push_back(made->second);
            ++missing[i];
        });
    }
    std::set<std::size_t> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (missing[i] == 0) ready.insert(i);
    }
    std::vector<const graph_node*> ordered;
    while (!ready.empty()) {
        const std::size_t next = *ready.begin();
        ready.erase(ready.begin());
        ordered.push_back(&nodes[next]);
        for (const std::size_t reader : readers[next]) {
            if (--missing[reader] == 0) ready.insert(reader);
        }
    }
    if (ordered.size() == nodes.size()) return ordered;
    // From any that waits to what it waits for, until one comes again.
    auto at = static_cast<std::size_t>(
        std::find_if(missing.begin(), missing.end(), [](std::size_t count) { return count > 0; }) - missing.begin());
    for (std::set<std::size_t> passed; passed.insert(at).second;) {
        at = *std::find_if(makers[at].begin(), makers[at].end(), [&](std::size_t maker) { return missing[maker] > 0; });
    }
    throw error(status::invalid_argument,
                "[T06a] " + label_of(nodes[at]) + " waits for its own output, directly or through others");
}

}  // namespace zerostride::detail
