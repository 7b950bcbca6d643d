#include "dispatch/packing/ahead.hpp"

#include <algorithm>

namespace zerostride::detail {
namespace {

constexpr std::int64_t bytes_of_line = 64;
/// Shorter steps the hardware finds by itself; and pieces of more bytes, too, once it has seen some of them.
constexpr std::int64_t least_step = 2 * bytes_of_line + 1, most_of_piece = 4 * bytes_of_line;

struct step_of_pieces {
    std::int64_t count, bytes;
};
/// Pieces from `low` to `high` bytes beyond the places that the steps lead to, the last ones innermost.
struct pieces {
    static constexpr std::size_t most_steps = 4;
    step_of_pieces steps[most_steps];
    std::size_t count = 0;
    std::int64_t low = 0, high = 0;
};

/// None where there are too many steps.
pieces pieces_of(const program& p, std::size_t rows, std::size_t cols) noexcept {
    pieces made;
    made.high = std::int64_t{1} << p.element_log2;
    // Short steps are what a piece is made of, wherever they are: to ask at each would be to ask for a line many times.
    const auto add = [&](std::int64_t count, std::int64_t bytes) {
        if (count <= 1 || bytes == 0) return true;
        if (!is_step_of_pieces(bytes)) {
            (bytes < 0 ? made.low : made.high) += (count - 1) * bytes;
            return true;
        }
        if (made.count == pieces::most_steps) return false;
        made.steps[made.count++] = {count, bytes};
        return true;
    };
    bool fits = add(static_cast<std::int64_t>(rows), p.in_pieces ? p.rows_apart : p.row_stride);
    std::int64_t inside = 1;
    for (std::size_t a = 1; a < p.inner_count; ++a) inside *= p.inner[a].extent;
    for (std::size_t a = 0; a < p.inner_count && fits; ++a) {
        // The outermost axis may be cut; where a row is the same elements a few times, it is not as long.
        const std::int64_t most = a == 0 ? static_cast<std::int64_t>(cols) / inside : p.inner[a].extent;
        fits = add(std::min(p.inner[a].extent, most), p.inner[a].stride[p.operand]);
    }
    if (!fits || made.high - made.low > most_of_piece) made.count = 0;
    return made;
}

/// Measured: one to four pieces at steps of whole KiB take up to half as long again when they are asked for, eight from
/// four fifths of the time to as much more, and ten and sixteen of them three fifths.
bool crowds_few_sets(const pieces& all) noexcept {
    constexpr std::int64_t least_apart = 10;
    std::int64_t apart = 1;
    bool falls = false;
    for (std::size_t a = 0; a < all.count; ++a) {
        if (falls_on_few_sets(all.steps[a].bytes)) falls = true;
        else apart *= all.steps[a].count;
    }
    return falls && apart < least_apart;
}

}  // namespace

bool falls_on_few_sets(std::int64_t step) noexcept { return step % 1024 == 0; }

// Without abs(), which the least number has none of.
bool is_step_of_pieces(std::int64_t bytes) noexcept { return bytes >= least_step || bytes <= -least_step; }

void ask_for_pieces(const program& p, const std::byte* source, std::size_t rows, std::size_t cols) noexcept {
    const pieces all = pieces_of(p, rows, cols);
    if (all.count == 0 || crowds_few_sets(all)) return;
    const step_of_pieces& along = all.steps[all.count - 1];
    // As a number: where the tile was the last one, this is beyond the operand.
    auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(source));
    std::int64_t index[pieces::most_steps] = {};
    while (true) {
        std::int64_t first = place + all.low, end = place + all.high;
        for (std::int64_t i = 0; i < along.count; ++i, first += along.bytes, end += along.bytes) {
            for (std::int64_t at = first & -bytes_of_line; at < end; at += bytes_of_line) {
                __builtin_prefetch(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(at)), 0, 2);
            }
        }
        std::size_t a = all.count - 1;
        do {
            if (a == 0) return;
            --a;
            place += all.steps[a].bytes;
            if (++index[a] < all.steps[a].count) break;
            place -= all.steps[a].count * all.steps[a].bytes;
            index[a] = 0;
        } while (true);
    }
}

}  // namespace zerostride::detail
