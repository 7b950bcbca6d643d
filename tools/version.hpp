// The version in words.
#pragma once

#include <string>

#include "zerostride/version.h"

namespace zerostride::cli {

inline std::string version() {
    return std::to_string(ZEROSTRIDE_VERSION_MAJOR) + "." + std::to_string(ZEROSTRIDE_VERSION_MINOR) + "." +
           std::to_string(ZEROSTRIDE_VERSION_PATCH);
}

}  // namespace zerostride::cli
