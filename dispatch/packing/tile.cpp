#include "dispatch/packing/tile.hpp"

namespace zerostride::detail {

bool write_offsets(std::int32_t* offset, const operand_tile& tile, std::int64_t rows) noexcept {
    // One row by growing it axis by axis from the innermost, then the others from the first.
    std::int64_t length = 1;
    offset[0] = 0;
    for (std::size_t a = tile.count; a-- > 0;) {
        const std::int64_t stride = tile.inner[a].stride[tile.operand];
        for (std::int64_t i = 1; i < tile.inner[a].extent; ++i) {
            std::int64_t shift;
            if (__builtin_mul_overflow(i, stride, &shift)) return false;
            for (std::int64_t j = 0; j < length; ++j) {
                const std::int64_t at = offset[j] + shift;
                if (at != static_cast<std::int32_t>(at)) return false;
                offset[i * length + j] = static_cast<std::int32_t>(at);
            }
        }
        length *= tile.inner[a].extent;
    }
    for (std::int64_t r = 1; r < rows; ++r) {
        for (std::int64_t j = 0; j < tile.row_elements; ++j) {
            const std::int64_t at = offset[j] + r * tile.row_stride;
            if (at != static_cast<std::int32_t>(at)) return false;
            offset[r * tile.row_elements + j] = static_cast<std::int32_t>(at);
        }
    }
    return true;
}

}  // namespace zerostride::detail
