#include "dispatch/packing/lines.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

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

/// Lines side by side, some of a tile's columns at a time. Lines of 16 bytes and more begin where a register's worth
/// does.
struct stage {
    std::size_t line_bytes, pitch, columns;
    alignas(line) std::byte at[stage_bytes + most_pixel_bytes];

    /// Equal parts of the columns: a last one of a few would be less than a register.
    stage(std::size_t bytes, std::size_t cols) noexcept
        : line_bytes(bytes), pitch(bytes < line ? std::bit_ceil(bytes) : (bytes + line - 1) / line * line) {
        const std::size_t most = stage_bytes / pitch, parts = (cols + most - 1) / most;
        columns = (cols + parts - 1) / parts;
    }
};

/// Copies lines of Move bytes or up to twice as many by moves whose number the compiler knows; 0: of any.
template <std::size_t Move>
struct line_copy {
    std::size_t bytes;

    void operator()(std::byte* to, const std::byte* from) const noexcept {
        if constexpr (Move == 0) {
            std::memcpy(to, from, bytes);
        } else {
            std::memcpy(to, from, Move);
            if (bytes > Move) std::memcpy(to + bytes - Move, from + bytes - Move, Move);
        }
    }
};
/// Calls visit with the copies of lines of so many bytes.
template <class Visit>
void with_line_copy(std::size_t bytes, Visit visit) noexcept {
    if (bytes > 2 * line) return visit(line_copy<0>{bytes});
    if (bytes >= line) return visit(line_copy<line>{bytes});
    if (bytes >= line / 2) return visit(line_copy<line / 2>{bytes});
    if (bytes >= line / 4) return visit(line_copy<line / 4>{bytes});
    if (bytes >= line / 8) return visit(line_copy<line / 8>{bytes});
    return visit(line_copy<0>{bytes});
}

/// Columns one after the other: `steps` of the innermost axis for each of `turns` of the next.
struct column_run {
    std::int64_t offset;      ///< bytes from the tile's first column
    std::int64_t step, turn;  ///< bytes
    std::size_t steps, turns;
};

/// The columns' places, run by run.
class column_walk {
public:
    /// Along the outer `axes` of the columns.
    column_walk(const columns_of_lines& columns, std::size_t axes) noexcept : axes_(axes) {
        for (std::size_t a = 0; a < axes; ++a) {
            extent_[a] = columns.axes[a].extent;
            stride_[a] = columns.axes[a].stride[columns.operand];
        }
        // The outermost axis is a part of one, and ends with the tile.
        extent_[0] = std::numeric_limits<std::int64_t>::max();
    }

    /// The next ones, at most `most` of them.
    column_run next(std::size_t most) noexcept {
        if (axes_ == 0) return {0, 0, 0, most, 1};
        const std::size_t last = axes_ - 1;
        const auto wanted = static_cast<std::int64_t>(most);
        column_run made{offset_, stride_[last], 0, 0, 1};
        if (axes_ > 1 && index_[last] == 0 && extent_[last] <= wanted) {
            const std::int64_t turns = std::min(wanted / extent_[last], extent_[last - 1] - index_[last - 1]);
            made.turn = stride_[last - 1];
            made.turns = static_cast<std::size_t>(turns);
            made.steps = static_cast<std::size_t>(extent_[last]);
            advance(last - 1, turns);
        } else {
            const std::int64_t steps = std::min(wanted, extent_[last] - index_[last]);
            made.steps = static_cast<std::size_t>(steps);
            advance(last, steps);
        }
        return made;
    }

private:
    void advance(std::size_t a, std::int64_t steps) noexcept {
        offset_ += steps * stride_[a];
        index_[a] += steps;
        for (; a > 0 && index_[a] == extent_[a]; --a) {
            offset_ += stride_[a - 1] - extent_[a] * stride_[a];
            index_[a] = 0;
            ++index_[a - 1];
        }
    }

    std::size_t axes_;
    std::int64_t extent_[most_column_axes], stride_[most_column_axes];
    std::int64_t offset_ = 0;
    std::int64_t index_[most_column_axes] = {};
};

/// Calls visit(place, i) for the i-th of `count` columns of a stage and where its line is, the next of the walk. Lines
/// that are less than a cache line go along the longer of two axes first, where they often follow each other.
template <class Visit>
void for_columns(column_walk& walk, std::size_t count, std::size_t line_bytes, Visit visit) noexcept {
    for (std::size_t i = 0; i < count;) {
        const column_run run = walk.next(count - i);
        struct way {
            std::size_t count, columns;
            std::int64_t bytes;
        } outer{run.turns, run.steps, run.turn}, inner{run.steps, 1, run.step};
        if (line_bytes < line && outer.count > inner.count) std::swap(outer, inner);
        for (std::size_t o = 0; o < outer.count; ++o) {
            std::int64_t at = run.offset + static_cast<std::int64_t>(o) * outer.bytes;
            std::size_t column = i + o * outer.columns;
            for (std::size_t n = 0; n < inner.count; ++n, at += inner.bytes, column += inner.columns) visit(at, column);
        }
        i += run.steps * run.turns;
    }
}

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
        with_line_copy(lines.line_bytes, [&](auto copy) {
            for_columns(walk, now, lines.line_bytes, [&](std::int64_t place, std::size_t i) {
                const std::byte* const from = source + place;
                if (ahead.of_source) __builtin_prefetch(from + lines.line_bytes);
                copy(lines.at + i * lines.pitch, from);
            });
        });
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
        with_line_copy(lines.line_bytes, [&](auto copy) {
            for_columns(walk, now, lines.line_bytes, [&](std::int64_t place, std::size_t i) {
                std::byte* const to = target + place;
                // The last byte of a line's worth: the first may share a line with this tile.
                if (ahead.of_result) __builtin_prefetch(to + 2 * lines.line_bytes - 1, 1);
                copy(to, lines.at + i * lines.pitch);
            });
        });
    }
}

}  // namespace zerostride::detail
