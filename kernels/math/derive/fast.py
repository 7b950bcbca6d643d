#!/usr/bin/env python3
"""Writes kernels/math/fast_coefficients.hpp: the polynomials of the fast float functions.

usage: fast.py > ../fast_coefficients.hpp        (needs python3-mpmath; takes some ten seconds)

Minimax polynomials, their coefficients then rounded to float. The error beside each is measured on a grid between the
points where the polynomial was made, with the rounded coefficients but in exact arithmetic, and is relative to the
function it stands for.
"""
from mpmath import mp, mpf

from minimax import emit_float as polynomial, emit_float_table, hexadecimal_float, minimax, of_root, to_float

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
def logistic():
    """The logistic function adds c e^y to c and divides c by the sum, where c e^y is a table's entry times a power of two
    times a polynomial in what is left of y.

    What is lost in rounding the sum counts most where it is just above a power of two, and whatever it is off by most
    where the quotient is just below one. With this c the two are never the same. It was chosen together with the
    table's first entry, of which all others are multiples: the tables' entries and the quotient of the two, with which
    the polynomial begins, are hardly rounded as floats."""
    c, power, first = (mpf(float.fromhex(x)) for x in ("0x1.76c3aep-60", "0x1.7efe3p-60", "0x1.f4fffp-1"))
    assert abs(c / power / first - 1) < mpf(2) ** -36
    emit_float_table("fast_logistic_powers", "c 2^(j/16 + 1/32) of the logistic function, nearly.",
                     [to_float(power * mpf(2) ** (mpf(j) / 16)) for j in range(16)])
    print("inline constexpr float fast_logistic_c = %s;\n" % hexadecimal_float(c))
    top = mp.log(2) / 32 + mpf(2) ** -17
    slope = minimax(lambda r: mp.expm1(r) / r, lambda r: abs(r), -top, top, 2)
    emit_float_table("fast_logistic_rest", "e^r c / fast_logistic_powers[0] for |r| <= ln 2 / 32; off by 2^-29.2.",
                     [to_float(first * s) for s in [1] + slope])


def gate():
    """x / (1 + e^-x) is 2^-40 x / (2^-40 + 2^-40 e^-x), as the logistic function; nothing falls below the normal floats.
    With this scale of the table its entries and the quotient that the polynomial begins with are hardly rounded, and
    that is so far below 1 that the polynomial stays there, too, where floats are closer."""
    scale = mpf(float.fromhex("0x1.084921d158574p+0"))
    emit_float_table("fast_gate_powers", "2^-40 2^(j/16) times a number of which they are hardly rounded.",
                     [to_float(scale * mpf(2) ** (mpf(j) / 16 - 40)) for j in range(16)])
    top = mp.log(2) / 32 + mpf(2) ** -17
    slope = minimax(lambda r: mp.expm1(r) / r, lambda r: abs(r), -top, top, 2)
    emit_float_table("fast_gate_rest", "e^r over that number for |r| <= ln 2 / 32; off by 2^-29.2.",
                     [to_float(s / scale) for s in [1] + slope])


logistic()
gate()
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


def inverse_trigonometric():
    top = mpf(1) / 4
    polynomial("fast_asin_tail", "(asin t - t) / t^3 as a polynomial in t^2, |t| up to 1/2.",
               of_root(lambda t: (mp.asin(t) - t) / t**3), of_root(lambda t: t**3 / mp.asin(t)), top / 4096, top, 4)


def tangent():
    top = (mp.pi / 4 + mpf(2) ** -8) ** 2
    polynomial("fast_tan_tail", "(tan r - r) / r^3 as a polynomial in r^2, |r| up to pi/4.",
               of_root(lambda r: (mp.tan(r) - r) / r**3), of_root(lambda r: r**3 / mp.tan(r)), top / 4096, top, 6)


def area_tangent():
    # 2^0.837 is the greatest quotient: bits are off by at most 0.087 as a logarithm.
    top = mpf("0.2823") ** 2
    polynomial("fast_atanh_tail", "(atanh s - s) / s^3 as a polynomial in s^2, |s| up to 0.2823.",
               of_root(lambda s: (mp.atanh(s) - s) / s**3), of_root(lambda s: s**3 / mp.atanh(s)), top / 4096, top, 3)


def inverse_root():
    """What an estimate y of 1/sqrt(x) by integer arithmetic lacks, by e = 1 - x y^2."""
    wide = mpf("0.0712")
    polynomial("fast_root_slope", "((1 - e)^(-1/2) - 1) / e.", lambda e: mp.expm1(-mp.log1p(-e) / 2) / e,
               lambda e: e * mp.sqrt(1 - e), -wide, wide * mpf("0.94") , 3)


