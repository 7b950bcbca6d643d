#include "dispatch/validation/validate.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "dispatch/broadcast/shape.hpp"
#include "dispatch/validation/rules.hpp"

namespace zerostride::detail {
namespace {

/// What validate_operands answers, and the result's type where that is ok.
status find_result_type(dtype& made, const operation& what, array_ref<const_tensor_view> inputs,
                        attribute_values& values) noexcept {
    const op which = what.which;
    if (!is_valid(which) || !is_operand_count(which, inputs.size()) || inputs.data() == nullptr) {
        return status::invalid_argument;
    }
    if (read_attributes(what, values) != status::ok) return status::invalid_argument;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!has_form(inputs[i]) && !(may_be_absent(which, i) && is_absent(inputs[i]))) return status::invalid_argument;
    }
    const dtype type = value_type(which, inputs.data());
    made = result_type(which, values, inputs);
    if (!has_kernel(which, type, made) || !has_precision(which, values, inputs)) return status::unsupported;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (may_be_absent(which, i) && is_absent(inputs[i])) continue;
        if (!accepts(which, i, type, made, inputs[i].type)) return status::unsupported;
    }
    return status::ok;
}

}  // namespace

status validate_operands(const operation& what, array_ref<const_tensor_view> inputs,
                         attribute_values& values) noexcept {
    dtype made;
    return find_result_type(made, what, inputs, values);
}

status validate_kinds(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                      attribute_values& values) noexcept {
    dtype made;
    if (const status answer = find_result_type(made, what, inputs, values); answer != status::ok) return answer;
    if (!has_form(output)) return status::invalid_argument;
    return output.type == made ? status::ok : status::unsupported;
}

status validate(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                attribute_values& values) noexcept {
    if (const status answer = validate_kinds(what, inputs, output, values); answer != status::ok) return answer;
    if (has_negative_extent(output)) return status::invalid_argument;
    const std::size_t stretched = shaped(what.which, inputs).size();
    for (std::size_t i = stretched; i < inputs.size(); ++i) {
        if (has_negative_extent(inputs[i])) return status::invalid_argument;
    }
    bool good = is_result_shape(what.which, values, inputs, output);
    for (std::size_t i = 1; i < inputs.size() && good; ++i) good = has_right_rank(what.which, i, inputs[i]);
    if (good) return status::ok;
    // A stretched operand with a negative extent is found here: one that stretches to the output has its extents or 1.
    for (const const_tensor_view& x : array_ref(inputs.data(), stretched)) {
        if (has_negative_extent(x)) return status::invalid_argument;
    }
    return status::shape_mismatch;
}

namespace {

/// Element `i` of a shape that is an operand.
std::int64_t extent_at(const const_tensor_view& shape, std::size_t i) noexcept {
    const std::int64_t stride = shape.strides == nullptr ? 8 : shape.strides[0];
    std::int64_t extent;
    std::memcpy(&extent, static_cast<const std::byte*>(shape.data) + static_cast<std::int64_t>(i) * stride, 8);
    return extent;
}

}  // namespace

bool is_as_asked(array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept {
    const const_tensor_view &x = inputs[0], &asked = inputs[1];
    const auto count = static_cast<std::size_t>(asked.shape[0]);
    if ((count > 0 && asked.data == nullptr) || output.rank != std::max(x.rank, count)) return false;
    for (std::size_t i = 1; i <= output.rank; ++i) {
        const std::int64_t own = i <= x.rank ? x.shape[x.rank - i] : 1;
        const std::int64_t wanted = i <= count ? extent_at(asked, count - i) : 1;
        const std::int64_t made = own == 1 ? wanted : own;
        if ((wanted != 1 && wanted != made) || output.shape[output.rank - i] != made) return false;
    }
    return true;
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
        std::vector<std::int64_t> wanted(static_cast<std::size_t>(given.shape[0]));
        for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = extent_at(given, i);
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

}  // namespace zerostride::detail
