#include "dispatch/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "dispatch/merges.hpp"
#include "dispatch/windows.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

/// The most bytes of one period that are worth copying before they are shuffled.
constexpr std::int64_t most_staged = 512;
/// Rows along one axis go by pieces of so many bytes, from so many pieces on: the program of a long row would be read
/// from beyond the L1 cache.
constexpr std::int64_t piece_bytes = 64, least_pieces = 8;
/// Shorter repeats are left to the shuffles: storing the same registers again costs a misprediction or two.
constexpr std::int64_t least_repeated_bytes = 64, least_repeats = 4;

/// Writes the offset of every element of `rows` rows; answers false when one does not fit in 32 bits.
bool write_offsets(std::int32_t* offset, const axis* inner, std::size_t count, std::size_t k, std::int64_t row_elements,
                   std::int64_t row_stride, std::int64_t rows) noexcept {
    // One row by growing it axis by axis from the innermost, then the others from the first.
    std::int64_t length = 1;
    offset[0] = 0;
    for (std::size_t a = count; a-- > 0;) {
        const std::int64_t stride = inner[a].stride[k];
        for (std::int64_t i = 1; i < inner[a].extent; ++i) {
            std::int64_t shift;
            if (__builtin_mul_overflow(i, stride, &shift)) return false;
            for (std::int64_t j = 0; j < length; ++j) {
                const std::int64_t at = offset[j] + shift;
                if (at != static_cast<std::int32_t>(at)) return false;
                offset[i * length + j] = static_cast<std::int32_t>(at);
            }
        }
        length *= inner[a].extent;
    }
    for (std::int64_t r = 1; r < rows; ++r) {
        for (std::int64_t j = 0; j < row_elements; ++j) {
            const std::int64_t at = offset[j] + r * row_stride;
            if (at != static_cast<std::int32_t>(at)) return false;
            offset[r * row_elements + j] = static_cast<std::int32_t>(at);
        }
    }
    return true;
}

/// The windows of 16 source bytes that the elements of a unit are picked from: a lane, or a pair of them.
struct windows {
    static constexpr int most = 16;
    int count = 0;
    std::int32_t needs = 0;  ///< the period's elements that must exist for all windows to be the operand's memory
    std::int32_t offset[most];
    std::uint8_t mask[most][2 * lane_bytes];
};

/// Chooses windows for the elements [from, from + elements). False when it takes too many.
bool cover_unit(windows& made, const std::int32_t* offset, int from, int elements, int bytes,
                const element_map& map) noexcept {
    const std::int32_t own = from + elements;
    bool covered[2 * lane_bytes] = {};
    for (int left = elements; left > 0;) {
        if (made.count == windows::most) return false;
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (int e = 0; e < elements; ++e) {
            if (!covered[e]) first = std::min<std::int64_t>(first, offset[from + e]);
        }
        std::int64_t end = first;
        for (int e = 0; e < elements; ++e) {
            const std::int64_t last = std::int64_t{offset[from + e]} + bytes;
            if (!covered[e] && last <= first + lane_bytes) end = std::max(end, last);
        }
        std::int64_t start;
        const std::int32_t needs = choose_window(start, lane_bytes, end - lane_bytes, first, own, map);
        if (needs == element_map::none) return false;
        made.needs = std::max({made.needs, needs, own});
        made.offset[made.count] = static_cast<std::int32_t>(start);
        std::uint8_t* const mask = made.mask[made.count++];
        std::memset(mask, 0x80, sizeof made.mask[0]);
        for (int e = 0; e < elements; ++e) {
            const std::int64_t at = offset[from + e] - start;
            if (covered[e] || at < 0 || at + bytes > lane_bytes) continue;
            for (int b = 0; b < bytes; ++b) mask[e * bytes + b] = static_cast<std::uint8_t>(at + b);
            covered[e] = true;
            --left;
        }
    }
    return true;
}

/// What a permutation chooses from and makes; the longest period of them, and from where on a longer one saves nothing.
constexpr std::int64_t permuted_bytes = 64, most_permuted = 2048, least_permuted = 256;

