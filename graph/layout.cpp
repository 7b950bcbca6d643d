#include "graph/layout.hpp"

#include <algorithm>

#include "dispatch/extents.hpp"
#include "graph/refuse.hpp"

namespace zerostride::detail {
namespace {

/// Which axes of `rank` are named.
std::vector<bool> marked(const std::string& who, const std::vector<std::int64_t>& axes, std::size_t rank) {
    std::vector<bool> is_named(rank);
    for (const std::int64_t axis : axes) {
        const std::size_t place = axis_of(who, axis, rank);
        if (is_named[place]) refuse(who, "axis " + std::to_string(axis) + " is named twice");
        is_named[place] = true;
    }
    return is_named;
}

}  // namespace

layout dense_layout(extents_ref shape, std::int64_t bytes) {
    layout made{{shape.begin(), shape.end()}, std::vector<std::int64_t>(shape.size())};
    dense_strides(shape, bytes, made.strides.data());
    return made;
}

std::int64_t count_of(extents_ref shape) noexcept {
    std::int64_t count = 0;
    static_cast<void>(count_elements(shape, 1, count));
    return count;
}

bool is_dense(const layout& l, std::int64_t bytes) noexcept {
    if (std::find(l.shape.begin(), l.shape.end(), 0) != l.shape.end()) return true;
    std::int64_t stride = bytes;
    bool is_beyond = false;  // views of few bytes may have more elements than 63 bits have bytes for
    for (std::size_t axis = l.shape.size(); axis-- > 0;) {
        if (l.shape[axis] == 1) continue;
        if (is_beyond || l.strides[axis] != stride) return false;
        is_beyond = __builtin_mul_overflow(stride, l.shape[axis], &stride);
    }
    return true;
}

std::size_t axis_of(const std::string& who, std::int64_t axis, std::size_t rank) {
    const auto limit = static_cast<std::int64_t>(rank);
    if (axis < -limit || axis >= limit) {
        refuse(who, "axis " + std::to_string(axis) + " is outside of rank " + std::to_string(rank));
    }
    return static_cast<std::size_t>(axis < 0 ? axis + limit : axis);
}

layout transposed(const std::string& who, const layout& l, const std::vector<std::int64_t>& permutation) {
    const std::size_t rank = l.shape.size();
    if (permutation.size() != rank) {
        refuse(who, "perm has " + std::to_string(permutation.size()) + (permutation.size() == 1 ? " axis" : " axes") +
                        ", the operand " + std::to_string(rank));
    }
    static_cast<void>(marked(who, permutation, rank));
    layout made{{}, {}, l.offset};
    for (const std::int64_t axis : permutation) {
        made.shape.push_back(l.shape[axis_of(who, axis, rank)]);
        made.strides.push_back(l.strides[axis_of(who, axis, rank)]);
    }
    return made;
}

layout squeezed(const std::string& who, const layout& l, const std::vector<std::int64_t>& axes) {
    const std::vector<bool> goes = marked(who, axes, l.shape.size());
    layout made{{}, {}, l.offset};
    for (std::size_t axis = 0; axis < l.shape.size(); ++axis) {
        if (!goes[axis]) {
            made.shape.push_back(l.shape[axis]);
            made.strides.push_back(l.strides[axis]);
        } else if (l.shape[axis] != 1) {
            refuse(who, "axis " + std::to_string(axis) + " of extent " + std::to_string(l.shape[axis]) + " is not 1",
                   status::shape_mismatch);
        }
    }
    return made;
}

layout unsqueezed(const std::string& who, const layout& l, const std::vector<std::int64_t>& axes) {
    const std::vector<bool> comes = marked(who, axes, l.shape.size() + axes.size());
    layout made{{}, {}, l.offset};
    std::size_t from = 0;
    for (const bool is_new : comes) {
        made.shape.push_back(is_new ? 1 : l.shape[from]);
        made.strides.push_back(is_new ? 0 : l.strides[from]);
        from += is_new ? 0 : 1;
    }
    return made;
}

layout sliced(const std::string& who, const layout& l, const slice& parts) {
    const std::size_t count = parts.starts.size();
    if (parts.ends.size() != count || parts.axes.size() != count || parts.steps.size() != count) {
        refuse(who, "starts, ends, axes and steps are " + std::to_string(count) + ", " +
                        std::to_string(parts.ends.size()) + ", " + std::to_string(parts.axes.size()) + " and " +
                        std::to_string(parts.steps.size()));
    }
    static_cast<void>(marked(who, parts.axes, l.shape.size()));
    layout made = l;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t axis = axis_of(who, parts.axes[i], l.shape.size());
        const std::int64_t extent = l.shape[axis], step = parts.steps[i];
        // Steps of the whole extent and more are all alike, and negating the least integer would overflow.
        const std::int64_t way =
            std::clamp(step, -std::max<std::int64_t>(extent, 1), std::max<std::int64_t>(extent, 1));
        if (step == 0) refuse(who, "the step along axis " + std::to_string(parts.axes[i]) + " is 0");
        // Where it goes upwards it begins at 0 and ends at the extent at most, downwards one lower.
        const std::int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? extent : extent - 1;
        const auto bound = [&](std::int64_t at, std::int64_t low) {
            return std::clamp(at < 0 ? at + extent : at, low, std::max(low, highest));
        };
        const std::int64_t start = bound(parts.starts[i], 0), end = bound(parts.ends[i], lowest);
        const std::int64_t distance = step > 0 ? end - start : start - end;
        const bool is_empty = extent == 0 || distance <= 0;
        made.shape[axis] = is_empty ? 0 : (distance - 1) / (step > 0 ? way : -way) + 1;
        // What lies beyond a lone element may be out of 63 bits' reach.
        if (made.shape[axis] > 1) made.strides[axis] = l.strides[axis] * way;
        if (!is_empty) made.offset += start * l.strides[axis];
    }
    return made;
}

std::vector<std::int64_t> reshape_extents(const std::string& who, extents_ref shape,
                                          const std::vector<std::int64_t>& asked, bool keeps_zero) {
    std::vector<std::int64_t> made = asked;
    std::size_t open = made.size();
    const std::int64_t count = count_of(shape);
    std::int64_t known = 1;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (made[i] == 0 && !keeps_zero) {
            if (i >= shape.size())
                refuse(who, "extent " + std::to_string(i) + " is 0 and the operand has no such axis");
            made[i] = shape[i];
        }
        if (made[i] == -1 && open == made.size()) {
            open = i;
        } else if (made[i] < 0) {
            refuse(who, "shape " + to_text(asked) + " has a negative extent, or -1 twice");
        } else if (__builtin_mul_overflow(known, made[i], &known)) {
            refuse(who, "shape " + to_text(asked) + " is too large", status::too_large);
        }
    }
    if (open < made.size()) {
        if (known == 0 || count % known != 0) {
            refuse(who, to_text(shape) + " does not become " + to_text(asked), status::shape_mismatch);
        }
        made[open] = count / known;
        known = count;
    }
    if (known != count) refuse(who, to_text(shape) + " does not become " + to_text(asked), status::shape_mismatch);
    return made;
}

}  // namespace zerostride::detail
