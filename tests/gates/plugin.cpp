// A shared library of somebody's that links the archive.
#include "zerostride/zerostride.hpp"

extern "C" __attribute__((visibility("default"))) float negated(float x);

float negated(float x) {
    float z;
    zerostride::neg(zerostride::view(&x, {}), zerostride::view(&z, {}));
    return z;
}
