// Chains of nodes as models have them, for the benchmarks of graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "zerostride/graph.hpp"

namespace zerostride::bench {

struct chain {
    const char* name;
    std::int64_t inner;             ///< extent of the last axis
    std::vector<graph_node> nodes;  ///< from x, a, b and c to y; each reads the one before
};

/// x is [rows, inner]; a, b and c are [inner].
inline const chain chains[] = {
    // A picture normalised by channel, and the activation behind it.
    {"normalise_swish",
     3,
     {{"", "Sub", {"x", "a"}, {"1"}},
      {"", "Div", {"1", "b"}, {"2"}},
      {"", "Sigmoid", {"2"}, {"3"}},
      {"", "Mul", {"2", "3"}, {"y"}}}},
    // What is between two products of matrices.
    {"bias_gelu_scale_residual",
     768,
     {{"", "Add", {"x", "a"}, {"1"}},
      {"", "Gelu", {"1"}, {"2"}},
      {"", "Mul", {"2", "b"}, {"3"}},
      {"", "Add", {"3", "x"}, {"y"}}}},
    {"affine_4",
     64,
     {{"", "Mul", {"x", "a"}, {"1"}},
      {"", "Add", {"1", "b"}, {"2"}},
      {"", "Mul", {"2", "c"}, {"3"}},
      {"", "Add", {"3", "a"}, {"y"}}}},
};

}  // namespace zerostride::bench
