#include "dispatch/packing/lines.hpp"

#include <algorithm>
#include <cstring>

namespace zerostride::detail {
namespace {

constexpr std::size_t line = 64, stage_bytes = 16384;

/// What stays together of a row, and the axes that walk from one to the next.
struct pixels {
    std::size_t axes, elements, bytes;

    explicit pixels(const columns_of_lines& columns) noexcept
        : axes(columns.count), elements(1), bytes(std::size_t{1} << columns.element_log2) {
        const axis& innermost = columns.axes[columns.count - 1];
        if (innermost.stride[columns.operand] != static_cast<std::int64_t>(bytes)) return;
        --axes;
        elements = static_cast<std::size_t>(innermost.extent);
        bytes *= elements;
    }
};

/// Pixels from the lines of a stage to rows, `Move` bytes at a time: what that is too much for one is written again by
/// the next, but for the last of a row.
template <std::size_t Move>
void scatter_pixels(std::size_t bytes, const std::byte* lines, std::size_t pitch, std::size_t rows, std::size_t cols,
                    std::byte* dense, std::ptrdiff_t step) noexcept {
    for (std::size_t r = 0; r < rows; ++r, lines += bytes, dense += step) {
        const std::byte* from = lines;
        std::byte* to = dense;
// A few instructions, which take twice as long where they happen to lie badly.
#pragma GCC unroll 4
        for (std::size_t c = 1; c < cols; ++c, from += pitch, to += bytes) std::memcpy(to, from, Move);
        std::memcpy(to, from, bytes);
    }
}

/// Lines side by side, some of a tile's columns at a time.
struct stage {
    std::size_t line_bytes, pitch, columns;
    alignas(line) std::byte at[stage_bytes + most_pixel_bytes];

    /// Equal parts of the columns: a last one of a few would be less than a register.
    stage(std::size_t bytes, std::size_t cols) noexcept : line_bytes(bytes), pitch((bytes + line - 1) / line * line) {
        const std::size_t most = stage_bytes / pitch, parts = (cols + most - 1) / most;
        columns = (cols + parts - 1) / parts;
    }
    /// Whole lines by registers, whose number the compiler knows.
    void copy(std::byte* to, const std::byte* from) const noexcept {
        if (line_bytes == line) std::memcpy(to, from, line);
        else std::memcpy(to, from, line_bytes);
    }
};

/// The columns' places one after the other, as bytes from the first.
class column_walk {
public:
    /// Along the outer `axes` of the columns.
    column_walk(const columns_of_lines& columns, std::size_t axes) noexcept : columns_(columns), axes_(axes) {}

    std::int64_t offset() const noexcept { return offset_; }
    void advance() noexcept {
        for (std::size_t a = axes_; a-- > 0;) {
            const axis& along = columns_.axes[a];
            offset_ += along.stride[columns_.operand];
            // The outermost axis is a part of one, and ends with the tile.
            if (a == 0 || ++index_[a] < along.extent) return;
            index_[a] = 0;
            offset_ -= along.extent * along.stride[columns_.operand];
        }
    }

private:
    const columns_of_lines& columns_;
    std::size_t axes_;
    std::int64_t offset_ = 0;
    std::int64_t index_[most_column_axes] = {};
};

}  // namespace

// The tile below is next, and no hardware prefetcher sees that, because each of its lines is on another page.

void collect_lines(const columns_of_lines& columns, kernels::transpose_mover transpose, const std::byte* source,
                   std::size_t rows, std::size_t cols, std::byte* dense, std::ptrdiff_t step,
                   kernels::lines_ahead ahead) noexcept {
    const pixels together(columns);
    cols /= together.elements;
    stage lines(rows * together.bytes, cols);
    column_walk walk(columns, together.axes);
    for (std::size_t c = 0; c < cols; c += lines.columns) {
        const std::size_t now = std::min(lines.columns, cols - c);
        for (std::size_t i = 0; i < now; ++i, walk.advance()) {
            const std::byte* const from = source + walk.offset();
            if (ahead.of_source) __builtin_prefetch(from + lines.line_bytes);
            lines.copy(lines.at + i * lines.pitch, from);
        }
        std::byte* const to = dense + c * together.bytes;
        if (together.elements == 1) {
            transpose(lines.at, static_cast<std::ptrdiff_t>(lines.pitch), rows, now, to, step, {false, ahead.of_result},
                      kernels::one_matrix);
            continue;
        }
        const auto scatter = together.bytes <= 4    ? scatter_pixels<4>
                             : together.bytes <= 8  ? scatter_pixels<8>
                             : together.bytes <= 16 ? scatter_pixels<16>
                                                    : scatter_pixels<most_pixel_bytes>;
        scatter(together.bytes, lines.at, lines.pitch, rows, now, to, step);
    }
}

void distribute_lines(const columns_of_lines& columns, kernels::transpose_mover transpose, const std::byte* dense,
                      std::ptrdiff_t step, std::size_t rows, std::size_t cols, std::byte* target,
                      kernels::lines_ahead ahead) noexcept {
    stage lines(rows << columns.element_log2, cols);
    column_walk walk(columns, columns.count);
    for (std::size_t c = 0; c < cols; c += lines.columns) {
        const std::size_t now = std::min(lines.columns, cols - c);
        transpose(dense + (c << columns.element_log2), step, now, rows, lines.at,
                  static_cast<std::ptrdiff_t>(lines.pitch), {ahead.of_source, false}, kernels::one_matrix);
        for (std::size_t i = 0; i < now; ++i, walk.advance()) {
            std::byte* const to = target + walk.offset();
            // The last byte of a line's worth: the first may share a line with this tile.
            if (ahead.of_result) __builtin_prefetch(to + 2 * lines.line_bytes - 1, 1);
            lines.copy(to, lines.at + i * lines.pitch);
        }
    }
}

}  // namespace zerostride::detail
