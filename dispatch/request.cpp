#include "dispatch/request.hpp"

#include <array>

#include "dispatch/attributes.hpp"
#include "dispatch/validate.hpp"

namespace zerostride::detail {
namespace {

/// Operators whose operands a kernel of the same name takes as they are.
constexpr auto is_plain = [] {
    std::array<bool, op_count> made{};
    for (std::size_t i = 0; i < op_count; ++i) {
        const op_info& row = ops[i];
        made[i] = row.least_operands == row.most_operands && row.family != op_family::composed && row.id != op::cast &&
                  (row.operands == operand_rule::same || row.operands == operand_rule::condition_first);
    }
    return made;
}();

/// Input `k` is operand `source`.
void take(request& made, std::size_t k, array_ref<const_tensor_view> inputs, std::size_t source) noexcept {
    made.kept[k] = inputs[source];
    made.source[k] = static_cast<std::int8_t>(source);
    made.inputs = {made.kept, k + 1};
}

void copy_of_first(request& made, array_ref<const_tensor_view> inputs, dtype type) noexcept {
    made.which = op::identity;
    made.type = made.second = type;
    take(made, 0, inputs, 0);
    made.kept[0].type = type;
}

constexpr bool is_integer(dtype type) noexcept {
    return info(type).kind == type_kind::signed_integer || info(type).kind == type_kind::unsigned_integer;
}

/// A cast of the first operand. False when it makes text or reads it.
bool cast_of_first(request& made, array_ref<const_tensor_view> inputs, dtype to) noexcept {
    const dtype from = inputs[0].type;
    if (!supports(op::cast, from, to)) return false;
    const bool same_bits = from == to ? to != dtype::boolean  // of which any byte is true, and only 1 is a result
                                      : is_integer(from) && is_integer(to) && size_of(from) == size_of(to);
    made.is_direct = false;
    if (same_bits) {
        copy_of_first(made, inputs, from);
        return true;
    }
    made.which = op::cast;
    made.type = from;
    made.second = to;
    take(made, 0, inputs, 0);
    return true;
}

}  // namespace

bool resolve(request& made, const operation& what, array_ref<const_tensor_view> inputs,
             const const_tensor_view& output) noexcept {
    // Validated before: the values are there.
    static_cast<void>(read_attributes(what, made.parameters));
    made.which = what.which;
    made.type = made.second = value_type(what.which, inputs.data());
    made.inputs = inputs;
    made.is_direct = true;
    if (is_plain[op_row(what.which)]) return true;

    const op_info& row = info(what.which);
    if (row.most_operands == most_operands) {
        if (inputs.size() == 1) {
            made.is_direct = false;
            copy_of_first(made, inputs, made.type);
            return true;
        }
        return inputs.size() == 2 && row.family != op_family::composed;
    }
    switch (row.operands) {
        case operand_rule::same:
            if (what.which == op::cast) return cast_of_first(made, inputs, output.type);
            if (what.which != op::bit_cast) break;
            made.is_direct = false;
            copy_of_first(made, inputs, output.type);
            return true;
        case operand_rule::condition_first: break;
        case operand_rule::any_exponent: made.second = inputs[1].type; return true;
        case operand_rule::bounds: break;
        case operand_rule::like: return cast_of_first(made, inputs, output.type);
        case operand_rule::extents:
            made.is_direct = false;
            copy_of_first(made, inputs, made.type);
            return true;
    }
    return false;
}

}  // namespace zerostride::detail
