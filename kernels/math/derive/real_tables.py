#!/usr/bin/env python3
"""Derives constants and tables of the double-double functions, with mpmath: kernels/math/real_tables.hpp, and the large
tables in kernels/data/real_tables.cpp.

    /usr/bin/python3 kernels/math/derive/real_tables.py > kernels/math/real_tables.hpp
    /usr/bin/python3 kernels/math/derive/real_tables.py --tables > kernels/data/real_tables.cpp
"""

import sys

from mpmath import atan, cos, erf, erfc, exp, factorial, floor, log, mp, mpf, nint, pi, polyval, sqrt

mp.prec = 1600


def nearest(x):
    """The double nearest to x."""
    return float(x)


def truncated(x, bits):
    """x cut to its leading bits, so that its product with a small integer is exact."""
    if x == 0:
        return 0.0
    e = int(floor(log(abs(x), 2))) + 1
    return float(mpf(int(x * mpf(2)**(bits - e))) * mpf(2)**(e - bits))


def parts(x, count):
    """x as a sum of `count` doubles, each the rounding of what is left."""
    found = []
    for _ in range(count):
        found.append(nearest(x))
        x -= mpf(found[-1])
    return found


def pieces(x, widths):
    """x as a sum of doubles of the given numbers of bits; the last one is rounded."""
    found = []
    for bits in widths[:-1]:
        found.append(truncated(x, bits))
        x -= mpf(found[-1])
    return found + [nearest(x)]


def text(value):
    if value == 0:
        return "0.0"
    if value == int(value) and abs(value) < 2**20:
        return f"{value:.1f}"
    mantissa, exponent = value.hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{int(exponent)}"


def row(values):
    return "{" + ", ".join(text(v) for v in values) + "}"


def lines(values, show, indent="    "):
    """Comma-separated, as many to a line as fit."""
    out, line = [], indent
    for i, v in enumerate(values):
        word = show(v) + ("," if i + 1 < len(values) else "")
        if len(line) > len(indent) and len(line) + len(word) + 1 > 120:
            out.append(line.rstrip())
            line = indent
        line += word + " "
    return out + [line.rstrip()]


# Which of the two files is asked for.
TABLES = sys.argv[1:] == ["--tables"]


def scalar(name, value, comment):
    if TABLES:
        return
    print(f"/// {comment}")
    print(f"inline constexpr double {name} = {text(value)};")


def array(name, values, comment, kind="double"):
    if TABLES:
        return
    print(f"/// {comment}")
    print(f"inline constexpr {kind} {name}[{len(values)}] = {{")
    print("\n".join(lines(values, text if kind == "double" else lambda v: f"0x{v:08x}")) + "};")


def table(name, rows, comment):
    if not TABLES:
        print(f"using data::reals::{name};")
        return
    print(f"/// {comment}")
    print(f"const double {name}[{len(rows)}][{len(rows[0])}] = {{")
    print("\n".join(lines(rows, row)) + "};")


def polynomial(name, coefficients, pairs, comment):
    """Coefficients from the constant on: the first `pairs` as two doubles, the others as one."""
    if TABLES:
        return
    print(f"/// {comment}")
    print(f"inline constexpr polynomial<{pairs}, {len(coefficients) - pairs}> {name} = {{")
    print("    {" + ",\n     ".join(row(parts(c, 2)) for c in coefficients[:pairs]) + "},")
    print("\n".join(lines([nearest(c) for c in coefficients[pairs:]], text, "     ")).replace("     ", "    {", 1) + "}};")


def exp_tables():
    scalar("exp_steps_per_unit", nearest(64 / log(mpf(2))), "64 / ln 2.")
    array("exp_step", pieces(log(mpf(2)) / 64, [35, 35, 53]),
          "ln 2 / 64; the products of the first two parts with an integer below 2^18 are exact.")
    table("exp_table", [parts(mpf(2)**(mpf(j) / 64) - 1, 2) for j in range(-32, 32)], "2^(j/64) - 1, -32 <= j < 32.")
    array("ln2_rounded", parts(log(mpf(2)), 3), "ln 2.")
    polynomial("exp_rest", [1 / factorial(n + 2) for n in range(11)], 5,
               "(exp(r) - 1 - r) / r^2: Taylor to r^10; |r| <= ln 2 / 128, rest < 2^-114.")


