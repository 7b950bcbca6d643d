#include "capi/request.hpp"

#include <new>
#include <string>

namespace zerostride::capi {

outcome request::read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
                      std::size_t input_count, const zs_options* options) {
    what_ = to_op(op);
    if (!is_valid(what_)) return no_such_operator(op);
    const char* const who = info(what_).name;
    if (attribute_count != 0) {
        if (attributes == nullptr) return null_pointer(who, "the array of attributes");
        return {status::invalid_argument, std::string(who) + ": has no attribute " + std::to_string(attributes[0].id)};
    }
    if (outcome bad = read_options(who, options, how_); !bad) return bad;
    return read_inputs(who, inputs, input_count);
}

outcome request::read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
                      std::size_t input_count, const zs_view* output, const zs_options* options) {
    if (outcome bad = read(op, attributes, attribute_count, inputs, input_count, options); !bad) return bad;
    const char* const who = info(what_).name;
    if (output == nullptr) return null_pointer(who, "the output");
    const dtype type = to_dtype(output->dtype);
    if (!is_valid(type)) return no_such_type(who, "the output", output->dtype);
    output_ = {output->data, type, extents_ref(output->shape, output->rank), output->strides};
    return {};
}

outcome request::read_inputs(const char* who, const zs_view* inputs, std::size_t count) {
    if (count != 0 && inputs == nullptr) return null_pointer(who, "the array of operands");
    const_tensor_view* next = reinterpret_cast<const_tensor_view*>(near_);
    if (count > near) {
        far_.resize(count);
        next = far_.data();
    }
    for (std::size_t i = 0; i < count; ++i) {
        const const_tensor_view view = to_view(inputs[i]);
        if (!is_valid(view.type)) return no_such_type(who, "operand " + std::to_string(i), inputs[i].dtype);
        new (next + i) const_tensor_view(view);
    }
    inputs_ = count > near ? far_.data() : std::launder(reinterpret_cast<const const_tensor_view*>(near_));
    count_ = count;
    return {};
}

}  // namespace zerostride::capi
