#!/usr/bin/env python3
"""Writes kernels/math/direct_coefficients.hpp: tables and polynomials of the functions of doubles that are evaluated
with fma.

usage: direct.py > ../direct_coefficients.hpp        (needs python3-mpmath; takes half a minute)

Minimax polynomials, their coefficients then rounded to double. The error beside each is measured on a grid with the
rounded coefficients, between those where the polynomial was made, and is relative to the function it stands for.
"""

from mpmath import mp, mpf

from minimax import bits_of, emit_double as polynomial, emit_table, hexadecimal, minimax, of_bits, of_root, value

mp.prec = 200


def truncated(x, bits):
    """x to `bits` bits behind the point."""
    return mp.floor(x * mpf(2) ** bits) / mpf(2) ** bits


def array(name, comment, numbers):
    """Sixteen numbers, which are looked up in registers, in cache lines of their own."""
    emit_table(name, comment, numbers, "alignas(64) " if len(numbers) == 16 else "")


print("""// Tables and polynomials of the functions of doubles that are evaluated with fma. Made by derive/direct.py; not edited
// by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off
""")

# ---- exp
powers = [mp.power(2, mpf(j) / 16) for j in range(16)]
array("direct_exp_high", "2^(j/16), and below what it is short of that.", [float(p) for p in powers])
array("direct_exp_low", "The rest of 2^(j/16).", [float(p - mpf(float(p))) for p in powers])
sixteenth = mp.log(2) / 16
array("direct_exp_step", "ln 2 / 16 in two parts.", [float(sixteenth), float(sixteenth - mpf(float(sixteenth)))])
limit = sixteenth / 2 + mpf(2) ** -20
polynomial("direct_exp_square", "(e^r - 1 - r) / r^2; the error is that of e^r.", lambda r: (mp.expm1(r) - r) / r**2,
           lambda r: r**2 / mp.exp(r), -limit, limit + mpf(2) ** -16, 5)

# ---- log
# Cells of a sixteenth of a binade; 1 lies in the middle of one, whose c is 1.
first = 0x3fe6800000000000
inverses, highs, lows, widest = [], [], [], mpf(0)
for j in range(16):
    low, high = of_bits(first + (j << 48)), of_bits(first + (j + 1 << 48))
    one = low < 1 < high
    c = mpf(1) if one else mpf(float(2 / (mpf(low) + mpf(high))))
    widest = max(widest, abs(mpf(low) * c - 1), abs(mpf(high) * c - 1))
    logarithm = -mp.log(c)
    inverses.append(float(c))
    highs.append(float(truncated(logarithm, 40)))
    lows.append(float(logarithm - truncated(logarithm, 40)))
array("direct_log_inverse", "c for each cell: a significand times its c is within %s of 1." % mp.nstr(widest, 5), inverses)
array("direct_log_high", "-ln c, with 40 bits behind the point.", highs)
array("direct_log_low", "The rest of -ln c.", lows)
print("inline constexpr std::uint64_t direct_log_first = 0x%xu;\n" % first)
ln2_high = truncated(mp.log(2), 40)
array("direct_ln2", "ln 2 in two parts, the first with 40 bits behind the point.",
      [float(ln2_high), float(mp.log(2) - ln2_high)])
near = lambda f: lambda r: f(r) if abs(r) > mpf(2) ** -60 else mpf(-1) / 2 + r / 3
polynomial("direct_log_square", "(ln(1 + r) - r) / r^2; the error is that of ln(1 + r).",
           near(lambda r: (mp.log1p(r) - r) / r**2), near(lambda r: r**2 / mp.log1p(r)), -widest, widest + mpf(2) ** -16, 9)

# ---- sin, cos
half_pi = mp.pi / 2
parts, rest = [], half_pi
for _ in range(3):
    parts.append(float(rest))
    rest -= mpf(parts[-1])
array("direct_half_pi", "pi/2 in three parts.", parts)
sines = [mp.sin(j * mp.pi / 16) for j in range(16)]
cosines = [mp.cos(j * mp.pi / 16) if j != 8 else mpf(0) for j in range(16)]
for name, numbers in (("sin", sines), ("cos", cosines)):
    array("direct_%s_high" % name, "%s(j pi/16)." % name, [float(n) for n in numbers])
    array("direct_%s_low" % name, "What they are short of.", [float(n - mpf(float(n))) for n in numbers])
