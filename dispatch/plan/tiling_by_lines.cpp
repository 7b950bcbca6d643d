#include "dispatch/plan/tiling_by_lines.hpp"

#include <algorithm>
#include <cstdlib>

#include "dispatch/packing/lines.hpp"
#include "dispatch/processor.hpp"

namespace zerostride::detail {
namespace {

/// Where each line goes on its own.
constexpr transposed_tile of_lines = {64, 16, 2048}, of_long_lines = {256, 16, 1024};
/// Rows from so many elements on are transposed from where they are.
constexpr std::int64_t least_transposed_row = 32;
/// Lines go on their own for so many columns at least.
constexpr std::int64_t least_lines = 8;
/// And for so many elements: smaller tiles take longer to start than programs to bring them.
constexpr std::int64_t least_collected = 1024;

}  // namespace

bool tiling_by_lines::plan_collected() noexcept {
    if (rank_ < 3 || innermost().extent >= least_transposed_row || is_awkward(0)) return false;
    const std::size_t along = axis_to_collect();
    if (along == none) return false;
    int operands = 0;
    std::int64_t pixel = 1;
    bool leaves_any = false;
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        const std::int64_t together = pixel_along(k, along);
        operands += is_awkward(k) || together > 1;
        leaves_any |= is_awkward(k) && together == 0 && may_be_transposed(k) && axes_[along].stride[k] != 0 &&
                      bytes_of(s_, k) > most_in_l1();
        pixel = std::max(pixel, together);
    }
    if (leaves_any && plan_in_planes(true)) return true;
    const lines_tile tile = {largest_of_lines(operands), pixel};
    // Whatever else needs scratch, the tile fits.
    const std::int64_t most = (tile_bytes >> log2_) / rows_of(tile, axes_[along].extent);
    std::int64_t inside = 1;
    std::size_t first = rank_;
    while (first - 1 > along && rank_ - first < most_column_axes && inside <= most / axes_[first - 1].extent) {
        inside *= axes_[--first].extent;
    }
    if (first - 1 > along && rank_ - first < most_column_axes) --first;
    else inside /= axes_[first].extent;
    const std::int64_t lines = inside * axes_[first].extent;
    if (lines < least_lines || lines * axes_[along].extent < least_collected || !is_dense_from(0, first)) return false;

    // The rows are short. Past the caches, by shuffles, pixels took Zen 4 two to four times as long.
    if (pixel > 1) s_.streams = false;
    std::rotate(axes_ + along, axes_ + along + 1, axes_ + first);
    plan_lines(first, inside, tile);
    return true;
}

std::size_t tiling_by_lines::axis_to_collect() const noexcept {
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        for (std::size_t a = 0; a + 2 < rank_; ++a) {
            const std::int64_t bytes = pixel_along(k, a) * axes_[a].extent * element_bytes(k);
            if (bytes < lane_bytes || axes_[a].extent < least_square) continue;
            if (!leaves_heavier(k, a, a)) return a;
        }
    }
    return none;
}

std::int64_t tiling_by_lines::pixel_along(std::size_t k, std::size_t a) const noexcept {
    const std::int64_t element = element_bytes(k), stride = axes_[a].stride[k], extent = innermost().extent;
    if (is_awkward(k)) return stride == element ? 1 : 0;
    // In the nearest caches shuffles are faster, but they take long to find. What fills their lanes they move as one,
    // too; and what is wider they move well enough for a kernel that stores past the caches.
    if (!(is_far_ || once_) || stride % lane_bytes == 0 || (s_.streams && !s_.copies && stride > lane_bytes)) return 0;
    if (innermost().stride[k] != element || stride != extent * element || stride > most_pixel_bytes) return 0;
    // Their lines lie apart: none is walked again, as in a broadcast.
    for (std::size_t b = a + 1; b + 1 < rank_; ++b) {
        if (std::abs(axes_[b].stride[k]) < axes_[a].extent * stride) return 0;
    }
    return extent;
}

