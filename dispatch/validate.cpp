#include "dispatch/validate.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "dispatch/attributes.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/scales.hpp"
#include "dispatch/shape.hpp"
#include "dispatch/text.hpp"

namespace zerostride::detail {
namespace {

bool has_form(const const_tensor_view& x) noexcept { return is_valid(x.type) && (x.rank == 0 || x.shape != nullptr); }
bool has_negative_extent(const const_tensor_view& x) noexcept {
    for (std::size_t i = 0; i < x.rank; ++i) {
        if (x.shape[i] < 0) return true;
    }
    return false;
}

/// The operands whose shapes count. Of some only the type or the elements do.
array_ref<const_tensor_view> shaped(op which, array_ref<const_tensor_view> inputs) noexcept {
    const operand_rule rule = info(which).operands;
    const bool first_only = rule == operand_rule::like || rule == operand_rule::extents ||
                            rule == operand_rule::bounds || info(which).shapes == shape_rule::per_axis;
    return {inputs.data(), first_only ? 1 : inputs.size()};
}

bool may_be_absent(op which, std::size_t i) noexcept {
    switch (info(which).operands) {
        case operand_rule::bounds: return i > 0;
        case operand_rule::quantizing:
        case operand_rule::dequantizing: return i == 2;
        default: return false;
    }
}

/// Whether input `i` may be of the type it has when the values are of `type` and the result is of `made`.
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
std::string accepted_types(op which, std::size_t i, dtype type, dtype made) {
    switch (info(which).operands) {
        case operand_rule::condition_first:
            if (i == 0) return name_of(dtype::boolean);
            break;
        case operand_rule::any_exponent:
            if (i == 1) return "a number";
            break;
        case operand_rule::extents:
            if (i == 1) return name_of(dtype::i64);
            break;
        case operand_rule::quantizing:
            if (i == 1) return "f16, f32, f64 or i32";
            if (i == 2) return std::string(name_of(made)) + ", as the result is";
            break;
        case operand_rule::dequantizing:
            if (i == 1) return made == dtype::f64 ? "f16, f32 or f64" : "f16 or f32, or the result f64";
            break;
        case operand_rule::same:
        case operand_rule::bounds:
        case operand_rule::like: break;
    }
    return name_of(type);
}

/// What an operand must be besides its type, when its shape does not count.
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
bool has_shape_of(const const_tensor_view& x, const const_tensor_view& output) noexcept {
    return x.rank == output.rank && std::equal(x.shape, x.shape + x.rank, output.shape);
}
bool is_result_shape(const operation& what, array_ref<const_tensor_view> inputs,
                     const const_tensor_view& output) noexcept {
    const op which = what.which;
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
            return has_shape_of(operands[0], output) && read_scale_layout(layout, what, inputs);
        }
    }
    return false;
}

/// Whether there is a kernel for values of `type` and a result of `made`.
bool has_kernel(op which, dtype type, dtype made) noexcept {
    if (!supports(which, type)) return false;
    const shape_rule shapes = info(which).shapes;
    if (shapes == shape_rule::per_axis) return supports(which, type, made);
    return which != op::bit_cast || size_of(type) == size_of(made);
}

/// The attribute `precision` of the operators that have it, or what it stands for; not valid() where there is no such
/// division.
bool has_precision(const operation& what, array_ref<const_tensor_view> inputs) noexcept {
    if (info(what.which).operands != operand_rule::quantizing) return true;
    return contains(type_set::floats, division_type(what, inputs[1].type));
}

/// "operand 1", "the output".
std::string operand_name(std::size_t i, std::size_t inputs) {
    return i == inputs ? "the output" : "operand " + std::to_string(i);
}