top = (mp.pi / 32 + mpf(2) ** -20) ** 2
polynomial("direct_sin_cubic", "(sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/32.",
           of_root(lambda r: (mp.sin(r) - r) / r**3), of_root(lambda r: r**3 / mp.sin(r)), top / 4096, top, 3)
polynomial("direct_cos_quartic", "(cos r - 1 + r^2/2) / r^4 as a polynomial in r^2, |r| up to pi/32.",
           of_root(lambda r: (mp.cos(r) - 1 + r * r / 2) / r**4), of_root(lambda r: r**4 / mp.cos(r)), top / 4096, top, 2)

# ---- tan
# tan(a + r) = (s + c tan r) / (c - s tan r) with s/c = tan a, one of both 1.
sines, cosines = [], []
for j in range(16):
    if 5 <= j <= 11:
        sines.append(mpf(1))
        cosines.append(mp.cot(j * mp.pi / 16) if j != 8 else mpf(0))
    else:
        sines.append(mp.tan(j * mp.pi / 16))
        cosines.append(mpf(1))
for name, numbers in (("sine", sines), ("cosine", cosines)):
    array("direct_tan_%s_high" % name, "Proportional to the %s of j pi/16, with the other's factor." % name,
          [float(n) for n in numbers])
    array("direct_tan_%s_low" % name, "What they are short of.", [float(n - mpf(float(n))) for n in numbers])
polynomial("direct_tan_cubic", "(tan r - r) / r^3 as a polynomial in r^2, |r| up to pi/32.",
           of_root(lambda r: (mp.tan(r) - r) / r**3), of_root(lambda r: r**3 / mp.tan(r)), top / 4096, top, 4)

# ---- asin, acos
polynomial("direct_asin_cubic", "(asin r - r) / r^3 as a polynomial in r^2, |r| up to 1/2.",
           of_root(lambda r: (mp.asin(r) - r) / r**3), of_root(lambda r: r**3 / mp.asin(r)), mpf(2) ** -14, mpf(1) / 4, 12)

# ---- atan
# Cells of half a binade, by the last bits of a number's exponent and the first of its significand, from 3/32 to 12; the
# one below is 0's, the one above has a c that is as good as infinite.
cells, steepest = [None] * 16, mpf(3) / 32
for j in range(16):
    bits = (1019 << 1) + j
    low, high = of_bits(bits << 51), of_bits(bits + 1 << 51)
    if j == 0:
        c = mpf(0)
    elif j == 15:
        c = mpf(2) ** 60
        steepest = max(steepest, 1 / mpf(low))
    else:
        c = mp.tan((mp.atan(low) + mp.atan(high)) / 2)
        c = mp.nint(c * 4096) / 4096
        steepest = max(steepest, (c - low) / (1 + low * c), (high - c) / (1 + high * c))
    cells[bits % 16] = c
angles = [mp.atan(c) for c in cells]
array("direct_atan_middle", "c for each cell: x of the cell has |(x - c)/(1 + x c)| up to %s." % mp.nstr(steepest, 5),
      [float(c) for c in cells])
array("direct_atan_high", "atan c, and below what it is short of that.", [float(a) for a in angles])
array("direct_atan_low", "The rest of atan c.", [float(a - mpf(float(a))) for a in angles])
polynomial("direct_atan_cubic", "(atan r - r) / r^3 as a polynomial in r^2.",
           of_root(lambda r: (mp.atan(r) - r) / r**3), of_root(lambda r: r**3 / mp.atan(r)),
           steepest**2 / 4096, steepest**2 * (1 + mpf(2) ** -12), 6)

# ---- roots
# The bits of a number, halved or divided by three, from a constant: a guess at its inverse root.
def guessed(power, constant, x):
    bits = bits_of(x)
    if power == 2:
        return of_bits(constant - (bits >> 1))
    return of_bits(int(mp.nint(constant - mpf(bits >> 32) / 3)) << 32)


def errors_of_guess(power, constant):
    """The least and greatest 1 - x y^power: a guess goes along lines from one power of two, of the number or of the
    guess, to the next; the extremes lie there or between."""
    found = [1 - mpf(x) * mpf(guessed(power, constant, x)) ** power
             for x in (2 ** (power * mpf(i) / 6000) for i in range(6000)) for x in [float(x)]]
    return min(found) - mpf(2) ** -14, max(found) + mpf(2) ** -14


