#include "dispatch/validation/rules.hpp"

#include <algorithm>

#include "dispatch/isa.hpp"
#include "dispatch/validation/scales.hpp"

namespace zerostride::detail {

bool has_form(const const_tensor_view& x) noexcept { return is_valid(x.type) && (x.rank == 0 || x.shape != nullptr); }
bool has_negative_extent(const const_tensor_view& x) noexcept {
    for (std::size_t i = 0; i < x.rank; ++i) {
        if (x.shape[i] < 0) return true;
    }
    return false;
}

array_ref<const_tensor_view> shaped(op which, array_ref<const_tensor_view> inputs) noexcept {
    const operand_rule rule = info(which).operands;
    const bool first_only = rule == operand_rule::like || rule == operand_rule::extents ||
                            rule == operand_rule::bounds || info(which).shapes == shape_rule::per_axis;
    return {inputs.data(), first_only ? 1 : inputs.size()};
}

namespace {

/// Copies, or computes with bits and whole numbers alone.
bool needs_no_environment(op which, dtype type, dtype second) noexcept {
    const auto is_fraction = [](dtype t) { return contains(type_set::fractional, t); };
    switch (which) {
        case op::identity:
        case op::where: return true;
        case op::abs:
        case op::neg: return type != dtype::real;
        case op::add:
        case op::sub:
        case op::mul:
        case op::min:
        case op::max:
        case op::equal:
        case op::less:
        case op::greater:
        case op::less_or_equal:
        case op::greater_or_equal:
        case op::logical_and:
        case op::logical_or:
        case op::logical_xor:
        case op::logical_not:
        case op::sign:
        case op::relu:
        case op::cast: return !is_fraction(type) && !is_fraction(second);
        default: return info(which).family == op_family::bits;
    }
}

/// The kernel's instructions say themselves how they round, and that they spring no trap: plain_sum and what is beside
/// it in kernels/simd/arithmetic.hpp, extreme_of in kernels/simd/extremes.hpp, to_whole in kernels/simd/round.hpp,
/// compared_as in kernels/ops/compare.hpp, Relu's body in kernels/ops/activation.hpp.
bool rounds_by_itself(op which, dtype type, isa with) noexcept {
    if (!is_avx512(with)) return false;
    if (type != dtype::f32 && type != dtype::f64) return false;
    switch (which) {
        case op::add:
        case op::sub:
        case op::mul:
        case op::min:
        case op::max:
        case op::relu:
        case op::floor:
        case op::ceil:
        case op::round:
        case op::equal:
        case op::less:
        case op::greater:
        case op::less_or_equal:
        case op::greater_or_equal:
        case op::is_nan:
        case op::is_inf: return true;
        default: return false;
    }
}

}  // namespace

fp_need fp_need_of(op which, dtype type, dtype second, isa with) noexcept {
    if (needs_no_environment(which, type, second)) return fp_need::nothing;
    return rounds_by_itself(which, type, with) ? fp_need::subnormals : fp_need::everything;
}

bool accepts(op which, std::size_t i, dtype type, dtype made, dtype given) noexcept {
    switch (info(which).operands) {
        case operand_rule::same: break;
        case operand_rule::condition_first:
            if (i == 0) return given == dtype::boolean;
            break;
        case operand_rule::any_exponent:
            if (i == 1) return contains(type_set::arithmetic, given);
            break;
        case operand_rule::bounds: break;
        case operand_rule::like:
            if (i == 1) return true;
            break;
        case operand_rule::extents:
            if (i == 1) return given == dtype::i64;
            break;
        case operand_rule::quantizing:
            if (i == 1) return contains(type_set::quantizable, given);
            if (i == 2) return given == made;
            break;
        case operand_rule::dequantizing:
            // Products with doubles are rounded to doubles: there is no narrower result that is rounded once.
            if (i == 1) return given == dtype::f16 || given == dtype::f32 || (given == dtype::f64 && made == given);
            break;
    }
    return given == type;
}
bool has_right_rank(op which, std::size_t i, const const_tensor_view& x) noexcept {
    if (i == 0) return true;
    switch (info(which).operands) {
        case operand_rule::extents: return x.rank == 1;
        case operand_rule::bounds:
            for (std::size_t a = 0; a < x.rank; ++a) {
                if (x.shape[a] != 1) return false;
            }
            return true;
        default: return true;
    }
}

bool stretches_to(array_ref<const_tensor_view> operands, const const_tensor_view& output) noexcept {
    for (const const_tensor_view& x : operands) {
        if (x.rank > output.rank) return false;
        for (std::size_t i = 0; i < x.rank; ++i) {
            if (x.shape[i] != 1 && x.shape[i] != output.shape[output.rank - x.rank + i]) return false;
        }
    }
    return true;
}
namespace {

/// Each output extent is what the operands broadcast to.
bool is_broadcast_shape(array_ref<const_tensor_view> operands, const const_tensor_view& output) noexcept {
    std::size_t rank = 0;
    for (const const_tensor_view& x : operands) rank = std::max(rank, x.rank);
    if (rank != output.rank) return false;
    for (std::size_t from_end = 1; from_end <= output.rank; ++from_end) {
        const std::int64_t extent = output.shape[output.rank - from_end];
        bool attained = extent == 1;
        for (const const_tensor_view& x : operands) {
            const std::int64_t own = from_end <= x.rank ? x.shape[x.rank - from_end] : 1;
            if (own == extent) attained = true;
            else if (own != 1) return false;
        }
        if (!attained) return false;
    }
    return true;
}

}  // namespace

bool has_shape_of(const const_tensor_view& x, const const_tensor_view& output) noexcept {
    return x.rank == output.rank && std::equal(x.shape, x.shape + x.rank, output.shape);
}
bool is_result_shape(op which, const attribute_values& values, array_ref<const_tensor_view> inputs,
                     const const_tensor_view& output) noexcept {
    const array_ref<const_tensor_view> operands = shaped(which, inputs);
    switch (info(which).shapes) {
        case shape_rule::broadcast: return is_broadcast_shape(operands, output);
        case shape_rule::stretch: return stretches_to(operands, output);
        case shape_rule::first: return has_shape_of(operands[0], output) && stretches_to(operands, output);
        case shape_rule::equal:
            for (const const_tensor_view& x : operands) {
                if (!has_shape_of(x, output)) return false;
            }
            return true;
        case shape_rule::per_axis: {
            scale_layout layout;
            return has_shape_of(operands[0], output) && read_scale_layout(layout, which, values, inputs);
        }
    }
    return false;
}

bool has_kernel(op which, dtype type, dtype made) noexcept {
    if (!supports(which, type)) return false;
    const shape_rule shapes = info(which).shapes;
    if (shapes == shape_rule::per_axis) return supports(which, type, made);
    return which != op::bit_cast || (supports(which, made) && size_of(type) == size_of(made));
}

bool has_precision(op which, const attribute_values& values, array_ref<const_tensor_view> inputs) noexcept {
    if (info(which).operands != operand_rule::quantizing) return true;
    return contains(type_set::floats, division_type(values, inputs[1].type));
}

bool is_operand_count(op which, std::size_t given) noexcept {
    const op_info& row = info(which);
    return given >= static_cast<std::size_t>(row.least_operands) &&
           given <= static_cast<std::size_t>(row.most_operands);
}

dtype division_type(const attribute_values& values, dtype scale) noexcept {
    const double asked = attribute_of(op::quantize_linear, attribute_id::precision, values);
    if (asked != 0) return static_cast<dtype>(static_cast<int>(asked));
    // A quotient of two i32 in double is on the same side of every tie as the exact one.
    return scale == dtype::i32 ? dtype::f64 : scale;
}

dtype result_type(op which, const attribute_values& values, array_ref<const_tensor_view> inputs) noexcept {
    const auto type_in = [&](attribute_id id) {
        return static_cast<dtype>(static_cast<int>(attribute_of(which, id, values)));
    };
    switch (info(which).result) {
        case result_rule::same: break;
        case result_rule::boolean: return dtype::boolean;
        case result_rule::to: return type_in(attribute_id::to);
        case result_rule::second: return inputs[1].type;
        case result_rule::quantized:
        case result_rule::dequantized: {
            if (const dtype asked = type_in(attribute_id::output_dtype); asked != dtype{}) return asked;
            if (info(which).result == result_rule::dequantized) return inputs[1].type;
            return inputs.size() > 2 && !is_absent(inputs[2]) ? inputs[2].type : dtype::u8;
        }
    }
    return value_type(which, inputs.data());
}
dtype result_type(const operation& what, array_ref<const_tensor_view> inputs) noexcept {
    attribute_values values;
    return read_attributes(what, values) == status::ok ? result_type(what.which, values, inputs) : dtype{};
}

}  // namespace zerostride::detail
