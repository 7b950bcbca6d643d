#include "bench/row_text.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace zerostride::bench {
namespace {

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

}  // namespace

bool count_case_elements(extents_ref extents, std::int64_t& elements) noexcept {
    elements = 1;
    for (const std::int64_t extent : extents) {
        if (__builtin_mul_overflow(elements, extent, &elements) || elements > most_elements) return false;
    }
    return true;
}

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

std::string read_operand(line_reader& line, operand_layout& operand) {
    std::string wrong = read_list(line, "extents", operand.shape);
    if (!wrong.empty()) return wrong;
    for (const std::int64_t extent : operand.shape) {
        if (extent < 1) return "extent " + std::to_string(extent) + " is not positive";
    }
    std::int64_t elements = 1;
    if (!count_case_elements(operand.shape, elements)) {
        return "an operand has more than " + std::to_string(most_elements) + " elements";
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
    line.skip_blanks();
    return check_span(operand);
}

bool is_name(std::string_view word) noexcept {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

bool for_each_row(std::string_view text, std::string_view source,
                  const std::function<std::string(std::string_view row, std::string_view comment)>& read,
                  std::string& message) {
    bool any = false;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, length), comment;
        text.remove_prefix(std::min(length + 1, text.size()));
        const std::size_t hash = line.find('#');
        if (hash != std::string_view::npos) {
            comment = line.substr(hash + 1);
            comment.remove_prefix(std::min(comment.find_first_not_of(" \t\r"), comment.size()));
            line = line.substr(0, hash);
        }
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        any = true;
        const std::string wrong = read(line, comment);
        if (!wrong.empty()) {
            message = std::string(source) + ":" + std::to_string(number) + ": " + wrong;
            return false;
        }
    }
    if (!any) message = std::string(source) + ": no rows";
    return any;
}

bool read_text(const std::string& path, std::string& text, std::string& message) {
    // Reading from a directory, which can be opened, throws.
    std::ifstream file(path, std::ios::binary);
    std::error_code problem;
    if (file && !std::filesystem::is_directory(path, problem)) {
        text.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        if (file) return true;
    }
    message = (path.empty() ? "''" : path) + ": cannot be read";
    return false;
}

}  // namespace zerostride::bench
