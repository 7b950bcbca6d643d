#include "bench/cases.hpp"

#include <cmath>
#include <set>
#include <utility>

#include "bench/row_text.hpp"
#include "zerostride/broadcast.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::bench {
namespace {

std::string quoted(std::string_view word) { return std::string("'").append(word).append("'"); }

/// A word of a list, with whether the quick run has it too.
struct chosen {
    std::string_view word;
    bool is_quick;
};

/// "f32,i8": a comma too many leaves an empty word, which stands for nothing.
std::vector<std::string_view> words_of(std::string_view list) {
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t comma = list.find(',');
        words.push_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return words;
        list.remove_prefix(comma + 1);
    }
}

/// "f32,i8|f64": what stands behind the bar is left out of the quick run; before it may be nothing.
std::vector<chosen> split(std::string_view list) {
    std::vector<chosen> words;
    const std::size_t bar = list.find('|');
    if (bar != 0 && !list.empty()) {
        for (const std::string_view word : words_of(list.substr(0, bar))) words.push_back({word, true});
    }
    if (bar != std::string_view::npos) {
        for (const std::string_view word : words_of(list.substr(bar + 1))) words.push_back({word, false});
    }
    return words;
}

bool read_number(std::string_view word, double& number) {
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    return problem == std::errc{} && end == word.data() + word.size() && std::isfinite(number);
}

/// "f32", or with the second type of a cast or a power "f32>i8".
std::string read_types(std::string_view word, const op_info& row, dtype& type, dtype& second) {
    const std::size_t sign = word.find('>');
    if (!find_dtype(word.substr(0, sign), type)) return "no element type " + quoted(word.substr(0, sign));
    const bool has_second = row.result == result_rule::to || row.operands == operand_rule::any_exponent;
    if (!has_second && sign != std::string_view::npos) return std::string(row.onnx_name) + " takes one element type";
    second = type;
    if (sign != std::string_view::npos && !find_dtype(word.substr(sign + 1), second)) {
        return "no element type " + quoted(word.substr(sign + 1));
    }
    if (row.result == result_rule::to && sign == std::string_view::npos) {
        return std::string(row.onnx_name) + " takes element types as in f32>i8";
    }
    if (!supports(row.id, type, second)) return std::string(row.onnx_name) + " has no " + std::string(word);
    return {};
}

std::string read_range(std::string_view text, std::vector<value_range>& values) {
    for (const std::string_view word : words_of(text)) {
        const std::size_t colon = word.find(':');
        value_range range = {};
        if (colon == std::string_view::npos || !read_number(word.substr(0, colon), range.low) ||
            !read_number(word.substr(colon + 1), range.high) || !(range.low <= range.high) || range.is_none()) {
            return "values are LOW:HIGH with LOW <= HIGH and not both 0, not " + quoted(word);
        }
        values.push_back(range);
    }
    return {};
}

/// What a row says before it is multiplied by its operators and types.
struct written_row {
    std::vector<chosen> operators, types;
    std::vector<std::pair<std::string_view, double>> attributes;
    bench_case made;
};

std::string read_setting(std::string_view word, written_row& row) {
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos) return "expected an operand or NAME=VALUE, found " + quoted(word);
    const std::string_view name = word.substr(0, sign), value = word.substr(sign + 1);
    if (name == "values") return read_range(value, row.made.values);
    const attribute_info* const known = find_attribute(name);
    if (known == nullptr) return "no attribute " + quoted(name);
    double number = 0;
    if (!read_number(value, number)) {
        const attribute_word* const word_of_it = find_attribute_word(known->id, value);
        if (word_of_it == nullptr) return std::string(name) + " is a number or one of its words, not " + quoted(value);
        number = word_of_it->value;
    }
    row.attributes.emplace_back(name, number);
    return {};
}

