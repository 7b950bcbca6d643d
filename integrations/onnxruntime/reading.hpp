// Nodes of ONNX Runtime's models as nodes of our graphs.
#pragma once

#include <string>
#include <vector>

#include "integrations/onnxruntime/api.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::integration {

std::vector<const ort::node*> nodes_of(const ort::api& host, const ort::graph* g);
/// Null where an optional one is left out.
std::vector<const ort::value_info*> inputs_of(const ort::api& host, const ort::node* n);
std::vector<const ort::value_info*> outputs_of(const ort::api& host, const ort::node* n);
/// What the node's subgraphs read of the graph around them.
std::vector<const ort::value_info*> implicit_inputs_of(const ort::api& host, const ort::node* n);

/// "" of an input that is left out.
std::string name_of(const ort::api& host, const ort::value_info* value);
/// The element type of a tensor; invalid (dtype{}) of what is no tensor, or of a type that is none of ours.
dtype type_of(const ort::api& host, const ort::value_info* value);

/// The extents of a tensor, -1 for those that are not known; empty where not even the rank is.
std::vector<std::int64_t> shape_of(const ort::api& host, const ort::value_info* value);

/// `n` as a node of ours, whatever its operator is, behind nodes that make operands of what an early version has as
/// attributes. Throws error(unsupported) for an attribute of a kind that none of our operators has.
std::vector<graph_node> read_node(const ort::api& host, const ort::node* n);

/// Which operand of `op_type`'s is a shape, so that what is planned depends on its elements; no_operand where none is.
inline constexpr std::size_t no_operand = static_cast<std::size_t>(-1);
inline std::size_t shape_operand_of(const std::string& op_type) noexcept {
    return op_type == info(op::expand).onnx_name ? 1 : no_operand;
}

}  // namespace zerostride::integration
