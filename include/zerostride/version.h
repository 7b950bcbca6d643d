/* The one place that states the library's version; CMake reads it from here. */
#ifndef ZEROSTRIDE_VERSION_H
#define ZEROSTRIDE_VERSION_H

#define ZEROSTRIDE_VERSION_MAJOR 0
#define ZEROSTRIDE_VERSION_MINOR 1
#define ZEROSTRIDE_VERSION_PATCH 0

#endif
