#include "dispatch/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace zerostride::detail {
namespace {

constexpr std::int64_t lane_bytes = 16;
/// The most bytes of one period that are worth copying before they are shuffled.
constexpr std::int64_t most_staged = 512;

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

/// Which bytes near the operand are its own: elements of the period, by address.
class element_map {
public:
    element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept : bytes_(bytes) {
        for (std::size_t i = 0; i < count; ++i) at_[i] = {offset[i], static_cast<std::int32_t>(i)};
        end_ = at_ + count;
        if (!std::is_sorted(at_, end_)) std::sort(at_, end_);
        end_ = std::unique(at_, end_, [](const place& a, const place& b) { return a.offset == b.offset; });
    }
    /// The first element of the period that has the byte, or `none`.
    std::int32_t owner(std::int64_t byte) const noexcept {
        if (staged_) return byte >= low() && byte < high() + lane_bytes ? 0 : none;
        const place* const above = std::upper_bound(at_ + 0, static_cast<const place*>(end_), byte,
                                                    [](std::int64_t b, const place& p) { return b < p.offset; });
        return above == at_ || byte >= above[-1].offset + bytes_ ? none : above[-1].first;
    }
    static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

    std::int64_t low() const noexcept { return at_[0].offset; }
    std::int64_t high() const noexcept { return end_[-1].offset + std::int64_t{bytes_}; }
    /// From here on the answers are for a copy of the operand's bytes with room for a lane behind them. False
    /// when it has others' bytes in between.
    bool stage() noexcept {
        for (const place* p = at_ + 1; p < end_; ++p) {
            if (p->offset > p[-1].offset + bytes_) return false;
        }
        staged_ = true;
        return true;
    }
    void unstage() noexcept { staged_ = false; }

private:
    struct place {
        std::int32_t offset;
        std::int32_t first;
        auto operator<=>(const place&) const = default;
    };
    int bytes_;
    bool staged_ = false;
    place at_[longest_period];
    place* end_;
};

/// The windows of 16 source bytes that a lane's elements are picked from.
struct windows {
    static constexpr int most = 8;
    int count = 0;
    std::int32_t needs = 0;  ///< the period's elements that must exist for all windows to be the operand's memory
    std::int32_t offset[most];
    std::uint8_t mask[most][lane_bytes];
};

/// Chooses a window that starts in [low, high]. What lies beside the operand may be nobody's memory: both ends
/// of a window are bytes of the operand, so that all of it is on pages that the operand is on. Answers how many
/// of the period's elements must exist for that (rather no more than `own`: a shorter tile has only those), or
/// element_map::none when it cannot be.
std::int32_t choose_window(std::int64_t& start, std::int64_t low, std::int64_t high, std::int32_t own,
                           const element_map& map) noexcept {
    std::int32_t needs = element_map::none;
    for (std::int64_t at = low; at <= high && needs > own; ++at) {
        const std::int32_t first = map.owner(at);
        if (first == element_map::none) continue;
        const std::int32_t last = map.owner(at + lane_bytes - 1);
        if (last == element_map::none || std::max(first, last) + 1 >= needs) continue;
        start = at;
        needs = std::max(first, last) + 1;
    }
    return needs;
}

/// Chooses windows for the lane of the elements [from, from + elements). False when it takes too many.
bool cover_lane(windows& made, const std::int32_t* offset, int from, int elements, int bytes,
                const element_map& map) noexcept {
    const std::int32_t own = from + elements;
    bool covered[lane_bytes] = {};
    for (int left = elements; left > 0;) {
        if (made.count == windows::most) return false;
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (int e = 0; e < elements; ++e) {
            if (!covered[e]) first = std::min<std::int64_t>(first, offset[from + e]);
        }
        std::int64_t end = first;
        for (int e = 0; e < elements; ++e) {
            const std::int64_t last = offset[from + e] + bytes;
            if (!covered[e] && last <= first + lane_bytes) end = std::max(end, last);
        }
        std::int64_t start;
        const std::int32_t needs = choose_window(start, end - lane_bytes, first, own, map);
        if (needs == element_map::none) return false;
        made.needs = std::max({made.needs, needs, own});
        made.offset[made.count] = static_cast<std::int32_t>(start);
        std::uint8_t* const mask = made.mask[made.count++];
        std::memset(mask, 0x80, lane_bytes);
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

/// Memory for the lanes of one program.
struct lane_memory {
    std::int32_t* offset;
    std::uint8_t (*mask)[lane_bytes];
    kernels::lane_patch* patch;
    std::size_t most_patches;
};

/// Serves the period by shuffles of bytes that `map` owns; false when gathering element by element is no
/// slower.
bool cover_period(program& made, const element_map& map, const lane_memory& memory) noexcept {
    const int bytes = 1 << made.element_log2;
    const int per_lane = static_cast<int>(lane_bytes) / bytes;
    const std::size_t lanes = made.period_elements() / static_cast<std::size_t>(per_lane);
    std::size_t patches = 0;
    std::size_t needs = 0;
    // A lane that needs later elements sets a least length for all; the others end with themselves.
    const auto count_in = [&](std::int32_t needed, std::size_t last_lane) {
        if (needed > static_cast<std::int32_t>(last_lane + 1) * per_lane)
            needs = std::max(needs, static_cast<std::size_t>(needed));
    };
    bool paired = lanes > 1;
    for (std::size_t j = 0; j + 1 < lanes && paired; j += 2) {
        const int from = static_cast<int>(j) * per_lane;
        const auto [low, high] = std::minmax_element(made.offset + from, made.offset + from + 2 * per_lane);
        std::int64_t start;
        const std::int32_t needed = choose_window(start, *high + bytes - lane_bytes, *low, from + 2 * per_lane, map);
        paired = needed != element_map::none;
        if (!paired) break;
        // Half a pair may be all there is, when a tile ends there.
        count_in(needed, j);
        memory.offset[j] = memory.offset[j + 1] = static_cast<std::int32_t>(start);
        for (int e = 0; e < 2 * per_lane; ++e) {
            std::uint8_t* const picks = memory.mask[j + static_cast<std::size_t>(e / per_lane)] + e % per_lane * bytes;
            for (int b = 0; b < bytes; ++b) picks[b] = static_cast<std::uint8_t>(made.offset[from + e] - start + b);
        }
    }
    if (!paired) needs = 0;
    for (std::size_t j = paired ? lanes - lanes % 2 : 0; j < lanes; ++j) {
        windows cover;
        if (!cover_lane(cover, made.offset, static_cast<int>(j) * per_lane, per_lane, bytes, map)) return false;
        if (patches + static_cast<std::size_t>(cover.count) - 1 > memory.most_patches) return false;
        count_in(cover.needs, j);
        memory.offset[j] = cover.offset[0];
        std::memcpy(memory.mask[j], cover.mask[0], lane_bytes);
        for (int w = 1; w < cover.count; ++w, ++patches) {
            memory.patch[patches].lane = static_cast<std::int32_t>(j);
            memory.patch[patches].offset = cover.offset[w];
            std::memcpy(memory.patch[patches].mask, cover.mask[w], lane_bytes);
        }
    }
    made.lanes = {lanes, paired, memory.offset, memory.mask, patches, memory.patch};
    made.lanes_need = needs;
    return true;
}

/// Tries to serve the period by shuffles: from where the operand is, or, if that needs patches or is less than a
/// window, from a copy of the few bytes that a repeat or a cycle has.
void write_lanes(program& made, program_memory& memory) noexcept {
    const int bytes = 1 << made.element_log2;
    const std::size_t elements = made.period_elements();
    const std::size_t lanes = elements * static_cast<std::size_t>(bytes) / static_cast<std::size_t>(lane_bytes);
    if (bytes == lane_bytes || lanes == 0) return;
    // A lane costs a load, a shuffle and a store, a patch about two of them, a gathered element one.
    const std::size_t most_patches = (elements - lanes) / 2;
    const lane_memory parts = {memory.take<std::int32_t>(lanes), memory.take<std::uint8_t[lane_bytes]>(lanes),
                               memory.take<kernels::lane_patch>(most_patches), most_patches};
    if (parts.offset == nullptr || parts.mask == nullptr || parts.patch == nullptr) return;

    element_map map(made.offset, elements, bytes);
    element_map row(made.offset, made.row_elements, bytes);
    const std::int64_t row_bytes = row.high() - row.low();
    const bool may_stage = map.high() - map.low() <= most_staged && row.stage() && map.stage();
    const auto cover = [&](bool staged) {
        if (staged) (void)map.stage();
        else map.unstage();
        made.by_lanes = cover_period(made, map, parts);
        made.staged = made.by_lanes && staged;
        return made.by_lanes ? made.lanes.patches : most_patches + 1;
    };
    const std::size_t direct = cover(false);
    if (may_stage && direct > 0 && cover(true) >= direct) (void)cover(false);
    if (!made.staged) return;
    made.staged_low = static_cast<std::int32_t>(row.low());
    made.staged_bytes = static_cast<std::int32_t>(row_bytes);
    const auto low = static_cast<std::int32_t>(map.low());
    for (std::size_t j = 0; j < lanes; ++j) parts.offset[j] -= low;
    for (std::size_t k = 0; k < made.lanes.patches; ++k) parts.patch[k].offset -= low;
}

/// The shuffles of `periods` times `rows` rows whose bytes are copied first.
void shuffle_staged(const program& p, const kernels::mover_table& movers, std::size_t lanes, std::size_t rows,
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
        movers.shuffle(p.lanes, lanes, stage, 0, periods, dense);
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
        movers.shuffle(p.lanes, lanes, stage, step, now, dense);
        source += static_cast<std::ptrdiff_t>(now) * advance;
        dense += now * lanes * static_cast<std::size_t>(lane_bytes);
        periods -= now;
    }
}

}  // namespace

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
                   std::int64_t row_stride, std::int64_t rows, int element_log2, bool shuffles,
                   program_memory& memory) noexcept {
    made.row_elements = static_cast<std::size_t>(row_elements);
    made.row_stride = row_stride;
    made.element_log2 = element_log2;
    made.by_lanes = false;
    made.is_one_shuffle = false;
    made.staged = false;
    made.inner = inner;
    made.inner_count = count;
    made.operand = k;
    const std::int64_t bytes = std::int64_t{1} << element_log2;
    const std::int64_t most_rows = std::max<std::int64_t>(1, std::min(rows, longest_period / row_elements));

    std::int32_t* const offset = memory.take<std::int32_t>(static_cast<std::size_t>(row_elements * most_rows));
    made.offset = offset;
    if (offset == nullptr || !write_offsets(offset, inner, count, k, row_elements, row_stride, most_rows)) {
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
        while (period * 2 <= most_rows && (period * row_elements * bytes) % lane_bytes != 0) period *= 2;
        while (period * 2 <= most_rows && period * row_elements * bytes < worthwhile) period *= 2;
    }
    made.period_rows = static_cast<std::size_t>(period);
    if (shuffles) write_lanes(made, memory);
    made.is_one_shuffle =
        made.by_lanes && !made.staged && period == rows && rows * row_elements * bytes % lane_bytes == 0;
}

