#include "dispatch/validate.hpp"

#include <string>
#include <vector>

#include "dispatch/isa.hpp"
#include "dispatch/shape.hpp"

namespace zerostride::detail {
namespace {

bool has_form(const const_tensor_view& x) noexcept { return is_valid(x.type) && (x.rank == 0 || x.shape != nullptr); }
bool has_negative_extent(const const_tensor_view& x) noexcept {
    for (std::size_t i = 0; i < x.rank; ++i) {
        if (x.shape[i] < 0) return true;
    }
    return false;
}

/// The type that input `i` must have when the values are of `type`.
dtype wanted_type(op which, std::size_t i, dtype type) noexcept {
    return which == op::where && i == 0 ? dtype::boolean : type;
}

/// Each output extent is what the inputs broadcast to; identity's may be any that its operand stretches to.
bool is_broadcast_shape(op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept {
    std::size_t rank = 0;
    for (const const_tensor_view& x : inputs) rank = std::max(rank, x.rank);
    if (which == op::identity ? rank > output.rank : rank != output.rank) return false;
    for (std::size_t from_end = 1; from_end <= output.rank; ++from_end) {
        const std::int64_t extent = output.shape[output.rank - from_end];
        bool attained = which == op::identity || extent == 1;
        for (const const_tensor_view& x : inputs) {
            const std::int64_t own = from_end <= x.rank ? x.shape[x.rank - from_end] : 1;
            if (own == extent) attained = true;
            else if (own != 1) return false;
        }
        if (!attained) return false;
    }
    return true;
}

/// "operand 1", "the output".
std::string operand_name(std::size_t i, std::size_t inputs) {
    return i == inputs ? "the output" : "operand " + std::to_string(i);
}

outcome explain_form(const std::string& who, array_ref<const_tensor_view> inputs, const const_tensor_view& output) {
    for (std::size_t i = 0; i <= inputs.size(); ++i) {
        const const_tensor_view& x = i == inputs.size() ? output : inputs[i];
        const std::string operand = operand_name(i, inputs.size());
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

outcome explain_types(const std::string& who, op which, array_ref<const_tensor_view> inputs,
                      const const_tensor_view& output) {
    const dtype type = value_type(which, inputs.data());
    if (!supports(which, type)) {
        return {status::unsupported, who + "no kernel for " + name_of(type)};
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const dtype wanted = wanted_type(which, i, type);
        if (inputs[i].type == wanted) continue;
        return {status::unsupported, who + operand_name(i, inputs.size()) + " is " + name_of(inputs[i].type) +
                                         " and must be " + name_of(wanted)};
    }
    return {status::unsupported,
            who + "the output is " + name_of(output.type) + " and must be " + name_of(result_of(which, type))};
}

outcome explain_shapes(const char* name, op which, array_ref<const_tensor_view> inputs,
                       const const_tensor_view& output) {
    std::vector<extents_ref> shapes;
    for (const const_tensor_view& x : inputs) shapes.emplace_back(x.shape, x.rank);
    std::vector<std::int64_t> common(broadcast_rank(shapes));
    if (broadcast_extents(shapes, common.data()) != status::ok) return explain_broadcast_refusal(name, shapes);
    const extents_ref out(output.shape, output.rank);
    if (which == op::identity) {
        return {status::shape_mismatch, std::string(name) + ": operand 0 of shape " + to_text(shapes[0]) +
                                            " does not stretch to the output's shape " + to_text(out)};
    }
    return {status::shape_mismatch, std::string(name) + ": the output's shape is " + to_text(out) +
                                        " and must be the broadcast shape " + to_text(common)};
}

}  // namespace

status validate(op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output) noexcept {
    if (!is_valid(which) || static_cast<int>(inputs.size()) != info(which).arity || inputs.data() == nullptr) {
        return status::invalid_argument;
    }
    for (const const_tensor_view& x : inputs) {
        if (!has_form(x)) return status::invalid_argument;
    }
    if (!has_form(output)) return status::invalid_argument;

    const dtype type = value_type(which, inputs.data());
    if (!supports(which, type) || output.type != result_of(which, type)) return status::unsupported;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].type != wanted_type(which, i, type)) return status::unsupported;
    }
    if (has_negative_extent(output)) return status::invalid_argument;
    if (is_broadcast_shape(which, inputs, output)) return status::ok;
    // Only here can an input have one: what stretches to the output has its extents or 1.
    for (const const_tensor_view& x : inputs) {
        if (has_negative_extent(x)) return status::invalid_argument;
    }
    return status::shape_mismatch;
}

outcome explain_refusal(status refused, op which, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
                        isa with) {
    if (!is_valid(which)) {
        return {refused, "operator " + std::to_string(static_cast<int>(which)) + " does not exist"};
    }
    const char* const name = info(which).name;
    const std::string who = std::string(name) + ": ";
    switch (refused) {
        case status::invalid_argument:
            if (static_cast<int>(inputs.size()) != info(which).arity) {
                const int arity = info(which).arity;
                return {refused, who + "takes " + std::to_string(arity) + (arity == 1 ? " operand" : " operands") +
                                     ", " + std::to_string(inputs.size()) + " given"};
            }
            return explain_form(who, inputs, output);
        case status::unsupported: return explain_types(who, which, inputs, output);
        case status::shape_mismatch: return explain_shapes(name, which, inputs, output);
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
