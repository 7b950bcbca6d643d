// The functions in doubles, by the C library: good enough to tell how nearly all results round to f16 and f32, and
// some thousand times faster than MPFR.
#pragma once

#include <cstddef>

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

/// to[i] = f(x[i]) or f(x[i], y[i]).
void estimates(const function& f, const double* x, const double* y, double* to, std::size_t count);

}  // namespace zerostride::accuracy
