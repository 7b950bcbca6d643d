// What is supported. Planning over scalars decides, so that there is one rule and it is written in one place.
#include <vector>

#include "capi/request.hpp"

using namespace zerostride;

bool zs_supports(zs_op op, zs_dtype type) noexcept { return supports(capi::to_op(op), capi::to_dtype(type)); }

zs_status zs_result_type(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_dtype* input_types,
                         size_t input_count, zs_dtype* result, zs_message* message) noexcept {
    return capi::guarded(message, [&]() -> outcome {
        if (result == nullptr) return capi::null_pointer("result_type", "the place for the result");
        if (input_count != 0 && input_types == nullptr) return capi::null_pointer("result_type", "the array of types");
        std::vector<zs_view> scalars(input_count, zs_view{nullptr, 0, 0, nullptr, nullptr});
        for (size_t i = 0; i < input_count; ++i) scalars[i].dtype = input_types[i];
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, scalars.data(), input_count, nullptr, bad)) {
            return bad;
        }
        outcome answer;
        for (const dtype_info& row : dtypes) {
            plan made;
            answer = plan::try_make(made, asked.what(), asked.inputs(), {nullptr, row.type, extents_ref()});
            if (answer) *result = static_cast<zs_dtype>(row.type);
            if (answer.code != status::unsupported) break;
        }
        return answer;
    });
}
