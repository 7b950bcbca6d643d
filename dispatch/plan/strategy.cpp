// Three costs decide. A row of the kernel costs a nanosecond or two to start, so rows should be long. An operand
// that is packed costs a load, a shuffle and a store for every 16 bytes, unless it stays the same from tile to
// tile, when it is packed once. Whatever is in scratch must fit into the L1 cache beside the operands' tiles.
#include "dispatch/plan/strategy.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "dispatch/packing/ahead.hpp"
#include "dispatch/packing/merges.hpp"
#include "dispatch/packing/permutes.hpp"
#include "dispatch/plan/bytes.hpp"
#include "dispatch/plan/cost.hpp"
#include "dispatch/plan/packing_cost.hpp"
#include "dispatch/plan/tiling_by_lines.hpp"
#include "dispatch/processor.hpp"

namespace zerostride::detail {
namespace {

/// A tile that needs no scratch may be larger: it is only a unit of work for threads.
constexpr std::int64_t direct_bytes = 1024 * 1024;

class chooser : tiling_by_lines {
public:
    /// `share`: what a thread should get at least, in tiles of this many bytes per operand. `computing`: picoseconds of
    /// an element. The rest as in tiling.
    chooser(plan::state& s, const kernels::kernel* kernel_of_splats, std::int64_t share, bool is_far, double computing,
            bool once) noexcept
        : tiling_by_lines(s, kernel_of_splats, is_far, once), share_bytes_(share), computing_(computing) {}

