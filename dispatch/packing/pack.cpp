#include "dispatch/packing/pack.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace zerostride::detail {
namespace {

/// Calls visit(byte offset) for the first `cols` elements of each of `rows` rows: the way for tiles whose
/// offsets were not written down.
template <class Visit>
void walk(const program& p, std::size_t rows, std::size_t cols, Visit visit) noexcept {
    const auto all = static_cast<std::int64_t>(cols);
    const std::int64_t run = p.inner_count > 0 ? p.inner[p.inner_count - 1].extent : 1;
    const std::int64_t step = p.inner_count > 0 ? p.inner[p.inner_count - 1].stride[p.operand] : 0;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < all; c += run) {
            std::int64_t at = static_cast<std::int64_t>(r) * p.row_stride;
            std::int64_t left = c / run;
            for (std::size_t a = p.inner_count; a-- > 1;) {
                const axis& outer = p.inner[a - 1];
                at += left % outer.extent * outer.stride[p.operand];
                left /= outer.extent;
            }
            for (std::int64_t i = std::min(run, all - c); i > 0; --i, at += step) visit(at);
        }
    }
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
        // Whole steps of the outermost axis; the period's other rows are further on than these.
        const std::size_t inside = p.row_elements / static_cast<std::size_t>(p.inner[0].extent);
        const std::size_t missing = (p.row_elements - cols) / inside;
        const std::size_t part = span - missing * static_cast<std::size_t>(p.inner[0].stride[p.operand]);
        permute_rows(p, 1, source, step, part, cols * bytes, rows, dense);
        return;
    }
    const std::size_t row_bytes = p.row_elements * bytes;
    if (p.repeats == 1) {
        permute_rows(p, p.period_rows, source, step, span, row_bytes, rows, dense);
        return;
    }
    const std::size_t repeats = cols / p.row_elements;
    for (std::size_t r = 0; r < rows; ++r, source += step, dense += row_bytes * repeats) {
        permute_rows(p, p.period_rows, source, 0, span, row_bytes, repeats, dense);
    }
}

/// Whether so many elements of a period are shuffled or merged, not gathered.
bool is_shuffled(const program& p, std::size_t elements) noexcept {
    switch (p.how) {
        case way::shuffled:
        case way::merged: return elements >= p.least_elements;
        case way::staged: return elements % p.row_elements == 0;
        default: return false;
    }
}

/// The first `elements` of each of so many periods, `advance` bytes apart.
void pack_periods(bool past, const program& p, const kernels::mover_table& movers, const std::byte* source,
                  std::size_t elements, std::ptrdiff_t advance, std::size_t all_periods, std::byte* dense) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    const auto gather = movers.gather[p.element_log2];
    const std::size_t periods = advance == 0 && !past ? 1 : all_periods;
    if (is_shuffled(p, elements)) {
        const bool merges = p.how == way::merged;
        const auto shuffle = [&](std::size_t length, const std::byte* from, std::size_t count, std::byte* to) {
            if (merges) return p.merge(p.merges, length, from, advance, count, to);
            const auto shuffle_with = past ? p.shuffle_past : p.shuffle;
            if (p.how == way::shuffled) return shuffle_with(p.lanes, length, from, advance, count, to);
            shuffle_staged(p, shuffle_with, length, elements / p.row_elements, from, advance, count, to);
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
    if (periods < all_periods) movers.repeat(dense, 0, dense, elements * bytes, all_periods, 1);
}

/// Rows whose elements are at equal distances.
void pack_strided(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
                  std::size_t cols, std::byte* dense, kernels::read_next next) noexcept {
    const auto collect = movers.collect_strided[p.element_log2];
    const auto stride = static_cast<std::ptrdiff_t>(p.inner[0].stride[p.operand]);
    for (; rows > 0; --rows, source += p.row_stride, dense += cols << p.element_log2) {
        collect(source, stride, cols, dense, next);
        next = kernels::nothing_next;
    }
}

/// Rows of the program: what is neither permuted nor repeated, nor rows of pieces.
void pack_rows(bool past, const program& p, const kernels::mover_table& movers, const std::byte* source,
               std::size_t rows, std::size_t cols, std::byte* dense,
               kernels::read_next next = kernels::nothing_next) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    if (p.how == way::walked) {
        walk(p, rows, cols, [&](std::int64_t at) {
            std::memcpy(dense, source + at, bytes);
            dense += bytes;
        });
        return;
    }
    if (p.how == way::strided) return pack_strided(p, movers, source, rows, cols, dense, next);
    const auto step = static_cast<std::ptrdiff_t>(p.row_stride);
    if (cols < p.row_elements) return pack_periods(past, p, movers, source, cols, step, rows, dense);
    const std::size_t whole = rows / p.period_rows, done = whole * p.period_rows;
    const std::ptrdiff_t advance = step * static_cast<std::ptrdiff_t>(p.period_rows);
    if (whole > 0) pack_periods(past, p, movers, source, p.period_elements(), advance, whole, dense);
    if (done < rows) {
        pack_periods(past, p, movers, source + static_cast<std::ptrdiff_t>(done) * step, (rows - done) * p.row_elements,
                     0, 1, dense + done * p.row_elements * bytes);
    }
}