/// The bytes that a row is made of, from the first element's on; 0 where they are more than permuted_bytes, or before
/// it.
std::int64_t span_of_row(const axis* inner, std::size_t count, std::size_t k, std::int64_t element_bytes) noexcept {
    std::int64_t span = element_bytes;
    for (std::size_t a = 0; a < count; ++a) {
        const std::int64_t stride = inner[a].stride[k], steps = inner[a].extent - 1;
        if (stride < 0 || stride > permuted_bytes || (stride > 0 && steps > permuted_bytes)) return 0;
        span += steps * stride;
    }
    return span <= permuted_bytes ? span : 0;
}

/// Calls visit(byte offset) for the first `cols` elements of each of `rows` rows: the way for tiles whose
/// offsets were not written down.
template <class Visit>
void walk(const program& p, std::size_t rows, std::size_t cols, Visit visit) noexcept {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
            std::int64_t at = static_cast<std::int64_t>(r) * p.row_stride;
            std::int64_t left = static_cast<std::int64_t>(c);
            for (std::size_t a = p.inner_count; a-- > 0;) {
                at += left % p.inner[a].extent * p.inner[a].stride[p.operand];
                left /= p.inner[a].extent;
            }
            visit(at);
        }
    }
}

/// How the lanes of a period are served, and what that costs.
struct lane_form {
    bool paired = false;
    int windows = 0;  ///< of every lane; 0: the lanes cannot be served
    std::size_t patches = 0;
    std::size_t cost = std::numeric_limits<std::size_t>::max();  ///< in halves of a cycle, about
};

/// Serves a period by shuffles of the bytes that `map` owns.
class lane_writer {
public:
    lane_writer(program& made, const element_map& map) noexcept
        : made_(made),
          map_(map),
          bytes_(1 << made.element_log2),
          per_lane_(static_cast<int>(lane_bytes) / bytes_),
          lanes_(made.period_elements() / static_cast<std::size_t>(per_lane_)) {}

    /// The cheapest way; where it must be able to store past the caches, one without patches if there is one.
    lane_form best(shuffling shuffles) const noexcept {
        lane_form found;
        for (const bool paired : {true, false}) consider(paired, shuffles == shuffling::streaming, found);
        return found;
    }

    /// False when memory does not suffice.
    bool write(const lane_form& form, program_memory& memory) noexcept {
        const std::size_t parts = (lanes_ + 1) / 2 * 2 * static_cast<std::size_t>(form.windows);
        auto* const offset = memory.take<std::int32_t>(parts);
        auto* const mask = memory.take<std::uint8_t[lane_bytes]>(parts);
        auto* const patch = memory.take<kernels::lane_patch>(form.patches);
        if (offset == nullptr || mask == nullptr || patch == nullptr) return false;
        made_.lanes = {lanes_, form.windows, form.paired, offset, mask, 0, patch, {}};
        std::fill_n(offset, parts, 0);  // an odd last lane has a neighbour that is never asked for
        std::size_t needs = 0;
        const std::size_t step = form.paired ? 2 : 1;
        for (std::size_t j = 0; j < lanes_; j += step) {
            windows cover;
            (void)cover_lanes(cover, j, form.paired);
            // A lane that needs later elements sets a least length for all; the others end with themselves. Half a
            // pair may be all there is, when a tile ends there.
            if (cover.needs > static_cast<std::int32_t>(j + 1) * per_lane_)
                needs = std::max(needs, static_cast<std::size_t>(cover.needs));
            for (std::size_t half = 0; half < step && j + half < lanes_; ++half) {
                for (int w = 0; w < form.windows; ++w) {
                    const std::size_t at = made_.lanes.at(j + half, static_cast<std::size_t>(w));
                    offset[at] = cover.offset[w < cover.count ? w : 0];
                    if (w < cover.count) std::memcpy(mask[at], cover.mask[w] + half * lane_bytes, lane_bytes);
                    else std::memset(mask[at], 0x80, lane_bytes);
                }
            }
            for (std::size_t half = 0; half < step && j + half < lanes_; ++half) {
                for (int w = form.windows; w < cover.count; ++w) {
                    const std::uint8_t* const picks = cover.mask[w] + half * lane_bytes;
                    if (std::all_of(picks, picks + lane_bytes, [](std::uint8_t b) { return b == 0x80; })) continue;
                    kernels::lane_patch& added = patch[made_.lanes.patches++];
                    added.lane = static_cast<std::int32_t>(j + half);
                    added.offset = cover.offset[w];
                    std::memcpy(added.mask, picks, lane_bytes);
                }
            }
        }
        made_.lanes_need = needs;
        write_tail();
        return true;
    }

private:
    /// Without it, which a period with later elements only may lack, the rest is gathered.
    void write_tail() noexcept {
        const auto elements = static_cast<int>(made_.period_elements());
        kernels::lane_tail& tail = made_.lanes.tail;
        windows cover;
        if (elements % per_lane_ == 0 ||
            !cover_unit(cover, made_.offset, elements - per_lane_, per_lane_, bytes_, map_) ||
            cover.count > kernels::lane_program::most_windows) {
            return;
        }
        tail.windows = cover.count;
        for (int w = 0; w < cover.count; ++w) {
            tail.offset[w] = cover.offset[w];
            std::memcpy(tail.mask[w], cover.mask[w], lane_bytes);
        }
    }

