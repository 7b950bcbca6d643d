#include "dispatch/packing/windows.hpp"

#include <algorithm>
#include <functional>

namespace zerostride::detail {

element_map::element_map(const std::int32_t* offset, std::size_t count, int bytes) noexcept
    : offset_(offset), count_(count), bytes_(bytes) {
    for (std::size_t i = 0; i < count; ++i) by_address_[i] = static_cast<std::uint16_t>(i);
    end_ = by_address_ + count;
    const bool is_sorted = std::is_sorted(offset, offset + count);
    if (!is_sorted) {
        std::sort(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) {
            return offset[a] != offset[b] ? offset[a] < offset[b] : a < b;
        });
    }
    end_ = std::unique(by_address_, end_, [&](std::uint16_t a, std::uint16_t b) { return offset[a] == offset[b]; });
    is_in_order_ = is_sorted && end_ == by_address_ + count;
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
                                 std::int32_t own, neighbours near) const noexcept {
    std::int32_t needs = none;
    // All that is asked for lies near each other: looked up once, then beside where it was.
    if (near.first == nullptr) {
        near.first = std::upper_bound(by_address_ + 0, static_cast<const std::uint16_t*>(end_), low,
                                      [&](std::int64_t b, std::uint16_t element) { return b < offset_[element]; });
        near.last = near.first;
    }
    for (std::int64_t at = low; at <= high && needs > own; ++at) {
        const std::int32_t first = owner(at, near.first);
        if (first == none) continue;
        const std::int32_t last = owner(at + bytes - 1, near.last);
        if (last == none || std::max(first, last) + 1 >= needs) continue;
        start = at;
        needs = std::max(first, last) + 1;
    }
    return needs;
}

bool element_map::cover_in_order(window_cover& made, window_kind kind, std::size_t from,
                                 std::size_t elements) const noexcept {
    const std::int32_t* const offset = offset_ + from;
    const auto own = static_cast<std::int32_t>(from + elements);
    const bool upwards = offset[0] <= offset[elements - 1];
    const std::ptrdiff_t step = upwards ? 1 : -1;
    std::ptrdiff_t e = upwards ? 0 : static_cast<std::ptrdiff_t>(elements) - 1;
    for (std::size_t left = elements; left > 0; ++made.count) {
        if (made.count == kind.most) return false;
        const std::int64_t first = offset[e], last = first + kind.bytes - bytes_;
        const std::ptrdiff_t begin = e;
        for (; left > 0 && offset[e] <= last; --left, e += step) made.of[e] = static_cast<std::uint8_t>(made.count);
        std::int64_t start;
        const std::int64_t end = std::int64_t{offset[e - step]} + bytes_;
        neighbours near{nullptr, nullptr};
        if (is_in_order_) near = {by_address_ + from + begin, by_address_ + from + e};
        const std::int32_t needs = choose(start, kind.bytes, end - kind.bytes, first, own, near);
        if (needs == none) return false;
        made.needs = std::max(made.needs, needs);
        made.offset[made.count] = static_cast<std::int32_t>(start);
    }
    return true;
}

bool element_map::cover(window_cover& made, window_kind kind, std::size_t from, std::size_t elements) const noexcept {
    constexpr std::uint8_t nowhere = window_cover::most_windows;
    const std::int32_t* const offset = offset_ + from;
    const auto own = static_cast<std::int32_t>(from + elements);
    made.count = 0;
    made.needs = own;
    if (std::is_sorted(offset, offset + elements) || std::is_sorted(offset, offset + elements, std::greater<>{}))
        return cover_in_order(made, kind, from, elements);
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
        const std::int32_t needs = choose(start, kind.bytes, end - kind.bytes, first, own, {nullptr, nullptr});
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
