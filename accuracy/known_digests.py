#!/usr/bin/env python3
"""Writes known_digests.hpp: what the correctly rounded results of functions of all floats add up to.

PROGRESS is what `zerostride accuracy all f32 --exhaustive --progress PROGRESS` kept. What the file has stays; where
both have a function they have to agree, for what is right does not change.

usage: known_digests.py PROGRESS...
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROW = re.compile(r'\{"([^"]+)",\s*\{([^}]*)\}\}')


def main():
    path = HERE / "known_digests.hpp"
    text = path.read_text()
    known = {name: re.findall(r"0x[0-9a-f]+", digests) for name, digests in ROW.findall(text)}
    for progress in sys.argv[1:]:
        of = None
        for line in Path(progress).read_text().splitlines():
            words = line.split()
            if words[0] == "sweep":
                of = words[1] if words[2] == "f32" and int(words[5]) == 1 << 32 else None
            elif of and words[0] == "digests":
                digests = [f"0x{int(word, 16):016x}" for word in words[1:]]
                if known.setdefault(of, digests) != digests:
                    sys.exit(f"{progress}: {of} has other digests than {path}")
    rows = []
    for name, digests in sorted(known.items()):
        lines = [", ".join(digests[i:i + 4]) for i in range(0, len(digests), 4)]
        rows.append('    {"' + name + '",\n     {' + ",\n      ".join(lines) + "}},\n")
    head, end = re.search(r"(?s)^(.*every_known_digest\[\] = \{\n).*?(\n?\};\n.*)$", text).groups()
    path.write_text(head + "".join(rows) + end.lstrip("\n"))
    print(f"{len(rows)} functions")


main()
