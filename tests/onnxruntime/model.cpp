#include "model.hpp"

#include <onnx/onnx_pb.h>

#include "integrations/onnxruntime/host.hpp"

namespace zerostride::test {
namespace {

void fill(onnx::ValueInfoProto& to, const model_value& from) {
    to.set_name(from.name);
    onnx::TypeProto::Tensor& type = *to.mutable_type()->mutable_tensor_type();
    type.set_elem_type(ort::host::number_of(from.type));
    for (const std::int64_t extent : from.shape) {
        onnx::TensorShapeProto::Dimension& axis = *type.mutable_shape()->add_dim();
        if (extent >= 0) axis.set_dim_value(extent);
    }
    if (from.is_ranked) type.mutable_shape();
}

void fill(onnx::GraphProto& to, const model& from);

void fill(onnx::NodeProto& to, const model_node& from) {
    to.set_op_type(from.op_type);
    for (const std::string& name : from.inputs) to.add_input(name);
    for (const std::string& name : from.outputs) to.add_output(name);
    for (const auto& [name, value] : from.attributes) {
        onnx::AttributeProto& made = *to.add_attribute();
        made.set_name(name);
        if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
            made.set_type(onnx::AttributeProto::INT);
            made.set_i(*integer);
        } else if (const auto* const number = std::get_if<float>(&value)) {
            made.set_type(onnx::AttributeProto::FLOAT);
            made.set_f(*number);
        } else if (const auto* const text = std::get_if<std::string>(&value)) {
            made.set_type(onnx::AttributeProto::STRING);
            made.set_s(*text);
        } else {
            made.set_type(onnx::AttributeProto::INTS);
            for (const std::int64_t each : std::get<std::vector<std::int64_t>>(value)) made.add_ints(each);
        }
    }
    for (const auto& [name, branch] : from.branches) {
        onnx::AttributeProto& made = *to.add_attribute();
        made.set_name(name);
        made.set_type(onnx::AttributeProto::GRAPH);
        fill(*made.mutable_g(), branch);
    }
}

void fill(onnx::GraphProto& to, const model& from) {
    to.set_name("model");
    for (const model_value& each : from.inputs) fill(*to.add_input(), each);
    for (const model_value& each : from.outputs) fill(*to.add_output(), each);
    for (const model_node& each : from.nodes) fill(*to.add_node(), each);
    for (const auto& [name, elements] : from.integers) {
        onnx::TensorProto& made = *to.add_initializer();
        made.set_name(name);
        made.set_data_type(onnx::TensorProto::INT64);
        made.add_dims(static_cast<std::int64_t>(elements.size()));
        for (const std::int64_t each : elements) made.add_int64_data(each);
    }
    for (const auto& [name, held] : from.floats) {
        onnx::TensorProto& made = *to.add_initializer();
        made.set_name(name);
        made.set_data_type(onnx::TensorProto::FLOAT);
        for (const std::int64_t extent : held.second) made.add_dims(extent);
        for (const float each : held.first) made.add_float_data(each);
    }
}

}  // namespace

std::string model::bytes(int version) const {
    onnx::ModelProto made;
    made.set_ir_version(8);
    made.add_opset_import()->set_version(version);
    fill(*made.mutable_graph(), *this);
    return made.SerializeAsString();
}

}  // namespace zerostride::test
