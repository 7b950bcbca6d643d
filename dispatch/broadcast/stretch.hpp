// Views with zero strides: what every form of broadcasting makes in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// ok when `operand` has one of the 14 types, extents, none of them negative, a number of elements that fits in
/// 63 bits, and strides that reach no further than 63 bits. Else invalid_argument or too_large; `operand` is
/// called operand `index` of `who`.
outcome check_operand(const char* who, std::size_t index, const const_tensor_view& operand);

/// invalid_argument, in words.
[[gnu::cold]] outcome refuse_null_data(const char* who, std::size_t index);

/// ok unless a list has entries and is null; `what` is what they are: "axes".
outcome check_list(const char* who, const char* what, const void* list, std::size_t count);

/// ok when `shape` can be the shape of a view, else invalid_argument or too_large.
outcome check_shape(const char* who, extents_ref shape);

/// " (operand 0 is [2,3], the shape is [2,4])", behind what an error says of the two; `name` is the operand's.
[[gnu::cold]] std::string both_shapes(const char* name, const const_tensor_view& operand, extents_ref shape);

/// `who` + "axis 1: extent 3 does not stretch to 4" + `both`, as a shape_mismatch; and the same of ranks.
[[gnu::cold]] outcome unstretched_axis(const std::string& who, std::size_t axis, std::int64_t extent,
                                       std::int64_t wanted, const std::string& both);
[[gnu::cold]] outcome unstretched_rank(const std::string& who, std::size_t rank, std::size_t wanted,
                                       const std::string& both);

inline extents_ref shape_of(const const_tensor_view& operand) noexcept { return {operand.shape, operand.rank}; }

/// The byte strides, those of a dense view included. Those wrap only where there are too many elements, which is
/// refused elsewhere.
void write_strides(const const_tensor_view& operand, std::int64_t* strides) noexcept;
std::vector<std::int64_t> strides_of(const const_tensor_view& operand);

/// The byte strides along the axes of a shape of `rank` that the operand stretches to, ranks aligned right: 0 along
/// those that it lacks or has with extent 1.
void write_aligned_strides(const const_tensor_view& operand, std::size_t rank, std::int64_t* strides) noexcept;

/// `operand` with its axis i at axis first + i of `shape`. Axes that the operand lacks, or has with extent 1
/// where `shape` has another, are read at index 0. The caller has checked that the extents allow it.
array_view stretched(const const_tensor_view& operand, extents_ref shape, std::size_t first);

}  // namespace zerostride::detail
