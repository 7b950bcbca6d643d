// Operators by element types, for the tables that info and ops print.
#pragma once

#include <string>
#include <vector>

#include "zerostride/op.hpp"

namespace zerostride::cli {

/// x: a type that ONNX lists too; +: one beyond ONNX's; empty: none.
const char* type_mark(const op_info& row, dtype type);

/// What the result's type is: "same", "bool", ...
const char* result_word(result_rule rule);

/// How many cells an operator has.
struct cell_count {
    int types = 0;       ///< element types of its values
    int onnx_types = 0;  ///< those that ONNX lists
    int pairs = 0;       ///< element types, where a second operand's or the result's is free, with that one
};
cell_count count_cells(op which);

/// `text` in a table in Markdown, where a bar ends a cell.
std::string markdown_cell(const std::string& text);

/// Rows of equally many cells as lines with aligned columns; as Markdown between bars and with a rule under the first
/// row, which is the head.
std::string format_table(const std::vector<std::vector<std::string>>& rows, bool markdown);

}  // namespace zerostride::cli
