#!/usr/bin/env python3
"""Writes kernels/math/direct_coefficients.hpp: tables and polynomials of the functions of doubles that are evaluated
with fma.

usage: direct.py > ../direct_coefficients.hpp        (needs python3-mpmath; takes some seconds)

Minimax polynomials, their coefficients then rounded to double. The error beside each is measured on a grid with the
rounded coefficients, between those where the polynomial was made, and is relative to the function it stands for.
"""
import struct

from mpmath import mp, mpf

from minimax import emit_double as polynomial, hexadecimal, of_root

mp.prec = 200


def truncated(x, bits):
    """x to `bits` bits behind the point."""
    return mp.floor(x * mpf(2) ** bits) / mpf(2) ** bits


def array(name, comment, numbers):
    print("/// " + comment.replace("\n", "\n/// "))
    print("inline constexpr double %s[] = {" % name)
    for i in range(0, len(numbers), 4):
        print("    " + ", ".join(hexadecimal(n) for n in numbers[i:i + 4]) + ",")
    print("};\n")


def of_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


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
top = (mp.pi / 4 + mpf(2) ** -12) ** 2
polynomial("direct_sin_cubic", "(sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/4.",
           of_root(lambda r: (mp.sin(r) - r) / r**3), of_root(lambda r: r**3 / mp.sin(r)), top / 4096, top, 6)
polynomial("direct_cos_quartic", "(cos r - 1 + r^2/2) / r^4 as a polynomial in r^2, |r| up to pi/4.",
           of_root(lambda r: (mp.cos(r) - 1 + r * r / 2) / r**4), of_root(lambda r: r**4 / mp.cos(r)), top / 4096, top, 5)

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
