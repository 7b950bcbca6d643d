#!/usr/bin/python3
"""Measures and draws the cliff: what [M,C] + [C] costs per element as the inner extent C grows from 1 to 64.

    docs/cliff.py build/release/bin/zerostride     measures, writes docs/cliff.csv, draws docs/cliff.svg
    docs/cliff.py                                  draws what docs/cliff.csv holds

float32, 900,000 elements, one thread. Zerostride's figures are medians of 60 runs, NumPy's the fastest of 60: its runs
are long enough to be interrupted, and a busy machine must not speak against it. Each is the smallest of three, taken
in three passes over all extents, so that a disturbance does not fall on one extent. The row `inner_extent = 0` is
[900000] + [900000], where nothing is broadcast.
"""
import csv
import os
import platform
import re
import subprocess
import sys
import tempfile
import timeit
from pathlib import Path

import numpy as np

ELEMENTS, RUNS, PASSES = 900_000, 60, 3
DOCS = Path(__file__).resolve().parent


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def zerostride_ns(program, a, b):
    printed = subprocess.run([program, "eval", "Add", a, b, "--repeat", str(RUNS), "--threads", "1"],
                             check=True, capture_output=True, text=True).stdout
    return float(re.search(r"([0-9.e+-]+) ns per element", printed)[1])


def numpy_ns(a, b):
    out = np.empty_like(a)
    return min(timeit.repeat(lambda: np.add(a, b, out=out), number=1, repeat=RUNS)) * 1e9 / a.size


def measure(program):
    random = np.random.default_rng(1)
    best = {}
    with tempfile.TemporaryDirectory() as directory:
        files = (f"{directory}/a.npy", f"{directory}/b.npy")
        for _ in range(PASSES):
            for extent in range(65):
                shape = (ELEMENTS // extent, extent) if extent else (ELEMENTS,)
                a = random.random(shape, dtype=np.float32)
                b = random.random(shape[-1:], dtype=np.float32)
                for file, operand in zip(files, (a, b)):
                    np.save(file, operand)
                now = (zerostride_ns(program, *files), numpy_ns(a, b))
                best[extent] = tuple(map(min, now, best.get(extent, now)))
    staged = DOCS / "cliff.csv.part"
    with open(staged, "w", encoding="utf-8", newline="") as file:
        file.write(f"# {processor()}, one thread, float32, {ELEMENTS} elements, NumPy {np.__version__}; ns per element\n")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("inner_extent", "zerostride", "numpy"))
        rows.writerows((extent, f"{ours:.4f}", f"{numpys:.4f}") for extent, (ours, numpys) in sorted(best.items()))
    os.replace(staged, DOCS / "cliff.csv")


def draw():
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "cliff", "svg.fonttype": "none", "font.family": "sans-serif"})
    import matplotlib.pyplot as plt

    with open(DOCS / "cliff.csv", encoding="utf-8") as file:
        about = file.readline().lstrip("# ").strip()
        rows = list(csv.DictReader(file))
    flat = next(row for row in rows if row["inner_extent"] == "0")
    rows = [row for row in rows if row["inner_extent"] != "0"]
    extents = [int(row["inner_extent"]) for row in rows]

    figure, axes = plt.subplots(figsize=(8.2, 4.2))
    for name, label, colour in (("numpy", "NumPy", "#8a8f98"), ("zerostride", "Zerostride", "#c2410c")):
        axes.plot(extents, [float(row[name]) for row in rows], color=colour, linewidth=2, marker="o", markersize=3)
        axes.axhline(float(flat[name]), color=colour, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.annotate(label, (extents[2], float(rows[2][name])), xytext=(6, 8), textcoords="offset points",
                      color=colour, weight="bold")
    axes.set_xscale("log", base=2)
    axes.set_xticks([1, 2, 3, 4, 8, 16, 32, 64], labels=["1", "2", "3", "4", "8", "16", "32", "64"])
    axes.minorticks_off()
    axes.set_xlim(0.95, 68)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("C: extent of the innermost axis")
    axes.set_ylabel("ns per element")
    axes.set_title("[M, C] + [C] with M x C = 900,000.  Dashed: the same sum with nothing to broadcast",
                   loc="left", fontsize=10)
    axes.text(1, -0.2, about, transform=axes.transAxes, ha="right", fontsize=7, color="#555555")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    staged = DOCS / "cliff.svg.part"
    figure.savefig(staged, format="svg", metadata={"Date": None, "Creator": None})
    # No blank at the end of a line, so that version control shows changes of the drawing alone.
    staged.write_text("".join(line.rstrip() + "\n" for line in staged.read_text(encoding="utf-8").splitlines()),
                      encoding="utf-8")
    os.replace(staged, DOCS / "cliff.svg")


if len(sys.argv) > 1:
    measure(sys.argv[1])
draw()
