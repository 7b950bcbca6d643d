/* DLPack from a program in C11: a tensor goes out, comes back as a view, and is ended by its deleter. */
#include <stdio.h>

#include "zerostride/zerostride_dlpack.h"

int main(void) {
    const int64_t shape[] = {2, 3};
    zs_tensor* tensor = NULL;
    zs_view view;
    DLManagedTensor* given = NULL;
    int64_t strides[2];
    char text[128];
    zs_message message = ZS_MESSAGE(text);

    if (zs_tensor_create(ZS_DTYPE_f32, shape, 2, &tensor, &message) != ZS_STATUS_ok) return puts(text), 1;
    if (zs_tensor_to_dlpack(tensor, &given, &message) != ZS_STATUS_ok) return puts(text), 1;
    if (zs_view_from_dlpack(&given->dl_tensor, strides, 2, &view, &message) != ZS_STATUS_ok) return puts(text), 1;
    if (view.dtype != ZS_DTYPE_f32 || view.rank != 2 || strides[0] != 12 || strides[1] != 4) {
        return puts("the view is another"), 1;
    }
    ((float*)view.data)[5] = 2.0f;
    if (zs_eval(ZS_OP_neg, NULL, 0, &view, 1, &view, NULL, &message) != ZS_STATUS_ok) return puts(text), 1;
    if (((float*)given->dl_tensor.data)[5] != -2.0f) return puts("wrong result"), 1;
    given->dl_tensor.dtype.lanes = 4;
    if (zs_view_from_dlpack(&given->dl_tensor, strides, 2, &view, &message) != ZS_STATUS_unsupported) {
        return puts("four lanes were taken for one"), 1;
    }
    if (message.length == 0) return puts("no words"), 1;
    given->deleter(given);
    return 0;
}
