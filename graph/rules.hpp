// The throwing form of check().
#pragma once

#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// Throws error where check() refuses.
void require_rules(const graph& g, graph_profile profile);

}  // namespace zerostride::detail
