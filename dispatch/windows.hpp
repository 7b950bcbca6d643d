// Windows: registers full of an operand's bytes, which may have others' between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "dispatch/program.hpp"

namespace zerostride::detail {

inline constexpr std::int64_t lane_bytes = 16;
inline constexpr std::int64_t least_page = 4096;

/// Which bytes near the operand are its own: elements of the period, by address.
class element_map {
public:
    /// `offset` is looked at as long as this lives.
    element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept : offset_(offset), bytes_(bytes) {
        for (std::size_t i = 0; i < count; ++i) by_address_[i] = static_cast<std::uint16_t>(i);
        end_ = by_address_ + count;
        if (!std::is_sorted(offset, offset + count)) {
            std::sort(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) {
                return offset[a] != offset[b] ? offset[a] < offset[b] : a < b;
            });
        }
        end_ = std::unique(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) { return offset[a] == offset[b]; });
    }
    /// The first element of the period that has the byte, or `none`.
    ///
    /// What lies between two elements less than a page apart is on a page of one of them, and reading it as harmless:
    /// it takes both.
    std::int32_t owner(std::int64_t byte) const noexcept {
        if (staged_) return byte >= low() && byte < high() + lane_bytes ? 0 : none;
        const std::uint16_t* const above =
            std::upper_bound(by_address_ + 0, static_cast<const std::uint16_t*>(end_), byte,
                             [&](std::int64_t b, std::uint16_t element) { return b < offset_[element]; });
        if (above == by_address_) return none;
        const std::int32_t below = above[-1];
        const std::int64_t end_of_below = std::int64_t{offset_[below]} + bytes_;
        if (byte < end_of_below) return below;
        if (above == end_ || offset_[*above] - end_of_below >= least_page) return none;
        return std::max<std::int32_t>(below, *above);
    }
    static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

    std::int64_t low() const noexcept { return offset_[by_address_[0]]; }
    std::int64_t high() const noexcept { return offset_[end_[-1]] + std::int64_t{bytes_}; }
    /// From here on the answers are for a copy of the operand's bytes with room for a lane behind them. False
    /// when it has others' bytes in between.
    bool stage() noexcept {
        for (const std::uint16_t* p = by_address_ + 1; p < end_; ++p) {
            if (offset_[*p] > std::int64_t{offset_[p[-1]]} + bytes_) return false;
        }
        staged_ = true;
        return true;
    }
    void unstage() noexcept { staged_ = false; }

private:
    static_assert(longest_period <= 65536);
    const std::int32_t* offset_;
    int bytes_;
    bool staged_ = false;
    std::uint16_t by_address_[longest_period];  ///< elements; of those at one address the first
    std::uint16_t* end_;
};

/// Chooses a window of `bytes` that starts in [low, high]. What lies beside the operand may be nobody's memory: both
/// ends of a window are on pages that the operand is on, and so is all of it. Answers how many of the period's elements
/// must exist for that (rather no more than `own`: a shorter tile has only those), or element_map::none when it cannot
/// be.
inline std::int32_t choose_window(std::int64_t& start, std::int64_t bytes, std::int64_t low, std::int64_t high,
                                  std::int32_t own, const element_map& map) noexcept {
    std::int32_t needs = element_map::none;
    for (std::int64_t at = low; at <= high && needs > own; ++at) {
        const std::int32_t first = map.owner(at);
        if (first == element_map::none) continue;
        const std::int32_t last = map.owner(at + bytes - 1);
        if (last == element_map::none || std::max(first, last) + 1 >= needs) continue;
        start = at;
        needs = std::max(first, last) + 1;
    }
    return needs;
}

}  // namespace zerostride::detail