std::string read_parts(line_reader& line, written_row& row) {
    row.operators = split(line.take_word());
    row.types = split(line.take_word());
    if (row.operators.empty() || row.types.empty()) return "a row has a name, operators, element types and operands";
    bool has_output = false;
    while (!line.at_end()) {
        std::string wrong;
        const std::string_view rest = line.rest();
        if (rest.front() == '[' && !has_output) {
            wrong = read_operand(line, row.made.operands.emplace_back());
        } else if (rest.substr(0, 2) == "->" && !has_output) {
            line.take_word();
            operand_layout output;
            wrong = read_operand(line, output);
            if (wrong.empty() && output.strides != dense(output.shape).strides) wrong = "the result is dense";
            row.made.output = output.shape;
            has_output = true;
        } else {
            wrong = read_setting(line.take_word(), row);
        }
        if (!wrong.empty()) return wrong;
    }
    if (row.made.operands.empty()) return "a row has a name, operators, element types and operands";
    if (row.made.values.size() > row.made.operands.size()) {
        return std::to_string(row.made.values.size()) + " ranges of values for " +
               std::to_string(row.made.operands.size()) + " operands";
    }
    std::vector<extents_ref> shapes;
    for (const operand_layout& operand : row.made.operands) shapes.push_back(operand.shape);
    if (has_output) shapes.push_back(row.made.output);
    std::vector<std::int64_t> common;
    const outcome answer = try_broadcast_shapes(common, shapes);
    if (!answer) return answer.message;
    if (has_output && common != row.made.output) return "the operands do not stretch to the result";
    row.made.output = common;
    if (!count_case_elements(row.made.output, row.made.elements)) {
        return "the result has more than " + std::to_string(most_elements) + " elements";
    }
    return {};
}

/// Empty when the operator takes the operands and attributes, and memory holds them: a run of an hour does not end at
/// the row that it cannot measure.
std::string check_case(const bench_case& row) {
    std::int64_t bytes = row.elements * static_cast<std::int64_t>(size_of(row.result()));
    std::vector<placement> placed;
    std::vector<const_tensor_view> inputs;
    placed.reserve(row.operands.size());
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        placed.push_back(place(row.operands[i], size_of(row.input(i))));
        inputs.emplace_back(nullptr, row.input(i), row.operands[i].shape, placed[i].strides.data());
        bytes += placed[i].bytes;
    }
    if (bytes > most_bytes) return "its operands and result have more than " + std::to_string(most_bytes) + " bytes";
    plan made;
    const outcome answer =
        plan::try_make(made, row.what(), inputs, const_tensor_view(nullptr, row.result(), row.output));
    return answer ? std::string() : answer.message;
}

/// The cases of a row: every operator on every element type.
std::string multiply(const written_row& row, std::vector<bench_case>& cases) {
    for (const chosen& each : row.operators) {
        op which;
        if (!find_op(each.word, which)) return "no operator " + quoted(each.word);
        const op_info& known = info(which);
        const bool is_plain = known.operands == operand_rule::same || known.operands == operand_rule::condition_first ||
                              known.operands == operand_rule::any_exponent || known.operands == operand_rule::bounds;
        if (!is_plain) return std::string(known.onnx_name) + " has operands that a row cannot describe";
        const int count = static_cast<int>(row.made.operands.size());
        if (count < known.least_operands || count > known.most_operands || count > most_case_operands) {
            return std::string(known.onnx_name) + " does not take " + std::to_string(count) + " operands";
        }
        for (const chosen& types : row.types) {
            bench_case made = row.made;
            made.which = which;
            made.is_quick = each.is_quick && types.is_quick;
            const std::string wrong = read_types(types.word, known, made.type, made.second);
            if (!wrong.empty()) return wrong;
            if (known.result == result_rule::to) made.attributes.emplace_back(attribute_id::to, made.second);
            for (const auto& [name, value] : row.attributes) {
                made.attributes.emplace_back(find_attribute(name)->id, value);
            }
            const std::string refusal = check_case(made);
            if (!refusal.empty()) return refusal;
            cases.push_back(std::move(made));
        }
    }
    return {};
}