def log_tables():
    array("ln2_parts", pieces(log(mpf(2)), [42, 42, 53]),
          "ln 2; the products of the first two parts with an integer below 2^11 are exact.")
    array("log2_of_e", parts(1 / log(mpf(2)), 3), "1 / ln 2.")
    array("log10_of_e", parts(1 / log(mpf(10)), 3), "1 / ln 10.")
    rows = []
    for j in range(128):
        low = mpf(3) / 4 + mpf(j) / 256 if j < 64 else 1 + mpf(j - 64) / 128
        high = low + (mpf(1) / 256 if j < 64 else mpf(1) / 128)
        # 1 is in the middle of what the factor 1 covers, so that log is accurate relative to itself there.
        c = mpf(1) if j in (63, 64) else nint(2 / (low + high) * 1024) / 1024
        rows.append([float(c)] + parts(-log(c), 3))
    table("log_table", rows,
          "A factor c of 11 bits that brings cell j of [0.75, 1.5) within 2^-7 of 1, and -log(c) in three parts.")
    polynomial("log_rest", [mpf(2) / (2 * n + 3) for n in range(7)], 3,
               "(log((1 + s)/(1 - s)) - 2s) / s^3 in s^2: Taylor to s^12; |s| <= 2^-8, rest < 2^-114.")


def circle_tables():
    array("half_pi", parts(pi / 2, 2), "pi / 2.")
    scalar("quarter_pi", nearest(pi / 4), "pi / 4.")
    scalar("two_over_pi_rounded", nearest(2 / pi), "2 / pi.")
    array("half_pi_pieces", pieces(pi / 2, [33, 33, 33, 33, 53, 53]),
          "pi / 2; the products of the first four parts with an integer below 2^20 are exact.")
    bits = int(floor(2 / pi * mpf(2)**(32 * 43)))
    words = [0] * 11 + [(bits >> (32 * (42 - i))) & 0xffffffff for i in range(43)]
    array("two_over_pi", words, "The bits of 2/pi behind 11 words of zeros: bit 352 + i has the weight 2^-(i+1).",
          "std::uint32_t")
    sine = [mpf(-1)**n / factorial(2 * n + 1) for n in range(1, 15)]
    cosine = [mpf(-1)**n / factorial(2 * n) for n in range(1, 15)]
    polynomial("sin_rest", sine, 8, "(sin(r) / r - 1) / r^2 in r^2: Taylor to r^26; |r| <= 0.79, rest < 2^-116.")
    polynomial("cos_rest", cosine, 8, "(cos(r) - 1) / r^2 in r^2: Taylor to r^26; |r| <= 0.79, rest < 2^-112.")


def atan_tables():
    table("atan_table", [parts(atan(mpf(j) / 64), 2) for j in range(65)], "atan(j / 64), 0 <= j <= 64.")
    polynomial("atan_rest", [mpf(-1)**n / (2 * n + 1) for n in range(1, 9)], 3,
               "(atan(t) / t - 1) / t^2 in t^2: Taylor to t^14; |t| <= 2^-7, rest < 2^-129.")


ERF_ROWS, ERF_TERMS, ERF_PAIRS, ERF_SHIFT = 14, 22, 14, mpf(3)
ERF_WIDTH = mpf(3) / 32


