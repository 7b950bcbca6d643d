#include "bench/shapes.hpp"

#include <charconv>
#include <fstream>
#include <iterator>
#include <set>

#include "zerostride/broadcast.hpp"

namespace zerostride::bench {
namespace {

/// No benchmark needs more, and everything below it multiplies without overflow.
constexpr std::int64_t most_elements = std::int64_t{1} << 32;

/// One line, read from the left.
class line_reader {
public:
    explicit line_reader(std::string_view line) noexcept : rest_(line) { skip_blanks(); }

    bool at_end() const noexcept { return rest_.empty(); }
    bool take(char wanted) noexcept {
        if (rest_.empty() || rest_.front() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::string_view take_word() noexcept {
        const std::size_t length = std::min(rest_.find_first_of(" \t"), rest_.size());
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        skip_blanks();
        return word;
    }
    bool take_number(std::int64_t& number) noexcept {
        const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (problem != std::errc{}) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }
    void skip_blanks() noexcept { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }
    /// What stands here, for a message.
    std::string here() const {
        if (rest_.empty()) return "the end of the line";
        std::string quoted = "'";
        return quoted.append(rest_.substr(0, 16)).append("'");
    }

private:
    std::string_view rest_;
};

/// "[2,3]", "[]"; empty message when it was read.
std::string read_list(line_reader& line, const char* what, std::vector<std::int64_t>& numbers) {
    if (!line.take('[')) return std::string("expected '[' before the ") + what + ", found " + line.here();
    if (line.take(']')) return {};
    for (;;) {
        std::int64_t number = 0;
        if (!line.take_number(number))
            return std::string("expected a number among the ") + what + ", found " + line.here();
        numbers.push_back(number);
        if (line.take(']')) return {};
        if (!line.take(',')) return std::string("expected ',' or ']' after the ") + what + ", found " + line.here();
    }
}

/// Empty when the operand's elements lie within most_elements of each other.
std::string check_span(const operand_layout& operand) {
    std::int64_t span = 1;
    for (std::size_t axis = 0; axis < operand.shape.size(); ++axis) {
        std::int64_t reach = 0;
        if (operand.shape[axis] < 1) return "extent " + std::to_string(operand.shape[axis]) + " is not positive";
        const std::int64_t stride = operand.strides[axis];
        if (stride == INT64_MIN ||
            __builtin_mul_overflow(operand.shape[axis] - 1, stride < 0 ? -stride : stride, &reach) ||
            __builtin_add_overflow(span, reach, &span) || span > most_elements) {
            return "an operand spans more than " + std::to_string(most_elements) + " elements";
        }
    }
    return {};
}

std::string read_operand(line_reader& line, operand_layout& operand) {
    std::string wrong = read_list(line, "extents", operand.shape);
    if (!wrong.empty()) return wrong;
    std::int64_t elements = 1;
    for (const std::int64_t extent : operand.shape) {
        if (extent < 1) return "extent " + std::to_string(extent) + " is not positive";
        if (__builtin_mul_overflow(elements, extent, &elements) || elements > most_elements) {
            return "an operand has more than " + std::to_string(most_elements) + " elements";
        }
    }
    if (line.take('@')) {
        wrong = read_list(line, "strides", operand.strides);
        if (!wrong.empty()) return wrong;
        if (operand.strides.size() != operand.shape.size()) {
            return std::to_string(operand.shape.size()) + " extents but " + std::to_string(operand.strides.size()) +
                   " strides";
        }
    } else {
        operand = dense(operand.shape);
    }
    return check_span(operand);
}

bool is_name(std::string_view word) noexcept {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

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
        line.skip_blanks();
    }
    if (!line.at_end()) return row.name + ": expected the end of the row, found " + line.here();
    const outcome answer = try_broadcast_shapes(row.output, {row.operands[0].shape, row.operands[1].shape});
    if (!answer) return row.name + ": " + answer.message;
    row.elements = 1;
    for (const std::int64_t extent : row.output) {
        if (__builtin_mul_overflow(row.elements, extent, &row.elements) || row.elements > most_elements) {
            return row.name + ": the result has more than " + std::to_string(most_elements) + " elements";
        }
    }
    return {};
}

}  // namespace

const char* default_shapes_path() noexcept { return ZEROSTRIDE_BENCH_SHAPES; }

bool parse_shapes(std::string_view text, std::string_view source, std::vector<shape_row>& rows, std::string& message) {
    std::vector<shape_row> found;
    std::set<std::string> names;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));

        shape_row row;
        const std::size_t hash = line.find('#');
        if (hash != std::string_view::npos) {
            std::string_view comment = line.substr(hash + 1);
            comment.remove_prefix(std::min(comment.find_first_not_of(" \t\r"), comment.size()));
            row.comment = comment;
            line = line.substr(0, hash);
        }
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        std::string wrong = read_row(line, row);
        if (wrong.empty() && !names.insert(row.name).second) wrong = row.name + ": the name is taken by a row above";
        if (!wrong.empty()) {
            message = std::string(source) + ":" + std::to_string(number) + ": " + wrong;
            return false;
        }
        found.push_back(std::move(row));
    }
    if (found.empty()) {
        message = std::string(source) + ": no rows";
        return false;
    }
    rows = std::move(found);
    return true;
}

bool read_shapes(const std::string& path, std::vector<shape_row>& rows, std::string& message) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        message = path + ": cannot be read";
        return false;
    }
    return parse_shapes(text, path, rows, message);
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
