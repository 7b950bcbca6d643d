// The order of tiles: outer axes, then one of the tiled ones, then the other, as the plan says; or, where threads share
// the rows, those of one thread with all that the outer axes and the columns have of them.
#pragma once

#include <algorithm>

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Where the tiles of thread `task` begin, the number of threads being past the last one's: each has about as many
/// elements, not tiles, of which the last ones of an axis are smaller. A row where the plan shares those.
std::int64_t start_of_tiles(const plan::state& s, std::int64_t task) noexcept;

/// One of the two axes that are cut.
struct tiled_axis {
    std::int64_t extent, chunk, chunks;
};
inline tiled_axis slow_axis(const plan::state& s) noexcept {
    return s.down_first ? tiled_axis{s.cols, s.col_chunk, s.col_chunks} : tiled_axis{s.rows, s.row_chunk, s.row_chunks};
}
inline tiled_axis fast_axis(const plan::state& s) noexcept {
    return s.down_first ? tiled_axis{s.rows, s.row_chunk, s.row_chunks} : tiled_axis{s.cols, s.col_chunk, s.col_chunks};
}

/// The position in the outer axes, as bytes from the start for each operand. The innermost few axes count like
/// an odometer; the others, which hardly ever move, are worked out from their linear index.
class position {
public:
    position(const plan::state& s, std::int64_t linear) noexcept
        : s_(s), counted_(std::min(s.outer_axes, axis_list::inline_axes)) {
        for (std::size_t i = 0; i < counted_; ++i) {
            const axis& a = s.loops.axes[s.outer_axes - 1 - i];
            index_[i] = linear % a.extent;
            linear /= a.extent;
        }
        beyond_ = linear;
        settle();
    }
    const std::int64_t* offsets() const noexcept { return offset_; }
    void advance() noexcept {
        for (std::size_t i = 0; i < counted_; ++i) {
            const axis& a = s_.loops.axes[s_.outer_axes - 1 - i];
            const bool wraps = ++index_[i] == a.extent;
            for (std::size_t k = 0; k <= s_.inputs; ++k) offset_[k] += a.stride[k] * (wraps ? 1 - a.extent : 1);
            if (!wraps) return;
            index_[i] = 0;
        }
        ++beyond_;
        settle();
    }

private:
    void settle() noexcept {
        for (std::int64_t& offset : offset_) offset = 0;
        std::int64_t linear = beyond_;
        for (std::size_t i = 0; i < s_.outer_axes; ++i) {
            const axis& a = s_.loops.axes[s_.outer_axes - 1 - i];
            std::int64_t index;
            if (i < counted_) {
                index = index_[i];
            } else {
                index = linear % a.extent;
                linear /= a.extent;
            }
            for (std::size_t k = 0; k <= s_.inputs; ++k) offset_[k] += index * a.stride[k];
        }
    }

    const plan::state& s_;
    std::size_t counted_;
    std::int64_t index_[axis_list::inline_axes];
    std::int64_t beyond_;
    std::int64_t offset_[max_operands];
};

/// Calls `visit` for tiles [first, last): with their place in the outer axes, bytes for each operand, and in the tiled
/// ones the first row, the row that they end before, and the first column.
template <class Visit>
inline kernels::findings for_tiles(const plan::state& s, std::int64_t first, std::int64_t last, Visit visit) noexcept {
    const tiled_axis slow = slow_axis(s), fast = fast_axis(s);
    const std::int64_t inner_tiles = slow.chunks * fast.chunks;
    position outer(s, first / inner_tiles);
    std::int64_t at_slow = first % inner_tiles / fast.chunks, at_fast = first % inner_tiles % fast.chunks;
    kernels::findings found = kernels::nothing_found;
    for (std::int64_t tile = first; tile < last; ++tile) {
        found |= visit(outer.offsets(), (s.down_first ? at_fast : at_slow) * s.row_chunk, s.rows,
                       (s.down_first ? at_slow : at_fast) * s.col_chunk);
        if (++at_fast < fast.chunks || tile + 1 == last) continue;
        at_fast = 0;
        if (++at_slow < slow.chunks) continue;
        at_slow = 0;
        outer.advance();
    }
    return found;
}

/// The same for the tiles of rows [first, last). Where the next tile is not the one below, a row's are next to each
/// other in the result, whatever axis they are of.
template <class Visit>
inline kernels::findings for_tiles_of_rows(const plan::state& s, std::int64_t first, std::int64_t last,
                                           Visit visit) noexcept {
    const std::int64_t outside = s.tiles / (s.row_chunks * s.col_chunks);
    kernels::findings found = kernels::nothing_found;
    const auto visit_columns = [&](std::int64_t from, std::int64_t to) {
        position outer(s, 0);
        for (std::int64_t i = 0; i < outside; ++i, outer.advance()) {
            for (std::int64_t col = 0; col < s.cols; col += s.col_chunk) {
                for (std::int64_t row = from; row < to; row += s.row_chunk) {
                    found |= visit(outer.offsets(), row, last, col);
                }
            }
        }
    };
    if (s.down_first) {
        visit_columns(first, last);
    } else {
        for (std::int64_t row = first; row < last; row += s.row_chunk) visit_columns(row, row + 1);
    }
    return found;
}

}  // namespace zerostride::detail
