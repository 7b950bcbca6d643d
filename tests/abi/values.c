/* Prints what programs compiled against zerostride.h have in them: the numbers, and where things are in structs. */
#include <stdio.h>

#include "zerostride/zerostride.h"

#define VALUE(name) printf("%s %lld\n", #name, (long long)(name));
#define FIELD(type, field) printf("offsetof(%s,%s) %zu\n", #type, #field, offsetof(type, field));
#define SIZE(type) printf("sizeof(%s) %zu\n", #type, sizeof(type));

int main(void) {
#define ZS_STATUS(id, name, ...) VALUE(ZS_STATUS_##name)
#include "zerostride/status.def"
#undef ZS_STATUS
#define ZS_OP(id, name, ...) VALUE(ZS_OP_##name)
#include "zerostride/ops.def"
#undef ZS_OP
#define ZS_TYPE(id, name, ...) VALUE(ZS_DTYPE_##name)
#include "zerostride/types.def"
#undef ZS_TYPE
#define ZS_ATTRIBUTE(id, name, ...) VALUE(ZS_ATTRIBUTE_##name)
#define ZS_CHOICE(attribute, value, word) VALUE(ZS_CHOICE_##attribute##_##word)
#include "zerostride/attributes.def"
#undef ZS_ATTRIBUTE
#undef ZS_CHOICE
    VALUE(ZS_ISA_automatic)
    VALUE(ZS_ISA_baseline)
    VALUE(ZS_ISA_avx2)
    VALUE(ZS_ISA_avx512)
    VALUE(ZS_ISA_neon)
    VALUE(ZS_ISA_avx512_fp16)
    VALUE(ZS_ACCURACY_automatic)
    VALUE(ZS_ACCURACY_exact)
    VALUE(ZS_ACCURACY_fast)

    SIZE(zs_message)
    FIELD(zs_message, text)
    FIELD(zs_message, capacity)
    FIELD(zs_message, length)
    SIZE(zs_view)
    FIELD(zs_view, data)
    FIELD(zs_view, dtype)
    FIELD(zs_view, rank)
    FIELD(zs_view, shape)
    FIELD(zs_view, strides)
    SIZE(zs_real)
    FIELD(zs_real, hi)
    FIELD(zs_real, lo)
    SIZE(zs_text)
    FIELD(zs_text, data)
    FIELD(zs_text, size)
    SIZE(zs_attribute)
    FIELD(zs_attribute, id)
    FIELD(zs_attribute, value)
    SIZE(zs_parallel_for)
    FIELD(zs_parallel_for, run)
    FIELD(zs_parallel_for, context)
    FIELD(zs_parallel_for, threads)
    SIZE(zs_shape)
    FIELD(zs_shape, extents)
    FIELD(zs_shape, rank)
    SIZE(zs_axes)
    FIELD(zs_axes, extents)
    FIELD(zs_axes, strides)
    FIELD(zs_axes, capacity)
    /* Its size is not recorded: it may grow. */
    FIELD(zs_options, struct_size)
    FIELD(zs_options, max_threads)
    FIELD(zs_options, isa)
    FIELD(zs_options, host)
    FIELD(zs_options, accuracy)
    FIELD(zs_options, past_caches)
    return 0;
}
