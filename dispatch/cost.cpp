#include "dispatch/cost.hpp"

#include <algorithm>

#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

/// Picoseconds of arithmetic per element on a current core, beyond moving it: only what is slower than memory.
double picoseconds(op which, dtype type) noexcept {
    const type_kind kind = info(type).kind;
    if (kind == type_kind::text) return info(which).family == op_family::compare ? 3000 : 0;
    if (kind == type_kind::real && info(which).family == op_family::arithmetic) {
        return which == op::div || which == op::sqrt ? 6000 : 1500;
    }
    if (which == op::div && kind != type_kind::floating) return type == dtype::i64 || type == dtype::u64 ? 3000 : 600;
    if (which == op::div || which == op::sqrt) return type == dtype::f64 ? 900 : 250;
    return type == dtype::f16 && info(which).family != op_family::move ? 150 : 0;
}

}  // namespace

int worthwhile_threads(op which, dtype type, std::int64_t elements, std::int64_t bytes, int most) noexcept {
    // Bytes that move between L2 and the core; memory is slower, and then the more threads the better.
    constexpr double picoseconds_per_byte = 25;
    // Waking and joining a thread takes a few microseconds; each should have more work than that.
    constexpr double worthwhile = 7e6;
    const double work = static_cast<double>(elements) * picoseconds(which, type) +
                        static_cast<double>(bytes) * picoseconds_per_byte;
    return static_cast<int>(std::clamp(work / worthwhile, 1.0, static_cast<double>(std::max(most, 1))));
}

bool worth_streaming(std::int64_t output_bytes) noexcept {
    return output_bytes >= (cpu().l3_bytes > 0 ? cpu().l3_bytes : std::int64_t{32} << 20);
}

}  // namespace zerostride::detail
