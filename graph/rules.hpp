// What rules know of functions, and the throwing form of check().
#pragma once

#include <vector>

#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// The function that `node` calls; null when it is an operator. A function goes before an operator of its name.
const graph_function* find_function(const graph& g, const graph_node& node) noexcept;

/// Each of `nodes` after those whose outputs it, or a branch of it, reads; otherwise as they stand. Throws error when
/// some wait for each other.
std::vector<const graph_node*> in_order(const std::vector<graph_node>& nodes);

/// Throws error where check() refuses.
void require_rules(const graph& g, graph_profile profile);

}  // namespace zerostride::detail
