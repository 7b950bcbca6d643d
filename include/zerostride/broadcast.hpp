// Broadcasting itself: the SONNX functionality, ONNX's Expand, nGraph's Broadcast and its adjoint.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "zerostride/plan.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride {

// Each function has two forms: try_NAME answers an outcome and leaves its result as it was when it refuses; NAME
// throws error. All are thread-safe. Where no statuses are named, they are shape_mismatch (E1, or extents that do not
// fit), invalid_argument (a negative extent, a null pointer, an axis outside the rank or named twice), too_large and
// out_of_memory, and for copies and sums isa_unavailable and invalid_argument for options that do not exist, and, of
// sums, unsupported (texts, booleans); the message names operand, axis and extents. Copies and sums take up to 108 KiB
// of stack.

/// The broadcast shape of one or more shapes: ranks aligned right by prepending 1; each extent is the common
/// one. Extents 0 and 1 give 0. Source: SONNX Broadcast, conditions 1 and 2, error E1.
/// try_ answers shape_mismatch (E1) naming operand, axis and extents, invalid_argument for no shape or a
/// negative extent, too_large when the product of the extents that are not 0 does not fit in 63 bits; `shape` is then
/// left as it was.
outcome try_broadcast_shapes(std::vector<std::int64_t>& shape, array_ref<extents_ref> shapes) noexcept;
std::vector<std::int64_t> broadcast_shapes(array_ref<extents_ref> shapes);

/// Z0..ZL = Broadcast(X0..XL) as views: no element is copied, stretched axes get stride 0. The operands may
/// each have their own element type, any rank and any strides. The views point into the operands' data.
outcome try_broadcast_views(std::vector<array_view>& views, array_ref<const_tensor_view> operands) noexcept;
std::vector<array_view> broadcast_views(array_ref<const_tensor_view> operands);

/// The same as dense tensors of copies; all bits kept. (Texts still view the operands' bytes; a tensor among `tensors`
/// that was an operand hands on what it kept.)
outcome try_broadcast(std::vector<tensor>& tensors, array_ref<const_tensor_view> operands,
                      const options& how = {}) noexcept;
std::vector<tensor> broadcast(array_ref<const_tensor_view> operands, const options& how = {});

/// `operand` stretched to exactly `shape` (NumPy's broadcast_to; one-directional: the result is `shape`).
outcome try_broadcast_to(array_view& result, const const_tensor_view& operand, extents_ref shape) noexcept;
array_view broadcast_to(const const_tensor_view& operand, extents_ref shape);

/// ONNX Expand: bidirectional, so the result's shape is broadcast_shapes({operand's, shape}) and may exceed
/// `shape`. As a view; pass it to materialise() for a copy.
outcome try_expand(array_view& result, const const_tensor_view& operand, extents_ref shape) noexcept;
array_view expand(const const_tensor_view& operand, extents_ref shape);
/// The same; of a shape that is written down, which may be {}.
inline array_view expand(const const_tensor_view& operand, std::initializer_list<std::int64_t> shape) {
    return expand(operand, extents_ref(shape.begin(), shape.size()));
}

/// A dense copy of any view, at streaming speed. (Texts still view the operand's bytes; where `result` was the operand,
/// it keeps on what it kept.)
outcome try_materialise(tensor& result, const const_tensor_view& operand, const options& how = {}) noexcept;
tensor materialise(const const_tensor_view& operand, const options& how = {});

/// nGraph Broadcast(arg, shape, broadcast_axes): `shape` without the axes must equal arg's shape exactly (an
/// extent 1 is not stretched). Axes are 0-based positions in `shape`, each at most once, in any order.
/// Answers invalid_argument for an axis outside the rank or named twice, shape_mismatch for wrong extents.
outcome try_broadcast_axes(array_view& result, const const_tensor_view& arg, extents_ref shape,
                           array_ref<std::int64_t> broadcast_axes) noexcept;
array_view broadcast_axes(const const_tensor_view& arg, extents_ref shape, array_ref<std::int64_t> broadcast_axes);

/// nGraph BroadcastLike: the shape of `like`, whose elements are not read.
outcome try_broadcast_like(array_view& result, const const_tensor_view& arg, const const_tensor_view& like,
                           array_ref<std::int64_t> broadcast_axes) noexcept;
array_view broadcast_like(const const_tensor_view& arg, const const_tensor_view& like,
                          array_ref<std::int64_t> broadcast_axes);

/// Explicit axes_mapping (nGraph Broadcast v1, EXPLICIT): axis i of `arg` goes to axis axes_mapping[i] of
/// `shape`; strictly increasing; the extents must be equal.
outcome try_broadcast_mapped(array_view& result, const const_tensor_view& arg, extents_ref shape,
                             array_ref<std::int64_t> axes_mapping) noexcept;
array_view broadcast_mapped(const const_tensor_view& arg, extents_ref shape, array_ref<std::int64_t> axes_mapping);

/// PDPD mode: arg's axes stand at start_axis, start_axis + 1, ... of `shape` (-1: rank(shape) - rank(arg), trailing
/// extents of 1 counted); a start is from 0 to rank(shape). Trailing extents 1 of arg are then dropped; each other
/// extent equals shape's or is 1.
outcome try_broadcast_pdpd(array_view& result, const const_tensor_view& arg, extents_ref shape,
                           std::int64_t start_axis) noexcept;
array_view broadcast_pdpd(const const_tensor_view& arg, extents_ref shape, std::int64_t start_axis = -1);

/// The adjoint of broadcast_axes: Sum(delta, axes), the axes removed. Real, floats and integers (which wrap).
/// The order of additions is a fixed tree that depends on the number of addends alone, never on threads,
/// instruction set or layout; f16 accumulates in f32 and rounds once. An empty sum is 0.
/// (The operator Sum, which adds tensors to each other, has the same name: sum(x, y) in functions.hpp.)
outcome try_sum(tensor& result, const const_tensor_view& delta, array_ref<std::int64_t> axes,
                const options& how = {}) noexcept;
tensor sum(const const_tensor_view& delta, array_ref<std::int64_t> axes, const options& how = {});
/// The same; of a list that is written down, which may be {}.
inline tensor sum(const const_tensor_view& delta, std::initializer_list<std::int64_t> axes, const options& how = {}) {
    return sum(delta, array_ref<std::int64_t>(axes.begin(), axes.size()), how);
}

/// The adjoint of the NumPy rule: sums `delta` to `shape`, which must broadcast to delta's shape; the summed
/// axes stay as 1 where `shape` has them.
outcome try_sum_to(tensor& result, const const_tensor_view& delta, extents_ref shape, const options& how = {}) noexcept;
tensor sum_to(const const_tensor_view& delta, extents_ref shape, const options& how = {});

}  // namespace zerostride