    void choose() noexcept {
        if (s_.loops.total == 0) {
            s_.cut = strategy::empty;
            s_.tiles = 0;
            return;
        }
        if (rank_ == 0) {
            plan_whole(1);
        } else if (rank_ == 1) {
            if (s_.streams || !is_plain_row()) plan_blocks(0);
            else plan_whole(axes_[0].extent);
        } else if (!plan_collected() && !plan_distributed() && !plan_in_planes() && !plan_squares()) {
            if (const std::size_t turned = axis_to_transpose(); turned != none) {
                keep_narrow_in_caches();
                plan_turned(turned);
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
    /// Copies of one or two bytes that the mover transposes take longer to be brought than to be stored. By way of
    /// scratch and past the caches they took Zen 4 up to 1.7 times as long, where rows do not end with a line, and
    /// never less; of four bytes and more two thirds to nine tenths.
    void keep_narrow_in_caches() noexcept {
        if (s_.copies && log2_ <= 1 && is_zen_4()) s_.streams = false;
    }

    /// Tiles with an operand that has axis `turned` innermost.
    void plan_turned(std::size_t turned) noexcept {
        constexpr std::int64_t most_of_short_rows = 31;
        const std::size_t row = rank_ - 2;
        std::rotate(axes_ + turned, axes_ + turned + 1, axes_ + row + 1);
        if (is_better_turned()) {
            std::swap(axes_[row], axes_[rank_ - 1]);
            if (!is_flat_or_transposed(row) || !plan_flat(row)) plan_blocks(row);
            return;
        }
        const bool may_be_flat =
            is_flat_or_transposed(row) || (innermost().extent <= most_of_short_rows && is_dense_from(0, row));
        if (may_be_flat && plan_flat(row) && any(route::transposed)) return;
        plan_blocks(row_axis_of_blocks());
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

    /// Rank 1: a kernel takes it as it is.
    bool is_plain_row() noexcept {
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            if (is_awkward(k)) return false;
            if (innermost().stride[k] == 0) s_.routes[k].how = route::splat;
        }
        return kernel_of_splats_[splats()] != nullptr;
    }
    void plan_whole(std::int64_t elements) noexcept {
        s_.cut = strategy::whole;
        s_.outer_axes = 0;
        s_.rows = s_.row_chunk = s_.row_chunks = 1;
        s_.cols = s_.col_chunk = elements;
        s_.col_chunks = s_.tiles = 1;
    }

    /// Whether the rows next to each other repeat input `k`, which is then packed once for all of them. Of a large
    /// result that takes less (down to a twelfth, on Zen 4) than to walk another axis for the input's sake, along which
    /// the result's rows are on pages of their own.
    bool is_packed_once(std::size_t k) const noexcept {
        constexpr std::int64_t least_repeats = 8;
        return s_.loops.total << log2_ >= most_in_pages() && axes_[rank_ - 2].stride[k] == 0 &&
               axes_[rank_ - 2].extent >= least_repeats;
    }

    /// The axis along which an input is dense that the output does not walk innermost; none if there is none.
    std::size_t axis_to_transpose() const noexcept {
        if (is_awkward(0) || innermost().extent < least_square) return none;
        std::size_t found = none, served = 0;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (!is_awkward(k) || s_.element_log2[k] == 4 || is_packed_once(k)) continue;
            if (found != none && !outweighs(k, served)) continue;
            for (std::size_t a = rank_ - 1; a-- > 0;) {
                if (!follows(k, a) || axes_[a].extent < least_square) continue;
                found = a, served = k;
                break;
            }
        }
        return found;
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

    /// Matrices, so small that a tile has many of them, that are dense in the result and in an operand have their rows
    /// and columns the other way round. What is less than a call of the mover programs bring sooner.
    bool plan_squares() noexcept {
        constexpr std::int64_t least = 64;
        if (rank_ < 3 || is_awkward(0) || !is_dense_from(0, rank_ - 3)) return false;
        const std::int64_t elements = axes_[rank_ - 2].extent * innermost().extent;
        if (elements < least || elements > (tile_bytes >> log2_) / 2) return false;
        const bool calls_mover = elements << log2_ > most_turned_by_programs();
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (!is_in_squares(k, rank_ - 3)) continue;
            if (calls_mover) keep_narrow_in_caches();
            return plan_flat(rank_ - 3, calls_mover);
        }
        return false;
    }

    /// Bytes of a matrix. Programs that merge registers, and shuffles of bytes, take less than the mover, but long to
    /// find.
    std::int64_t most_turned_by_programs() const noexcept {
        const bool merges = has_merges(*s_.movers);
        if (once_) return merges ? merged_bytes : 0;
        if (merges) return 3 * merged_bytes;
        return log2_ == 0 && shuffles() ? 9 * lane_bytes : 0;
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
        if (is_awkward(0)) return innermost().extent < 16;
        const std::int64_t row_bytes = innermost().extent << log2_;
        const bool has_gaps = has_awkward();
        if (has_gaps) {
            const bool may_shuffle = shuffles() && is_worth_a_search();
            const bool is_short = innermost().extent < 16 || (may_shuffle && row_bytes < cache_line);
            if (is_short || is_far_ || !may_shuffle || !has_permutes(*s_.movers)) return is_short;
        }
        // For a handful of elements a program takes longer to write than it saves in one run.
        if (once_ && s_.loops.total <= 64) return false;
        const std::size_t row = flat_row_axis();
        if (!is_dense_from(0, row)) return innermost().extent < 16;
        if (2 * row_bytes > tile_bytes) return false;
        const bool joins_rows = row + 1 < rank_ && !has_gaps;
        // One by one short rows are not stored past the caches, and for those of pairs of doubles that begin and end
        // within lines the calls for what is before and behind take as long as the row.
        const bool takes_calls = s_.type == dtype::real && row_bytes % cache_line != 0;
        const std::int64_t least_alone = takes_calls ? 2 * least_streamed_row : least_streamed_row;
        if (s_.streams && !s_.copies && joins_rows && row_bytes < least_alone) return true;
        unsigned packed_anyway = 0;
        for (std::size_t k = 1; k <= s_.inputs && has_gaps; ++k) {
            if (!is_awkward(k)) continue;
            // What is stretched blocks pack less often.
            if (std::any_of(axes_, axes_ + rank_, [k](const axis& a) { return a.stride[k] == 0; })) return false;
            packed_anyway |= 1u << k;
        }
        // Programs of several rows take longer to find.
        const double least_gain = has_gaps ? 1.25 : 1.0;
        return least_gain * cycles_of_flat(s_, tile_of_flat(row), is_far_, packed_anyway) <
               cycles_of_blocks(tile_of_blocks());
    }
    /// Whether packing is done by shuffles, not element by element.
    bool shuffles() const noexcept { return s_.movers->shuffle[0][0] != nullptr; }
    /// Shuffles of several rows take long to find: longer than one run on fewer elements saves.
    bool is_worth_a_search() const noexcept { return !once_ || s_.loops.total >= 1 << 18; }
    flat_tile tile_of_flat(std::size_t row) const noexcept {
        std::int64_t inside = 1;
        for (std::size_t a = row + 1; a < rank_; ++a) inside *= axes_[a].extent;
        return {row, std::clamp<std::int64_t>(scratch_elements() / inside, 1, axes_[row].extent), inside};
    }
    block_tile tile_of_blocks() const noexcept {
        const std::int64_t row_bytes = innermost().extent * element_bytes(0);
        const std::size_t row = row_axis_of_blocks();
        // Rows that do not follow each other share cache lines with others, and come from another page each. What a
        // row of pairs of doubles takes is counted beside it.
        return {row_bytes, std::min(row_bytes * axes_[row].extent, direct_bytes),
                row + 2 == rank_ && (s_.type == dtype::real || goes_on_within_kernel(row_bytes)), cycles_beside_row()};
    }

    /// Kernels begin and end rows with whole groups of elements, some of which are computed twice or are none. Short
    /// rows of what is narrower than its operands are put together from several of theirs.
    double cycles_beside_row() const noexcept {
        constexpr double cycles_of_picosecond = 3.5e-3, cycles_of_putting_together = 12, cycles_of_register = 2;
        const auto group_of = [](int log2) {
            return static_cast<std::int64_t>(kernels::least_bytes_of_rows(std::size_t{1} << log2) >> log2);
        };
        const std::int64_t extent = innermost().extent, group = group_of(log2_), beyond = extent % group;
        const std::int64_t of_result = group_of(s_.element_log2[0]);
        const bool is_narrower = s_.element_log2[0] < log2_;
        const double of_groups =
            beyond == 0 ? 0 : static_cast<double>(group - beyond) * computing_ * cycles_of_picosecond;
        if (info(s_.which).family == op_family::quantize) return of_groups + cycles_beside_scaled_row();
        if (s_.which == op::cast && s_.type != dtype::real) return of_groups + cycles_beside_cast_row();
        if (s_.type == dtype::real)
            return of_groups + cycles_beside_row_of_pairs(extent, is_narrower ? of_result : group);
        if (!is_narrower) return of_groups;
        // Longer ones have another group of results, each of a register of its operands' elements.
        if (extent > of_result)
            return extent % of_result == 0 ? 0 : cycles_of_register * static_cast<double>(of_result / group);
        return of_groups + (beyond == 0 ? 0 : cycles_of_putting_together);
    }
    /// Each row goes by a call for whole groups and one for the last; rows of less than a group of what is wider, two
    /// registers, or four of floats that become i32, go through padded copies. (On AVX-512 they do no more, and take
    /// less than is reckoned here.)
    double cycles_beside_cast_row() const noexcept {
        constexpr double cycles_of_copies = 45, cycles_of_call = 3, cycles_of_last_group = 5;
        constexpr std::int64_t group_bytes = 128;
        const std::int64_t wider = std::min<std::int64_t>(std::max(element_bytes(0), element_bytes(1)), 8);
        const std::int64_t extent = innermost().extent, group = group_bytes / wider;
        const bool is_to_i32 = s_.second == dtype::i32 && contains(type_set::floats, s_.type);
        if (extent < (is_to_i32 ? 2 * group : group)) return cycles_of_copies;
        return extent % group == 0 ? cycles_of_call : cycles_of_call + cycles_of_last_group;
    }
    /// Scales and zero points for each element are taken a block at a time, and those for the row spread over
    /// registers.
    double cycles_beside_scaled_row() const noexcept {
        constexpr double cycles_of_blocks = 28, cycles_of_spreading = 2;
        const bool are_splats = innermost().stride[2] == 0 && innermost().stride[3] == 0;
        return are_splats ? cycles_of_spreading : cycles_of_blocks;
    }
    /// Those of pairs of doubles go by calls for whole groups and for the last, which for comparisons is one of truths.
    double cycles_beside_row_of_pairs(std::int64_t extent, std::int64_t group) const noexcept {
        constexpr double cycles_of_single_group = 6, cycles_of_short_row = 35, cycles_of_last_group = 15;
        constexpr double cycles_of_few_truths = 13, cycles_of_part_of_register = 18, cycles_of_last_truths = 60;
        if (s_.element_log2[0] == log2_) {
            if (extent < group) return cycles_of_short_row;
            return extent % group != 0 ? cycles_of_last_group : extent == group ? cycles_of_single_group : 0;
        }
        if (extent > group) return extent % group != 0 ? cycles_of_last_truths : 0;
        return extent == group ? 0 : cycles_of_few_truths + (extent % 8 != 0 ? cycles_of_part_of_register : 0);
    }

    /// Whether the kernel takes the rows of a block together. Those of a result that goes past the caches are better
    /// long.
    bool goes_on_within_kernel(std::int64_t row_bytes) const noexcept {
        return row_bytes >= s_.together_from && !(s_.streams && row_bytes < least_streamed_row);
    }

    /// Whether rows of so many bytes come to a copy from lines that are far from each other, as the pixels of a turned
    /// picture do.
    bool is_from_far_lines(std::size_t row, std::int64_t bytes) const noexcept {
        constexpr std::int64_t far = 512;
        return s_.copies && log2_ < 4 && std::abs(axes_[row].stride[1]) >= std::max(far, 2 * bytes);
    }

    /// False when a row inside does not fit a program. `squares`: what is inside is transposed where it can be.
    bool plan_flat(std::size_t row, bool squares = false) noexcept {
        std::int64_t inside = 1;
        for (std::size_t a = row + 1; a < rank_; ++a) {
            if (inside > longest_period / axes_[a].extent) return false;
            inside *= axes_[a].extent;
        }
        if (inside > scratch_elements()) return false;
        // While shuffles wait for such lines, stores past the caches leave with parts of theirs: on Zen 4 a line took a
        // microsecond, forty times as long as stored as ever.
        if (is_from_far_lines(row, inside << log2_) && !is_in_squares(1, row)) s_.streams = false;
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
        s_.row_chunk = rows_of_flat(inside, elements);
        count_tiles();
        return true;
    }

    /// Rows of a flat tile of so many elements at most: tiles are equal, of whole periods (which are a power of two of
    /// rows) and whole cache lines.
    std::int64_t rows_of_flat(std::int64_t inside, std::int64_t elements) const noexcept {
        std::int64_t most = std::max<std::int64_t>(elements / inside, 1);
        if (most >= s_.rows) return s_.rows;
        const std::int64_t in_lines = cache_line / std::gcd(cache_line, inside << s_.element_log2[0]);
        const bool may_end_with_line = s_.streams && in_lines <= most;
        if (may_end_with_line && is_zen_3_or_4() && any(route::packed) && !any(route::transposed) && !s_.copies) {
            most = std::clamp((streamed_beside_packed >> s_.element_log2[0]) / inside, in_lines, most);
        }
        const std::int64_t tiles = (s_.rows + most - 1) / most;
        std::int64_t rows = (s_.rows + tiles - 1) / tiles;
        for (std::int64_t multiple = 128; multiple > 1; multiple /= 2) {
            if (most < 4 * multiple) continue;
            rows = std::min((rows + multiple - 1) / multiple, most / multiple) * multiple;
            break;
        }
        return may_end_with_line && rows > in_lines ? rows / in_lines * in_lines : rows;
    }

    /// The axis that blocks take their rows from: the next one out, unless it is so short that tiles would be
    /// small, then the longest.
    std::size_t row_axis_of_blocks() const noexcept {
        const std::int64_t tile = (axes_[rank_ - 2].extent * innermost().extent) << log2_;
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (is_transposed(k, rank_ - 2)) return rank_ - 2;
        }
        constexpr std::int64_t least_tile = 4096, least_packed_tile = 1024;
        if (const std::size_t beside = axis_within_lines(least_tile); beside != none) return beside;
        // From so many rows on a tile that the kernel goes on in is worth its start.
        constexpr std::int64_t least_together = 8;
        if (tile >= least_tile) return rank_ - 2;
        std::size_t longest = rank_ - 2;
        for (std::size_t a = 0; a + 2 < rank_; ++a) {
            if (axes_[a].extent > axes_[longest].extent) longest = a;
        }
        // Where rows do not follow each other they share lines with rows that come much later: far lines are then
        // fetched again, and what goes past the caches waits for them. Each is on a page of its own as well, and
        // pages that the processor has forgotten take longer to find than a tile takes to start.
        const std::int64_t row_bytes = innermost().extent * element_bytes(0);
        const bool is_better_near = tile >= least_packed_tile ? !packs_once_along(longest) : !has_awkward();
        if (is_far_ && is_better_near && (s_.streams || row_bytes < cache_line || forgets_pages(tile))) {
            return rank_ - 2;
        }
        if (axes_[rank_ - 2].extent >= least_together && goes_on_within_kernel(row_bytes)) return rank_ - 2;
        return longest;
    }
    /// Whether rows that do not follow each other cost more than tiles of so many bytes that do. Of 310 random shapes
    /// between the L2 cache and the memory, on Zen 4, they took a third of the time or half, and the others as long or,
    /// one in ten, up to half as long again.
    bool forgets_pages(std::int64_t tile) const noexcept {
        constexpr std::int64_t least_tile = 768, least_tile_of_inputs = 256;
        const std::int64_t all = bytes_of_all(s_), inputs = all - bytes_of(s_, 0);
        return (tile >= least_tile && all >= most_in_pages() / 2) ||
               (tile >= least_tile_of_inputs && inputs >= 3 * most_in_l2());
    }
    /// Whether an input that is packed would be so once for all rows along the axis.
    bool packs_once_along(std::size_t row) const noexcept {
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            if (is_awkward(k) && axes_[row].stride[k] == 0) return true;
        }
        return false;
    }
    /// The axis along which a large input that is packed has elements between those of a row, as the channels of an
    /// interleaved picture are: walked further out, it would let the same lines come again and again. Of axes that
    /// make tiles of so many bytes.
    std::size_t axis_within_lines(std::int64_t least_tile) const noexcept {
        for (std::size_t k = 1; k <= s_.inputs && is_far_; ++k) {
            if (!is_awkward(k) || is_packed_once(k) || bytes_of(s_, k) < most_in_l2()) continue;
            for (std::size_t a = rank_ - 1; a-- > 0;) {
                const std::int64_t step = std::abs(axes_[a].stride[k]), all = axes_[a].extent * step;
                const bool is_within = step > 0 && step < cache_line && all <= std::abs(innermost().stride[k]);
                if (is_within && (axes_[a].extent * innermost().extent) << log2_ >= least_tile) return a;
            }
        }
        return none;
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
        // Rows of 64 to 512 bytes take Zen 4 half to nine tenths of the time when they are stored as ever.
        constexpr std::int64_t least_past_caches = 512;
        const std::int64_t row_bytes = s_.cols << log2_;
        if (has_rows && is_zen_4() && s_.routes[1].how == route::dense && row_bytes < least_past_caches &&
            is_from_far_lines(row, row_bytes)) {
            s_.streams = false;
        }
        std::int64_t elements = scratch_elements();
        if (!any(route::transposed) && !(s_.streams && s_.copies)) {
            elements = any(route::packed)
                           ? elements_with_gaps()
                           : std::max<std::int64_t>(elements, std::min(direct_bytes, share_bytes_) >> log2_);
        }
        if (goes_line_by_line()) elements = streamed_beside_packed >> log2_;
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
        if (!transposes && s_.threads > 1) share_rows();
        count_tiles();
    }

