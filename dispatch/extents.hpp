// What follows from a list of extents alone; elements are counted by the public count_elements().
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Byte strides of a dense row-major tensor with elements of `bytes`.
void dense_strides(extents_ref shape, std::int64_t bytes, std::int64_t* strides) noexcept;

/// Adds to `reach` what an axis of several elements spans in bytes. False when that does not fit in 63 bits, or the
/// span and a step more, which planning takes.
inline bool add_span(std::int64_t extent, std::int64_t stride, std::int64_t& reach) noexcept {
    std::int64_t steps;
    if (__builtin_mul_overflow(extent, stride, &steps)) return false;
    if (steps == std::numeric_limits<std::int64_t>::min()) return false;  // nobody could ask for its size
    const std::int64_t span = steps - stride;
    return !__builtin_add_overflow(reach, span < 0 ? -span : span, &reach);
}

/// "[2,3]"; "[]" for a scalar.
[[gnu::cold]] std::string to_text(extents_ref shape);

}  // namespace zerostride::detail
