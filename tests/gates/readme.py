#!/usr/bin/env python3
"""A generated part of a Markdown file is what its command prints. With --write the file is brought up to date.

The part stands between the lines <!-- NAME: COMMAND --> and <!-- /NAME -->.

usage: readme.py FILE NAME [--write] COMMAND [ARGUMENT...]
"""
import difflib
import os
import re
import subprocess
import sys
from pathlib import Path


def main():
    file, name, *command = sys.argv[1:]
    write = command[:1] == ["--write"]
    printed = subprocess.run(command[1:] if write else command, check=True, capture_output=True, text=True).stdout
    path = Path(file)
    text = path.read_text(encoding="utf-8")
    part = re.compile(rf"(<!-- {name}: [^\n]* -->\n)(.*?)(<!-- /{name} -->\n)", re.S)
    found = part.search(text)
    if not found:
        print(f"{path.name} has no part {name}")
        return 1
    printed = printed.strip("\n") + "\n"
    if write:
        whole = text[:found.start(2)] + printed + text[found.end(2):]
        staged = path.with_name(path.name + ".part")
        staged.write_text(whole, encoding="utf-8")
        os.replace(staged, path)
        return 0
    difference = list(difflib.unified_diff(found[2].splitlines(), printed.splitlines(), path.name, "printed", "", "", 1, ""))
    print("\n".join(difference) if difference else f"{len(printed.splitlines())} lines agree")
    return 1 if difference else 0


sys.exit(main())
