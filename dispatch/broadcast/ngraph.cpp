// nGraph's forms of Broadcast: axes named explicitly, and the PaddlePaddle rule.
#include <string>
#include <vector>

#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/axis_set.hpp"
#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/extents.hpp"
#include "dispatch/words.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride {
namespace {

using detail::attempt;
using detail::shape_of;
using detail::to_text;

outcome check_both(const char* who, const const_tensor_view& arg, extents_ref shape) {
    if (outcome bad = detail::check_operand(who, 0, arg); !bad) return bad;
    return detail::check_shape(who, shape);
}

std::string both_shapes(const const_tensor_view& arg, extents_ref shape) {
    return detail::both_shapes("arg", arg, shape);
}

[[gnu::cold]] outcome unequal_extents(const char* who, const const_tensor_view& arg, extents_ref shape,
                                      std::size_t from, std::size_t to) {
    return {status::shape_mismatch,
            detail::words({who, ": axis ", to, ": extent ", shape[to], " of the shape is not extent ", arg.shape[from],
                           " of arg's axis ", from, both_shapes(arg, shape)})};
}

/// Makes `result` of `arg`, with axis i at axis places[i] of `shape`, whose extents must be equal.
outcome place(const char* who, array_view& result, const const_tensor_view& arg, extents_ref shape,
              const std::vector<std::size_t>& places) {
    for (std::size_t i = 0; i < arg.rank; ++i) {
        if (arg.shape[i] != shape[places[i]]) return unequal_extents(who, arg, shape, i, places[i]);
    }
    array_view made{arg.data, arg.type, {shape.begin(), shape.end()}, std::vector<std::int64_t>(shape.size(), 0)};
    const std::vector<std::int64_t> strides = detail::strides_of(arg);
    for (std::size_t i = 0; i < places.size(); ++i) made.strides[places[i]] = strides[i];
    result = std::move(made);
    return {};
}

outcome place_beside(const char* who, array_view& result, const const_tensor_view& arg, extents_ref shape,
                     array_ref<std::int64_t> broadcast_axes) {
    if (outcome bad = check_both(who, arg, shape); !bad) return bad;
    if (outcome null = detail::check_list(who, "axes", broadcast_axes.data(), broadcast_axes.size()); !null)
        return null;
    std::vector<bool> added;
    if (outcome bad = detail::mark_axes(who, "the shape", shape, broadcast_axes, added); !bad) return bad;
    std::vector<std::size_t> places;
    places.reserve(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!added[i]) places.push_back(i);
    }
    if (places.size() != arg.rank) {
        return {status::shape_mismatch, detail::words({who, ": the shape without the axes has rank ", places.size(),
                                                       ", arg has rank ", arg.rank, both_shapes(arg, shape)})};
    }
    return place(who, result, arg, shape, places);
}

outcome place_at(array_view& result, const const_tensor_view& arg, extents_ref shape,
                 array_ref<std::int64_t> axes_mapping) {
    const char* const who = "broadcast_mapped";
    if (outcome bad = check_both(who, arg, shape); !bad) return bad;
    if (axes_mapping.size() != arg.rank) {
        return {status::invalid_argument, detail::words({who, ": the mapping names ", axes_mapping.size(),
                                                         axes_mapping.size() == 1 ? " axis" : " axes",
                                                         ", arg has rank ", arg.rank, both_shapes(arg, shape)})};
    }
    if (outcome null = detail::check_list(who, "axes", axes_mapping.data(), axes_mapping.size()); !null) return null;
    std::vector<std::size_t> places(arg.rank);
    for (std::size_t i = 0; i < arg.rank; ++i) {
        const std::int64_t axis = axes_mapping[i];
        if (axis < 0 || static_cast<std::uint64_t>(axis) >= shape.size()) {
            return {status::invalid_argument,
                    detail::words({who, ": axis ", axis, " is outside rank ", shape.size(), both_shapes(arg, shape)})};
        }
        if (i > 0 && axis <= axes_mapping[i - 1]) {
            return {status::invalid_argument,
                    detail::words({who, ": the mapping ", to_text(axes_mapping), " is not strictly increasing"})};
        }
        places[i] = static_cast<std::size_t>(axis);
    }
    return place(who, result, arg, shape, places);
}

