// What follows from a list of extents alone; elements are counted by the public count_elements().
#pragma once

#include <cstdint>
#include <string>

#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Byte strides of a dense row-major tensor with elements of `bytes`.
void dense_strides(extents_ref shape, std::int64_t bytes, std::int64_t* strides) noexcept;

/// "[2,3]"; "[]" for a scalar.
[[gnu::cold]] std::string to_text(extents_ref shape);

}  // namespace zerostride::detail