    /// A copy past the caches whose source's lines come one after the other, on Zen 3 and 4: half to nine tenths of the
    /// time. Of what has other rows on the same lines, and of rows backwards, which stop the hardware's prefetchers,
    /// more is to be under way.
    bool goes_line_by_line() const noexcept {
        const operand_route& r = s_.routes[1];
        return s_.streams && s_.copies && r.how == route::packed && is_zen_3_or_4() && !shares_lines() &&
               (r.col_stride > 0 || s_.rows == 1);
    }

    std::int64_t share_bytes_;
    double computing_;
};

/// No operand is gathered: each goes from line to line along the innermost axis, or can be transposed.
bool reads_whole_lines(const plan::state& made) noexcept {
    const axis* const axes = made.loops.axes.data();
    const axis* const end = axes + made.loops.axes.size();
    for (std::size_t k = 1; k <= made.inputs; ++k) {
        if (std::abs(end[-1].stride[k]) <= cache_line) continue;
        const std::int64_t bytes = std::int64_t{1} << made.element_log2[k];
        if (std::none_of(axes, end, [=](const axis& a) { return a.stride[k] == bytes && a.extent >= least_square; }))
            return false;
    }
    return true;
}

/// Whether operand `k` lies in pieces that are apart, and of whose lines no other piece is met later on: what is walked
/// inside of a short step would be there already.
bool is_in_pieces(const plan::state& made, std::size_t k) noexcept {
    bool are_apart = false;
    for (std::size_t a = made.loops.axes.size(); a-- > 0;) {
        const axis& along = made.loops.axes[a];
        if (along.extent == 1 || along.stride[k] == 0) continue;
        if (is_step_of_pieces(along.stride[k])) are_apart = true;
        else if (are_apart) return false;
    }
    return are_apart;
}

/// What packing by strides asks for while it waits. In the caches asking costs more than it gains: a quarter of a sum
/// of operands with steps on Zen 3. Where the hardware's prefetchers find the steps, sums take up to twice as long with
/// it, and half where they do not: those of Zen 4 find steps of less than a line, or of several operands of less than
/// half of one; those of Zen 5 steps of less than half a line, except forwards of several operands of four bytes, of a
/// single operand those of more than two lines, and dense operands, which it is not to be held up with.
asked_for asks_while_packing(const plan::state& made, std::int64_t bytes) noexcept {
    if (bytes <= most_in_pages()) return asked_for::nothing;
    if (!is_zen_4() && !is_zen_5()) return asked_for::everything;
    std::int64_t packed = 0, longest = 0;
    bool are_short_forwards = true;
    for (std::size_t k = 1; k <= made.inputs; ++k) {
        if (made.routes[k].how != route::packed) continue;
        ++packed;
        longest = std::max(longest, std::abs(made.routes[k].col_stride));
        are_short_forwards &= made.element_log2[k] <= 2 && made.routes[k].col_stride > 0;
    }
    constexpr std::int64_t half = cache_line / 2;
    if (is_zen_4()) return longest >= (packed > 1 ? half : cache_line) ? asked_for::everything : asked_for::nothing;
    const bool is_asked_for =
        packed > 1 ? longest >= half || are_short_forwards : longest >= half && longest < 2 * cache_line;
    return is_asked_for ? asked_for::packed : asked_for::nothing;
}

/// Whether tiles are flat, of many short rows, and have an operand that is packed for each of them. (Where rows are
/// longer, as in sums of [n,5,10] and [n,1,10], some processes take two thirds of the time past the caches and others
/// four thirds.)
bool packs_every_tile(const plan::state& made) noexcept {
    constexpr std::int64_t most_in_row = 32;
    if (made.cut != strategy::flat || made.cols > most_in_row) return false;
    const axis* const axes = made.loops.axes.data();
    for (std::size_t k = 1; k <= made.inputs; ++k) {
        const auto steps = [k](const axis& a) { return a.stride[k] != 0; };
        if (made.routes[k].how == route::packed && std::any_of(axes, axes + made.outer_axes + 1, steps)) return true;
    }
    return false;
}

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
    bool is_far = false, streams_if_packed = false;
    if (total > 4096) {
        const std::int64_t output_bytes = total << made.element_log2[0];
        bytes = bytes_of_all(made);
        const std::int64_t moved = std::max(bytes, output_bytes);
        const double computing = picoseconds(computed) * static_cast<double>(total);
        made.threads = worthwhile_threads(computed, total, moved, most_threads);
        const bool is_alone = made.threads == 1 && reads_whole_lines(made);
        made.streams = streams || (worth_streaming(output_bytes, moved, is_alone) &&
                                   !outlasts_stores(computing, bytes, made.threads));
        streams_if_packed =
            !made.streams && !made.copies && is_alone && computing == 0 && worth_streaming_packed(moved);
        // A thread may get half a tile more than others, which wait for it.
        constexpr std::int64_t tiles_of_thread = 16;
        if (made.threads > 1) share = output_bytes / (tiles_of_thread * made.threads);
        // Not by what a thread gets: the number of threads is not to choose the route, which may decide whose NaN it
        // is. (Of the stores above it may: which of two NaNs a sum or a product gives is left to the compiler.)
        is_far = bytes >= most_in_l2();
    }
    // Where pages are remembered, the hardware's prefetchers find what transposes read by themselves on Zen 5.
    made.ahead = {stores_wait_in_turn() || bytes / made.threads > most_in_pages(), stores_wait_in_turn()};
    const auto choose = [&] { chooser(made, kernel_of_splats, share, is_far, picoseconds(computed), once).choose(); };
    choose();
    if (streams_if_packed && packs_every_tile(made)) {
        made.streams = true;
        choose();
    }
    if (made.streams) {
        int read = 0;
        for (std::size_t k = 1; k <= made.inputs; ++k) read += made.routes[k].how != route::splat;
        made.read_ahead = read_ahead_of_streams(read);
    }
    if (made.cut != strategy::whole) {
        made.threads = static_cast<int>(std::min<std::int64_t>(made.threads, std::max<std::int64_t>(made.tiles, 1)));
    }
    // Where shuffles write the result, which are faster than the L1 cache's misses, it need not lie as far.
    const bool shuffles_result = made.copies && made.cut != strategy::empty && made.routes[1].how == route::packed;
    made.prefetches = bytes > 0 && stores_wait_in_turn() && !made.streams && !outlasts_memory(computed) &&
                      bytes / made.threads >= (shuffles_result ? most_in_l1() : most_in_l2());
    made.asks_for = asks_while_packing(made, bytes);
    const bool may_ask_to_l2 = bytes > most_in_pages() && has_more_under_way_to_l2();
    for (std::size_t k = 0; k <= made.inputs; ++k) {
        made.routes[k].asks_to_l2 = may_ask_to_l2 && made.routes[k].how == route::packed && is_in_pieces(made, k);
    }
    made.is_one_call =
        (made.cut == strategy::whole || made.cut == strategy::single) && made.threads == 1 && !made.prefetches;
}

namespace {

/// Whether AVX2 has instructions for the operator as AVX-512 has them: then only the registers are narrower.
bool is_the_same_by_narrower(op which, dtype type) noexcept {
    const bool is_floating = type == dtype::f32 || type == dtype::f64;
    switch (which) {
        case op::mul: return is_floating;
        case op::min:
        case op::max: return is_floating || contains(type_set::short_integers, type);
        case op::add:
        case op::sub: return is_floating || contains(type_set::integers, type);
        case op::bitwise_and:
        case op::bitwise_or:
        case op::bitwise_xor: return true;
        case op::where: return size_of(type) <= 8;
        default: return info(which).family == op_family::compare && (is_floating || contains(type_set::integers, type));
    }
}

}  // namespace

// A load of 64 bytes that begins within a line touches two lines, and at the end of a page two pages. Where those are
// not remembered, as none is after the system was called, rows take Zen 5 up to 1.6 times as long by such loads as by
// two of 32 bytes: sums with masks and with axes in the middle 1.1 to 1.3 times by one thread, 1.1 to 1.5 times by two,
// which the system wakes for each run. From two streams sums and comparisons take up to a tenth longer wherever they
// begin. Of less than the L2 cache holds the wider registers take less.
bool suits_narrower_registers(const plan::state& made) noexcept {
    if (!is_zen_5() || made.streams || made.copies) return false;
    if (made.cut != strategy::whole && made.cut != strategy::blocks) return false;
    if (made.cols << made.element_log2[0] < 2 * cache_line) return false;
    if (!is_the_same_by_narrower(made.which, made.moved)) return false;
    int streams = 0;
    bool within_lines = false;
    for (std::size_t k = 1; k <= made.inputs; ++k) {
        const operand_route& r = made.routes[k];
        if (r.how != route::dense || bytes_of(made, k) < most_in_l2() / made.threads) continue;
        ++streams;
        within_lines |= made.cut == strategy::blocks && r.row_stride % cache_line != 0;
    }
    return within_lines || (made.cut == strategy::whole && streams > 1);
}

}  // namespace zerostride::detail
