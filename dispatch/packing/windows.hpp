// Windows: registers full of an operand's bytes, which may have others' between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "dispatch/packing/program.hpp"

namespace zerostride::detail {

/// No memory has smaller pages.
inline constexpr std::int64_t least_page = 4096;

/// How long windows are, and how many a unit of elements may take.
struct window_kind {
    std::int64_t bytes;
    std::size_t most;
};
/// The windows that a unit of elements is picked from.
struct window_cover {
    static constexpr std::size_t most_windows = 16, most_elements = 64;

    std::size_t count;
    std::int32_t needs;  ///< the period's elements that must exist for all windows to be the operand's memory
    std::int32_t offset[most_windows];
    std::uint8_t of[most_elements];  ///< of each element the number of the window that has it
};

/// Which bytes near the operand are its own: elements of the period, by address.
class element_map {
public:
    /// `offset` is looked at as long as this lives.
    element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept;

    std::int64_t low() const noexcept { return offset_[by_address_[0]]; }
    std::int64_t high() const noexcept { return offset_[end_[-1]] + std::int64_t{bytes_}; }
    /// From here on the answers are for a copy of the operand's bytes with room for a lane behind them. False
    /// when it has others' bytes in between.
    bool stage() noexcept;
    bool is_staged() const noexcept { return staged_; }
    void unstage() noexcept { staged_ = false; }

    std::size_t count() const noexcept { return count_; }
    const std::int32_t* offset() const noexcept { return offset_; }
    int bytes() const noexcept { return bytes_; }

    /// Chooses windows for the elements [from, from + elements), each from the first byte that is in none yet. False
    /// when it takes too many, or there is no memory around the elements.
    bool cover(window_cover& made, window_kind kind, std::size_t from, std::size_t elements) const noexcept;

private:
    /// The same of elements that follow each other upwards or downwards, as most do: each is looked at once.
    bool cover_in_order(window_cover& made, window_kind kind, std::size_t from, std::size_t elements) const noexcept;

    /// The first element of the period that has the byte, or `none`. `above` is the first one of by_address_ that lies
    /// above the byte, and is looked for from where it was for another.
    ///
    /// What lies between two elements less than a page apart is on a page of one of them, and reading it as harmless:
    /// it takes both.
    std::int32_t owner(std::int64_t byte, const std::uint16_t*& above) const noexcept;
    static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

    /// Places in by_address_ near the first and the last byte of a window.
    struct neighbours {
        const std::uint16_t *first, *last;
    };

    /// Chooses a window of `bytes` that starts in [low, high]. What lies beside the operand may be nobody's memory:
    /// both ends of a window are on pages that the operand is on, and so is all of it. Answers how many of the period's
    /// elements must exist for that (rather no more than `own`: a shorter tile has only those), or `none` when it
    /// cannot be. `near` says where to look, if it is known.
    std::int32_t choose(std::int64_t& start, std::int64_t bytes, std::int64_t low, std::int64_t high, std::int32_t own,
                        neighbours near) const noexcept;

    static_assert(longest_period <= 65536);
    const std::int32_t* offset_;
    std::size_t count_;
    int bytes_;
    bool staged_ = false;
    bool is_in_order_;                          ///< by_address_[i] == i
    std::uint16_t by_address_[longest_period];  ///< elements; of those at one address the first
    std::uint16_t* end_;
};

}  // namespace zerostride::detail