std::string read_row(std::string_view text, std::vector<bench_case>& cases) {
    line_reader line(text);
    written_row row;
    const std::string_view name = line.take_word();
    if (!is_name(name)) return "a name has small letters, digits and underscores, not " + quoted(name);
    row.made.row = name;
    std::string wrong = read_parts(line, row);
    if (wrong.empty()) wrong = multiply(row, cases);
    return wrong.empty() ? wrong : row.made.row + ": " + wrong;
}

/// "[contiguous]" alone on its line.
bool is_heading(std::string_view row, std::string_view& name) {
    line_reader line(row);
    const std::string_view word = line.take_word();
    if (!line.at_end() || word.size() < 3 || word.front() != '[' || word.back() != ']') return false;
    name = word.substr(1, word.size() - 2);
    return is_name(name);
}

}  // namespace

dtype bench_case::input(std::size_t i) const noexcept {
    switch (info(which).operands) {
        case operand_rule::condition_first: return i == 0 ? dtype::boolean : type;
        case operand_rule::any_exponent: return i == 1 ? second : type;
        default: return type;
    }
}

dtype bench_case::result() const noexcept {
    return info(which).result == result_rule::to ? second : result_of(which, type);
}

value_range bench_case::values_of(std::size_t i) const noexcept {
    if (!values.empty()) return values[std::min(i, values.size() - 1)];
    return contains(type_set::integers, input(i)) ? value_range{1, 100} : value_range{1, 2};
}

std::string bench_case::name() const {
    std::string types = name_of(type);
    if (info(which).result == result_rule::to || second != type) types += std::string("_") + name_of(second);
    return std::string(info(which).name) + "/" + types + "/" + row;
}

const char* default_cases_path() noexcept { return ZEROSTRIDE_BENCH_CASES; }

bool parse_cases(std::string_view text, std::string_view source, std::vector<bench_case>& cases, std::string& message) {
    std::vector<bench_case> found;
    std::set<std::string> names;
    std::string group;
    const auto read = [&](std::string_view line, std::string_view) -> std::string {
        std::string_view heading;
        if (is_heading(line, heading)) {
            group = heading;
            return {};
        }
        std::size_t done = found.size();
        const std::string wrong = read_row(line, found);
        if (!wrong.empty()) return wrong;
        if (group.empty()) return found[done].row + ": a row stands under a heading, such as [contiguous]";
        for (; done < found.size(); ++done) {
            found[done].group = group;
            if (!names.insert(found[done].name()).second) return found[done].name() + ": the case is there already";
        }
        return {};
    };
    if (!for_each_row(text, source, read, message)) return false;
    if (found.empty()) {
        message = std::string(source) + ": no rows";
        return false;
    }
    cases = std::move(found);
    return true;
}

bool read_cases(const std::string& path, std::vector<bench_case>& cases, std::string& message) {
    std::string text;
    return read_text(path, text, message) && parse_cases(text, path, cases, message);
}

bool choose_cases(std::vector<bench_case>& cases, const std::vector<std::string>& texts, bool quick,
                  std::string& message) {
    std::vector<bench_case> chosen;
    std::set<std::string> found;
    for (bench_case& row : cases) {
        if (quick && !row.is_quick) continue;
        const std::string name = row.name();
        bool is_chosen = texts.empty();
        for (const std::string& text : texts) {
            if (text.empty() || name.find(text) == std::string::npos) continue;
            found.insert(text);
            is_chosen = true;
        }
        if (is_chosen) chosen.push_back(std::move(row));
    }
    cases = std::move(chosen);
    for (const std::string& text : texts) {
        if (found.count(text) != 0) continue;
        message = std::string(quick ? "no case of the quick run has " : "no case has ") +
                  quoted(std::string_view(text)) + " in its name";
        return false;
    }
    if (cases.empty()) message = "the list has no case for the quick run";
    return !cases.empty();
}

}  // namespace zerostride::bench
