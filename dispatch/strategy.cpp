// The strategy of a plan: how its nest is cut into tiles, and how each operand's tile reaches the kernel.
//
// Three costs decide. A row of the kernel costs a nanosecond or two to start, so rows should be long. An operand
// that is packed costs a load, a shuffle and a store for every 16 bytes, unless it stays the same from tile to
// tile, when it is packed once. Whatever is in scratch must fit into the L1 cache beside the operands' tiles.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "dispatch/cost.hpp"
#include "dispatch/lines.hpp"
#include "dispatch/packing_cost.hpp"
#include "dispatch/plan.hpp"

namespace zerostride::detail {
namespace {

/// A tile that needs no scratch may be larger: it is only a unit of work for threads.
constexpr std::int64_t direct_bytes = 1024 * 1024;
/// Tiles of copies that are stored past the caches: the reads of one overlap with the stores of the one before
/// only if both fit into the processor's window of instructions and buffers.
constexpr std::int64_t streamed_bytes = 16384;
/// Transposing goes by this many bytes of a source row, or so many result rows, whichever is more, and makes result
/// rows of so many bytes.
struct transposed_tile {
    std::int64_t bytes, rows, row_bytes;
};
constexpr transposed_tile transposed_for_kernel = {64, 16, 2048};
/// The same of a single operand on Zen 3 and 4: a fifth less time for f32 and f64, a third where rows are 4 KiB apart.
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
/// The same where each line goes on its own.
constexpr transposed_tile of_lines = {64, 16, 2048}, of_long_lines = {256, 16, 1024};
/// Rows from so many elements on are transposed from where they are.
constexpr std::int64_t least_transposed_row = 32;
/// Lines go on their own for so many columns at least.
constexpr std::int64_t least_lines = 8;
/// And for so many elements: smaller tiles take longer to start than programs to bring them.
constexpr std::int64_t least_collected = 1024;
/// Transposing pays from squares of this side.
constexpr std::int64_t least_square = 8;
/// Planes are taken at once for kernel rows of so many elements at least.
constexpr std::int64_t least_row_in_planes = 16;

class chooser {
public:
    /// `share`: what a thread should get at least, in tiles of this many bytes per operand. `is_far`: operands and
    /// result do not stay in the L2 cache. `computing`: picoseconds of an element.
    chooser(plan::state& s, const kernels::kernel* kernel_of_splats, std::int64_t share, bool is_far, double computing,
            bool once) noexcept
        : s_(s),
          kernel_of_splats_(kernel_of_splats),
          axes_(s.loops.axes.data()),
          rank_(s.loops.axes.size()),
          share_bytes_(share),
          is_far_(is_far),
          computing_(computing),
          once_(once) {
        for (std::size_t k = 0; k <= s.inputs; ++k) log2_ = std::max(log2_, s.element_log2[k]);
        for (operand_route& r : s.routes) r.how = route::dense;
        s.unit = 1;
        s.column_axes = 1;
        s.planes = 1;
    }

    void choose() noexcept {
        if (s_.loops.total == 0) {
            s_.cut = strategy::empty;
            s_.tiles = 0;
            return;
        }
        if (rank_ == 0) {
            whole(1);
        } else if (rank_ == 1) {
            if (s_.streams || !is_plain_row()) plan_blocks(0);
            else whole(axes_[0].extent);
        } else if (!plan_collected() && !plan_distributed() && !plan_in_planes() && !plan_squares()) {
            const std::size_t turned = axis_to_transpose();
            if (turned != none) {
                std::swap(axes_[turned], axes_[rank_ - 2]);
                if (is_better_turned()) {
                    std::swap(axes_[rank_ - 2], axes_[rank_ - 1]);
                    if (!is_flat_or_transposed(rank_ - 2) || !plan_flat(rank_ - 2)) plan_blocks(rank_ - 2);
                } else if (!(is_flat_or_transposed(rank_ - 2) ||
                             (innermost().extent < 32 && is_dense_from(0, rank_ - 2))) ||
                           !plan_flat(rank_ - 2) || !any(route::transposed)) {
                    plan_blocks(row_axis_of_blocks());
                }
            } else if (!flat_is_better() || !plan_flat(flat_row_axis())) {
                plan_blocks(row_axis_of_blocks());
            }
        }
        s_.run = kernel_of_splats_[splats()];
        if (s_.cut == strategy::flat && s_.tiles == 1 && !s_.copies && s_.routes[0].how == route::dense &&
            !any(route::transposed) && !any(route::in_squares)) {
            s_.cut = strategy::single;
        }
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::int64_t element_bytes(std::size_t k) const noexcept { return std::int64_t{1} << s_.element_log2[k]; }
    const axis& innermost() const noexcept { return axes_[rank_ - 1]; }
    std::int64_t scratch_elements() const noexcept {
        return (s_.streams && s_.copies ? streamed_bytes : tile_bytes) >> log2_;
    }

    /// Elements of a tile of blocks whose operands are packed from where they have gaps between them. Beyond the L2
    /// cache what is read for a tile, its packed form and the result are to fill half of the L1 cache: more is gone
    /// before it is used, and nothing is under way while the rest is computed. (Twice the time, for doubles.)
    std::int64_t elements_with_gaps() const noexcept {
        constexpr std::int64_t least = 128;
        if (!is_far_) return scratch_elements();
        std::int64_t bytes = 0;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            const operand_route& r = s_.routes[k];
            if (r.how != route::splat) bytes += element_bytes(k);
            if (r.how != route::packed) continue;
            if (r.row_stride == 0 && s_.rows > 1) return scratch_elements();  // packed once for all rows
            bytes += std::min(std::abs(r.col_stride), cache_line);
        }
        const std::int64_t fitting = most_in_l1() / 2 / bytes / least * least;
        return std::clamp(fitting, std::min(least, scratch_elements()), scratch_elements());
    }

