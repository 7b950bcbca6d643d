#include "dispatch/packing/permutes.hpp"

#include <algorithm>

#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

/// What a permutation chooses from and makes, and the longest period of them.
constexpr std::int64_t permuted_bytes = 64, most_permuted = 2048;

/// A row that is too long for a period, and has the same again and again, is several periods.
bool is_several_periods(const operand_tile& tile) noexcept {
    return tile.repeats() && tile.row_bytes() > most_permuted;
}

/// The bytes that a row is made of, from the first element's on; 0 where they are more than permuted_bytes, or before
/// it.
std::int64_t span_of_row(const operand_tile& tile) noexcept {
    std::int64_t span = tile.element_bytes();
    for (std::size_t a = 0; a < tile.count; ++a) {
        const std::int64_t stride = tile.inner[a].stride[tile.operand], steps = tile.inner[a].extent - 1;
        if (stride < 0 || stride > permuted_bytes || (stride > 0 && steps > permuted_bytes)) return 0;
        span += steps * stride;
    }
    return span <= permuted_bytes ? span : 0;
}

/// How many rows make a period of permutations, when each is made of `span` bytes: as many as one register holds the
/// bytes of, until whole registers come out. 0 where that is no use.
std::int64_t rows_of_period(const operand_tile& tile, std::int64_t span) noexcept {
    const std::int64_t row_bytes = tile.row_bytes(), row_stride = tile.row_stride;
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

}  // namespace

bool has_permutes(const kernels::mover_table& movers) noexcept {
    return movers.permute != nullptr && cpu().avx512_vbmi;
}

bool can_permute(operand_tile tile, const kernels::mover_table& movers) noexcept {
    if (!has_permutes(movers)) return false;
    if (is_several_periods(tile)) tile = tile.repeated();
    return rows_of_period(tile, span_of_row(tile)) > 0;
}

bool write_permutes(program& made, operand_tile tile, const kernels::mover_table& movers,
                    program_memory& memory) noexcept {
    if (!has_permutes(movers)) return false;
    std::size_t repeats = 1;
    if (is_several_periods(tile)) {
        tile = tile.repeated();
        repeats = static_cast<std::size_t>(tile.rows);
    }
    // Few bytes are made sooner by shuffles, which need no mask.
    if (tile.rows * tile.row_bytes() <= least_permuted) return false;
    const std::int64_t span = span_of_row(tile);
    const std::int64_t period = std::min(tile.rows, rows_of_period(tile, span));
    if (period == 0) return false;
    const std::int64_t elements = period * tile.row_elements;
    auto* const offset = memory.take<std::int32_t>(static_cast<std::size_t>(elements));
    auto* const picks = memory.take<std::uint8_t[permuted_bytes]>(
        static_cast<std::size_t>((period * tile.row_bytes() + permuted_bytes - 1) / permuted_bytes));
    if (offset == nullptr || picks == nullptr || !write_offsets(offset, tile, period)) return false;
    std::uint8_t* pick = picks[0];
    for (std::int64_t e = 0; e < elements; ++e) {
        for (int b = 0; b < tile.element_bytes(); ++b) *pick++ = static_cast<std::uint8_t>(offset[e] + b);
    }
    made.how = way::permuted;
    made.inner = tile.inner;
    made.inner_count = tile.count;
    made.offset = offset;
    made.period_rows = static_cast<std::size_t>(period);
    made.row_elements = static_cast<std::size_t>(tile.row_elements);
    made.repeats = repeats;
    made.picks = picks;
    made.permute = movers.permute;
    made.row_span = span;
    return true;
}

}  // namespace zerostride::detail