outcome explain_form(const std::string& who, op which, array_ref<const_tensor_view> inputs,
                     const const_tensor_view& output) {
    for (std::size_t i = 0; i <= inputs.size(); ++i) {
        const const_tensor_view& x = i == inputs.size() ? output : inputs[i];
        const std::string operand = operand_name(i, inputs.size());
        if (i < inputs.size() && may_be_absent(which, i) && is_absent(x)) continue;
        if (!is_valid(x.type)) {
            return {status::invalid_argument,
                    who + operand + " has no valid element type (" + std::to_string(static_cast<int>(x.type)) + ")"};
        }
        if (x.rank > 0 && x.shape == nullptr) {
            return {status::invalid_argument,
                    who + operand + " has rank " + std::to_string(x.rank) + " and a null shape"};
        }
        for (std::size_t a = 0; a < x.rank; ++a) {
            if (x.shape[a] >= 0) continue;
            return {status::invalid_argument, who + operand + ": axis " + std::to_string(a) +
                                                  " has the negative extent " + std::to_string(x.shape[a])};
        }
    }
    return {status::invalid_argument, who + to_string(status::invalid_argument)};
}

outcome explain_count(const std::string& who, op which, std::size_t given) {
    const op_info& row = info(which);
    std::string wanted = std::to_string(row.least_operands);
    if (row.most_operands == most_operands) wanted += " or more";
    else if (row.most_operands > row.least_operands) wanted += " to " + std::to_string(row.most_operands);
    return {status::invalid_argument, who + "takes " + wanted + (wanted == "1" ? " operand, " : " operands, ") +
                                          std::to_string(given) + " given"};
}

outcome explain_types(const std::string& who, const operation& what, array_ref<const_tensor_view> inputs,
                      const const_tensor_view& output) {
    const op which = what.which;
    const dtype type = value_type(which, inputs.data());
    if (!supports(which, type)) {
        return {status::unsupported, who + "no kernel for " + name_of(type)};
    }
    const dtype made = result_type(what, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (may_be_absent(which, i) && is_absent(inputs[i])) continue;
        if (accepts(which, i, type, made, inputs[i].type)) continue;
        return {status::unsupported, who + operand_name(i, inputs.size()) + " is " + name_of(inputs[i].type) +
                                         " and must be " + accepted_types(which, i, type, made)};
    }
    if (!has_precision(what, inputs)) {
        return {status::unsupported,
                who + "precision is " + name_of(division_type(what, inputs[1].type)) + " and must be f16, f32 or f64"};
    }
    if (!has_kernel(which, type, made)) {
        return {status::unsupported, who + "no kernel from " + name_of(type) + " to " + name_of(made)};
    }
    if (const text_work work = text_work_of(what, inputs); output.type == made && work != text_work::none) {
        return {status::unsupported, who + refusal_of(work)};
    }
    return {status::unsupported, who + "the output is " + name_of(output.type) + " and must be " + name_of(made)};
}

outcome explain_shapes(const char* name, const operation& what, array_ref<const_tensor_view> inputs,
                       const const_tensor_view& output) {
    const op which = what.which;
    const std::string who = std::string(name) + ": ";
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        if (has_right_rank(which, i, inputs[i])) continue;
        return {status::shape_mismatch, who + operand_name(i, inputs.size()) + " is " +
                                            to_text({inputs[i].shape, inputs[i].rank}) +
                                            (info(which).operands == operand_rule::bounds ? " and must have one element"
                                                                                          : " and must have rank 1")};
    }
    std::vector<extents_ref> shapes;
    for (const const_tensor_view& x : shaped(which, inputs)) shapes.emplace_back(x.shape, x.rank);
    const extents_ref out(output.shape, output.rank);
    const shape_rule rule = info(which).shapes;
    if (rule == shape_rule::stretch) {
        return {status::shape_mismatch, who + "operand 0 of shape " + to_text(shapes[0]) +
                                            " does not stretch to the output's shape " + to_text(out)};
    }
    if (scale_layout layout; rule == shape_rule::per_axis && !read_scale_layout(layout, what, inputs)) {
        return explain_scale_layout(what, inputs);
    }
    if (rule == shape_rule::first || rule == shape_rule::equal || rule == shape_rule::per_axis) {
        for (std::size_t i = 1; i < shapes.size(); ++i) {
            const const_tensor_view& x = inputs[i];
            const bool good = rule == shape_rule::first ? stretches_to({&x, 1}, inputs[0]) : has_shape_of(x, inputs[0]);
            if (good) continue;
            return {status::shape_mismatch, who + operand_name(i, inputs.size()) + " of shape " + to_text(shapes[i]) +
                                                (rule == shape_rule::first ? " does not stretch to operand 0's shape "
                                                                           : " must have operand 0's shape ") +
                                                to_text(shapes[0])};
        }
        return {status::shape_mismatch,
                who + "the output's shape is " + to_text(out) + " and must be operand 0's shape " + to_text(shapes[0])};
    }
    std::vector<std::int64_t> common(broadcast_rank(shapes));
    if (broadcast_extents(shapes, common.data()) != status::ok) return explain_broadcast_refusal(name, shapes);
    return {status::shape_mismatch,
            who + "the output's shape is " + to_text(out) + " and must be the broadcast shape " + to_text(common)};
}