    bool cover_lanes(windows& cover, std::size_t j, bool paired) const noexcept {
        const std::size_t count = paired && j + 1 < lanes_ ? 2 : 1;
        return cover_unit(cover, made_.offset, static_cast<int>(j) * per_lane_, static_cast<int>(count) * per_lane_,
                          bytes_, map_);
    }

    void consider(bool paired, bool streams, lane_form& best) const noexcept {
        constexpr int most = kernels::lane_program::most_windows;
        const std::size_t step = paired ? 2 : 1;
        std::size_t patches[most + 1] = {};  // for each number of windows
        for (std::size_t j = 0; j < lanes_; j += step) {
            windows cover;
            if (!cover_lanes(cover, j, paired)) return;
            for (int w = 1; w <= most; ++w) {
                patches[w] += step * static_cast<std::size_t>(std::max(cover.count - w, 0));
            }
        }
        for (int w = 1; w <= most; ++w) {
            // For two lanes: loads, shuffles and a store; unpaired ones load twice and put the halves together.
            const auto count = static_cast<std::size_t>(w);
            const std::size_t unit = paired ? 2 * count + 1 : 3 * count + 2;
            const std::size_t cost = (lanes_ + 1) / 2 * unit + (streams ? 1000 : 4) * patches[w];
            if (cost < best.cost) best = {paired, w, patches[w], cost};
        }
    }

    program& made_;
    const element_map& map_;
    int bytes_, per_lane_;
    std::size_t lanes_;
};

/// Serves a period by merges if that costs less than `most`, in halves of a cycle.
bool try_merges(program& made, std::size_t most, const element_map& map, const kernels::mover_table& movers,
                program_memory& memory) noexcept {
    const std::int64_t row_bytes = static_cast<std::int64_t>(made.row_elements) << made.element_log2;
    const std::int64_t period_bytes = row_bytes * static_cast<std::int64_t>(made.period_rows);
    if (movers.merge == nullptr || !cpu().avx512_vbmi || (period_bytes < least_permuted && !made.in_pieces)) {
        return false;
    }
    // What a short period needs stays in registers.
    std::size_t rows = made.period_rows;
    while (rows % 2 == 0 && row_bytes * static_cast<std::int64_t>(rows / 2) % merged_bytes == 0) rows /= 2;
    const std::size_t needs = write_merges(made.merges, made.offset, rows * made.row_elements, 1 << made.element_log2,
                                           most * rows / made.period_rows, map, memory);
    if (needs == 0) return false;
    made.merge = movers.merge;
    made.merges_need = needs;
    made.period_rows = rows;
    return true;
}

