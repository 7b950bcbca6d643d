/* Prints what programs compiled against zerostride.h and zerostride_graph.h have in them: the numbers, and where things
 * are in structs. */
#include <stdio.h>

#include "zerostride/zerostride.h"
#include "zerostride/zerostride_graph.h"

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
    SIZE(zs_value)
    FIELD(zs_value, name)
    FIELD(zs_value, kind)
    FIELD(zs_value, integer)
    FIELD(zs_value, number)
    FIELD(zs_value, text)
    FIELD(zs_value, list)
    FIELD(zs_value, count)
    FIELD(zs_value, tensor)
    FIELD(zs_value, graph)
    SIZE(zs_node)
    FIELD(zs_node, op_type)
    FIELD(zs_node, name)
    FIELD(zs_node, domain)
    FIELD(zs_node, inputs)
    FIELD(zs_node, input_count)
    FIELD(zs_node, outputs)
    FIELD(zs_node, output_count)
    FIELD(zs_node, attributes)
    FIELD(zs_node, attribute_count)
    VALUE(ZS_GRAPH_PROFILE_onnx)
    VALUE(ZS_GRAPH_PROFILE_strict)
    VALUE(ZS_VALUE_integer)
    VALUE(ZS_VALUE_number)
    VALUE(ZS_VALUE_text)
    VALUE(ZS_VALUE_dtype)
    VALUE(ZS_VALUE_integers)
    VALUE(ZS_VALUE_numbers)
    VALUE(ZS_VALUE_texts)
    VALUE(ZS_VALUE_tensor)
    VALUE(ZS_VALUE_graph)
    VALUE(ZS_VALUE_reference)
    VALUE(ZS_WORKSPACE_ALIGNMENT)
    return 0;
}
