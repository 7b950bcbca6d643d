#!/usr/bin/env python3
"""NumPy's expressions with NumPy's kernels and with ours, in turns, as a Markdown table.

    cmake --preset release && cmake --build build/release
    ZEROSTRIDE_THREADS=1 PYTHONPATH=build/release/python /usr/bin/python3 bench/numpy_expressions.py

The same text is evaluated with arrays of NumPy's and with views of them as zerostride.ndarray; the answers are compared
before they are timed. Medians of turns, in microseconds.
"""

import statistics
import sys
import time

try:
    import numpy as np

    import zerostride as zs
except ImportError as missing:
    hint = "PYTHONPATH=build/release/python has zerostride" if missing.name == "zerostride" else "Debian: python3-numpy"
    print(f"numpy_expressions.py: {missing} ({hint})", file=sys.stderr)
    sys.exit(2)

RNG = np.random.default_rng(1)


def floats(*shape, dtype="f4"):
    return RNG.uniform(0.5, 2, shape).astype(dtype)


CASES = [  # what, expression, arrays
    ("a picture, normalised per channel", "(x - m) / s", dict(x=floats(480, 640, 3), m=floats(3), s=floats(3))),
    ("rows of 3 and a column", "x * c", dict(x=floats(300000, 3), c=floats(300000, 1))),
    ("attention scores and a mask", "x + m", dict(x=floats(8, 12, 128, 128), m=floats(8, 1, 1, 128))),
    ("a matrix and a transposed one", "x + y.T", dict(x=floats(1000, 900), y=floats(900, 1000))),
    ("sigmoid", "1 / (1 + np.exp(-x))", dict(x=floats(1000, 1000))),
    ("tanh", "np.tanh(x)", dict(x=floats(1000, 1000))),
    ("sine, double", "np.sin(x)", dict(x=floats(1000, 1000, dtype="f8"))),
    ("power", "x ** y", dict(x=floats(1000, 1000), y=floats(1000))),
    ("half precision", "x * y + x", dict(x=floats(1000, 1000, dtype="f2"), y=floats(1000, dtype="f2"))),
    ("bytes, each channel up to a limit", "np.minimum(x, y)",
     dict(x=RNG.integers(0, 256, (900, 1000, 3), "u1"), y=RNG.integers(0, 256, 3, "u1"))),
    ("remainders of integers", "x % y", dict(x=RNG.integers(-1000, 1000, (1000, 1000)), y=RNG.integers(1, 50, 1000))),
    ("choice by a comparison", "np.where(x < y, x, y)", dict(x=floats(1000, 1000), y=floats(1000, 1))),
    ("in place", "np.add(x, y, out=z)", dict(x=floats(64, 64), y=floats(64), z=floats(64, 64))),
    ("sixteen numbers", "x + y", dict(x=floats(16), y=floats(16))),
]


def same(ours, theirs):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return False
    return np.allclose(ours, theirs, rtol=4 * np.finfo(ours.dtype).eps) if ours.dtype.kind == "f" else np.array_equal(ours, theirs)


def microseconds(code, names):
    """Of one run, of as many as take some milliseconds."""
    runs, spent = 1, 0.0
    while True:
        begin = time.perf_counter()
        for _ in range(runs):
            eval(code, names)
        spent = time.perf_counter() - begin
        if spent > 5e-3:
            return spent / runs * 1e6
        runs *= 2


def short(number):
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def main():
    if len(sys.argv) > 1:
        print("usage: numpy_expressions.py, without arguments", file=sys.stderr)
        return 2
    print("| what | expression | shapes | NumPy, us | with Zerostride, us | ratio |")
    print("|---|---|---|---:|---:|---:|")
    for what, text, operands in CASES:
        code = compile(text, what, "eval")
        theirs = dict(np=np, **operands)
        ours = dict(np=np, **{name: zs.asarray(array) for name, array in operands.items()})
        if not same(eval(code, ours), eval(code, theirs)):
            print(f"numpy_expressions.py: {what}: other answers", file=sys.stderr)
            return 1
        turns = [(microseconds(code, theirs), microseconds(code, ours)) for _ in range(9)]
        before, after = (statistics.median(turn[i] for turn in turns) for i in (0, 1))
        shapes = ", ".join(f"{array.dtype.str[1:]}{list(array.shape)}".replace(" ", "") for array in operands.values())
        print(f"| {what} | `{text}` | {shapes} | {short(before)} | {short(after)} | {before / after:.2g} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
