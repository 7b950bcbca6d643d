#!/usr/bin/env python3
"""No code compiled for one instruction set can reach a processor that lacks it.

An inline function that two objects both define is kept once, by link order: if the copy compiled for AVX-512
survives, every caller runs it. So for each kernel object:
  - it defines exactly one global symbol, a data table in the namespace of its instruction set, and no function;
  - every weak or unique symbol bears the instruction set's name, so that no other object can share it;
  - it has no constructors, which would run before anything was chosen;
  - it calls the C library's plain functions only, never a function that another object could define for it; the
    data that it names are those of its own instruction set, of the one that this one extends, or numbers that all share.
The objects of those numbers define read-only data and nothing else. The archive must hold exactly these objects.

usage: symbols.py NM OBJDUMP ARCHIVE ISA[+EXTENDED]=OBJECT[:OBJECT...] [ISA=...] [data=OBJECT...]
"""
import subprocess
import sys
from pathlib import Path

# What compilers call on their own for copies, comparisons and stack checks, and exact functions: the fma of baseline,
# the fmod of quotients beyond 2^52, the floor and ceil of an operator's attributes.
C_FUNCTIONS = {"memcpy", "memmove", "memset", "memcmp", "bcmp", "fma", "fmaf", "__stack_chk_fail", "__stack_chk_guard",
               "_GLOBAL_OFFSET_TABLE_", "fmod", "floor", "ceil"}


# The namespace of the numbers that instruction sets share.
SHARED = "data"


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(nm, path):
    """(kind, name) of every symbol of an object or archive."""
    for line in output_of(nm, "--format=posix", path).splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[1]) == 1:
            yield fields[1], fields[0]


def namespace_of(isa):
    return f"N10zerostride7kernels{len(isa)}{isa}"


def faults_of(nm, objdump, isa, extended, path):
    here = namespace_of(isa)
    known = tuple("_Z" + namespace_of(name) for name in (isa, extended, SHARED) if name)
    own_names = (here[1:], f"xsimd_{isa}")
    tables = []
    for kind, name in symbols(nm, path):
        if kind in "WVuwvi":
            if not any(own in name for own in own_names):
                yield f"{name} is weak and does not bear the name of {isa}"
        elif kind == "U":
            if name not in C_FUNCTIONS and not name.startswith(known):
                yield f"{name} is taken from some other object"
        elif kind == "T":
            yield f"{name} is a global function"
        elif kind.isupper():
            tables.append(name)
    family = Path(path).name.split(".")[0]
    expected = f"_Z{here}{len(family)}{family}E"
    if tables != [expected]:
        yield f"the global data are {tables or 'missing'}, not just {expected}"
    for section in (".init_array", ".ctors", ".preinit_array"):
        if section in output_of(objdump, "-h", path):
            yield f"it has a section {section}: something runs before main"


def faults_of_shared(nm, path):
    for kind, name in symbols(nm, path):
        if kind != "R" or not name.startswith("_Z" + namespace_of(SHARED)):
            yield f"{name} is no table of numbers that instruction sets may share"


def main():
    nm, objdump, archive, *rows = sys.argv[1:]
    faults, tables = [], set()
    for row in rows:
        names, _, paths = row.partition("=")
        isa, _, extended = names.partition("+")
        objects = [path for path in paths.split(":") if path]
        if not objects:
            faults.append(f"{isa}: no objects")
        for path in objects:
            found = list(faults_of_shared(nm, path) if isa == SHARED else faults_of(nm, objdump, isa, extended, path))
            faults += [f"{isa}: {Path(path).name}: {fault}" for fault in found]
            tables |= {name for kind, name in symbols(nm, path) if kind in "DRBC"}
    archived = [name for kind, name in symbols(nm, archive)
                if kind in "DRB" and name.startswith("_ZN10zerostride7kernels")]
    if sorted(archived) != sorted(tables):
        faults.append(f"the archive's kernel tables are {sorted(archived)}, the objects' {sorted(tables)}")
    for fault in faults:
        print(fault)
    print(f"{len(tables)} kernel tables, {len(faults)} faults")
    return 1 if faults or not tables else 0


sys.exit(main())