void pack(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
          std::size_t cols, std::byte* dense) noexcept {
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
    const auto part = [&](std::size_t periods, std::size_t elements, std::ptrdiff_t advance) {
        const bool whole_rows = elements % p.row_elements == 0;
        if (p.by_lanes && (p.staged ? whole_rows : elements >= p.lanes_need)) {
            const auto shuffle = [&](std::size_t lanes, const std::byte* from, std::size_t count, std::byte* to) {
                if (p.staged) shuffle_staged(p, movers, lanes, elements / p.row_elements, from, advance, count, to);
                else movers.shuffle(p.lanes, lanes, from, advance, count, to);
            };
            const std::size_t lanes = elements * bytes / static_cast<std::size_t>(lane_bytes);
            const std::size_t shuffled = lanes * static_cast<std::size_t>(lane_bytes) / bytes;
            if (shuffled == elements) {
                shuffle(lanes, source, periods, dense);
            } else {
                for (std::size_t i = 0; i < periods; ++i) {
                    const std::byte* const from = source + static_cast<std::ptrdiff_t>(i) * advance;
                    std::byte* const to = dense + i * elements * bytes;
                    shuffle(lanes, from, 1, to);
                    gather(p.offset + shuffled, elements - shuffled, from, 0, 1, to + shuffled * bytes);
                }
            }
        } else {
            gather(p.offset, elements, source, advance, periods, dense);
        }
        source += static_cast<std::ptrdiff_t>(periods) * advance;
        dense += periods * elements * bytes;
    };
    if (cols < p.row_elements) {
        part(rows, cols, static_cast<std::ptrdiff_t>(p.row_stride));
        return;
    }
    const std::size_t whole = rows / p.period_rows;
    if (whole > 0) part(whole, p.period_elements(), advance);
    if (const std::size_t rest = (rows - whole * p.period_rows) * p.row_elements; rest > 0) part(1, rest, 0);
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
