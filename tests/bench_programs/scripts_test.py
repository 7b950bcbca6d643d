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


def expect(what, done, returncode, words, lines=1):
    said = done.stderr.splitlines()
    if done.returncode != returncode or words not in done.stderr or (lines and len(said) != lines):
        faults.append(f"{what}: {done.returncode}, {done.stderr!r}, not {words!r}")


with tempfile.TemporaryDirectory() as scratch:
    tree, stubs = Path(scratch, "tree"), Path(scratch, "stubs")
    for name in ("bench/compare", "bench/regress", ".ci/packages.sh"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCES / name, tree / name)
    stubs.mkdir()
    # Nothing is installed by a test, and nothing is built.
    for name, script in (("dpkg-query", "echo installed"), ("apt-get", "exit 1"),
                         ("cmake", "echo no compiler; exit 1")):
        (stubs / name).write_text(f"#!/bin/sh\n{script}\n")
        (stubs / name).chmod(0o755)
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

for fault in faults:
    print(fault)
print(f"{len(faults)} faults")
sys.exit(bool(faults))
