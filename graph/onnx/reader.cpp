#include "graph/onnx/reader.hpp"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include "files/file_error.hpp"
#include "files/input_file.hpp"
#include "graph/onnx/early_forms.hpp"
#include "graph/onnx/element_types.hpp"
#include "graph/onnx/tensor.hpp"

namespace zerostride {
namespace {

constexpr std::int64_t first_with_broadcast = 7, first_with_these_defaults_of_selu = 6, first_without_hints = 6,
                       first_with_numbers_of_types = 6;

/// Operators of two operands that before that version stretched the second one where they were told to, from an axis on
/// or, without one, as they do now.
constexpr std::string_view once_told_to_broadcast[] = {"Add", "And", "Div", "Equal", "Greater", "Less",
                                                       "Mul", "Or",  "Pow", "Sub",   "Xor"};

/// Messages in messages: three for each branch in a branch, of which graphs may have 128, and those of a tensor.
constexpr int most_messages = 3 * 140;

bool is_of_onnx(const std::string& domain) { return domain.empty() || domain == "ai.onnx"; }

class reader {
public:
    explicit reader(std::string who) : who_(std::move(who)) {}

    graph read_model(const onnx::ModelProto& model, std::size_t given) {
        version_ = version_in(model.opset_import(), 1);  // as models had none that named none
        graph made = read_graph(model.graph(), given);
        const std::int64_t version_of_graph = version_;
        for (const onnx::FunctionProto& function : model.functions()) {
            version_ = version_in(function.opset_import(), version_of_graph);
            made.functions.push_back(read_function(function));
        }
        return made;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { throw error(status::invalid_argument, who_ + ": " + why); }

    /// The version of ONNX's operators.
    template <class Imports>
    std::int64_t version_in(const Imports& sets, std::int64_t unsaid) const {
        for (const onnx::OperatorSetIdProto& set : sets) {
            if (!is_of_onnx(set.domain())) continue;
            if (set.version() < 1) refuse("its operators are of version " + std::to_string(set.version()));
            return set.version();
        }
        return unsaid;
    }

    graph read_graph(const onnx::GraphProto& from, std::size_t given = 0) const {
        graph made;
        made.name = from.name();
        if (from.sparse_initializer_size() > 0) refuse("graph '" + from.name() + "' has sparse initializers");
        for (const onnx::TensorProto& tensor : from.initializer()) {
            if (made.constants.count(tensor.name()) != 0) refuse("initializer '" + tensor.name() + "' is given twice");
            made.constants[tensor.name()] = read_tensor("initializer '" + tensor.name() + "'", tensor);
        }
        // An initializer of the same name is what an input is where it is left out.
        const bool all_are_given = given != 0 && given == static_cast<std::size_t>(from.input_size());
        std::set<std::string> names;
        for (const onnx::ValueInfoProto& input : from.input()) {
            if (!names.insert(input.name()).second) refuse("[T02b] input '" + input.name() + "' is given twice");
            const graph_tensor declared = read_info("input", input);
            const auto held = made.constants.find(input.name());
            if (held != made.constants.end()) require_declared(declared, *held->second);
            if (all_are_given) made.constants.erase(input.name());
            if (all_are_given || held == made.constants.end()) made.inputs.push_back(declared);
        }
        for (const onnx::ValueInfoProto& output : from.output()) made.outputs.push_back(read_info("output", output));
        for (const onnx::NodeProto& node : from.node()) read_node(node, made.nodes);
        return made;
    }

    graph_function read_function(const onnx::FunctionProto& from) const {
        graph_function made;
        made.name = name_with_overload<overload_of_function>(from.name(), from);
        made.domain = from.domain();
        made.inputs.assign(from.input().begin(), from.input().end());
        made.outputs.assign(from.output().begin(), from.output().end());
        made.attributes.assign(from.attribute().begin(), from.attribute().end());
        for (const onnx::NodeProto& node : from.node()) read_node(node, made.nodes);
        for (const onnx::AttributeProto& attribute : defaults_of(from)) {
            made.default_attributes[attribute.name()] =
                read_attribute("function '" + from.name() + "': attribute " + attribute.name(), attribute);
        }
        return made;
    }

    /// What a function's attributes are where a call does not say. The field came with IR 9.
    template <class Function>
    std::vector<onnx::AttributeProto> defaults_of(const Function& from) const {
        if constexpr (requires { from.attribute_proto(); }) {
            return {from.attribute_proto().begin(), from.attribute_proto().end()};
        } else {
            constexpr int attribute_proto = 11;
            std::vector<onnx::AttributeProto> found;
            for (const std::string* const bytes : fields_without_name(from, attribute_proto)) {
                if (bytes == nullptr || !found.emplace_back().ParseFromString(*bytes)) {
                    refuse("function '" + from.name() + "' has a default that is no attribute");
                }
            }
            return found;
        }
    }
    /// The name by which a node calls a function: functions of one name are told apart by an overload since IR 10.
    template <int Overload, class Message>
    static std::string name_with_overload(const std::string& name, const Message& from) {
        std::string overload;
        if constexpr (requires { from.overload(); }) {
            overload = from.overload();
        } else {
            for (const std::string* const bytes : fields_without_name(from, Overload)) {
                if (bytes != nullptr) overload = *bytes;
            }
        }
        return overload.empty() ? name : name + ":" + overload;
    }
    static constexpr int overload_of_function = 13, overload_of_node = 8;

    /// Fields that ONNX's headers, where they are older, have no name for, and keep the bytes of; null: not of bytes.
    static std::vector<const std::string*> fields_without_name(const google::protobuf::Message& from, int number) {
        std::vector<const std::string*> found;
        const google::protobuf::UnknownFieldSet& unknown = from.GetReflection()->GetUnknownFields(from);
        for (int i = 0; i < unknown.field_count(); ++i) {
            const google::protobuf::UnknownField& field = unknown.field(i);
            if (field.number() != number) continue;
            const bool has_bytes = field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED;
            found.push_back(has_bytes ? &field.length_delimited() : nullptr);
        }
        return found;
    }

    graph_tensor read_info(const std::string& what, const onnx::ValueInfoProto& from) const {
        graph_tensor made;
        made.name = from.name();
        if (!from.has_type()) return made;
        if (!from.type().has_tensor_type()) refuse(what + " '" + from.name() + "' is no tensor");
        const onnx::TypeProto::Tensor& type = from.type().tensor_type();
        if (type.elem_type() != onnx::TensorProto::UNDEFINED) {
            made.type = require_type(what + " '" + from.name() + "'", type.elem_type());
        }
        if (!type.has_shape()) return made;
        made.shape.emplace();
        for (const onnx::TensorShapeProto::Dimension& extent : type.shape().dim()) {
            made.shape->push_back(extent.has_dim_value() ? extent.dim_value() : -1);
        }
        return made;
    }

    /// Of an input that has a value.
    void require_declared(const graph_tensor& declared, const tensor& held) const {
        const std::string who = "initializer '" + declared.name + "'";
        if (declared.type && *declared.type != held.type()) {
            refuse(who + " is " + name_of(held.type()) + ", and as an input " + name_of(*declared.type));
        }
        const auto fits = [](std::int64_t said, std::int64_t has) { return said < 0 || said == has; };
        if (declared.shape && !std::equal(declared.shape->begin(), declared.shape->end(), held.shape().begin(),
                                          held.shape().end(), fits)) {
            refuse(who + " has another shape as an input");
        }
    }

    dtype require_type(const std::string& what, std::int64_t number) const {
        const dtype type = dtype_of_onnx(number);
        if (!is_valid(type))
            refuse(what + " is of the element type " + std::to_string(number) + ", which is none of ours");
        return type;
    }

    std::shared_ptr<const tensor> read_tensor(const std::string& what, const onnx::TensorProto& from) const {
        return std::make_shared<const tensor>(tensor_of_onnx(who_ + ": " + what, from));
    }

    /// Adds the node to `nodes`, and before it what an early form of it needs.
    void read_node(const onnx::NodeProto& from, std::vector<graph_node>& nodes) const {
        if (is_of_onnx(from.domain())) {
            const auto require_version = [&](std::int64_t first, const char* what) {
                if (version_ >= first) return;
                refuse(label_of(from) + " is of version " + std::to_string(version_) + "; " + what +
                       " known from version " + std::to_string(first) + " on");
            };
            const bool has_axis = std::any_of(from.attribute().begin(), from.attribute().end(),
                                              [](const onnx::AttributeProto& a) { return a.name() == "axis"; });
            if (is_told_to_broadcast(from) && has_axis) require_version(first_with_broadcast, "broadcasting is");
            if (from.op_type() == "PRelu") require_version(first_with_broadcast, "it is");
            if (from.op_type() == "Selu") require_version(first_with_these_defaults_of_selu, "it is");
        }
        graph_node made;
        made.name = from.name();
        made.op_type = name_with_overload<overload_of_node>(from.op_type(), from);
        made.domain = from.domain();
        made.inputs.assign(from.input().begin(), from.input().end());
        made.outputs.assign(from.output().begin(), from.output().end());
        // Optional outputs that are left out.
        while (!made.outputs.empty() && made.outputs.back().empty()) made.outputs.pop_back();
        for (const onnx::AttributeProto& attribute : from.attribute()) {
            const std::string what = label_of(from) + ": attribute " + attribute.name();
            if (is_of_onnx(from.domain()) && says_nothing(from, attribute)) continue;
            graph_attribute value =
                names_its_type(from, attribute) ? type_by_name(what, attribute.s()) : read_attribute(what, attribute);
            if (!made.attributes.emplace(attribute.name(), std::move(value)).second) {
                refuse(what + " is given twice");
            }
        }
        if (is_of_onnx(from.domain())) {
            try {
                for (graph_node& before : operands_of_attributes(made, version_)) nodes.push_back(std::move(before));
            } catch (const error& thrown) {
                refuse(label_of(from) + ": " + thrown.what());
            }
        }
        nodes.push_back(std::move(made));
    }

    bool is_told_to_broadcast(const onnx::NodeProto& node) const {
        return version_ < first_with_broadcast &&
               std::find(std::begin(once_told_to_broadcast), std::end(once_told_to_broadcast), node.op_type()) !=
                   std::end(once_told_to_broadcast);
    }
    /// Attributes of early versions without which a node means the same: those that were hints about memory, and that
    /// operands stretch.
    bool says_nothing(const onnx::NodeProto& node, const onnx::AttributeProto& attribute) const {
        return (version_ < first_without_hints && attribute.name() == "consumed_inputs") ||
               (is_told_to_broadcast(node) && attribute.name() == "broadcast");
    }

    /// As Cast did once.
    bool names_its_type(const onnx::NodeProto& node, const onnx::AttributeProto& attribute) const {
        return version_ < first_with_numbers_of_types && node.op_type() == "Cast" && is_of_onnx(node.domain()) &&
               attribute.name() == "to" && attribute.type() == onnx::AttributeProto::STRING;
    }
    graph_attribute type_by_name(const std::string& what, const std::string& name) const {
        onnx::TensorProto::DataType type;
        if (!onnx::TensorProto::DataType_Parse(name, &type)) refuse(what + ": there is no element type '" + name + "'");
        return static_cast<std::int64_t>(type);
    }

    static std::string label_of(const onnx::NodeProto& node) {
        const std::string type = " (" + node.op_type() + ")";
        if (!node.name().empty()) return "node '" + node.name() + "'" + type;
        for (const std::string& output : node.output()) {
            if (!output.empty()) return "node of '" + output + "'" + type;
        }
        return "node" + type;
    }

    graph_attribute read_attribute(const std::string& what, const onnx::AttributeProto& from) const {
        if (!from.ref_attr_name().empty()) return attribute_reference{from.ref_attr_name()};
        switch (from.type()) {
            case onnx::AttributeProto::FLOAT: return static_cast<double>(from.f());
            case onnx::AttributeProto::INT: return static_cast<std::int64_t>(from.i());
            case onnx::AttributeProto::STRING: return from.s();
            case onnx::AttributeProto::TENSOR: return read_tensor(what, from.t());
            case onnx::AttributeProto::GRAPH: return std::make_shared<const graph>(read_graph(from.g()));
            case onnx::AttributeProto::FLOATS: return std::vector<double>(from.floats().begin(), from.floats().end());
            case onnx::AttributeProto::INTS: return std::vector<std::int64_t>(from.ints().begin(), from.ints().end());
            case onnx::AttributeProto::STRINGS:
                return std::vector<std::string>(from.strings().begin(), from.strings().end());
            default: refuse(what + " is of a kind that is not supported");
        }
    }

    std::string who_;
    std::int64_t version_ = 1;  ///< of ONNX's operators
};

}  // namespace

graph read_onnx(const std::string& path, std::size_t given) {
    const google::protobuf::LogSilencer silent;  // what is wrong is said by an error
    onnx::ModelProto model;
    try {
        const files::input_file file(path);
        google::protobuf::io::FileInputStream bytes(file.descriptor());
        google::protobuf::io::CodedInputStream coded(&bytes);
        coded.SetRecursionLimit(most_messages);
        const bool is_model = model.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage() && model.has_graph();
        if (bytes.GetErrno() != 0) throw files::file_error(path, std::strerror(bytes.GetErrno()));
        if (!is_model)
            throw files::file_error(path, "it is no ONNX model, or has graphs far more than 128 deep in each other");
    } catch (const files::file_error& refused) {
        throw error(status::invalid_argument, refused.what());
    }
    return reader(path).read_model(model, given);
}

}  // namespace zerostride
