#include "dispatch/packing/windows.hpp"

#include <algorithm>

namespace zerostride::detail {
namespace {

constexpr std::int64_t least_page = 4096;

}  // namespace

element_map::element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept
    : offset_(offset), count_(count), bytes_(bytes) {
    for (std::size_t i = 0; i < count; ++i) by_address_[i] = static_cast<std::uint16_t>(i);
    end_ = by_address_ + count;
    if (!std::is_sorted(offset, offset + count)) {
        std::sort(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) {
            return offset[a] != offset[b] ? offset[a] < offset[b] : a < b;
        });
    }
    end_ = std::unique(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) { return offset[a] == offset[b]; });
}

std::int32_t element_map::owner(std::int64_t byte, const std::uint16_t*& above) const noexcept {
    if (staged_) return byte >= low() && byte < high() + lane_bytes ? 0 : none;
    while (above != end_ && offset_[*above] <= byte) ++above;
    while (above != by_address_ && offset_[above[-1]] > byte) --above;
    if (above == by_address_) return none;
    const std::int32_t below = above[-1];
    const std::int64_t end_of_below = std::int64_t{offset_[below]} + bytes_;
    if (byte < end_of_below) return below;
    if (above == end_ || offset_[*above] - end_of_below >= least_page) return none;
    return std::max<std::int32_t>(below, *above);
}

bool element_map::stage() noexcept {
    for (const std::uint16_t* p = by_address_ + 1; p < end_; ++p) {
        if (offset_[*p] > std::int64_t{offset_[p[-1]]} + bytes_) return false;
    }
    staged_ = true;
    return true;
}

std::int32_t element_map::choose(std::int64_t& start, std::int64_t bytes, std::int64_t low, std::int64_t high,
                                 std::int32_t own) const noexcept {
    std::int32_t needs = none;
    // All that is asked for lies near each other: looked up once, then beside where it was.
    const std::uint16_t* above_first =
        std::upper_bound(by_address_ + 0, static_cast<const std::uint16_t*>(end_), low,
                         [&](std::int64_t b, std::uint16_t element) { return b < offset_[element]; });
    const std::uint16_t* above_last = above_first;
    for (std::int64_t at = low; at <= high && needs > own; ++at) {
        const std::int32_t first = owner(at, above_first);
        if (first == none) continue;
        const std::int32_t last = owner(at + bytes - 1, above_last);
        if (last == none || std::max(first, last) + 1 >= needs) continue;
        start = at;
        needs = std::max(first, last) + 1;
    }
    return needs;
}

bool element_map::cover(window_cover& made, window_kind kind, std::size_t from, std::size_t elements) const noexcept {
    constexpr std::uint8_t nowhere = window_cover::most_windows;
    const std::int32_t* const offset = offset_ + from;
    const auto own = static_cast<std::int32_t>(from + elements);
    made.count = 0;
    made.needs = own;
    std::fill_n(made.of, elements, nowhere);
    for (std::size_t left = elements; left > 0; ++made.count) {
        if (made.count == kind.most) return false;
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (std::size_t e = 0; e < elements; ++e) {
            if (made.of[e] == nowhere) first = std::min<std::int64_t>(first, offset[e]);
        }
        const auto is_new = [&](std::size_t e, std::int64_t start) {
            return made.of[e] == nowhere && offset[e] >= start &&
                   std::int64_t{offset[e]} + bytes_ <= start + kind.bytes;
        };
        std::int64_t end = first + bytes_;
        for (std::size_t e = 0; e < elements; ++e) {
            if (is_new(e, first)) end = std::max(end, std::int64_t{offset[e]} + bytes_);
        }
        std::int64_t start;
        const std::int32_t needs = choose(start, kind.bytes, end - kind.bytes, first, own);
        if (needs == none) return false;
        made.needs = std::max(made.needs, needs);
        made.offset[made.count] = static_cast<std::int32_t>(start);
        for (std::size_t e = 0; e < elements; ++e) {
            if (!is_new(e, start)) continue;
            made.of[e] = static_cast<std::uint8_t>(made.count);
            --left;
        }
    }
    return true;
}

}  // namespace zerostride::detail
