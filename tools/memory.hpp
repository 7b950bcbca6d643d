// How much memory there is for large arrays.
#pragma once

#include <cstdint>
#include <string>

namespace zerostride::memory {

/// Bytes that this process can still use without driving the machine or its control group out of memory; the
/// largest integer where the system does not say.
std::int64_t available();

/// Empty, or why `bytes` cannot be had beside `others` that are not yet used, in words. Asked before a large
/// allocation, because the system grants more than it has and later kills who uses it.
std::string refusal(std::int64_t bytes, std::int64_t others = 0);

}  // namespace zerostride::memory
