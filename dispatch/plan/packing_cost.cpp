#include "dispatch/plan/packing_cost.hpp"

#include <algorithm>

#include "dispatch/packing/permutes.hpp"

namespace zerostride::detail {
namespace {

/// Cycles, measured: starting a row in a kernel (where rows begin anywhere, loads and stores cross cache lines), going
/// on to the next one within a kernel, starting a tile, and packing a KiB.
constexpr double cycles_of_row = 14, cycles_of_aligned_row = 10;
constexpr double cycles_of_next_row = 2, cycles_of_next_aligned_row = 0.5;
constexpr double cycles_of_tile = 100, cycles_of_packing = 54;
/// Starting a tile of blocks.
constexpr double cycles_of_tile_of_blocks = 60;
/// Starting a tile whose rows the kernel takes together.
constexpr double cycles_of_tile_of_rows = 40;
/// And packing a KiB while the lines of an operand and of the result have a long way: those stand still meanwhile.
constexpr double cycles_of_packing_beside_far_lines = 160;
/// The same where permutations pack.
constexpr double cycles_of_permuting = 27, cycles_of_permuting_beside_far_lines = 54;
/// The same where a piece of 64 bytes and more is stored again and again, and starting to, for whole cache lines and
/// others.
constexpr double cycles_of_repeating = 15, cycles_of_repeating_beside_far_lines = 35;
constexpr double cycles_of_repeated_lines = 20, cycles_of_repeated_piece = 75;
/// What a KiB that blocks pack as well takes more, because lanes go across the borders of rows.
constexpr double cycles_of_borders = 20;
/// What a kernel that copies takes for a KiB, which is not needed where what is packed goes where it belongs.
constexpr double cycles_of_copying = 32;
constexpr double kib = 1024;

std::int64_t element_bytes(const plan::state& s, std::size_t k) noexcept {
    return std::int64_t{1} << s.element_log2[k];
}

/// What is packed for an operand may be the same memory a few times: it is stored again, no more.
struct repeated_piece {
    std::int64_t bytes, times;
};
repeated_piece piece_of(const plan::state& s, std::size_t k, const flat_tile& tile) noexcept {
    const axis_list& axes = s.loops.axes;
    std::int64_t inside = tile.inside, times = tile.rows;
    if (axes[tile.row].stride[k] != 0) {
        const std::size_t next = tile.row + 1;
        if (next + 1 >= axes.size() || axes[next].stride[k] != 0) return {0, 1};
        times = axes[next].extent;
        inside /= times;
    }
    return {inside << s.element_log2[k], times};
}

/// A KiB of what is packed for operand `k`.
double cycles_of_packing_operand(const plan::state& s, std::size_t k, const flat_tile& tile, bool is_far) noexcept {
    if (const repeated_piece piece = piece_of(s, k, tile); piece.times >= 8 && piece.bytes >= cache_line) {
        const double start = piece.bytes % cache_line == 0 ? cycles_of_repeated_lines : cycles_of_repeated_piece;
        return (is_far ? cycles_of_repeating_beside_far_lines : cycles_of_repeating) +
               kib * start / static_cast<double>(piece.times * piece.bytes);
    }
    const axis* const row = s.loops.axes.data() + tile.row;
    if (can_permute(
            {row + 1, s.loops.axes.size() - tile.row - 1, k, tile.inside, row->stride[k], tile.rows, s.element_log2[k]},
            *s.movers)) {
        return is_far ? cycles_of_permuting_beside_far_lines : cycles_of_permuting;
    }
    return is_far ? cycles_of_packing_beside_far_lines : cycles_of_packing;
}

/// How many tiles one after the other have the same of operand `k`.
std::int64_t tiles_of_packed(const plan::state& s, std::size_t k, const flat_tile& tile) noexcept {
    const axis* const axes = s.loops.axes.data();
    if (axes[tile.row].stride[k] != 0 && tile.rows < axes[tile.row].extent) return 1;
    std::int64_t tiles = axes[tile.row].extent / tile.rows;
    for (std::size_t a = tile.row; a-- > 0 && axes[a].stride[k] == 0;) tiles *= axes[a].extent;
    return tiles;
}

}  // namespace

double cycles_of_blocks(const block_tile& tile) noexcept {
    const auto bytes = static_cast<double>(tile.bytes), each = static_cast<double>(tile.row_bytes);
    const double beside = kib * tile.cycles_beside / each;
    if (tile.goes_on_within_kernel) {
        const double next = tile.row_bytes % cache_line == 0 ? cycles_of_next_aligned_row : cycles_of_next_row;
        return beside + kib * next / each + kib * cycles_of_tile_of_rows / bytes;
    }
    const double start = tile.row_bytes % 32 == 0 ? cycles_of_aligned_row : cycles_of_row;
    return beside + kib * start / each + kib * cycles_of_tile_of_blocks / bytes;
}

double cycles_of_flat(const plan::state& s, const flat_tile& tile, bool is_far, unsigned packed_anyway) noexcept {
    double cycles = kib * cycles_of_tile / static_cast<double>(tile.rows * tile.inside * element_bytes(s, 0));
    for (std::size_t k = 1; k <= s.inputs; ++k) {
        const auto of_result = static_cast<double>(element_bytes(s, k)) / static_cast<double>(element_bytes(s, 0));
        if ((packed_anyway >> k & 1u) != 0) {
            cycles += cycles_of_borders * of_result;
            continue;
        }
        if (is_dense_from(s.loops, k, tile.row, element_bytes(s, k)) || is_splat_from(s.loops, k, tile.row)) continue;
        const double packing = cycles_of_packing_operand(s, k, tile, is_far);
        if (s.copies) cycles += std::max(0.0, packing - cycles_of_copying);
        else cycles += packing * of_result / static_cast<double>(tiles_of_packed(s, k, tile));
    }
    return cycles;
}

}  // namespace zerostride::detail
