#include "dispatch/plan/tiling.hpp"

#include <cstdlib>

#include "dispatch/plan/bytes.hpp"
#include "dispatch/processor.hpp"

namespace zerostride::detail {
namespace {

constexpr transposed_tile transposed_for_kernel = {64, 16, 2048};
/// The same of a single operand on Zen 3 and 4: a fifth less time for f32 and f64, a third where rows are 4 KiB apart.
/// Of a single result it takes Zen 3 up to a fourth more.
constexpr transposed_tile transposed_by_longer_pieces = {256, 16, 2048};
/// Zen 5 does better with no more of the source's rows, each on a page of its own, at a time.
constexpr std::int64_t most_pages = 256;
/// Of copies that are transposed to where they belong, nothing comes back from scratch. Longer pieces of source rows
/// are streams for the hardware's prefetchers; but where rows are multiples of a KiB apart, so many lines of a column
/// fall on few sets of the L1 cache, and are gone before the column beside them comes; and of single bytes they would
/// be as many rows of the result, each on a page of its own.
constexpr transposed_tile transposed_for_copy = {1024, 64, 256}, transposed_in_squares = {256, 64, 256};
/// The same where it is the result's rows that are so far apart. Measured: on Zen 5 it takes half the time.
constexpr transposed_tile transposed_by_lines = {64, 8, 256};
constexpr std::int64_t few_sets_apart = 1024;

/// Nearly: without abs(), which the least number has none of.
std::int64_t length_of(std::int64_t stride) noexcept { return stride < 0 ? -(stride + 1) : stride; }

}  // namespace

std::int64_t bytes_of(const plan::state& s, std::size_t k) noexcept {
    const axis* const axes = s.loops.axes.data();
    const auto along = [&](std::size_t a) { return operand_axis{axes[a].extent, axes[a].stride[k]}; };
    return distinct_bytes(std::size_t{1} << s.element_log2[k], s.loops.axes.size(), along);
}

std::int64_t bytes_of_all(const plan::state& s) noexcept {
    std::int64_t bytes = 0;
    for (std::size_t k = 0; k <= s.inputs; ++k) bytes = sum_or_limit(bytes, bytes_of(s, k));
    return bytes;
}

unsigned splats_of(const plan::state& s) noexcept {
    unsigned mask = 0;
    for (std::size_t k = 1; k <= s.inputs; ++k) {
        if (s.routes[k].how == route::splat) mask |= 1u << (k - 1);
    }
    return mask;
}

bool tiling::may_be_transposed(std::size_t k) const noexcept {
    const std::size_t a = axis_of_stride(k, element_bytes(k));
    return a != none && s_.element_log2[k] < 4 &&
           (axes_[a].extent >= least_square || innermost().extent >= least_row_in_planes);
}

bool tiling::outweighs(std::size_t k, std::size_t other) const noexcept {
    const std::int64_t bytes = bytes_of(s_, k);
    return bytes > most_in_l1() && bytes / 4 >= bytes_of(s_, other);
}

bool tiling::leaves_heavier(std::size_t k, std::size_t along, std::size_t or_along) const noexcept {
    for (std::size_t j = 1; j <= s_.inputs; ++j) {
        if (!is_awkward(j) || !may_be_transposed(j) || follows(j, along) || follows(j, or_along)) continue;
        if (outweighs(j, k)) return true;
    }
    return false;
}

std::int64_t tiling::share_of_scratch() const noexcept {
    std::int64_t users = 0;
    for (std::size_t k = 0; k <= s_.inputs; ++k) users += has_tile_in_scratch(k);
    return users == 1 ? 4 * tile_bytes : users == 2 ? 2 * tile_bytes : tile_bytes;
}

void tiling::place_scratch() noexcept {
    const std::int64_t share = share_of_scratch() + cache_line;
    std::int64_t next = 0;
    for (std::size_t k = 0; k <= s_.inputs; ++k) {
        s_.routes[k].scratch = next;
        if (has_tile_in_scratch(k)) next += share;
    }
}

void tiling::keep_kernels() noexcept {
    for (std::size_t k = s_.inputs; k > 0; --k) {
        if (kernel_of_splats_[splats()] != nullptr && !(s_.copies && s_.streams)) return;
        if (s_.routes[k].how == route::splat) s_.routes[k].how = route::packed;
    }
}

void tiling::cut_to_transpose() noexcept {
    const bool in_place = s_.copies && !s_.streams && s_.routes[0].how == route::dense;
    const transposed_tile& most = in_place ? largest_transposed_copy() : largest_transposed_operand();
    const std::int64_t rows = std::max<std::int64_t>(most.rows, most.bytes >> log2_);
    const std::int64_t of_planes = std::max((rows + s_.planes - 1) / s_.planes, any(route::transposed) ? most.rows : 0);
    s_.row_chunk = std::min(s_.rows, s_.planes > 1 ? of_planes : rows);
    s_.col_chunk = std::min(s_.cols, most.row_bytes >> log2_);
    if (in_place) return;
    if (!stores_wait_in_turn()) s_.col_chunk = std::min(s_.col_chunk, most_pages);
    s_.col_chunk = std::min(s_.col_chunk, (share_of_scratch() >> log2_) / (s_.row_chunk * s_.planes));
}

const transposed_tile& tiling::largest_transposed_operand() const noexcept {
    const bool is_single = count(route::transposed) + count(route::in_planes) == 1;
    const bool is_result = s_.routes[0].how == route::transposed;
    return is_zen_3_or_4() && is_single && !(is_zen_3() && is_result) ? transposed_by_longer_pieces
                                                                      : transposed_for_kernel;
}

const transposed_tile& tiling::largest_transposed_copy() const noexcept {
    const bool few_written = s_.routes[0].row_stride % few_sets_apart == 0;
    const bool few_sets = few_written || s_.routes[1].col_stride % few_sets_apart == 0;
    if (few_written && !stores_wait_in_turn()) return transposed_by_lines;
    return few_sets || log2_ == 0 ? transposed_in_squares : transposed_for_copy;
}

bool tiling::shares_lines() const noexcept {
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        const operand_route& r = s_.routes[k];
        const std::int64_t step = std::abs(r.row_stride);
        if (r.how == route::packed && step > 0 && step < cache_line && step < std::abs(r.col_stride)) return true;
    }
    return false;
}