/// Tries to serve the period by shuffles: from where the operand is, or, if that costs more or is less than a window,
/// from a copy of the few bytes that a repeat or a cycle has.
void write_lanes(program& made, shuffling shuffles, const kernels::mover_table& movers,
                 program_memory& memory) noexcept {
    const int bytes = 1 << made.element_log2;
    const std::size_t elements = made.period_elements();
    if (bytes == lane_bytes || elements * static_cast<std::size_t>(bytes) < static_cast<std::size_t>(lane_bytes))
        return;

    element_map map(made.offset, elements, bytes);
    element_map row(made.offset, made.row_elements, bytes);
    const std::int64_t row_bytes = row.high() - row.low();
    const bool may_stage = map.high() - map.low() <= most_staged && row.stage() && map.stage();
    lane_writer writer(made, map);
    const lane_form staged = may_stage ? writer.best(shuffles) : lane_form{};
    map.unstage();
    const lane_form direct = writer.best(shuffles);
    // Copying takes about as long as a window for each lane.
    made.staged =
        staged.windows > 0 && (direct.windows == 0 ||
                               staged.cost + 2 * elements * static_cast<std::size_t>(bytes) / lane_bytes < direct.cost);
    if (made.staged) (void)map.stage();
    const lane_form& form = made.staged ? staged : direct;
    if (shuffles == shuffling::any && !made.staged &&
        try_merges(made, std::min(form.cost, 2 * elements), map, movers, memory)) {
        return;
    }
    // A gathered element costs about a cycle.
    made.by_lanes = form.windows > 0 && form.cost < 2 * elements && writer.write(form, memory);
    made.staged = made.staged && made.by_lanes;
    if (!made.staged) return;
    made.staged_low = static_cast<std::int32_t>(row.low());
    made.staged_bytes = static_cast<std::int32_t>(row_bytes);
    const auto low = static_cast<std::int32_t>(map.low());
    auto* const offset = const_cast<std::int32_t*>(made.lanes.offset);
    auto* const patch = const_cast<kernels::lane_patch*>(made.lanes.patch);
    for (std::size_t i = 0; i < (made.lanes.lanes + 1) / 2 * 2 * static_cast<std::size_t>(made.lanes.windows); ++i)
        offset[i] -= low;
    for (std::size_t k = 0; k < made.lanes.patches; ++k) patch[k].offset -= low;
    for (std::int32_t& at : made.lanes.tail.offset) at -= low;
}

