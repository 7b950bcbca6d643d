#include "arguments.hpp"

#include <algorithm>
#include <charconv>

namespace zerostride::cli {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Reads "2,3,4" to the end of the text; false when it is something else.
bool read_integers(std::string_view text, std::vector<std::int64_t>& numbers) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t value;
        const std::from_chars_result read = std::from_chars(at, end, value);
        if (read.ec != std::errc()) return false;
        numbers.push_back(value);
        at = read.ptr;
        if (at == end) return true;
        if (*at++ != ',' || at == end) return false;
    }
    return true;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string guarded(const std::string& word) { return ' ' + word; }
std::string bare(const std::string& word) { return word.compare(0, 2, " [") == 0 ? word.substr(1) : word; }

std::string type_names() {
    std::string names;
    for (const dtype_info& row : dtypes) names += std::string(names.empty() ? "" : ", ") + name_of(row.type);
    return names;
}

op parse_op(const std::string& name) {
    std::string known;
    for (const op_info& row : ops) {
        if (same_word(name, row.onnx_name) || same_word(name, row.name)) return row.id;
        known += std::string(known.empty() ? "" : ", ") + row.onnx_name;
    }
    throw usage_error("there is no operator '" + name + "'; there are " + known);
}

std::string operand_count(op which) {
    const op_info& row = info(which);
    const std::string least = std::to_string(row.least_operands);
    if (row.most_operands == most_operands) return least + " or more";
    return row.most_operands == row.least_operands ? least : least + " to " + std::to_string(row.most_operands);
}

void require_operands(op which, const std::vector<std::string>& words) {
    const op_info& row = info(which);
    if (words.size() < static_cast<std::size_t>(row.least_operands) ||
        words.size() > static_cast<std::size_t>(row.most_operands)) {
        const std::string count = operand_count(which);
        throw usage_error(std::string(row.onnx_name) + " takes " + count +
                          (count == "1" ? " operand, " : " operands, ") + std::to_string(words.size()) +
                          (words.size() == 1 ? " is given" : " are given"));
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] != absent_word || may_be_absent(which, i)) continue;
        throw usage_error(std::string(row.onnx_name) + ": operand " + std::to_string(i) + " cannot be absent ('" +
                          absent_word + "')");
    }
}

std::vector<std::int64_t> parse_integers(const std::string& option, const std::string& text) {
    std::vector<std::int64_t> numbers;
    if (!read_integers(text, numbers)) {
        throw usage_error(option + ": '" + bare(text) + "' is no list of integers of 64 bits such as 2,3,4");
    }
    return numbers;
}

operand_word parse_operand(const std::string& word) {
    operand_word made;
    if (word == absent_word) {
        made.is_absent = true;
        return made;
    }
    std::string_view form = word;
    const std::size_t equals = word.find('=');
    form = form.substr(0, equals);
    const std::size_t at = form.find('@');
    const std::string_view strides = at == form.npos ? std::string_view() : form.substr(at + 1);
    form = form.substr(0, at);
    const std::size_t bracket = std::min(form.find('['), form.size());
    const std::string_view name = form.substr(0, bracket);
    const std::string_view extents = form.substr(bracket);
    if (!find_dtype(name, made.type)) {
        throw usage_error("operand '" + word + "': there is no element type '" + std::string(name) + "'; there are " +
                          type_names());
    }
    bool good = true;
    if (!extents.empty()) {
        good = extents.size() >= 2 && extents.back() == ']';
        if (good) good = read_integers(extents.substr(1, extents.size() - 2), made.shape);
    }
    if (!good) throw usage_error("operand '" + word + "' is no type and shape such as f32[2,3]");
    if (at != word.npos) {
        if (equals != word.npos) throw usage_error("operand '" + word + "' has both strides and elements");
        if (!read_integers(strides, made.strides) || made.strides.size() != made.shape.size()) {
            throw usage_error("operand '" + word + "' has no stride for each axis, as f32[2,3]@1,2 has");
        }
        for (std::int64_t& stride : made.strides) {
            if (!__builtin_mul_overflow(stride, static_cast<std::int64_t>(size_of(made.type)), &stride)) continue;
            throw usage_error("operand '" + word + "' has a stride that does not fit in 63 bits");
        }
    }
    if (equals == word.npos) return made;
    if (made.type != dtype::i64 || made.shape.size() != 1) {
        throw usage_error("operand '" + word + "': only a list of i64 has elements here, as in i64[3]=2,3,4");
    }
    if (!read_integers(std::string_view(word).substr(equals + 1), made.elements)) {
        throw usage_error("operand '" + word + "': its elements are no integers of 64 bits such as 2,3,4");
    }
    if (made.shape[0] != static_cast<std::int64_t>(made.elements.size())) {
        throw usage_error("operand '" + word + "': axis 0 has extent " + std::to_string(made.shape[0]) + ", and " +
                          std::to_string(made.elements.size()) +
                          (made.elements.size() == 1 ? " element is given" : " elements are given"));
    }
    return made;
}

const_tensor_view operand_word::view() const noexcept {
    if (is_absent) return absent();
    return {elements.empty() ? nullptr : elements.data(), type, shape, strides.empty() ? nullptr : strides.data()};
}

std::string to_word(dtype type, extents_ref shape) {
    std::string word = std::string(name_of(type)) + "[";
    for (std::size_t i = 0; i < shape.size(); ++i) word += (i == 0 ? "" : ",") + std::to_string(shape[i]);
    return word + "]";
}

CLI::Option* take_one_each_time(CLI::Option* option) {
    return option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
}

CLI::Option* take_whole_number(CLI::Option* option, std::uint64_t least, std::uint64_t most) {
    // As decimal digits: CLI11 itself would take 010 for 8.
    const auto normalise = [least, most](std::string& word) -> std::string {
        std::uint64_t number = 0;
        const std::from_chars_result read = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool is_number = read.ec == std::errc() && read.ptr == word.data() + word.size();
        if (!is_number || number < least || number > most) {
            return "'" + word + "' is no whole number from " + std::to_string(least) + " to " + std::to_string(most);
        }
        word = std::to_string(number);
        return {};
    };
    return option->transform(CLI::Validator(normalise, ""))->type_name("N");
}

void run_options::add_to(CLI::App& command) {
    command.add_option("--isa", isa_name, "Instruction set to use instead of the strongest that this machine runs")
        ->type_name("NAME");
    take_whole_number(command.add_option("--threads", threads, "At most this many threads"), 1, 1024);
}

void run_options::add_accuracy_to(CLI::App& command) {
    command
        .add_option("--accuracy", accuracy_name, "exact, or fast: functions of f32 within 2 units in the last place")
        ->type_name("NAME");
}

options run_options::parse() const {
    options made;
    made.max_threads = threads;
    if (!find_isa(isa_name, made.with)) {
        std::string known;
        for (const isa which : built_isas()) known += std::string(known.empty() ? "" : ", ") + name_of(which);
        throw usage_error("--isa: there is no instruction set '" + isa_name + "'; this build has " + known);
    }
    if (!is_available(made.with)) {
        std::string known;
        for (const isa which : available_isas()) known += std::string(known.empty() ? "" : ", ") + name_of(which);
        throw usage_error("--isa: " + isa_name + " is not available here; this machine can run " + known);
    }
    if (!find_accuracy(accuracy_name, made.accuracy)) {
        throw usage_error("--accuracy: there is no '" + accuracy_name + "'; there are exact and fast");
    }
    return made;
}

}  // namespace zerostride::cli
