#!/usr/bin/env python3
"""The sentence of the README that counts operators and cells counts what `zerostride ops` does.

usage: counts.py README ZEROSTRIDE...     the command line and what runs it
"""
import re
import subprocess
import sys
from pathlib import Path

PRINTED = re.compile(r"^(\d+) operators, (\d+) cells .*; ONNX lists (\d+) for them\. (\d+) where the second type", re.M)
WRITTEN = re.compile(r"(\d+) operators, ([\d,]+) cells of operator and type \(([\d,]+) with the second type .*?\); ONNX "
                     r"lists ([\d,]+) for them", re.S)


def main():
    if len(sys.argv) < 3:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    try:
        printed = PRINTED.search(subprocess.run([*sys.argv[2:], "ops"], capture_output=True, text=True).stdout)
        written = WRITTEN.search(Path(sys.argv[1]).read_text(encoding="utf-8"))
    except OSError as wrong:
        print(f"counts.py: {wrong.filename}: {wrong.strerror}", file=sys.stderr)
        return 2
    if not printed or not written:
        print("no counts are printed" if not printed else "no sentence counts operators and cells")
        return 1
    operators, cells, listed, with_second = map(int, printed.groups())
    right = (operators, cells, with_second, listed)
    found = tuple(int(number.replace(",", "")) for number in written.groups())
    names = ("operators", "cells", "cells with the second type", "cells of ONNX's lists")
    wrong = [f"{Path(sys.argv[1]).name} says {found[i]} {names[i]}, which are {right[i]}"
             for i in range(4) if found[i] != right[i]]
    print("\n".join(wrong) if wrong else f"{operators} operators and {cells} cells, as counted")
    return 1 if wrong else 0


sys.exit(main())
