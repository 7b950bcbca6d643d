// Views: how a tensor that somebody else owns is described.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "zerostride/elements.hpp"

namespace zerostride {

/// A read-only run of `T` that somebody else owns: a std::span for C++17.
/// A braced list lives until the end of the full expression, so it may be an argument and nothing else.
template <class T>
class array_ref {
public:
    constexpr array_ref() noexcept = default;
    constexpr array_ref(const T* data, std::size_t size) noexcept : data_(data), size_(size) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"  // the lifetime is the contract stated above
#endif
    constexpr array_ref(std::initializer_list<T> list) noexcept : data_(list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
    /// Of elements that are a T and nothing more: a list of what derives from T has other distances.
    template <class Container, class Element = std::remove_pointer_t<decltype(std::declval<const Container&>().data())>,
              class = std::enable_if_t<std::is_convertible_v<Element (*)[], const T (*)[]>>>
    constexpr array_ref(const Container& container) noexcept  // NOLINT: stands in for the container
        : data_(container.data()), size_(container.size()) {}
    template <std::size_t N>
    constexpr array_ref(const T (&array)[N]) noexcept : data_(array), size_(N) {}  // NOLINT

    constexpr const T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const T* begin() const noexcept { return data_; }
    constexpr const T* end() const noexcept { return data_ + size_; }
    constexpr const T& operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Extents, outermost axis first. Rank 0 is a scalar. Any extent may be 0; none may be negative.
using extents_ref = array_ref<std::int64_t>;

/// The number of elements of a tensor of this shape: the product of its extents, 1 for a scalar. False, and nothing is
/// written, when an extent is negative, or when the product of `bytes` (of an element, at least 1) and all extents but
/// those of 0 does not fit in 63 bits: what no tensor of this library may have, also where it has no element.
bool count_elements(extents_ref shape, std::int64_t bytes, std::int64_t& elements) noexcept;

/// A tensor to read. `data` points at the element with all indices 0; element (i0, i1, ...) is at
/// data + sum(i_k * strides[k]) bytes. Strides may be zero (broadcast), negative or in any order, and need
/// not be multiples of the element size, nor need `data`. A null `strides` means dense and row-major.
/// The view owns nothing: data, shape and strides must outlive its use.
struct const_tensor_view {
    const void* data = nullptr;
    dtype type = dtype::f32;
    std::size_t rank = 0;
    const std::int64_t* shape = nullptr;
    const std::int64_t* strides = nullptr;  ///< bytes; null: dense row-major

    constexpr const_tensor_view() noexcept = default;
    constexpr const_tensor_view(const void* data_, dtype type_, extents_ref shape_,
                                const std::int64_t* strides_ = nullptr) noexcept
        : data(data_), type(type_), rank(shape_.size()), shape(shape_.data()), strides(strides_) {}
};

/// The operand that is not there, for operators with optional ones (clip's bounds).
constexpr const_tensor_view absent() noexcept { return {nullptr, dtype{}, {}}; }
/// Whether `x` is that one.
constexpr bool is_absent(const const_tensor_view& x) noexcept { return x.data == nullptr && x.type == dtype{}; }

/// A tensor to write; the same layout rules, and no two index tuples may share a byte.
struct tensor_view {
    void* data = nullptr;
    dtype type = dtype::f32;
    std::size_t rank = 0;
    const std::int64_t* shape = nullptr;
    const std::int64_t* strides = nullptr;  ///< bytes; null: dense row-major

    constexpr tensor_view() noexcept = default;
    constexpr tensor_view(void* data_, dtype type_, extents_ref shape_, const std::int64_t* strides_ = nullptr) noexcept
        : data(data_), type(type_), rank(shape_.size()), shape(shape_.data()), strides(strides_) {}
    constexpr operator const_tensor_view() const noexcept {  // NOLINT: what can be written can be read
        return {data, type, extents_ref(shape, rank), strides};
    }
};

/// A read-only view that carries its own extents and strides, so it can be returned and stored.
/// The data still belong to somebody else.
struct array_view {
    const void* data = nullptr;
    dtype type = dtype::f32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< bytes, one per axis

    operator const_tensor_view() const noexcept { return {data, type, shape, strides.data()}; }  // NOLINT
};

/// Typed conveniences: a dense row-major view of elements at `data`. The braces of `shape` live until the end
/// of the full expression: add(view(a, {2, 3}), view(b, {3}), view(c, {2, 3})).
/// The view keeps a pointer to `shape`: after `auto v = view(data, {10, 10});` that pointer dangles.
template <class T, class = std::enable_if_t<!std::is_const_v<T>>>
constexpr tensor_view view(T* data, extents_ref shape) noexcept {
    return {data, dtype_of<T>::value, shape};
}
template <class T>
constexpr const_tensor_view view(const T* data, extents_ref shape) noexcept {
    return {data, dtype_of<T>::value, shape};
}
/// The same for a vector, whose size must be the product of `shape` (the caller's promise, not checked).
/// The view keeps a pointer to `shape`: after `auto v = view(data, {10, 10});` that pointer dangles.
template <class T>
tensor_view view(std::vector<T>& data, extents_ref shape) noexcept {
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> holds bits: use std::vector<std::uint8_t>");
    return {data.data(), dtype_of<T>::value, shape};
}
template <class T>
const_tensor_view view(const std::vector<T>& data, extents_ref shape) noexcept {
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> holds bits: use std::vector<std::uint8_t>");
    return {data.data(), dtype_of<T>::value, shape};
}

}  // namespace zerostride
