#!/usr/bin/env python3
"""Writes kernels/math/quick_coefficients.hpp: the polynomials and tables of the quick phase of the float functions.

usage: quick.py > ../quick_coefficients.hpp        (needs python3-mpmath; takes half an hour to an hour)

Minimax polynomials, their coefficients then rounded to double or float. The error beside each is measured on a grid with the
rounded coefficients, between those where the polynomial was made, and is relative to the function it stands for.
"""
import math

from mpmath import lu_solve, matrix, mp, mpf

from minimax import (bits_of, emit_double as polynomial, emit_float as float_polynomial, emit_float_table as float_table,
                     emit_table as table, hexadecimal_float, minimax, of_bits, of_root, to_float, value)

mp.prec = 160

print("""// Polynomials of the quick phase of the float functions. Made by derive/quick.py; not edited by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off
""")

# ---- exp
limit = mp.log(2) / 2 + mpf(2) ** -20
slope = lambda r: mp.expm1(r) / r
polynomial("quick_exp_slope", "(e^r - 1) / r; the error is that of e^r - 1.", slope, lambda r: 1 / slope(r), -limit, limit,
           8)
# By sixteenths, where a table of 16 is looked up in registers.
table("quick_exp_sixteenths", "2^(j/16), less j where a double's exponent has its sixteenths.",
      [of_bits(bits_of(float(mp.power(2, mpf(j) / 16))) - (j << 48)) for j in range(16)])
limit = mp.log(2) / 32 + mpf(2) ** -20
polynomial("quick_exp_slope_by_16", "(e^r - 1) / r; the error is that of e^r - 1.", slope, lambda r: 1 / slope(r), -limit, limit, 4)

# By thirty-seconds, in floats.
powers = [to_float(mp.power(2, mpf(j) / 32)) for j in range(32)]
float_table("quick_float_exp_power", "2^(j/32).", powers)
float_table("quick_float_exp_rest", "The logarithm of what 2^(j/32) is of that.",
            [to_float(mp.log(2) * j / 32 - mp.log(power)) for j, power in enumerate(powers)])
float_table("quick_float_exp_rest_above", "The same and 10 * 2^-39.",
            [to_float(mp.log(2) * j / 32 - mp.log(power) + mpf(10) / 2**39) for j, power in enumerate(powers)])
limit = mp.log(2) / 64 + mpf(2) ** -18
float_polynomial("quick_float_exp_square", "(e^r - 1 - r) / r^2; the error is that of e^r.",
                 lambda r: (mp.expm1(r) - r) / r**2, lambda r: r**2 / mp.exp(r), -limit, limit, 2)

exact = [mp.power(2, mpf(j) / 32) for j in range(32)]
slopes = [to_float(mp.log(2) * p) for p in exact]
float_table("quick_float_exp2_rest", "What 2^(j/32) is more than that, in units of that, and 7 * 2^-39.",
            [to_float(p / power - 1 + mpf(7) / 2**39) for p, power in zip(exact, powers)])
float_table("quick_float_exp2_slope", "The slope there, 2^(j/32) ln 2.", slopes)
float_table("quick_float_exp2_slope_rest", "What it is more than that, in the same units.",
            [to_float((mp.log(2) * p - slope) / power) for p, slope, power in zip(exact, slopes, powers)])
float_polynomial("quick_float_exp2_square", "(2^f - 1 - f ln 2) / f^2; the error is that of 2^f.",
                 lambda f: (mp.power(2, f) - 1 - f * mp.log(2)) / f**2, lambda f: f**2 / mp.power(2, f), -mpf(1) / 64,
                 mpf(1) / 64, 2)

# ---- log
# Significands from 3/4 to 3/2 by the four bits after the first: from 1 on in steps of 1/16, below in steps of 1/32.
cells = [(1 + mpf(j) / 16, 1 + mpf(j + 1) / 16) if j < 8 else ((1 + mpf(j) / 16) / 2, (1 + mpf(j + 1) / 16) / 2)
         for j in range(16)]
