// Numbers and names of operators, attributes, element types, instruction sets and statuses, and the version.
#include "capi/boundary.hpp"

using namespace zerostride;

namespace {

/// The name of a value of an enumeration; null when `find` knows none of that name.
template <class Enumeration>
const char* known_name(Enumeration value, bool (*find)(std::string_view, Enumeration&)) noexcept {
    Enumeration found;
    return find(name_of(value), found) ? name_of(value) : nullptr;
}
/// The number of the value with that name; -1 when there is none.
template <class Enumeration>
std::int32_t number_of(const char* name, bool (*find)(std::string_view, Enumeration&)) noexcept {
    Enumeration found;
    return name != nullptr && find(name, found) ? static_cast<std::int32_t>(found) : -1;
}

}  // namespace

const char* zs_version(void) noexcept { return ZEROSTRIDE_VERSION_TEXT; }

int32_t zs_version_number(void) noexcept {
    return 1000000 * ZEROSTRIDE_VERSION_MAJOR + 1000 * ZEROSTRIDE_VERSION_MINOR + ZEROSTRIDE_VERSION_PATCH;
}

const char* zs_status_text(zs_status code) noexcept { return to_string(static_cast<status>(code)); }

size_t zs_op_count(void) noexcept { return op_count; }

zs_op zs_op_at(size_t index) noexcept { return index < op_count ? static_cast<zs_op>(ops[index].id) : 0; }

const char* zs_op_name(zs_op op) noexcept {
    const auto which = capi::to_op(op);
    return is_valid(which) ? info(which).name : nullptr;
}

const char* zs_op_onnx_name(zs_op op) noexcept {
    const auto which = capi::to_op(op);
    return is_valid(which) ? info(which).onnx_name : nullptr;
}

zs_op zs_op_from_name(const char* name) noexcept {
    op found;
    return name != nullptr && find_op(name, found) ? static_cast<zs_op>(found) : 0;
}

zs_status zs_op_operands(zs_op op, size_t* least, size_t* most) noexcept {
    const auto which = capi::to_op(op);
    if (!is_valid(which) || least == nullptr || most == nullptr) return ZS_STATUS_invalid_argument;
    *least = static_cast<size_t>(info(which).least_operands);
    *most = static_cast<size_t>(info(which).most_operands);
    return ZS_STATUS_ok;
}

zs_status zs_op_attribute(zs_op op, size_t index, int32_t* id, double* fallback) noexcept {
    const auto which = capi::to_op(op);
    if (!is_valid(which) || id == nullptr || fallback == nullptr) return ZS_STATUS_invalid_argument;
    const array_ref<op_attribute> rows = attributes_of(which);
    if (index >= rows.size()) return ZS_STATUS_invalid_argument;
    *id = static_cast<int32_t>(rows[index].id);
    *fallback = rows[index].fallback;
    return ZS_STATUS_ok;
}

const char* zs_attribute_name(int32_t id) noexcept {
    const attribute_info* const row = find_attribute(capi::to_attribute_id(id));
    return row == nullptr ? nullptr : row->name;
}

int32_t zs_attribute_from_name(const char* name) noexcept {
    const attribute_info* const row = name == nullptr ? nullptr : find_attribute(name);
    return row == nullptr ? 0 : static_cast<int32_t>(row->id);
}

int32_t zs_attribute_choice(int32_t id, const char* word) noexcept {
    const attribute_word* const row = word == nullptr ? nullptr : find_attribute_word(capi::to_attribute_id(id), word);
    return row == nullptr ? -1 : row->value;
}

size_t zs_dtype_count(void) noexcept { return dtype_count; }

zs_dtype zs_dtype_at(size_t index) noexcept {
    return index < dtype_count ? static_cast<zs_dtype>(dtypes[index].type) : 0;
}

const char* zs_dtype_name(zs_dtype type) noexcept {
    const dtype found = capi::to_dtype(type);
    return is_valid(found) ? name_of(found) : nullptr;
}

const char* zs_dtype_onnx_name(zs_dtype type) noexcept {
    const dtype found = capi::to_dtype(type);
    return is_valid(found) ? info(found).long_name : nullptr;
}

zs_dtype zs_dtype_from_name(const char* name) noexcept {
    dtype found;
    return name != nullptr && find_dtype(name, found) ? static_cast<zs_dtype>(found) : 0;
}

size_t zs_dtype_size(zs_dtype type) noexcept { return size_of(capi::to_dtype(type)); }

const char* zs_isa_name(zs_isa isa) noexcept { return known_name(capi::to_isa(isa), find_isa); }

zs_isa zs_isa_from_name(const char* name) noexcept { return number_of(name, find_isa); }

const char* zs_accuracy_name(zs_accuracy accuracy) noexcept {
    return known_name(capi::to_accuracy(accuracy), find_accuracy);
}

zs_accuracy zs_accuracy_from_name(const char* name) noexcept { return number_of(name, find_accuracy); }

bool zs_has_fast_kernel(zs_op op, zs_dtype type) noexcept {
    return has_fast_kernel(capi::to_op(op), capi::to_dtype(type));
}
