#include "operator_table.hpp"

#include <algorithm>

#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

/// Whether `which` takes values of `type` with `second` as the type that is free beside it.
bool accepts(op which, dtype type, dtype second) {
    const const_tensor_view x(nullptr, type, {}), other(nullptr, second, {}), scale(nullptr, dtype::f32, {});
    std::vector<attribute> given;
    for (const attribute_id id : {attribute_id::to, attribute_id::output_dtype}) {
        if (find_attribute(which, id) != nullptr) given.emplace_back(id, second);
    }
    std::vector<const_tensor_view> operands(static_cast<std::size_t>(info(which).least_operands), x);
    if (operands.size() > 1) operands[1] = info(which).shapes == shape_rule::per_axis ? scale : other;
    dtype made;
    std::vector<std::int64_t> shape;
    return static_cast<bool>(try_result(made, shape, operation(which, given), operands));
}

}  // namespace

const char* type_mark(const op_info& row, dtype type) {
    if (!supports(row.id, type)) return "";
    if (is_scalar(row.id, type)) return contains(row.onnx_types, type) ? "x'" : "+'";
    return contains(row.onnx_types, type) ? "x" : "+";
}

const char* result_word(result_rule rule) {
    switch (rule) {
        case result_rule::same: break;
        case result_rule::boolean: return "bool";
        case result_rule::to: return "`to`";
        case result_rule::second: return "second";
        case result_rule::quantized: return "third or `output_dtype`";
        case result_rule::dequantized: return "second or `output_dtype`";
    }
    return "same";
}

cell_count count_cells(op which) {
    const op_info& row = info(which);
    const bool second_is_free = row.result == result_rule::to || row.result == result_rule::second ||
                                row.shapes == shape_rule::per_axis || row.operands == operand_rule::any_exponent;
    cell_count count;
    for (const dtype_info& type : dtypes) {
        count.onnx_types += contains(row.onnx_types, type.type);
        if (!supports(which, type.type)) continue;
        ++count.types;
        if (!second_is_free) ++count.pairs;
        for (const dtype_info& second : dtypes) {
            count.pairs += second_is_free && accepts(which, type.type, second.type);
        }
    }
    return count;
}

std::string markdown_cell(const std::string& text) {
    std::string made;
    for (const char c : text) made += c == '|' ? std::string("\\|") : std::string(1, c);
    return made;
}

std::string format_table(const std::vector<std::vector<std::string>>& rows, bool markdown) {
    std::vector<std::size_t> widths(rows[0].size(), 0);
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], (markdown ? markdown_cell(row[i]) : row[i]).size());
        }
    }
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line = markdown ? "|" : "";
        for (std::size_t i = 0; i < widths.size(); ++i) {
            std::string cell = markdown ? markdown_cell(rows[r][i]) : rows[r][i];
            cell.resize(widths[i], ' ');
            line += markdown ? " " + cell + " |" : cell + "  ";
        }
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + "\n";
        if (r != 0 || !markdown) continue;
        text += "|";
        for (const std::size_t width : widths) text += std::string(width + 2, '-') + "|";
        text += "\n";
    }
    return text;
}

}  // namespace zerostride::cli
