// The rule that an output is exactly one of the inputs or shares no byte with it: what of it is not a comparison
// of addresses.
#include <numeric>

#include "dispatch/plan.hpp"

namespace zerostride::detail {
namespace {

std::int64_t magnitude(std::int64_t x) noexcept { return x < 0 ? -x : x; }

/// For a given cut, axes with strides below it are taken as one interval of bytes, the others'
/// strides have a common divisor g, and the intervals must not meet modulo g.
bool disjoint_modulo(const plan::state& s, std::size_t k, std::int64_t distance, std::int64_t cut) noexcept {
    std::int64_t length[2] = {std::int64_t{1} << s.element_log2[0], std::int64_t{1} << s.element_log2[k]};
    std::int64_t start = distance;  // of the input's interval, the output's being at 0
    std::int64_t divisor = 0;
    for (std::size_t a = 0; a < s.loops.axes.size(); ++a) {
        const axis& loop = s.loops.axes[a];
        const std::int64_t strides[2] = {loop.stride[0], loop.stride[k]};
        for (int side = 0; side < 2; ++side) {
            const std::int64_t stride = magnitude(strides[side]);
            if (stride >= cut) {
                divisor = std::gcd(divisor, stride);
            } else {
                length[side] += (loop.extent - 1) * stride;
                if (side == 1 && strides[side] < 0) start += (loop.extent - 1) * strides[side];
            }
        }
    }
    if (divisor == 0) return false;
    const std::int64_t ahead = (start % divisor + divisor) % divisor;  // from the output to the input
    return ahead >= length[0] && divisor - ahead >= length[1];
}

}  // namespace

bool has_layout_of_output(const plan::state& s, std::size_t k) noexcept {
    if (s.element_log2[k] != s.element_log2[0] || s.loops.base[k] != s.loops.base[0]) return false;
    for (std::size_t a = 0; a < s.loops.axes.size(); ++a) {
        if (s.loops.axes[a].stride[k] != s.loops.axes[a].stride[0]) return false;
    }
    return true;
}

bool interleaves(const plan::state& s, std::size_t k, std::int64_t distance) noexcept {
    for (std::size_t a = 0; a < s.loops.axes.size(); ++a) {
        for (const std::size_t side : {std::size_t{0}, k}) {
            const std::int64_t cut = magnitude(s.loops.axes[a].stride[side]);
            if (cut > 0 && disjoint_modulo(s, k, distance, cut)) return true;
        }
    }
    return false;
}

}  // namespace zerostride::detail
