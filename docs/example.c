/* A picture, normalised per channel, in place: (image - mean) / std. */
#include <stdio.h>
#include <zerostride/zerostride.h>

static float image[480 * 640 * 3];

int main(void) {
    const int64_t picture[] = {480, 640, 3}, channels[] = {3};
    float mean[] = {0.485f, 0.456f, 0.406f}, std[] = {0.229f, 0.224f, 0.225f};
    const zs_view out = {image, ZS_DTYPE_f32, 3, picture, NULL}; /* strides in bytes; NULL: dense */
    const zs_view centre[] = {out, {mean, ZS_DTYPE_f32, 1, channels, NULL}};
    const zs_view scale[] = {out, {std, ZS_DTYPE_f32, 1, channels, NULL}};
    const void* const data[] = {image, std};
    char text[256]; /* the words of a refusal go here, if you want them: no state of the library's */
    zs_message message = ZS_MESSAGE(text);
    zs_plan* divide = NULL;
    size_t i;
    for (i = 0; i < sizeof image / sizeof *image; ++i) image[i] = 0.5f;

    /* One call. The two NULLs stand for no attributes and the default options. */
    if (zs_eval(ZS_OP_sub, NULL, 0, centre, 2, &out, NULL, &message) != ZS_STATUS_ok) return puts(text), 1;

    /* A plan: all is decided once; then it runs as often as you like, on any data, from any thread. */
    if (zs_plan_create(ZS_OP_div, NULL, 0, scale, 2, &out, NULL, &divide, &message) != ZS_STATUS_ok) return 1;
    if (zs_plan_run(divide, data, image) != ZS_STATUS_ok) return 1;
    zs_plan_destroy(divide);
    printf("%g %g %g\n", image[0], image[1], image[2]); /* 0.0655021 0.196429 0.417778 */

    /* What can be asked for, before there are any data. */
    if (!zs_supports(zs_op_from_name("LessOrEqual"), zs_dtype_from_name("float16"))) return 1;
    return 0;
}
