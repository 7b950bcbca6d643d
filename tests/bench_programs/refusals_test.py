"""What the benchmarks' programs cannot measure is refused at once: exit 2 and one line, which says what is wrong.

usage: refusals_test.py BENCH BARS SEARCH REGRESS BEFORE AGAIN LOST     the programs, and builds for zerostride_regress
"""
import os
import shutil
import subprocess
import sys
import tempfile

BENCH, BARS, SEARCH, REGRESS, BEFORE, AGAIN, LOST = sys.argv[1:]
faults = []


def outcome_of(*command, **more):
    environment = {**os.environ, **more.pop("environment", {})}
    return subprocess.run(command, stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, text=True,
                          timeout=60, env=environment)


def refused(words, *command, **more):
    done = outcome_of(*command, **more)
    name = os.path.basename(command[0])
    lines = done.stderr.splitlines()
    if done.returncode != 2 or len(lines) != 1 or not lines[0].startswith(name + ": ") or words not in lines[0] or \
            len(lines[0]) > 200 or done.stdout:
        faults.append(f"{name} {command[1:]}: {done.returncode}, {done.stderr!r}, not {words!r}; {done.stdout!r}")


def expect(what, condition):
    if not condition:
        faults.append(what)


for option, value in (("--seconds", "nan"), ("--seconds", "0"), ("--seconds", "-1"), ("--seconds", "inf"),
                      ("--seconds", "1e300"), ("--worst", "-1"), ("--seed", "-1"), ("--seed", "1.5"),
                      ("--seed", "18446744073709551616")):
    refused(f"{option}: '{value}' is no ", SEARCH, f"{option}={value}")
refused("no element type f31", SEARCH, "--type", "f31")
refused("no case has the element type str", SEARCH, "--type", "str")
refused("no element type f31", BARS, "--type", "f31")
refused("no section that is asked for measures u16", BARS, "--type", "f32,u16")
refused("no section that is asked for measures i8", BARS, "--section", "half,tiny", "--type", "i8")
for program, option in ((BARS, "--shapes"), (BENCH, "--shapes"), (REGRESS, "--cases")):
    operands = (BEFORE, AGAIN, BEFORE) if program == REGRESS else ()
    refused("/: cannot be read", program, *operands, option, "/")
    refused("", program, *operands, option + "=")
for threads in ("0", "9999", "1.5", "two"):
    for program, operands in ((BENCH, ()), (REGRESS, (BEFORE, AGAIN, BEFORE))):
        refused("--threads: ", program, *operands, "--threads", threads)
for offset in ("8", "64", "-16", "x"):
    for program, operands in ((SEARCH, ()), (REGRESS, (BEFORE, AGAIN, BEFORE))):
        refused("--offset: ", program, *operands, f"--offset={offset}")
placed = outcome_of(SEARCH, "--only", "--seed", "3", "--offset", "16")
expect(f"the offset of a case: {placed}", placed.returncode == 0 and " --seed 3 --offset 16 " in placed.stdout)
refused("no such case was met", SEARCH, "--type", "bool", "--seconds", "0.05")
refused("are one file", REGRESS, BEFORE, BEFORE, AGAIN)
with tempfile.NamedTemporaryFile(suffix=".so") as cut:
    whole = open(BEFORE, "rb").read()
    for part in (0, 100, len(whole) // 3, len(whole) // 2):
        cut.truncate(0)
        cut.seek(0)
        cut.write(whole[:part])
        cut.flush()
        refused("", REGRESS, BEFORE, AGAIN, cut.name, "--case", "add/f32/contiguous_256")
refused("unknown argument --benchmark_typo", BENCH, "--threads=2", "--benchmark_typo")
everything = outcome_of(BENCH, "--benchmark_list_tests")
expect("a list without a filter", everything.returncode == 0 and len(everything.stdout.splitlines()) > 10000)
refused("", BENCH, "--benchmark_filter=^add/[")
passed = outcome_of(BENCH, "--benchmark_list_tests", "--threads", "2", "--benchmark_filter=^add/f(32)/[a-b]+.*/row_")
expect(f"what Google Benchmark knows is passed on: {passed}", passed.returncode == 0 and passed.stdout and all(
    line.startswith(("add/f32/", "limit/")) and line.endswith("/real_time") for line in passed.stdout.splitlines()))
refused("no case has 'typo' in its name", REGRESS, BEFORE, AGAIN, BEFORE, "--case", "add/f32/contiguous_256,typo")
with tempfile.TemporaryDirectory() as place:
    none = outcome_of(REGRESS, LOST, shutil.copy(LOST, place), LOST, "--case", "add/f32/contiguous_256")
expect(f"builds without a case: {none}", none.returncode == 2 and "both builds have none" in none.stderr)

lost = outcome_of(REGRESS, BEFORE, AGAIN, LOST, "--case", "add/f32/contiguous_256")
expect(f"a lost case: {lost}", lost.returncode == 1)

# The row that no run could measure is named before the first is measured.
with tempfile.NamedTemporaryFile("w", suffix=".txt") as cases:
    cases.write("[some]\nfine add f32 [4] [4]\nwrong add f32 [4] [4] alpha=1\n")
    cases.flush()
    refused(f"{cases.name}:3: wrong: ", REGRESS, BEFORE, AGAIN, BEFORE, "--cases", cases.name)

# The bars are those of the exact functions, whatever the environment asks for.
environment = {"ZEROSTRIDE_ACCURACY": "loose"}
done = outcome_of(BARS, "--quick", "--section", "rare,tiny", "--type", "f32", environment=environment)
expect(f"an accuracy that does not exist: {done.stderr}", done.returncode == 0)

if os.path.exists("/dev/full"):
    for command in ((SEARCH, "--only", "--seed", "3"), (BARS, "--quick", "--section", "tiny"),
                    (REGRESS, BEFORE, AGAIN, BEFORE, "--case", "add/f32/contiguous_256")):
        with open("/dev/full", "w") as full:
            refused("standard output cannot be written", *command, stdout=full)

for fault in faults:
    print(fault)
print(f"{len(faults)} faults")
sys.exit(bool(faults))