/// The first `length` bytes of `periods` times `rows` rows, shuffled from copies of their bytes.
void shuffle_staged(const program& p, kernels::shuffle_mover shuffle, std::size_t length, std::size_t rows,
                    const std::byte* source, std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept {
    alignas(16) std::byte stage[2 * most_staged + lane_bytes];
    const std::ptrdiff_t down = std::min<std::ptrdiff_t>(p.row_stride, 0);
    const auto steps = static_cast<std::ptrdiff_t>(rows) - 1;
    const std::ptrdiff_t bytes = p.staged_bytes + steps * std::abs(static_cast<std::ptrdiff_t>(p.row_stride));
    source += p.staged_low + steps * down;
    // The lanes count from the lowest byte of a whole period, which lies lower if rows go down and some are missing.
    std::byte* const start = stage + (steps + 1 - static_cast<std::ptrdiff_t>(p.period_rows)) * down;
    if (advance == 0 || periods == 1) {
        std::memcpy(start, source, static_cast<std::size_t>(bytes));
        shuffle(p.lanes, length, stage, 0, periods, dense);
        return;
    }
    // Periods that follow each other without a gap are copied together.
    const bool upwards = advance > 0 && advance <= bytes;
    const std::ptrdiff_t step = upwards ? advance : bytes;
    while (periods > 0) {
        const auto fit = static_cast<std::size_t>(1 + (2 * most_staged - bytes) / step);
        const std::size_t now = std::min(periods, fit);
        if (upwards) {
            std::memcpy(stage, source, static_cast<std::size_t>(static_cast<std::ptrdiff_t>(now - 1) * step + bytes));
        } else {
            for (std::size_t i = 0; i < now; ++i) {
                std::memcpy(stage + static_cast<std::ptrdiff_t>(i) * step,
                            source + static_cast<std::ptrdiff_t>(i) * advance, static_cast<std::size_t>(bytes));
            }
        }
        shuffle(p.lanes, length, stage, step, now, dense);
        source += static_cast<std::ptrdiff_t>(now) * advance;
        dense += now * length;
        periods -= now;
    }
}

/// How many rows make a period of permutations, when each is made of `span` bytes and the next of those `row_stride`
/// further on: as many as one register holds the bytes of, until whole registers come out. 0 where that is no use.
std::int64_t rows_of_period(std::int64_t span, std::int64_t row_bytes, std::int64_t row_stride) noexcept {
    if (span == 0 || row_stride < 0 || row_bytes > most_permuted) return 0;
    const auto span_of = [&](std::int64_t rows) { return rows == 1 ? span : (rows - 1) * row_stride + span; };
    std::int64_t rows = 1;
    while (row_stride <= permuted_bytes && 2 * rows * row_bytes <= most_permuted &&
           span_of(2 * rows) <= permuted_bytes &&
           (rows * row_bytes % permuted_bytes != 0 || rows * row_bytes < least_permuted)) {
        rows *= 2;
    }
    // At least as much as goes in: what is only rearranged is left to the shuffles.
    return rows * row_bytes >= std::max(permuted_bytes, span_of(rows)) ? rows : 0;
}

/// Serves rows by permutations of one register, if what a row is made of is in one. False otherwise.
bool write_picks(program& made, std::int64_t rows, const kernels::mover_table& movers,
                 program_memory& memory) noexcept {
    const std::int64_t bytes = std::int64_t{1} << made.element_log2;
    auto row_elements = static_cast<std::int64_t>(made.row_elements);
    const axis* inner = made.inner;
    std::size_t count = made.inner_count, repeats = 1;
    std::int64_t step = made.row_stride;
    // A row that is too long for a period, and has the same again and again, is several periods.
    if (count > 1 && inner[0].stride[made.operand] == 0 && row_elements * bytes > most_permuted) {
        repeats = static_cast<std::size_t>(inner[0].extent);
        row_elements /= inner[0].extent;
        rows = inner[0].extent;
        step = 0;
        ++inner;
        --count;
    }
    // Few bytes are made sooner by shuffles, which need no mask.
    if (rows * row_elements * bytes <= least_permuted) return false;
    const std::int64_t span = span_of_row(inner, count, made.operand, bytes);
    const std::int64_t period = std::min(rows, rows_of_period(span, row_elements * bytes, step));
    if (period == 0) return false;
    const std::int64_t elements = period * row_elements;
    auto* const offset = memory.take<std::int32_t>(static_cast<std::size_t>(elements));
    auto* const picks = memory.take<std::uint8_t[permuted_bytes]>(
        static_cast<std::size_t>((elements * bytes + permuted_bytes - 1) / permuted_bytes));
    if (offset == nullptr || picks == nullptr ||
        !write_offsets(offset, inner, count, made.operand, row_elements, step, period)) {
        return false;
    }
    std::uint8_t* pick = picks[0];
    for (std::int64_t e = 0; e < elements; ++e) {
        for (int b = 0; b < bytes; ++b) *pick++ = static_cast<std::uint8_t>(offset[e] + b);
    }
    made.inner = inner;
    made.inner_count = count;
    made.offset = offset;
    made.period_rows = static_cast<std::size_t>(period);
    made.row_elements = static_cast<std::size_t>(row_elements);
    made.repeats = repeats;
    made.picks = picks;
    made.permute = movers.permute;
    made.row_span = span;
    return true;
}

/// `rows` rows of `row_bytes`, made of `span` bytes each, by a program whose period has `period` of them.
void permute_rows(const program& p, std::size_t period, const std::byte* source, std::ptrdiff_t step, std::size_t span,
                  std::size_t row_bytes, std::size_t rows, std::byte* dense) noexcept {
    const std::size_t whole = rows / period, rest = rows % period;
    const auto advance = static_cast<std::ptrdiff_t>(period) * step;
    const auto span_of = [&](std::size_t r) { return (r - 1) * static_cast<std::size_t>(step) + span; };
    if (whole > 0) p.permute(p.picks, period * row_bytes, source, span_of(period), advance, whole, dense);
    if (rest > 0) {
        p.permute(p.picks, rest * row_bytes, source + static_cast<std::ptrdiff_t>(whole) * advance, span_of(rest), 0, 1,
                  dense + whole * period * row_bytes);
    }
}

/// pack() by permutations.
void pack_permuted(const program& p, const std::byte* source, std::size_t rows, std::size_t cols,
                   std::byte* dense) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    const auto step = static_cast<std::ptrdiff_t>(p.row_stride);
    const auto span = static_cast<std::size_t>(p.row_span);
    if (cols < p.row_elements) {
        // There is one axis inside; the period's other rows are further on than these.
        const std::size_t part = (cols - 1) * static_cast<std::size_t>(p.inner[0].stride[p.operand]) + bytes;
        permute_rows(p, 1, source, step, part, cols * bytes, rows, dense);
        return;
    }
    const std::size_t row_bytes = p.row_elements * bytes;
    if (p.repeats == 1) {
        permute_rows(p, p.period_rows, source, step, span, row_bytes, rows, dense);
        return;
    }
    for (std::size_t r = 0; r < rows; ++r, source += step, dense += row_bytes * p.repeats) {
        permute_rows(p, p.period_rows, source, 0, span, row_bytes, p.repeats, dense);
    }
}

}  // namespace

