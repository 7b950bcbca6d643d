// Which operators graphs may have, and nodes' attributes as those of operations.
#pragma once

#include <string>

#include "zerostride/graph.hpp"

namespace zerostride::detail {

/// Operators of graphs that are no kernels: they make constants, views or choices.
enum class structural : std::uint8_t {
    none,
    constant,
    constant_of_shape,
    shape,
    size,
    transpose,
    reshape,
    flatten,
    slice,
    squeeze,
    unsqueeze,
    branch,
};

/// What a node's operator is: an element-wise one, or a structural one.
struct node_operator {
    structural kind = structural::none;
    op which = {};  ///< when kind is none
    int least_inputs = 0, most_inputs = 0;
    bool is_known = false;
};
/// By ONNX's name.
node_operator find_operator(const std::string& op_type) noexcept;

/// True for what ONNX has and what gives other values each time.
bool is_random(const std::string& op_type) noexcept;

/// "node 'a' (Add)", "node of C (Add)" where it has no name.
std::string label_of(const graph_node& node);

/// `node`'s attributes for `which`, but for those whose values are references. Throws error, naming the node and the
/// attribute, for one that the operator has not got, that is of another kind, or that is missing.
operation operation_of(const graph_node& node, op which);

/// Throws error, naming the node and the attribute, for one that this structural operator has not got, or that is of
/// another kind.
void require_attributes(const graph_node& node, structural kind);

/// The attribute `name` of `node` as a `T`; null when it is not there. Throws error when it is of another kind.
template <class T>
const T* find_attribute_of(const graph_node& node, const char* name) {
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end()) return nullptr;
    if (const T* const value = std::get_if<T>(&found->second)) return value;
    throw error(status::invalid_argument, label_of(node) + ": attribute " + name + " is of the wrong kind");
}

}  // namespace zerostride::detail
