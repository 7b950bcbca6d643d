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
    element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept : bytes_(bytes) {
        for (std::size_t i = 0; i < count; ++i) at_[i] = {offset[i], static_cast<std::int32_t>(i)};
        end_ = at_ + count;
        if (!std::is_sorted(at_, end_)) std::sort(at_, end_);
        end_ = std::unique(at_, end_, [](const place& a, const place& b) { return a.offset == b.offset; });
    }
    /// The first element of the period that has the byte, or `none`.
    ///
    /// What lies between two elements less than a page apart is on a page of one of them, and reading it as harmless:
    /// it takes both.
    std::int32_t owner(std::int64_t byte) const noexcept {
        if (staged_) return byte >= low() && byte < high() + lane_bytes ? 0 : none;
        const place* const above = std::upper_bound(at_ + 0, static_cast<const place*>(end_), byte,
                                                    [](std::int64_t b, const place& p) { return b < p.offset; });
        if (above == at_) return none;
        const place& below = above[-1];
        if (byte < below.offset + bytes_) return below.first;
        if (above == end_ || above->offset - (below.offset + bytes_) >= least_page) return none;
        return std::max(below.first, above->first);
    }
    static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

    std::int64_t low() const noexcept { return at_[0].offset; }
    std::int64_t high() const noexcept { return end_[-1].offset + std::int64_t{bytes_}; }
    /// From here on the answers are for a copy of the operand's bytes with room for a lane behind them. False
    /// when it has others' bytes in between.
    bool stage() noexcept {
        for (const place* p = at_ + 1; p < end_; ++p) {
            if (p->offset > p[-1].offset + bytes_) return false;
        }
        staged_ = true;
        return true;
    }
    void unstage() noexcept { staged_ = false; }

private:
    struct place {
        std::int32_t offset;
        std::int32_t first;
        auto operator<=>(const place&) const = default;
    };
    int bytes_;
    bool staged_ = false;
    place at_[longest_period];
    place* end_;
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
