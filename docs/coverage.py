#!/usr/bin/env python3
"""Prints, operator by operator, for how many element types there are kernels: here, in ONNX's lists, in ONNX Runtime.

Fails when Zerostride has fewer anywhere.

usage: coverage.py ZEROSTRIDE...     the command line and what runs it
"""
import subprocess
import sys
from pathlib import Path


def main():
    peer = {}
    for line in (Path(__file__).parent / "onnxruntime_cells.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            operator, cells = line.split("\t")
            peer[operator] = int(cells)
    table = subprocess.run([*sys.argv[1:], "ops"], check=True, capture_output=True, text=True).stdout.splitlines()
    at = {name: (table[0].index(name), table[0].index(name) + len(name)) for name in ("cells", "ONNX")}
    rows = []
    for line in table[1:table.index("")]:
        cells, listed = (int(line[slice(*at[name])]) for name in ("cells", "ONNX"))
        operator = line.split()[0]
        rows.append((operator, cells, listed, peer.pop(operator, 0)))
    if peer:
        sys.exit(f"no such operators: {', '.join(peer)}")
    print("| operator | Zerostride | ONNX | ONNX Runtime |")
    print("|---|---:|---:|---:|")
    for row in rows:
        print("| {} | {} | {} | {} |".format(*row))
    print("| all | {} | {} | {} |".format(*(sum(row[k] for row in rows) for k in (1, 2, 3))))
    fewer = [row[0] for row in rows if row[1] < max(row[2:])]
    if fewer:
        sys.exit(f"fewer cells: {', '.join(fewer)}")


main()
