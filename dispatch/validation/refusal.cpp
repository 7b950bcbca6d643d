#include "dispatch/validation/refusal.hpp"

#include <cstdio>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "dispatch/accuracy.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/extents.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/text/text.hpp"
#include "dispatch/validation/attributes.hpp"
#include "dispatch/validation/rules.hpp"
#include "dispatch/validation/scales.hpp"
#include "dispatch/validation/validate.hpp"
#include "dispatch/words.hpp"

namespace zerostride::detail {
namespace {

[[gnu::cold]] std::string accepted_types(op which, std::size_t i, dtype type, dtype made) {
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
            if (i == 2) return words({name_of(made), ", as the result is"});
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

/// "operand 1", "the output".
[[gnu::cold]] std::string operand_name(std::size_t i, std::size_t inputs) {
    return i == inputs ? "the output" : words({"operand ", i});
}

[[gnu::cold]] outcome explain_form(const std::string& who, op which, array_ref<const_tensor_view> inputs,
                                   const const_tensor_view& output) {
    for (std::size_t i = 0; i <= inputs.size(); ++i) {
        const const_tensor_view& x = i == inputs.size() ? output : inputs[i];
        const std::string operand = operand_name(i, inputs.size());
        if (i < inputs.size() && may_be_absent(which, i) && is_absent(x)) continue;
        if (!is_valid(x.type)) {
            const bool is_left_out = i < inputs.size() && is_absent(x);
            return {status::invalid_argument,
                    words({who, operand, " has no valid element type (", static_cast<int>(x.type),
                           is_left_out ? "): it is absent, which it must not be" : ")"})};
        }
        if (x.rank > 0 && x.shape == nullptr) {
            return {status::invalid_argument, words({who, operand, " has rank ", x.rank, " and a null shape"})};
        }
        for (std::size_t a = 0; a < x.rank; ++a) {
            if (x.shape[a] >= 0) continue;
            return {status::invalid_argument,
                    words({who, operand, ": axis ", a, " has the negative extent ", x.shape[a]})};
        }
    }
    return {};
}

[[gnu::cold]] outcome explain_count(const std::string& who, op which, std::size_t given) {
    const op_info& row = info(which);
    std::string wanted = std::to_string(row.least_operands);
    if (row.most_operands == most_operands) wanted += " or more";
    else if (row.most_operands > row.least_operands) wanted += words({" to ", row.most_operands});
    return {status::invalid_argument,
            words({who, "takes ", wanted, (wanted == "1" ? " operand, " : " operands, "), given, " given"})};
}

[[gnu::cold]] outcome explain_types(const std::string& who, const operation& what, array_ref<const_tensor_view> inputs,
                                    const const_tensor_view& output) {
    const op which = what.which;
    const dtype type = value_type(which, inputs.data());
    if (!supports(which, type)) {
        return {status::unsupported, words({who, "no kernel for ", name_of(type)})};
    }
    attribute_values values;
    static_cast<void>(read_attributes(what, values));
    const dtype made = result_type(which, values, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (may_be_absent(which, i) && is_absent(inputs[i])) continue;
        if (accepts(which, i, type, made, inputs[i].type)) continue;
        return {status::unsupported, words({who, operand_name(i, inputs.size()), " is ", name_of(inputs[i].type),
                                            " and must be ", accepted_types(which, i, type, made)})};
    }
    if (!has_precision(which, values, inputs)) {
        return {status::unsupported, words({who, "precision is ", name_of(division_type(values, inputs[1].type)),
                                            " and must be f16, f32 or f64"})};
    }
    if (!has_kernel(which, type, made)) {
        return {status::unsupported, words({who, "no kernel from ", name_of(type), " to ", name_of(made)})};
    }
    if (const text_work work = text_work_of(what, inputs); output.type == made && work != text_work::none) {
        return {status::unsupported, who + refusal_of(work)};
    }
    return {status::unsupported, words({who, "the output is ", name_of(output.type), " and must be ", name_of(made)})};
}

/// "who: what of shape [2,3] must be [2,4] (axis 1: extents 3 and 4)": a shape that is not `wanted`, or, when it may
/// stretch, does not stretch to it.
[[gnu::cold]] outcome refuse_shape(std::string words, extents_ref shape, const char* rule, extents_ref wanted,
                                   bool stretches) {
    words.append(to_text(shape)).append(rule).append(to_text(wanted));
    char where[96] = "";
    if (shape.size() > wanted.size() || (!stretches && shape.size() < wanted.size())) {
        std::snprintf(where, sizeof where, " (ranks %zu and %zu)", shape.size(), wanted.size());
    } else {
        const std::size_t added = wanted.size() - shape.size();
        for (std::size_t a = shape.size(); a-- > 0;) {
            if (shape[a] == wanted[added + a] || (stretches && shape[a] == 1)) continue;
            std::snprintf(where, sizeof where, " (axis %zu: extents %lld and %lld)", added + a,
                          static_cast<long long>(shape[a]), static_cast<long long>(wanted[added + a]));
        }
    }
    return {status::shape_mismatch, std::move(words.append(where))};
}

/// Why a shape that is an operand cannot be read; ok when it can.
[[gnu::cold]] outcome explain_asked_shape(const char* name, const const_tensor_view& asked) {
    // Of stride 0 it may ask for any number of axes, without having the memory.
    constexpr std::int64_t most_axes = std::int64_t{1} << 24;
    const std::int64_t axes = asked.shape[0];
    if (axes > most_axes)
        return {status::too_large, words({name, ": operand 1 asks for ", axes, " axes, more than ", most_axes})};
    return asked.data == nullptr && axes > 0 ? refuse_null_data(name, 1) : outcome{};
}

[[gnu::cold]] outcome explain_shapes(const char* name, const operation& what, array_ref<const_tensor_view> inputs,
                                     const const_tensor_view& output) {
    const op which = what.which;
    const std::string who = words({name, ": "});
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        if (has_right_rank(which, i, inputs[i])) continue;
        return {status::shape_mismatch,
                words({who, operand_name(i, inputs.size()), " is ", to_text({inputs[i].shape, inputs[i].rank}),
                       (info(which).operands == operand_rule::bounds ? " and must have one element"
                                                                     : " and must have rank 1")})};
    }
    std::vector<extents_ref> shapes;
    for (const const_tensor_view& x : shaped(which, inputs)) shapes.emplace_back(x.shape, x.rank);
    const extents_ref out(output.shape, output.rank);
    const shape_rule rule = info(which).shapes;
    if (info(which).operands == operand_rule::extents && stretches_to({inputs.data(), 1}, output)) {
        if (const outcome refusal = explain_asked_shape(name, inputs[1]); !refusal) return refusal;
        std::vector<std::int64_t> asked;
        if (result_extents(which, inputs, asked, shapes) != status::ok) return explain_broadcast_refusal(name, shapes);
        return refuse_shape(words({who, "the output's shape is "}), out, " and must be the expanded shape ", asked,
                            false);
    }
    if (rule == shape_rule::stretch) {
        return refuse_shape(words({who, "operand 0 of shape "}), shapes[0], " does not stretch to the output's shape ",
                            out, true);
    }
    if (rule == shape_rule::per_axis) {
        attribute_values values;
        static_cast<void>(read_attributes(what, values));
        scale_layout layout;
        if (!read_scale_layout(layout, which, values, inputs)) return explain_scale_layout(what, inputs);
    }
    if (rule == shape_rule::first || rule == shape_rule::equal || rule == shape_rule::per_axis) {
        const bool stretches = rule == shape_rule::first;
        for (std::size_t i = 1; i < shapes.size(); ++i) {
            const const_tensor_view& x = inputs[i];
            if (stretches ? stretches_to({&x, 1}, inputs[0]) : has_shape_of(x, inputs[0])) continue;
            return refuse_shape(words({who, operand_name(i, inputs.size()), " of shape "}), shapes[i],
                                stretches ? " does not stretch to operand 0's shape " : " must have operand 0's shape ",
                                shapes[0], stretches);
        }
        return refuse_shape(words({who, "the output's shape is "}), out, " and must be operand 0's shape ", shapes[0],
                            false);
    }
    std::vector<std::int64_t> common(broadcast_rank(shapes));
    if (broadcast_extents(shapes, common.data()) != status::ok) return explain_broadcast_refusal(name, shapes);
    return refuse_shape(words({who, "the output's shape is "}), out, " and must be the broadcast shape ", common,
                        false);
}

}  // namespace

outcome explain_operands(const operation& what, array_ref<const_tensor_view> inputs) {
    attribute_values values;
    status answer = validate_operands(what, inputs, values);
    if (answer == status::ok) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (has_negative_extent(inputs[i])) answer = status::invalid_argument;
            else if (!has_right_rank(what.which, i, inputs[i])) answer = status::shape_mismatch;
            else continue;
            break;
        }
        if (answer == status::ok) {
            const op_info& row = info(what.which);
            return row.operands == operand_rule::extents ? explain_asked_shape(row.name, inputs[1]) : outcome{};
        }
    }
    // The words need an output; a right one is not what they will be about.
    const_tensor_view output(nullptr, dtype::f32, {});
    if (answer == status::unsupported) output.type = result_type(what.which, values, inputs);
    return explain_refusal(answer, what, inputs, output, {});
}

