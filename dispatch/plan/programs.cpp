#include "dispatch/plan/programs.hpp"

#include <algorithm>
#include <limits>

namespace zerostride::detail {
namespace {

/// Whether operand `k` is packed by its stride though shuffles and merges take less in the caches: those do not ask for
/// the lines of the other operands with steps. In memory sums of floats with steps take a fifth to two fifths less.
bool is_rather_strided(const plan::state& s, std::size_t k) noexcept {
    constexpr std::int64_t least_row = 128;
    const operand_route& r = s.routes[k];
    if (s.asks_for != asked_for::packed || s.cut != strategy::blocks || s.column_axes != 1) return false;
    if (s.col_chunk < least_row || s.movers->collect_strided[s.element_log2[k]] == nullptr) return false;
    return std::any_of(s.routes + 1, s.routes + 1 + s.inputs,
                       [&](const operand_route& other) { return &other != &r && other.how == route::packed; });
}

}  // namespace

bool needs_programs(const plan::state& s) noexcept {
    if (s.cut == strategy::empty) return false;
    for (std::size_t k = 0; k <= s.inputs; ++k) {
        if (s.routes[k].how == route::packed) return true;
    }
    return false;
}

void write_programs(plan::state& s, program_memory& memory, bool once) noexcept {
    const std::size_t rank = s.loops.axes.size();
    const axis* inner = nullptr;
    std::size_t count = 0;
    std::int64_t rows = 1;
    if (s.cut == strategy::flat || s.cut == strategy::single) {
        inner = s.loops.axes.data() + s.outer_axes + 1;
        count = rank - s.outer_axes - 1;
        rows = s.row_chunk;
    } else {
        inner = s.columns;
        count = s.column_axes;
    }
    for (std::size_t k = 0; k <= s.inputs; ++k) {
        operand_route& r = s.routes[k];
        if (r.how != route::packed) continue;
        // Shuffles are for packing; results are put where they belong one by one.
        const bool shuffled = k > 0 && s.movers->shuffle[0][0] != nullptr;
        const std::int64_t served = once ? s.loops.total : std::numeric_limits<std::int64_t>::max();
        const shuffling shuffles = !shuffled || is_rather_strided(s, k) ? shuffling::none
                                   : s.copies && s.streams              ? shuffling::streaming
                                                                        : shuffling::any;
        write_program(r.steps, {inner, count, k, s.col_chunk * s.unit, r.row_stride, rows, s.element_log2[k]}, shuffles,
                      served, *s.movers, memory);
    }
}

}  // namespace zerostride::detail
