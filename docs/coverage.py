#!/usr/bin/env python3
"""Prints, operator by operator, for how many element types there are kernels: here, in ONNX's lists, in ONNX Runtime.

Exits with 1 when Zerostride has fewer anywhere, with 2 and a line when it cannot tell.

usage: coverage.py ZEROSTRIDE...     the command line and what runs it
"""
import subprocess
import sys
from pathlib import Path


def cells_of_peer(path):
    """How many element types ONNX Runtime has for each operator."""
    cells = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("#"):
            operator, tab, count = line.partition("\t")
            if not tab or not count.isdecimal():
                raise ValueError(f"{path}:{number}: no operator, tab and number")
            cells[operator] = int(count)
    return cells


def rows_of(command):
    """Operator, cells here and cells in ONNX's lists, as `zerostride ops` prints them."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    table = done.stdout.splitlines()
    try:
        at = {name: slice(table[0].index(name), table[0].index(name) + len(name)) for name in ("cells", "ONNX")}
        rows = [(line.split()[0], int(line[at["cells"]]), int(line[at["ONNX"]])) for line in table[1:table.index("")]]
    except (ValueError, IndexError):
        rows = []
    if not rows:
        raise ValueError(f"{' '.join(command)}: prints no table of operators")
    return rows


def main():
    if len(sys.argv) < 2:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    try:
        peer = cells_of_peer(Path(__file__).parent / "onnxruntime_cells.tsv")
        rows = [(*row, peer.pop(row[0], 0)) for row in rows_of([*sys.argv[1:], "ops"])]
        if peer:
            raise ValueError(f"no such operators: {', '.join(peer)}")
    except OSError as wrong:
        print(f"coverage.py: {wrong.filename}: {wrong.strerror}", file=sys.stderr)
        return 2
    except ValueError as wrong:
        print(f"coverage.py: {wrong}", file=sys.stderr)
        return 2
    print("| operator | Zerostride | ONNX | ONNX Runtime |")
    print("|---|---:|---:|---:|")
    for row in rows:
        print("| {} | {} | {} | {} |".format(*row))
    print("| all | {} | {} | {} |".format(*(sum(row[k] for row in rows) for k in (1, 2, 3))))
    fewer = [row[0] for row in rows if row[1] < max(row[2:])]
    if fewer:
        print(f"fewer cells: {', '.join(fewer)}", file=sys.stderr)
    return 1 if fewer else 0


sys.exit(main())
