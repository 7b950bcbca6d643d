"""The maintainers' scripts refuse what they cannot use: exit 2, one line, and no file is changed.

usage: scripts_test.py SOURCES
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(sys.argv[1])
HEAD = "zerostride accuracy 2\n"
OPERANDS = "0xc16912cd 0x0 0x0 0x0"
DIGESTS = " ".join(["0x1"] * 16)
faults = []


def run(script, *arguments):
    # Packages that happen to be found are none of the test's.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([sys.executable, "-B", str(script), *map(str, arguments)], capture_output=True, text=True,
                          timeout=60, env=environment)


def refused(words, script, *arguments):
    done = run(script, *arguments)
    if done.returncode != 2 or words not in done.stderr or len(done.stderr.splitlines()) != 1:
        faults.append(f"{script.name} {arguments}: {done.returncode}, {done.stderr!r}, not {words!r}")


def expect(what, condition):
    if not condition:
        faults.append(what)


with tempfile.TemporaryDirectory() as scratch:
    tree = Path(scratch, "tree")
    shutil.copytree(SOURCES / "accuracy", tree / "accuracy", ignore=shutil.ignore_patterns("*.cpp", "__pycache__"))
    for name in ("include/zerostride/ops.def", "docs/coverage.py", "docs/onnxruntime_cells.tsv",
                 "tests/gates/counts.py", "tests/gates/readme.py", "bench/numpy_expressions.py"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCES / name, tree / name)
    document = tree / "document.md"
    document.write_text("<!-- part: command -->\nold\n<!-- /part -->\n")
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}

    record, nowhere = Path(scratch, "proof.txt"), Path(scratch, "nowhere")
    for name in ("hard_floats.py", "known_digests.py"):
        script = tree / "accuracy" / name
        refused(f"usage: {name}", script)
        refused(f"{nowhere}: No such file or directory", script, nowhere)
        refused(f"{tree}: Is a directory", script, tree)
        for text, words in (("", "does not begin and end so"), ("garbage\n", "does not begin and end so"),
                            (HEAD, "does not begin and end so"), (HEAD + "\nend\n", ":2: is no line of a record"),
                            (HEAD + "sweep Exp f32\nend\n", ":2: is no line of a record"),
                            (HEAD + f"hard 0x1p-29 {OPERANDS}\nend\n", ":2: is no line of a record"),
                            (HEAD + "sweep Exp f32 all r 4294967296\nhard 0x1p-29 0x0\nend\n", ":3: is no line"),
                            (HEAD + "sweep Exp f32 all r 4294967296\ndigests 0x1\nend\n", ":3: is no line")):
            record.write_text(text)
            refused(words, script, record)
        record.write_bytes(b"\xff\n")
        refused("it is no text", script, record)
    record.write_text(HEAD + f"sweep Nosuch f32 all r 1\nhard 0x1p-29 {OPERANDS}\nend\n")
    refused("no operator Nosuch", tree / "accuracy/hard_floats.py", record)
    record.write_text(HEAD + f"sweep Exp f32 all r 4294967296\ndigests {DIGESTS}\nend\n")
    refused("Exp has other digests", tree / "accuracy/known_digests.py", record)

    readme, coverage = tree / "tests/gates/readme.py", tree / "docs/coverage.py"
    refused("usage: readme.py", readme)
    refused("usage: readme.py", readme, document, "part", "--write")
    refused(f"{nowhere}: No such file or directory", readme, nowhere, "part", "echo")
    refused("has no part other", readme, document, "other", "echo", "new")
    for command, words in ((("true",), "prints nothing"), (("false",), "false: 1"),
                           ((nowhere,), f"{nowhere}: No such")):
        refused(words, readme, document, "part", "--write", *command)
    refused("usage: coverage.py", coverage)
    refused(f"{nowhere}: No such file or directory", coverage, nowhere)
    refused("prints no table of operators", coverage, "echo")
    refused("usage: counts.py", tree / "tests/gates/counts.py")
    refused(f"{nowhere}: No such file or directory", tree / "tests/gates/counts.py", document, nowhere)
    refused("numpy_expressions.py: No module named", tree / "bench/numpy_expressions.py")
    expect("a refusal changed files", before == {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()})

    # What can be used is.
    record.write_text(HEAD + f"sweep Exp f32 all r 4294967296\nhard 0x1p-29 {OPERANDS}\n"
                      f"sweep Nosuch f32 all r 4294967296\ndigests {DIGESTS}\nend\n")
    done = run(tree / "accuracy/known_digests.py", record)
    written = (tree / "accuracy/known_digests.hpp").read_text()
    expect(f"no digests: {done}", done.returncode == 0 and '{"Nosuch",\n     {0x0000000000000001, 0x' in written)
    record.write_text(HEAD + f"sweep Exp f32 all r 4294967296\nhard 0x1p-29 {OPERANDS}\nend\n")
    done = run(tree / "accuracy/hard_floats.py", record)
    written = (tree / "accuracy/hard_floats.hpp").read_text()
    expect(f"no hard float: {done}", done.returncode == 0 and "{op::exp, 0xc16912cd}," in written)
    expect("a part is not written", run(readme, document, "part", "--write", "echo", "new").returncode == 0 and
           document.read_text() == "<!-- part: command -->\nnew\n<!-- /part -->\n")
    expect("a difference is not 1", run(readme, document, "part", "echo", "old").returncode == 1)

for fault in faults:
    print(fault)
print(f"{len(faults)} faults")
sys.exit(bool(faults))
