// The element types as sets of numbers: what their bits mean, what a value is rounded to, how far off a result is.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "accuracy/digits.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::accuracy {

/// One element as bits; of real those of hi, and of lo.
struct element_bits {
    std::uint64_t high = 0, low = 0;

    friend bool operator==(const element_bits&, const element_bits&) = default;
};

/// A binary floating-point format.
struct format {
    int bits;   ///< of the significand
    int least;  ///< exponent of the least number
    int most;   ///< the first power of two beyond the range

    /// Exponent of the unit in the last place of a number below 2^exponent and not below half of that.
    int unit(long exponent) const noexcept {
        return static_cast<int>(exponent - bits > least ? exponent - bits : least);
    }
};
/// Of f16, f32, f64.
constexpr format format_of(dtype type) noexcept {
    return type == dtype::f64   ? format{53, -1074, 1024}
           : type == dtype::f32 ? format{24, -149, 128}
                                : format{11, -24, 16};
}

/// The number with these bits, which of f16, f32 and f64 is a double; a NaN is the quiet one.
double value_of(dtype type, std::uint64_t bits) noexcept;
/// The bits of a number of the type.
std::uint64_t bits_of(dtype type, double value) noexcept;
/// The same number, zeros by their signs, or both NaN.
inline bool same_number(double a, double b) noexcept {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

/// To nearest even in f16, f32 or f64, rounded once.
double rounded(dtype type, double value) noexcept;
double rounded(dtype type, const digits& exact);

/// |actual - exact| in units in the last place that a number of `type` has at `exact`; an infinity counts as the power
/// of two after the greatest number. 0 where both are NaN or beyond the range alike, infinity where only one is.
double error_in_units(dtype type, double actual, const digits& exact);

/// How far `exact` is from the middle between two numbers of `type`, in units in the last place.
double distance_from_tie(dtype type, const digits& exact);

/// Of real: |actual - exact| / |exact|; infinity where it is plainly wrong. Below 2^-916 the low part of a pair is
/// subnormal, and 2^-1073 absolute is no error.
double relative_error(real actual, const digits& exact);

}  // namespace zerostride::accuracy
