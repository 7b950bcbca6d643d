// Attributes: the numbers that belong to an operator and not to its operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "zerostride/op.hpp"
#include "zerostride/view.hpp"

namespace zerostride {

/// The attributes of attributes.def. The numeric values are stable across versions.
enum class attribute_id : std::uint16_t {
#define ZS_ATTRIBUTE(id, name, kind) name = id,
#include "zerostride/attributes.def"
#undef ZS_ATTRIBUTE
};

enum class attribute_kind : std::uint8_t { number, integer, flag, element_type, choice };

/// One row of attributes.def.
struct attribute_info {
    attribute_id id;
    const char* name;
    attribute_kind kind;
};

inline constexpr attribute_info attribute_rows[] = {
#define ZS_ATTRIBUTE(id, name, kind) {attribute_id::name, #name, attribute_kind::kind},
#include "zerostride/attributes.def"
#undef ZS_ATTRIBUTE
};

/// The value of one attribute. All kinds are numbers: flags 0 or 1, element types the dtype's id, choices their
/// position among the words. A double holds each of them exactly.
struct attribute {
    attribute_id id;
    double value;

    attribute() = default;
    constexpr attribute(attribute_id id_, double value_) noexcept : id(id_), value(value_) {}
    constexpr attribute(attribute_id id_, dtype type) noexcept : id(id_), value(static_cast<double>(type)) {}
};

/// The fallback of an attribute that must be given.
inline constexpr double required = std::numeric_limits<double>::quiet_NaN();

/// One row of the table of operators' attributes.
struct op_attribute {
    op which;
    attribute_id id;
    double fallback;  ///< ONNX's default; NaN: the attribute must be given

    constexpr bool is_required() const noexcept { return fallback != fallback; }
};

/// Sorted by operator; for one operator in the order in which its kernel gets them. The last row is no operator's.
inline constexpr op_attribute op_attributes[] = {
#define ZS_OP_ATTRIBUTE(op_name, attribute_name, fallback) {op::op_name, attribute_id::attribute_name, fallback},
#include "zerostride/attributes.def"
#undef ZS_OP_ATTRIBUTE
    {op{}, attribute_id{}, 0.0},
};

namespace detail {

/// Where an operator's rows are among those of all.
struct op_attribute_rows {
    std::uint8_t first[op_count], count[op_count];
};
constexpr op_attribute_rows make_op_attribute_rows() noexcept {
    op_attribute_rows made{};
    for (std::size_t i = 0; is_valid(op_attributes[i].which); ++i) {
        const std::size_t row = op_row(op_attributes[i].which);
        if (made.count[row]++ == 0) made.first[row] = static_cast<std::uint8_t>(i);
    }
    return made;
}
inline constexpr op_attribute_rows attribute_rows_by_op = make_op_attribute_rows();

}  // namespace detail

/// The attributes that `which` has, in the order of op_attributes; none for what is no operator.
constexpr array_ref<op_attribute> attributes_of(op which) noexcept {
    const std::size_t row = op_row(which);
    if (row == op_count) return {};
    return {op_attributes + detail::attribute_rows_by_op.first[row], detail::attribute_rows_by_op.count[row]};
}

/// The row of the attribute `id` of `which`; null when it has no such attribute.
constexpr const op_attribute* find_attribute(op which, attribute_id id) noexcept {
    for (const op_attribute& row : attributes_of(which)) {
        if (row.id == id) return &row;
    }
    return nullptr;
}

/// A word of a choice, with the number that stands for it.
struct attribute_word {
    attribute_id id;
    int value;
    const char* word;
};
inline constexpr attribute_word attribute_words[] = {
#define ZS_CHOICE(attribute_name, value, word) {attribute_id::attribute_name, value, #word},
#include "zerostride/attributes.def"
#undef ZS_CHOICE
};

/// The row of `id`; null when there is none.
constexpr const attribute_info* find_attribute(attribute_id id) noexcept {
    for (const attribute_info& row : attribute_rows) {
        if (row.id == id) return &row;
    }
    return nullptr;
}
constexpr const attribute_info* find_attribute(std::string_view name) noexcept {
    for (const attribute_info& row : attribute_rows) {
        if (name == row.name) return &row;
    }
    return nullptr;
}

/// The row of a word of `id`'s; null when it has no such word.
constexpr const attribute_word* find_attribute_word(attribute_id id, std::string_view word) noexcept {
    for (const attribute_word& row : attribute_words) {
        if (row.id == id && word == row.word) return &row;
    }
    return nullptr;
}

/// No operator has more attributes.
inline constexpr std::size_t max_attributes = 6;

/// An operator with its attributes: what plan and eval take. An operator alone converts to it and stands for
/// ONNX's defaults:
///     eval({op::leaky_relu, {{attribute_id::alpha, 0.1}}}, {x}, out)
struct operation {
    op which;
    std::size_t count = 0;  ///< more than max_attributes: too many were given, and planning refuses
    attribute with[max_attributes];

    operation(op which_) noexcept : which(which_) {}  // NOLINT: an operator is an operation
    operation(op which_, array_ref<attribute> given) noexcept : which(which_), count(given.size()) {
        for (std::size_t i = 0; i < count && i < max_attributes; ++i) with[i] = given[i];
    }
};

}  // namespace zerostride
