#include "graph/tiles.hpp"

#include <algorithm>

namespace zerostride::detail {
namespace {

/// Equal parts of at most `most`; long ones are of whole registers and cache lines.
std::int64_t equal_chunk(std::int64_t extent, std::int64_t most) noexcept {
    if (extent <= most) return extent;
    const std::int64_t parts = (extent - 1) / most + 1;
    const std::int64_t chunk = (extent - 1) / parts + 1;
    return chunk < 256 ? chunk : std::min((chunk + 63) / 64, most / 64) * 64;
}

}  // namespace

tiling tiles_of(extents_ref shape, std::int64_t most) {
    tiling made;
    made.shape.assign(shape.begin(), shape.end());
    std::int64_t room = most;
    std::size_t cut = shape.size();  // the axis that is cut
    while (cut > 0 && shape[cut - 1] <= room) room /= std::max<std::int64_t>(shape[--cut], 1);
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
