#!/usr/bin/env python3
"""Every case that a report says is not won has a reason there: docs/performance_reasons.tsv has a pattern for it.

usage: reasons.py FOLDER
"""
import re
import sys
from pathlib import Path


def without_reason(report):
    """The cases of the table that ends with the column "why" which say none."""
    cases, is_inside = [], False
    for line in report.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        is_inside = bool(cells) and (is_inside or cells[-1] == "why")
        if is_inside and not cells[-1]:
            cases.append(f"{report}: {cells[0]}: no reason")
    return cases


def main():
    reports = sorted(Path(sys.argv[1]).glob("**/performance.md"))
    wrong = [line for report in reports for line in without_reason(report)]
    print("\n".join(wrong) if wrong else f"{len(reports)} reports give a reason for every case that is not won")
    return 1 if wrong or not reports else 0


if __name__ == "__main__":
    sys.exit(main())
