#!/usr/bin/env python3
"""Writes kernels/math/fast_coefficients.hpp: the polynomials of the fast float functions.

usage: fast.py > ../fast_coefficients.hpp        (needs python3-mpmath; takes some ten seconds)

Minimax polynomials, their coefficients then rounded to float. The error beside each is measured on a grid between the
points where the polynomial was made, with the rounded coefficients but in exact arithmetic, and is relative to the
function it stands for.
"""
from mpmath import mp, mpf

from minimax import emit_float as polynomial, of_root

mp.prec = 160


print("""// Polynomials of the fast float functions. Made by derive/fast.py; not edited by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off
""")

limit = mp.log(2) / 2 + mpf(2) ** -16
polynomial("fast_exp_tail", "(e^r - 1 - r) / r^2; the error is that of e^r - 1.", lambda r: (mp.expm1(r) - r) / r**2,
           lambda r: r**2 / mp.expm1(r), -limit, limit + mpf(2) ** -10, 4)
polynomial("fast_exp2_slope", "(2^f - 1) / f; the error is that of 2^f.", lambda f: mp.expm1(f * mp.log(2)) / f,
           lambda f: f / mpf(2) ** f, -mpf(1) / 2, mpf(1) / 2 + mpf(2) ** -10, 5)
polynomial("fast_log_tail", "(ln(1 + f) - f + f^2/2) / f^3 for 1 + f from 3/4 to 3/2.",
           lambda f: (mp.log1p(f) - f + f * f / 2) / f**3, lambda f: f**3 / mp.log1p(f), -mpf(1) / 4 - mpf(2) ** -16, mpf(1) / 2, 7)
polynomial("fast_log2_slope", "log2(1 + f) / f - 3/2 for 1 + f from 3/4 to 3/2.",
           lambda f: mp.log1p(f) / mp.log(2) / f - mpf(3) / 2,
           lambda f: f * mp.log(2) / mp.log1p(f), -mpf(1) / 4 - mpf(2) ** -16, mpf(1) / 2, 9)
square = limit**2
polynomial("fast_cosh_tail", "(cosh r - 1) / r^2 as a polynomial in r^2; the error is that of cosh r.",
           of_root(lambda r: (mp.cosh(r) - 1) / r**2), of_root(lambda r: r**2 / mp.cosh(r)), square / 4096, square, 2)
polynomial("fast_sinh_tail", "(sinh r - r) / r^3 as a polynomial in r^2.", of_root(lambda r: (mp.sinh(r) - r) / r**3),
           of_root(lambda r: r**3 / mp.sinh(r)), square / 4096, square, 2)
# Where x is great the multiple of pi is the nearest one only nearly.
top = (mp.pi / 2 + mpf(2) ** -8) ** 2
polynomial("fast_sin_tail", "(sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/2.",
           of_root(lambda r: (mp.sin(r) - r) / r**3), of_root(lambda r: r**3 / mp.sin(r)), top / 4096, top, 3)
polynomial("fast_atan_tail", "(atan t - t) / t^3 as a polynomial in t^2, |t| up to 1.",
           of_root(lambda t: (mp.atan(t) - t) / t**3), of_root(lambda t: t**3 / mp.atan(t)), mpf(1) / 4096, 1, 7)
polynomial("fast_erf_slope", "erf(x) / x - 1 as a polynomial in x^2, |x| up to 7/8.", of_root(lambda x: mp.erf(x) / x - 1),
           of_root(lambda x: x / mp.erf(x)), mpf(49) / 64 / 4096, mpf(49) / 64, 5)
polynomial("fast_erf_exponent", "ln(1 - erf(x)) / x as a polynomial in x, from 7/8 to 3.93.",
           lambda x: mp.log(mp.erfc(x)) / x, lambda x: x * mp.erfc(x) / mp.erf(x), mpf(7) / 8, mpf("3.93"), 6)

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
