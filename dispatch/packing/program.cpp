#include "dispatch/packing/program.hpp"

#include <algorithm>
#include <new>

#include "dispatch/packing/lanes.hpp"
#include "dispatch/packing/merges.hpp"
#include "dispatch/packing/permutes.hpp"
#include "dispatch/packing/windows.hpp"

namespace zerostride::detail {
namespace {

/// Rows along one axis go by pieces of so many bytes, from so many pieces on: the program of a long row would be read
/// from beyond the L1 cache.
constexpr std::int64_t piece_bytes = 64, least_pieces = 8;
/// Fewer repeats are left to the shuffles: storing the same registers again costs a misprediction or two.
constexpr std::int64_t least_repeats = 8;
constexpr std::int64_t long_repeat = 224, least_long_repeats = 4;

/// What is stored again waits for the stores of the first, shuffles for nothing: of bytes they make rows up to so long
/// in two thirds of the time (Zen 3).
constexpr std::int64_t most_shuffled_again = 4096;

/// How many elements a program must serve for each that it has, so that it is worth it to look for shuffles.
std::int64_t worth_searching(const operand_tile& tile) noexcept {
    // The search takes some 40 ns for each element of a period that is one axis, where an element that is gathered
    // takes 0.2 to 0.3 more. For others it takes 80 to 350 ns, where a byte that is gathered takes 0.3 more, an element
    // of four of them 0.05 to 0.2.
    return tile.count == 1 ? 160 : std::int64_t{256} << tile.element_log2;
}

/// Only inputs repeat. What is stored past the caches is stored by shuffles.
bool is_stored_again(const operand_tile& tile, shuffling shuffles, std::int64_t served,
                     const kernels::mover_table& movers) noexcept {
    if (tile.operand == 0 || shuffles == shuffling::streaming || !tile.repeats()) return false;
    const bool is_sooner_shuffled = shuffles == shuffling::any && tile.element_log2 == 0 && !has_permutes(movers) &&
                                    tile.row_bytes() <= most_shuffled_again &&
                                    tile.row_elements <= served / worth_searching(tile);
    if (is_sooner_shuffled) return false;
    const std::int64_t bytes = tile.repeated().row_bytes(), times = tile.inner[0].extent;
    return bytes >= repeated_piece::least_bytes && times >= (bytes >= long_repeat ? least_long_repeats : least_repeats);
}

bool is_cut_to_pieces(const operand_tile& tile) noexcept {
    return tile.count == 1 && tile.inner[0].stride[tile.operand] != 0 && tile.row_bytes() >= least_pieces * piece_bytes;
}
/// A row as a tile: its rows are the whole pieces. `piece` is written, and has to outlive it.
operand_tile pieces_of(const operand_tile& tile, axis& piece) noexcept {
    piece = tile.inner[0];
    piece.extent = piece_bytes / tile.element_bytes();
    operand_tile pieces = tile;
    pieces.inner = &piece;
    pieces.row_elements = piece.extent;
    pieces.row_stride = piece.extent * piece.stride[tile.operand];
    pieces.rows = tile.row_elements / piece.extent;
    return pieces;
}

/// Half cycles that elements take by their offsets.
constexpr std::size_t cost_by_offsets(std::size_t elements) noexcept { return 2 * elements; }
/// Half cycles that `elements` take by their stride, of so many rows that are each begun anew: not of pieces. As many
/// as by offsets where there is no mover for that, or no use.
std::size_t cost_by_stride(const operand_tile& tile, std::size_t elements, std::size_t begun,
                           const kernels::mover_table& movers) noexcept {
    constexpr std::size_t beginning = 32;
    const std::size_t gathering = cost_by_offsets(elements);
    if (tile.operand == 0 || tile.count != 1 || movers.collect_strided[tile.element_log2] == nullptr) return gathering;
    const std::int64_t stride = tile.inner[0].stride[tile.operand];
    if (stride == 0) return gathering;
    const std::size_t moving = stride == 2 * tile.element_bytes() ? 3 * elements / 4 : elements;
    return std::min(gathering, moving + begun * beginning);
}

/// A period is a whole number of lanes, if the tile is long enough for that, and long enough to pay for its
/// loop; a short tile is one period.
std::int64_t rows_of_period(const operand_tile& tile, std::int64_t most_rows, bool streams) noexcept {
    constexpr std::int64_t worthwhile = 256;
    const std::int64_t row_bytes = tile.row_bytes();
    if (tile.rows == most_rows && tile.rows * row_bytes <= worthwhile) return tile.rows;
    // A part of a period would be gathered, so short tiles are a whole number of them.
    const auto fits = [&](std::int64_t rows) {
        return rows <= most_rows && (tile.rows % rows == 0 || tile.rows >= 16 * rows);
    };
    // Programs of more than a few lanes take more room in the cache than aligned stores are worth; only stores
    // past the caches have to be aligned.
    const std::int64_t most = (streams ? longest_period : 1024) / row_bytes;
    std::int64_t period = 1;
    while (fits(2 * period) && 2 * period <= most && period * row_bytes % (2 * lane_bytes) != 0) period *= 2;
    while (fits(2 * period) && period * row_bytes < worthwhile) period *= 2;
    return period;
}

/// Serves a period by merges if that costs less than `most`, in halves of a cycle.
bool try_merges(program& made, std::size_t most, const element_map& map, const kernels::mover_table& movers,
                program_memory& memory) noexcept {
    const std::int64_t row_bytes = static_cast<std::int64_t>(made.row_elements) << made.element_log2;
    const std::int64_t period_bytes = row_bytes * static_cast<std::int64_t>(made.period_rows);
    if (!has_merges(movers) || (period_bytes < least_permuted && !made.in_pieces)) {
        return false;
    }
    // What a short period needs stays in registers.
    std::size_t rows = made.period_rows;
    while (rows % 2 == 0 && row_bytes * static_cast<std::int64_t>(rows / 2) % merged_bytes == 0) rows /= 2;
    const std::int64_t step = made.in_pieces ? made.inner[0].stride[made.operand] : 0;
    const bool goes_on = step >= 1 << made.element_log2 && step < least_page;
    const std::size_t needs =
        write_merges(made.merges, map, rows * made.row_elements, most * rows / made.period_rows, goes_on, memory);
    if (needs == 0 || needs > rows * made.row_elements) return false;
    made.how = way::merged;
    made.merge = movers.merge;
    made.least_elements = needs;
    made.period_rows = rows;
    return true;
}

/// Serves the period by merges or shuffles if they are faster: from where the operand is, or, if that costs more or is
/// less than a window, by shuffles from a copy of the few bytes that a repeat or a cycle has. What takes `most` half
/// cycles or more stays as it is.
void shuffle_or_merge(program& made, shuffling shuffles, std::size_t most, const kernels::mover_table& movers,
                      program_memory& memory) noexcept {
    const int bytes = 1 << made.element_log2;
    const std::size_t elements = made.period_elements();
    const std::size_t period_bytes = elements << made.element_log2;
    if (bytes == lane_bytes || period_bytes < static_cast<std::size_t>(lane_bytes)) return;

    element_map map(made.offset, elements, bytes);
    element_map row(made.offset, made.row_elements, bytes);
    const bool may_stage = map.high() - map.low() <= most_staged && row.stage() && map.stage();
    const bool streams = shuffles == shuffling::streaming;
    const lane_form staged = may_stage ? cheapest_lanes(map, streams) : lane_form{};
    map.unstage();
    const lane_form direct = cheapest_lanes(map, streams);
    // Copying takes about as long as a window for each lane.
    const bool stages =
        staged.windows > 0 && (direct.windows == 0 || staged.cost + 2 * period_bytes / lane_bytes < direct.cost);
    const lane_form& form = stages ? staged : direct;
    // Merges cannot store past the caches themselves. For long rows of one or two bytes they and a copy from scratch
    // take half to four fifths of the time of shuffles that can (but 1.2 times as long for 2 bytes backwards, in rows
    // of whole lanes); for wider elements and short rows more.
    const bool may_merge = shuffles == shuffling::any || (made.in_pieces && bytes <= 2);
    if (may_merge && !stages && try_merges(made, std::min(form.cost, most), map, movers, memory)) return;
    if (stages) (void)map.stage();
    if (form.windows == 0 || form.cost >= most || !write_lanes(made, form, map, memory)) return;
    made.how = stages ? way::staged : way::shuffled;
    made.shuffle = movers.shuffle[form.windows - 1][form.paired];
    made.shuffle_past = movers.shuffle_past[form.windows - 1][form.paired];
    if (!stages) return;
    made.staged_low = static_cast<std::int32_t>(row.low());
    made.staged_bytes = static_cast<std::int32_t>(row.high() - row.low());
}

/// Where the shuffles need not go the way of pack(), for tiles of so many rows.
void note_short_cuts(program& made, std::int64_t rows) noexcept {
    if (made.repeats > 1) return;
    const std::size_t period_bytes = made.period_elements() << made.element_log2;
    const bool has_whole_lanes = period_bytes % static_cast<std::size_t>(lane_bytes) == 0;
    made.may_stream = made.lanes.patches == 0 && has_whole_lanes;
    const bool is_one = made.how == way::shuffled && !made.in_pieces &&
                        made.period_rows == static_cast<std::size_t>(rows) &&
                        (has_whole_lanes || made.lanes.tail.windows > 0);
    if (is_one) made.one_shuffle = period_bytes;
}

/// Chooses a period of the tile's rows, and how it is packed.
void write_period(program& made, const operand_tile& tile, shuffling shuffles, std::int64_t served,
                  const kernels::mover_table& movers, program_memory& memory) noexcept {
    const std::int64_t most_rows = std::max<std::int64_t>(1, std::min(tile.rows, longest_period / tile.row_elements));
    std::int64_t rows = rows_of_period(tile, most_rows, shuffles == shuffling::streaming);
    const auto is_worth_it = [&] { return rows * tile.row_elements <= served / worth_searching(tile); };
    const bool is_simple = tile.count == 1;
    while (is_simple && !is_worth_it() && rows % 2 == 0 && rows / 2 * tile.row_bytes() % lane_bytes == 0) rows /= 2;
    if (!is_worth_it()) shuffles = shuffling::none;
    made.period_rows = static_cast<std::size_t>(rows);
    const std::size_t begun = made.in_pieces ? 0 : made.period_rows;
    const std::size_t most = cost_by_stride(tile, made.period_elements(), begun, movers);
    if (most < cost_by_offsets(made.period_elements())) {
        made.how = way::strided;
        if (shuffles == shuffling::none) return;
    }
    auto* const offset = memory.take<std::int32_t>(static_cast<std::size_t>(tile.row_elements * rows));
    if (offset == nullptr || !write_offsets(offset, tile, rows)) {
        if (made.how == way::strided) return;
        made.how = way::walked;
        made.period_rows = 1;
        return;
    }
    made.offset = offset;
    if (shuffles != shuffling::none) shuffle_or_merge(made, shuffles, most, movers, memory);
    if (made.how == way::shuffled || made.how == way::staged) note_short_cuts(made, tile.rows);
}

}  // namespace

bool program_memory::grow(std::size_t bytes) noexcept {
    has_outgrown_ = true;
    if (kept_ == nullptr) {
        if (bytes > spare_bytes_) return false;
        next_ = spare_;
        left_ = spare_bytes_;
        spare_bytes_ = 0;
        return true;
    }
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

void write_program(program& made, operand_tile tile, shuffling shuffles, std::int64_t served,
                   const kernels::mover_table& movers, program_memory& memory) noexcept {
    made.how = way::gathered;
    made.in_pieces = false;
    made.element_log2 = tile.element_log2;
    made.operand = tile.operand;
    made.row_stride = tile.row_stride;
    made.rows_apart = tile.row_stride;
    made.repeats = 1;
    made.may_stream = false;
    made.one_shuffle = 0;
    if (tile.operand > 0 && shuffles == shuffling::any && write_permutes(made, tile, movers, memory)) return;

    const bool copies = tile.operand > 0 && shuffles != shuffling::streaming && repeated_piece::of(tile).is_copied();
    if (copies ? tile.repeats() : is_stored_again(tile, shuffles, served, movers)) {
        tile = tile.repeated();
        made.repeats = static_cast<std::size_t>(tile.rows);
        tile.rows = 1;
    }
    made.inner = tile.inner;
    made.inner_count = tile.count;
    if (copies) {
        made.how = way::copied;
        made.period_rows = 1;
        made.row_elements = static_cast<std::size_t>(tile.row_elements);
        return;
    }
    axis piece;
    if (made.repeats == 1 && is_cut_to_pieces(tile)) {
        made.in_pieces = true;
        tile = pieces_of(tile, piece);
        made.row_stride = tile.row_stride;
    }
    made.row_elements = static_cast<std::size_t>(tile.row_elements);

    write_period(made, tile, shuffles, served, movers, memory);
    if (made.how != way::strided || !made.in_pieces) return;
    // A row of any length has no table that pieces would keep short.
    made.in_pieces = false;
    made.row_stride = made.rows_apart;
}

}  // namespace zerostride::detail
