// Operators as data: identity, names, element types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "zerostride/dtype.hpp"

namespace zerostride {

/// The operators of ops.def. The numeric values are stable across versions.
enum class op : std::uint16_t {
#define ZS_OP(id, name, onnx_name, arity, types, result, accuracy, family, summary) name = id,
#include "zerostride/ops.def"
#undef ZS_OP
};

/// Which element types an operator accepts.
enum class type_set : std::uint8_t {
    arithmetic,  ///< real, floats, integers
    fractional,  ///< real, floats
    logical,     ///< boolean
    any,         ///< all 14
};
enum class result_type : std::uint8_t { same, boolean };
enum class accuracy_class : std::uint8_t { exact };
enum class op_family : std::uint8_t { arithmetic, compare, logic, move };

/// One row of ops.def.
struct op_info {
    op id;
    const char* name;       ///< "add"
    const char* onnx_name;  ///< "Add"
    int arity;
    type_set types;
    result_type result;
    accuracy_class accuracy;
    op_family family;
    const char* summary;
};

inline constexpr op_info ops[] = {
#define ZS_OP(id, name, onnx_name, arity, types, result, accuracy, family, summary) \
    {op::name, #name, #onnx_name, arity, type_set::types, result_type::result, accuracy_class::accuracy, \
     op_family::family, summary},
#include "zerostride/ops.def"
#undef ZS_OP
};
inline constexpr std::size_t op_count = sizeof(ops) / sizeof(ops[0]);

constexpr bool is_valid(op which) noexcept {
    return static_cast<std::size_t>(which) >= 1 && static_cast<std::size_t>(which) <= op_count;
}
/// The row of `which`; `which` must be valid.
constexpr const op_info& info(op which) noexcept { return ops[static_cast<std::size_t>(which) - 1]; }

/// Finds an operator by its ONNX name or its own ("Add", "add"); false when there is none.
[[nodiscard]] constexpr bool find_op(std::string_view name, op& found) noexcept {
    for (const op_info& row : ops) {
        if (name == row.onnx_name || name == row.name) {
            found = row.id;
            return true;
        }
    }
    return false;
}

constexpr bool contains(type_set set, dtype type) noexcept {
    if (!is_valid(type)) return false;
    const type_kind kind = info(type).kind;
    switch (set) {
        case type_set::arithmetic: return kind != type_kind::text && kind != type_kind::logical;
        case type_set::fractional: return kind == type_kind::real || kind == type_kind::floating;
        case type_set::logical: return kind == type_kind::logical;
        case type_set::any: return true;
    }
    return false;
}

/// True when `which` has a kernel for operands of `type` (for where: the type of the two values).
constexpr bool supports(op which, dtype type) noexcept {
    return is_valid(which) && contains(info(which).types, type);
}
/// The element type of the result when the operands are of `type`.
constexpr dtype result_of(op which, dtype type) noexcept {
    return info(which).result == result_type::boolean ? dtype::boolean : type;
}

}  // namespace zerostride