bool is_operand_count(op which, std::size_t given) noexcept {
    const op_info& row = info(which);
    return given >= static_cast<std::size_t>(row.least_operands) &&
           given <= static_cast<std::size_t>(row.most_operands);
}

}  // namespace

dtype division_type(const operation& what, dtype scale) noexcept {
    double values[max_attributes];
    if (read_attributes(what, values) != status::ok) return dtype{};
    const double asked = attribute_of(what.which, attribute_id::precision, values);
    if (asked != 0) return static_cast<dtype>(static_cast<int>(asked));
    // A quotient of two i32 in double is on the same side of every tie as the exact one.
    return scale == dtype::i32 ? dtype::f64 : scale;
}

dtype result_type(const operation& what, array_ref<const_tensor_view> inputs) noexcept {
    switch (info(what.which).result) {
        case result_rule::same: break;
        case result_rule::boolean: return dtype::boolean;
        case result_rule::to: {
            double values[max_attributes];
            if (read_attributes(what, values) != status::ok) return dtype{};
            return static_cast<dtype>(static_cast<int>(attribute_of(what.which, attribute_id::to, values)));
        }
        case result_rule::second: return inputs[1].type;
        case result_rule::quantized:
        case result_rule::dequantized: {
            double values[max_attributes];
            if (read_attributes(what, values) != status::ok) return dtype{};
            const double asked = attribute_of(what.which, attribute_id::output_dtype, values);
            if (asked != 0) return static_cast<dtype>(static_cast<int>(asked));
            if (info(what.which).result == result_rule::dequantized) return inputs[1].type;
            return inputs.size() > 2 && !is_absent(inputs[2]) ? inputs[2].type : dtype::u8;
        }
    }
    return value_type(what.which, inputs.data());
}

namespace {

/// Number, attributes, forms and types of the operands; the shapes are not compared.
status validate_operands(const operation& what, array_ref<const_tensor_view> inputs) noexcept {
    const op which = what.which;
    if (!is_valid(which) || !is_operand_count(which, inputs.size()) || inputs.data() == nullptr) {
        return status::invalid_argument;
    }
    double values[max_attributes];
    if (read_attributes(what, values) != status::ok) return status::invalid_argument;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!has_form(inputs[i]) && !(may_be_absent(which, i) && is_absent(inputs[i]))) return status::invalid_argument;
    }
    const dtype type = value_type(which, inputs.data());
    const dtype made = result_type(what, inputs);
    if (!has_kernel(which, type, made) || !has_precision(what, inputs)) return status::unsupported;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (may_be_absent(which, i) && is_absent(inputs[i])) continue;
        if (!accepts(which, i, type, made, inputs[i].type)) return status::unsupported;
    }
    return status::ok;
}

}  // namespace

status validate_kinds(const operation& what, array_ref<const_tensor_view> inputs,
                      const const_tensor_view& output) noexcept {
    if (const status answer = validate_operands(what, inputs); answer != status::ok) return answer;
    if (!has_form(output)) return status::invalid_argument;
    return output.type == result_type(what, inputs) ? status::ok : status::unsupported;
}

