// The rule of aliasing: what of it is not a comparison of addresses.
#include "dispatch/plan/overlap.hpp"

#include <cstdlib>
#include <numeric>

namespace zerostride::detail {
namespace {

/// For a given cut, axes with strides below it are taken as one interval of bytes, the others'
/// strides have a common divisor g, and the intervals must not meet modulo g. An interval that is longer than addresses
/// count meets every other.
bool disjoint_modulo(const output_and_input& both, std::int64_t distance, std::int64_t cut) noexcept {
    std::int64_t length[2] = {std::int64_t{1} << both.output_log2, std::int64_t{1} << both.input_log2};
    std::int64_t start = distance;  // of the input's interval, the output's being at 0
    std::int64_t divisor = 0;
    for (std::size_t a = 0; a < both.loops.axes.size(); ++a) {
        const axis& loop = both.loops.axes[a];
        const std::int64_t strides[2] = {loop.stride[0], loop.stride[both.k]};
        for (int side = 0; side < 2; ++side) {
            const std::int64_t stride = std::abs(strides[side]);
            if (stride >= cut) {
                divisor = std::gcd(divisor, stride);
            } else {
                // The span itself fits: collapse has seen to that.
                const std::int64_t span = (loop.extent - 1) * stride;
                if (__builtin_add_overflow(length[side], span, &length[side])) return false;
                if (side == 1 && strides[side] < 0 && __builtin_sub_overflow(start, span, &start)) return false;
            }
        }
    }
    if (divisor == 0) return false;
    std::int64_t ahead = start % divisor;  // from the output to the input
    if (ahead < 0) ahead += divisor;
    return ahead >= length[0] && divisor - ahead >= length[1];
}

/// The output and the input, which lies `distance` bytes behind it, share no byte though the stretches that they
/// cover overlap: rows side by side in one matrix, channels of one image.
bool interleave(const output_and_input& both, std::int64_t distance) noexcept {
    for (std::size_t a = 0; a < both.loops.axes.size(); ++a) {
        for (const std::size_t side : {std::size_t{0}, both.k}) {
            const std::int64_t cut = std::abs(both.loops.axes[a].stride[side]);
            if (cut > 0 && disjoint_modulo(both, distance, cut)) return true;
        }
    }
    return false;
}

}  // namespace

bool are_alike(const output_and_input& both) noexcept {
    const nest& n = both.loops;
    if (both.input_log2 != both.output_log2 || n.base[both.k] != n.base[0]) return false;
    for (std::size_t a = 0; a < n.axes.size(); ++a) {
        if (n.axes[a].stride[both.k] != n.axes[a].stride[0]) return false;
    }
    return true;
}

hull reach_of(const nest& n, std::size_t k, int element_log2) noexcept {
    // Addresses wrap round.
    const auto move = [](std::int64_t& end, std::int64_t by) {
        end = static_cast<std::int64_t>(static_cast<std::uint64_t>(end) + static_cast<std::uint64_t>(by));
    };
    hull r{n.base[k], n.base[k]};
    move(r.high, std::int64_t{1} << element_log2);
    for (std::size_t a = 0; a < n.axes.size(); ++a) {
        const std::int64_t span = (n.axes[a].extent - 1) * n.axes[a].stride[k];
        move(span < 0 ? r.low : r.high, span);
    }
    return r;
}

clearance clearance_of(const hull& out, const hull& in) noexcept {
    // Addresses wrap round, and so do what lies between them and what is compared with it.
    const auto apart = [](std::int64_t from, std::int64_t to) {
        return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    };
    return {static_cast<std::int64_t>(apart(out.high, in.low)),
            0 - (apart(in.low, in.high) + apart(out.low, out.high))};
}

clearance clearance_of(const output_and_input& both) noexcept {
    return clearance_of(reach_of(both.loops, 0, both.output_log2), reach_of(both.loops, both.k, both.input_log2));
}

bool may_meet(const output_and_input& both, const void* in, const void* out) noexcept {
    const auto address = [](const void* p, std::int64_t offset) {
        return reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(offset);
    };
    if (in == out && are_alike(both)) return true;
    return interleave(
        both, static_cast<std::int64_t>(address(in, both.loops.base[both.k]) - address(out, both.loops.base[0])));
}

}  // namespace zerostride::detail
