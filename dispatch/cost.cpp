#include "dispatch/cost.hpp"

#include <algorithm>
#include <string_view>

#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

/// Of a float function, in doubles.
double picoseconds_of_function(op which) noexcept {
    switch (which) {
        case op::softsign: return 2000;
        case op::exp:
        case op::exp2:
        case op::rsqrt:
        case op::sin:
        case op::cos: return 4500;
        case op::expm1:
        case op::log:
        case op::log2:
        case op::log10:
        case op::log1p:
        case op::cbrt:
        case op::tan:
        case op::sinh:
        case op::cosh:
        case op::tanh:
        case op::sigmoid: return 7000;
        case op::atan:
        case op::atanh:
        case op::elu:
        case op::selu: return 9500;
        case op::erfc:
        case op::gelu: return 20000;
        default: return 14000;
    }
}

/// Picoseconds of arithmetic per element, beyond moving it, measured on one core with AVX2; only what is slow
/// enough to matter.
double picoseconds(op which, dtype type) noexcept {
    const bool divides = which == op::div;
    const op_family family = info(which).family;
    if (family == op_family::move || family == op_family::logic) return 0;
    const bool is_libm = family == op_family::math || family == op_family::libm || family == op_family::sigmoidal;
    const bool is_function = is_libm || family == op_family::power;
    if (is_function && info(type).kind == type_kind::real) return 35000;
    if (is_libm) return picoseconds_of_function(which);
    // Integers to small integers; others go through doubles.
    if (family == op_family::power) return info(type).kind == type_kind::floating ? 17000 : 4000;
    if (family == op_family::cast) return info(type).kind == type_kind::real ? 1000 : size_of(type) == 8 ? 300 : 150;
    // The division; back, 33 bits in pieces.
    if (which == op::quantize_linear) return type == dtype::f64 ? 700 : 200;
    if (which == op::dequantize_linear) return size_of(type) == 4 ? 500 : 50;
    switch (info(type).kind) {
        case type_kind::text: return 3000;
        case type_kind::real: return divides || which == op::sqrt ? 5000 : family == op_family::compare ? 500 : 1000;
        case type_kind::floating: {
            const double root = which == op::sqrt ? 2 : 1;
            const double quotient = type == dtype::f64 ? 330 : 120;
            return (divides || which == op::sqrt ? root * quotient : 0) + (type == dtype::f16 ? 60 : 0);
        }
        case type_kind::signed_integer:
        case type_kind::unsigned_integer:
            return !divides ? 0 : size_of(type) == 8 ? 1300 : size_of(type) == 4 ? 700 : 200;
        case type_kind::logical: return 0;
    }
    return 0;
}

}  // namespace

int worthwhile_threads(op which, dtype type, std::int64_t elements, std::int64_t bytes, int most) noexcept {
    // Bytes that move between L2 and the core; memory is slower, and then the more threads the better.
    constexpr double picoseconds_per_byte = 12;
    // Waking and joining a thread takes a few microseconds; each should have more work than that.
    constexpr double worthwhile = 7e6;
    const double work =
        static_cast<double>(elements) * picoseconds(which, type) + static_cast<double>(bytes) * picoseconds_per_byte;
    return static_cast<int>(std::clamp(work / worthwhile, 1.0, static_cast<double>(std::max(most, 1))));
}

bool worth_streaming(std::int64_t output_bytes) noexcept {
    return output_bytes >= (cpu().l3_bytes > 0 ? cpu().l3_bytes : std::int64_t{32} << 20);
}

// Measured, beyond the L2 cache: Intel's Sapphire Rapids gains a tenth by it, AMD's Zen 5 loses a quarter.
bool stores_wait_in_turn() noexcept { return std::string_view(cpu().vendor) == "GenuineIntel"; }

bool outlasts_memory(op which, dtype type) noexcept { return picoseconds(which, type) >= 500; }

std::int64_t most_in_l1() noexcept { return cpu().l1_bytes > 0 ? cpu().l1_bytes : std::int64_t{32} << 10; }
std::int64_t most_in_l2() noexcept { return cpu().l2_bytes > 0 ? cpu().l2_bytes : std::int64_t{2} << 20; }

}  // namespace zerostride::detail