status validate(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept {
    if (const status answer = validate_kinds(what, inputs, output); answer != status::ok) return answer;
    if (has_negative_extent(output)) return status::invalid_argument;
    bool good = is_result_shape(what, inputs, output);
    for (std::size_t i = 1; i < inputs.size() && good; ++i) good = has_right_rank(what.which, i, inputs[i]);
    if (good) return status::ok;
    // Only here can an input have one: what stretches to the output has its extents or 1.
    for (const const_tensor_view& x : inputs) {
        if (has_negative_extent(x)) return status::invalid_argument;
    }
    return status::shape_mismatch;
}

outcome explain_operands(const operation& what, array_ref<const_tensor_view> inputs) {
    status answer = validate_operands(what, inputs);
    if (answer == status::ok) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (has_negative_extent(inputs[i])) answer = status::invalid_argument;
            else if (!has_right_rank(what.which, i, inputs[i])) answer = status::shape_mismatch;
            else continue;
            break;
        }
        if (answer == status::ok && info(what.which).operands == operand_rule::extents && inputs[1].data == nullptr &&
            inputs[1].shape[0] > 0) {
            return {status::invalid_argument,
                    std::string(info(what.which).name) + ": operand 1 has elements and a null data pointer"};
        }
        if (answer == status::ok) return {};
    }
    // The words need an output; a right one is not what they will be about.
    const_tensor_view output(nullptr, dtype::f32, {});
    if (answer == status::unsupported) output.type = result_type(what, inputs);
    return explain_refusal(answer, what, inputs, output, isa::automatic);
}

status result_extents(op which, array_ref<const_tensor_view> inputs, std::vector<std::int64_t>& shape,
                      std::vector<extents_ref>& operands) {
    operands.clear();
    const shape_rule rule = info(which).shapes;
    const array_ref<const_tensor_view> counted = shaped(which, inputs);
    const bool only_first = rule == shape_rule::first || rule == shape_rule::equal || rule == shape_rule::per_axis;
    for (std::size_t i = 0; i < (only_first ? 1 : counted.size()); ++i) {
        operands.emplace_back(counted[i].shape, counted[i].rank);
    }
    if (info(which).operands == operand_rule::extents) {
        const const_tensor_view& given = inputs[1];
        const std::int64_t stride = given.strides == nullptr ? 8 : given.strides[0];
        std::vector<std::int64_t> wanted(static_cast<std::size_t>(given.shape[0]));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            std::memcpy(&wanted[i], static_cast<const std::byte*>(given.data) + static_cast<std::int64_t>(i) * stride,
                        8);
        }
        shape = std::move(wanted);
        const extents_ref both[] = {operands[0], shape};
        std::vector<std::int64_t> common(broadcast_rank(both));
        const status answer = broadcast_extents(both, common.data());
        if (answer == status::ok) shape = std::move(common);
        else operands.emplace_back(shape);
        return answer;
    }
    shape.resize(broadcast_rank(operands));
    return broadcast_extents(operands, shape.data());
}

outcome explain_refusal(status refused, const operation& what, array_ref<const_tensor_view> inputs,
                        const const_tensor_view& output, isa with) {
    const op which = what.which;
    if (!is_valid(which)) {
        return {refused, "operator " + std::to_string(static_cast<int>(which)) + " does not exist"};
    }
    const char* const name = info(which).name;
    const std::string who = std::string(name) + ": ";
    switch (refused) {
        case status::invalid_argument:
            if (!is_operand_count(which, inputs.size())) return explain_count(who, which, inputs.size());
            if (const outcome refusal = explain_attributes(what); !refusal) return refusal;
            return explain_form(who, which, inputs, output);
        case status::unsupported: return explain_types(who, what, inputs, output);
        case status::shape_mismatch: return explain_shapes(name, what, inputs, output);
        case status::too_large:
            return {refused, who + "the output's shape " + to_text({output.shape, output.rank}) +
                                 " or its strides span more than 63 bits"};
        case status::overlap:
            return {refused, who + "elements of the output share bytes (shape " + to_text({output.shape, output.rank}) +
                                 ", byte strides " + to_text({output.strides, output.rank}) + ")"};
        case status::isa_unavailable: return isa_refusal(with);
        default: return {refused, who + to_string(refused)};
    }
}

}  // namespace zerostride::detail
