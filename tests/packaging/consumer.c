/* A program as a user writes it in C11: the broadcast that the README shows, in both forms of the interface, with the
 * answers written out by hand. */
#include <stdio.h>
#include <string.h>
#include <zerostride/zerostride.h>

#if !defined(__STDC_VERSION__) || __STDC_VERSION__ != 201112L
#error "the consumers prove that C11 is enough"
#endif

int main(void) {
    float image[6] = {1, 2, 3, 4, 5, 6}, mean[3] = {1, 0, -1}, difference[6] = {0};
    const float expected[6] = {0, 2, 4, 3, 5, 7};
    const int64_t matrix[] = {2, 3}, row[] = {3}, four[] = {4};
    zs_view inputs[] = {{image, ZS_DTYPE_f32, 2, matrix, NULL}, {mean, ZS_DTYPE_f32, 1, row, NULL}};
    const zs_view output = {difference, ZS_DTYPE_f32, 2, matrix, NULL};
    const void* data[2];
    zs_plan* plan = NULL;
    char text[256];
    zs_message message = ZS_MESSAGE(text);

    if (zs_eval(ZS_OP_sub, NULL, 0, inputs, 2, &output, NULL, &message) != ZS_STATUS_ok) return puts(text), 1;
    if (memcmp(difference, expected, sizeof expected) != 0) return puts("one-shot call: wrong result"), 1;

    if (zs_plan_create(ZS_OP_sub, NULL, 0, inputs, 2, &output, NULL, &plan, &message) != ZS_STATUS_ok) {
        return puts(text), 1;
    }
    memset(difference, 0, sizeof difference);
    data[0] = image;
    data[1] = mean;
    if (zs_plan_run(plan, data, difference) != ZS_STATUS_ok || memcmp(difference, expected, sizeof expected) != 0) {
        return puts("plan: wrong result"), 1;
    }
    zs_plan_destroy(plan);

    inputs[1].shape = four;
    if (zs_eval(ZS_OP_sub, NULL, 0, inputs, 2, &output, NULL, &message) != ZS_STATUS_shape_mismatch ||
        strstr(text, "E1") == NULL) {
        return puts("extents 3 and 4 were not refused as E1"), 1;
    }

    printf("zerostride %s on %s\n", zs_version(), zs_isa_name(zs_isa_current()));
    return 0;
}
