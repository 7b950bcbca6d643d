#include "dispatch/plan/tiles.hpp"

#include <algorithm>

#include "dispatch/packing/ahead.hpp"
#include "dispatch/packing/lines.hpp"
#include "dispatch/packing/pack.hpp"
#include "dispatch/plan/one_row.hpp"
#include "dispatch/plan/tile_order.hpp"

namespace zerostride::detail {
namespace {

/// Most bytes of the source that are prefetched for the next tile of a streamed copy.
constexpr std::int64_t most_prefetched_source = 2048;

/// One thread's walk over tiles: its scratch, and what is in there already.
class tile_runner {
public:
    tile_runner(const plan::state& s, const operands& data) noexcept : s_(s), data_(data) {
        for (held& h : held_) h.source = nullptr;
        for (std::size_t k = 1; k <= s.inputs; ++k) has_pieces_ |= uses_transpose(s.routes[k].how);
        has_pieces_ &= s.ahead.of_source && s.col_chunk < s.cols && s.routes[0].how == route::dense;
    }

    kernels::findings run(std::int64_t first, std::int64_t last) noexcept {
        const auto tile = [this](const std::int64_t* outer, std::int64_t row0, std::int64_t end,
                                 std::int64_t col0) noexcept { return one(outer, row0, end, col0); };
        const kernels::findings found = s_.tiles == 1           ? one(origin, 0, s_.rows, 0)
                                        : s_.shares_rows        ? for_tiles_of_rows(s_, first, last, tile)
                                        : is_for_kernel_alone() ? walk_with_kernel(first, last)
                                                                : for_tiles(s_, first, last, tile);
        if (s_.streams) s_.movers->stream_fence();
        return found;
    }

private:
    static constexpr std::int64_t origin[max_operands] = {};

    /// Tiles that are rows of the kernel where they are, all that two axes of the nest have: however few they are, it
    /// takes longer to start a tile in general than to compute it.
    bool is_for_kernel_alone() const noexcept {
        if (s_.cut != strategy::blocks || s_.row_chunks * s_.col_chunks != 1 || s_.streams || s_.prefetches)
            return false;
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            if (s_.routes[k].how != route::dense && s_.routes[k].how != route::splat) return false;
        }
        return true;
    }
    kernels::findings walk_with_kernel(std::int64_t first, std::int64_t last) const noexcept {
        static_assert(max_operands == 4);
        const operand_route(&r)[max_operands] = s_.routes;
        const std::ptrdiff_t steps[] = {r[0].row_stride, r[1].row_stride, s_.inputs > 1 ? r[2].row_stride : 0,
                                        s_.inputs > 2 ? r[3].row_stride : 0};
        const bool is_one_call = s_.rows == 1 || s_.cols << s_.element_log2[0] >= s_.together_from;
        const std::int64_t rows = is_one_call ? 1 : s_.rows;
        const std::ptrdiff_t to_last = is_one_call ? (s_.rows - 1) * steps[0] : 0;
        const auto cols = static_cast<std::size_t>(s_.cols);
        kernels::findings found = kernels::nothing_found;
        position outer(s_, first);
        while (true) {
            const std::int64_t* const at = outer.offsets();
            std::byte* out = data_.at[0] + at[0];
            const std::byte* x = data_.at[1] + at[1];
            const std::byte* y = s_.inputs > 1 ? data_.at[2] + at[2] : nullptr;
            const std::byte* z = s_.inputs > 2 ? data_.at[3] + at[3] : nullptr;
            for (std::int64_t i = rows; i > 0; --i, out += steps[0], x += steps[1], y += steps[2], z += steps[3]) {
                found |= s_.run({s_.parameters, 0, out + to_last, steps}, cols, out, x, y, z);
            }
            if (++first == last) return found;
            outer.advance();
        }
    }

    /// Dense rows somewhere.
    struct block {
        std::byte* at;
        std::int64_t step;
    };