print("inline constexpr std::uint64_t direct_inverse_root_guess = 0x5fe6eb50c7b537a9u;\n")
low, high = errors_of_guess(2, 0x5fe6eb50c7b537a9)
polynomial("direct_inverse_root", "(1 - e)^(-1/2) for the guess's e = 1 - x y^2.", lambda e: (1 - e) ** (-mpf(1) / 2),
           lambda e: mp.sqrt(1 - e), low, high, 3)
cube_guess = 0x553ee980
print("/// Of the upper half of the bits.")
print("inline constexpr double direct_inverse_cube_root_guess = 0x%xp0;\n" % cube_guess)
low, high = errors_of_guess(3, cube_guess)
polynomial("direct_inverse_cube_root", "(1 - e)^(-1/3) for the guess's e = 1 - x y^3.", lambda e: (1 - e) ** (-mpf(1) / 3),
           lambda e: (1 - e) ** (mpf(1) / 3), low, high, 3)

# ---- log2, log10
for base in 2, 10:
    factor = 1 / mp.log(base)
    name = "direct_log%d" % base
    logarithms = [-mp.log(mpf(c)) * factor for c in inverses]
    array(name + "_high", "-log%d c, with 40 bits behind the point." % base,
          [float(truncated(l, 40)) for l in logarithms])
    array(name + "_low", "The rest of -log%d c." % base, [float(l - truncated(l, 40)) for l in logarithms])
    step = mp.log(2) * factor
    array(name + "_step", "log%d 2 in two parts, the first with 40 bits behind the point." % base,
          [float(truncated(step, 40)), float(step - truncated(step, 40))])
    near = lambda f: lambda r: f(r) if abs(r) > mpf(2) ** -60 else factor * (mpf(-1) / 2 + r / 3)
    polynomial(name + "_square", "(log%d(1 + r) - log%d(e) r) / r^2; the error is that of log%d(1 + r)." % (base, base, base),
               near(lambda r: factor * (mp.log1p(r) - r) / r**2),
               lambda r: r**2 / (factor * mp.log1p(r)) if abs(r) > mpf(2) ** -60 else r / factor,
               -widest, widest + mpf(2) ** -16, 9)

# ---- pow
polynomial("direct_log_quartic", "(ln(1 + r) - r + r^2/2 - r^3/3) / (-r^4/2); the error is that of ln(1 + r).",
           lambda r: -2 * (mp.log1p(r) - r + r**2 / 2 - r**3 / 3) / r**4 if abs(r) > mpf(2) ** -40 else mpf(1) / 2 - r * 2 / 5,
           lambda r: r**4 / 2 / mp.log1p(r) if abs(r) > mpf(2) ** -40 else r**3 / 2, -widest, widest + mpf(2) ** -16, 7)

# ---- functions of the exponential family
rounded_powers = [float(mp.nint(p * 2**50) / mpf(2) ** 50) for p in powers]
array("direct_power_scaled", """2^(j/16) with 50 bits behind the point, and j/16 taken from the exponent: to whose bits k << 48 is to be added,
which makes 2^(k/16) of it for any k that is j modulo 16.""",
      [of_bits(bits_of(p) - (j << 48)) for j, p in enumerate(rounded_powers)])
array("direct_power_rest", "The logarithm of what the numbers before are to be multiplied by.",
      [float(mp.log(p / mpf(r))) for p, r in zip(powers, rounded_powers)])
top = limit ** 2
polynomial("direct_sinh_cubic", "(sinh r - r) / r^3 as a polynomial in r^2.",
           of_root(lambda r: (mp.sinh(r) - r) / r**3), of_root(lambda r: r**3 / mp.sinh(r)), top / 4096, top, 2)
polynomial("direct_cosh_square", "(cosh r - 1) / r^2 as a polynomial in r^2.",
           of_root(lambda r: (mp.cosh(r) - 1) / r**2), of_root(lambda r: r**2 / mp.cosh(r)), top / 4096, top, 2)

# Cells of ln(1 + e) for e from 0 to 1: their middles are multiples of 1/cells, 0 is the first.
cells = mpf(247) / 16
inverses = [float(1 / (1 + j / cells)) for j in range(16)]
highs = [float(truncated(-mp.log(mpf(c)), 40)) for c in inverses]
array("direct_log1p_inverse", "c for each cell of e in steps of 1/%s: (1 + e) c is within 1/30 of 1."
      % mp.nstr(cells, 9), inverses)
