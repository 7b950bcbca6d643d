#!/usr/bin/env python3
"""The C interface keeps its promises: what is recorded here was released, and programs in other languages hold it.

  abi.py symbols RECORD [--write] NM LIBRARY HEADER... what the shared library exports: zs_ symbols and nothing else,
                                                      just those that the headers declare
  abi.py values RECORD [--write] PROGRAM...           the numbers and layouts that a C program prints, a line each

What has gone or changed is a fault, and so is what is new until it is recorded: the command that does is printed.
"""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exported(nm, library):
    """{name: kind} of all symbols; a name has the version that programs ask for."""
    rows = (line.split() for line in output_of(nm, "-D", "--defined-only", "--format=posix", library).splitlines())
    # The symbol that stands for the version itself (kind A): LLVM's nm gives it its own version, GNU's does not.
    return {row[0].split("@")[0] if row[1] == "A" else row[0]: row[1] for row in rows}


def declared(header):
    return set(re.findall(r"^ZS_API [^;(]*?\b(zs_\w+)\(", Path(header).read_text(encoding="utf-8"), re.M))


def pairs_of(text):
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if line)


def faults_of(recorded, found):
    for name, value in recorded.items():
        if name not in found:
            yield f"{name} has gone"
        elif found[name] != value:
            yield f"{name} was {value} and is {found[name]}"


def strangers_of(symbols, names):
    """Symbols that are not the interface's, and functions of the interface that are none."""
    plain = {name.split("@")[0] for name, kind in symbols.items() if kind != "A"}
    yield from (f"{name} is exported and does not begin with zs_" for name in sorted(plain)
                if not name.startswith("zs_"))
    yield from (f"{name} is exported and the header does not declare it" for name in sorted(plain - names)
                if name.startswith("zs_"))
    yield from (f"{name} is declared and not exported" for name in sorted(names - plain))


def main():
    what, record, *arguments = sys.argv[1:]
    write = arguments[:1] == ["--write"]
    arguments = arguments[1:] if write else arguments
    faults = []
    if what == "symbols":
        nm, library, *headers = arguments
        found = exported(nm, library)
        faults += strangers_of(found, set().union(*map(declared, headers)))
    else:
        found = pairs_of(output_of(*arguments))
    record = Path(record)
    recorded = pairs_of(record.read_text(encoding="utf-8")) if record.exists() else {}
    faults += faults_of(recorded, found)
    if write and not faults:
        staged = record.with_name(record.name + ".part")
        staged.write_text("".join(f"{name} {value}\n" for name, value in found.items()), encoding="utf-8")
        os.replace(staged, record)
        recorded = found
    new = [name for name in found if name not in recorded]
    for name in new:
        print(f"new: {name} {found[name]}")
    if new:
        print("record them: " + shlex.join([sys.argv[0], what, str(record), "--write", *arguments]))
        faults.append("what is new is not recorded")
    # A rule that cannot fire holds nothing.
    if len(list(faults_of({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "3"}))) != 2:
        faults.append("this test would not notice what has gone or changed")
    if len(list(strangers_of({"zs_a@@V": "T", "zs_b@@V": "T", "std": "W", "V": "A"}, {"zs_a", "zs_c"}))) != 3:
        faults.append("this test would not notice strangers")
    for fault in faults:
        print(fault)
    print(f"{len(found)} found, {len(recorded)} recorded, {len(new)} new, {len(faults)} faults")
    return 1 if faults or not recorded else 0


sys.exit(main())
