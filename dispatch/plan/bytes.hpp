// Bytes that operands touch, and sums of such that no memory has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace zerostride::detail {

/// Of sizes that no memory has: the largest number in place of one that does not fit.
inline std::int64_t sum_or_limit(std::int64_t x, std::int64_t y) noexcept {
    std::int64_t sum;
    return __builtin_add_overflow(x, y, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}
inline std::int64_t product_or_limit(std::int64_t x, std::int64_t y) noexcept {
    std::int64_t product;
    return __builtin_mul_overflow(x, y, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

/// An axis as one operand has it.
struct operand_axis {
    std::int64_t extent, stride;
};
/// Bytes that an operand of `rank` axes moves at least: stretched axes touch the same ones again, and what lies between
/// elements comes with them, up to a cache line for each. `at(a)` is its axis a.
template <class At>
std::int64_t distinct_bytes(std::size_t element_bytes, std::size_t rank, At at) noexcept {
    constexpr std::int64_t line = 64;
    const auto element = static_cast<std::int64_t>(element_bytes);
    std::int64_t elements = 1, nearest = std::max(line, element);
    for (std::size_t a = 0; a < rank; ++a) {
        const operand_axis along = at(a);
        if (along.stride == 0 || along.extent == 1) continue;
        elements = product_or_limit(elements, along.extent);
        // Without abs(), which the least number has none of.
        nearest = std::min(nearest, along.stride < 0 ? -std::max(along.stride, -line) : along.stride);
    }
    return elements == 1 ? element : product_or_limit(elements, std::max(nearest, element));
}

}  // namespace zerostride::detail
