// An owning tensor: dense, row-major, 64-byte aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "zerostride/view.hpp"

namespace zerostride {

/// Owns its elements. Elements of str view bytes, of which it owns those that from_strings() copied, and keeps alive
/// what keep() was given; whoever writes others into it sees to their lives. Copying copies the elements, and throws
/// error(out_of_memory) or std::bad_alloc; moving is cheap; what was moved from may be assigned to or destroyed, no
/// more. Not synchronised: concurrent reads are safe.
class tensor {
public:
    /// No elements, rank 1, extent 0, f32.
    tensor();
    /// Zero-filled (empty texts). Throws error(too_large | out_of_memory | invalid_argument).
    tensor(dtype type, extents_ref shape);
    tensor(const tensor& other);
    tensor& operator=(const tensor& other);
    tensor(tensor&&) noexcept;
    tensor& operator=(tensor&&) noexcept;
    ~tensor();

    /// A tensor of copies of `elements`, whose number must be the product of `shape`.
    /// Throws error: invalid_argument when it is not or an extent is negative, too_large, out_of_memory.
    template <class T>
    static tensor from(array_ref<T> elements, extents_ref shape) {
        return copy_of(elements.data(), elements.size(), dtype_of<T>::value, shape);
    }
    template <class T>
    static tensor from(const std::vector<T>& elements, extents_ref shape) {
        return from(array_ref<T>(elements), shape);
    }
    template <class T>
    static tensor from(std::initializer_list<T> elements, extents_ref shape) {
        return from(array_ref<T>(elements.begin(), elements.size()), shape);
    }
    /// A str tensor that owns copies of the bytes. Throws error as from() does.
    static tensor from_strings(array_ref<std::string> elements, extents_ref shape);
    /// The elements of a str tensor as std::string; throws error(invalid_argument) for other types, std::bad_alloc.
    std::vector<std::string> to_strings() const;

    dtype type() const noexcept { return type_; }
    std::size_t rank() const noexcept { return shape_.size(); }
    const std::vector<std::int64_t>& shape() const noexcept { return shape_; }
    std::int64_t size() const noexcept { return size_; }  ///< number of elements
    std::size_t bytes() const noexcept { return static_cast<std::size_t>(size_) * size_of(type_); }

    /// Null when there are no elements; valid, as views are, until the tensor is assigned to or ends.
    void* data() noexcept { return data_.get(); }
    const void* data() const noexcept { return data_.get(); }
    /// The elements as `T`; throws error(invalid_argument) when `T` is not the element type.
    template <class T>
    T* data_as() {
        require_type(dtype_of<T>::value);
        return static_cast<T*>(data());
    }
    template <class T>
    const T* data_as() const {
        require_type(dtype_of<T>::value);
        return static_cast<const T*>(data());
    }

    tensor_view view() noexcept { return {data(), type_, shape_}; }
    const_tensor_view view() const noexcept { return {data(), type_, shape_}; }
    operator const_tensor_view() const noexcept { return view(); }  // NOLINT: a tensor is an operand

    /// Keeps `owner` alive as long as this tensor: for str elements that view somebody's bytes. Throws std::bad_alloc.
    void keep(std::shared_ptr<const void> owner);
    /// The owners that keep() and from_strings() recorded, to hand on to a tensor made of the same texts.
    const std::vector<std::shared_ptr<const void>>& owners() const noexcept { return owners_; }

private:
    static tensor copy_of(const void* elements, std::size_t count, dtype type, extents_ref shape);
    void require_type(dtype wanted) const;

    struct free_aligned {
        void operator()(void* memory) const noexcept;
    };
    dtype type_ = dtype::f32;
    std::vector<std::int64_t> shape_;
    std::int64_t size_ = 0;
    std::unique_ptr<void, free_aligned> data_;
    std::vector<std::shared_ptr<const void>> owners_;
};

}  // namespace zerostride