bool can_permute(const axis* inner, std::size_t count, std::size_t k, std::int64_t row_bytes, std::int64_t row_stride,
                 std::int64_t element_bytes, const kernels::mover_table& movers) noexcept {
    if (movers.permute == nullptr || !cpu().avx512_vbmi) return false;
    if (count > 1 && inner[0].stride[k] == 0 && row_bytes > most_permuted) {
        return rows_of_period(span_of_row(inner + 1, count - 1, k, element_bytes), row_bytes / inner[0].extent, 0) > 0;
    }
    return rows_of_period(span_of_row(inner, count, k, element_bytes), row_bytes, row_stride) > 0;
}

bool program_memory::grow(std::size_t bytes) noexcept {
    if (kept_ == nullptr) return false;
    const std::size_t chunk = std::max<std::size_t>(bytes, 4096);
    try {
        kept_->push_back(std::unique_ptr<std::byte[]>(new std::byte[chunk]));
    } catch (const std::bad_alloc&) {
        return false;
    }
    next_ = kept_->back().get();
    left_ = chunk;
    return true;
}

void write_program(program& made, const axis* inner, std::size_t count, std::size_t k, std::int64_t row_elements,
                   std::int64_t row_stride, std::int64_t rows, int element_log2, shuffling shuffles,
                   const kernels::mover_table& movers, program_memory& memory) noexcept {
    made.repeats = 1;
    made.element_log2 = element_log2;
    made.row_stride = row_stride;
    made.row_elements = static_cast<std::size_t>(row_elements);
    made.by_lanes = false;
    made.may_stream = false;
    made.one_shuffle = 0;
    made.staged = false;
    made.in_pieces = false;
    made.inner = inner;
    made.inner_count = count;
    made.operand = k;
    made.permute = nullptr;
    made.merge = nullptr;
    if (k > 0 && shuffles == shuffling::any && movers.permute != nullptr && cpu().avx512_vbmi &&
        write_picks(made, rows, movers, memory)) {
        return;
    }
    // Only inputs repeat. What is stored past the caches is stored by shuffles.
    if (k > 0 && count > 1 && shuffles != shuffling::streaming && inner[0].stride[k] == 0 &&
        inner[0].extent >= least_repeats && (row_elements / inner[0].extent << element_log2) >= least_repeated_bytes) {
        made.repeats = static_cast<std::size_t>(inner[0].extent);
        row_elements /= inner[0].extent;
        rows = 1;
        ++inner;
        --count;
    }
    const std::int64_t bytes = std::int64_t{1} << element_log2;
    made.rows_apart = row_stride;
    made.in_pieces = k > 0 && count == 1 && made.repeats == 1 && inner[0].stride[k] != 0 &&
                     row_elements * bytes >= least_pieces * piece_bytes;
    axis piece;
    const axis* written = inner;
    if (made.in_pieces) {
        piece = inner[0];
        piece.extent = piece_bytes / bytes;
        written = &piece;
        rows = row_elements / piece.extent;
        row_elements = piece.extent;
        made.row_stride = row_stride = row_elements * piece.stride[k];
    }
    made.row_elements = static_cast<std::size_t>(row_elements);
    made.inner = inner;
    made.inner_count = count;
    const std::int64_t most_rows = std::max<std::int64_t>(1, std::min(rows, longest_period / row_elements));

    std::int32_t* const offset = memory.take<std::int32_t>(static_cast<std::size_t>(row_elements * most_rows));
    made.offset = offset;
    if (offset == nullptr || !write_offsets(offset, written, count, k, row_elements, row_stride, most_rows)) {
        made.offset = nullptr;
        made.period_rows = 1;
        return;
    }

    // A period is a whole number of lanes, if the tile is long enough for that, and long enough to pay for its
    // loop; a short tile is one period.
    constexpr std::int64_t worthwhile = 256;
    std::int64_t period = 1;
    if (rows == most_rows && rows * row_elements * bytes <= worthwhile) {
        period = rows;
    } else {
        // A part of a period would be gathered, so short tiles are a whole number of them.
        const auto fits = [&](std::int64_t rows_of_period) {
            return rows_of_period <= most_rows && (rows % rows_of_period == 0 || rows >= 16 * rows_of_period);
        };
        // Programs of more than a few lanes take more room in the cache than aligned stores are worth; only stores
        // past the caches have to be aligned.
        const std::int64_t most = (shuffles == shuffling::streaming ? longest_period : 1024) / (row_elements * bytes);
        while (fits(2 * period) && 2 * period <= most && period * row_elements * bytes % (2 * lane_bytes) != 0) {
            period *= 2;
        }
        while (fits(2 * period) && period * row_elements * bytes < worthwhile) period *= 2;
    }
    made.period_rows = static_cast<std::size_t>(period);
    if (shuffles != shuffling::none) write_lanes(made, shuffles, movers, memory);
    if (made.by_lanes) {
        made.shuffle = movers.shuffle[made.lanes.windows - 1][made.lanes.paired];
        made.shuffle_past = movers.shuffle_past[made.lanes.windows - 1][made.lanes.paired];
    }
    made.may_stream = made.by_lanes && made.lanes.patches == 0 && made.repeats == 1 &&
                      period * row_elements * bytes % lane_bytes == 0;
    const std::int64_t tile = rows * row_elements * bytes;
    const bool is_one = made.by_lanes && !made.staged && !made.in_pieces && made.repeats == 1 && period == rows &&
                        (tile % lane_bytes == 0 || made.lanes.tail.windows > 0);
    made.one_shuffle = is_one ? static_cast<std::size_t>(tile) : 0;
}

