#include "bench/shapes.hpp"

#include <set>

#include "bench/row_text.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride::bench {
namespace {

std::string read_row(std::string_view text, shape_row& row) {
    line_reader line(text);
    const std::string_view name = line.take_word();
    if (!is_name(name)) {
        return "a name has small letters, digits and underscores, not '" + std::string(name) + "'";
    }
    row.name = name;
    for (operand_layout& operand : row.operands) {
        if (line.at_end()) return row.name + ": a row has two operands";
        std::string wrong = read_operand(line, operand);
        if (!wrong.empty()) return row.name + ": " + wrong;
    }
    if (!line.at_end()) return row.name + ": expected the end of the row, found " + line.here();
    const outcome answer = try_broadcast_shapes(row.output, {row.operands[0].shape, row.operands[1].shape});
    if (!answer) return row.name + ": " + answer.message;
    if (!count_case_elements(row.output, row.elements)) {
        return row.name + ": the result has more than " + std::to_string(most_elements) + " elements";
    }
    return {};
}

}  // namespace

const char* default_shapes_path() noexcept { return ZEROSTRIDE_BENCH_SHAPES; }

bool parse_shapes(std::string_view text, std::string_view source, std::vector<shape_row>& rows, std::string& message) {
    std::vector<shape_row> found;
    std::set<std::string> names;
    const auto read = [&](std::string_view line, std::string_view comment) -> std::string {
        shape_row row;
        row.comment = comment;
        const std::string wrong = read_row(line, row);
        if (!wrong.empty()) return wrong;
        if (!names.insert(row.name).second) return row.name + ": the name is taken by a row above";
        found.push_back(std::move(row));
        return {};
    };
    if (!for_each_row(text, source, read, message)) return false;
    rows = std::move(found);
    return true;
}

bool read_shapes(const std::string& path, std::vector<shape_row>& rows, std::string& message) {
    std::string text;
    return read_text(path, text, message) && parse_shapes(text, path, rows, message);
}

operand_layout dense(extents_ref shape) {
    operand_layout made;
    made.shape.assign(shape.begin(), shape.end());
    made.strides.resize(shape.size());
    std::int64_t stride = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        made.strides[axis] = stride;
        stride *= shape[axis];
    }
    return made;
}

placement place(const operand_layout& operand, std::size_t element_bytes) {
    const std::int64_t bytes = static_cast<std::int64_t>(element_bytes);
    placement made;
    made.distinct = 1;
    made.bytes = bytes;
    for (std::size_t axis = 0; axis < operand.shape.size(); ++axis) {
        const std::int64_t stride = operand.strides[axis] * bytes;
        const std::int64_t reach = (operand.shape[axis] - 1) * stride;
        made.strides.push_back(stride);
        made.first += reach < 0 ? -reach : 0;
        made.bytes += reach < 0 ? -reach : reach;
        if (stride != 0) made.distinct *= operand.shape[axis];
    }
    return made;
}

operand_layout stretch(const operand_layout& operand, extents_ref output) {
    operand_layout made;
    made.shape.assign(output.begin(), output.end());
    made.strides.assign(output.size(), 0);
    const std::size_t added = output.size() - operand.shape.size();
    for (std::size_t axis = 0; axis < operand.shape.size(); ++axis) {
        if (operand.shape[axis] == output[added + axis]) made.strides[added + axis] = operand.strides[axis];
    }
    return made;
}

}  // namespace zerostride::bench
