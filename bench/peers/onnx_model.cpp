#include "bench/peers/onnx_model.hpp"

#include "integrations/onnxruntime/host.hpp"

namespace zerostride::bench {
namespace {

// Fields of the messages, by the numbers that onnx.proto gives them.
enum field : unsigned {
    model_ir_version = 1,
    model_graph = 7,
    model_opset = 8,
    opset_version = 2,
    graph_node = 1,
    graph_name = 2,
    graph_initializer = 5,
    graph_input = 11,
    graph_output = 12,
    node_input = 1,
    node_output = 2,
    node_operator = 4,
    node_attribute = 5,
    attribute_name = 1,
    attribute_integer = 3,
    attribute_integers = 8,
    attribute_type = 20,
    tensor_extents = 1,
    tensor_type = 2,
    tensor_name = 8,
    tensor_bytes = 9,
    value_name = 1,
    value_type = 2,
    type_tensor = 1,
    tensor_element = 1,
    tensor_shape = 2,
    shape_axis = 1,
    axis_extent = 1,
};
enum attribute_kind_number : std::uint64_t { is_integer = 2, is_integers = 7 };
constexpr std::uint64_t ir_version = 9, opset = 20, int64_type = 7;

void put_varint(std::string& to, std::uint64_t number) {
    for (; number >= 128; number >>= 7) to += static_cast<char>(number | 128);
    to += static_cast<char>(number);
}
void put(std::string& to, unsigned number, std::uint64_t value) {
    put_varint(to, number << 3);
    put_varint(to, value);
}
void put(std::string& to, unsigned number, const std::string& bytes) {
    put_varint(to, number << 3 | 2);
    put_varint(to, bytes.size());
    to += bytes;
}
std::string typed_value(const char* name, dtype type, const std::vector<std::int64_t>& extents) {
    std::string shape, tensor, whole, made;
    for (const std::int64_t extent : extents) {
        std::string axis;
        put(axis, axis_extent, static_cast<std::uint64_t>(extent));
        put(shape, shape_axis, axis);
    }
    put(tensor, tensor_element, static_cast<std::uint64_t>(ort::host::number_of(type)));
    put(tensor, tensor_shape, shape);
    put(whole, type_tensor, tensor);
    put(made, value_name, std::string(name));
    put(made, value_type, whole);
    return made;
}

}  // namespace

void onnx_model::input(const char* name, dtype type, const std::vector<std::int64_t>& shape) {
    put(graph_, graph_input, typed_value(name, type, shape));
}
void onnx_model::output(const char* name, dtype type, const std::vector<std::int64_t>& shape) {
    put(graph_, graph_output, typed_value(name, type, shape));
}

void onnx_model::constant(const char* name, const std::vector<std::int64_t>& numbers) {
    std::string tensor;
    put(tensor, tensor_extents, numbers.size());
    put(tensor, tensor_type, int64_type);
    put(tensor, tensor_name, std::string(name));
    put(tensor, tensor_bytes,
        std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]));
    put(graph_, graph_initializer, tensor);
}

void onnx_model::node(const char* operator_name, const std::vector<std::string>& inputs, const char* output,
                      const integers& attributes) {
    std::string node;
    for (const std::string& each : inputs) put(node, node_input, each);
    put(node, node_output, std::string(output));
    put(node, node_operator, std::string(operator_name));
    for (const auto& [name, values] : attributes) {
        std::string attribute;
        put(attribute, attribute_name, std::string(name));
        for (const std::int64_t value : values) {
            put(attribute, values.size() == 1 ? attribute_integer : attribute_integers,
                static_cast<std::uint64_t>(value));
        }
        put(attribute, attribute_type, std::uint64_t{values.size() == 1 ? is_integer : is_integers});
        put(node, node_attribute, attribute);
    }
    put(graph_, graph_node, node);
}

std::string onnx_model::bytes() const {
    std::string graph = graph_, imported, model;
    put(graph, graph_name, std::string("case"));
    put(imported, opset_version, opset);
    put(model, model_ir_version, ir_version);
    put(model, model_graph, graph);
    put(model, model_opset, imported);
    return model;
}

}  // namespace zerostride::bench