bool tiling_by_lines::plan_distributed() noexcept {
    if (rank_ < 3 || is_awkward(0) || innermost().extent < least_square) return false;
    const lines_tile tile = {largest_of_lines(1), 1};
    const std::int64_t most = (tile_bytes >> log2_) / rows_of(tile, innermost().extent);
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        if (!is_awkward(k)) continue;
        // From the innermost of the input's axes on.
        std::size_t chain[most_column_axes];
        std::size_t length = 0;
        std::int64_t elements = 1, inside = 1;
        while (length < most_column_axes && elements <= most) {
            const std::size_t a = axis_of_stride(k, elements * element_bytes(k));
            if (a == none) break;
            inside = elements;
            elements *= axes_[a].extent;
            chain[length++] = a;
        }
        if (length < 2 || axes_[chain[0]].extent >= least_transposed_row || elements < least_lines) continue;
        if (!is_straight_along(chain, length)) continue;
        if (leaves_heavier(k, chain[0], chain[0])) continue;
        move_to_end(chain, length);
        plan_lines(rank_ - length, inside, tile);
        return true;
    }
    return false;
}

bool tiling_by_lines::is_straight_along(const std::size_t* chain, std::size_t length) const noexcept {
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        std::int64_t step = axes_[chain[0]].stride[k] == 0 ? 0 : element_bytes(k);
        for (std::size_t i = 0; i < length; step *= axes_[chain[i++]].extent) {
            if (axes_[chain[i]].stride[k] != step) return false;
        }
    }
    return true;
}

void tiling_by_lines::move_to_end(const std::size_t* chain, std::size_t length) noexcept {
    axis moved[most_column_axes];
    for (std::size_t i = 0; i < length; ++i) moved[length - 1 - i] = axes_[chain[i]];
    std::size_t kept = 0;
    for (std::size_t a = 0; a < rank_; ++a) {
        if (std::find(chain, chain + length, a) == chain + length) axes_[kept++] = axes_[a];
    }
    std::copy_n(moved, length, axes_ + kept);
}

const transposed_tile& tiling_by_lines::largest_of_lines(int operands) noexcept {
    return is_zen_3_or_4() && operands == 1 ? of_long_lines : of_lines;
}

std::int64_t tiling_by_lines::rows_of(const lines_tile& tile, std::int64_t extent) const noexcept {
    return std::min(extent, std::max<std::int64_t>(tile.most.rows, (tile.most.bytes >> log2_) / tile.pixel));
}

void tiling_by_lines::plan_lines(std::size_t first, std::int64_t inside, const lines_tile& tile) noexcept {
    const std::size_t row = first - 1;
    for (std::size_t k = 0; k <= s_.inputs; ++k) {
        operand_route& r = s_.routes[k];
        r.row_stride = axes_[row].stride[k];
        r.col_stride = axes_[first].stride[k];
        r.how = is_dense_from(k, first)            ? route::dense
                : k > 0 && is_splat_from(k, first) ? route::splat
                : pixel_along(k, row) > 0          ? route::by_lines
                                                   : route::packed;
    }
    s_.cut = strategy::blocks;
    keep_kernels();
    s_.outer_axes = row;
    s_.rows = axes_[row].extent;
    s_.cols = axes_[first].extent;
    s_.unit = inside;
    s_.column_axes = rank_ - first;
    s_.row_chunk = rows_of(tile, s_.rows);
    const bool needs_scratch = !s_.copies || s_.streams;
    std::int64_t most = tile.most.row_bytes >> log2_;
    if (needs_scratch) most = std::min(most, (share_of_scratch() >> log2_) / s_.row_chunk);
    s_.col_chunk = std::clamp<std::int64_t>(most / inside, 1, s_.cols);
    count_tiles();
}

