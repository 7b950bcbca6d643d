"""The report of measurements, from a small file of them: its figures, its lists, the same bytes each time, refusals.

usage: report_test.py REPORT SCRATCH
Exits with 77 where matplotlib is missing.
"""
import copy
import json
import math
import re
import resource
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

try:
    import matplotlib  # noqa: F401
except ImportError:
    print("no matplotlib")
    sys.exit(77)

PROGRAM, SCRATCH = sys.argv[1], Path(sys.argv[2])
PICTURES = [f"performance_{name}.svg" for name in ("cliff", "limit", "tiny", "heat")]


def line(name, threads, group, libraries, type_="f32", result=None, elements=4096):
    operator, _, row = name.split("/")
    return {"key": f"{name} {threads}", "group": group, "operator": operator, "type": type_, "result": result or type_,
            "row": row, "operands": "[4096]", "elements": elements, "bytes": 12 * elements, "threads": threads,
            "libraries": {library: {"ns": ns, "spread": 0.01, "ratio": ns / libraries["Zerostride"],
                                    "ratio_spread": 0.02} for library, ns in libraries.items()}}


ABOUT = {"about": {"run": "quick", "processor": "A processor", "processors": 2, "instructions": "avx2",
                   "l1_bytes": 32768, "l2_bytes": 524288, "l3_bytes": 33554432, "libraries": [
                       {"name": "Zerostride", "version": "1", "kind": "ours"},
                       {"name": "Zerostride fast", "version": "1", "kind": "ours"},
                       {"name": "by hand", "version": "ordinary", "kind": "limit"},
                       {"name": "ONNX Runtime", "version": "1.28", "kind": "rival"},
                       {"name": "ONNX Runtime with Zerostride", "version": "1.28", "kind": "ours"},
                       {"name": "NumPy", "version": "1.24", "kind": "rival"}]}}
LINES = [
    ABOUT,
    line("add/f32/contiguous_4096", 1, "contiguous",
         {"Zerostride": 100, "by hand": 90, "ONNX Runtime": 800, "NumPy": 96}),
    line("add/f32/row_300000x3", 1, "row", {"Zerostride": 100, "ONNX Runtime": 5000, "NumPy": 400,
                                            "ONNX Runtime with Zerostride": 200}, elements=900000),
    line("add/f32/row_450000x2", 1, "row", {"Zerostride": 100, "NumPy": 50}, elements=900000),
    line("add/f32/row_450000x2", 2, "row", {"Zerostride": 100, "NumPy": 100}, elements=900000),
    line("add/f32/tiny_16", 1, "tiny", {"Zerostride": 10, "ONNX Runtime": 1000, "ONNX Runtime with Zerostride": 2000},
         elements=16),
    line("exp/f32/functions_1000", 1, "functions", {"Zerostride": 1000, "Zerostride fast": 400, "NumPy": 800}),
    line("cast/f32_f16/cast_4096", 1, "cast", {"Zerostride": 10, "NumPy": 40}, result="f16"),
    line("where/f32/alone", 1, "where", {"Zerostride": 10}),
]
LINES[3]["libraries"]["NumPy"]["remark"] = "differs on NaN"
LINES[1]["libraries"]["XNNPACK"] = {"remark": "another answer"}


def report(lines, folder, *more, text=None):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    results = SCRATCH / "results.jsonl"
    results.write_bytes("".join(json.dumps(each) + "\n" for each in lines).encode() if text is None else text)
    return subprocess.run([sys.executable, PROGRAM, str(results), str(folder), *more], capture_output=True, text=True)


def expect(what, condition):
    if not condition:
        sys.exit(f"report: {what}")


SCRATCH.mkdir(parents=True, exist_ok=True)
first, second = SCRATCH / "first", SCRATCH / "second"
reasons = SCRATCH / "reasons.tsv"
reasons.write_text("# pattern, reason\nadd/f32/row_*\tpairs need a shuffle\n", encoding="utf-8")
for folder in (first, second):
    done = report(LINES, folder, str(reasons))
    expect(f"it ended with {done.returncode}: {done.stderr}", done.returncode == 0)