inverses = [mpf(1) if j in (0, 15) else mpf(float(2 / (low + high))) for j, (low, high) in enumerate(cells)]
table("quick_log_inverse", "c for each of 16 cells of significands from 3/4 to 3/2; 1 for the two next to 1.",
      [float(c) for c in inverses])
table("quick_log_of_inverse", "-ln c.", [float(-mp.log(c)) for c in inverses])
least = min(c * low - 1 for c, (low, high) in zip(inverses, cells))
greatest = max(c * high - 1 for c, (low, high) in zip(inverses, cells))
square = lambda r: (mp.log1p(r) - r) / r**2 if r else -mpf(1) / 2
polynomial("quick_log_square", "(ln(1 + r) - r) / r^2; the error is that of ln(1 + r).", square,
           lambda r: r**2 / mp.log1p(r) if r else mpf(0), least, greatest, 6)
widest = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 + mpf(2) ** -20
cubic = of_root(lambda s: (2 * mp.atanh(s) - 2 * s) / s**3)
relative = of_root(lambda s: s**3 / (2 * mp.atanh(s)))
polynomial("quick_log_cubic", "(ln((1 + s)/(1 - s)) - 2s) / s^3 as a polynomial in s^2, for arguments from 1/sqrt 2 to sqrt 2.",
           cubic, relative, widest / 4096, widest, 4)
polynomial("quick_log1p_cubic", "The same for arguments from 1/2 to 2.", cubic, relative, mpf(1) / 9 / 4096, mpf(1) / 9, 7)
top = mpf("0.205") ** 2
polynomial("quick_atanh_cubic", "(2 atanh(s) - 2s) / s^3 as a polynomial in s^2, |s| up to 0.205.", cubic, relative,
           top / 4096, top, 5)
# For powers, with all the bits that doubles have.
high = [mp.floor(-mp.log(c) * mpf(2) ** 40) / mpf(2) ** 40 for c in inverses]
table("quick_log_of_inverse_high", "-ln c, with 40 bits behind the point.", [float(t) for t in high])
table("quick_log_of_inverse_low", "The rest of -ln c.", [float(-mp.log(c) - t) for c, t in zip(inverses, high)])
polynomial("quick_log_long_square", "(ln(1 + r) - r) / r^2; the error is that of ln(1 + r).", square,
           lambda r: r**2 / mp.log1p(r) if r else mpf(0), least, greatest, 8)

# In floats: cells of significands from 1 to 2. c has so few bits that c m - 1 is a float for every significand m.
def float_inverse(j):
    low, high = 1 + mpf(j) / 32, 1 + mpf(j + 1) / 32
    if j in (0, 31):
        return mpf(1) if j == 0 else mpf(1) / 2
    if j < 16:
        return mp.nint(64 * 2 / (low + high)) / 64
    return min((mpf(n) / 128 for n in range(64, 86)), key=lambda c: max(1 - low * c, high * c - 1))


float_inverses = [float_inverse(j) for j in range(32)]
float_table("quick_float_log_inverse", "c for each of 32 cells of significands from 1 to 2; 1 and 1/2 in the outermost ones.",
            float_inverses)
for name, what, base, bits in (("log", "-ln c", mp.e, 17), ("log2", "-log2 c", mpf(2), 16), ("log10", "-lg c", mpf(10), 18)):
    logs = [-mp.log(c) / mp.log(base) for c in float_inverses]
    highs = [mp.nint(t * mpf(2) ** bits) / mpf(2) ** bits for t in logs]
    float_table("quick_float_%s_high" % name, "%s, with %d bits behind the point." % (what, bits), highs)
    float_table("quick_float_%s_low" % name, "The rest of it.", [to_float(t - high) for t, high in zip(logs, highs)])
