#include "capi/request.hpp"

#include <new>
#include <string>
#include <utility>

namespace zerostride::capi {
namespace {

/// Apart from the calls that go well, which are to be short.
[[gnu::cold, gnu::noinline]] bool refuse(outcome& refusal, outcome&& words) {
    refusal = std::move(words);
    return false;
}

}  // namespace

[[gnu::cold]] outcome request::check_count(op which, std::size_t count) {
    const op_info& row = info(which);
    const auto most = static_cast<std::size_t>(row.most_operands);
    if (count <= near || count <= most) return {};
    return {status::invalid_argument, std::string(row.name) + ": takes at most " + std::to_string(most) +
                                          (most == 1 ? " operand, " : " operands, ") + std::to_string(count) +
                                          " given"};
}

bool request::read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
                   std::size_t input_count, const zs_options* options, outcome& refusal) {
    what_.which = to_op(op);
    if (!is_valid(what_.which)) return refuse(refusal, no_such_operator(op));
    const char* const who = info(what_.which).name;
    if (attribute_count != 0 && !read_attributes(who, attributes, attribute_count, refusal)) return false;
    if (options != nullptr && !read_options(who, *options, how_, refusal)) return false;
    return read_inputs(who, inputs, input_count, refusal);
}

bool request::read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
                   std::size_t input_count, const zs_view* output, const zs_options* options, outcome& refusal) {
    if (!read(op, attributes, attribute_count, inputs, input_count, options, refusal)) return false;
    const char* const who = info(what_.which).name;
    if (output == nullptr) return refuse(refusal, null_pointer(who, "the output"));
    const dtype type = to_dtype(output->dtype);
    if (!is_valid(type)) return refuse(refusal, no_such_type(who, "the output", output->dtype));
    output_ = {output->data, type, extents_ref(output->shape, output->rank), output->strides};
    return true;
}

bool request::read_attributes(const char* who, const zs_attribute* attributes, std::size_t count, outcome& refusal) {
    if (attributes == nullptr) return refuse(refusal, null_pointer(who, "the array of attributes"));
    what_.count = count;  // planning refuses more than there is room for
    for (std::size_t i = 0; i < count && i < max_attributes; ++i) {
        const attribute_id id = to_attribute_id(attributes[i].id);
        if (find_attribute(id) == nullptr) {
            return refuse(refusal,
                          {status::invalid_argument,
                           std::string(who) + ": attribute " + std::to_string(attributes[i].id) + " does not exist"});
        }
        what_.with[i] = {id, attributes[i].value};
    }
    return true;
}

bool request::read_inputs(const char* who, const zs_view* inputs, std::size_t count, outcome& refusal) {
    if (count != 0 && inputs == nullptr) return refuse(refusal, null_pointer(who, "the array of operands"));
    const_tensor_view* next = reinterpret_cast<const_tensor_view*>(near_);
    if (count > near) {
        if (outcome bad = check_count(what_.which, count); !bad) return refuse(refusal, std::move(bad));
        far_.resize(count);
        next = far_.data();
    }
    for (std::size_t i = 0; i < count; ++i) {
        const dtype type = to_dtype(inputs[i].dtype);
        const bool is_absent = inputs[i].dtype == 0 && inputs[i].data == nullptr;
        if (!is_valid(type) && !is_absent) {
            return refuse(refusal, no_such_type(who, "operand " + std::to_string(i), inputs[i].dtype));
        }
        new (next + i)
            const_tensor_view(inputs[i].data, type, extents_ref(inputs[i].shape, inputs[i].rank), inputs[i].strides);
    }
    inputs_ = count > near ? far_.data() : std::launder(reinterpret_cast<const const_tensor_view*>(near_));
    count_ = count;
    return true;
}

}  // namespace zerostride::capi
