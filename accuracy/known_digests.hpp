// What the correctly rounded results for all 2^32 floats add up to: written by known_digests.py.
#pragma once

#include "accuracy/digests.hpp"

namespace zerostride::accuracy {

// clang-format off

struct known_digest {
    const char* name;
    float_digests digests;
};
inline constexpr known_digest every_known_digest[] = {
    {"", {}},
};

}  // namespace zerostride::accuracy