made = sorted(path.name for path in first.iterdir())
expect(f"it made {made}", made == sorted(["performance.md", *PICTURES]))
for name in made:
    expect(f"{name} is not the same twice", (first / name).read_bytes() == (second / name).read_bytes())
for name in PICTURES:
    xml.etree.ElementTree.parse(first / name)
    expect(f"{name} has blanks at the ends of lines", all(text == text.rstrip() for text in
                                                         (first / name).read_text(encoding="utf-8").splitlines()))

text = (first / "performance.md").read_text(encoding="utf-8")
rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if row.startswith("| ")]
# One thread, but functions: 96/100, 4, 1/2, 100, 4; within 5 %: all but one. ONNX Runtime: 8, 50, 100. NumPy: .96 4 .5 4.
best = math.exp(sum(map(math.log, (0.96, 4, 0.5, 100, 4))) / 5)
expect(f"no summary of {best:.2f}", ["1", "all but functions", "5", "4 (80 %)", f"{best:.2f}",
                                     f"{(8 * 50 * 100) ** (1 / 3):.0f}", f"{(0.96 * 4 * 0.5 * 4) ** 0.25:.2f}"] in rows)
expect("no summary of two threads", ["2", "all but functions", "1", "1 (100 %)", "1.00", "", "1.00"] in rows)
expect("exact functions", ["1", "functions, exact", "1", "0 (0 %)", "0.80", "", "0.80"] in rows)
expect("fast functions", ["1", "functions, fast", "1", "1 (100 %)", "2.00", "", "2.00"] in rows)
expect("the list of what is not won is not 2 of 8", "## Not won: 2 of 8" in text)
lost = [row for row in rows if len(row) == 9 and row[0].startswith("`")]
expect(f"lost: {lost}", lost == [
    ["`add/f32/row_450000x2`", "1", "100 ns", "50 ns", "NumPy", "0.50", "2 %", "differs on NaN", "pairs need a shuffle"],
    ["`exp/f32/functions_1000`", "1", "1 us", "800 ns", "NumPy", "0.80", "2 %", "", ""]])
expect("tiny calls", ["add f32 [4096]", "10.0", "1000", "2000"] in rows)
row_3, tiny = "25 `add/f32/row_300000x3`", "0.50 `add/f32/tiny_16`"
expect("inside ONNX Runtime", ["row", "1", "1", "25", row_3, row_3] in rows and
       ["all", "1", "2", f"{12.5 ** 0.5:.2f}", row_3, tiny] in rows)
expect("loops by hand", ["`add/f32/contiguous_4096`", "100 ns", "90 ns", "by hand", "90 %"] in rows)
expect("no remarks", ["XNNPACK", "another answer", "add f32"] in rows and ["NumPy", "differs on NaN", "add f32"] in rows)
cliff = (first / "performance_cliff.svg").read_text(encoding="utf-8")
expect("the cliff lacks a library", all(f">{name}<" in cliff for name in ("Zerostride", "NumPy", "ONNX Runtime")))

# The links lead somewhere from wherever the report is, and what is no usual run says so.
expect("a whole run is not called one", "the quick run. All libraries" in text)
deep = SCRATCH / "deep" / "er"
part = copy.deepcopy(LINES)
part[0]["about"]["selection"] = "--case add --threads 1"
# An element type that no table is ordered by, and one that has no column otherwise.
part += [line("add/real/tiny_16", 1, "tiny", {"Zerostride": 10, "NumPy": 20}, type_="real"),
         line("add/i128/tiny_16", 1, "tiny", {"Zerostride": 10, "NumPy": 20}, type_="i128"),
         line("add/f32/unnumbered", 1, "row", {"Zerostride": 10, "NumPy": 20})]
done = report(part, deep)
expect(f"a part ended with {done.returncode}: {done.stderr}", done.returncode == 0)
text = (deep / "performance.md").read_text(encoding="utf-8")
expect("what is no usual run does not say so", "the quick run with `--case add --threads 1`. All libraries" in text)
for target in re.findall(r"\]\(([^)]*)\)", text):
    expect(f"the link {target} leads nowhere", (deep / target).exists())


