#include "graph/tiles.hpp"

#include <algorithm>

#include "dispatch/parts.hpp"

namespace zerostride::detail {
tile_grid tiles_of(extents_ref shape, std::int64_t most) {
    tile_grid made;
    made.shape.assign(shape.begin(), shape.end());
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return made;  // nothing is to be cut
    std::int64_t room = most;
    std::size_t cut = shape.size();  // the axis that is cut
    while (cut > 0 && shape[cut - 1] <= room) room /= shape[--cut];
    if (cut == 0) return made;
    --cut;
    const std::int64_t chunk = equal_chunk(shape[cut], room);
    for (std::size_t axis = 0; axis < cut; ++axis) {
        made.shape[axis] = 1;
        if (shape[axis] > 1) made.axes.push_back({axis, 1, shape[axis]});
        made.tiles *= shape[axis];
    }
    const std::int64_t count = (shape[cut] - 1) / chunk + 1;
    made.shape[cut] = chunk;
    made.axes.push_back({cut, chunk, count});
    made.tiles *= count;
    if (shape[cut] % chunk != 0) {
        made.rest = made.shape;
        made.rest[cut] = shape[cut] % chunk;
    }
    return made;
}

}  // namespace zerostride::detail
