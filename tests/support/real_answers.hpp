// Whether answers of type real are right.
//
// The exact answer is a long fixed-point number, and the bounds are the published ones, in units of u^2 = 2^-106.
// Joldes, Muller, Popescu (2017): sum 3u^2/(1-4u), product 5u^2, quotient 15u^2 + 56u^3; Lefevre, Louvet,
// Muller, Picot, Rideau (2023): square root 25/8 u^2.
#pragma once

#include "zerostride/elements.hpp"

namespace zerostride::test {

/// hi is what hi + lo rounds to.
bool is_normalised(real z);
/// The double `hi` alone; any NaN for NaN.
bool is_special(real z, double hi);
bool sum_is_right(real x, real y, real z);
bool product_is_right(real x, real y, real z);
bool quotient_is_right(real x, real y, real z);
bool root_is_right(real x, real z);
/// With the sign of x if `truncated`, else with that of y. The exact remainder rounded to the nearest pair.
bool remainder_is_right(real x, real y, bool truncated, real z);

/// -1, 0, 1, or 2 when a NaN is involved. Normalised pairs are ordered by hi, then by lo.
int order(real x, real y);
/// The same number with the same sign of zero, or both NaN.
bool equals(real z, real expected);

}  // namespace zerostride::test
