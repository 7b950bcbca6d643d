"""What `zerostride accuracy --progress` keeps, for scripts that write headers from it. record.cpp has the grammar."""
import os
import re
import sys
from collections import namedtuple

HEAD = "zerostride accuracy 2"
NUMBER = r"0x[0-9a-f]+"
OPERANDS = rf"( {NUMBER}){{4}}"
LINES = {"tally": rf"\w+ \d+ \d+ \S+{OPERANDS}", "wrong": rf"\w+{OPERANDS} {NUMBER} {NUMBER}",
         "hard": rf"\S+{OPERANDS}", "digests": rf"{NUMBER}( {NUMBER}){{15}}"}

# `lines` are the words of the results.
Sweep = namedtuple("Sweep", "function type count lines")


class Refused(Exception):
    """Why nothing is written, in a line."""


def read(path):
    """The sweeps of a record, which is whole."""
    try:
        with open(path, encoding="utf-8") as file:
            head, *lines = file.read().splitlines() or [""]
    except ValueError:
        raise Refused(f"{path}: is no record of zerostride accuracy: it is no text") from None
    if head != HEAD or not lines or lines[-1] != "end":
        raise Refused(f"{path}: is no record of zerostride accuracy: it does not begin and end so")
    sweeps = []
    for number, line in enumerate(lines[:-1], 2):
        what, _, rest = line.partition(" ")
        if what == "sweep" and re.fullmatch(r"\S+ \S+ \S+ \S+ \d+", rest):
            function, kind, _, _, count = rest.split()
            sweeps.append(Sweep(function, kind, int(count), []))
        elif sweeps and what in LINES and re.fullmatch(LINES[what], rest):
            sweeps[-1].lines.append(line.split())
        else:
            raise Refused(f"{path}:{number}: is no line of a record")
    return sweeps


def replace(path, text):
    """Gives the file this text, whole or not at all."""
    staged = path.with_name(path.name + ".part")
    try:
        staged.write_text(text, encoding="utf-8")
        os.replace(staged, path)
    finally:
        staged.unlink(missing_ok=True)


def run(main, usage, least, most=None):
    """Ends the program with what main(arguments...) prints, or with 2 and a line."""
    arguments = sys.argv[1:]
    if len(arguments) < least or (most is not None and len(arguments) > most):
        wrong = f"usage: {usage}"
    else:
        try:
            print(main(*arguments))
            sys.exit(0)
        except Refused as refused:
            wrong = refused
        except OSError as failed:
            wrong = f"{failed.filename}: {failed.strerror}"
    print(wrong, file=sys.stderr)
    sys.exit(2)
