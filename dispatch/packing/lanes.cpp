#include "dispatch/packing/lanes.hpp"

#include <algorithm>
#include <cstring>

namespace zerostride::detail {
namespace {

class lane_writer {
public:
    explicit lane_writer(const element_map& map) noexcept
        : map_(map),
          per_lane_(static_cast<std::size_t>(lane_bytes / map.bytes())),
          windows_{lane_bytes, 4 + per_lane_ / 2},
          lanes_(map.count() / per_lane_),
          start_(map.is_staged() ? static_cast<std::int32_t>(map.low()) : 0) {}

    lane_form cheapest(bool streams) const noexcept {
        lane_form found;
        for (const bool paired : {true, false}) consider(paired, streams, found);
        return found;
    }

    /// `needs`: of the period's elements that must exist.
    bool write(kernels::lane_program& made, std::size_t& needs, const lane_form& form,
               program_memory& memory) const noexcept {
        const auto windows = static_cast<std::size_t>(form.windows);
        const std::size_t parts = (lanes_ + 1) / 2 * 2 * windows;
        auto* const offset = memory.take<std::int32_t>(parts);
        auto* const mask = memory.take<std::uint8_t[lane_bytes]>(parts);
        auto* const patch = memory.take<kernels::lane_patch>(form.patches);
        if (offset == nullptr || mask == nullptr || patch == nullptr) return false;
        made = {lanes_, form.windows, form.paired, offset, mask, 0, patch, {}};
        std::fill_n(offset, parts, 0);  // an odd last lane has a neighbour that is never asked for
        needs = 0;
        const std::size_t step = form.paired ? 2 : 1;
        for (std::size_t j = 0; j < lanes_; j += step) {
            window_cover found;
            (void)cover_lanes(found, j, form.paired);
            // A lane that needs later elements sets a least length for all; the others end with themselves. Half a
            // pair may be all there is, when a tile ends there.
            if (const auto needed = static_cast<std::size_t>(found.needs); needed > (j + 1) * per_lane_)
                needs = std::max(needs, needed);
            for (std::size_t lane = j; lane < std::min(j + step, lanes_); ++lane) {
                const std::uint8_t* const of = found.of + (lane - j) * per_lane_;
                for (std::size_t w = 0; w < windows; ++w) {
                    const std::size_t at = made.at(lane, w);
                    offset[at] = found.offset[w < found.count ? w : 0] - start_;
                    (void)write_mask(mask[at], found, of, w, lane * per_lane_);
                }
                for (std::size_t w = windows; w < found.count; ++w) {
                    kernels::lane_patch& added = patch[made.patches];
                    if (!write_mask(added.mask, found, of, w, lane * per_lane_)) continue;
                    added.lane = static_cast<std::int32_t>(lane);
                    added.offset = found.offset[w] - start_;
                    ++made.patches;
                }
            }
        }
        write_tail(made.tail);
        return true;
    }

private:
    /// Without it, which a period with later elements only may lack, the rest is gathered.
    void write_tail(kernels::lane_tail& tail) const noexcept {
        window_cover found;
        const std::size_t first = map_.count() - per_lane_;
        if (map_.count() % per_lane_ == 0 || !map_.cover(found, windows_, first, per_lane_) ||
            found.count > kernels::lane_program::most_windows) {
            return;
        }
        tail.windows = static_cast<int>(found.count);
        for (std::size_t w = 0; w < found.count; ++w) {
            tail.offset[w] = found.offset[w] - start_;
            (void)write_mask(tail.mask[w], found, found.of, w, first);
        }
    }

    bool cover_lanes(window_cover& found, std::size_t j, bool paired) const noexcept {
        const std::size_t count = paired && j + 1 < lanes_ ? 2 : 1;
        return map_.cover(found, windows_, j * per_lane_, count * per_lane_);
    }

    /// What the lane that begins with element `first`, whose windows are in `of`, picks from window `w`; false for
    /// nothing.
    bool write_mask(std::uint8_t* mask, const window_cover& found, const std::uint8_t* of, std::size_t w,
                    std::size_t first) const noexcept {
        std::memset(mask, 0x80, lane_bytes);
        bool picks = false;
        for (std::size_t e = 0; e < per_lane_; ++e) {
            if (of[e] != w) continue;
            const std::int32_t at = map_.offset()[first + e] - found.offset[w];
            for (int b = 0; b < map_.bytes(); ++b) mask[e * map_.bytes() + b] = static_cast<std::uint8_t>(at + b);
            picks = true;
        }
        return picks;
    }

    void consider(bool paired, bool streams, lane_form& best) const noexcept {
        constexpr int most = kernels::lane_program::most_windows;
        const std::size_t step = paired ? 2 : 1;
        std::size_t patches[most + 1] = {};  // for each number of windows
        for (std::size_t j = 0; j < lanes_; j += step) {
            window_cover found;
            if (!cover_lanes(found, j, paired)) return;
            for (int w = 1; w <= most; ++w) {
                patches[w] += step * static_cast<std::size_t>(std::max(static_cast<int>(found.count) - w, 0));
            }
        }
        for (int w = 1; w <= most; ++w) {
            // For two lanes: loads, shuffles and a store; unpaired ones load twice and put the halves together.
            const auto count = static_cast<std::size_t>(w);
            const std::size_t unit = paired ? 2 * count + 1 : 3 * count + 2;
            const std::size_t cost = (lanes_ + 1) / 2 * unit + (streams ? 1000 : 4) * patches[w];
            if (cost < best.cost) best = {paired, w, patches[w], cost};
        }
    }

    const element_map& map_;
    std::size_t per_lane_;
    window_kind windows_;  ///< lanes that take more are rather gathered
    std::size_t lanes_;
    std::int32_t start_;
};

}  // namespace

lane_form cheapest_lanes(const element_map& map, bool streams) noexcept { return lane_writer(map).cheapest(streams); }

bool write_lanes(program& made, const lane_form& form, const element_map& map, program_memory& memory) noexcept {
    return lane_writer(map).write(made.lanes, made.least_elements, form, memory);
}

}  // namespace zerostride::detail
