#include "attributes.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "arguments.hpp"
#include "graph/onnx/element_types.hpp"

namespace zerostride::cli {
namespace {

template <class Number>
bool read_whole(std::string_view text, Number& value) noexcept {
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

std::string words_of(attribute_id id, const char* separator) {
    std::string words;
    for (const attribute_word& row : attribute_words) {
        if (row.id == id) words += std::string(words.empty() ? "" : separator) + row.word;
    }
    return words;
}

std::string in_words(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

bool read_type(std::string_view text, double& value) {
    constexpr std::string_view before = "tensor(";
    if (text.size() > before.size() && same_word(text.substr(0, before.size()), before) && text.back() == ')') {
        text = text.substr(before.size(), text.size() - before.size() - 1);
    }
    unsigned number;
    if (read_whole(text, number)) {
        value = static_cast<double>(dtype_of_onnx(number));
        return value != 0;
    }
    for (const dtype_info& row : dtypes) {
        if (!same_word(text, name_of(row.type)) && !same_word(text, row.long_name)) continue;
        value = static_cast<double>(row.type);
        return true;
    }
    return false;
}

bool read_word(attribute_id id, std::string_view text, double& value) {
    for (const attribute_word& row : attribute_words) {
        if (row.id != id || !same_word(text, row.word)) continue;
        value = row.value;
        return true;
    }
    return false;
}

bool read_flag(std::string_view text, double& value) {
    const bool on = text == "1" || same_word(text, "true");
    value = on ? 1 : 0;
    return on || text == "0" || same_word(text, "false");
}

bool read_integer(std::string_view text, double& value) {
    constexpr std::int64_t most = std::int64_t{1} << 53;  // what a double tells from its neighbours
    std::int64_t number;
    if (!read_whole(text, number) || number > most || number < -most) return false;
    value = static_cast<double>(number);
    return true;
}

/// One element of a value; false when it is none of the attribute's kind.
bool read_value(const attribute_info& row, std::string_view text, double& value) {
    switch (row.kind) {
        case attribute_kind::number: return read_whole(text.substr(text.size() > 1 && text[0] == '+'), value);
        case attribute_kind::integer: return read_integer(text, value);
        case attribute_kind::flag: return read_flag(text, value);
        case attribute_kind::element_type: return read_type(text, value);
        case attribute_kind::choice: return read_word(row.id, text, value);
    }
    return false;
}

std::string wanted(const attribute_info& row) {
    switch (row.kind) {
        case attribute_kind::number: return "no number that a double can be";
        case attribute_kind::integer: return "no integer from -2^53 to 2^53";
        case attribute_kind::flag: return "neither 0 nor 1";
        case attribute_kind::element_type: return "no element type; there are " + type_names();
        case attribute_kind::choice: return "none of " + words_of(row.id, ", ");
    }
    return "not valid";
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t comma; (comma = text.find(',')) != text.npos; text.remove_prefix(comma + 1)) {
        parts.push_back(text.substr(0, comma));
    }
    parts.push_back(text);
    return parts;
}

attribute parse_attribute(const op_info& who, array_ref<op_attribute> rows, const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == word.npos || equals == 0) throw usage_error("--attr: '" + word + "' is not of the form NAME=VALUE");
    const std::string name = word.substr(0, equals), text = word.substr(equals + 1);
    std::string known;
    for (const op_attribute& row : rows) {
        const attribute_info& own = *find_attribute(row.id);
        known += std::string(known.empty() ? "" : ", ") + own.name;
        if (name != own.name) continue;
        const std::string attribute_name = std::string(who.onnx_name) + ": attribute " + name;
        double value = 0;
        const std::vector<std::string_view> elements = split(text);
        for (const std::string_view element : elements) {
            if (read_value(own, element, value)) continue;
            throw usage_error(attribute_name + ": '" + std::string(element) + "' is " + wanted(own));
        }
        if (elements.size() != 1) throw usage_error(attribute_name + " is one value, '" + text + "' is a list");
        return {row.id, value};
    }
    throw usage_error(std::string(who.onnx_name) + " has no attribute '" + name + "'; it has " +
                      (known.empty() ? "none" : known));
}

}  // namespace

void add_attributes(CLI::App& command, std::vector<std::string>& words) {
    take_one_each_time(
        command.add_option("--attr", words,
                           "An attribute by its ONNX name, for instance alpha=0.1 or to=f16; as often as needed"))
        ->type_name("NAME=VALUE");
}

operation parse_operation(op which, const std::vector<std::string>& words) {
    const op_info& who = info(which);
    const array_ref<op_attribute> rows = attributes_of(which);
    std::vector<attribute> given;
    const auto is_given = [&given](attribute_id id) {
        return std::any_of(given.begin(), given.end(), [id](const attribute& other) { return other.id == id; });
    };
    for (const std::string& word : words) {
        const attribute made = parse_attribute(who, rows, bare(word));
        if (is_given(made.id)) {
            throw usage_error(std::string(who.onnx_name) + ": attribute " + find_attribute(made.id)->name +
                              " is given twice");
        }
        given.push_back(made);
    }
    for (const op_attribute& row : rows) {
        if (!row.is_required() || is_given(row.id)) continue;
        const std::string name = find_attribute(row.id)->name;
        throw usage_error(std::string(who.onnx_name) + ": attribute " + name + " must be given (--attr " + name +
                          "=...)");
    }
    return {which, given};
}

std::string describe_attributes(op which) {
    std::string text;
    for (const op_attribute& row : attributes_of(which)) {
        const attribute_info& own = *find_attribute(row.id);
        text += std::string(text.empty() ? "" : ", ") + own.name;
        if (own.kind == attribute_kind::choice) {
            const std::string words = words_of(row.id, " or ");
            if (row.is_required()) {
                text += "=" + words + " (required)";
                continue;
            }
            for (const attribute_word& word : attribute_words) {
                if (word.id == row.id && word.value == row.fallback) text += std::string("=") + word.word;
            }
            text += " (" + words + ")";
        } else if (row.is_required()) {
            text += " (required)";
        } else if (own.kind == attribute_kind::element_type) {
            const auto type = static_cast<dtype>(static_cast<int>(row.fallback));
            if (is_valid(type)) text += std::string("=") + name_of(type);
        } else {
            text += "=" + in_words(row.fallback);
        }
    }
    return text;
}

}  // namespace zerostride::cli
