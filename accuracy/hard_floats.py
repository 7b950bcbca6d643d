#!/usr/bin/env python3
"""Writes hard_floats.hpp: the floats that are hardest to round, and those that were rounded wrongly once.

PROGRESS is what `zerostride accuracy all f32 --exhaustive --progress PROGRESS` kept. What the file has stays.

usage: hard_floats.py PROGRESS...
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROW = re.compile(r"\{op::(\w+), 0x([0-9a-f]+)\}")


def main():
    names = {onnx: name for name, onnx in
             re.findall(r"^ZS_OP\( *\d+, (\w+), +(\w+),", (HERE.parent / "include/zerostride/ops.def").read_text(), re.M)}
    path = HERE / "hard_floats.hpp"
    known = set(ROW.findall(path.read_text())) if path.exists() else set()
    for progress in sys.argv[1:]:
        of = None
        for line in Path(progress).read_text().splitlines():
            words = line.split()
            if words[0] == "sweep":
                of = names[words[1].split(":")[0]] if words[2] == "f32" else None
            elif of and words[0] in ("hard", "wrong"):
                x = int(words[2], 16)
                # Ties among halves of the least numbers are millions; their neighbourhood is tried anyway.
                if words[0] == "hard" or x & 0x7fffffff >= 0x01000000:
                    known.add((of, f"{x:08x}"))
    rows = [f"    {{op::{name}, 0x{x}}},\n" for name, x in sorted(known)]
    path.write_text(f"""// Floats whose results are next to a tie, most of all of the 2^32: written by hard_floats.py.
#pragma once

#include <cstdint>

#include "zerostride/op.hpp"

namespace zerostride::accuracy {{

// clang-format off

struct hard_float {{
    op which;
    std::uint32_t bits;
}};
inline constexpr hard_float hard_floats[] = {{
{"".join(rows)}}};

}}  // namespace zerostride::accuracy
""")
    print(f"{len(rows)} floats")


main()
