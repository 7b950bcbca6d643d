// Axes of a nest, and a list of them that needs no heap for ordinary ranks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/table.hpp"

namespace zerostride::detail {

/// Of the size of an element.
inline int log2_of(dtype type) noexcept { return std::countr_zero(size_of(type)); }

/// The output is operand 0, input i is operand i + 1.
inline constexpr std::size_t max_operands = 1 + kernels::max_inputs;

/// A tile's columns are those of so many axes at most.
inline constexpr std::size_t most_column_axes = 4;

/// One loop: how often it runs, and by how many bytes each operand advances.
struct axis {
    std::int64_t extent;
    std::int64_t stride[max_operands];
};

/// Whether the elements that `count` axes visit of operand `k` follow each other.
inline bool are_dense(const axis* axes, std::size_t count, std::size_t k, std::int64_t element_bytes) noexcept {
    for (std::size_t a = count; a-- > 0; element_bytes *= axes[a].extent) {
        if (axes[a].stride[k] != element_bytes) return false;
    }
    return true;
}

/// Up to `inline_axes` axes without a heap. Uninitialised until resized and written.
class axis_list {
public:
    static constexpr std::size_t inline_axes = 8;

    axis_list() noexcept {}
    axis_list(const axis_list&) = delete;
    axis_list& operator=(const axis_list&) = delete;

    /// Forgets all axes and makes room for `capacity`. Throws std::bad_alloc.
    void reset(std::size_t capacity) {
        if (capacity > inline_axes) heap_ = std::make_unique<axis[]>(capacity);
        size_ = 0;
    }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    /// Whether one more can be added than there was room for.
    bool has_room() const noexcept { return heap_ == nullptr && size_ < inline_axes; }
    bool is_on_heap() const noexcept { return heap_ != nullptr; }
    void push_back(const axis& added) noexcept { data()[size_++] = added; }
    void shrink(std::size_t size) noexcept { size_ = size; }
    axis& operator[](std::size_t i) noexcept { return data()[i]; }
    const axis& operator[](std::size_t i) const noexcept { return data()[i]; }
    axis* data() noexcept { return heap_ ? heap_.get() : inline_; }
    const axis* data() const noexcept { return heap_ ? heap_.get() : inline_; }

private:
    std::size_t size_ = 0;
    std::unique_ptr<axis[]> heap_;
    axis inline_[inline_axes];
};

}  // namespace zerostride::detail
