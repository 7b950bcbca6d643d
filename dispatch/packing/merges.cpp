#include "dispatch/packing/merges.hpp"

#include <algorithm>

#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

constexpr window_kind block_windows{merged_bytes, 8};

/// Windows that are lines of the cache if the source begins with one, of elements that follow each other upwards and
/// cross no line. Where lines come from beyond the L2 cache, windows that cross them take Zen 5 1.7 times as long.
bool cover_by_lines(window_cover& made, const element_map& map, std::size_t elements) noexcept {
    made.count = 0;
    made.needs = static_cast<std::int32_t>(elements);
    for (std::size_t e = 0; e < elements; ++e) {
        const std::int32_t first = map.offset()[e], start = first / merged_bytes * merged_bytes;
        if (first + map.bytes() > start + merged_bytes) return false;
        if (made.count == 0 || made.offset[made.count - 1] != start) {
            if (made.count == block_windows.most) return false;
            made.offset[made.count++] = start;
        }
        made.of[e] = static_cast<std::uint8_t>(made.count - 1);
    }
    return true;
}

/// Halves of a cycle for a block.
constexpr std::size_t cost_of(std::size_t windows) noexcept { return 3 * windows + 1; }

}  // namespace

bool has_merges(const kernels::mover_table& movers) noexcept { return movers.merge != nullptr && cpu().avx512_vbmi; }

std::size_t write_merges(kernels::merge_program& made, const element_map& map, std::size_t count, std::size_t most,
                         bool goes_on, program_memory& memory) noexcept {
    const int bytes = map.bytes();
    const auto per_block = static_cast<std::size_t>(merged_bytes / bytes);
    const std::size_t blocks = (count + per_block - 1) / per_block;
    std::size_t windows = 1, needs = 0;
    std::ptrdiff_t end = 0;
    const auto each_block = [&](auto visit) {
        for (std::size_t b = 0; b < blocks; ++b) {
            window_cover found;
            if (!map.cover(found, block_windows, b * per_block, std::min(per_block, count - b * per_block)))
                return false;
            window_cover lines;
            if (goes_on && count == per_block && cover_by_lines(lines, map, count) && lines.count <= found.count) {
                found = lines;
                end = map.offset()[count - 1] + std::ptrdiff_t{bytes};
            }
            visit(b, found);
        }
        return true;
    };
    const bool covered = each_block([&](std::size_t, const window_cover& found) {
        windows = std::max(windows, found.count);
        needs = std::max(needs, static_cast<std::size_t>(found.needs));
    });
    if (!covered || blocks * cost_of(windows) >= most) return 0;
    const std::size_t steps = std::max<std::size_t>(windows - 1, 1);
    auto* const starts = memory.take<std::int32_t>(blocks * windows);
    auto* const picks = memory.take<std::uint8_t[merged_bytes]>(blocks * steps);
    if (starts == nullptr || picks == nullptr) return 0;
    each_block([&](std::size_t b, const window_cover& found) {
        for (std::size_t w = 0; w < windows; ++w) starts[b * windows + w] = found.offset[w < found.count ? w : 0];
        const std::size_t from = b * per_block, bytes_here = std::min(per_block, count - from) * bytes;
        for (std::size_t step = 0; step < steps; ++step) {
            std::uint8_t* const pick = picks[b * steps + step];
            for (std::size_t i = 0; i < static_cast<std::size_t>(merged_bytes); ++i) {
                // What the block has already stays where it is.
                pick[i] = static_cast<std::uint8_t>(i);
                if (i >= bytes_here) continue;
                const std::size_t e = i / bytes, window = found.of[e];
                const std::size_t at = map.offset()[from + e] + i % bytes - found.offset[window];
                if (window == step + 1) pick[i] = static_cast<std::uint8_t>(merged_bytes + at);
                else if (step == 0 && window == 0) pick[i] = static_cast<std::uint8_t>(at);
            }
        }
    });
    made = {windows, starts, picks, end};
    return needs;
}

}  // namespace zerostride::detail
