#!/usr/bin/env python3
"""Runs a command and says whether it ended with the expected status and printed what was expected: ctest looks at one
of the two.

usage: expect.py STATUS REGULAR_EXPRESSION COMMAND..."""
import re
import subprocess
import sys


def main():
    if len(sys.argv) < 4 or not sys.argv[1].isdecimal():
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    status, expected, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    print(ran.stdout, end="", flush=True)
    faults = []
    if ran.returncode != status:
        faults.append(f"expect.py: it ended with {ran.returncode}, and {status} was expected")
    if not re.search(expected, ran.stdout):
        faults.append(f"expect.py: nothing that it printed matches {expected!r}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
