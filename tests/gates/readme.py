#!/usr/bin/env python3
"""A generated part of a Markdown file is what its command prints. With --write the file is brought up to date.

The part stands between the lines <!-- NAME: COMMAND --> and <!-- /NAME -->. Exits with 1 when they differ, with 2 and a
line when it cannot tell.

usage: readme.py FILE NAME [--write] COMMAND [ARGUMENT...]
"""
import difflib
import os
import re
import subprocess
import sys
from pathlib import Path


def printed_by(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    if not done.stdout.strip():
        raise ValueError(f"{' '.join(command)}: prints nothing")
    return done.stdout.strip("\n") + "\n"


def compare(file, name, write, command):
    path = Path(file)
    text = path.read_text(encoding="utf-8")
    part = re.compile(rf"(<!-- {re.escape(name)}: [^\n]* -->\n)(.*?)(<!-- /{re.escape(name)} -->\n)", re.S)
    found = part.search(text)
    if not found:
        raise ValueError(f"{path.name} has no part {name}")
    printed = printed_by(command)
    if write:
        whole = text[:found.start(2)] + printed + text[found.end(2):]
        staged = path.with_name(path.name + ".part")
        staged.write_text(whole, encoding="utf-8")
        os.replace(staged, path)
        return 0
    difference = list(difflib.unified_diff(found[2].splitlines(), printed.splitlines(), path.name, "printed", "", "", 1, ""))
    print("\n".join(difference) if difference else f"{len(printed.splitlines())} lines agree")
    if difference:
        print(f"bring it up to date: readme.py {file} {name} --write {' '.join(command)}")
    return 1 if difference else 0


def main():
    write = sys.argv[3:4] == ["--write"]
    command = sys.argv[4 if write else 3:]
    if not command:
        print(__doc__.strip().splitlines()[-1], file=sys.stderr)
        return 2
    try:
        return compare(sys.argv[1], sys.argv[2], write, command)
    except OSError as wrong:
        print(f"readme.py: {wrong.filename}: {wrong.strerror}", file=sys.stderr)
    except ValueError as wrong:
        print(f"readme.py: {wrong}".replace("\n", " "), file=sys.stderr)
    return 2


sys.exit(main())
