// How an amount is cut into equal parts.
#pragma once

#include <algorithm>
#include <cstdint>

namespace zerostride::detail {

/// Where the i-th of equal parts of `amount` begins: those before the rest of the division have one more.
constexpr std::int64_t start_of_part(std::int64_t amount, int parts, std::int64_t i) noexcept {
    return i * (amount / parts) + std::min(i, amount % parts);
}

/// The extent of equal parts of at most `most` elements; longer parts are of whole registers and cache lines.
constexpr std::int64_t equal_chunk(std::int64_t extent, std::int64_t most) noexcept {
    if (extent <= most) return extent;
    const std::int64_t parts = (extent - 1) / most + 1;
    const std::int64_t chunk = (extent - 1) / parts + 1;
    return chunk < 256 ? chunk : std::min((chunk + 63) / 64, most / 64) * 64;
}

}  // namespace zerostride::detail
