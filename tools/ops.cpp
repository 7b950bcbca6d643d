// zerostride ops: the operators, with what they take.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "attributes.hpp"
#include "commands.hpp"
#include "operator_table.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

struct ops_arguments {
    std::string name;
    bool markdown = false;
};

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

std::vector<std::string> head() {
    std::vector<std::string> cells = {"operator", "operands"};
    for (const dtype_info& type : dtypes) cells.emplace_back(name_of(type.type));
    cells.insert(cells.end(), {"cells", "ONNX", "attributes", "result", "meaning"});
    return cells;
}

std::vector<std::string> line(const op_info& row) {
    std::vector<std::string> cells = {row.onnx_name, operand_count(row.id)};
    for (const dtype_info& type : dtypes) cells.emplace_back(type_mark(row, type.type));
    const cell_count count = count_cells(row.id);
    cells.insert(cells.end(), {std::to_string(count.types), std::to_string(count.onnx_types),
                               or_dash(describe_attributes(row.id)), result_word(row.result), row.summary});
    return cells;
}

void print_operators(bool markdown) {
    std::vector<std::vector<std::string>> rows = {head()};
    cell_count all;
    for (const op_info& row : ops) {
        rows.push_back(line(row));
        const cell_count count = count_cells(row.id);
        all.types += count.types;
        all.onnx_types += count.onnx_types;
        all.pairs += count.pairs;
    }
    std::cout << format_table(rows, markdown) << '\n'
              << op_count << " operators, " << all.types << " cells (operator, type); ONNX lists " << all.onnx_types
              << " for them. " << all.pairs << " where the second type that some operators take is counted too.\n"
              << "x: a type of ONNX's list; +: one beyond it; ': one element at a time, on every instruction set.\n";
}

std::string types_of(op which, bool onnx) {
    std::string text;
    for (const dtype_info& type : dtypes) {
        const bool has = onnx ? contains(info(which).onnx_types, type.type) : supports(which, type.type);
        if (has) text += std::string(text.empty() ? "" : " ") + name_of(type.type);
    }
    return or_dash(text);
}

void print_operator(op which) {
    const op_info& row = info(which);
    const cell_count count = count_cells(which);
    std::cout << row.onnx_name << ": " << row.summary << '\n'
              << "operands      " << operand_count(which) << '\n'
              << "types         " << types_of(which, false) << '\n'
              << "ONNX's types  " << types_of(which, true) << '\n'
              << "cells         " << count.types << ", ONNX " << count.onnx_types;
    if (count.pairs != count.types) std::cout << "; " << count.pairs << " with the second type";
    std::cout << '\n'
              << "attributes    " << or_dash(describe_attributes(which)) << '\n'
              << "result        " << result_word(row.result) << '\n';
}

void list(const ops_arguments& asked) {
    if (asked.name.empty()) {
        print_operators(asked.markdown);
        return;
    }
    const op which = parse_op(asked.name);
    if (asked.markdown) {
        std::cout << format_table({head(), line(info(which))}, true);
    } else {
        print_operator(which);
    }
}

}  // namespace

void add_ops(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("ops", "List the operators with operands, types and attributes");
    const auto asked = std::make_shared<ops_arguments>();
    command->add_option("operator", asked->name, "Only this one, by its ONNX or C++ name");
    command->add_flag("--markdown", asked->markdown, "The table as Markdown");
    command->callback([asked] { list(*asked); });
}

}  // namespace zerostride::cli
