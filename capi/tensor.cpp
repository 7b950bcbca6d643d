#include "capi/tensor.hpp"

#include "capi/request.hpp"

using namespace zerostride;
using capi::guarded;

zs_status zs_tensor_create(zs_dtype type, const int64_t* shape, size_t rank, zs_tensor** result,
                           zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (result == nullptr) return capi::null_pointer("tensor", "the place for the result");
        *result = nullptr;
        if (!is_valid(capi::to_dtype(type))) return capi::no_such_type("tensor", "the result", type);
        capi::hand_over(tensor(capi::to_dtype(type), extents_ref(shape, rank)), result);
        return {};
    });
}

zs_status zs_tensor_view(zs_tensor* tensor, zs_view* view) noexcept {
    if (tensor == nullptr || view == nullptr) return ZS_STATUS_invalid_argument;
    *view = {tensor->held.data(), static_cast<zs_dtype>(tensor->held.type()), tensor->held.rank(),
             tensor->held.shape().data(), nullptr};
    return ZS_STATUS_ok;
}

void zs_tensor_destroy(zs_tensor* tensor) noexcept { delete tensor; }

zs_status zs_eval_tensor(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                         size_t input_count, const zs_options* options, zs_tensor** result,
                         zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (result == nullptr) return capi::null_pointer("eval", "the place for the result");
        *result = nullptr;
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, inputs, input_count, options, bad)) return bad;
        tensor made;
        outcome answer = try_eval(made, asked.what(), asked.inputs(), asked.how());
        if (completed(answer.code)) capi::hand_over(std::move(made), result);
        return answer;
    });
}