def inverse_cube_root():
    """What an estimate r of x^(-1/3) by integer arithmetic lacks for x^(1/3) = x r^2 (1 + e)^(-2/3), by e = x r^3 - 1."""
    polynomial("fast_cube_root_slope", "((1 + e)^(-2/3) - 1) / e.", lambda e: mp.expm1(-mp.log1p(e) * 2 / 3) / e,
               lambda e: e * mp.exp(mp.log1p(e) * 2 / 3), -mpf("0.1017"), mpf("0.1028"), 4)


def gelu():
    """e^(a^2/2) erfc(a/sqrt 2) / 2 in eight intervals of a + 1: two for each power of two, from 1 to 16. Each
    polynomial is in a less a float for which the function is a float very nearly: that is its first coefficient. Where
    the result is small nothing is lost by it."""
    def tail(a):
        return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2

    top = mp.log(2) / 2 + mpf(2) ** -10
    polynomial("fast_gelu_power", "(e^r - 1 - r) / r^2; the error is that of e^r - 1.",
               lambda r: (mp.expm1(r) - r) / r**2, lambda r: r**2 / mp.expm1(r), -top, top + mpf(2) ** -10, 5)
    centers, rows = [], []
    for low, high in ((2, 3), (3, 4), (4, 6), (6, 8), (8, 12), (12, 16), (1, mpf(3) / 2), (mpf(3) / 2, 2)):
        low, high = mpf(low) - 1, mpf(high) - 1
        center = mpf(0)
        if low > 0:
            middle, step = to_float((low + high) / 2 * mpf("0.97")), (high - low) / 2**14
            off = lambda c: abs(tail(c) / to_float(tail(c)) - 1)
            center = min((to_float(middle + i * step) for i in range(-200, 200)), key=off)
        first = to_float(tail(center))
        slope = minimax(lambda d: (tail(center + d) - first) / d if abs(d) > mpf(2) ** -30 else mp.diff(tail, center),
                        lambda d: max(abs(d), mpf(2) ** -30) / tail(center + d), low - center, high - center, 6)
        centers.append(center)
        rows.append([first] + [to_float(c) for c in slope])
    emit_float_table("fast_gelu_centers", "The middle of each of eight intervals of a + 1, from 2 to 16 and 1 to 2.",
                     centers)
    print("/// e^(a^2/2) erfc(a/sqrt 2) / 2 as polynomials in what a is above the middle of its interval: the intervals'")
    print("/// coefficients of each power.")
    print("inline constexpr float fast_gelu_tail[][8] = {")
    for power in range(8):
        row = [hexadecimal_float(r[power]) for r in rows]
        print("    {%s,\n     %s}," % (", ".join(row[:5]), ", ".join(row[5:])))
    print("};\n")


def logarithms():
    polynomial("fast_log10_slope", "log10(1 + f) / f - 7/16 for 1 + f from 3/4 to 3/2.",
               lambda f: mp.log1p(f) / mp.log(10) / f - mpf(7) / 16,
               lambda f: f * mp.log(10) / mp.log1p(f), -mpf(1) / 4 - mpf(2) ** -16, mpf(1) / 2, 9)


def power():
    """The logarithm of x^y: of m from 3/4 to 3/2, by what m c is beside 1, with c by the upper four bits of m's
    significand and of 8 bits. Upper parts of log2(1/c) have 15 bits behind the point."""
    inverse = []
    for j in range(16):
        middle = (1 + (j + mpf(1) / 2) / 16) / (1 if j < 8 else 2)
        unit = 256 if middle > 1 else 128
        inverse.append(mpf(1) if j in (0, 15) else mpf(round(unit / middle)) / unit)
    logarithms = [-mp.log(c) / mp.log(2) for c in inverse]
    high = [mpf(round(l * 2**15)) / 2**15 for l in logarithms]
    emit_float_table("fast_power_inverse", "c by the upper four bits of the significand.", inverse)
    emit_float_table("fast_power_log_high", "log2(1/c), its upper part.", high)
    emit_float_table("fast_power_log_low", "And the rest of it.", [to_float(l - h) for l, h in zip(logarithms, high)])
    polynomial("fast_power_cubic", "(ln(1 + r) - r + r^2/2) / r^3.", lambda r: (mp.log1p(r) - r + r * r / 2) / r**3,
               lambda r: r**3 / mp.log1p(r), -mpf(1) / 32, mpf(1) / 16 + mpf(2) ** -12, 4)


inverse_trigonometric()
tangent()
area_tangent()
inverse_root()
inverse_cube_root()
gelu()
logarithms()
power()

# For halves, of which 20 bits are more than enough.
tail = lambda x: mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2)) / 2
polynomial("half_gelu_tail", "e^(x^2/2) erfc(x/sqrt 2) / 2 as a polynomial in u = 1/(x + 4), x from 0 to 13.",
           lambda u: tail(1 / u - 4), lambda u: 1 / tail(1 / u - 4), mpf(1) / 17, mpf(1) / 4, 8)

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