outcome explain_refusal(status refused, const operation& what, array_ref<const_tensor_view> inputs,
                        const const_tensor_view& output, const options& how) {
    const op which = what.which;
    if (!is_valid(which)) {
        return {refused, words({"operator ", static_cast<int>(which), " does not exist"})};
    }
    const char* const name = info(which).name;
    const std::string who = words({name, ": "});
    switch (refused) {
        case status::invalid_argument:
            if (!is_operand_count(which, inputs.size())) return explain_count(who, which, inputs.size());
            if (outcome null = check_list(name, "operands", inputs.data(), inputs.size()); !null) return null;
            if (const outcome refusal = explain_attributes(what); !refusal) return refusal;
            if (const outcome refusal = explain_form(who, which, inputs, output); !refusal) return refusal;
            if (const outcome refusal = accuracy_refusal(how.accuracy); !refusal) return refusal;
            return {refused, who + to_string(refused)};
        case status::unsupported: return explain_types(who, what, inputs, output);
        case status::shape_mismatch: return explain_shapes(name, what, inputs, output);
        case status::too_large:
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                if (may_be_absent(which, i) && is_absent(inputs[i])) continue;
                if (outcome too_far = check_operand(name, i, inputs[i]); !too_far) return too_far;
            }
            return {refused, words({who, "the output's shape ", to_text({output.shape, output.rank}),
                                    " has 2^59 elements or more, or its strides span more than 63 bits"})};
        case status::overlap:
            return {refused, words({who, "elements of the output share bytes, or lie too interleaved to tell (shape ",
                                    to_text({output.shape, output.rank}), ", byte strides ",
                                    to_text({output.strides, output.rank}), ")"})};
        case status::isa_unavailable: return isa_refusal(how.with);
        default: return {refused, who + to_string(refused)};
    }
}

outcome options_refusal(const options& how) {
    isa resolved;
    if (tables_of(how.with, resolved) == nullptr) return isa_refusal(how.with);
    return accuracy_refusal(how.accuracy);
}

outcome explain_run(status refused, op which, std::size_t culprit, const void* output) {
    if (refused == status::ok) return {};
    if (completed(refused)) {
        // All elements are written: that there is no memory for words must not make it a failure.
        try {
            return {refused, words({info(which).name, ": ", to_string(refused)})};
        } catch (const std::bad_alloc&) {
            return {refused, {}};
        }
    }
    const std::string who = words({info(which).name, ": "});
    if (refused == status::invalid_argument) {
        if (culprit != no_operand) return refuse_null_data(info(which).name, culprit);
        if (output == nullptr) return {refused, words({who, "the output has elements and a null data pointer"})};
    }
    if (refused == status::overlap) {
        const std::string met = culprit == no_operand ? "an operand" : words({"operand ", culprit});
        return {refused, words({who, "the output shares bytes with ", met,
                                ", or lies among them, and is not exactly that operand (same address, extents, "
                                "strides and element size)"})};
    }
    return {refused, who + to_string(refused)};
}

}  // namespace zerostride::detail