outcome place_from(array_view& result, const const_tensor_view& arg, extents_ref shape, std::int64_t start_axis) {
    const char* const who = "broadcast_pdpd";
    if (outcome bad = check_both(who, arg, shape); !bad) return bad;
    if (start_axis < -1 || (start_axis >= 0 && static_cast<std::uint64_t>(start_axis) > shape.size())) {
        return {status::invalid_argument, detail::words({who, ": start axis ", start_axis, " is outside rank ",
                                                         shape.size(), both_shapes(arg, shape)})};
    }
    if (start_axis == -1 && arg.rank > shape.size()) {
        return {status::shape_mismatch, detail::words({who, ": rank ", arg.rank, " does not fit in rank ", shape.size(),
                                                       both_shapes(arg, shape)})};
    }
    const std::size_t first = start_axis == -1 ? shape.size() - arg.rank : static_cast<std::size_t>(start_axis);
    const_tensor_view trimmed = arg;
    const std::vector<std::int64_t> strides = detail::strides_of(arg);
    trimmed.strides = strides.data();
    while (trimmed.rank > 0 && arg.shape[trimmed.rank - 1] == 1) --trimmed.rank;
    if (trimmed.rank > shape.size() - first) {
        return {status::shape_mismatch, detail::words({who, ": ", trimmed.rank, trimmed.rank == 1 ? " axis" : " axes",
                                                       " from axis ", first, trimmed.rank == 1 ? " does" : " do",
                                                       " not fit in rank ", shape.size(), both_shapes(arg, shape)})};
    }
    for (std::size_t i = 0; i < trimmed.rank; ++i) {
        if (arg.shape[i] == shape[first + i] || arg.shape[i] == 1) continue;
        return detail::unstretched_axis(detail::words({who, ": "}), first + i, arg.shape[i], shape[first + i],
                                        both_shapes(arg, shape));
    }
    result = detail::stretched(trimmed, shape, first);
    return {};
}

}  // namespace

outcome try_broadcast_axes(array_view& result, const const_tensor_view& arg, extents_ref shape,
                           array_ref<std::int64_t> broadcast_axes) noexcept {
    return attempt([&] { return place_beside("broadcast_axes", result, arg, shape, broadcast_axes); });
}
array_view broadcast_axes(const const_tensor_view& arg, extents_ref shape, array_ref<std::int64_t> broadcast_axes) {
    array_view result;
    require(try_broadcast_axes(result, arg, shape, broadcast_axes));
    return result;
}

outcome try_broadcast_like(array_view& result, const const_tensor_view& arg, const const_tensor_view& like,
                           array_ref<std::int64_t> broadcast_axes) noexcept {
    return attempt([&] { return place_beside("broadcast_like", result, arg, shape_of(like), broadcast_axes); });
}
array_view broadcast_like(const const_tensor_view& arg, const const_tensor_view& like,
                          array_ref<std::int64_t> broadcast_axes) {
    array_view result;
    require(try_broadcast_like(result, arg, like, broadcast_axes));
    return result;
}

outcome try_broadcast_mapped(array_view& result, const const_tensor_view& arg, extents_ref shape,
                             array_ref<std::int64_t> axes_mapping) noexcept {
    return attempt([&] { return place_at(result, arg, shape, axes_mapping); });
}
array_view broadcast_mapped(const const_tensor_view& arg, extents_ref shape, array_ref<std::int64_t> axes_mapping) {
    array_view result;
    require(try_broadcast_mapped(result, arg, shape, axes_mapping));
    return result;
}

outcome try_broadcast_pdpd(array_view& result, const const_tensor_view& arg, extents_ref shape,
                           std::int64_t start_axis) noexcept {
    return attempt([&] { return place_from(result, arg, shape, start_axis); });
}
array_view broadcast_pdpd(const const_tensor_view& arg, extents_ref shape, std::int64_t start_axis) {
    array_view result;
    require(try_broadcast_pdpd(result, arg, shape, start_axis));
    return result;
}

}  // namespace zerostride