/// The tile's rows one after the other, where the program's are pieces of them.
void pack_pieces(bool past, const program& p, const kernels::mover_table& movers, const std::byte* source,
                 std::size_t rows, std::size_t cols, std::byte* dense) noexcept {
    const std::size_t pieces = cols / p.row_elements, whole = pieces * p.row_elements, rest = cols - whole;
    const std::ptrdiff_t stride = p.inner[0].stride[p.operand];
    for (; rows > 0; --rows, source += p.rows_apart, dense += cols << p.element_log2) {
        if (whole > 0) pack_rows(past, p, movers, source, pieces, p.row_elements, dense);
        if (rest == 0) continue;
        // A piece is like any other, also one that ends with the row.
        const std::size_t last = whole > 0 ? p.row_elements : rest;
        pack_rows(false, p, movers, source + static_cast<std::ptrdiff_t>(cols - last) * stride, 1, last,
                  dense + ((cols - last) << p.element_log2));
    }
}

/// The other way round, for the program's rows.
void unpack_rows(const program& p, const kernels::mover_table& movers, const std::byte* dense, std::size_t rows,
                 std::size_t cols, std::byte* target) noexcept {
    const std::size_t bytes = std::size_t{1} << p.element_log2;
    if (p.how == way::walked) {
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

}  // namespace

void pack(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
          std::size_t cols, std::byte* dense, kernels::read_next next) noexcept {
    if (p.how == way::permuted) return pack_permuted(p, source, rows, cols, dense);
    if (p.in_pieces) return pack_pieces(false, p, movers, source, rows, cols, dense);
    const bool copies = p.how == way::copied;
    if (p.repeats == 1 && !copies) return pack_rows(false, p, movers, source, rows, cols, dense, next);
    // Rows that do not move are repeats of one as well. What is copied may have fewer elements.
    const std::size_t elements = std::min(p.row_elements, cols), once = elements << p.element_log2;
    const std::size_t of_row = cols / elements, different = p.row_stride == 0 ? 1 : rows;
    const std::size_t repeats = p.row_stride == 0 ? rows * of_row : of_row;
    const auto step = static_cast<std::ptrdiff_t>(p.row_stride),
               row_bytes = static_cast<std::ptrdiff_t>(once * repeats);
    if (copies) return movers.repeat(source, step, dense, once, repeats, different);
    for (std::size_t r = 0; r < different; ++r, source += step) {
        pack_rows(false, p, movers, source, 1, elements, dense + static_cast<std::ptrdiff_t>(r) * row_bytes);
    }
    movers.repeat(dense, row_bytes, dense, once, repeats, different);
}

void pack_past(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
               std::size_t cols, std::byte* dense) noexcept {
    if (p.in_pieces) return pack_pieces(true, p, movers, source, rows, cols, dense);
    const std::size_t whole = rows / p.period_rows * p.period_rows;
    const std::size_t row_bytes = p.row_elements << p.element_log2;
    pack_rows(true, p, movers, source, whole, cols, dense);
    if (whole == rows) return;
    pack(p, movers, source + static_cast<std::ptrdiff_t>(whole) * static_cast<std::ptrdiff_t>(p.row_stride),
         rows - whole, cols, dense + whole * row_bytes);
}

void unpack(const program& p, const kernels::mover_table& movers, const std::byte* dense, std::size_t rows,
            std::size_t cols, std::byte* target) noexcept {
    if (!p.in_pieces) return unpack_rows(p, movers, dense, rows, cols, target);
    const std::size_t pieces = cols / p.row_elements, whole = pieces * p.row_elements;
    for (; rows > 0; --rows, dense += cols << p.element_log2, target += p.rows_apart) {
        if (pieces > 0) unpack_rows(p, movers, dense, pieces, p.row_elements, target);
        if (whole == cols) continue;
        unpack_rows(p, movers, dense + (whole << p.element_log2), 1, cols - whole,
                    target + static_cast<std::ptrdiff_t>(pieces) * static_cast<std::ptrdiff_t>(p.row_stride));
    }
}

}  // namespace zerostride::detail