float_polynomial("quick_float_log_cubic", "(ln(1 + r) - r + r^2/2) / r^3; the error is that of ln(1 + r).",
                 lambda r: (mp.log1p(r) - r + r**2 / 2) / r**3 if abs(r) > mpf(2) ** -30 else mpf(1) / 3,
                 lambda r: r**3 / mp.log1p(r) if r else mpf(0),
                 min(c * (1 + mpf(j) / 32) - 1 for j, c in enumerate(float_inverses)),
                 max(c * (1 + mpf(j + 1) / 32) - 1 for j, c in enumerate(float_inverses)), 3)

# ---- sin, cos, tan
for name, what, reach, degree in (
        ("quick_sin_cubic", "(sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/2.", mp.pi / 2, 5),
        ("quick_tan_sine", "The same, |r| up to pi/4.", mp.pi / 4, 4)):
    top = (reach + mpf(2) ** -16) ** 2
    polynomial(name, what, of_root(lambda r: (mp.sin(r) - r) / r**3), of_root(lambda r: r**3 / mp.sin(r)), top / 4096, top,
               degree)
polynomial("quick_tan_cosine", "(cos r - 1) / r^2 as a polynomial in r^2, |r| up to pi/4.",
           of_root(lambda r: (mp.cos(r) - 1) / r**2), of_root(lambda r: r**2 / mp.cos(r)), top / 4096, top, 4)

# Of numbers that are not near 0: x/pi = scaled 2^(8 (j - 128)) / pi, where j are the bits of the exponent of a double but
# for the last three, and scaled is between 2 and 512 and a multiple of 2^-22. What bits from 2^23 on give are whole turns.
mp.prec = 400
chunks = [[0] * 16, [0] * 16, [0] * 16]
for j in range(1043 >> 3, (1150 >> 3) + 1):
    rest = mpf(2) ** (8 * (j - 128)) / mp.pi
    rest -= mp.floor(rest / mpf(2) ** 23) * mpf(2) ** 23
    for chunk, last in zip(chunks, (-6, -35)):
        chunk[j % 16] = mp.floor(rest / mpf(2) ** last) * mpf(2) ** last
        rest -= chunk[j % 16]
    chunks[2][j % 16] = rest
mp.prec = 160
for name, what, chunk in (
        ("first", "The bits of 2^(8 (j - 128)) / pi from 2^22 to 2^-6 for j = 130 to 143, by the last four bits of j.", chunks[0]),
        ("second", "Those from 2^-7 to 2^-35.", chunks[1]), ("third", "The others, rounded.", chunks[2])):
    table("quick_turns_%s" % name, what, chunk)

# In floats: the half turn in 32 steps.
for name, f in (("sine", mp.sin), ("cosine", mp.cos)):
    exact = [mp.nint(f(j * mp.pi / 32)) if j % 16 == 0 else f(j * mp.pi / 32) for j in range(32)]
    float_table("quick_float_%s_high" % name, "The %s of j pi/32 rounded." % name, [to_float(y) for y in exact])
    float_table("quick_float_%s_low" % name, "What that leaves of it.", [to_float(y - to_float(y)) for y in exact])
step = mp.pi / 32
high = to_float(step)
middle = to_float(step - high)
float_table("quick_float_step", "pi/32 in three parts.", [high, middle, to_float(step - high - middle)])
top = (step / 2 + mpf(2) ** -7) ** 2
for name, what, f, weight in (
        ("sine", "(r - sin r) / r^3", lambda r: (r - mp.sin(r)) / r**3, lambda r: r**3 / mp.sin(r)),
        ("cosine", "(cos r - 1) / r^2", lambda r: (mp.cos(r) - 1) / r**2, lambda r: r**2 / mp.cos(r))):
    float_polynomial("quick_float_%s" % name, what + " as a polynomial in r^2, |r| up to pi/64 + 1/128.", of_root(f),
                     of_root(weight), top / 4096, top, 1)

