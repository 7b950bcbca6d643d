// What is supported, and what comes out.
#include <algorithm>
#include <vector>

#include "capi/request.hpp"

using namespace zerostride;

bool zs_supports(zs_op op, zs_dtype type) noexcept { return supports(capi::to_op(op), capi::to_dtype(type)); }

zs_status zs_result_type(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_dtype* input_types,
                         size_t input_count, zs_dtype* result, zs_message* message) noexcept {
    return capi::guarded(message, [&]() -> outcome {
        if (result == nullptr) return capi::null_pointer("result_type", "the place for the result");
        if (input_count != 0 && input_types == nullptr) return capi::null_pointer("result_type", "the array of types");
        const zerostride::op which = capi::to_op(op);
        if (!is_valid(which)) return capi::no_such_operator(op);
        if (outcome bad = capi::request::check_count(which, input_count); !bad) return bad;
        std::vector<zs_view> scalars(input_count, zs_view{nullptr, 0, 0, nullptr, nullptr});
        for (size_t i = 0; i < input_count; ++i) scalars[i].dtype = input_types[i];
        // A shape, of no axes.
        constexpr int64_t none = 0;
        const bool has_shape = info(which).operands == operand_rule::extents;
        if (has_shape && input_count == 2) scalars[1] = {nullptr, input_types[1], 1, &none, nullptr};
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, scalars.data(), input_count, nullptr, bad)) {
            return bad;
        }
        dtype type;
        std::vector<std::int64_t> shape;
        if (outcome bad = try_result(type, shape, asked.what(), asked.inputs()); !bad) return bad;
        *result = static_cast<zs_dtype>(type);
        return {};
    });
}

zs_status zs_result(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                    size_t input_count, zs_dtype* type, int64_t* extents, size_t capacity, size_t* rank,
                    zs_message* message) noexcept {
    return capi::guarded(message, [&]() -> outcome {
        if (type == nullptr) return capi::null_pointer("result", "the place for the type");
        if (rank == nullptr) return capi::null_pointer("result", "the place for the rank");
        if (capacity != 0 && extents == nullptr) return capi::null_pointer("result", "the room for extents");
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, inputs, input_count, nullptr, bad)) return bad;
        dtype made;
        std::vector<std::int64_t> shape;
        if (outcome bad = try_result(made, shape, asked.what(), asked.inputs()); !bad) return bad;
        if (outcome bad = capi::find_room(info(asked.what().which).name, shape.size(), capacity); !bad) return bad;
        std::copy(shape.begin(), shape.end(), extents);
        *rank = shape.size();
        *type = static_cast<zs_dtype>(made);
        return {};
    });
}
