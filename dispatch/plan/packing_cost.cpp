#include "dispatch/plan/packing_cost.hpp"

#include <algorithm>

#include "dispatch/isa.hpp"
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
/// Pairs of doubles: how many times as long permutations of them take, and a KiB that no permutation makes.
constexpr double permuting_pairs = 1.4, cycles_of_gathering_pairs = 100;
/// The same where a piece of 64 bytes and more is stored again and again, and starting to, for whole cache lines,
/// others that are copied, and what movers put together.
constexpr double cycles_of_repeating = 15, cycles_of_repeating_beside_far_lines = 35;
constexpr double cycles_of_repeated_lines = 20, cycles_of_repeated_piece = 75;
constexpr double cycles_of_copied_piece = 35;
/// How many times as long a copied piece takes to start by registers of less than 64 bytes, and beside far lines.
constexpr double copying_by_narrow_registers = 1.5, copying_beside_far_lines = 2;
/// What a KiB that blocks pack as well takes more, because lanes go across the borders of rows.
constexpr double cycles_of_borders = 20;
/// What a kernel that copies takes for a KiB, which is not needed where what is packed goes where it belongs.
constexpr double cycles_of_copying = 32;
constexpr double kib = 1024;

std::int64_t element_bytes(const plan::state& s, std::size_t k) noexcept {
    return std::int64_t{1} << s.element_log2[k];
}

/// Starting a piece that is stored again and again.
double cycles_of_piece(const repeated_piece& piece, isa with) noexcept {
    const bool has_lines = piece.bytes % cache_line == 0;
    if (!piece.is_copied()) return has_lines ? cycles_of_repeated_lines : cycles_of_repeated_piece;
    const double copying = has_lines ? cycles_of_repeated_lines : cycles_of_copied_piece;
    return is_avx512(with) ? copying : copying_by_narrow_registers * copying;
}

/// A KiB that is packed piece by piece.
double cycles_of_movers(const operand_tile& tile, const kernels::mover_table& movers, bool is_far) noexcept {
    const bool has_pairs = tile.element_log2 == 4;
    if (can_permute(tile, movers)) {
        return (has_pairs ? permuting_pairs : 1) *
               (is_far ? cycles_of_permuting_beside_far_lines : cycles_of_permuting);
    }
    if (is_far) return cycles_of_packing_beside_far_lines;
    return has_pairs ? cycles_of_gathering_pairs : cycles_of_packing;
}

/// A KiB of what is packed for operand `k`.
double cycles_of_packing_operand(const plan::state& s, std::size_t k, const flat_tile& tile, bool is_far) noexcept {
    const axis* const row = s.loops.axes.data() + tile.row;
    const operand_tile packed{
        row + 1, s.loops.axes.size() - tile.row - 1, k, tile.inside, row->stride[k], tile.rows, s.element_log2[k]};
    const repeated_piece piece = repeated_piece::of(packed);
    const bool is_repeated = piece.times >= 8 && piece.bytes >= repeated_piece::least_bytes;
    if (!is_repeated && !piece.is_copied()) return cycles_of_movers(packed, *s.movers, is_far);
    const double start = cycles_of_piece(piece, s.with) * (is_far && piece.is_copied() ? copying_beside_far_lines : 1);
    const double by_repeats = (is_far ? cycles_of_repeating_beside_far_lines : cycles_of_repeating) +
                              kib * start / static_cast<double>(piece.times * piece.bytes);
    return is_repeated ? by_repeats : std::min(by_repeats, cycles_of_movers(packed, *s.movers, is_far));
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
