#include "dispatch/validation/attributes.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "dispatch/words.hpp"

namespace zerostride::detail {
namespace {

static_assert(
    [] {
        for (const op_info& row : ops) {
            if (attributes_of(row.id).size() > max_attributes) return false;
            for (const op_attribute& own : attributes_of(row.id)) {
                if (own.which != row.id) return false;
            }
        }
        return true;
    }(),
    "the rows of one operator stand together in attributes.def");

int words_of(attribute_id id) noexcept {
    int count = 0;
    for (const attribute_word& word : attribute_words) count += word.id == id;
    return count;
}

/// Asked of the bits: to compare doubles may spring a trap that the host has set, and to look whether it has takes
/// longer than all else here.
bool is_whole(double value) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
    if (exponent < 0 || exponent > 53) return bits << 1 == 0;
    constexpr std::uint64_t all = (std::uint64_t{1} << 52) - 1;
    const std::uint64_t below_one = exponent > 52 ? all : all >> exponent;
    return (bits & below_one) == 0;
}

bool is_value_of(attribute_id id, double value) noexcept {
    const attribute_info* const row = find_attribute(id);
    if (row->kind == attribute_kind::number) return true;
    if (!is_whole(value)) return false;
    const auto number = static_cast<std::int64_t>(value);
    switch (row->kind) {
        case attribute_kind::number:
        case attribute_kind::integer: return true;
        case attribute_kind::flag: return number == 0 || number == 1;
        case attribute_kind::element_type:
            return number >= 0 && number < 256 && is_valid(static_cast<dtype>(static_cast<int>(number)));
        case attribute_kind::choice: return number >= 0 && number < words_of(id);
    }
    return false;
}

std::size_t position_of(array_ref<op_attribute> rows, attribute_id id) noexcept {
    std::size_t i = 0;
    while (i < rows.size() && rows[i].id != id) ++i;
    return i;
}

/// Calls found(position, value) for each attribute that is given; answers false at the first that is refused.
template <class Found>
bool visit(const operation& what, array_ref<op_attribute> rows, Found found) {
    if (what.count > max_attributes) return false;
    for (std::size_t i = 0; i < what.count; ++i) {
        const attribute& given = what.with[i];
        const std::size_t at = position_of(rows, given.id);
        if (at == rows.size() || !is_value_of(given.id, given.value)) return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (what.with[j].id == given.id) return false;
        }
        found(at, given.value);
    }
    return true;
}

}  // namespace

status read_attributes(const operation& what, attribute_values& values) noexcept {
    const array_ref<op_attribute> rows = attributes_of(what.which);
    for (std::size_t i = 0; i < rows.size(); ++i) values[i] = rows[i].fallback;
    unsigned seen = 0;
    const bool good = visit(what, rows, [&](std::size_t at, double value) {
        values[at] = value;
        seen |= 1u << at;
    });
    if (!good) return status::invalid_argument;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].is_required() && (seen >> i & 1u) == 0) return status::invalid_argument;
    }
    return status::ok;
}

outcome explain_attributes(const operation& what) {
    const std::string who = words({info(what.which).name, ": "});
    const array_ref<op_attribute> rows = attributes_of(what.which);
    if (what.count > max_attributes) {
        return {status::invalid_argument, words({who, what.count, " attributes are given, it has ", rows.size()})};
    }
    for (std::size_t i = 0; i < what.count; ++i) {
        const attribute& given = what.with[i];
        const attribute_info* const row = find_attribute(given.id);
        if (row == nullptr) {
            return {status::invalid_argument,
                    words({who, "attribute ", static_cast<int>(given.id), " does not exist"})};
        }
        const std::string name = row->name;
        if (position_of(rows, given.id) == rows.size()) {
            std::string known;
            for (const op_attribute& own : rows) {
                known += std::string(known.empty() ? "; it has " : ", ") + find_attribute(own.id)->name;
            }
            return {status::invalid_argument, words({who, "has no attribute ", name, (known.empty() ? "" : known)})};
        }
        if (!is_value_of(given.id, given.value)) {
            char value[32];
            const char* const end = std::to_chars(value, std::end(value), given.value).ptr;
            return {status::invalid_argument,
                    words({who, "attribute ", name, " cannot be ", std::string_view(value, end)})};
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (what.with[j].id == given.id)
                return {status::invalid_argument, words({who, "attribute ", name, " is given twice"})};
        }
    }
    for (const op_attribute& own : rows) {
        bool given = false;
        for (std::size_t i = 0; i < what.count; ++i) given |= what.with[i].id == own.id;
        if (own.is_required() && !given) {
            return {status::invalid_argument,
                    words({who, "attribute ", find_attribute(own.id)->name, " must be given"})};
        }
    }
    return {};
}

double attribute_of(op which, attribute_id id, const attribute_values& values) noexcept {
    return values[position_of(attributes_of(which), id)];
}

}  // namespace zerostride::detail
