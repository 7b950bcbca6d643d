// Sets of axes as users name them: nGraph's broadcast_axes and the axes of a sum.
#pragma once

#include <cstdint>
#include <vector>

#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Marks the named axes of `shape`, in any order. invalid_argument for an axis outside the rank or named twice;
/// `what` is what `who` calls the shape.
outcome mark_axes(const char* who, const char* what, extents_ref shape, array_ref<std::int64_t> axes,
                  std::vector<bool>& marked);

}  // namespace zerostride::detail