array("direct_log1p_high", "-ln c, with 40 bits behind the point.", highs)
array("direct_log1p_low", "The rest of -ln c.", [float(-mp.log(mpf(c)) - mpf(h)) for c, h in zip(inverses, highs)])
print("inline constexpr double direct_log1p_cells = %s;\n" % hexadecimal(cells))
ends = [(1 + (j + s / mpf(2)) / cells) * c - 1 for j, c in enumerate(inverses) for s in (-1, 1) if j + s >= 0]
polynomial("direct_log1p_square", "(ln(1 + r) - r) / r^2; the error is that of ln(1 + r).",
           near(lambda r: (mp.log1p(r) - r) / r**2), near(lambda r: r**2 / mp.log1p(r)),
           min(ends), max(ends) + mpf(2) ** -16, 9)
linear = 2 * mp.sqrt(2 / mp.pi)
cubic = linear * mpf(44715) / 1000000
array("direct_gelu_cubic", "0.044715 times 2 sqrt(2/pi) in two parts.",
      [float(cubic), float(cubic - mpf(float(cubic)))])


def tabled(name, comment, cells, f, slope, degree, parts):
    """Prints f in each cell, low <= x <= high, as c0 + c1 t + t^2 (...) for t = x - middle: the first two coefficients
    those of Taylor, in `parts` parts each, the others minimax. Coefficient by coefficient, each for all cells."""
    rows, worst = [], mpf(0)
    for low, middle, high in cells:
        row = []
        for number, count in zip((f(middle), slope(middle)), parts):
            rest = number
            for _ in range(count):
                row.append(float(rest))
                rest -= mpf(row[-1])

        def second(t):
            t = t if abs(t) > mpf(2) ** -40 else mpf(2) ** -40
            return (f(middle + t) - f(middle) - slope(middle) * t) / t**2

        def weight(t):
            t = t if abs(t) > mpf(2) ** -40 else mpf(2) ** -40
            return t**2 / f(middle + t)

        # Not symmetric, so that no point of the grid is 0, where no error is seen.
        ends = low - middle, high - middle + mpf(2) ** -16
        c = [float(c) for c in minimax(second, lambda t: abs(weight(t)), *ends, degree)]
        grid = [low - middle + (high - low) * (i + mpf(1) / 3) / 299 for i in range(299)]
        worst = max([worst] + [abs(weight(t) * (value([mpf(d) for d in c], t) - second(t))) for t in grid])
        rows.append(row + c)
    print("/// " + comment.replace("\n", "\n/// "))
    print("/// Error 2^%.1f." % mp.log(worst, 2))
    print("alignas(64) inline constexpr double %s[][16] = {" % name)
    for column in zip(*rows):
        print("    {")
        for i in range(0, 16, 4):
            print("        " + ", ".join(hexadecimal(c) for c in column[i:i + 4]) + ",")
        print("    },")
    print("};\n")


step = mpf(49) / 128
print("inline constexpr double direct_erf_step = %s;\n" % hexadecimal(step))
tabled("direct_erf", """erf in cells around the multiples of direct_erf_step, coefficient by coefficient: the first two in two parts, then
the others.""", [(max(j * step - step / 2, mpf(2) ** -30), j * step, j * step + step / 2) for j in range(16)], mp.erf,
       lambda x: 2 / mp.sqrt(mp.pi) * mp.exp(-x * x), 11, (2, 2))
borders = [mpf(2) ** (1 + j // 4) * (1 + mpf(j % 4) / 4) - 2 for j in range(17)]
middles = [(a + b) / 2 for a, b in zip(borders, borders[1:])]
array("direct_erfc_middle", "The cells of the table below: z + 2 in quarters of binades, from 2 to 32.", middles)
scaled_erfc = lambda z: mp.exp(z * z) * mp.erfc(z)
tabled("direct_erfc", "e^(z^2) erfc(z), coefficient by coefficient: the first in two parts, then the others.",
       list(zip(borders, middles, borders[1:])), scaled_erfc,
       lambda z: 2 * z * scaled_erfc(z) - 2 / mp.sqrt(mp.pi), 12, (2, 1))

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