    /// One tile: its place is `outer`, bytes in the outer axes, and a row, of those before `end`, and a column in the
    /// tiled ones.
    kernels::findings one(const std::int64_t* outer, std::int64_t row0, std::int64_t end, std::int64_t col0) noexcept {
        const std::int64_t rows = std::min(s_.row_chunk, end - row0);
        const std::int64_t cols = std::min(s_.col_chunk, s_.cols - col0) * s_.unit;
        std::byte* at[max_operands];
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            const operand_route& r = s_.routes[k];
            at[k] = data_.at[k] + outer[k] + row0 * r.row_stride + col0 * r.col_stride;
        }
        const operand_route& out = s_.routes[0];
        const bool in_place = out.how == route::dense && !(s_.copies && s_.streams);
        block result =
            in_place ? block{at[0], out.row_stride} : block{scratch_ + out.scratch, cols << s_.element_log2[0]};
        if (s_.copies && s_.streams && streams_directly(at[0], rows, cols)) {
            pack_past_caches(at, rows, cols);
            return kernels::nothing_found;
        }
        kernels::findings found = kernels::nothing_found;
        if (!s_.copies || !copies_without_kernel(at, rows, cols, in_place, result)) {
            found = compute(at, rows, cols, in_place, result);
        }
        if (!in_place) put(at[0], result, rows, cols);
        return found;
    }

    void pack_past_caches(std::byte* const (&at)[max_operands], std::int64_t rows, std::int64_t cols) const noexcept {
        ask_for_next_tile(1, at[1], rows, cols);
        // A few lines for each tile: the hardware's prefetchers take them for no stream, or for a slow one.
        const std::int64_t read = rows * s_.routes[1].row_stride;
        if (read > 0 && read <= most_prefetched_source) prefetch<false>(at[1] + read, static_cast<std::size_t>(read));
        pack_past(s_.routes[1].steps, *s_.movers, at[1], static_cast<std::size_t>(rows), static_cast<std::size_t>(cols),
                  at[0]);
    }

    /// A copy's elements at `result`, or where the mover leaves them, which it then is; false where the kernel has to
    /// put them there.
    bool copies_without_kernel(std::byte* const (&at)[max_operands], std::int64_t rows, std::int64_t cols,
                               bool in_place, block& result) noexcept {
        if (moves_directly(rows, cols, result)) {
            // Shuffles hardly wait for what they read.
            if (s_.prefetches && s_.routes[1].how == route::packed) {
                prefetch<true>(result.at, static_cast<std::size_t>(rows * cols) << s_.element_log2[0]);
            }
            bring(1, at[1], rows, cols, result);
            return true;
        }
        if (in_place || !passes_on(rows, cols)) return false;
        result = bring(1, at[1], rows, cols);
        return true;
    }

    kernels::findings compute(std::byte* (&at)[max_operands], std::int64_t rows, std::int64_t cols, bool in_place,
                              block to) noexcept {
        const bool is_one_row = s_.cut == strategy::flat;
        const auto elements = static_cast<std::size_t>(is_one_row ? rows * cols : cols);
        const bool may_stream =
            s_.streams && in_place && are_worth_streaming(elements, is_one_row ? 0 : to.step, to.at);
        kernels::findings found = kernels::nothing_found;
        for (std::int64_t plane = 0; plane < s_.planes; ++plane) {
            if (plane > 0) go_to_next_plane(at, to);
            block in[kernels::max_inputs] = {};
            bool is_apart = true;
            for (std::size_t k = 1; k <= s_.inputs; ++k) {
                in[k - 1] = bring(k, at[k], rows, cols, next_to_read(k, at, cols));
                if (s_.routes[k].how == route::in_planes) in[k - 1] = one_of_planes(in[k - 1], plane);
                is_apart &= in[k - 1].at != to.at;
            }
            found |= run_rows(may_stream && is_apart, is_one_row ? 1 : rows, elements, to, in);
        }
        return found;
    }

