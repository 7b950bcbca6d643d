// What no output needs, in branches and around them.
#pragma once

#include "graph/lower.hpp"

namespace zerostride::detail {

/// Finds what leads to an output, and leaves out the outputs of branches that nobody reads, and what branches read of
/// the graph around for nothing else but those, or for nodes that lead to no output. The other works that lead to none
/// stay: no group will have them.
void prune(lowered& l);

}  // namespace zerostride::detail