def chebyshev_fit(f, terms):
    """Coefficients in powers of t of the interpolation of f at the Chebyshev nodes of [-1, 1]."""
    nodes = [cos(pi * (2 * k + 1) / (2 * terms)) for k in range(terms)]
    values = [f(x) for x in nodes]
    c = [sum(v * cos(pi * j * (2 * k + 1) / (2 * terms)) for k, v in enumerate(values)) * 2 / terms
         for j in range(terms)]
    c[0] /= 2
    total = [mpf(0)] * terms
    before, now = [mpf(1)] + [mpf(0)] * (terms - 1), [mpf(0), mpf(1)] + [mpf(0)] * (terms - 2)
    for j in range(terms):
        for i in range(terms):
            total[i] += c[j] * before[i]
        following = [(2 * now[i - 1] if i else mpf(0)) - before[i] for i in range(terms)]
        before, now = now, following
    return total


def erf_tables():
    scalar("erf_shift", float(ERF_SHIFT), "The tail is a function of y = (x - shift) / (x + shift) in 14 pieces from y = -1/2 on.")
    rows, worst = [], mpf(0)
    low = mpf(-1) / 2
    width = ERF_WIDTH
    kept = mp.prec
    mp.prec = 320

    def scaled_tail(y):
        x = ERF_SHIFT * (1 + y) / (1 - y)
        return exp(x * x) * erfc(x) * (x + ERF_SHIFT)

    def series(z):
        return erf(sqrt(z)) / sqrt(z)

    functions = []
    for i in range(ERF_ROWS):
        centre = low + width * (i + mpf(1) / 2)
        functions.append(lambda t, centre=centre: scaled_tail(centre + t * width / 2))
    functions.append(lambda t: series((1 + t) / 2))
    for f in functions:
        c = chebyshev_fit(f, ERF_TERMS)
        mp.prec = kept
        c = [+v for v in c]
        stored = [v for a in c[:ERF_PAIRS] for v in parts(a, 2)] + [nearest(a) for a in c[ERF_PAIRS:]]
        mp.prec = 320
        for k in range(41):
            t = mpf(k - 20) / 20
            if t == -1:
                t += mpf(2)**-100
            worst = max(worst, abs(polyval(c[::-1], t) / f(t) - 1))
        rows.append(stored)
    mp.prec = kept
    bits = int(floor(-log(worst, 2)))
    scalar("erf_width", float(width), "The width of a piece.")
    array("erf_stretch", parts(2 / width, 2), "2 / erf_width.")
    if not TABLES:
        print(f"inline constexpr std::size_t erf_terms = {ERF_TERMS}, erf_pairs = {ERF_PAIRS};")
    table("erf_table", rows,
          f"Row j < 14: erfcx(x) (x + shift) on piece j of y, in t from -1 to 1; the last: erf(x) / x in t = 2x^2 - 1."
          f"\n/// Chebyshev interpolation, rest < 2^-{bits}. The first coefficients are pairs.")
    array("root_half", parts(1 / sqrt(mpf(2)), 2), "sqrt(1/2).")


def write_tables():
    print("""// Made by kernels/math/derive/real_tables.py --tables: the large tables of the double-double functions.
#include "kernels/data/tables.hpp"

namespace zerostride::kernels::data::reals {
// clang-format off
""")
    for section in (exp_tables, log_tables, atan_tables, erf_tables):
        section()
    print("""// clang-format on
}  // namespace zerostride::kernels::data::reals""")


def write_header():
    print("""// Made by kernels/math/derive/real_tables.py: constants and tables of the double-double functions. The first part
// of a constant is the nearest double, or so short that products with small integers are exact; the next part is
// that of what is left.
#pragma once

#include "kernels/data/tables.hpp"
#include "kernels/math/real_arithmetic.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {
// clang-format off
""")
    for section in (exp_tables, log_tables, circle_tables, atan_tables, erf_tables):
        section()
        print()
    array("gelu_cubic", parts(mpf(44715) / 1000000, 3), "0.044715.")
    array("gelu_factor", parts(2 * sqrt(2 / pi), 3), "2 sqrt(2/pi).")
    print("""// clang-format on
}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")


write_tables() if TABLES else write_header()
