/* The shared library may be closed after a run of several threads, which OpenMP keeps waiting for the next one.
 * usage: unload LIBRARY */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "zerostride/zerostride.h"

typedef zs_status eval_function(zs_op, const zs_attribute*, size_t, const zs_view*, size_t, const zs_view*,
                                const zs_options*, zs_message*);

int main(int count, char** words) {
    enum { elements = 4000000 };
    const int64_t extent = elements;
    const struct timespec a_while = {0, 50000000};
    zs_options how = ZS_OPTIONS_INIT;
    zs_view x = {NULL, ZS_DTYPE_f32, 1, &extent, NULL}, z = {NULL, ZS_DTYPE_f32, 1, &extent, NULL};
    eval_function* eval = NULL;
    zs_status answer;
    void *library, *found;
    if (count != 2) return 2;
    library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    found = library == NULL ? NULL : dlsym(library, "zs_eval");
    if (found == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    memcpy(&eval, &found, sizeof eval); /* C has no conversion between pointers to data and to functions */
    x.data = calloc(elements, sizeof(float));
    z.data = calloc(elements, sizeof(float));
    if (x.data == NULL || z.data == NULL) return 1;
    how.max_threads = 2;
    answer = eval(ZS_OP_exp, NULL, 0, &x, 1, &z, &how, NULL);
    if (answer != ZS_STATUS_ok || ((float*)z.data)[elements - 1] != 1.0f) {
        printf("status %d\n", (int)answer);
        return 1;
    }
    free(x.data);
    free(z.data);
    if (dlclose(library) != 0) {
        printf("%s\n", dlerror());
        return 1;
    }
    nanosleep(&a_while, NULL); /* threads that wait look at what they wait for */
    return 0;
}
