/* Tensors of other libraries in, ours out, by DLPack, in C11. Needs dlpack/dlpack.h (Debian: libdlpack-dev), which
 * nothing else of Zerostride does: the functions are compiled where they are used. */
#ifndef ZEROSTRIDE_ZEROSTRIDE_DLPACK_H
#define ZEROSTRIDE_ZEROSTRIDE_DLPACK_H

#include <dlpack/dlpack.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zerostride/zerostride.h"

#ifdef __cplusplus
extern "C" {
#if defined(__GNUC__)
/* C's casts and null pointers are this header's language, whatever the warnings of the program that includes it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
#endif

/* kDLBool of DLPack 0.8 and later; the header may be older. */
enum { ZS_DLPACK_BOOL = 6 };

/* Answers `status` with these words. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline zs_status
zs_dlpack_answer(zs_message* message, zs_status status, const char* format, ...) {
    if (message != NULL) {
        va_list values;
        int length;
        va_start(values, format);
        length = vsnprintf(message->text, message->text == NULL ? 0 : message->capacity, format, values);
        va_end(values);
        message->length = length < 0 ? 0 : (size_t)length;
    }
    return status;
}

/* The element type that DLPack describes so; 0 when it is none of ours. */
static inline zs_dtype zs_dtype_from_dlpack(DLDataType type) {
    if (type.lanes != 1) return 0;
    if (type.code == ZS_DLPACK_BOOL) return type.bits == 8 ? ZS_DTYPE_boolean : 0;
    if (type.code == kDLInt) {
        return type.bits == 8    ? ZS_DTYPE_i8
               : type.bits == 16 ? ZS_DTYPE_i16
               : type.bits == 32 ? ZS_DTYPE_i32
               : type.bits == 64 ? ZS_DTYPE_i64
                                 : 0;
    }
    if (type.code == kDLUInt) {
        return type.bits == 8    ? ZS_DTYPE_u8
               : type.bits == 16 ? ZS_DTYPE_u16
               : type.bits == 32 ? ZS_DTYPE_u32
               : type.bits == 64 ? ZS_DTYPE_u64
                                 : 0;
    }
    if (type.code == kDLFloat) {
        return type.bits == 16 ? ZS_DTYPE_f16 : type.bits == 32 ? ZS_DTYPE_f32 : type.bits == 64 ? ZS_DTYPE_f64 : 0;
    }
    return 0;
}

/* DLPack's description of an element type; lanes == 0 when it has none (real, str, no such type). */
static inline DLDataType zs_dtype_to_dlpack(zs_dtype type) {
    DLDataType made = {0, 0, 1};
    switch (type) {
        case ZS_DTYPE_f16:
        case ZS_DTYPE_f32:
        case ZS_DTYPE_f64: made.code = kDLFloat; break;
        case ZS_DTYPE_i8:
        case ZS_DTYPE_i16:
        case ZS_DTYPE_i32:
        case ZS_DTYPE_i64: made.code = kDLInt; break;
        case ZS_DTYPE_u8:
        case ZS_DTYPE_u16:
        case ZS_DTYPE_u32:
        case ZS_DTYPE_u64: made.code = kDLUInt; break;
        case ZS_DTYPE_boolean: made.code = ZS_DLPACK_BOOL; break;
        default: made.lanes = 0; return made;
    }
    made.bits = (uint8_t)(8 * zs_dtype_size(type));
    return made;
}

static inline bool zs_dlpack_stride_fits(int64_t stride, int64_t bytes) {
    return stride <= INT64_MAX / bytes && stride >= -(INT64_MAX / bytes);
}

/* A view of a DLPack tensor, which stays its owner's; of a DLManagedTensor pass &managed->dl_tensor, and call its
 * deleter when the view is done with. `strides` is room for `capacity` byte strides, at least the tensor's rank
 * unless its strides are NULL (DLPack counts them in elements), and must outlive the view like the tensor.
 * CPU memory, one lane, bool (one byte), integers of 8 to 64 bits, floats of 16, 32 and 64.
 * Answers unsupported for another element type, invalid_argument for another device, a negative rank or extent, too
 * small a capacity or a NULL, too_large for extents, a byte offset, or strides between elements that do not fit in 63
 * bits; `view` is then left as it was. */
ZS_NODISCARD static inline zs_status zs_view_from_dlpack(const DLTensor* tensor, int64_t* strides, size_t capacity,
                                                         zs_view* view, zs_message* message) {
    zs_dtype type;
    size_t i, rank;
    int64_t bytes, inside;
    bool is_empty = false;
    int device; /* may be of a type that is younger than the header, which is no value of its enumeration */
    if (tensor == NULL || view == NULL) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument, "dlpack: %s is a null pointer",
                                tensor == NULL ? "the tensor" : "the place for the view");
    }
    memcpy(&device, &tensor->device.device_type, sizeof device);
    if (device != kDLCPU) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument,
                                "dlpack: the tensor is on a device of type %d, only the CPU's (1) memory can be read",
                                device);
    }
    type = zs_dtype_from_dlpack(tensor->dtype);
    if (type == 0) {
        return zs_dlpack_answer(message, ZS_STATUS_unsupported,
                                "dlpack: no element type for type code %d with %d bits and %d lanes",
                                (int)tensor->dtype.code, (int)tensor->dtype.bits, (int)tensor->dtype.lanes);
    }
    if (tensor->ndim < 0) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument, "dlpack: the rank %d is negative", tensor->ndim);
    }
    rank = (size_t)tensor->ndim;
    if (rank != 0 && tensor->shape == NULL) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument, "dlpack: rank %d with a null shape", tensor->ndim);
    }
    if (tensor->strides != NULL && (rank > capacity || (rank != 0 && strides == NULL))) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument,
                                "dlpack: the tensor has rank %d and there is room for %zu stride%s", tensor->ndim,
                                strides == NULL ? (size_t)0 : capacity, strides != NULL && capacity == 1 ? "" : "s");
    }
    for (i = 0; i < rank; ++i) {
        if (tensor->shape[i] < 0) {
            return zs_dlpack_answer(message, ZS_STATUS_invalid_argument,
                                    "dlpack: axis %zu has the negative extent %lld", i, (long long)tensor->shape[i]);
        }
        is_empty = is_empty || tensor->shape[i] == 0;
    }
    bytes = (int64_t)zs_dtype_size(type);
    inside = tensor->strides == NULL ? bytes : 1; /* bytes where they lie together, else elements */
    for (i = rank; i-- > 0;) {
        if (tensor->shape[i] > 1) {
            if (inside > INT64_MAX / tensor->shape[i]) {
                return zs_dlpack_answer(message, ZS_STATUS_too_large,
                                        "dlpack: axis %zu: extent %lld: the tensor does not fit in 63 bits", i,
                                        (long long)tensor->shape[i]);
            }
            inside *= tensor->shape[i];
        }
        if (tensor->strides == NULL || tensor->shape[i] < 2 || is_empty) continue;
        if (!zs_dlpack_stride_fits(tensor->strides[i], bytes)) {
            return zs_dlpack_answer(message, ZS_STATUS_too_large,
                                    "dlpack: axis %zu: stride %lld does not fit in 63 bits", i,
                                    (long long)tensor->strides[i]);
        }
    }
    if (tensor->byte_offset > (uint64_t)INT64_MAX) {
        return zs_dlpack_answer(message, ZS_STATUS_too_large, "dlpack: byte_offset %llu does not fit in 63 bits",
                                (unsigned long long)tensor->byte_offset);
    }
    if (tensor->data == NULL && !is_empty) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument,
                                "dlpack: the tensor has elements and a null data pointer");
    }
    for (i = 0; i < rank && tensor->strides != NULL; ++i) {
        strides[i] = zs_dlpack_stride_fits(tensor->strides[i], bytes) ? tensor->strides[i] * bytes : 0;
    }
    view->data = tensor->data == NULL ? NULL : (char*)tensor->data + tensor->byte_offset;
    view->dtype = type;
    view->rank = rank;
    view->shape = tensor->shape;
    view->strides = tensor->strides == NULL ? NULL : strides;
    return zs_dlpack_answer(message, ZS_STATUS_ok, "%s", "");
}