# ---- atan, asin
# Cells of half a binade from 1/16 to 16: the first one is about 0 and begins there, the last one about infinity.
middles = [mpf(0) if j == 0 else mpf(2) ** 90 if j == 15 else
           mpf(float(mp.tan((mp.atan(low) + mp.atan(high)) / 2)))
           for j, (low, high) in enumerate((mpf(2) ** (j // 2 - 4) * (1 + mpf(j % 2) / 2),
                                            mpf(2) ** ((j + 1) // 2 - 4) * (1 + mpf((j + 1) % 2) / 2)) for j in range(16))]
# As the last bits of exponent and first bit of the significand count them.
turned = [middles[(j - 6) % 16] for j in range(16)]
table("quick_atan_middle", "A number in each of 16 cells of half a binade, that from 1/16 on the seventh entry.",
      [float(c) for c in turned])
table("quick_atan_of_middle", "Their arc tangents.", [float(mp.atan(c)) for c in turned])
polynomial("quick_atan_cubic", "(atan(r) - r) / r^3 as a polynomial in r^2, |r| up to 0.1.",
           of_root(lambda r: (mp.atan(r) - r) / r**3), of_root(lambda r: r**3 / mp.atan(r)), mpf(2) ** -20, mpf("0.1024") ** 2, 3)
polynomial("quick_atan", "atan(t) / t as a polynomial in t^2, t from 0 to 1.", of_root(lambda t: mp.atan(t) / t),
           of_root(lambda t: t / mp.atan(t)), mpf(2) ** -40, 1, 15)
polynomial("quick_asin", "asin(t) / t as a polynomial in t^2, t from 0 to 1/2.", of_root(lambda t: mp.asin(t) / t),
           of_root(lambda t: t / mp.asin(t)), mpf(2) ** -40, mpf(1) / 4, 9)

# In floats: a series about one of 32 numbers each, in whose neighbourhood that is sought for which the first
# derivative is a float but for 2^-33.5 or less.
def float_center(middle, slope_at, finer=1):
    steps = range(-2000 * finer, 2000 * finer + 1)
    at = [float(to_float(middle + mpf(i) / finer * mpf(2) ** -26)) for i in steps]
    slopes = [slope_at(c) for c in at]
    return at[min(range(len(at)), key=lambda i: abs(slopes[i] - float(to_float(slopes[i]))))]


def beside_turns(arc):
    """A multiple of 2^-22, which twice or once can be put to pi/2 or pi without an error."""
    return mp.nint(arc * 2**22) / 2**22


asin_slope = lambda c: 1 / math.sqrt((1 - c) * (1 + c))
centers = [mpf(0)] + [mpf(float_center(mpf(j) / 62, asin_slope)) for j in range(1, 32)]
tops = [beside_turns(mp.asin(c)) for c in centers]
float_table("quick_float_asin_center", "c near j/62.", centers)
float_table("quick_float_asin_high", "asin c to a multiple of 2^-22.", tops)
float_table("quick_float_asin_low", "What that leaves of it.",
            [to_float(mp.asin(c) - top) for c, top in zip(centers, tops)])
slopes = [1 / mp.sqrt(1 - c * c) for c in centers]
float_table("quick_float_asin_slope", "Its first derivative.", [to_float(slope) for slope in slopes])
series, series_error = [], mpf(0)
for j, (c, slope) in enumerate(zip(centers, slopes)):
    low, high = mpf(2 * j - 1) / 124 - c, min(mpf(2 * j + 1) / 124, mpf(1) / 2) - c
    if j:
        terms = minimax(lambda h: (mp.asin(c + h) - mp.asin(c) - slope * h) / h**2, lambda h: h**2 / mp.asin(c + h), low,
                        high, 2)
    else:
        low = mpf(2) ** -20
        terms = [mpf(0)] + minimax(lambda h: (mp.asin(h) - h) / h**3, lambda h: h**3 / mp.asin(h), low, high, 1)
    series.append([to_float(term) for term in terms])
    grid = [low + (high - low) * (i + mpf(1) / 3) / 400 for i in range(400)]
    series_error = max([series_error] + [
        abs((mp.asin(c) + to_float(slope) * h + h**2 * value(series[-1], h)) / mp.asin(c + h) - 1) for h in grid])
for i, name in enumerate(("square", "cubic", "fourth")):
    float_table("quick_float_asin_" + name, "What is multiplied by the %s of the distance from c%s." % (
        ("square", "third power", "fourth power")[i],
        "" if i < 2 else "; all together are off by 2^%.1f" % mp.log(series_error, 2)), [terms[i] for terms in series])

# Of the arc tangent the other coefficients are made of c and the slope.
centers = [mpf(0)] + [mpf(float_center(mpf(j) / 31, lambda c: 1 / (1 + c * c), 4)) for j in range(1, 32)]
tops = [beside_turns(mp.atan(c)) for c in centers]
float_table("quick_float_atan_center", "c near j/31.", centers)
float_table("quick_float_atan_high", "atan c to a multiple of 2^-22.", tops)
float_table("quick_float_atan_low", "What that leaves of it.",
            [to_float(mp.atan(c) - top) for c, top in zip(centers, tops)])
float_table("quick_float_atan_slope", "Its first derivative, 1 / (1 + c^2).",
            [to_float(1 / (1 + c * c)) for c in centers])

# ---- tanh, erf, gelu
# In floats: a polynomial of degree 6 about one of 32 numbers c each, its first three coefficients floats in the
# neighbourhood of which c is sought so that they are hardly rounded.
def rounding(x):
    """What rounding a double to float adds to it."""
    fraction, exponent = math.frexp(x)
    scaled = math.ldexp(fraction, 24)
    return math.ldexp(round(scaled) - scaled, exponent - 24)


def rest(g, weight, low, high, first, count):
    """`count` coefficients c for which the greatest |weight(h) (c[0] h^first + c[1] h^(first + 1) ... - g(h))| on [low, high]
    is least: by least squares with Lawson's weights, which bear that g has other terms than these."""
    nodes = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (i + mpf(1) / 2) / 40) for i in range(40)]
    rows = [[weight(h) * h ** (first + k) for k in range(count)] for h in nodes]
    wanted = [weight(h) * g(h) for h in nodes]
    weights = [mpf(1)] * len(nodes)
    for _ in range(6):
        normal, right = matrix(count, count), matrix(count, 1)
        for row, w, weight_of_row in zip(rows, wanted, weights):
            for i in range(count):
                right[i] += weight_of_row * row[i] * w
                for k in range(count):
                    normal[i, k] += weight_of_row * row[i] * row[k]
        solved = lu_solve(normal, right)
        errors = [abs(w - sum(solved[k] * row[k] for k in range(count))) for row, w in zip(rows, wanted)]
        weights = [w * error for w, error in zip(weights, errors)]
        weights = [w / sum(weights) for w in weights]
    return [solved[k] for k in range(count)]


def float_expansion(f, terms, low, high, whole, most):
    """c and the seven coefficients for arguments from low to high, as floats, and their error, relative to `whole`. `terms`
    makes the first three of Taylor's by the functions of math or mp; up to `most` numbers are tried."""
    middle, reach = (low + high) / 2, (high - low) / 2
    relative = lambda h: 1 / whole(middle + h)
    best = minimax(lambda h: f(middle + h), relative, -reach, reach, 6, 4)
    # What the best coefficients are more than Taylor's hardly changes.
    more = [float(b - t) for b, t in zip(best, terms(mp, mpf(middle)))]
    # What an error of each of the first three is worth, once the others make the best of it.
    made_good = [rest(lambda h: h**power, relative, -reach, reach, 3, 4) for power in range(3)]
    worth = [[float((h**power - h**3 * value(made_good[power], h)) * relative(h)) for power in range(3)]
             for h in (reach * mpf(i) / 8 for i in range(-8, 9))]
    # Off the middle, what the polynomial leaves out and what comes of the rounding of its last four terms is more.
    left_out = float(abs((value(best, reach) - f(high)) / whole(high)))
    rounded = math.ldexp(float(reach**3 / whole(low)), math.frexp(float(best[3]))[1] - 25)
    found, step = [(1.0, 0.0)], math.ldexp(1.0, math.frexp(middle)[1] - 24)
    tried = range(int((middle - reach / 5) / step), int((middle + reach / 5) / step))
    for i in tried[::max(1, len(tried) // most)]:
        c = i * step
        value_of_c, slope, half = terms(math, c)
        off = rounding(value_of_c + more[0])
        if abs(off) > found[-1][0] * float(whole(c)):
            continue
        off_slope, off_half = rounding(slope + more[1]), rounding(half + more[2])
        off_middle = 1 + abs(c - middle) / reach
        worst = left_out * off_middle**7 + rounded * off_middle**3 + max(
            abs(off * w[0] + off_slope * w[1] + off_half * w[2]) for w in worth)
        if worst < found[-1][0]:
            found = sorted(found + [(worst, c)])[:6]
    return min((float_expansion_at(f, terms, more, c, low, high, whole) for _, c in found), key=lambda made: made[2])


def float_expansion_at(f, terms, more, c, low, high, whole):
    least, greatest = max(mpf(low), mpf(2) ** -20) - c, mpf(high) - c
    first = [to_float(t + m) for t, m in zip(terms(mp, mpf(c)), more)]
    last = rest(lambda h: f(c + h) - value(first, h), lambda h: 1 / whole(c + h), least, greatest, 3, 4)
    all_terms = first + [to_float(t) for t in last]
    grid = [least + (greatest - least) * (i + mpf(1) / 3) / 200 for i in range(200)]
    return c, all_terms, max(abs((value(all_terms, h) - f(c + h)) / whole(c + h)) for h in grid)


def float_expansions(name, what, f, terms, offset, steepness, top, whole=None, most=1 << 30):
    """For arguments up to `top`, in 32 cells of an eighth of a binade of steepness x + offset, where the first one begins in
    its middle: about 0, if f is 0 there. `whole` is what counts their error, if not f itself."""
    whole = whole or f
    first = int(offset * 8)
    bounds = [(mpf(2) ** (j // 8 - 1) * (8 + j % 8) / 8 - offset) / steepness for j in range(first + 1, first + 33)]
    cells = [(float(low), float(high)) for low, high in zip(bounds, bounds[1:])]
    made = [float_expansion_at(f, terms, [0.0] * 3, 0.0, 0.0, float(bounds[0]), whole) if f(mpf(0)) == 0 else
            float_expansion(f, terms, 0.0, float(bounds[0]), whole, most)]
    made += [float_expansion(f, terms, low, min(high, top), whole, most) for low, high in cells]
    print("/// %s about one of 32 numbers, the first row, by a polynomial of degree 6 in what the argument is more, each of the" % what)
    print("/// others a coefficient. Cells of an eighth of a binade of %s x + %s, the argument up to %s; error 2^%.1f." % (
        mp.nstr(steepness, 5), mp.nstr(offset, 5), top, mp.log(max(error for _, _, error in made), 2)))
    print("inline constexpr float %s[][32] = {" % name)
    # As the bits of the sum count them, those of 1 ending in 24.
    made = [made[(j - 16 - first) % 32] for j in range(32)]
    for row in zip(*([c] + coefficients for c, coefficients, _ in made)):
        for i in range(0, 32, 6):
            print("    " + ("{" if i == 0 else " ") + ", ".join(hexadecimal_float(x) for x in row[i:i + 6]) +
                  ("}," if i == 30 else ","))
    print("};\n")


float_expansions("quick_float_tanh", "tanh", mp.tanh,
                 lambda m, c: (m.tanh(c), 1 / m.cosh(c) ** 2, -m.tanh(c) / m.cosh(c) ** 2), mpf(23) / 16, mpf("2.275"), 9.0125)

# As multiples of a number near 2/sqrt pi, so that the slope at 0 is nearly a float.
slope = 2 / mp.sqrt(mp.pi)
factor = next(c for c in (1 + mpf(i) * mpf(2) ** -23 for i in range(1 << 20, 2 << 20))
              if abs(to_float(slope / c) * c / slope - 1) < mpf(2) ** -40)
print("/// What the expansions of erf are to be multiplied by.")
print("inline constexpr float quick_float_erf_factor = %s;" % hexadecimal_float(factor))
float_expansions("quick_float_erf", "erf", lambda x: mp.erf(x) / factor,
                 lambda m, c: (m.erf(c) / float(factor), float(slope / factor) * m.exp(-c * c),
                               -c * float(slope / factor) * m.exp(-c * c)), mpf(19) / 16, mpf("4.283"), 3.925)


def gelu_terms(m, t):
    """Taylor's first three coefficients of t e^(t^2/2) erfc(t/sqrt 2) / 2 about t."""
    tail, density = m.exp(t * t / 2) * m.erfc(t / m.sqrt(2)) / 2, 1 / m.sqrt(2 * m.pi)
    bend = t * tail - density
    return t * tail, tail + t * bend, ((1 + t * t) * bend + t * tail + bend) / 2


print("/// With G(t) = t e^(t^2/2) erfc(t/sqrt 2) / 2:")
float_expansions("quick_float_gelu", "G", lambda t: gelu_terms(mp, t)[0], gelu_terms, mpf(27) / 16, mpf("2.7014"), 9.0)


def softplus_terms(m, t):
    """Taylor's first three coefficients of e^t ln(1 + e^-t) - 1 about t."""
    f, s = m.exp(t) * m.log1p(m.exp(-t)), 1 / (1 + m.exp(-t))
    return f - 1, f - s, (f - s - s * (1 - s)) / 2


print("/// With S(t) = e^t ln(1 + e^-t) - 1, and the error that of S + 1:")
float_expansions("quick_float_softplus", "S", lambda t: softplus_terms(mp, t)[0], softplus_terms, mpf(27) / 16, mpf("0.949"),
                 25.6, lambda t: softplus_terms(mp, t)[0] + 1, 100000)

# ---- cbrt
table("quick_cbrt_of_inverse", "c^(-1/3) for the cells of logarithms.", [float(mp.cbrt(1 / c)) for c in inverses])
table("quick_cbrt_of_power", "2^(j/3) for j = 0 and 1, and of -1 as the last entry.",
      [float(mp.power(2, mpf(j) / 3)) for j in [0, 1] + [0] * 13 + [-1]])
polynomial("quick_cbrt", "(1 + r)^(1/3)", lambda r: mp.cbrt(1 + r), lambda r: 1 / mp.cbrt(1 + r), least, greatest, 6)

# ---- erf
top = mpf("3.925")
square = lambda u: (u + 1) * top**2 / 2
ratio = of_root(lambda x: mp.erf(x) / x)
polynomial("quick_erf", "erf(x) / x as a polynomial in u = 2 (x/3.925)^2 - 1, x from 0 to 3.925.",
           lambda u: ratio(square(u)), lambda u: 1 / ratio(square(u)), -1 + mpf(2) ** -40, 1, 23)

# ---- gelu
tail = lambda x: mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2)) / 2
polynomial("quick_gelu_tail", "e^(x^2/2) erfc(x/sqrt 2) / 2 as a polynomial in u = 1/(x + 4), x from 0 to 15.",
           lambda u: tail(1 / u - 4), lambda u: 1 / tail(1 / u - 4), mpf(1) / 19, mpf(1) / 4, 16)

print("""// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA""")
