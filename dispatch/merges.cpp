#include "dispatch/merges.hpp"

namespace zerostride::detail {
namespace {

constexpr std::size_t most_windows = 8;

/// The windows of a block, and of each element the number of the window that has it.
struct block_windows {
    std::size_t count = 0;
    std::int32_t needs = 0;
    std::int32_t offset[most_windows];
    std::uint8_t of[merged_bytes];

    /// False when it takes too many, or there is no memory around the elements [from, from + elements).
    bool cover(const std::int32_t* offsets, std::size_t from, std::size_t elements, int bytes,
               const element_map& map) noexcept {
        const auto own = static_cast<std::int32_t>(from + elements);
        needs = own;
        std::fill_n(of, elements, static_cast<std::uint8_t>(most_windows));
        for (std::size_t left = elements; left > 0; ++count) {
            if (count == most_windows) return false;
            std::int64_t first = std::numeric_limits<std::int64_t>::max(), end = 0;
            for (std::size_t e = 0; e < elements; ++e) {
                if (of[e] == most_windows) first = std::min<std::int64_t>(first, offsets[from + e]);
            }
            const auto ends_within = [&](std::size_t e, std::int64_t start) {
                return of[e] == most_windows && offsets[from + e] >= start &&
                       std::int64_t{offsets[from + e]} + bytes <= start + merged_bytes;
            };
            end = first + bytes;
            for (std::size_t e = 0; e < elements; ++e) {
                if (ends_within(e, first)) end = std::max(end, std::int64_t{offsets[from + e]} + bytes);
            }
            std::int64_t start;
            const std::int32_t needed = choose_window(start, merged_bytes, end - merged_bytes, first, own, map);
            if (needed == element_map::none) return false;
            needs = std::max(needs, needed);
            offset[count] = static_cast<std::int32_t>(start);
            for (std::size_t e = 0; e < elements; ++e) {
                if (!ends_within(e, start)) continue;
                of[e] = static_cast<std::uint8_t>(count);
                --left;
            }
        }
        return true;
    }
};

/// Halves of a cycle for a block.
constexpr std::size_t cost_of(std::size_t windows) noexcept { return 3 * windows + 1; }

}  // namespace

std::size_t write_merges(kernels::merge_program& made, const std::int32_t* offset, std::size_t count, int bytes,
                         std::size_t most, const element_map& map, program_memory& memory) noexcept {
    const auto per_block = static_cast<std::size_t>(merged_bytes / bytes);
    const std::size_t blocks = (count + per_block - 1) / per_block;
    std::size_t windows = 1, needs = 0;
    const auto each_block = [&](auto visit) {
        for (std::size_t b = 0; b < blocks; ++b) {
            block_windows found;
            if (!found.cover(offset, b * per_block, std::min(per_block, count - b * per_block), bytes, map))
                return false;
            visit(b, found);
        }
        return true;
    };
    const bool covered = each_block([&](std::size_t, const block_windows& found) {
        windows = std::max(windows, found.count);
        needs = std::max(needs, static_cast<std::size_t>(found.needs));
    });
    if (!covered || blocks * cost_of(windows) >= most) return 0;
    const std::size_t steps = std::max<std::size_t>(windows - 1, 1);
    auto* const starts = memory.take<std::int32_t>(blocks * windows);
    auto* const picks = memory.take<std::uint8_t[merged_bytes]>(blocks * steps);
    if (starts == nullptr || picks == nullptr) return 0;
    each_block([&](std::size_t b, const block_windows& found) {
        for (std::size_t w = 0; w < windows; ++w) starts[b * windows + w] = found.offset[w < found.count ? w : 0];
        const std::size_t from = b * per_block, bytes_here = std::min(per_block, count - from) * bytes;
        for (std::size_t step = 0; step < steps; ++step) {
            std::uint8_t* const pick = picks[b * steps + step];
            for (std::size_t i = 0; i < static_cast<std::size_t>(merged_bytes); ++i) {
                // What the block has already stays where it is.
                pick[i] = static_cast<std::uint8_t>(i);
                if (i >= bytes_here) continue;
                const std::size_t e = i / bytes, window = found.of[e];
                const std::size_t at = offset[from + e] + i % bytes - found.offset[window];
                if (window == step + 1) pick[i] = static_cast<std::uint8_t>(merged_bytes + at);
                else if (step == 0 && window == 0) pick[i] = static_cast<std::uint8_t>(at);
            }
        }
    });
    made = {windows, starts, picks};
    return needs;
}

}  // namespace zerostride::detail
