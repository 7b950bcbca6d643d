#include "graph/onnx/early_forms.hpp"

#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace zerostride {
namespace {

enum class listed : bool { no, yes };

struct early_attribute {
    std::string_view op_type;
    const char* name;
    std::size_t operand;
    std::int64_t until;  ///< the version that has the operand
    listed is_list;
    float unsaid = 0;  ///< its value where it is not given, from version `unsaid_from` on
    std::int64_t unsaid_from = std::numeric_limits<std::int64_t>::max();
};
// Source: ONNX's Changelog.md, which has the text of every version.
constexpr float greatest = std::numeric_limits<float>::max();
constexpr early_attribute early_attributes[] = {
    {"Clip", "min", 1, 11, listed::no, -greatest, 6},
    {"Clip", "max", 2, 11, listed::no, greatest, 6},
    {"Reshape", "shape", 1, 5, listed::yes},
    {"Slice", "axes", 3, 10, listed::yes},  // before the starts are taken, which say how many there are
    {"Slice", "starts", 1, 10, listed::yes},
    {"Slice", "ends", 2, 10, listed::yes},
};

bool is_given(const graph_node& node, std::size_t operand) {
    return node.inputs.size() > operand && !node.inputs[operand].empty();
}

bool is_of_kind(const graph_attribute& value, listed is_list) {
    return std::holds_alternative<attribute_reference>(value) ||
           (is_list == listed::yes ? std::holds_alternative<std::vector<std::int64_t>>(value)
                                   : std::holds_alternative<double>(value));
}

/// What stands for the attribute where the call of a function does not give what it refers to: the operand that is made
/// of it is there all the same. An early Clip has then no bound, and a Slice all axes that it has places of.
void say_otherwise(const early_attribute& row, const graph_node& node, std::int64_t version,
                   attribute_reference& reference) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (row.is_list == listed::no) {
        const double bound = row.unsaid;
        reference.otherwise = version >= row.unsaid_from ? bound : bound < 0 ? -infinity : infinity;
    } else if (std::string_view(row.name) == "axes") {
        const auto starts = node.attributes.find("starts");
        if (starts == node.attributes.end()) return;
        const auto* const places = std::get_if<std::vector<std::int64_t>>(&starts->second);
        if (places == nullptr) return;
        std::vector<std::int64_t> axes(places->size());
        std::iota(axes.begin(), axes.end(), std::int64_t{0});
        reference.otherwise = std::move(axes);
    }
}

/// The attribute's value, which is then the node's no more; nothing where it has none.
std::optional<graph_attribute> take_value(const early_attribute& row, graph_node& node, std::int64_t version) {
    const auto refuse = [&](const char* why) {
        throw error(status::invalid_argument, std::string("attribute ") + row.name + why);
    };
    const auto found = node.attributes.find(row.name);
    if (found == node.attributes.end()) {
        if (version < row.unsaid_from || is_given(node, row.operand)) return {};
        return static_cast<double>(row.unsaid);
    }
    if (is_given(node, row.operand)) refuse(" is an operand, too");
    if (!is_of_kind(found->second, row.is_list)) refuse(" is of the wrong kind");
    graph_attribute value = std::move(found->second);
    node.attributes.erase(found);
    if (auto* const reference = std::get_if<attribute_reference>(&value)) say_otherwise(row, node, version, *reference);
    return value;
}

graph_node node_of(const char* op_type, std::vector<std::string> inputs, std::string output) {
    graph_node made;
    made.op_type = op_type;
    made.inputs = std::move(inputs);
    made.outputs = {std::move(output)};
    return made;
}

}  // namespace

std::vector<graph_node> operands_of_attributes(graph_node& node, std::int64_t version) {
    std::vector<graph_node> made;
    if (node.inputs.empty() || node.outputs.empty()) return made;  // refused by the rules
    for (const early_attribute& row : early_attributes) {
        if (node.op_type != row.op_type || version >= row.until) continue;
        std::optional<graph_attribute> value = take_value(row, node, version);
        if (!value) continue;
        std::string name = node.outputs[0] + " (" + row.name + ")";
        graph_node& constant = made.emplace_back(node_of("Constant", {}, name));
        constant.attributes[row.is_list == listed::yes ? "value_ints" : "value_float"] = *std::move(value);
        if (row.is_list == listed::no) {
            // The attribute is a float, the operand of the type of what is clipped.
            std::string typed = name + " of its type";
            made.push_back(node_of("CastLike", {std::move(name), node.inputs[0]}, typed));
            name = std::move(typed);
        }
        if (node.inputs.size() <= row.operand) node.inputs.resize(row.operand + 1);
        node.inputs[row.operand] = std::move(name);
    }
    return made;
}

}  // namespace zerostride
