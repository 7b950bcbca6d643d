#!/usr/bin/env python3
"""The sources are laid out as .clang-format says, by version 14 of clang-format: others lay out some lines otherwise.

The files that git knows or would add, or those that are named. Exits with 1 when one is not, with 77 and a line where
there is nothing to tell that with.

usage: format.py SOURCE_TREE [FILE...]
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = "14"
# Laid out by hand in a line or two; what is a table by hand says so in the file.
BY_HAND = {"kernels/family/cast.cpp", "kernels/math/quick_root.hpp"}


def skip(why):
    print(f"SKIP: format.py: {why}")
    sys.exit(77)


def formatter():
    for name in ("clang-format-" + VERSION, "clang-format"):
        found = shutil.which(name)
        if not found:
            continue
        said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
        if re.search(rf"version {VERSION}\.", said):
            return found
    skip(f"there is no clang-format {VERSION} (Debian: clang-format-{VERSION})")


def sources(root):
    try:
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z",
                                 "*.c", "*.h", "*.cpp", "*.hpp"], capture_output=True, text=True)
    except FileNotFoundError:
        skip("there is no git to list the files")
    if listed.returncode != 0:
        skip("git does not list the files: " + " ".join(listed.stderr.split()))
    names = [name for name in listed.stdout.split("\0") if name and name not in BY_HAND]
    return [str(root / name) for name in names if (root / name).exists()]


def main():
    if len(sys.argv) < 2:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    root = Path(sys.argv[1])
    command = [formatter(), f"--style=file:{root / '.clang-format'}", "--dry-run", "-Werror"]
    files = sys.argv[2:] or sources(root)
    if not files:
        print("format.py: there is no file to look at", file=sys.stderr)
        return 2
    said = subprocess.run(command + files, capture_output=True, text=True)
    print(said.stdout + said.stderr, end="")
    print(f"{len(files)} files, " + ("as .clang-format says" if said.returncode == 0 else "not all as .clang-format says"))
    return 1 if said.returncode != 0 else 0


sys.exit(main())
