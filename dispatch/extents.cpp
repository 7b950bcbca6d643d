#include "dispatch/extents.hpp"

#include <algorithm>

namespace zerostride {

bool count_elements(extents_ref shape, std::int64_t bytes, std::int64_t& elements) noexcept {
    std::int64_t whole = bytes, product = 1;
    bool is_empty = false;
    for (const std::int64_t extent : shape) {
        if (extent < 0) return false;
        is_empty = is_empty || extent == 0;
        if (extent == 0) continue;
        if (__builtin_mul_overflow(whole, extent, &whole)) return false;
        // No overflow: bytes >= 1, so the whole is at least as large.
        product *= extent;
    }
    elements = is_empty ? 0 : product;
    return true;
}

namespace detail {

void dense_strides(extents_ref shape, std::int64_t bytes, std::int64_t* strides) noexcept {
    // Unsigned: wraps only where count_elements refuses the shape.
    std::uint64_t stride = static_cast<std::uint64_t>(bytes);
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 1));
    }
}

std::string to_text(extents_ref shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i != 0) text += ',';
        text += std::to_string(shape[i]);
    }
    text += ']';
    return text;
}

}  // namespace detail
}  // namespace zerostride
