#!/usr/bin/env python3
"""Every public header stands alone: it compiles by itself as C++17 with all warnings as errors (those that end in .h
also as C11), and neither xsimd, nor OpenMP, nor intrinsics come with it, nor DLPack with any but its own.

usage: headers.py INCLUDE_DIRECTORY CXX [FLAG...]
"""
import subprocess
import sys
from pathlib import Path

FOREIGN = ("xsimd", "omp.h", "intrin.h", "arm_neon.h")
DLPACK = {"dlpack.hpp", "zerostride_dlpack.h"}


def faults_of(command, header):
    source = f'#include "zerostride/{header}"\n#include "zerostride/{header}"\nint main() {{ return 0; }}\n'
    compiled = subprocess.run([*command, "-fsyntax-only", "-"], input=source, capture_output=True, text=True)
    if compiled.returncode != 0 or compiled.stderr:
        yield compiled.stderr.strip() or "does not compile"
        return
    read = subprocess.run([*command, "-M", "-"], input=source, capture_output=True, text=True, check=True).stdout
    unwanted = FOREIGN if header in DLPACK else (*FOREIGN, "dlpack.h")
    for name in read.split():
        if any(Path(name).name == foreign or foreign in Path(name).parts or name.endswith(foreign)
               for foreign in unwanted):
            yield f"brings {name} along"


def main():
    include, *compiler = sys.argv[1:]
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", include]
    as_cxx = [*compiler, "-std=c++17", "-x", "c++", *warnings]
    as_c = [*compiler, "-std=c11", "-x", "c", *warnings]
    headers = sorted(path.name for path in Path(include, "zerostride").iterdir() if path.suffix in (".h", ".hpp"))
    faults = []
    probe = subprocess.run([*as_cxx, "-fsyntax-only", "-"], input="#include <dlpack/dlpack.h>\n", capture_output=True,
                           text=True)
    if probe.returncode != 0:
        print(f"left out, there is no dlpack/dlpack.h (Debian: libdlpack-dev): {', '.join(sorted(DLPACK))}")
        headers = [header for header in headers if header not in DLPACK]
    for header in headers:
        for command in [as_cxx] + ([as_c] if header.endswith(".h") else []):
            faults += [f"{header}: {fault}" for fault in faults_of(command, header)]
    for fault in faults:
        print(fault)
    print(f"{len(headers)} headers, {len(faults)} faults")
    return 1 if faults or not headers else 0


sys.exit(main())
