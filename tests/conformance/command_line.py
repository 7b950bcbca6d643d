"""The command line as an evaluator of operators: what it lists, and one operation on arrays."""

import os
import pathlib
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

REAL = np.dtype([("hi", "<f8"), ("lo", "<f8")])
TYPES = {"real": REAL, "f16": np.dtype("f2"), "f32": np.dtype("f4"), "f64": np.dtype("f8"), "bool": np.dtype("?"),
         **{"%s%d" % (kind, 8 * size): np.dtype(kind + str(size)) for kind in "iu" for size in (1, 2, 4, 8)}}


class Refused(Exception):
    """The program's one line on standard error."""


class Operator:
    """A row of `zerostride ops`."""

    def __init__(self, row):
        self.name = row["operator"]
        count = re.fullmatch(r"(\d+)(?: to (\d+)| (or more))?", row["operands"])
        self.least = int(count[1])
        self.most = None if count[3] else int(count[2] or count[1])
        self.types = [name for name in [*TYPES, "str"] if row[name]]

    def takes(self, count):
        """Whether it takes so many operands; None: as many as it takes at most."""
        return count is None or self.least <= count <= (self.most or count)


class CommandLine:
    def __init__(self, command, directory):
        # It runs in a directory of its own.
        self.command = [os.path.abspath(word) if os.path.sep in word else word for word in command]
        self.directory = pathlib.Path(directory)

    def start(self, *arguments, stdout=subprocess.PIPE):
        done = subprocess.run([*self.command, *map(str, arguments)], stdin=subprocess.DEVNULL, timeout=300,
                              stdout=stdout, stderr=subprocess.PIPE, cwd=self.directory)
        if done.returncode != 0:
            raise Refused("exit %d: %s" % (done.returncode, done.stderr.decode(errors="replace").strip()))
        return (done.stdout or b"").decode()

    def operators(self):
        """The operators by their ONNX names, from the table that the program prints."""
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                for line in self.start("ops", "--markdown").splitlines() if line.startswith("|")]
        operators = [Operator(dict(zip(rows[0], row))) for row in rows[2:]]
        return {operator.name: operator for operator in operators}

    def evaluate(self, operator, operands, attributes=()):
        """The result of an operator on arrays; None stands for an absent operand. Raises Refused."""
        with tempfile.TemporaryDirectory(dir=self.directory) as place:
            names = []
            for number, values in enumerate(operands):
                names.append("-" if values is None else os.path.join(place, "x%d.npy" % number))
                if values is not None:
                    np.save(names[-1], values, allow_pickle=False)
            words = [word for name, value in attributes for word in ("--attr", "%s=%s" % (name, value))]
            result = os.path.join(place, "z.npy")
            self.start("eval", operator, *names, *words, "-o", result)
            return np.load(result, allow_pickle=False)


def in_parallel(function, cases):
    """function(case) for each case, on all processors; a list in their order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, cases))
