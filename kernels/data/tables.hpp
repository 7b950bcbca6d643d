// The large tables of the functions: once in the library, whichever instruction sets read them.
//
// Numbers alone, which no instruction set compiles differently; so kernels may share them, as they may share nothing
// else. Tables that are a few registers long stay beside their polynomials in math/*coefficients.hpp: there the
// compiler sees their values, and keeps those of one family together.
#pragma once

namespace zerostride::kernels::data {

// Hidden, or position-independent code would read each address from a table first.
#pragma GCC visibility push(hidden)

/// 128 times a factor and its logarithm in two parts, see log_table.cpp.
extern const double log_table[384];

/// Those of double-doubles, see real_tables.cpp.
namespace reals {
extern const double exp_table[64][2];
extern const double log_table[128][4];
extern const double atan_table[65][2];
extern const double erf_table[15][36];
}  // namespace reals

#pragma GCC visibility pop

}  // namespace zerostride::kernels::data