/* What manager_ctx points to; the DLManagedTensor is its beginning. */
typedef struct zs_dlpack_holder {
    DLManagedTensor managed;
    zs_tensor* held;
    int64_t extents_and_strides[1]; /* 2 * rank of them */
} zs_dlpack_holder;

static inline void zs_dlpack_delete(DLManagedTensor* self) {
    zs_tensor_destroy(((zs_dlpack_holder*)self->manager_ctx)->held);
    free(self->manager_ctx);
}

/* Gives a tensor away: `*made` owns it and must be ended by its deleter. Its data are 64-byte aligned, its strides
 * are written out. Answers unsupported for str and real, which DLPack does not know, invalid_argument for a NULL,
 * too_large for a rank that does not fit in an int; `tensor` is then still the caller's and `*made` NULL. */
ZS_NODISCARD static inline zs_status zs_tensor_to_dlpack(zs_tensor* tensor, DLManagedTensor** made,
                                                         zs_message* message) {
    zs_view view;
    DLDataType type;
    zs_dlpack_holder* holder;
    int64_t stride = 1;
    size_t i;
    if (made != NULL) *made = NULL;
    if (made == NULL || zs_tensor_view(tensor, &view) != ZS_STATUS_ok) {
        return zs_dlpack_answer(message, ZS_STATUS_invalid_argument, "dlpack: %s is a null pointer",
                                made == NULL ? "the place for the result" : "the tensor");
    }
    type = zs_dtype_to_dlpack(view.dtype);
    if (type.lanes == 0) {
        return zs_dlpack_answer(message, ZS_STATUS_unsupported, "dlpack: there is no type code for %s",
                                zs_dtype_name(view.dtype));
    }
    if (view.rank > INT_MAX) {
        return zs_dlpack_answer(message, ZS_STATUS_too_large, "dlpack: rank %zu is too large", view.rank);
    }
    holder = (zs_dlpack_holder*)malloc(sizeof *holder + 2 * view.rank * sizeof(int64_t));
    if (holder == NULL) return zs_dlpack_answer(message, ZS_STATUS_out_of_memory, "out of memory");
    holder->held = tensor;
    holder->managed.manager_ctx = holder;
    holder->managed.deleter = zs_dlpack_delete;
    holder->managed.dl_tensor.data = view.data;
    holder->managed.dl_tensor.device.device_type = kDLCPU;
    holder->managed.dl_tensor.device.device_id = 0;
    holder->managed.dl_tensor.ndim = (int)view.rank;
    holder->managed.dl_tensor.dtype = type;
    holder->managed.dl_tensor.shape = (int64_t*)((char*)holder + offsetof(zs_dlpack_holder, extents_and_strides));
    holder->managed.dl_tensor.strides = holder->managed.dl_tensor.shape + view.rank;
    holder->managed.dl_tensor.byte_offset = 0;
    for (i = view.rank; i-- > 0;) {
        holder->managed.dl_tensor.shape[i] = view.shape[i];
        holder->managed.dl_tensor.strides[i] = stride;
        if (view.shape[i] > 1) stride *= view.shape[i];
    }
    *made = &holder->managed;
    return zs_dlpack_answer(message, ZS_STATUS_ok, "%s", "");
}

#ifdef __cplusplus
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
}
#endif
#endif
