#!/usr/bin/env python3
"""Writes known_digests.hpp: what the correctly rounded results of functions of all floats add up to.

PROGRESS is what `zerostride accuracy all f32 --exhaustive --progress PROGRESS` kept. What the file has stays; where
both have a function they have to agree, for what is right does not change.

usage: known_digests.py PROGRESS...
"""
import re
from pathlib import Path

import record

HERE = Path(__file__).parent
ROW = re.compile(r'\{"([^"]+)",\s*\{([^}]*)\}\}')


def main(*paths):
    path = HERE / "known_digests.hpp"
    text = path.read_text()
    known = {name: re.findall(r"0x[0-9a-f]+", digests) for name, digests in ROW.findall(text)}
    for path_of_record in paths:
        for sweep in record.read(path_of_record):
            if sweep.type != "f32" or sweep.count != 1 << 32:
                continue
            for what, *words in sweep.lines:
                digests = [f"0x{int(word, 16):016x}" for word in words] if what == "digests" else None
                if digests and known.setdefault(sweep.function, digests) != digests:
                    raise record.Refused(f"{path_of_record}: {sweep.function} has other digests than {path}")
    rows = []
    for name, digests in sorted(known.items()):
        lines = [", ".join(digests[i:i + 4]) for i in range(0, len(digests), 4)]
        rows.append('    {"' + name + '",\n     {' + ",\n      ".join(lines) + "}},\n")
    head, end = re.search(r"(?s)^(.*every_known_digest\[\] = \{\n).*?(\n?\};\n.*)$", text).groups()
    record.replace(path, head + "".join(rows) + end.lstrip("\n"))
    return f"{len(rows)} functions"


record.run(main, "known_digests.py PROGRESS...", 1)
