// What early versions of ONNX's operators had as attributes and later ones have as operands.
#pragma once

#include <cstdint>
#include <vector>

#include "zerostride/graph.hpp"

namespace zerostride {

/// Makes operands of such attributes of `node`, an operator of ONNX of this version: the nodes that make the operands,
/// which belong before it. Throws error, naming the attribute, for one of the wrong kind, or beside which the operand
/// is given, too.
std::vector<graph_node> operands_of_attributes(graph_node& node, std::int64_t version);

}  // namespace zerostride