bool tiling_by_lines::plan_in_planes(bool of_all) noexcept {
    if (rank_ < 3 || s_.copies || is_awkward(0) || innermost().extent < least_row_in_planes) return false;
    std::size_t plane = none, row = none, served = 0;
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        if (!is_awkward(k) || s_.element_log2[k] == 4) continue;
        const std::size_t a = axis_of_stride(k, element_bytes(k));
        if (a == none) continue;
        const std::int64_t bytes = axes_[a].extent * element_bytes(k);
        if (axes_[a].extent >= least_square && 2 * bytes > cache_line) continue;
        const std::size_t b = axis_of_stride(k, bytes);
        if (b == none || axes_[b].extent * axes_[a].extent < least_square) continue;
        if (row == none || outweighs(k, served) || (axes_[b].extent > axes_[row].extent && !outweighs(served, k))) {
            plane = a, row = b, served = k;
        }
    }
    const auto leaves_any = [&] {
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (is_awkward(k) && !follows(k, row) && !follows(k, plane)) return true;
        }
        return false;
    };
    if (row == none || (of_all ? leaves_any() : leaves_heavier(served, row, plane))) {
        return !of_all && plan_two_transposed();
    }
    std::rotate(axes_ + plane, axes_ + plane + 1, axes_ + rank_ - 1);
    if (row > plane) --row;
    std::rotate(axes_ + row, axes_ + row + 1, axes_ + rank_ - 1);
    cut_in_planes();
    return true;
}

bool tiling_by_lines::plan_two_transposed() noexcept {
    std::size_t row = none, plane = none;
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        if (!is_awkward(k) || s_.element_log2[k] == 4) continue;
        const std::size_t a = axis_of_stride(k, element_bytes(k));
        if (a == none || axes_[a].extent < least_square) continue;
        if (row == none) row = a;
        else if (a != row && std::abs(innermost().stride[k]) >= least_square * element_bytes(k)) plane = a;
    }
    if (plane == none) return false;
    const std::int64_t planes = planes_of(axes_[plane].extent);
    if (planes == 0) return false;
    std::rotate(axes_ + row, axes_ + row + 1, axes_ + rank_ - 1);
    if (plane > row) --plane;
    axis together = axes_[plane];
    if (planes == together.extent) {
        std::rotate(axes_ + plane, axes_ + plane + 1, axes_ + rank_ - 2);
    } else {
        axes_[plane].extent /= planes;
        for (std::size_t k = 0; k <= s_.inputs; ++k) axes_[plane].stride[k] *= planes;
        together.extent = planes;
        s_.loops.axes.push_back(together);
        ++rank_;
        std::rotate(axes_ + rank_ - 3, axes_ + rank_ - 1, axes_ + rank_);
    }
    cut_in_planes();
    return true;
}

std::int64_t tiling_by_lines::planes_of(std::int64_t extent) const noexcept {
    const std::int64_t most = std::max(least_square, lane_bytes >> log2_);
    if (extent <= 2 * most) return extent;
    for (std::int64_t planes = most; planes >= least_square && s_.loops.axes.has_room(); --planes) {
        if (extent % planes == 0) return planes;
    }
    return log2_ <= 1 && extent <= 4 * most ? extent : 0;
}

void tiling_by_lines::cut_in_planes() noexcept {
    const std::size_t row = rank_ - 2;
    s_.planes = axes_[row - 1].extent;
    for (std::size_t k = 0; k <= s_.inputs; ++k) {
        operand_route& r = s_.routes[k];
        r.row_stride = axes_[row].stride[k];
        r.col_stride = innermost().stride[k];
        r.how = r.col_stride == element_bytes(k) ? route::dense
                : k > 0 && r.col_stride == 0     ? route::splat
                : is_in_planes(k)                ? route::in_planes
                : is_transposed(k, row)          ? route::transposed
                                                 : route::packed;
    }
    s_.cut = strategy::blocks;
    keep_kernels();
    s_.outer_axes = row - 1;
    s_.rows = axes_[row].extent;
    s_.cols = innermost().extent;
    cut_to_transpose();
    if (any(route::packed)) s_.col_chunk = std::min(s_.col_chunk, longest_period);
    count_tiles();
}

bool tiling_by_lines::is_in_planes(std::size_t k) const noexcept {
    const axis &plane = axes_[rank_ - 3], &row = axes_[rank_ - 2];
    return s_.element_log2[k] < 4 && plane.stride[k] == element_bytes(k) &&
           (row.stride[k] == plane.extent * element_bytes(k) || plane.extent >= least_square);
}

}  // namespace zerostride::detail
