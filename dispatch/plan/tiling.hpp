// What every way of cutting a nest into tiles needs: what operands are like along the nest's axes, scratch for what has
// to be brought, the size of tiles that are transposed, and how many tiles there are.
#pragma once

#include <algorithm>

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// Tiles of copies that are stored past the caches: the reads of one overlap with the stores of the one before
/// only if both fit into the processor's window of instructions and buffers.
inline constexpr std::int64_t streamed_bytes = 16384;
/// Bytes of the result in tiles that kernels compute from an operand that is packed, for the same reason, on Zen 3 and
/// 4: sums in memory take two thirds to nine tenths of the time that tiles of twice the size take.
inline constexpr std::int64_t streamed_beside_packed = 4096;
/// Transposing pays from squares of this side.
inline constexpr std::int64_t least_square = 8;
/// Planes are taken at once for kernel rows of so many elements at least.
inline constexpr std::int64_t least_row_in_planes = 16;
/// Transposing goes by this many bytes of a source row, or so many result rows, whichever is more, and makes result
/// rows of so many bytes.
struct transposed_tile {
    std::int64_t bytes, rows, row_bytes;
};

/// That operand `k` touches, its element size and the nest being known.
std::int64_t bytes_of(const plan::state& s, std::size_t k) noexcept;
/// That all operands and the result touch, or the largest number if that is less.
std::int64_t bytes_of_all(const plan::state& s) noexcept;
/// A bit for each input whose route is that of a splat.
unsigned splats_of(const plan::state& s) noexcept;

class tiling {
protected:
    /// `is_far`: operands and result do not stay in the L2 cache. `once`: there will be one run, which is not to wait
    /// long for the plan.
    tiling(plan::state& s, const kernels::kernel* kernel_of_splats, bool is_far, bool once) noexcept
        : s_(s),
          kernel_of_splats_(kernel_of_splats),
          axes_(s.loops.axes.data()),
          rank_(s.loops.axes.size()),
          is_far_(is_far),
          once_(once) {
        for (std::size_t k = 0; k <= s.inputs; ++k) log2_ = std::max(log2_, s.element_log2[k]);
        for (operand_route& r : s.routes) r.how = route::dense;
        s.unit = 1;
        s.column_axes = 1;
        s.planes = 1;
        s.shares_rows = false;
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::int64_t element_bytes(std::size_t k) const noexcept { return std::int64_t{1} << s_.element_log2[k]; }
    const axis& innermost() const noexcept { return axes_[rank_ - 1]; }
    std::int64_t scratch_elements() const noexcept {
        return (s_.streams && s_.copies ? streamed_bytes : tile_bytes) >> log2_;
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
    bool has_tile_in_scratch(std::size_t k) const noexcept {
        const route how = s_.routes[k].how;
        return how == route::packed || uses_transpose(how) || (k == 0 && s_.streams && s_.copies);
    }
    unsigned splats() const noexcept { return splats_of(s_); }

    /// The first axis but the innermost one that operand `k` walks in steps of so many bytes; none if there is none.
    std::size_t axis_of_stride(std::size_t k, std::int64_t bytes) const noexcept {
        for (std::size_t a = 0; a + 1 < rank_; ++a) {
            if (axes_[a].stride[k] == bytes) return a;
        }
        return none;
    }
    /// Whether the elements of operand `k` follow each other along the axis.
    bool follows(std::size_t k, std::size_t along) const noexcept { return axes_[along].stride[k] == element_bytes(k); }
    bool may_be_transposed(std::size_t k) const noexcept;

    /// Whether input `k` touches several times as many bytes as input `other`, and more than the L1 cache has: it is
    /// the one to be walked along its memory.
    bool outweighs(std::size_t k, std::size_t other) const noexcept;

    /// Whether one that outweighs input `k` and could be walked along its memory, too, follows neither of these axes
    /// and would be left to be gathered.
    bool leaves_heavier(std::size_t k, std::size_t along, std::size_t or_along) const noexcept;
    bool is_transposed(std::size_t k, std::size_t row) const noexcept {
        return row + 2 == rank_ && is_awkward(k) && follows(k, row) && axes_[row].extent >= least_square &&
               innermost().extent >= least_square;
    }

    /// Bytes of scratch for each operand that needs some.
    std::int64_t share_of_scratch() const noexcept;

    /// Where no kernel takes so many splats, and where a splat would have to be stored past the caches, the
    /// last one is packed.
    void keep_kernels() noexcept;

    /// A cache line of each of the source's rows at a time, each on a page of its own: from more of them than the
    /// processor remembers pages a line costs more, from fewer the kernel's rows become too short for it and for the
    /// prefetchers of the other operands.
    void cut_to_transpose() noexcept;
    void count_tiles() noexcept;

    /// Threads get rows where the outer axes' steps in the result lie between the rows': by the outer axes they would
    /// write into the same lines.
    void share_rows() noexcept;

    plan::state& s_;
    const kernels::kernel* kernel_of_splats_;
    axis* axes_;
    std::size_t rank_;
    bool is_far_;
    bool once_;
    int log2_ = 0;  ///< of the largest element size

    /// The rows of a packed input lie between each other, as the channels of an interleaved picture.
    bool shares_lines() const noexcept;

private:
    /// Threads get rows, too, where tiles go down the rows and a part of the columns is less than several pages: two
    /// threads that write into the same page by turns take lines from each other that prefetchers have fetched.
    /// Two threads take 0.4 to 0.8 of the time on Zen 5, without it often more than one alone. `outside`: how often
    /// the outer axes repeat the tiles.
    bool would_write_by_turns(std::int64_t outside) const noexcept;

    /// What is brought for a tile serves the one below, too.
    bool repeats_packed_rows() const noexcept;

    /// A cache line apart beyond their size, so that the same row of two tiles never falls on the same set of
    /// lines.
    void place_scratch() noexcept;
    const transposed_tile& largest_transposed_operand() const noexcept;
    const transposed_tile& largest_transposed_copy() const noexcept;
};

}  // namespace zerostride::detail
