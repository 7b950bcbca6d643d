// How a shape is cut into tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "zerostride/view.hpp"

namespace zerostride::detail {

/// An axis along which there is more than one tile.
struct tile_axis {
    std::size_t axis;
    std::int64_t chunk;  ///< extent of a tile
    std::int64_t count;  ///< of tiles
};

/// Tiles are whole along the inner axes, `chunk` of one, and one element of those outside it.
struct tile_grid {
    std::vector<tile_axis> axes;      ///< outermost first; the last may have a shorter last tile
    std::vector<std::int64_t> shape;  ///< of a tile
    std::vector<std::int64_t> rest;   ///< of the shorter one; empty when there is none
    std::int64_t tiles = 1;
};

/// Tiles of at most `most` elements, which is at least 1; one tile where there are no elements.
tile_grid tiles_of(extents_ref shape, std::int64_t most);

}  // namespace zerostride::detail
