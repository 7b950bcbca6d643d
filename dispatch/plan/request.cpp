#include "dispatch/plan/request.hpp"

#include <array>
#include <cstring>
#include <limits>

#include "dispatch/validation/rules.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::detail {
namespace {

/// Operators whose operands a kernel takes as they are, if they are as many as usual.
constexpr auto is_plain = [] {
    std::array<bool, op_count> made{};
    for (std::size_t i = 0; i < op_count; ++i) {
        const op_info& row = ops[i];
        made[i] = row.family != op_family::composed && row.id != op::cast &&
                  (row.operands == operand_rule::same || row.operands == operand_rule::condition_first);
    }
    return made;
}();

/// Input `k` is operand `source`, of a request whose inputs are its own.
void take(request& made, std::size_t k, array_ref<const_tensor_view> inputs, std::size_t source) noexcept {
    made.is_direct = false;
    made.kept[k] = inputs[source];
    made.source[k] = static_cast<std::int8_t>(source);
    made.inputs = {made.kept, k + 1};
}

template <class T>
void put(std::byte* at, T value) noexcept {
    std::memcpy(at, &value, sizeof value);
}
/// The bound that clips nothing: NaN, or the type's own limit.
template <class T>
void put_limit(std::byte* at, bool is_low) noexcept {
    put(at, is_low ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max());
}
void put_no_bound(std::byte* at, dtype type, bool is_low) noexcept {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    switch (type) {
        case dtype::real: put(at, real{nan, 0.0}); break;
        case dtype::f16: put(at, std::uint16_t{0x7e00}); break;
        case dtype::f32: put(at, std::numeric_limits<float>::quiet_NaN()); break;
        case dtype::f64: put(at, nan); break;
        case dtype::i8: put_limit<std::int8_t>(at, is_low); break;
        case dtype::i16: put_limit<std::int16_t>(at, is_low); break;
        case dtype::i32: put_limit<std::int32_t>(at, is_low); break;
        case dtype::i64: put_limit<std::int64_t>(at, is_low); break;
        case dtype::u8: put_limit<std::uint8_t>(at, is_low); break;
        case dtype::u16: put_limit<std::uint16_t>(at, is_low); break;
        case dtype::u32: put_limit<std::uint32_t>(at, is_low); break;
        case dtype::u64: put_limit<std::uint64_t>(at, is_low); break;
        case dtype::str:
        case dtype::boolean: break;  // no operator with bounds takes them
    }
}

/// Input `k` is operand k as a scalar, or where it is absent the bound that clips nothing.
void take_bound(request& made, std::size_t k, array_ref<const_tensor_view> inputs) noexcept {
    const bool is_given = k < inputs.size() && !is_absent(inputs[k]);
    if (!is_given) put_no_bound(made.constant[k], made.type, k == 1);
    made.kept[k] = const_tensor_view(is_given ? inputs[k].data : made.constant[k], made.type, {});
    made.source[k] = is_given ? static_cast<std::int8_t>(k) : from_constant;
    made.inputs = {made.kept, k + 1};
}

void copy_of_first(request& made, array_ref<const_tensor_view> inputs, dtype type) noexcept {
    made.which = op::identity;
    made.type = made.second = type;
    take(made, 0, inputs, 0);
    made.kept[0].type = type;
}

/// A cast of the first operand. False when it makes text or reads it.
bool cast_of_first(request& made, array_ref<const_tensor_view> inputs, dtype to) noexcept {
    const dtype from = inputs[0].type;
    if (!supports(op::cast, from, to)) return false;
    const bool same_bits = from == to ? to != dtype::boolean  // of which any byte is true, and only 1 is a result
                                      : contains(type_set::integers, from) && contains(type_set::integers, to) &&
                                            size_of(from) == size_of(to);
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

/// The values, the scale, and the zero point or the 0 that an absent one is.
void take_scaled(request& made, op which, array_ref<const_tensor_view> inputs,
                 const const_tensor_view& output) noexcept {
    const bool quantizes = which == op::quantize_linear;
    // Before the kernel's parameters take the places of the attributes.
    const dtype division = quantizes ? division_type(made.parameters, inputs[1].type) : dtype{};
    static_cast<void>(read_scale_layout(made.scales, which, made.parameters, inputs));
    made.second = output.type;
    for (std::size_t k = 0; k < 2; ++k) take(made, k, inputs, k);
    if (inputs.size() > 2 && !is_absent(inputs[2])) {
        take(made, 2, inputs, 2);
    } else {
        std::memset(made.constant[2], 0, sizeof made.constant[2]);
        made.kept[2] = const_tensor_view(made.constant[2], quantizes ? output.type : made.type, {});
        made.source[2] = from_constant;
        made.inputs = {made.kept, 3};
    }
    for (std::size_t k = 1; k < 3 && made.scales.form == scale_layout::whole; ++k) made.kept[k].rank = 0;
    made.parameters[kernels::scale_type] = static_cast<double>(inputs[1].type);
    if (quantizes) made.parameters[kernels::division_type] = static_cast<double>(division);
}

}  // namespace

bool resolve(request& made, op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept {
    made.type = made.second = value_type(which, inputs.data());
    made.which = kernels::kernel_op(which, made.type);
    made.inputs = inputs;
    made.is_direct = true;
    made.scales.form = scale_layout::whole;
    const bool is_copy = made.which == op::identity && which != op::identity;
    const op_info& row = info(which);
    if (is_plain[op_row(which)] && !is_copy && inputs.size() == static_cast<std::size_t>(row.arity)) return true;

    if (is_copy) {
        copy_of_first(made, inputs, made.type);
        return true;
    }
    if (row.most_operands == most_operands) {
        // Of one operand a copy, of a boolean one its truth.
        if (inputs.size() == 1) return cast_of_first(made, inputs, made.type);
        if (which == op::sum) made.which = op::add;
        return inputs.size() == 2 && which != op::mean;
    }
    switch (row.operands) {
        case operand_rule::same:
            if (which == op::cast) return cast_of_first(made, inputs, output.type);
            if (which != op::bit_cast) break;
            copy_of_first(made, inputs, output.type);
            return true;
        case operand_rule::condition_first: break;
        case operand_rule::any_exponent: made.second = inputs[1].type; return true;
        case operand_rule::bounds: {
            bool is_bounded = false;
            for (std::size_t k = 1; k < inputs.size(); ++k) is_bounded |= !is_absent(inputs[k]);
            if (!is_bounded) {
                copy_of_first(made, inputs, made.type);
                return true;
            }
            take(made, 0, inputs, 0);
            take_bound(made, 1, inputs);
            take_bound(made, 2, inputs);
            return true;
        }
        case operand_rule::quantizing:
        case operand_rule::dequantizing: take_scaled(made, which, inputs, output); return true;
        case operand_rule::like: return cast_of_first(made, inputs, output.type);
        case operand_rule::extents: copy_of_first(made, inputs, made.type); return true;
    }
    return false;
}

}  // namespace zerostride::detail
