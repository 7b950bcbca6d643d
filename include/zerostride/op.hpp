// Operators as data: identity, names, element types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "zerostride/dtype.hpp"

namespace zerostride {

/// The operators of ops.def. The numeric values are stable across versions.
enum class op : std::uint16_t {
#define ZS_OP(id, name, onnx_name, arity, operands, types, onnx_types, result, shapes, accuracy, family, summary) \
    name = id,
#include "zerostride/ops.def"
#undef ZS_OP
};

/// Sets of element types.
enum class type_set : std::uint8_t {
    none,
    integers,             ///< 8 integers
    unsigned_integers,    ///< 4 of them
    floats,               ///< f16, f32, f64
    fractional,           ///< real, floats
    numbers,              ///< floats, integers
    signed_numbers,       ///< floats, signed integers
    wide_numbers,         ///< floats, integers of 32 and 64 bits
    wide_signed,          ///< floats, signed integers of 32 and 64 bits
    arithmetic,           ///< real, floats, integers
    short_integers,       ///< integers of up to 32 bits
    onnx_short_integers,  ///< those but u32: what ONNX dequantizes
    quantizable,          ///< floats, i32
    onnx_quantizable,     ///< f16, f32, i32
    countable,            ///< integers, boolean
    logical,              ///< boolean
    numbers_and_logical,  ///< floats, integers, boolean
    texts,                ///< str
    all_but_text,         ///< 13
    all_but_real,         ///< 13
    any,                  ///< all 14
};
/// How the element types of the operands hang together.
enum class operand_rule : std::uint8_t {
    same,             ///< all operands of one type
    condition_first,  ///< a boolean, then operands of one type
    any_exponent,     ///< the second of any arithmetic type
    bounds,           ///< the second and third may be absent()
    like,             ///< the second of any type, which is the result's; its elements are not read
    extents,          ///< the second is int64 of rank 1: a shape
    quantizing,       ///< a scale of quantizable type, and a zero point of the result's type, which may be absent()
    dequantizing,     ///< a scale of floats, and a zero point of the first's type, which may be absent()
};
enum class result_rule : std::uint8_t {
    same,         ///< the operands' type (the type of the values)
    boolean,      ///< one byte, 0 or 1
    to,           ///< what the attribute `to` says
    second,       ///< the second operand's type
    quantized,    ///< what `output_dtype` says, else the zero point's type, else u8
    dequantized,  ///< what `output_dtype` says, else the scale's type
};
enum class shape_rule : std::uint8_t {
    broadcast,  ///< all operands stretch to their common shape
    stretch,    ///< the first operand, to any shape that it stretches to
    first,      ///< the others stretch to the first operand's shape, which is the result's
    equal,      ///< all operands have the result's shape
    per_axis,   ///< the first operand's; the others are one element, one for each index of an axis or for each block
};
enum class accuracy_class : std::uint8_t {
    exact,  ///< each operation of its definition correctly rounded (floats), wrapped (integers), bit for bit (copies)
    close,  ///< f16 and f32 correctly rounded or within 0.501 ulp, f64 within 1 ulp, real to 2^-98 (docs/accuracy.md)
};
/// The families of families.def.
enum class op_family : std::uint8_t {
#define ZS_FAMILY(name, types) name,
#include "zerostride/families.def"
#undef ZS_FAMILY
};

/// How many operands; `usual` is what the function with named operands takes.
struct arity_range {
    int least, usual, most;
};
/// Of operators that take any number of operands: SONNX's limit.
inline constexpr int most_operands = 2147483647;

namespace detail {
inline constexpr arity_range arity_1 = {1, 1, 1}, arity_2 = {2, 2, 2}, arity_3 = {3, 3, 3}, arity_1_to_3 = {1, 3, 3},
                             arity_2_to_3 = {2, 3, 3}, arity_any = {1, 2, most_operands};
}  // namespace detail

/// One row of ops.def.
struct op_info {
    op id;
    const char* name;       ///< "add"
    const char* onnx_name;  ///< "Add"
    int arity;              ///< the usual number of operands
    int least_operands, most_operands;
    operand_rule operands;
    type_set types;
    type_set onnx_types;
    result_rule result;
    shape_rule shapes;
    accuracy_class accuracy;
    op_family family;
    const char* summary;
};

namespace detail {
/// A template, of which the library has the one instance: an inline variable would be in every object that reads it.
template <class>
struct op_rows_of {
    static constexpr op_info rows[] = {
#define ZS_OP(id, name, onnx_name, arity, operands, types, onnx_types, result, shapes, accuracy, family, summary) \
    {op::name,                                                                                                    \
     #name,                                                                                                       \
     #onnx_name,                                                                                                  \
     detail::arity_##arity.usual,                                                                                 \
     detail::arity_##arity.least,                                                                                 \
     detail::arity_##arity.most,                                                                                  \
     operand_rule::operands,                                                                                      \
     type_set::types,                                                                                             \
     type_set::onnx_types,                                                                                        \
     result_rule::result,                                                                                         \
     shape_rule::shapes,                                                                                          \
     accuracy_class::accuracy,                                                                                    \
     op_family::family,                                                                                           \
     summary},
#include "zerostride/ops.def"
#undef ZS_OP
    };
};
extern template struct op_rows_of<void>;
}  // namespace detail
inline constexpr const auto& ops = detail::op_rows_of<void>::rows;
inline constexpr std::size_t op_count = sizeof(ops) / sizeof(ops[0]);

namespace detail {

inline constexpr std::size_t op_id_limit = 128;
/// Ids may have gaps: row_of[id] is the position in `ops`, or op_count.
struct op_rows {
    std::uint8_t row_of[op_id_limit];
};
constexpr op_rows make_op_rows() noexcept {
    op_rows made{};
    for (std::uint8_t& row : made.row_of) row = op_count;
    for (std::size_t i = 0; i < op_count; ++i) {
        made.row_of[static_cast<std::size_t>(ops[i].id)] = static_cast<std::uint8_t>(i);
    }
    return made;
}
inline constexpr op_rows rows_by_id = make_op_rows();

}  // namespace detail

/// The position of `which` in `ops`; op_count when there is no such operator.
constexpr std::size_t op_row(op which) noexcept {
    const auto id = static_cast<std::size_t>(which);
    return id < detail::op_id_limit ? detail::rows_by_id.row_of[id] : op_count;
}
/// Whether `which` is one of the operators, not only a number.
constexpr bool is_valid(op which) noexcept { return op_row(which) < op_count; }
/// The row of `which`; `which` must be valid.
constexpr const op_info& info(op which) noexcept { return ops[op_row(which)]; }

/// Whether operand `i`, less than the most, may be absent(): those beyond the least may, but for operators that take
/// any number of operands.
constexpr bool may_be_absent(op which, std::size_t i) noexcept {
    return info(which).most_operands != most_operands && i >= static_cast<std::size_t>(info(which).least_operands);
}
/// The operand whose element type is that of the values: the first, behind where's condition.
constexpr std::size_t value_operand(op which) noexcept { return which == op::where ? 1 : 0; }

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

/// Whether `type` is one of the set; false for what is no element type.
constexpr bool contains(type_set set, dtype type) noexcept {
    if (!is_valid(type)) return false;
    const type_kind kind = info(type).kind;
    const bool is_float = kind == type_kind::floating;
    const bool is_unsigned = kind == type_kind::unsigned_integer;
    const bool is_integer = kind == type_kind::signed_integer || is_unsigned;
    const bool is_wide = info(type).bytes >= 4;
    switch (set) {
        case type_set::none: return false;
        case type_set::integers: return is_integer;
        case type_set::unsigned_integers: return is_unsigned;
        case type_set::floats: return is_float;
        case type_set::fractional: return is_float || kind == type_kind::real;
        case type_set::numbers: return is_float || is_integer;
        case type_set::signed_numbers: return is_float || (is_integer && !is_unsigned);
        case type_set::wide_numbers: return is_float || (is_integer && is_wide);
        case type_set::wide_signed: return is_float || (is_integer && is_wide && !is_unsigned);
        case type_set::arithmetic: return kind != type_kind::text && kind != type_kind::logical;
        case type_set::short_integers: return is_integer && info(type).bytes <= 4;
        case type_set::onnx_short_integers: return is_integer && info(type).bytes <= 4 && type != dtype::u32;
        case type_set::quantizable: return is_float || type == dtype::i32;
        case type_set::onnx_quantizable: return type == dtype::f16 || type == dtype::f32 || type == dtype::i32;
        case type_set::countable: return is_integer || kind == type_kind::logical;
        case type_set::logical: return kind == type_kind::logical;
        case type_set::numbers_and_logical: return is_float || is_integer || kind == type_kind::logical;
        case type_set::texts: return kind == type_kind::text;
        case type_set::all_but_text: return kind != type_kind::text;
        case type_set::all_but_real: return kind != type_kind::real;
        case type_set::any: return true;
    }
    return false;
}

/// True when `which` is computed for operands of `type` (for where: the type of the two values). Of texts that it reads
/// or makes (cast, string_concat) that is by calls and not by plans; a made one goes into a new tensor.
constexpr bool supports(op which, dtype type) noexcept { return is_valid(which) && contains(info(which).types, type); }
/// True when `which` also has a kernel for `second`: for operators whose kernels go by two types the exponent's or
/// the result's, for others `type` again.
constexpr bool supports(op which, dtype type, dtype second) noexcept {
    if (!supports(which, type) || !is_valid(second)) return false;
    if (which == op::cast || which == op::cast_like) {
        // Texts are copied; what is between texts and numbers makes or reads bytes, which no kernel does.
        const bool from_text = info(type).kind == type_kind::text, to_text = info(second).kind == type_kind::text;
        return from_text == to_text;
    }
    if (which == op::quantize_linear) return contains(type_set::short_integers, second);
    if (which == op::dequantize_linear) return contains(type_set::floats, second);
    if (info(which).operands == operand_rule::any_exponent) return contains(type_set::arithmetic, second);
    return true;
}
/// True where every instruction set computes elements one at a time, all or some: a quotient of doubles beyond 2^52 has
/// its remainder from the C library; that of reals is a long division in fixed point; the bytes of texts lie elsewhere.
constexpr bool is_scalar(op which, dtype type) noexcept {
    if (!supports(which, type)) return false;
    const op_info& row = info(which);
    if (info(type).kind == type_kind::text) {
        return row.family != op_family::move && row.shapes != shape_rule::stretch;
    }
    return which == op::mod && (type == dtype::f64 || type == dtype::real);
}
/// The element type of the result when the operands are of `type`, for operators where nothing else decides.
constexpr dtype result_of(op which, dtype type) noexcept {
    return info(which).result == result_rule::boolean ? dtype::boolean : type;
}

}  // namespace zerostride
