#!/usr/bin/env python3
"""Proves that the square roots of kernels/ops/square_root.hpp are correctly rounded, whatever processor estimates them.

The last step is RN(g + RN(x - g^2) h) with g about sqrt(x) and h about 1 / (2 sqrt(x)). In units of the last place g is
off by 3.5 and h by 2.5 at most: their roundings, each once, and of an estimate within 2^-14 what Newton's steps leave.

1. If the exact sum comes out on the wrong side of a tie, x is within some hundred units of the square of a tie, of as
   many bits as that has: x 2^(2p) = M^2 - c for a small c and M odd with p + 1 bits, p those of the type. Those M are
   the roots of c modulo a power of two: some hundred for all c up to 2000. For each, every g within 4 units and every h
   within 4 is tried. Those for which one goes wrong are left, and each has a |c| far below 2000: beyond there is none.
2. For each that is left, every estimate of 24 bits within 2^-14 is tried, by the steps as they are.

usage: square_root.py
"""
from fractions import Fraction
from math import isqrt

MOST = 2000
UNITS = 4


def nearest(v, bits):
    """v rounded to so many bits, nearest even."""
    if v == 0:
        return Fraction(0)
    size = abs(v)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    unit = Fraction(2) ** (exponent - bits + 1)
    whole = round(size / unit)  # to the even one of two that are as near
    return (whole if v > 0 else -whole) * unit


def roots(c, bits):
    """The odd m < 2^bits with m^2 = c modulo 2^bits, for c = 1 modulo 8."""
    found = {1, 3, 5, 7}
    for k in range(4, bits + 1):
        above = {m + t for m in found for t in (0, 1 << (k - 1), 1 << (k - 2), (1 << (k - 1)) + (1 << (k - 2)))}
        found = {m % (1 << k) for m in above if (m * m - c) % (1 << k) == 0}
    return found


def near_ties(p):
    """(c, x) for x from 1 to 4 whose root is next to a tie."""
    for c in range(1 - MOST // 8 * 8, MOST, 8):
        for bits, low in ((p + 1, 2 * p), (p + 2, 2 * p + 1)):
            for root in roots(c, bits):
                for m in range(root, 1 << (p + 1), 1 << bits):
                    if 1 << low <= m * m - c < 1 << (low + 1):
                        yield c, Fraction(m * m - c, 1 << (2 * p))


def last_step(x, g, h, p):
    return nearest(g + nearest(x - g * g, p) * h, p)


def by_estimate(x, estimate, p):
    """root_by_estimate()"""
    half = Fraction(1, 2)
    h, g = estimate / 2, nearest(x * estimate, p)
    if p == 53:
        e = nearest(half - g * h, p)
        h, g = nearest(h + h * e, p), nearest(g + g * e, p)
    h = nearest(h + h * nearest(half - g * h, p), p)
    return last_step(x, nearest(2 * x * h, p), h, p)


def main():
    for p in 24, 53:
        tried = left = greatest = wrong = 0
        for c, x in near_ties(p):
            tried += 1
            root = Fraction(isqrt(int(x * (1 << (8 * p)))), 1 << (4 * p))
            right, slope = nearest(root, p), nearest(1 / (2 * root), p)
            g_unit, h_unit = Fraction(1, 1 << (p - 1)), Fraction(1, 1 << (p + 1))
            around = range(-UNITS, UNITS + 1)
            if all(last_step(x, right + i * g_unit, slope + j * h_unit, p) == right for i in around for j in around):
                continue
            left += 1
            greatest = max(greatest, abs(c))
            unit = Fraction(1, 1 << 24)
            first = int((1 / root) * (1 - Fraction(1, 1 << 14)) / unit) - 1
            last = int((1 / root) * (1 + Fraction(1, 1 << 14)) / unit) + 2
            wrong += sum(by_estimate(x, n * unit, p) != right for n in range(first, last + 1))
        assert greatest < MOST / 2
        print(f"{p} bits: {tried} numbers near ties, {left} left, their |c| at most {greatest}; {wrong} estimates lead astray")
        assert wrong == 0


if __name__ == "__main__":
    main()