bool tiling::repeats_packed_rows() const noexcept {
    if (s_.copies && s_.streams && s_.routes[1].row_stride == 0) return true;
    bool repeats = false;
    for (std::size_t k = 1; k <= s_.inputs; ++k) {
        repeats |= s_.routes[k].how == route::packed && s_.routes[k].row_stride == 0;
    }
    return repeats && s_.cut == strategy::blocks;
}

void tiling::share_rows() noexcept {
    constexpr std::int64_t least_tile = 1024;
    constexpr std::int64_t least_rows_of_thread = 16;
    if (s_.outer_axes == 0 || any(route::packed) || s_.rows / s_.threads < least_rows_of_thread) return;
    for (std::size_t a = 0; a < s_.outer_axes; ++a) {
        if (length_of(axes_[a].stride[0]) >= length_of(s_.routes[0].row_stride)) return;
    }
    const std::int64_t chunks = (s_.rows + s_.row_chunk - 1) / s_.row_chunk;
    const std::int64_t shared = (chunks + s_.threads - 1) / s_.threads * s_.threads;
    const std::int64_t chunk = (s_.rows + shared - 1) / shared;
    if ((chunk * s_.col_chunk) << log2_ < least_tile) return;
    s_.row_chunk = chunk;
    s_.shares_rows = true;
}

bool tiling::would_write_by_turns(std::int64_t outside) const noexcept {
    constexpr std::int64_t few_outside = 4, far_in_result = 12288, least_of_source = 2 * cache_line;
    const operand_route& out = s_.routes[0];
    if (s_.cut != strategy::blocks || !s_.down_first || s_.col_chunks == 1) return false;
    if (s_.rows / s_.threads < least_square) return false;
    if (length_of(out.row_stride) <= length_of(out.col_stride)) return false;
    if (s_.copies && out.how == route::dense && s_.routes[1].how == route::transposed) return false;
    return (outside == 1 || (outside < few_outside * s_.threads && outside % s_.threads != 0)) &&
           s_.cols * s_.unit / s_.threads <= far_in_result >> log2_ &&
           s_.rows * s_.planes / s_.threads >= least_of_source >> log2_;
}

void tiling::count_tiles() noexcept {
    place_scratch();
    s_.row_chunks = s_.row_chunk == s_.rows ? 1 : (s_.rows + s_.row_chunk - 1) / s_.row_chunk;
    s_.col_chunks = s_.col_chunk == s_.cols ? 1 : (s_.cols + s_.col_chunk - 1) / s_.col_chunk;
    // Down the rows a transposed operand is read along its memory: the pages of its rows are met once. A row that
    // is written out again and again comes from the L1 cache, and so do the lines that rows have in common.
    const bool goes_by_lines = any(route::by_lines);
    s_.down_first =
        any(route::transposed) || any(route::in_planes) || goes_by_lines || repeats_packed_rows() || shares_lines();
    std::int64_t outside = 1;
    for (std::size_t a = 0; a < s_.outer_axes; ++a) outside *= axes_[a].extent;
    s_.tiles = outside * s_.row_chunks * s_.col_chunks;
    if (s_.threads > 1 && would_write_by_turns(outside)) s_.shares_rows = true;
    if (s_.cut == strategy::blocks && (goes_by_lines || any(route::packed))) {
        std::copy_n(axes_ + (rank_ - s_.column_axes), s_.column_axes, s_.columns);
        s_.columns[0].extent = s_.col_chunk;
    }
}

}  // namespace zerostride::detail
