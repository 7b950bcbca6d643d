// The functions by the C library, in doubles or long doubles: good enough to tell how nearly all results round to f16
// and f32, or to f64, and a hundred times to some thousand times faster than MPFR.
#pragma once

#include <cstddef>
#include <limits>

#include "accuracy/function.hpp"

namespace zerostride::accuracy {

/// estimates() are off by less than this, relative, wherever the value is not below 2^-1000; an estimate below that
/// stands for a value below 2^-900.
///
/// The largest errors known of glibc's functions of doubles are below 6 units in the last place, 2^-50 (its manual,
/// "Known Maximum Errors in Math Functions", and Zimmermann et al., hal-03141101: erfc 5.2, all others below 2.8). The
/// compositions round a few times before an exponential magnifies that: by 104, the greatest argument of one whose
/// result is not below 2^-150, 6 roundings in Gelu by tanh; by 2 z^2 < 210 in erfc(z), 2 roundings. That is below
/// 2^-43. The rest is generosity: an estimate too wide only asks MPFR more often.
inline constexpr double estimate_margin = 0x1p-40;

/// The same of estimates in long doubles of 64 bits or more, for an argument of magnitude `size`. The errors known of
/// glibc's functions are below 6 units, 2^-61; what is more where an exponential magnifies a rounded argument, the
/// definition says.
long double fine_margin(const function& f, long double size);
/// Whether long double has the bits for it.
inline constexpr bool has_fine_estimates = std::numeric_limits<long double>::digits >= 64;

/// to[i] = f(x[i]) or f(x[i], y[i]). Number: double, long double.
template <class Number>
void estimates(const function& f, const Number* x, const Number* y, Number* to, std::size_t count);

}  // namespace zerostride::accuracy
