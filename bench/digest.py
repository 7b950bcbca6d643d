#!/usr/bin/env python3
"""Prints what the measurements in docs/ say in short, as the README has it: a row for each processor and number of threads.

usage: digest.py DOCS
"""
import sys
from pathlib import Path

import report

PROCESSORS = [("AMD Zen 5", ""), ("AMD Zen 4", "zen4"), ("AMD Zen 3", "zen3"), ("Intel Xeon", "xeon")]


def rows_of(name, folder, docs):
    place = docs / folder
    about, measured = report.read(place / "performance.jsonl")
    entries = report.entries_of(about, measured)
    link = "/".join(part for part in (docs.name, folder, "performance.md") if part)
    for threads in sorted({entry.threads for entry in entries}):
        others, exact, fast = ([entry for entry in entries if entry.threads == threads and belongs(entry)]
                               for belongs in report.CLASSES.values())
        if not others:
            raise report.Refused(f"{place / 'performance.jsonl'}: no case but functions with {threads} threads")
        won = sum(entry.ratio >= report.WON for entry in others)
        yield (f"[{name}]({link})", about["instructions"], threads, len(others),
               report.factor(report.mean(entry.ratio for entry in others)),
               report.factor(report.against(others, "ONNX Runtime")), report.factor(report.against(others, "NumPy")),
               f"{100 * won / len(others):.0f} %", report.factor(report.mean(entry.ratio for entry in exact)),
               report.factor(report.mean(entry.ratio for entry in fast)))


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    docs = Path(sys.argv[1])
    try:
        rows = [row for name, folder in PROCESSORS for row in rows_of(name, folder, docs)]
    except OSError as wrong:
        print(f"digest.py: {wrong.filename}: {wrong.strerror}", file=sys.stderr)
        return 2
    except report.Refused as wrong:
        print(f"digest.py: {wrong}", file=sys.stderr)
        return 2
    head = ("processor", "instructions", "threads", "cases", "best other", "ONNX Runtime", "NumPy", "won or within 5 %",
            "functions, exact: best other", "fast")
    print("\n".join(report.table(head, "llrrrrrrrr", rows)))
    return 0


sys.exit(main())
