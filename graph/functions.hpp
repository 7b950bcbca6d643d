// The functions of a graph: which of them a node calls, and how much calls make.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// So many nodes are looked at or made of one graph: functions that call functions make any number of a few.
inline constexpr std::size_t most_nodes = std::size_t{1} << 20;
/// Each call and branch in another takes up to 3 KiB of stack.
inline constexpr std::size_t most_depth = most_graph_depth;

/// ONNX's own domain has two names.
template <class Named>
std::string_view domain_of(const Named& one) noexcept {
    return one.domain == "ai.onnx" ? std::string_view() : std::string_view(one.domain);
}

/// The functions of a graph, which it must outlive.
class function_index {
public:
    /// Throws error when one is defined twice.
    explicit function_index(const graph& g);
    /// The function that `node` calls; null when it is an operator. A function goes before an operator of its name.
    const graph_function* find(const graph_node& node) const noexcept;

private:
    using key = std::pair<std::string_view, std::string_view>;  ///< domain, name
    std::map<key, const graph_function*> by_name_;
};

/// Throws error (too_large) if calls make more than most_nodes of `g`, which keeps the rules, whatever branches are
/// taken: told from its functions, each looked at once.
void require_few_nodes(const graph& g, const function_index& functions);

}  // namespace zerostride::detail
