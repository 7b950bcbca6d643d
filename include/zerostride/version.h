/* The one place that states the library's version; CMake reads it from here. */
#ifndef ZEROSTRIDE_VERSION_H
#define ZEROSTRIDE_VERSION_H

#define ZEROSTRIDE_VERSION_MAJOR 0
#define ZEROSTRIDE_VERSION_MINOR 1
#define ZEROSTRIDE_VERSION_PATCH 0

#define ZEROSTRIDE_TEXT_OF_(number) #number
#define ZEROSTRIDE_TEXT_OF(number) ZEROSTRIDE_TEXT_OF_(number)
/* The same as text: "0.1.0". */
#define ZEROSTRIDE_VERSION_TEXT                  \
    ZEROSTRIDE_TEXT_OF(ZEROSTRIDE_VERSION_MAJOR) \
    "." ZEROSTRIDE_TEXT_OF(ZEROSTRIDE_VERSION_MINOR) "." ZEROSTRIDE_TEXT_OF(ZEROSTRIDE_VERSION_PATCH)

#endif
