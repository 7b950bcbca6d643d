#!/usr/bin/env python3
"""Writes settled_inputs.hpp: the floats that the careful path rounds wrongly, with their correctly rounded results.

PROGRESS is what `zerostride accuracy all f32 --exhaustive --progress PROGRESS` kept. Lists only grow: what they settle is
not found any more, so what the file has stays.

usage: settled.py PROGRESS [FILE]
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "accuracy"))
import record  # noqa: E402

ROW = re.compile(r"constexpr listed<settlement, \d+> settlements<op::(\w+), (\d)>\{\{(.*?)\}\};", re.S)
PAIR = re.compile(r"\{0x([0-9a-f]+), 0x([0-9a-f]+)\}")


def c_name(function):
    """What the operator of ops.def with this ONNX name is called."""
    rows = (Path(__file__).parents[3] / "include/zerostride/ops.def").read_text()
    found = re.search(rf"ZS_OP\( *\d+, (\w+), +{re.escape(function)},", rows)
    if not found:
        raise record.Refused(f"no operator {function}")
    return found[1]


def main(progress, file=None):
    path = Path(file) if file else Path(__file__).resolve().parents[1] / "settled_inputs.hpp"
    known = {}
    if path.exists():
        for name, form, body in ROW.findall(path.read_text()):
            known[name, int(form)] = {int(x, 16): int(y, 16) for x, y in PAIR.findall(body)}
    for sweep in record.read(progress):
        if sweep.type != "f32" or (":" in sweep.function and sweep.function != "Gelu:tanh"):
            continue
        of = c_name(sweep.function.split(":")[0]), int(sweep.function == "Gelu:tanh")
        for words in sweep.lines:
            if words[0] != "wrong":
                continue
            x, y = int(words[2], 16), int(words[7], 16)
            # Halves that are ties among the subnormal floats follow a rule, not a list.
            if of[0] in ("gelu", "swish") and x & 0x7fffffff < 0x01000000:
                continue
            known.setdefault(of, {})[x] = y
    text = """// Floats that the f64 bodies round wrongly, and what is right: written by derive/settled.py.
#pragma once

#include "kernels/math/settlement.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

"""
    for (name, form), rows in sorted(known.items()):
        if not rows:
            continue
        cells = [f"{{0x{x:08x}, 0x{y:08x}}}" for x, y in sorted(rows.items())]
        lines = [", ".join(cells[i:i + 4]) for i in range(0, len(cells), 4)]
        text += f"template <>\nconstexpr listed<settlement, {len(cells)}> settlements<op::{name}, {form}>{{{{\n    "
        text += ",\n    ".join(lines) + ",\n}};\n"
    text += "\n}  // namespace\n}  // namespace zerostride::kernels::ZS_ISA\n"
    record.replace(path, text)
    return f"{sum(map(len, known.values()))} inputs of {len(known)} functions"


record.run(main, "settled.py PROGRESS [FILE]", 1, 2)
