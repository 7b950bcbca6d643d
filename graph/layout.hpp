// Views of tensors as other shapes: strides, and nothing copied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Extents with byte strides.
struct layout {
    std::vector<std::int64_t> shape, strides;
    std::int64_t offset = 0;  ///< bytes from the memory's beginning to the element with all indices 0

    bool operator==(const layout&) const = default;
};

layout dense_layout(extents_ref shape, std::int64_t bytes);
/// The number of elements, which fits.
std::int64_t count_of(extents_ref shape) noexcept;
/// Without a hole, row-major, wherever it begins; extents of 1 have any stride.
bool is_dense(const layout& l, std::int64_t bytes) noexcept;

/// Each of these throws error(invalid_argument), beginning with `who`, for what does not fit.
/// An axis counted from the front, or from the end where it is negative.
std::size_t axis_of(const std::string& who, std::int64_t axis, std::size_t rank);
layout transposed(const std::string& who, const layout& l, const std::vector<std::int64_t>& permutation);
/// Without the axes, whose extents must be 1.
layout squeezed(const std::string& who, const layout& l, const std::vector<std::int64_t>& axes);
/// With extents of 1 at the axes of the result.
layout unsqueezed(const std::string& who, const layout& l, const std::vector<std::int64_t>& axes);
/// ONNX's Slice: from starts to ends, which are clamped, by steps, along `axes`.
struct slice {
    std::vector<std::int64_t> starts, ends, axes, steps;
};
layout sliced(const std::string& who, const layout& l, const slice& parts);
/// The extents that ONNX's Reshape means: -1 what remains, 0 the operand's own unless `keeps_zero`.
std::vector<std::int64_t> reshape_extents(const std::string& who, extents_ref shape,
                                          const std::vector<std::int64_t>& asked, bool keeps_zero);

}  // namespace zerostride::detail
