#include "dispatch/program.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

namespace zerostride::detail {
namespace {

constexpr std::int64_t lane_bytes = 16;

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

/// Covers lane `j`'s elements with windows of 16 source bytes inside [low, high). Each window ends at the last
/// byte that it is needed for, if it can: what lies behind may be another's memory. Returns the number of
/// windows, at most `most`; fewer are never enough if it returns more.
int cover_lane(const std::int32_t* offset, int elements, int bytes, std::int64_t low, std::int64_t high, int most,
               std::int32_t* window, std::uint8_t (*mask)[lane_bytes]) noexcept {
    bool covered[lane_bytes] = {};
    int left = elements;
    int used = 0;
    while (left > 0) {
        if (used == most) return most + 1;
        std::int64_t first = high;
        for (int e = 0; e < elements; ++e) {
            if (!covered[e]) first = std::min<std::int64_t>(first, offset[e]);
        }
        std::int64_t end = first;
        for (int e = 0; e < elements; ++e) {
            if (!covered[e] && offset[e] + bytes <= first + lane_bytes) end = std::max<std::int64_t>(end, offset[e] + bytes);
        }
        const std::int64_t start = std::max(low, end - lane_bytes);
        window[used] = static_cast<std::int32_t>(start);
        std::memset(mask[used], 0x80, lane_bytes);
        for (int e = 0; e < elements; ++e) {
            if (covered[e] || offset[e] < start || offset[e] + bytes > start + lane_bytes) continue;
            for (int b = 0; b < bytes; ++b) {
                mask[used][e * bytes + b] = static_cast<std::uint8_t>(offset[e] - start + b);
            }
            covered[e] = true;
            --left;
        }
        ++used;
    }
    return used;
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

/// Tries to serve the period by shuffles; false when gathering element by element is no slower.
bool write_lanes(program& made, std::int64_t low, std::int64_t high, program_memory& memory) noexcept {
    const int bytes = 1 << made.element_log2;
    if (bytes == lane_bytes || high - low < lane_bytes) return false;
    const int per_lane = static_cast<int>(lane_bytes) / bytes;
    const std::size_t lanes = made.period_elements() / static_cast<std::size_t>(per_lane);
    if (lanes == 0) return false;
    auto* const offset = memory.take<std::int32_t>(lanes);
    auto* const mask = memory.take<std::uint8_t[lane_bytes]>(lanes);
    const std::size_t most_patches = std::min<std::size_t>(2 * lanes, 1024);
    auto* const patch = memory.take<kernels::lane_patch>(most_patches);
    if (offset == nullptr || mask == nullptr || patch == nullptr) return false;

    std::size_t patches = 0;
    for (std::size_t j = 0; j < lanes; ++j) {
        constexpr int most_windows = 8;
        std::int32_t window[most_windows];
        std::uint8_t masks[most_windows][lane_bytes];
        const int windows = cover_lane(made.offset + j * static_cast<std::size_t>(per_lane), per_lane, bytes, low, high,
                                       std::min(most_windows, per_lane), window, masks);
        if (windows > most_windows || patches + static_cast<std::size_t>(windows) - 1 > most_patches) return false;
        offset[j] = window[0];
        std::memcpy(mask[j], masks[0], lane_bytes);
        for (int w = 1; w < windows; ++w) {
            patch[patches].lane = static_cast<std::int32_t>(j);
            patch[patches].offset = window[w];
            std::memcpy(patch[patches].mask, masks[w], lane_bytes);
            ++patches;
        }
    }
    // A lane costs a load, a shuffle and a store, a patch about two of them, a gathered element one.
    if (lanes + 2 * patches > made.period_elements()) return false;
    made.lanes = {lanes, offset, mask, patches, patch};
    return true;
}

}  // namespace

void write_program(program& made, const axis* inner, std::size_t count, std::size_t k, std::int64_t row_elements,
                   std::int64_t row_stride, std::int64_t rows, int element_log2, bool shuffles,
                   program_memory& memory) noexcept {
    made.row_elements = static_cast<std::size_t>(row_elements);
    made.row_stride = row_stride;
    made.element_log2 = element_log2;
    made.by_lanes = false;
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

    // A period is a whole number of lanes, if the tile is long enough for that, and its source bytes fill at
    // least one window.
    std::int64_t period = 1;
    while (period * 2 <= most_rows && (period * row_elements * bytes) % lane_bytes != 0) period *= 2;
    const auto hull = [&](std::int64_t rows_in) {
        const auto [low, high] = std::minmax_element(offset, offset + rows_in * row_elements);
        return std::pair<std::int64_t, std::int64_t>(*low, *high + bytes);
    };
    auto [low, high] = hull(period);
    while (period * 2 <= most_rows && high - low < lane_bytes) {
        period *= 2;
        std::tie(low, high) = hull(period);
    }
    // Short periods pay for their loop: make them longer where the tile allows.
    while (period * 2 <= most_rows && period * row_elements * bytes < 256) {
        period *= 2;
        std::tie(low, high) = hull(period);
    }
    made.period_rows = static_cast<std::size_t>(period);
    made.by_lanes = shuffles && write_lanes(made, low, high, memory);
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
        if (p.by_lanes && elements * bytes >= static_cast<std::size_t>(lane_bytes)) {
            const std::size_t lanes = elements * bytes / static_cast<std::size_t>(lane_bytes);
            const std::size_t shuffled = lanes * static_cast<std::size_t>(lane_bytes) / bytes;
            if (shuffled == elements) {
                movers.shuffle(p.lanes, lanes, source, advance, periods, dense);
            } else {
                for (std::size_t i = 0; i < periods; ++i) {
                    const std::byte* const from = source + static_cast<std::ptrdiff_t>(i) * advance;
                    std::byte* const to = dense + i * elements * bytes;
                    movers.shuffle(p.lanes, lanes, from, 0, 1, to);
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
    // The windows of a part of a period may reach into rows that the operand does not have.
    if (const std::size_t rest = (rows - whole * p.period_rows) * p.row_elements; rest > 0) {
        gather(p.offset, rest, source, 0, 1, dense);
    }
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
    scatter(p.offset, (rows - whole * p.period_rows) * p.row_elements,
            dense + whole * p.period_elements() * bytes, target + static_cast<std::ptrdiff_t>(whole) * advance, 0, 1);
}

}  // namespace zerostride::detail
