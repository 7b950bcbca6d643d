// ONNX's numbers of element types (TensorProto.DataType).
#pragma once

#include <cstdint>
#include <iterator>

#include "zerostride/dtype.hpp"

namespace zerostride {

namespace detail {
/// By position; invalid where we have no such type.
inline constexpr dtype onnx_numbers[] = {
    dtype{},    dtype::f32, dtype::u8,      dtype::i8,  dtype::u16, dtype::i16, dtype::i32,
    dtype::i64, dtype::str, dtype::boolean, dtype::f16, dtype::f64, dtype::u32, dtype::u64,
};
}  // namespace detail

/// The type with this number in ONNX; invalid (dtype{}) for what is none of ours.
constexpr dtype dtype_of_onnx(std::int64_t number) noexcept {
    const bool is_known = number >= 0 && number < static_cast<std::int64_t>(std::size(detail::onnx_numbers));
    return is_known ? detail::onnx_numbers[number] : dtype{};
}

}  // namespace zerostride
