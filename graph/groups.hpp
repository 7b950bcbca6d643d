// Which works run together, tile by tile.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/lower.hpp"

namespace zerostride::detail {

/// Works that run together, in their order. One that is alone runs whole.
using group = std::vector<std::size_t>;

/// The works of `l` that lead to an output, each once, every one after those whose results it reads. Works of a group
/// make tensors of one shape, and read what others of the group make only element by element, at the place that they
/// write.
std::vector<group> groups_of(const lowered& l);

}  // namespace zerostride::detail