    bool is_awkward(std::size_t k) const noexcept {
        const std::int64_t stride = innermost().stride[k];
        return stride != element_bytes(k) && (k == 0 || stride != 0);
    }
    bool has_awkward() const noexcept {
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            if (is_awkward(k)) return true;
        }
        return false;
    }
    bool is_dense_from(std::size_t k, std::size_t from) const noexcept {
        return detail::is_dense_from(s_.loops, k, from, element_bytes(k));
    }
    bool is_splat_from(std::size_t k, std::size_t from) const noexcept {
        return detail::is_splat_from(s_.loops, k, from);
    }
    int count(route how) const noexcept {
        int found = 0;
        for (std::size_t k = 0; k <= s_.inputs; ++k) found += s_.routes[k].how == how;
        return found;
    }
    bool any(route how) const noexcept { return count(how) > 0; }
    /// Rank 1: a kernel takes it as it is.
    bool is_plain_row() noexcept {
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            if (is_awkward(k)) return false;
            if (innermost().stride[k] == 0) s_.routes[k].how = route::splat;
        }
        return kernel_of_splats_[splats()] != nullptr;
    }
    bool has_tile_in_scratch(std::size_t k) const noexcept {
        const route how = s_.routes[k].how;
        return how == route::packed || uses_transpose(how) || (k == 0 && s_.streams && s_.copies);
    }
    /// Bytes of scratch for each operand that needs some.
    std::int64_t share_of_scratch() const noexcept {
        std::int64_t users = 0;
        for (std::size_t k = 0; k <= s_.inputs; ++k) users += has_tile_in_scratch(k);
        return users == 1 ? 4 * tile_bytes : users == 2 ? 2 * tile_bytes : tile_bytes;
    }
    /// The rows of a packed input lie between each other, as the channels of an interleaved picture.
    bool shares_lines() const noexcept {
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            const operand_route& r = s_.routes[k];
            const std::int64_t step = std::abs(r.row_stride);
            if (r.how == route::packed && step > 0 && step < cache_line && step < std::abs(r.col_stride)) return true;
        }
        return false;
    }
    /// A cache line apart beyond their size, so that the same row of two tiles never falls on the same set of
    /// lines.
    void place_scratch() noexcept {
        const std::int64_t share = share_of_scratch() + cache_line;
        std::int64_t next = 0;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            s_.routes[k].scratch = next;
            if (has_tile_in_scratch(k)) next += share;
        }
    }
    unsigned splats() const noexcept {
        unsigned mask = 0;
        for (std::size_t k = 1; k <= s_.inputs; ++k) mask |= (s_.routes[k].how == route::splat ? 1u : 0u) << (k - 1);
        return mask;
    }
    /// Where no kernel takes so many splats, and where a splat would have to be stored past the caches, the
    /// last one is packed.
    void keep_kernels() noexcept {
        for (std::size_t k = s_.inputs; k > 0; --k) {
            if (kernel_of_splats_[splats()] != nullptr && !(s_.copies && s_.streams)) return;
            if (s_.routes[k].how == route::splat) s_.routes[k].how = route::packed;
        }
    }

    void whole(std::int64_t elements) noexcept {
        s_.cut = strategy::whole;
        s_.outer_axes = 0;
        s_.rows = s_.row_chunk = s_.row_chunks = 1;
        s_.cols = s_.col_chunk = elements;
        s_.col_chunks = s_.tiles = 1;
    }

    /// The first axis but the innermost one that operand `k` walks in steps of so many bytes; none if there is none.
    std::size_t axis_of_stride(std::size_t k, std::int64_t bytes) const noexcept {
        for (std::size_t a = 0; a + 1 < rank_; ++a) {
            if (axes_[a].stride[k] == bytes) return a;
        }
        return none;
    }

    /// The axis along which an input is dense that the output does not walk innermost; none if there is none.
    std::size_t axis_to_transpose() const noexcept {
        if (is_awkward(0) || innermost().extent < least_square) return none;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (!is_awkward(k) || s_.element_log2[k] == 4) continue;
            for (std::size_t a = rank_ - 1; a-- > 0;) {
                if (axes_[a].stride[k] == element_bytes(k) && axes_[a].extent >= least_square) return a;
            }
        }
        return none;
    }
    /// Whether fewer operands need scratch when the tiles' rows run along the next axis out, and the result is what
    /// is transposed.
    bool is_better_turned() const noexcept {
        if (s_.element_log2[0] == 4) return false;
        int as_it_is = 0, turned = 1;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            const std::int64_t stride = axes_[rank_ - 2].stride[k];
            as_it_is += is_awkward(k);
            turned += stride != element_bytes(k) && stride != 0;
        }
        return turned < as_it_is;
    }
    bool is_transposed(std::size_t k, std::size_t row) const noexcept {
        return row + 2 == rank_ && is_awkward(k) && axes_[row].stride[k] == element_bytes(k) &&
               axes_[row].extent >= least_square && innermost().extent >= least_square;
    }

    /// Matrices, so small that a tile has many of them, that are dense in the result and in an operand have their rows
    /// and columns the other way round. What is less than a call of the mover programs bring sooner.
    bool plan_squares() noexcept {
        constexpr std::int64_t least = 64;
        if (rank_ < 3 || is_awkward(0) || !is_dense_from(0, rank_ - 3)) return false;
        const std::int64_t elements = axes_[rank_ - 2].extent * innermost().extent;
        if (elements < least || elements > (tile_bytes >> log2_) / 2) return false;
        const bool calls_mover = elements << log2_ > most_turned_by_programs();
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (is_in_squares(k, rank_ - 3)) return plan_flat(rank_ - 3, calls_mover);
        }
        return false;
    }
    /// Bytes of a matrix. Programs that merge registers, and shuffles of bytes, take less than the mover, but long to
    /// find.
    std::int64_t most_turned_by_programs() const noexcept {
        const bool merges = s_.movers->merge != nullptr && cpu().avx512_vbmi;
        if (once_) return merges ? merged_bytes : 0;
        if (merges) return 3 * merged_bytes;
        return log2_ == 0 && s_.movers->shuffle[0][0] != nullptr ? 9 * lane_bytes : 0;
    }
    bool is_in_squares(std::size_t k, std::size_t row) const noexcept {
        if (row + 3 != rank_ || !is_awkward(k) || s_.element_log2[k] == 4) return false;
        const axis& inside = axes_[rank_ - 2];
        const std::int64_t least = std::min(least_square, lane_bytes >> s_.element_log2[k]);
        return inside.stride[k] == element_bytes(k) && inside.extent >= least && innermost().extent >= least;
    }

    /// One row of the kernel takes a tile whose rows begin at `row`, nothing has to be packed for that, and a tile has
    /// the rows of a source's cache line at least.
    bool is_flat_or_transposed(std::size_t row) const noexcept {
        constexpr std::int64_t most = 256;
        if (s_.copies || innermost().extent > most) return false;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            const bool is_flat = is_dense_from(k, row) || (k > 0 && is_splat_from(k, row));
            if (!is_flat && !is_transposed(k, row)) return false;
        }
        return true;
    }

    /// The axis whose indices are the rows of a flat tile: the first that fills half a tile with what is inside
    /// it, because short programs stay in the cache; what is inside must fit a program. A tile that is not dense in the
    /// result is put there one by one, unless smaller ones are dense that are worth their start.
    std::size_t flat_row_axis() const noexcept {
        constexpr std::int64_t least_dense = 128;
        const std::int64_t most = std::min(scratch_elements(), longest_period);
        std::int64_t inside = 1;
        std::size_t a = rank_;
        while (a > 1 && inside <= most / axes_[a - 1].extent) {
            if (a < rank_ && 2 * inside * axes_[a - 1].extent >= scratch_elements()) break;
            inside *= axes_[--a].extent;
        }
        if (is_dense_from(0, a - 1)) return a - 1;
        for (std::size_t dense = a; dense < rank_ && inside >= least_dense; inside /= axes_[dense++].extent) {
            if (is_dense_from(0, dense)) return dense;
        }
        return a - 1;
    }

    bool flat_is_better() const noexcept {
        if (has_awkward()) return innermost().extent < 16;
        // For a handful of elements a program takes longer to write than it saves in one run.
        if (once_ && s_.loops.total <= 64) return false;
        const std::size_t row = flat_row_axis();
        if (!is_dense_from(0, row)) return innermost().extent < 16;
        if (2 * (innermost().extent << log2_) > tile_bytes) return false;
        return cycles_of_flat(s_, tile_of_flat(row), is_far_) < cycles_of_blocks(tile_of_blocks());
    }
    flat_tile tile_of_flat(std::size_t row) const noexcept {
        std::int64_t inside = 1;
        for (std::size_t a = row + 1; a < rank_; ++a) inside *= axes_[a].extent;
        return {row, std::clamp<std::int64_t>(scratch_elements() / inside, 1, axes_[row].extent), inside};
    }
    block_tile tile_of_blocks() const noexcept {
        const std::int64_t row_bytes = innermost().extent * element_bytes(0);
        const std::size_t row = row_axis_of_blocks();
        // Rows that do not follow each other share cache lines with others, and come from another page each.
        return {row_bytes, std::min(row_bytes * axes_[row].extent, direct_bytes),
                row + 2 == rank_ && goes_on_within_kernel(row_bytes), cycles_beside_row()};
    }
    /// Kernels begin and end rows with whole groups of elements, some of which are computed twice or are none. Those of
    /// pairs of doubles go by calls for the whole groups and for the last, and short ones of what is narrower than its
    /// operands are put together from several of theirs.
    double cycles_beside_row() const noexcept {
        constexpr double cycles_of_picosecond = 3.5e-3, cycles_of_calls = 15, cycles_of_putting_together = 12;
        const auto group_of = [](int log2) {
            return static_cast<std::int64_t>(kernels::least_bytes_of_rows(std::size_t{1} << log2) >> log2);
        };
        const std::int64_t beyond = innermost().extent % group_of(log2_);
        if (beyond == 0) return 0;
        const bool is_put_together = s_.element_log2[0] < log2_ && innermost().extent < group_of(s_.element_log2[0]);
        return static_cast<double>(group_of(log2_) - beyond) * computing_ * cycles_of_picosecond +
               (is_put_together          ? cycles_of_putting_together
                : s_.type == dtype::real ? cycles_of_calls
                                         : 0);
    }

    /// Whether the kernel takes the rows of a block together. Those of a result that goes past the caches are better
    /// long.
    bool goes_on_within_kernel(std::int64_t row_bytes) const noexcept {
        return row_bytes >= s_.together_from && !(s_.streams && row_bytes < least_streamed_row);
    }
    /// False when a row inside does not fit a program. `squares`: what is inside is transposed where it can be.
    bool plan_flat(std::size_t row, bool squares = false) noexcept {
        std::int64_t inside = 1;
        for (std::size_t a = row + 1; a < rank_; ++a) {
            if (inside > longest_period / axes_[a].extent) return false;
            inside *= axes_[a].extent;
        }
        if (inside > scratch_elements()) return false;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            operand_route& r = s_.routes[k];
            r.row_stride = axes_[row].stride[k];
            r.col_stride = innermost().stride[k];
            r.how = is_dense_from(k, row)              ? route::dense
                    : k > 0 && is_splat_from(k, row)   ? route::splat
                    : is_transposed(k, row)            ? route::transposed
                    : squares && is_in_squares(k, row) ? route::in_squares
                                                       : route::packed;
        }
        s_.cut = strategy::flat;
        keep_kernels();
        s_.outer_axes = row;
        s_.rows = axes_[row].extent;
        s_.cols = s_.col_chunk = inside;
        const std::int64_t elements =
            any(route::transposed)
                ? std::max(scratch_elements(), std::min(share_of_scratch() >> log2_, inside * (cache_line >> log2_)))
                : scratch_elements();
        s_.row_chunk = std::clamp<std::int64_t>(elements / inside, 1, s_.rows);
        if (s_.row_chunk < s_.rows) {
            // Equal tiles, of whole periods (which are a power of two of rows) and whole cache lines.
            const std::int64_t most = s_.row_chunk;
            const std::int64_t tiles = (s_.rows + most - 1) / most;
            s_.row_chunk = (s_.rows + tiles - 1) / tiles;
            for (std::int64_t multiple = 128; multiple > 1; multiple /= 2) {
                if (most < 4 * multiple) continue;
                s_.row_chunk = std::min((s_.row_chunk + multiple - 1) / multiple, most / multiple) * multiple;
                break;
            }
        }
        count_tiles();
        return true;
    }

    /// The axis that blocks take their rows from: the next one out, unless it is so short that tiles would be
    /// small, then the longest.
    std::size_t row_axis_of_blocks() const noexcept {
        const std::int64_t tile = (axes_[rank_ - 2].extent * innermost().extent) << log2_;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (is_transposed(k, rank_ - 2)) return rank_ - 2;
        }
        // From so many rows on a tile that the kernel goes on in is worth its start.
        constexpr std::int64_t least_together = 8;
        if (tile >= 4096) return rank_ - 2;
        // Where rows do not follow each other they share lines with rows that come much later: far lines are then
        // fetched again, and what goes past the caches waits for them.
        const std::int64_t row_bytes = innermost().extent * element_bytes(0);
        if (is_far_ && !has_awkward() && (s_.streams || row_bytes < cache_line)) return rank_ - 2;
        if (axes_[rank_ - 2].extent >= least_together && goes_on_within_kernel(row_bytes)) return rank_ - 2;
        std::size_t longest = rank_ - 2;
        for (std::size_t a = 0; a + 2 < rank_; ++a) {
            if (axes_[a].extent > axes_[longest].extent) longest = a;
        }
        return longest;
    }

    void plan_blocks(std::size_t row) noexcept {
        const bool has_rows = rank_ > 1;
        // The kernel's rows are stepped innermost; the nest's order does not matter to the result.
        if (has_rows) std::rotate(axes_ + row, axes_ + row + 1, axes_ + rank_ - 1);
        row = has_rows ? rank_ - 2 : 0;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            operand_route& r = s_.routes[k];
            r.row_stride = has_rows ? axes_[row].stride[k] : 0;
            r.col_stride = innermost().stride[k];
            r.how = r.col_stride == element_bytes(k)    ? route::dense
                    : k > 0 && r.col_stride == 0        ? route::splat
                    : has_rows && is_transposed(k, row) ? route::transposed
                                                        : route::packed;
        }
        s_.cut = strategy::blocks;
        keep_kernels();
        s_.outer_axes = has_rows ? row : 0;
        s_.rows = has_rows ? axes_[row].extent : 1;
        s_.cols = innermost().extent;
        std::int64_t elements = scratch_elements();
        if (!any(route::transposed) && !(s_.streams && s_.copies)) {
            elements = any(route::packed)
                           ? elements_with_gaps()
                           : std::max<std::int64_t>(elements, std::min(direct_bytes, share_bytes_) >> log2_);
        }
        if (s_.rows <= elements && s_.rows * s_.cols <= elements && !any(route::transposed)) {
            // One tile, without the divisions that would take longer than a tiny run.
            s_.row_chunk = s_.rows;
            s_.col_chunk = any(route::packed) ? std::min(s_.cols, longest_period) : s_.cols;
            count_tiles();
            return;
        }
        const bool transposes = any(route::transposed);
        if (transposes) cut_to_transpose();
        else s_.col_chunk = std::min(s_.cols, elements);
        if (any(route::packed)) s_.col_chunk = std::min(s_.col_chunk, longest_period);
        if (!transposes) s_.row_chunk = std::clamp<std::int64_t>(elements / s_.col_chunk, 1, s_.rows);
        count_tiles();
    }

    /// Columns of several axes, short ones inside, of an operand whose elements follow each other along an axis further
    /// out, as those of a picture in Fortran's order: its lines are collected. False where that is not so, or not worth
    /// it, and then nothing has been changed.
    bool plan_collected() noexcept {
        if (rank_ < 3 || innermost().extent >= least_transposed_row || is_awkward(0)) return false;
        const std::size_t along = axis_to_collect();
        if (along == none) return false;
        int operands = 0;
        std::int64_t pixel = 1;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            const std::int64_t together = pixel_along(k, along);
            operands += is_awkward(k) || together > 1;
            pixel = std::max(pixel, together);
        }
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
        if (lines < least_lines || lines * axes_[along].extent < least_collected || !is_dense_from(0, first))
            return false;

        std::rotate(axes_ + along, axes_ + along + 1, axes_ + first);
        plan_lines(first, inside, tile);
        return true;
    }
    /// The axis along which an input's elements or pixels follow each other, behind which there are others than the
    /// innermost.
    std::size_t axis_to_collect() const noexcept {
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            for (std::size_t a = 0; a + 2 < rank_; ++a) {
                const std::int64_t bytes = pixel_along(k, a) * axes_[a].extent * element_bytes(k);
                if (bytes >= lane_bytes && axes_[a].extent >= least_square) return a;
            }
        }
        return none;
    }
    /// How many elements of operand `k` are a pixel, what follows each other along an axis: one, or all that the
    /// innermost axis has. 0 where nothing does.
    std::int64_t pixel_along(std::size_t k, std::size_t a) const noexcept {
        const std::int64_t element = element_bytes(k), stride = axes_[a].stride[k], extent = innermost().extent;
        if (is_awkward(k)) return stride == element ? 1 : 0;
        // In the nearest caches shuffles are faster, but they take long to find; and they can store past the caches.
        // What fills their lanes they move as one, too.
        if (s_.streams || !(is_far_ || once_) || stride % lane_bytes == 0) return 0;
        if (innermost().stride[k] != element || stride != extent * element || stride > most_pixel_bytes) return 0;
        // Their lines lie apart: none is walked again, as in a broadcast.
        for (std::size_t b = a + 1; b + 1 < rank_; ++b) {
            if (std::abs(axes_[b].stride[k]) < axes_[a].extent * stride) return 0;
        }
        return extent;
    }

    /// The other way round: an input walks its memory along short axes of which the result's are far apart, the
    /// shortest inside, and the result's elements follow each other along another one.
    bool plan_distributed() noexcept {
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
            move_to_end(chain, length);
            plan_lines(rank_ - length, inside, tile);
            return true;
        }
        return false;
    }
    /// Every input goes through the columns that the axes of `chain` make, from the innermost on, as through dense
    /// ones, or stays where it is.
    bool is_straight_along(const std::size_t* chain, std::size_t length) const noexcept {
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            std::int64_t step = axes_[chain[0]].stride[k] == 0 ? 0 : element_bytes(k);
            for (std::size_t i = 0; i < length; step *= axes_[chain[i++]].extent) {
                if (axes_[chain[i]].stride[k] != step) return false;
            }
        }
        return true;
    }
    /// The innermost axis becomes the one of the rows, and those of `chain` the ones inside.
    void move_to_end(const std::size_t* chain, std::size_t length) noexcept {
        axis moved[most_column_axes];
        for (std::size_t i = 0; i < length; ++i) moved[length - 1 - i] = axes_[chain[i]];
        std::size_t kept = 0;
        for (std::size_t a = 0; a < rank_; ++a) {
            if (std::find(chain, chain + length, a) == chain + length) axes_[kept++] = axes_[a];
        }
        std::copy_n(moved, length, axes_ + kept);
    }

    /// An input whose elements follow each other along a short axis and then along another, neither of them the
    /// innermost: the channels and pixels of an interleaved picture whose result has planes. Row by row of one plane
    /// its lines would be met again and again, with a few elements of use in each.
    bool plan_in_planes() noexcept {
        if (rank_ < 3 || s_.copies || is_awkward(0) || innermost().extent < least_row_in_planes) return false;
        std::size_t plane = none, row = none;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (!is_awkward(k) || s_.element_log2[k] == 4) continue;
            const std::size_t a = axis_of_stride(k, element_bytes(k));
            if (a == none) continue;
            const std::int64_t bytes = axes_[a].extent * element_bytes(k);
            if (axes_[a].extent >= least_square && 2 * bytes > cache_line) continue;
            const std::size_t b = axis_of_stride(k, bytes);
            if (b == none || axes_[b].extent * axes_[a].extent < least_square) continue;
            if (row == none || axes_[b].extent > axes_[row].extent) plane = a, row = b;
        }
        if (row == none) return plan_two_transposed();
        std::rotate(axes_ + plane, axes_ + plane + 1, axes_ + rank_ - 1);
        if (row > plane) --row;
        std::rotate(axes_ + row, axes_ + row + 1, axes_ + rank_ - 1);
        cut_in_planes();
        return true;
    }
    /// Inputs whose elements follow each other along two axes, neither of them the innermost: one has the rows of the
    /// tiles, a few of the other are planes. A mover for rows alone would leave one of the inputs to be gathered, from
    /// far lines that have left the cache when the element beside is wanted.
    bool plan_two_transposed() noexcept {
        std::size_t row = none, plane = none;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (!is_awkward(k) || s_.element_log2[k] == 4) continue;
            const std::size_t a = axis_of_stride(k, element_bytes(k));
            if (a == none || axes_[a].extent < least_square) continue;
            if (row == none) row = a;
            else if (a != row && std::abs(innermost().stride[k]) >= cache_line) plane = a;
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
    /// So many of an axis as planes that they divide it, and as have about 16 bytes, or all of a short one of narrow
    /// elements; 0 where there is none.
    std::int64_t planes_of(std::int64_t extent) const noexcept {
        const std::int64_t most = std::max(least_square, lane_bytes >> log2_);
        if (extent <= 2 * most) return extent;
        for (std::int64_t planes = most; planes >= least_square && s_.loops.axes.has_room(); --planes) {
            if (extent % planes == 0) return planes;
        }
        return log2_ <= 1 && extent <= 4 * most ? extent : 0;
    }
    /// The axis before the innermost one is that of the rows, and the one before that of the planes.
    void cut_in_planes() noexcept {
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
    bool is_in_planes(std::size_t k) const noexcept {
        const axis &plane = axes_[rank_ - 3], &row = axes_[rank_ - 2];
        return s_.element_log2[k] < 4 && plane.stride[k] == element_bytes(k) &&
               (row.stride[k] == plane.extent * element_bytes(k) || plane.extent >= least_square);
    }

    /// `operands`: how many go by lines.
    static const transposed_tile& largest_of_lines(int operands) noexcept {
        return is_zen_3_or_4() && operands == 1 ? of_long_lines : of_lines;
    }
    struct lines_tile {
        const transposed_tile& most;
        std::int64_t pixel;  ///< elements
    };
    std::int64_t rows_of(const lines_tile& tile, std::int64_t extent) const noexcept {
        return std::min(extent, std::max<std::int64_t>(tile.most.rows, (tile.most.bytes >> log2_) / tile.pixel));
    }
    /// Blocks whose columns are the axes from `first` on, with `inside` elements in each step of that one, and whose
    /// rows are the axis before it.
    void plan_lines(std::size_t first, std::int64_t inside, const lines_tile& tile) noexcept {
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

    /// A cache line of each of the source's rows at a time, each on a page of its own: from more of them than the
    /// processor remembers pages a line costs more, from fewer the kernel's rows become too short for it and for the
    /// prefetchers of the other operands.
    void cut_to_transpose() noexcept {
        const bool in_place = s_.copies && !s_.streams && s_.routes[0].how == route::dense;
        const transposed_tile& most = in_place ? largest_transposed_copy() : largest_transposed_operand();
        const std::int64_t rows = std::max<std::int64_t>(most.rows, most.bytes >> log2_);
        const std::int64_t of_planes =
            std::max((rows + s_.planes - 1) / s_.planes, any(route::transposed) ? most.rows : 0);
        s_.row_chunk = std::min(s_.rows, s_.planes > 1 ? of_planes : rows);
        s_.col_chunk = std::min(s_.cols, most.row_bytes >> log2_);
        if (in_place) return;
        if (!stores_wait_in_turn()) s_.col_chunk = std::min(s_.col_chunk, most_pages);
        s_.col_chunk = std::min(s_.col_chunk, (share_of_scratch() >> log2_) / (s_.row_chunk * s_.planes));
    }
    const transposed_tile& largest_transposed_operand() const noexcept {
        const bool is_single = count(route::transposed) + count(route::in_planes) == 1;
        return is_zen_3_or_4() && is_single ? transposed_by_longer_pieces : transposed_for_kernel;
    }
    const transposed_tile& largest_transposed_copy() const noexcept {
        const bool few_written = s_.routes[0].row_stride % few_sets_apart == 0;
        const bool few_sets = few_written || s_.routes[1].col_stride % few_sets_apart == 0;
        if (few_written && !stores_wait_in_turn()) return transposed_by_lines;
        return few_sets || log2_ == 0 ? transposed_in_squares : transposed_for_copy;
    }

    void count_tiles() noexcept {
        place_scratch();
        s_.row_chunks = s_.row_chunk == s_.rows ? 1 : (s_.rows + s_.row_chunk - 1) / s_.row_chunk;
        s_.col_chunks = s_.col_chunk == s_.cols ? 1 : (s_.cols + s_.col_chunk - 1) / s_.col_chunk;
        s_.tiles = s_.row_chunks * s_.col_chunks;
        // Down the rows a transposed operand is read along its memory: the pages of its rows are met once. A row that
        // is written out again and again comes from the L1 cache, and so do the lines that rows have in common.
        const bool goes_by_lines = any(route::by_lines);
        s_.down_first = any(route::transposed) || any(route::in_planes) || goes_by_lines ||
                        (s_.copies && s_.streams && s_.routes[1].row_stride == 0) || shares_lines();
        for (std::size_t a = 0; a < s_.outer_axes; ++a) s_.tiles *= axes_[a].extent;
        if (s_.cut == strategy::blocks && (goes_by_lines || any(route::packed))) {
            std::copy_n(axes_ + (rank_ - s_.column_axes), s_.column_axes, s_.columns);
            s_.columns[0].extent = s_.col_chunk;
        }
    }

    plan::state& s_;
    const kernels::kernel* kernel_of_splats_;
    axis* axes_;
    std::size_t rank_;
    std::int64_t share_bytes_;
    bool is_far_;
    double computing_;
    bool once_;
    int log2_ = 0;  ///< of the largest element size
};

}  // namespace

void choose_strategy(plan::state& made, const kernels::kernel* kernel_of_splats, int most_threads, bool streams,
                     bool once) noexcept {
    const std::int64_t total = made.loops.total;
    std::int64_t bytes = 0;
    made.threads = 1;
    made.streams = streams;
    made.together_from =
        kernels::take_rows(info(made.which).family)
            ? static_cast<std::int64_t>(kernels::least_bytes_of_rows(std::size_t{1} << made.element_log2[0]))
            : std::numeric_limits<std::int64_t>::max();
    const axis* const axes = made.loops.axes.data();
    const bool has_one_exponent = made.which == op::pow && std::all_of(axes, axes + made.loops.axes.size(),
                                                                       [](const axis& a) { return a.stride[2] == 0; });
    const arithmetic computed = {made.which, made.moved, made.with, made.accuracy, has_one_exponent};
    std::int64_t share = direct_bytes;
    bool is_far = false;
    if (total > 4096) {
        const std::int64_t output_bytes = total << made.element_log2[0];
        for (std::size_t k = 0; k <= made.inputs; ++k) {
            const auto along = [&](std::size_t a) { return operand_axis{axes[a].extent, axes[a].stride[k]}; };
            const std::size_t element_bytes = std::size_t{1} << made.element_log2[k];
            bytes = sum_or_limit(bytes, distinct_bytes(element_bytes, made.loops.axes.size(), along));
        }
        made.streams = streams || (worth_streaming(output_bytes, std::max(bytes, output_bytes)) &&
                                   !outlasts_stores(picoseconds(computed) * static_cast<double>(total), bytes));
        made.threads = worthwhile_threads(computed, total, std::max(bytes, output_bytes), most_threads);
        // Eight tiles for each thread keep the last one from waiting long.
        if (made.threads > 1) share = output_bytes / (8 * made.threads);
        // Not by what a thread gets: the number of threads is not to choose the route, which may decide whose NaN it
        // is.
        is_far = bytes >= most_in_l2();
    }
    // Where pages are remembered, the hardware's prefetchers find what transposes read by themselves on Zen 5.
    made.ahead = {stores_wait_in_turn() || bytes / made.threads > most_in_pages(), stores_wait_in_turn()};
    chooser(made, kernel_of_splats, share, is_far, picoseconds(computed), once).choose();
    if (made.streams) {
        int read = 0;
        for (std::size_t k = 1; k <= made.inputs; ++k) read += made.routes[k].how == route::dense;
        made.read_ahead = read_ahead_of_streams(read);
    }
    if (made.cut != strategy::whole) {
        made.threads = static_cast<int>(std::min<std::int64_t>(made.threads, std::max<std::int64_t>(made.tiles, 1)));
    }
    // Where shuffles write the result, which are faster than the L1 cache's misses, it need not lie as far.
    const bool shuffles_result = made.copies && made.cut != strategy::empty && made.routes[1].how == route::packed;
    made.prefetches = bytes > 0 && stores_wait_in_turn() && !made.streams && !outlasts_memory(computed) &&
                      bytes / made.threads >= (shuffles_result ? most_in_l1() : most_in_l2());
    made.is_one_call =
        (made.cut == strategy::whole || made.cut == strategy::single) && made.threads == 1 && !made.prefetches;
}

bool needs_programs(const plan::state& s) noexcept {
    if (s.cut == strategy::empty) return false;
    for (std::size_t k = 0; k <= s.inputs; ++k) {
        if (s.routes[k].how == route::packed) return true;
    }
    return false;
}

void write_programs(plan::state& s, program_memory& memory, bool once) noexcept {
    const std::size_t rank = s.loops.axes.size();
    const axis* inner = nullptr;
    std::size_t count = 0;
    std::int64_t rows = 1;
    if (s.cut == strategy::flat || s.cut == strategy::single) {
        inner = s.loops.axes.data() + s.outer_axes + 1;
        count = rank - s.outer_axes - 1;
        rows = s.row_chunk;
    } else {
        inner = s.columns;
        count = s.column_axes;
    }
    for (std::size_t k = 0; k <= s.inputs; ++k) {
        operand_route& r = s.routes[k];
        if (r.how != route::packed) continue;
        // Shuffles are for packing; results are put where they belong one by one.
        const bool shuffled = k > 0 && s.movers->shuffle[0][0] != nullptr;
        const std::int64_t served = once ? s.loops.total : std::numeric_limits<std::int64_t>::max();
        const shuffling shuffles = !shuffled               ? shuffling::none
                                   : s.copies && s.streams ? shuffling::streaming
                                                           : shuffling::any;
        write_program(r.steps, {inner, count, k, s.col_chunk * s.unit, r.row_stride, rows, s.element_log2[k]}, shuffles,
                      served, *s.movers, memory);
    }
}

}  // namespace zerostride::detail
