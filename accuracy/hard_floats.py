#!/usr/bin/env python3
"""Writes hard_floats.hpp: the floats that are hardest to round, and those that were rounded wrongly once.

PROGRESS is what `zerostride accuracy all f32 --exhaustive --progress PROGRESS` kept. What the file has stays.

usage: hard_floats.py PROGRESS...
"""
import re
from pathlib import Path

import record

HERE = Path(__file__).parent
ROW = re.compile(r"\{op::(\w+), 0x([0-9a-f]+)\}")


def main(*paths):
    names = {onnx: name for name, onnx in
             re.findall(r"^ZS_OP\( *\d+, (\w+), +(\w+),", (HERE.parent / "include/zerostride/ops.def").read_text(), re.M)}
    path = HERE / "hard_floats.hpp"
    known = set(ROW.findall(path.read_text())) if path.exists() else set()
    for path_of_record in paths:
        for sweep in record.read(path_of_record):
            if sweep.type != "f32":
                continue
            of = names.get(sweep.function.split(":")[0])
            if of is None:
                raise record.Refused(f"{path_of_record}: no operator {sweep.function}")
            for what, _, x, *_ in sweep.lines:
                # Ties among halves of the least numbers are millions; their neighbourhood is tried anyway.
                if what == "hard" or (what == "wrong" and int(x, 16) & 0x7fffffff >= 0x01000000):
                    known.add((of, f"{int(x, 16):08x}"))
    rows = [f"    {{op::{name}, 0x{x}}},\n" for name, x in sorted(known)]
    record.replace(path, f"""// Floats whose results are next to a tie, most of all of the 2^32: written by hard_floats.py.
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
    return f"{len(rows)} floats"


record.run(main, "hard_floats.py PROGRESS...", 1)
