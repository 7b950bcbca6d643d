#include "capi/request.hpp"

using namespace zerostride;

zs_status zs_eval(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                  size_t input_count, const zs_view* output, const zs_options* options, zs_message* message) noexcept {
    return capi::guarded(message, [&]() -> outcome {
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, inputs, input_count, output, options, bad)) {
            return bad;
        }
        return try_eval(asked.what(), asked.inputs(), asked.output(), asked.how());
    });
}
