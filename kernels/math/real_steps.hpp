// The steps of functions of double-doubles that several families take: compiled once for each instruction set.
//
// They take and give registers in memory, because pairs and triples of these have another name in each file; and stand
// in a table, because an object of kernels defines one of these and no function that others could take for theirs.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {

struct real_steps_table {
    /// Of x in three parts, |x| <= 1500: y in two and n with exp(x) = 2^n (1 + y).
    void (*exp)(const vec<double> (&of)[3], vec<double> (&result)[3]) noexcept;
    /// Of a positive x in three parts (finite ones) and a number: log(x) and so often log(2), in three parts.
    void (*log)(const vec<double> (&of)[4], vec<double> (&result)[3]) noexcept;
    /// Of x from 0 to 28 in two parts and x^2 in three: m in two and n with m 2^n = erf(x) below 1, elsewhere erfc(x).
    void (*erf)(const vec<double> (&of)[5], vec<double> (&result)[3]) noexcept;
};
extern const real_steps_table real_steps;

}  // namespace zerostride::kernels::ZS_ISA