namespace {

void pack_by(kernels::shuffle_mover shuffle_with, bool past, const program& p, const kernels::mover_table& movers,
             const std::byte* source, std::size_t rows, std::size_t cols, std::byte* dense) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    if (p.offset == nullptr) {
        walk(p, rows, cols, [&](std::int64_t at) {
            std::memcpy(dense, source + at, bytes);
            dense += bytes;
        });
        return;
    }
    const auto gather = movers.gather[p.element_log2];
    const auto advance = static_cast<std::ptrdiff_t>(p.row_stride * static_cast<std::int64_t>(p.period_rows));
    const auto part = [&](std::size_t all_periods, std::size_t elements, std::ptrdiff_t advance) {
        const std::size_t periods = advance == 0 && !past ? 1 : all_periods;
        std::byte* const start = dense;
        const bool whole_rows = elements % p.row_elements == 0, merges = p.merge != nullptr;
        if (merges ? elements >= p.merges_need : p.by_lanes && (p.staged ? whole_rows : elements >= p.lanes_need)) {
            const auto shuffle = [&](std::size_t length, const std::byte* from, std::size_t count, std::byte* to) {
                if (merges) p.merge(p.merges, length, from, advance, count, to);
                else if (p.staged)
                    shuffle_staged(p, shuffle_with, length, elements / p.row_elements, from, advance, count, to);
                else shuffle_with(p.lanes, length, from, advance, count, to);
            };
            const auto unit = static_cast<std::size_t>(merges ? merged_bytes : lane_bytes);
            const std::size_t shuffled = elements * bytes / unit * unit / bytes;
            const bool ends_with_itself = elements == p.period_elements() && (merges || p.lanes.tail.windows > 0);
            if (shuffled == elements || ends_with_itself) {
                shuffle(elements * bytes, source, periods, dense);
            } else {
                for (std::size_t i = 0; i < periods; ++i) {
                    const std::byte* const from = source + static_cast<std::ptrdiff_t>(i) * advance;
                    std::byte* const to = dense + i * elements * bytes;
                    shuffle(shuffled * bytes, from, 1, to);
                    gather(p.offset + shuffled, elements - shuffled, from, 0, 1, to + shuffled * bytes);
                }
            }
        } else {
            gather(p.offset, elements, source, advance, periods, dense);
        }
        source += static_cast<std::ptrdiff_t>(periods) * advance;
        dense += all_periods * elements * bytes;
        if (periods < all_periods) movers.repeat(start, elements * bytes, all_periods);
    };
    if (cols < p.row_elements) {
        part(rows, cols, static_cast<std::ptrdiff_t>(p.row_stride));
        return;
    }
    const std::size_t whole = rows / p.period_rows;
    if (whole > 0) part(whole, p.period_elements(), advance);
    if (const std::size_t rest = (rows - whole * p.period_rows) * p.row_elements; rest > 0) part(1, rest, 0);
}

