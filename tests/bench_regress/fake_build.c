/* A library with the entries that zerostride_regress asks for, whose runs take as long as it was compiled for;
 * 0: it has no case. */
#include <stdlib.h>
#include <zerostride/zerostride.h>

struct zs_plan {
    int unused;
};

ZS_API zs_op zs_op_from_name(const char* name) {
    (void)name;
    return ZS_OP_add;
}
ZS_API zs_status zs_plan_create(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                                size_t input_count, const zs_view* output, const zs_options* options, zs_plan** plan,
                                zs_message* message) {
    (void)op, (void)attributes, (void)attribute_count, (void)inputs, (void)input_count, (void)output, (void)options;
    (void)message;
    if (FAKE_WORK == 0) return ZS_STATUS_unsupported;
    *plan = malloc(sizeof **plan);
    return *plan != NULL ? ZS_STATUS_ok : ZS_STATUS_out_of_memory;
}
ZS_API void zs_plan_destroy(zs_plan* plan) { free(plan); }
ZS_API zs_accuracy zs_plan_accuracy(const zs_plan* plan) {
    (void)plan;
    return ZS_ACCURACY_exact;
}

static zs_status work(void) {
    volatile int i;
    for (i = 0; i < 1000 * FAKE_WORK; ++i) {
    }
    return ZS_STATUS_ok;
}
ZS_API zs_status zs_plan_run(const zs_plan* plan, const void* const* inputs, void* output) {
    (void)plan, (void)inputs, (void)output;
    return work();
}
ZS_API zs_status zs_eval(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                         size_t input_count, const zs_view* output, const zs_options* options, zs_message* message) {
    (void)op, (void)attributes, (void)attribute_count, (void)inputs, (void)input_count, (void)output, (void)options;
    (void)message;
    return work();
}