def lines_with(change):
    """A file whose second line was changed."""
    lines = [copy.deepcopy(ABOUT), line("add/f32/a", 1, "row", {"Zerostride": 100, "NumPy": 200})]
    change(lines[1])
    return "".join(json.dumps(each) + "\n" for each in lines).encode()


def refused(what, done, words, returncode=2):
    is_right = done.returncode == returncode and words in done.stderr
    expect(f"{what}: {words!r} was not said but {done.stderr!r}", is_right)
    expect(f"{what}: more than a line, {done.stderr!r}", len(done.stderr.splitlines()) == 1)


def nulled(library, member, value):
    return lines_with(lambda row: row["libraries"][library].update({member: value}))


WHOLE, WRONG = json.dumps(ABOUT).encode() + b"\n", "not a line of measurements: "
for wrong, words in ((b"", "no measurements"), (WHOLE, "no measurements"), (WHOLE + b"{\"key\"\n", f":2: {WRONG}"),
                     (WHOLE + b"{\"key\": \"a 1\", \"libraries\": {}}\n", f":2: {WRONG}the line has no group"),
                     (WHOLE + b"\xff\n", f":2: {WRONG}"), (b"[1]\n", f":1: {WRONG}the line is no object"),
                     (b'{"about": {}}\n', f":1: {WRONG}about has no run"), (b'{"about": 5}\n', f":1: {WRONG}"),
                     (nulled("NumPy", "ns", None), f":2: {WRONG}NumPy has a wrong ns: None"),
                     (nulled("NumPy", "ns", 0), f":2: {WRONG}NumPy has a wrong ns: 0"),
                     (nulled("NumPy", "ns", 10**400), f":2: {WRONG}NumPy has a wrong ns: 1000"),
                     (lines_with(lambda row: row.update(group="\ud800")), f":2: {WRONG}the line has a wrong group"),
                     (lines_with(lambda row: row["libraries"].update({"\ud800": {"remark": "a"}})),
                      f":2: {WRONG}a library's name is no text"),
                     (nulled("Zerostride", "ns", -1), f":2: {WRONG}Zerostride has a wrong ns: -1"),
                     (nulled("NumPy", "ratio", None), f":2: {WRONG}NumPy has a wrong ratio: None"),
                     (lines_with(lambda row: row.update(threads="1")), f":2: {WRONG}the line has a wrong threads: '1'"),
                     (lines_with(lambda row: row["libraries"].pop("Zerostride")), f":2: {WRONG}no time of Zerostride"),
                     ("".join(json.dumps(each) + "\n" for each in (ABOUT, LINES[-1])).encode(), "no other library")):
    refused(wrong[-60:], report([], second, text=wrong), words)
    expect(f"{words!r} and files all the same", not list(second.iterdir()))


def run(*arguments, **more):
    return subprocess.run([sys.executable, PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)


results, nowhere = SCRATCH / "results.jsonl", SCRATCH / "nowhere"
for folder in (first, second):
    expect("the report", report(LINES, folder, str(reasons)).returncode == 0)
before = {path.name: path.read_bytes() for path in second.iterdir()}
results.write_text("".join(json.dumps(each) + "\n" for each in part), encoding="utf-8")
refused("no arguments", run(), "usage: report.py")
refused("a folder that is not there", run(results, nowhere), f"report.py: {nowhere}: no such folder")
refused("results that are not there", run(nowhere, second), f"report.py: {nowhere}: No such file or directory")
refused("a folder of results", run(SCRATCH, second), f"report.py: {SCRATCH}: Is a directory")
for wrong, words in ((b"add*\n", ":1: no tab between"), (b"# fine\nadd\t\xff\n", ":2: ")):
    reasons.write_bytes(wrong)
    refused("reasons", run(results, second, reasons), f"report.py: {reasons}{words}")
# As on a full disk: a file of more than a few KiB cannot be written.
refused("a full disk", run(results, second, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))),
        "report.py: ")
(second / "performance.md").unlink()
(second / "performance.md").mkdir()
refused("a folder in the report's place", run(results, second), "performance.md: is a directory")
(second / "performance.md").rmdir()
(second / "performance.md").write_bytes(before["performance.md"])
expect("a report that was refused changed files", before == {path.name: path.read_bytes() for path in second.iterdir()})
print("1 report as expected")