/// The tile's rows one after the other, where the program's are pieces of them.
void pack_pieces(kernels::shuffle_mover shuffle_with, bool past, const program& p, const kernels::mover_table& movers,
                 const std::byte* source, std::size_t rows, std::size_t cols, std::byte* dense) noexcept {
    const std::size_t pieces = cols / p.row_elements, whole = pieces * p.row_elements, rest = cols - whole;
    const std::ptrdiff_t stride = p.inner[0].stride[p.operand];
    for (; rows > 0; --rows, source += p.rows_apart, dense += cols << p.element_log2) {
        if (whole > 0) pack_by(shuffle_with, past, p, movers, source, pieces, p.row_elements, dense);
        if (rest == 0) continue;
        // A piece is like any other, also one that ends with the row.
        const std::size_t last = whole > 0 ? p.row_elements : rest;
        pack_by(p.shuffle, false, p, movers, source + static_cast<std::ptrdiff_t>(cols - last) * stride, 1, last,
                dense + ((cols - last) << p.element_log2));
    }
}

}  // namespace

void pack(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
          std::size_t cols, std::byte* dense) noexcept {
    if (p.permute != nullptr) return pack_permuted(p, source, rows, cols, dense);
    if (p.in_pieces) return pack_pieces(p.shuffle, false, p, movers, source, rows, cols, dense);
    if (p.repeats == 1) return pack_by(p.shuffle, false, p, movers, source, rows, cols, dense);
    // Rows that do not move are repeats of one as well.
    const std::size_t once = p.row_elements << p.element_log2;
    const std::size_t different = p.row_stride == 0 ? 1 : rows;
    const std::size_t repeats = p.row_stride == 0 ? rows * p.repeats : p.repeats;
    for (std::size_t r = 0; r < different; ++r, source += p.row_stride, dense += once * repeats) {
        pack_by(p.shuffle, false, p, movers, source, 1, p.row_elements, dense);
        movers.repeat(dense, once, repeats);
    }
}

void pack_past(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
               std::size_t cols, std::byte* dense) noexcept {
    if (p.in_pieces) return pack_pieces(p.shuffle_past, true, p, movers, source, rows, cols, dense);
    const std::size_t whole = rows / p.period_rows * p.period_rows;
    const std::size_t row_bytes = p.row_elements << p.element_log2;
    pack_by(p.shuffle_past, true, p, movers, source, whole, cols, dense);
    if (whole == rows) return;
    pack(p, movers, source + static_cast<std::ptrdiff_t>(whole) * static_cast<std::ptrdiff_t>(p.row_stride),
         rows - whole, cols, dense + whole * row_bytes);
}

void unpack(const program& p, const kernels::mover_table& movers, const std::byte* dense, std::size_t rows,
            std::size_t cols, std::byte* target) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    if (p.offset == nullptr) {
        walk(p, rows, cols, [&](std::int64_t at) {
            std::memcpy(target + at, dense, bytes);
            dense += bytes;
        });
        return;
    }
    const auto scatter = movers.scatter[p.element_log2];
    const auto advance = static_cast<std::ptrdiff_t>(p.row_stride * static_cast<std::int64_t>(p.period_rows));
    if (cols < p.row_elements) {
        scatter(p.offset, cols, dense, target, static_cast<std::ptrdiff_t>(p.row_stride), rows);
        return;
    }
    const std::size_t whole = rows / p.period_rows;
    scatter(p.offset, p.period_elements(), dense, target, advance, whole);
    scatter(p.offset, (rows - whole * p.period_rows) * p.row_elements, dense + whole * p.period_elements() * bytes,
            target + static_cast<std::ptrdiff_t>(whole) * advance, 0, 1);
}

}  // namespace zerostride::detail
