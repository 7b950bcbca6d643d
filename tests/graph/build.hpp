// Short words for graphs.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "zerostride/graph.hpp"

namespace zerostride::test {

using names = std::vector<std::string>;

inline graph_node node(const std::string& type, const names& inputs, const std::string& output,
                       std::map<std::string, graph_attribute> attributes = {}) {
    return {"", type, inputs, {output}, std::move(attributes)};
}

template <class T>
std::shared_ptr<const tensor> constant(const std::vector<T>& elements, const std::vector<std::int64_t>& shape) {
    return std::make_shared<const tensor>(tensor::from(elements, shape));
}

inline graph make_graph(const names& inputs, std::vector<graph_node> nodes, const names& outputs) {
    graph g;
    for (const std::string& name : inputs) g.inputs.push_back({name});
    for (const std::string& name : outputs) g.outputs.push_back({name});
    g.nodes = std::move(nodes);
    return g;
}

}  // namespace zerostride::test
