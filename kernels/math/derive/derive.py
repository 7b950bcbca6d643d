#!/usr/bin/env python3
"""Writes kernels/math/coefficients.hpp, the polynomials and small tables of the float functions, and
kernels/data/log_table.cpp, their large one.

usage: derive.py > ../coefficients.hpp        (needs python3-mpmath; takes some seconds)
       derive.py --table > ../../data/log_table.cpp

Polynomials interpolate at Chebyshev nodes in 60 digits, which is within a small factor of the minimax polynomial;
their coefficients are then rounded to double. The error that is printed beside each is measured on a grid with the
rounded coefficients and counts as the function's error where it is used, not the polynomial's own.
"""
import sys

from mpmath import mp, mpf

mp.prec = 240


def double(x):
    return float(x)  # mpmath rounds to nearest even


def hexadecimal(x):
    return float(x).hex().replace("0x0.0p+0", "0.0").replace("0000000000000p", "0p")


def chebyshev(f, low, high, degree):
    """Coefficients, lowest first, of the polynomial through f at the Chebyshev nodes of [low, high]."""
    n = degree + 1
    low, high = mpf(low), mpf(high)
    nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    divided = [f(x) for x in nodes]
    for j in range(1, n):
        for i in range(n - 1, j - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (nodes[i] - nodes[i - j])
    coefficients = [mpf(0)] * n
    for i in range(n - 1, -1, -1):
        # coefficients = coefficients * (x - nodes[i]) + divided[i]
        for k in range(n - 1, 0, -1):
            coefficients[k] = coefficients[k - 1] - nodes[i] * coefficients[k]
        coefficients[0] = -nodes[i] * coefficients[0] + divided[i]
    return coefficients


def value(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def worst(error, low, high, steps=2000):
    low, high = mpf(low), mpf(high)
    found = max(abs(error(low + (high - low) * i / steps)) for i in range(steps + 1))
    return "2^%.1f" % mp.log(found, 2) if found else "0"


def emit(name, comment, numbers, per_line=4, kind="inline constexpr"):
    print("/// " + comment.replace("\n", "\n/// "))
    print("%s double %s[] = {" % (kind, name))
    for i in range(0, len(numbers), per_line):
        print("    " + ", ".join(hexadecimal(x) for x in numbers[i:i + per_line]) + ",")
    print("};\n")


def polynomial(name, f, low, high, degree, what, relative_to):
    """relative_to(x, p - f): the error of the function that uses the polynomial."""
    rounded = [double(c) for c in chebyshev(f, low, high, degree)]
    error = worst(lambda x: relative_to(x, value([mpf(c) for c in rounded], x) - f(x)) if x != 0 else 0, low, high)
    emit(name, "%s\nDegree %d on [%s, %s]; error %s." % (what, degree, mp.nstr(low, 5), mp.nstr(high, 5), error), rounded)


def near_zero(f, series):
    """f, which cancels near 0, by its series there."""
    return lambda x: series(x) if abs(x) < mpf(2) ** -20 else f(x)


def pair(x):
    high = double(x)
    return high, double(x - mpf(high))


def truncated(x, bits):
    """x with that many bits behind the point, rounded to nearest."""
    return mp.nint(x * mpf(2) ** bits) / mpf(2) ** bits


# ---- the table of log
# Significands from `first` to twice that, in 128 pieces that are equally long in the bits of the double; 1 is inside
# the piece whose reciprocal is 1.
first = 0x3FE6955500000000
rows = []


def of_bits(bits):
    exponent = (bits >> 52) - 1023
    return (1 + mpf(bits & (2**52 - 1)) / 2**52) * mpf(2) ** exponent


widest = 0
for i in range(128):
    low, high = of_bits(first + (i << 45)), of_bits(first + ((i + 1) << 45))
    inverse = truncated(2 / (low + high), 20)
    if low <= 1 <= high:
        inverse = mpf(1)
    widest = max(widest, abs(low * inverse - 1), abs(high * inverse - 1))
    logarithm = -mp.log(inverse)
    log_high = truncated(logarithm, 40)
    rows += [double(inverse), double(log_high), double(logarithm - log_high)]
if sys.argv[1:] == ["--table"]:
    print("""// The table of logarithms of the float functions. Made by math/derive/derive.py --table; not edited by hand.
#include "kernels/data/tables.hpp"

namespace zerostride::kernels::data {

// clang-format off
""")
    emit("log_table", "128 times c, and -ln c in two parts, the first with 40 bits behind the point. c has 20 bits behind\n"
         "the point; a significand times its c is within %s of 1." % mp.nstr(widest, 3), rows, 3, "const")
    print("""// clang-format on

}  // namespace zerostride::kernels::data""")
    sys.exit()

print("""// Polynomials and tables of the float functions. Made by derive/derive.py; not edited by hand.
#pragma once

#include <cstdint>

#include "kernels/data/tables.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off
""")

# ---- exp
third = near_zero(lambda r: (mp.exp(r) - 1 - r - r * r / 2) / r**3,
                  lambda r: sum(r**i / mp.factorial(i + 3) for i in range(12)))
limit = mp.log(2) / 2 + mpf(2) ** -20
polynomial("exp_cubic", third, -limit, limit, 9, "(e^r - 1 - r - r^2/2) / r^3; the error is that of e^r.",
           lambda r, e: e * r**3 / mp.exp(r))
ln2_high = truncated(mp.log(2), 40)
emit("ln2_parts", "ln 2 in two parts; the first has 40 bits behind the point, so that its multiples are exact.",
     [double(ln2_high), double(mp.log(2) - ln2_high)])
emit("ln2_pair", "ln 2 to 106 bits.", pair(mp.log(2)))

# ---- log
print("using data::log_table;")
print("inline constexpr std::uint64_t log_first = 0x%xu;\n" % first)
cubic = near_zero(lambda r: (mp.log(1 + r) - r + r * r / 2) / r**3,
                  lambda r: sum((-r) ** i / (i + 3) for i in range(14)))
polynomial("log_cubic", cubic, -widest, widest, 6, "(ln(1 + r) - r + r^2/2) / r^3; the error is that of ln(1 + r).",
           lambda r, e: e * r**3 / mp.log(1 + r))
emit("log2_of_e", "1/ln 2 to 106 bits.", pair(1 / mp.log(2)))
emit("log10_of_e", "1/ln 10 to 106 bits.", pair(1 / mp.log(10)))

# ---- cbrt
polynomial("inverse_cube_root", lambda m: 1 / mp.cbrt(m), 1, 2, 5, "m^(-1/3).", lambda m, e: e * mp.cbrt(m))
emit("inverse_cube_roots", "2^(-j/3), j = 0 to 2.", [double(mpf(2) ** (-mpf(j) / 3)) for j in range(3)])

# ---- sin, cos
quarter = mp.pi / 4 + mpf(2) ** -20
polynomial("sin_cubic",
           near_zero(lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
                     lambda z: sum((-1) ** (i + 1) * z**i / mp.factorial(2 * i + 3) for i in range(8))),
           0, quarter**2, 6, "(sin r - r) / r^3 as a polynomial in r^2; the error is that of sin r.",
           lambda z, e: e * z * mp.sqrt(z) / mp.sin(mp.sqrt(z)))
polynomial("cos_quartic",
           near_zero(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2,
                     lambda z: sum((-1) ** i * z**i / mp.factorial(2 * i + 4) for i in range(8))),
           0, quarter**2, 6, "(cos r - 1 + r^2/2) / r^4 as a polynomial in r^2; the error is that of cos r.",
           lambda z, e: e * z**2 / mp.cos(mp.sqrt(z)))
half_pi = mp.pi / 2
parts, rest = [], half_pi
for bits in (32, 64, 96):
    part = mp.floor(rest * mpf(2) ** bits) / mpf(2) ** bits
    parts.append(double(part))
    rest -= part
parts += [double(rest)]
emit("half_pi_parts", "pi/2 in four parts. The first three end 32, 64 and 96 bits behind the point: their products with\n"
     "integers below 2^20 are exact.", parts)
emit("half_pi_pair", "pi/2 to 106 bits.", pair(half_pi))
words = []
mp.prec = 1600
scaled = 2 / mp.pi
for i in range(38):
    scaled *= 2**32
    word = int(mp.floor(scaled))
    words.append(word)
    scaled -= word
mp.prec = 240
print("/// The bits of 2/pi behind the point, 32 at a time, after 64 zeros.")
print("inline constexpr std::uint32_t two_over_pi[] = {")
words = [0, 0] + words
for i in range(0, len(words), 8):
    print("    " + ", ".join("0x%08xu" % w for w in words[i:i + 8]) + ",")
print("};\n")

# ---- atan
polynomial("atan_cubic",
           near_zero(lambda z: (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
                     lambda z: sum((-1) ** (i + 1) * z**i / (2 * i + 3) for i in range(12))),
           0, (mpf(1) / 32 + mpf(2) ** -20) ** 2, 5,
           "(atan u - u) / u^3 as a polynomial in u^2; the error is that of atan u.",
           lambda z, e: e * z * mp.sqrt(z) / mp.atan(mp.sqrt(z)))
numbers = []
for j in range(17):
    numbers += pair(mp.atan(mpf(j) / 16))
emit("atan_table", "atan(j/16) to 106 bits, j = 0 to 16.", numbers, 2)

# ---- erf
emit("inverse_root_2", "1/sqrt 2 to 106 bits.", pair(1 / mp.sqrt(2)))
emit("two_over_root_pi", "2/sqrt pi to 106 bits.", pair(2 / mp.sqrt(mp.pi)))
polynomial("erf_cubic",
           near_zero(lambda z: (mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 2 / mp.sqrt(mp.pi)) / z,
                     lambda z: 2 / mp.sqrt(mp.pi) * sum((-1) ** (i + 1) * z**i / mp.factorial(i + 1) / (2 * i + 3)
                                                        for i in range(8))),
           0, mpf(9) / 32, 9, "(erf x - 2x/sqrt pi) / x^3 as a polynomial in x^2; the error is that of erf x.",
           lambda z, e: e * z * mp.sqrt(z) / mp.erf(mp.sqrt(z)))


def scaled_complement(q):
    z = 4 * (1 + q) / (1 - q)
    return (1 + 2 * z) * mp.exp(z * z) * mp.erfc(z)


# z up to 28: beyond, erfc is below the least subnormal.
top = (mpf(28) - 4) / (28 + 4)
middle = mpf(0)
centre = scaled_complement(middle)
emit("erfc_centre", "(1 + 2z) e^(z^2) erfc z at z = 4, to 106 bits.", pair(centre))
slope = mp.diff(scaled_complement, 0)
polynomial("erfc_slope", near_zero(lambda q: (scaled_complement(q) - centre) / q, lambda q: slope + q * mp.diff(
    scaled_complement, 0, 2) / 2),
           mpf(-1), top, 24,
           "((1 + 2z) e^(z^2) erfc z - erfc_centre) / q as a polynomial in q = (z - 4)/(z + 4), for z from 0 to 28; the\n"
           "error is that of erfc z.", lambda q, e: e * q / scaled_complement(q))

# ---- Gelu by tanh
c = 2 * mp.sqrt(2 / mp.pi)
emit("gelu_linear", "2 sqrt(2/pi) to 106 bits.", pair(c))
emit("gelu_cubic", "0.044715 to 106 bits.", pair(mpf("0.044715")))

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
