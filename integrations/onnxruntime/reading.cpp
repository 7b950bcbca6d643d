#include "integrations/onnxruntime/reading.hpp"

#include <algorithm>

#include "graph/onnx/early_forms.hpp"
#include "graph/onnx/element_types.hpp"

namespace zerostride::integration {
namespace {

template <class T, class Owner>
std::vector<const T*> list_of(const ort::api& host, const Owner* owner,
                              ort::entry<ort::status*(const Owner*, std::size_t*)> count,
                              ort::entry<ort::status*(const Owner*, const T**, std::size_t)> fill) {
    std::vector<const T*> found(host.get<std::size_t>(count, owner));
    if (!found.empty()) host.call(fill, owner, found.data(), found.size());
    return found;
}

/// The elements of an attribute; of a text its characters.
template <class T>
std::vector<T> elements_of(const ort::api& host, const ort::attribute* from, int kind) {
    std::size_t bytes = 0;
    // Refused for want of room, unless it is empty, and says how much there should be.
    if (ort::status* const refused = host.ask(ort::read_attribute, from, kind, nullptr, std::size_t{0}, &bytes)) {
        host.ask(ort::release_status, refused);
    }
    std::vector<T> found((bytes + sizeof(T) - 1) / sizeof(T));
    if (!found.empty()) host.call(ort::read_attribute, from, kind, found.data(), bytes, &bytes);
    return found;
}

graph_attribute read_attribute(const ort::api& host, const std::string& name, const ort::attribute* from) {
    const int kind = host.get<int>(ort::kind_of_attribute, from);
    switch (kind) {
        case ort::integer: return elements_of<std::int64_t>(host, from, kind).at(0);
        case ort::number: return static_cast<double>(elements_of<float>(host, from, kind).at(0));
        case ort::text: {
            const std::vector<char> found = elements_of<char>(host, from, kind);
            return std::string(found.begin(), std::find(found.begin(), found.end(), '\0'));
        }
        default: throw error(status::unsupported, "attribute " + name + " is of a kind that no operator has");
    }
}

/// Null for what is no tensor.
const ort::tensor_info* tensor_info_of(const ort::api& host, const ort::value_info* value) {
    const auto* const type = host.get<const ort::type_info*>(ort::type_of_value, value);
    return type == nullptr ? nullptr : host.get<const ort::tensor_info*>(ort::tensor_of_type, type);
}

}  // namespace

std::vector<const ort::node*> nodes_of(const ort::api& host, const ort::graph* g) {
    return list_of(host, g, ort::node_count, ort::nodes_of);
}
std::vector<const ort::value_info*> inputs_of(const ort::api& host, const ort::node* n) {
    return list_of(host, n, ort::input_count, ort::inputs_of);
}
std::vector<const ort::value_info*> outputs_of(const ort::api& host, const ort::node* n) {
    return list_of(host, n, ort::output_count, ort::outputs_of);
}
std::vector<const ort::value_info*> implicit_inputs_of(const ort::api& host, const ort::node* n) {
    return list_of(host, n, ort::implicit_input_count, ort::implicit_inputs_of);
}

std::string name_of(const ort::api& host, const ort::value_info* value) {
    return value == nullptr ? "" : host.get<const char*>(ort::name_of_value, value);
}

dtype type_of(const ort::api& host, const ort::value_info* value) {
    const ort::tensor_info* const tensor = tensor_info_of(host, value);
    return tensor == nullptr ? dtype{} : dtype_of_onnx(host.get<int>(ort::element_type_of, tensor));
}

std::vector<std::int64_t> shape_of(const ort::api& host, const ort::value_info* value) {
    const ort::tensor_info* const tensor = tensor_info_of(host, value);
    std::vector<std::int64_t> extents(tensor == nullptr ? 0 : host.get<std::size_t>(ort::rank_of, tensor));
    if (!extents.empty()) host.call(ort::shape_of, tensor, extents.data(), extents.size());
    return extents;
}

std::vector<graph_node> read_node(const ort::api& host, const ort::node* n) {
    graph_node made;
    made.name = host.get<const char*>(ort::name_of_node, n);
    made.op_type = host.get<const char*>(ort::operator_of, n);
    made.domain = host.get<const char*>(ort::domain_of, n);
    for (const ort::value_info* const input : inputs_of(host, n)) made.inputs.push_back(name_of(host, input));
    for (const ort::value_info* const output : outputs_of(host, n)) made.outputs.push_back(name_of(host, output));
    for (const ort::attribute* const each : list_of(host, n, ort::attribute_count, ort::attributes_of)) {
        const std::string name = host.get<const char*>(ort::name_of_attribute, each);
        made.attributes[name] = read_attribute(host, name, each);
    }
    std::vector<graph_node> all = operands_of_attributes(made, host.get<int>(ort::since_version_of, n));
    all.push_back(std::move(made));
    return all;
}

}  // namespace zerostride::integration
