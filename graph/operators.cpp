#include "graph/operators.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "graph/onnx/element_types.hpp"

namespace zerostride {
namespace detail {
namespace {

struct structural_row {
    std::string_view name;
    structural kind;
    int least_inputs, most_inputs;
};
constexpr structural_row structural_rows[] = {
    {"Constant", structural::constant, 0, 0},   {"ConstantOfShape", structural::constant_of_shape, 1, 1},
    {"Flatten", structural::flatten, 1, 1},     {"If", structural::branch, 1, 1},
    {"Reshape", structural::reshape, 2, 2},     {"Shape", structural::shape, 1, 1},
    {"Size", structural::size, 1, 1},           {"Slice", structural::slice, 3, 5},
    {"Squeeze", structural::squeeze, 1, 2},     {"Transpose", structural::transpose, 1, 1},
    {"Unsqueeze", structural::unsqueeze, 1, 2},
};

constexpr std::string_view random_operators[] = {"Bernoulli",        "Multinomial",   "RandomNormal",
                                                 "RandomNormalLike", "RandomUniform", "RandomUniformLike"};

/// Which alternative of graph_attribute an attribute has.
enum class form : std::uint8_t { integer, number, text, integers, numbers, texts, constant, branch };

struct structural_attribute {
    structural kind;
    std::string_view name;
    form has;
};
constexpr structural_attribute structural_attributes[] = {
    {structural::constant, "value", form::constant},       {structural::constant, "value_int", form::integer},
    {structural::constant, "value_ints", form::integers},  {structural::constant, "value_float", form::number},
    {structural::constant, "value_floats", form::numbers}, {structural::constant, "value_string", form::text},
    {structural::constant, "value_strings", form::texts},  {structural::constant_of_shape, "value", form::constant},
    {structural::shape, "start", form::integer},           {structural::shape, "end", form::integer},
    {structural::transpose, "perm", form::integers},       {structural::reshape, "allowzero", form::integer},
    {structural::flatten, "axis", form::integer},          {structural::squeeze, "axes", form::integers},
    {structural::unsqueeze, "axes", form::integers},       {structural::branch, "then_branch", form::branch},
    {structural::branch, "else_branch", form::branch},
};

bool has_form(const graph_attribute& value, form wanted) noexcept {
    switch (wanted) {
        case form::integer: return std::holds_alternative<std::int64_t>(value);
        case form::number: return std::holds_alternative<double>(value);
        case form::text: return std::holds_alternative<std::string>(value);
        case form::integers: return std::holds_alternative<std::vector<std::int64_t>>(value);
        case form::numbers: return std::holds_alternative<std::vector<double>>(value);
        case form::texts: return std::holds_alternative<std::vector<std::string>>(value);
        case form::constant: {
            const auto* const held = std::get_if<std::shared_ptr<const tensor>>(&value);
            return held != nullptr && *held != nullptr;
        }
        case form::branch: {
            const auto* const held = std::get_if<std::shared_ptr<const graph>>(&value);
            return held != nullptr && *held != nullptr;
        }
    }
    return false;
}

[[noreturn]] void refuse_attribute(const graph_node& node, const std::string& name, const std::string& why) {
    throw error(status::invalid_argument, label_of(node) + ": attribute " + name + " " + why);
}

/// The number that stands for the value of an attribute of this kind.
double number_of(const graph_node& node, const attribute_info& row, const graph_attribute& value) {
    switch (row.kind) {
        case attribute_kind::number:
            if (const auto* number = std::get_if<double>(&value)) return *number;
            refuse_attribute(node, row.name, "is no number");
        case attribute_kind::integer:
            if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
            refuse_attribute(node, row.name, "is no integer");
        case attribute_kind::flag:
            if (const auto* flag = std::get_if<std::int64_t>(&value); flag != nullptr && (*flag == 0 || *flag == 1)) {
                return static_cast<double>(*flag);
            }
            refuse_attribute(node, row.name, "is neither 0 nor 1");
        case attribute_kind::element_type:
            if (const auto* type = std::get_if<dtype>(&value)) return static_cast<double>(*type);
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                const dtype type = dtype_of_onnx(*number);
                if (is_valid(type)) return static_cast<double>(type);
                refuse_attribute(node, row.name,
                                 "is the element type " + std::to_string(*number) + ", which is none of ours");
            }
            refuse_attribute(node, row.name, "is no element type");
        case attribute_kind::choice:
            if (const auto* word = std::get_if<std::string>(&value)) {
                if (const attribute_word* const known = find_attribute_word(row.id, *word)) return known->value;
                refuse_attribute(node, row.name, "has no value '" + *word + "'");
            }
            refuse_attribute(node, row.name, "is no word");
    }
    refuse_attribute(node, row.name, "is of no kind");
}

}  // namespace

node_operator find_operator(const std::string& op_type) noexcept {
    for (const structural_row& row : structural_rows) {
        if (op_type == row.name) return {row.kind, {}, row.least_inputs, row.most_inputs, true};
    }
    for (const op_info& row : ops) {
        if (op_type == row.onnx_name) return {structural::none, row.id, row.least_operands, row.most_operands, true};
    }
    return {};
}

bool is_random(const std::string& op_type) noexcept {
    return std::find(std::begin(random_operators), std::end(random_operators), op_type) != std::end(random_operators);
}

std::string label_of(const graph_node& node) {
    // Every node that a plan has keeps its label: calls of a function make many of a name.
    const auto few = [](const std::string& name) {
        constexpr std::size_t most = 200;
        return name.size() <= most ? name : name.substr(0, most) + "...";
    };
    const std::string type = " (" + few(node.op_type) + ")";
    if (!node.name.empty()) return "node '" + few(node.name) + "'" + type;
    for (const std::string& output : node.outputs) {
        if (!output.empty()) return "node of '" + few(output) + "'" + type;
    }
    return "node" + type;
}

operation operation_of(const graph_node& node, op which) {
    std::vector<attribute> given;
    for (const auto& [name, value] : node.attributes) {
        const attribute_info* const row = find_attribute(std::string_view(name));
        const op_attribute* const own = row == nullptr ? nullptr : find_attribute(which, row->id);
        if (own == nullptr) refuse_attribute(node, name, "is none of this operator's");
        if (std::holds_alternative<attribute_reference>(value)) continue;
        // ONNX's number for a type that is not said.
        const auto* const number = std::get_if<std::int64_t>(&value);
        const bool is_unsaid = row->kind == attribute_kind::element_type && number != nullptr && *number == 0;
        if (is_unsaid && !own->is_required()) continue;
        given.emplace_back(row->id, number_of(node, *row, value));
    }
    for (const op_attribute& row : attributes_of(which)) {
        if (!row.is_required()) continue;
        const char* const name = find_attribute(row.id)->name;
        if (node.attributes.count(name) == 0) refuse_attribute(node, name, "is missing");
    }
    return {which, given};
}

void require_attributes(const graph_node& node, structural kind) {
    for (const auto& [name, value] : node.attributes) {
        const structural_attribute* row = nullptr;
        for (const structural_attribute& known : structural_attributes) {
            if (known.kind == kind && known.name == name) row = &known;
        }
        if (row == nullptr) refuse_attribute(node, name, "is none of this operator's");
        if (std::holds_alternative<attribute_reference>(value)) continue;
        if (!has_form(value, row->has)) refuse_attribute(node, name, "is of the wrong kind");
    }
}

}  // namespace detail

bool is_graph_operator(const std::string& op_type) noexcept {
    const detail::node_operator found = detail::find_operator(op_type);
    return found.is_known && found.kind != detail::structural::none;
}

}  // namespace zerostride