    bool are_worth_streaming(std::size_t elements, std::int64_t step, const std::byte* first) const noexcept {
        const auto bytes = static_cast<std::int64_t>(elements << s_.element_log2[0]);
        const auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(first));
        return bytes >= ((place | step | bytes) % cache_line == 0 ? least_streamed_lines : least_streamed_row);
    }

    /// The next plane's tile: of an operand that has all of them in scratch it is there.
    void go_to_next_plane(std::byte* (&at)[max_operands], block& target) const noexcept {
        const axis& plane = s_.loops.axes[s_.outer_axes];
        for (std::size_t k = 0; k <= s_.inputs; ++k) {
            if (s_.routes[k].how != route::in_planes) at[k] += plane.stride[k];
        }
        target.at += plane.stride[0];
    }
    block one_of_planes(const block& all, std::int64_t plane) const noexcept {
        return {all.at + plane * all.step, s_.planes * all.step};
    }

    kernels::findings run_rows(bool streams, std::int64_t rows, std::size_t elements, block out,
                               const block (&in)[kernels::max_inputs]) const noexcept {
        static_assert(kernels::max_inputs == 3);
        if (rows > 1 && follow_each_other(elements, out, in)) {
            elements *= static_cast<std::size_t>(rows);
            rows = 1;
        }
        const std::byte *x = in[0].at, *y = in[1].at, *z = in[2].at;
        const auto row_bytes = static_cast<std::int64_t>(elements << s_.element_log2[0]);
        const bool goes_on = rows > 1 && !has_pieces_ && !streams && row_bytes >= s_.together_from;
        // To ask for the line of each takes longer than the kernel, and of whole lines the hardware sees one stream.
        const bool are_lines = goes_on && row_bytes == cache_line && out.step == row_bytes;
        if (s_.prefetches && !has_pieces_ && !streams && !are_lines && s_.routes[0].how == route::dense) {
            return run_rows_ahead(rows, elements, out, in);
        }
        if (goes_on) {
            const std::ptrdiff_t steps[1 + kernels::max_inputs] = {out.step, in[0].step, in[1].step, in[2].step};
            return s_.run({s_.parameters, 0, out.at + (rows - 1) * out.step, steps}, elements, out.at, x, y, z);
        }
        const std::ptrdiff_t to_edge = streams ? bytes_to_edge(row_bytes, out.step) : 0;
        kernels::findings found = kernels::nothing_found;
        for (; rows > 0; --rows, out.at += out.step, x += in[0].step, y += in[1].step, z += in[2].step) {
            if (has_pieces_) prefetch_below(streams, elements, out.at, x, y, z);
            if (to_edge != 0) prefetch<true>(out.at + to_edge, cache_line);
            found |= streams ? run_streamed(s_, elements, out.at, x, y, z)
                             : s_.run({s_.parameters, 0, out.at, nullptr}, elements, out.at, x, y, z);
        }
        return found;
    }

    /// How far ahead of a row that goes past the caches the line is asked for that the rows share which begin and end
    /// there; 0 where rows are whole lines, or so long that their own lines come in time. Rows of 1 to 2 KiB take three
    /// quarters of the time on Zen 4.
    static std::ptrdiff_t bytes_to_edge(std::int64_t row_bytes, std::int64_t step) noexcept {
        constexpr std::int64_t far = 6144;
        const bool are_lines = (step | row_bytes) % cache_line == 0;
        return are_lines || 2 * row_bytes > far ? 0 : far / row_bytes * step;
    }

    /// Whether rows of so many elements are one long row, as those of a tile that has all of its operand's columns.
    bool follow_each_other(std::size_t elements, const block& out,
                           const block (&in)[kernels::max_inputs]) const noexcept {
        bool all = out.step == static_cast<std::int64_t>(bytes_of_row(s_, 0, elements));
        for (std::size_t k = 1; k <= s_.inputs; ++k) {
            all &= in[k - 1].step == static_cast<std::int64_t>(bytes_of_row(s_, k, elements));
        }
        return all;
    }

    kernels::findings run_rows_ahead(std::int64_t rows, std::size_t elements, block out,
                                     const block (&in)[kernels::max_inputs]) const noexcept {
        const std::byte *x = in[0].at, *y = in[1].at, *z = in[2].at;
        const std::size_t row_bytes = elements << s_.element_log2[0];
        const std::int64_t distance = static_cast<std::int64_t>(bytes_ahead / row_bytes) * out.step;
        kernels::findings found = kernels::nothing_found;
        for (; rows > 0; --rows, out.at += out.step, x += in[0].step, y += in[1].step, z += in[2].step) {
            if (row_bytes > bytes_ahead) {
                found |= run_in_pieces(s_, elements, out.at, x, y, z);
            } else {
                prefetch<true>(out.at + distance, row_bytes);
                found |= s_.run({s_.parameters, 0, out.at, nullptr}, elements, out.at, x, y, z);
            }
        }
        return found;
    }

    /// Beside a transposed operand the kernel's rows are pieces of the dense operands' rows: each begins on another
    /// page and ends before the hardware's prefetchers have found a stream. The piece below is next (down_first), also
    /// after the last row of a tile, and comes while this one is computed. Inline as prefetch() is.
    [[gnu::always_inline]] void prefetch_below(bool streams, std::size_t elements, const std::byte* out,
                                               const std::byte* x, const std::byte* y,
                                               const std::byte* z) const noexcept {
        const std::byte* const piece[max_operands] = {out, x, y, z};
        for (std::size_t k = streams ? 1 : 0; k <= s_.inputs; ++k) {
            if (s_.routes[k].how != route::dense) continue;
            const std::byte* const below = piece[k] + s_.routes[k].row_stride;
            prefetch<false>(below, elements << s_.element_log2[k]);
        }
    }

    /// Dense rows without anything between them, as programs and streams want them.
    bool is_one_stretch(const block& b, std::int64_t rows, std::int64_t cols) const noexcept {
        return s_.cut == strategy::flat || rows == 1 || b.step == cols << s_.element_log2[0];
    }

    /// A copy whose mover can write the result itself. What stays from tile to tile is rather packed once.
    bool moves_directly(std::int64_t rows, std::int64_t cols, const block& target) const noexcept {
        const operand_route& r = s_.routes[1];
        if (s_.routes[0].how != route::dense || s_.streams) return false;
        if (uses_transpose(r.how)) return true;
        return r.how == route::packed && r.row_stride != 0 && is_one_stretch(target, rows, cols);
    }

    /// A copy whose shuffles can store the result past the caches themselves. What stays from tile to tile is rather
    /// packed once.
    bool streams_directly(const std::byte* target, std::int64_t rows, std::int64_t cols) const noexcept {
        const operand_route& r = s_.routes[1];
        return s_.routes[0].how == route::dense && r.how == route::packed && r.steps.may_stream && r.row_stride != 0 &&
               (r.steps.in_pieces ? rows == 1 : cols == static_cast<std::int64_t>(r.steps.row_elements)) &&
               reinterpret_cast<std::uintptr_t>(target) % 16 == 0 &&
               is_one_stretch({nullptr, s_.routes[0].row_stride}, rows, cols);
    }

    /// A copy whose operand, as the mover brings it or where it is, can be put without a kernel between.
    bool passes_on(std::int64_t rows, std::int64_t cols) const noexcept {
        const operand_route& r = s_.routes[1];
        if (r.how == route::splat) return false;
        const route out = s_.routes[0].how;
        return out == route::dense || out == route::by_lines || r.how != route::dense ||
               is_one_stretch({nullptr, r.row_stride}, rows, cols);
    }

    /// What is read after operand `k` of the tile at `at`: the next operand, or after the last one the first one of the
    /// tile beside it. Packed one after the other, each operand would begin anew on its page, before the hardware's
    /// prefetchers have found a stream, while the others wait. Not where they find none.
    kernels::read_next next_to_read(std::size_t k, std::byte* const (&at)[max_operands],
                                    std::int64_t cols) const noexcept {
        const operand_route& r = s_.routes[k];
        if (s_.asks_for == asked_for::nothing || r.how != route::packed || r.steps.how != way::strided)
            return kernels::nothing_next;
        if (r.asks_to_l2 && is_step_of_pieces(r.col_stride) && !falls_on_few_sets(r.col_stride)) {
            return kernels::nothing_next;
        }
        for (std::size_t i = k + 1; i <= s_.inputs; ++i) {
            if (is_asked_for(i)) return {at[i], s_.routes[i].col_stride};
        }
        for (std::size_t i = 1; i <= k; ++i) {
            if (is_asked_for(i)) return {at[i] + cols * s_.routes[i].col_stride, s_.routes[i].col_stride};
        }
        return kernels::nothing_next;
    }
    /// Of what lies in pieces that no prefetcher finds, those of the tile that follows, before this one is packed.
    [[gnu::noinline]] void ask_for_next_tile(std::size_t k, const std::byte* at, std::int64_t rows,
                                             std::int64_t cols) const noexcept {
        const operand_route& r = s_.routes[k];
        if (!r.asks_to_l2) return;
        const bool is_below = s_.row_chunks > 1 && (s_.down_first || s_.col_chunks == 1);
        ask_for_pieces(r.steps, at + (is_below ? rows * r.row_stride : cols * r.col_stride),
                       static_cast<std::size_t>(rows), static_cast<std::size_t>(cols));
    }
    bool is_asked_for(std::size_t k) const noexcept {
        const route how = s_.routes[k].how;
        return s_.asks_for == asked_for::packed ? how == route::packed : how != route::splat;
    }

    /// Operand `k`'s tile as the kernel wants it.
    block bring(std::size_t k, std::byte* at, std::int64_t rows, std::int64_t cols,
                kernels::read_next next = kernels::nothing_next) noexcept {
        const operand_route& r = s_.routes[k];
        if (r.how == route::dense || r.how == route::splat) return {at, r.row_stride};
        block packed{scratch_ + r.scratch, cols << s_.element_log2[k]};
        if (is_brought_once(r, packed.step)) rows = 1, packed.step = 0;
        held& h = held_[k];
        if (h.source == at && h.rows >= rows && h.cols == cols) return packed;
        bring(k, at, rows, cols, packed, next);
        h = {at, rows, cols};
        return packed;
    }
    /// Rows of the result that repeat an input's are one long row of the kernel where it is packed for each of them:
    /// better for short ones, and for those that go past the caches and begin within lines. A copy that is scattered
    /// from scratch needs all of them there.
    bool is_brought_once(const operand_route& r, std::int64_t row_bytes) const noexcept {
        constexpr std::int64_t longest_copied = 512;
        return r.how == route::packed && r.row_stride == 0 && s_.cut == strategy::blocks &&
               row_bytes > longest_copied && !(s_.streams && row_bytes % cache_line != 0) &&
               !(s_.copies && s_.routes[0].how == route::packed);
    }
    void bring(std::size_t k, std::byte* at, std::int64_t rows, std::int64_t cols, const block& target,
               kernels::read_next next = kernels::nothing_next) noexcept {
        const operand_route& r = s_.routes[k];
        if (r.how == route::transposed) {
            const std::int64_t step = s_.cut == strategy::flat ? cols << s_.element_log2[k] : target.step;
            transpose(k, at, rows, cols, target.at, step, s_.ahead);
        } else if (r.how == route::in_planes) {
            // Row by row, where the rows do not follow each other in the operand.
            if (r.row_stride == s_.planes << s_.element_log2[k]) {
                transpose(k, at, rows * s_.planes, cols, target.at, target.step, s_.ahead);
            } else {
                transpose(k, at, s_.planes, cols, target.at, target.step, {},
                          {static_cast<std::size_t>(rows), r.row_stride, s_.planes * target.step});
            }
        } else if (r.how == route::in_squares) {
            const axis *const inside = &s_.loops.axes[s_.outer_axes + 1], *const innermost = inside + 1;
            transpose(k, at, inside->extent, innermost->extent, target.at, innermost->extent << s_.element_log2[k], {},
                      {static_cast<std::size_t>(rows), r.row_stride, cols << s_.element_log2[k]});
        } else if (r.how == route::by_lines) {
            collect_lines({s_.columns, s_.column_axes, k, s_.element_log2[k]}, s_.movers->transpose[s_.element_log2[k]],
                          at, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), target.at, target.step,
                          s_.ahead);
        } else {
            ask_for_next_tile(k, at, rows, cols);
            pack(r.steps, *s_.movers, at, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), target.at,
                 next);
        }
    }

    /// An operand's rows and columns change places on the way.
    void transpose(std::size_t k, const std::byte* at, std::int64_t rows, std::int64_t cols, std::byte* to,
                   std::int64_t step, kernels::lines_ahead ahead,
                   const kernels::matrices& each = kernels::one_matrix) const noexcept {
        s_.movers->transpose[s_.element_log2[k]](at, s_.routes[k].col_stride, static_cast<std::size_t>(rows),
                                                 static_cast<std::size_t>(cols), to, step, ahead, each);
    }

    void put(std::byte* at, const block& result, std::int64_t rows, std::int64_t cols) noexcept {
        const operand_route& out = s_.routes[0];
        const std::int64_t row_bytes = cols << s_.element_log2[0];
        if (out.how == route::packed) {
            unpack(out.steps, *s_.movers, result.at, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols),
                   at);
            return;
        }
        if (out.how == route::transposed) {
            if (s_.ahead.of_result && s_.row_chunks > 1) prefetch_beside(at, rows, cols);
            s_.movers->transpose[s_.element_log2[0]](result.at, result.step, static_cast<std::size_t>(cols),
                                                     static_cast<std::size_t>(rows), at, out.col_stride, s_.ahead,
                                                     kernels::one_matrix);
            return;
        }
        if (out.how == route::by_lines) {
            distribute_lines({s_.columns, s_.column_axes, 0, s_.element_log2[0]},
                             s_.movers->transpose[s_.element_log2[0]], result.at, result.step,
                             static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), at, s_.ahead);
            return;
        }
        const bool together = s_.cut == strategy::flat || (out.row_stride == row_bytes && result.step == row_bytes);
        const std::int64_t tile_rows = together ? 1 : rows;
        const std::int64_t stretch = together ? rows * row_bytes : row_bytes;
        for (std::int64_t r = 0; r < tile_rows; ++r) {
            s_.movers->stream(at + r * out.row_stride, result.at + r * result.step, static_cast<std::size_t>(stretch));
        }
    }

    /// The next tile of a transposed result, which is beside this one (down_first): no hardware prefetcher sees that,
    /// because each of its lines is on another page, and stores would wait for them one after the other.
    void prefetch_beside(const std::byte* at, std::int64_t rows, std::int64_t cols) const noexcept {
        const std::int64_t bytes = rows << s_.element_log2[0];
        for (std::int64_t c = 0; c < cols; ++c, at += s_.routes[0].col_stride) {
            // The last byte of a line's worth: the first may share a line with this tile.
            prefetch<true>(at + bytes + 63, static_cast<std::size_t>(bytes));
        }
    }

    struct held {
        const std::byte* source;
        std::int64_t rows, cols;
    };
    const plan::state& s_;
    const operands& data_;
    bool has_pieces_ = false;
    held held_[max_operands];
    alignas(64) std::byte scratch_[scratch_bytes];
};

}  // namespace

kernels::findings run_tiles(const plan::state& s, const operands& data, std::int64_t first,
                            std::int64_t last) noexcept {
    return tile_runner(s, data).run(first, last);
}

}  // namespace zerostride::detail
