#!/usr/bin/env python3
"""The arrows between the rooms point inwards: ARCHITECTURE.md draws them, this holds them.

usage: includes.py SOURCE_TREE
"""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
SOURCES = {".hpp", ".cpp", ".h", ".def"}

# Which of our own files a room may include, as patterns of include paths.
PUBLIC = r"zerostride/[a-z_]+\.(hpp|h|def)"
CXX = r"(?!zerostride/zerostride(_dlpack|_graph)?\.h$)" + PUBLIC  # C++ knows nothing of the C interface
ROOMS = {
    "include/zerostride": [PUBLIC],
    "kernels/move": [r"kernels/simd(/[a-z]+)?\.hpp", r"kernels/mover_table\.hpp"],
    "kernels/simd": [r"kernels/simd(/[a-z]+)?\.hpp"],
    "kernels": [r"kernels/.*\.hpp", r"zerostride/(dtype|op)\.hpp", r"zerostride/families\.def"],
    "dispatch": [r"dispatch/.*\.hpp", r"kernels/table\.hpp", r"isas\.def", CXX],
    "dispatch/packing": [r"dispatch/(axis|packing/[a-z_]+)\.hpp", r"kernels/mover_table\.hpp", r"zerostride/isa\.hpp"],
    "capi": [r"capi/.*\.hpp", PUBLIC],
    "graph": [r"graph/[a-z_]+\.hpp", r"graph/onnx/element_types\.hpp", r"dispatch/(attempt|extents|fp_environment|parts|plan/(bytes|cost)|threads)\.hpp", CXX],
    "graph/onnx": [r"graph/onnx/.*\.hpp", r"files/[a-z_]+\.hpp", CXX],
    "integrations": [r"integrations/.*\.hpp", r"graph/onnx/(early_forms|element_types)\.hpp", CXX],
    "accuracy": [r"accuracy/.*\.hpp", r"revision\.hpp", CXX],
    "files": [r"files/[a-z_]+\.hpp"],
    "tools": [r"(?!(kernels|dispatch|capi|bench|integrations|tests)/|graph/(?!onnx/)).*\.hpp", PUBLIC],
    "bench": [r"(?!(kernels|dispatch|capi|accuracy|graph|tools|tests)/).*\.hpp", r"(isas|peers)\.def", PUBLIC],
}
# Headers that only the named files may include.
SIMD = {"kernels/simd.hpp"}
RESTRICTED = {
    r"xsimd/.*": SIMD,
    r"(?!xmm).*intrin\.h": SIMD,
    r"xmmintrin\.h": SIMD | {"dispatch/fp_environment.hpp"},  # the control register alone
    r"arm_(neon|sve|acle)\.h": SIMD,
    r"cpuid\.h": {"dispatch/cpu.cpp"},
    r"dlpack/.*": {"include/zerostride/dlpack.hpp", "include/zerostride/zerostride_dlpack.h"},
    r"omp\.h": {"dispatch/threads.cpp"},
}
RESTRICTED_ROOMS = ("include/", "kernels/", "dispatch/", "capi/")
# Kernels are compiled with a processor's flags, so they include nothing that defines inline functions which
# somebody else might share.
HERMETIC = {"array", "cstddef", "cstdint", "limits", "type_traits", "utility"}


def room_of(path):
    return max((room for room in ROOMS if path.startswith(room + "/")), key=len, default=None)


def faults_of(path, text):
    room = room_of(path)
    for quote, name in INCLUDE.findall(text):
        ours = quote == '"' or name.startswith("zerostride/")
        if ours and not any(re.fullmatch(allowed, name) for allowed in ROOMS[room]):
            yield f'{path}: "{name}" is not for {room}/'
        if path.startswith(RESTRICTED_ROOMS):
            for pattern, holders in RESTRICTED.items():
                if re.fullmatch(pattern, name) and path not in holders:
                    yield f"{path}: <{name}> is for {', '.join(sorted(holders))} alone"
        if path.startswith("kernels/") and not ours and path not in SIMD and name not in HERMETIC:
            yield f"{path}: <{name}> is not one of the hermetic headers"


def main():
    root = Path(sys.argv[1])
    faults, files, includes = [], 0, 0
    for room in ("include/zerostride", "kernels", "dispatch", "capi", "graph", "integrations", "accuracy", "files",
                 "tools", "bench"):
        for file in sorted((root / room).rglob("*")):
            if file.suffix not in SOURCES:
                continue
            text = file.read_text(encoding="utf-8")
            files += 1
            includes += len(INCLUDE.findall(text))
            faults += faults_of(file.relative_to(root).as_posix(), text)
    # A rule that cannot fire holds nothing.
    for path, line in [("kernels/ops/x.hpp", '#include "dispatch/plan/state.hpp"'), ("kernels/x.cpp", "#include <vector>"),
                       ("kernels/move/x.hpp", '#include "kernels/table.hpp"'), ("kernels/x.hpp", "#include <immintrin.h>"),
                       ("kernels/simd/x.hpp", '#include "kernels/table.hpp"'), ("kernels/simd/x.hpp", "#include <immintrin.h>"),
                       ("dispatch/x.cpp", '#include "kernels/simd.hpp"'), ("dispatch/x.cpp", "#include <xsimd/xsimd.hpp>"),
                       ("dispatch/packing/x.cpp", '#include "dispatch/plan/state.hpp"'),
                       ("include/zerostride/x.hpp", '#include "kernels/table.hpp"'),
                       ("dispatch/x.cpp", '#include "tools/npy.hpp"'), ("dispatch/x.cpp", '#include "capi/tensor.hpp"'),
                       ("capi/x.cpp", '#include "dispatch/plan/state.hpp"'),
                       ("graph/x.cpp", '#include "dispatch/plan/state.hpp"'), ("graph/x.cpp", '#include "graph/onnx/reader.hpp"'),
                       ("graph/onnx/x.cpp", '#include "graph/plan.hpp"'), ("tools/x.cpp", '#include "graph/plan.hpp"'),
                       ("bench/x.cpp", '#include "dispatch/plan/state.hpp"'), ("tools/x.cpp", '#include "integrations/x.hpp"'),
                       ("integrations/x.cpp", '#include "graph/plan.hpp"'),
                       ("accuracy/x.cpp", '#include "kernels/table.hpp"'), ("accuracy/x.cpp", '#include "tools/npy.hpp"'),
                       ("files/x.cpp", '#include "zerostride/view.hpp"'), ("bench/x.cpp", '#include "tools/npy.hpp"'),
                       ("dispatch/x.cpp", '#include "zerostride/zerostride.h"'),
                       ("include/zerostride/x.hpp", "#include <xsimd/xsimd.hpp>")]:
        if not list(faults_of(path, line)):
            faults.append(f"this gate would not notice {line} in {path}")
    for fault in faults:
        print(fault)
    print(f"{files} files, {includes} includes, {len(faults)} faults")
    return 1 if faults or includes == 0 else 0


sys.exit(main())
