"""bench/compare and bench/regress, as far as they go without a build: what they refuse, and with what they exit.

usage: scripts_test.py SOURCES
Exits with 77 where there is no git.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if shutil.which("git") is None:
    print("no git")
    sys.exit(77)
SOURCES = Path(sys.argv[1])
faults = []


def write_program(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def expect(what, done, returncode, words, lines=1):
    said = done.stderr.splitlines()
    if done.returncode != returncode or words not in done.stderr or (lines and len(said) != lines):
        faults.append(f"{what}: {done.returncode}, {done.stderr!r}, not {words!r}")


with tempfile.TemporaryDirectory() as scratch:
    tree, stubs = Path(scratch, "tree"), Path(scratch, "stubs")
    for name in ("bench/compare", "bench/regress", "bench/report.py", ".ci/packages.sh"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCES / name, tree / name)
    # Nothing is installed by a test, and nothing is built.
    for name, script in (("dpkg-query", "echo installed"), ("apt-get", "exit 1"), ("npm", "exit 1"),
                         ("cmake", "echo no compiler; exit 1")):
        write_program(stubs / name, script)
    environment = {**os.environ, "PATH": f"{stubs}:{os.environ['PATH']}", "GIT_CEILING_DIRECTORIES": scratch,
                   "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
                   "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b"}

    def run(*command):
        return subprocess.run([str(word) for word in command], cwd=tree, capture_output=True, text=True,
                              env=environment)

    compare, regress = tree / "bench/compare", tree / "bench/regress"
    expect("no run", run(compare), 2, "usage: bench/compare")
    part = run(compare, "--full", "--docs", "--", "--case", "add")
    expect("a part for the documents", part, 2, "--docs takes no ARGUMENT")
    expect("no checkout", run(regress), 2, "is no git checkout")
    expect("no name", run(regress, ""), 2, "the base revision has no name")
    expect("too many words", run(regress, "HEAD", "HEAD"), 2, "usage: bench/regress")
    for command in (("git", "init", "--quiet"), ("git", "add", "."), ("git", "commit", "--quiet", "-m", "all")):
        run(*command)
    expect("no revision", run(regress, "nosuch"), 2, "no revision nosuch")
    expect("a build that fails", run(regress, "HEAD"), 2, "no compiler", lines=None)
    # The base that is checked out there goes where the checkout goes.
    (tree / "new").write_text("of the second revision\n")
    for command in (("git", "add", "new"), ("git", "commit", "--quiet", "-m", "more")):
        run(*command)
    moved = tree.rename(Path(scratch, "moved"))
    tree, compare, regress = moved, moved / "bench/compare", moved / "bench/regress"
    base = tree / "build/regress/source"
    for revision, is_there in (("HEAD", True), ("HEAD~1", False)):
        expect(f"{revision} of a checkout that was moved", run(regress, revision), 2, "no compiler", lines=None)
        if (base / "new").exists() != is_there:
            faults.append(f"{revision} is not what is checked out")

    # Help is no measurement.
    write_program(stubs / "cmake", "exit 0")
    write_program(tree / "build/compare/bin/zerostride_compare", 'echo "program $*"')
    helped = run(compare, "--quick", "--", "--help")
    if helped.returncode != 0 or not helped.stdout.endswith("program --help\n"):
        faults.append(f"the program's help: {helped}")

    # Measurements that make no report do not take the place of those that made the last one.
    write_program(stubs / "cmake", "exit 0")
    write_program(tree / "build/compare/bin/zerostride_compare", 'echo garbage >"$2"')
    kept = tree / "docs/performance.jsonl"
    kept.parent.mkdir()
    kept.write_text("kept\n")
    refused = run(compare, "--full", "--docs")
    expect("measurements that are none", refused, 2, "full.jsonl:1: not a line of measurements", lines=None)
    left = sorted(path.name for path in kept.parent.iterdir())
    if kept.read_text() != "kept\n" or left != ["performance.jsonl"]:
        faults.append(f"measurements that are none left {left}, {kept.read_text()!r}")

for fault in faults:
    print(fault)
print(f"{len(faults)} faults")
sys.exit(bool(faults))
