// Programs of lanes: the byte shuffles that make each 16 bytes of a period.
#pragma once

#include <cstddef>
#include <limits>

#include "dispatch/packing/program.hpp"
#include "dispatch/packing/windows.hpp"

namespace zerostride::detail {

/// How the lanes of a period are served, and what that costs.
struct lane_form {
    bool paired = false;
    int windows = 0;  ///< of every lane; 0: the lanes cannot be served
    std::size_t patches = 0;
    std::size_t cost = std::numeric_limits<std::size_t>::max();  ///< in halves of a cycle, about
};

/// The cheapest way to serve a period, all that `map` has, by shuffles. One that `streams` must be able to store past
/// the caches: it has no patches if there is such a way.
lane_form cheapest_lanes(const element_map& map, bool streams) noexcept;

/// Writes the period's lanes in that form, with offsets from where `map` begins if it is staged. False when memory does
/// not suffice.
bool write_lanes(program& made, const lane_form& form, const element_map& map, program_memory& memory) noexcept;

}  // namespace zerostride::detail
