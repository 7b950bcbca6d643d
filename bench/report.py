#!/usr/bin/python3
"""Writes performance.md and its pictures from a file of measurements that zerostride_compare made.

usage: report.py RESULTS FOLDER [REASONS]

RESULTS   one JSON object a line
FOLDER    gets performance.md, performance_cliff.svg, performance_limit.svg, performance_tiny.svg, performance_heat.svg
REASONS   why cases are not won, if the file is there: lines of a name's pattern, a tab and the reason

Exits with 2 and one line when it cannot: FOLDER is then as it was.
"""
import fnmatch
import json
import math
import os
import re
import sys
import tempfile
from collections import namedtuple
from pathlib import Path
from urllib.parse import quote

OURS, FAST, ONE_SHOT = "Zerostride", "Zerostride fast", "Zerostride one-shot"
THEIRS, INSIDE = "ONNX Runtime", "ONNX Runtime with Zerostride"
WON = 0.95  # a case is won when ours takes at most 1 / WON of the best other library's time
COLOURS = {OURS: "#c2410c", FAST: "#f59e0b", ONE_SHOT: "#7c2d12", "NumPy": "#4f7cac", THEIRS: "#3b3f46", INSIDE: "#b45309",
           "XNNPACK": "#2f9e6e", "oneDNN": "#8a63b8", "Eigen Array": "#9c8b2f", "Eigen Tensor": "#c9b84d",
           "xtensor": "#c25b94", "SLEEF 1.0 ulp": "#5aa7b5", "SLEEF 3.5 ulp": "#96cbd4", "Highway": "#6b8e23",
           "PyTorch": "#e0533d",
           "by hand": "#8a8f98", "by hand, streaming": "#b9bdc4"}

# One of our answers beside the others': ratio is the best other library's time over ours.
Entry = namedtuple("Entry", "name group operator type threads is_function ours best best_name ratio spread remark rivals")


class Refused(Exception):
    """Why there is no report, in a line."""


def is_text(value):
    if not isinstance(value, str):
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # half of a character
        return False
    return True


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def is_size(value):
    return value == 0 or is_count(value)


def is_time(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e30


def is_spread(value):
    return value is None or value == 0 or is_time(value)


def is_list(value):
    return isinstance(value, list)


def is_object(value):
    return isinstance(value, dict)


ABOUT = {"run": is_text, "processor": is_text, "processors": is_count, "instructions": is_text, "l1_bytes": is_size,
         "l2_bytes": is_size, "l3_bytes": is_size, "libraries": is_list}
LIBRARY = {"name": is_text, "version": is_text, "kind": lambda value: value in ("ours", "rival", "limit")}
ROW = {"key": is_text, "group": is_text, "operator": is_text, "type": is_text, "result": is_text, "row": is_text,
       "operands": is_text, "elements": is_count, "threads": is_count, "libraries": is_object}
MEASURED = {"ns": is_time, "ratio": is_time, "ratio_spread": is_spread}
REMARKED = {"remark": is_text}


def expect(members, value, what):
    """ValueError unless the value is an object with these members, of their kinds."""
    if not is_object(value):
        raise ValueError(f"{what} is no object")
    for name, is_right in members.items():
        if name not in value:
            raise ValueError(f"{what} has no {name}")
        if not is_right(value[name]):
            raise ValueError(f"{what} has a wrong {name}: {value[name]!r:.40}")


def expect_about(about):
    expect(ABOUT, about, "about")
    for library in about["libraries"]:
        expect(LIBRARY, library, "a library")
    if not is_text(about.get("selection", "")):
        raise ValueError("about has a wrong selection")


def expect_row(row):
    expect(ROW, row, "the line")
    for name, found in row["libraries"].items():
        if not is_text(name):
            raise ValueError("a library's name is no text")
        expect(REMARKED if is_object(found) and "ns" not in found else MEASURED, found, name)
        expect(REMARKED if "remark" in found else {}, found, name)
    if "ns" not in row["libraries"].get(OURS, {}):
        raise ValueError(f"no time of {OURS}")


def read(path):
    about, rows = None, []
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line.decode("utf-8"))
                if about is None:
                    expect({"about": is_object}, row, "the line")
                    about = row["about"]
                    expect_about(about)
                else:
                    expect_row(row)
                    rows.append(row)
            except (ValueError, RecursionError) as wrong:
                raise Refused(f"{path}:{number}: not a line of measurements: {wrong}") from None
    if not rows:
        raise Refused(f"{path}: no measurements")
    return about, rows


def read_reasons(path):
    """Pairs of a pattern and a reason."""
    reasons = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError as wrong:
            raise Refused(f"{path}:{number}: {wrong}") from None
        if line and not line.startswith("#"):
            pattern, tab, reason = line.partition("\t")
            if not tab:
                raise Refused(f"{path}:{number}: no tab between a pattern and its reason")
            reasons.append((pattern, reason))
    return reasons


def run_text(about):
    """Which run it was; in files of before the options were kept " 1 2" are the usual threads."""
    selection = about.get("selection", "").strip()
    if selection in ("", "1 2"):
        return f"the {about['run']} run"
    return f"the {about['run']} run with `{selection}`"


def entries_of(about, rows):
    rivals = {library["name"] for library in about["libraries"] if library["kind"] == "rival"}
    made = []
    for row in rows:
        libraries = row["libraries"]
        times = {name: found for name, found in libraries.items() if name in rivals and found.get("ns")}
        for ours in (OURS, FAST):
            if ours not in libraries or not times:
                continue
            mine = libraries[ours]["ns"]
            # Measured round by round against the exact one; the medians tell for the fast one.
            ratios = {name: found["ratio"] if ours == OURS else found["ns"] / mine for name, found in times.items()}
            best = min(ratios, key=ratios.get)
            case, kind = row["key"].rsplit(" ", 1)[0], row["type"]
            if row["result"] not in (row["type"], "bool"):
                kind += " to " + row["result"]
            if ours == FAST:
                case, kind = case + " (fast)", kind + " fast"
            made.append(Entry(case, row["group"], row["operator"], kind, row["threads"], FAST in libraries, mine,
                              times[best]["ns"], best, ratios[best], times[best].get("ratio_spread") or 0,
                              times[best].get("remark", ""), ratios))
    return made


def mean(ratios):
    ratios = list(ratios)
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def factor(number):
    return "" if number is None else f"{number:.2f}" if number < 10 else f"{number:.0f}"


def time_text(ns):
    for unit, scale in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if ns < 1000 * scale or unit == "ms":
            return f"{ns / scale:.3g} {unit}"


def table(head, align, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join("---:" if side == "r" else "---" for side in align) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def against(entries, library):
    return mean(entry.rivals[library] for entry in entries if library in entry.rivals)


# What is averaged together, and which entries belong to it.
CLASSES = {"all but functions": lambda e: not e.is_function,
           "functions, exact": lambda e: e.is_function and not e.name.endswith("(fast)"),
           "functions, fast": lambda e: e.name.endswith("(fast)")}


def summary(entries):
    rows = []
    for threads in sorted({entry.threads for entry in entries}):
        for name, belongs in CLASSES.items():
            some = [entry for entry in entries if entry.threads == threads and belongs(entry)]
            if some:
                won = sum(entry.ratio >= WON for entry in some)
                rows.append((threads, name, len(some), f"{won} ({100 * won / len(some):.0f} %)",
                             factor(mean(entry.ratio for entry in some)), factor(against(some, "ONNX Runtime")),
                             factor(against(some, "NumPy"))))
    return table(("threads", "cases", "number", "within 5 % of the best other or faster", "best other / ours",
                  "ONNX Runtime / ours", "NumPy / ours"), "llrrrrr", rows)


def by_group(entries):
    rows = []
    for group in dict.fromkeys(entry.group for entry in entries):
        for threads in sorted({entry.threads for entry in entries}):
            some = [e for e in entries if e.group == group and e.threads == threads and not e.name.endswith("(fast)")]
            if some:
                worst = min(some, key=lambda entry: entry.ratio)
                rows.append((group.replace("_", " "), threads, len(some), factor(mean(e.ratio for e in some)),
                             factor(against(some, "ONNX Runtime")), factor(against(some, "NumPy")),
                             f"{factor(worst.ratio)} `{worst.name}`, {worst.best_name}"))
    return table(("cases", "threads", "number", "best other / ours", "ONNX Runtime / ours", "NumPy / ours", "the worst"),
                 "lrrrrrl", rows)


def inside(rows):
    """ONNX Runtime's sessions with its own kernels, over those with ours."""
    found = {}
    for row in rows:
        theirs, ours = (row["libraries"].get(name, {}).get("ns") for name in (THEIRS, INSIDE))
        if theirs and ours:
            case = f"`{row['key'].rsplit(' ', 1)[0]}`"
            for group in (row["group"].replace("_", " "), "all"):
                found.setdefault((group, row["threads"]), []).append((theirs / ours, case))
    order = sorted(found, key=lambda key: key[0] == "all")
    return table(("cases", "threads", "number", "its kernels / ours", "the best", "the worst"), "lrrrll",
                 ((group, threads, len(some), factor(mean(ratio for ratio, _ in some)),
                   *(f"{factor(ratio)} {case}" for ratio, case in (max(some), min(some))))
                  for group, threads in order for some in [found[group, threads]]))


def not_won(entries, reasons):
    rows = []
    for entry in sorted((e for e in entries if e.ratio < WON), key=lambda e: e.ratio):
        why = next((reason for pattern, reason in reasons if fnmatch.fnmatchcase(entry.name, pattern)), "")
        rows.append((f"`{entry.name}`", entry.threads, time_text(entry.ours), time_text(entry.best), entry.best_name,
                     f"{entry.ratio:.2f}", f"{100 * entry.spread:.0f} %", entry.remark, why))
    return table(("case", "threads", "ours", "best other", "which", "best / ours", "spread", "its answer", "why"),
                 "lrrrlrrll", rows)


def answers(rows):
    """What each library said other than we, once for each of its remarks about each operator."""
    found = {}
    for row in rows:
        for name, library in row["libraries"].items():
            if library.get("remark"):
                said, where = library["remark"], f"{row['operator']} {row['type']}"
                distance = re.fullmatch("off by (.*) ulp", said)
                if distance:
                    said, where = "not rounded as ours", f"{where} ({distance[1]} ulp)"
                found.setdefault((name, said), {})[where] = None
    return table(("library", "what", "where"), "lll",
                 ((name, said, ", ".join(where)) for (name, said), where in found.items()))


def legend(axes):
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))


def beside_loops(rows):
    """Contiguous cases: what a loop by hand needs, of our time."""
    found = []
    for row in rows:
        by_hand = [(row["libraries"][name]["ns"], name) for name in ("by hand", "by hand, streaming")
                   if row["libraries"].get(name, {}).get("ns")]
        if by_hand and row["threads"] == 1:
            best, name = min(by_hand)
            ours = row["libraries"][OURS]["ns"]
            found.append((f"`{row['key'].rsplit(' ', 1)[0]}`", time_text(ours), time_text(best), name,
                          f"{100 * best / ours:.0f} %"))
    return table(("case", "ours", "by hand", "which", "by hand / ours"), "lrrlr", found)


def tiny_calls(about, rows):
    rows = [row for row in rows if row["group"] == "tiny" and row["threads"] == 1]
    names = [library["name"] for library in about["libraries"]
             if any(row["libraries"].get(library["name"], {}).get("ns") for row in rows)]
    return table(["case", *names], "l" + "r" * len(names),
                 ([f"{row['operator']} {row['type']} {row['operands']}",
                   *(f"{ns:.0f}" if ns >= 100 else f"{ns:.1f}" if ns else "" for ns in
                     (row["libraries"].get(name, {}).get("ns", 0) for name in names))] for row in rows))


def new_figure(size):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "performance", "svg.fonttype": "none", "font.family": "sans-serif",
                                "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    import matplotlib.pyplot as plt
    return plt.subplots(figsize=size)


def save(figure, axes, path, note):
    axes.text(1, 1.01, note, transform=axes.transAxes, ha="right", va="bottom", fontsize=7, color="#555555")
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    # No blank at the end of a line, so that version control shows changes of the drawing alone.
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("".join(line.rstrip() + "\n" for line in lines), encoding="utf-8")


def lines_by_library(axes, points):
    """points: of each library a dict of x to y."""
    for name, line in points.items():
        strong = name == OURS
        axes.plot(list(line), list(line.values()), label=name, color=COLOURS.get(name, "#000000"), marker="o",
                  markersize=4 if strong else 3, linewidth=2.6 if strong else 1.3, zorder=3 if strong else 2)


def collect(rows, wanted, x_of, y_of):
    points = {}
    for row in rows:
        if wanted(row):
            for name, found in row["libraries"].items():
                if found.get("ns"):
                    points.setdefault(name, {})[x_of(row)] = y_of(row, found["ns"])
    return {name: dict(sorted(line.items())) for name, line in points.items()}


def is_sum(row, group):
    return row["operator"] == "add" and row["type"] == "f32" and row["threads"] == 1 and row["group"] == group


def draw_cliff(rows, path, note):
    inner = lambda row: re.search(r"x(\d+)$", row["row"])
    points = collect(rows, lambda row: is_sum(row, "row") and inner(row), lambda row: int(inner(row)[1]),
                     lambda row, ns: ns / row["elements"])
    if not points:
        return False
    figure, axes = new_figure((8.2, 4.6))
    lines_by_library(axes, points)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({x for line in points.values() for x in line})
    # 7 and 8 would be written one over the other.
    axes.set_xticks(ticks, labels=["" if tick + 1 in ticks and tick > 4 else str(tick) for tick in ticks])
    axes.minorticks_off()
    levels = [level for level in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
              if 0.5 * min(min(line.values()) for line in points.values()) < level
              < 2 * max(max(line.values()) for line in points.values())]
    axes.set_yticks(levels, labels=[f"{level:g}" for level in levels])
    axes.grid(axis="y", color="#e5e7eb", linewidth=0.6)
    axes.set_xlabel("C: extent of the innermost axis")
    axes.set_ylabel("ns per element")
    axes.set_title("[M, C] + [C], float32, about 900,000 elements", loc="left", fontsize=10, pad=16)
    legend(axes)
    save(figure, axes, path, note)
    return True


def draw_limit(rows, path, note):
    def share(row, ns):
        by_hand = [row["libraries"][name]["ns"] for name in ("by hand", "by hand, streaming")
                   if row["libraries"].get(name, {}).get("ns")]
        return 100 * min(by_hand) / ns

    wanted = lambda row: is_sum(row, "contiguous") and row["libraries"].get("by hand", {}).get("ns")
    points = collect(rows, wanted, lambda row: 4 * row["elements"], share)
    points = {name: line for name, line in points.items() if not name.startswith("by hand") and name != ONE_SHOT}
    if not points:
        return False
    figure, axes = new_figure((8.2, 4.2))
    lines_by_library(axes, points)
    axes.axhline(100, color="#8a8f98", linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xscale("log", base=2)
    ticks = sorted({x for line in points.values() for x in line})
    axes.set_xticks(ticks, labels=[f"{x >> 20} MiB" if x >> 20 else f"{x >> 10} KiB" if x >> 10 else f"{x} B"
                                   for x in ticks], rotation=30)
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel("bytes of each of the three tensors")
    axes.set_ylabel("% of the speed of a loop by hand")
    axes.set_title("[N] + [N], float32: what is reached of the best loop by hand", loc="left", fontsize=10, pad=16)
    legend(axes)
    save(figure, axes, path, note)
    return True


def draw_tiny(rows, path, note):
    cases = [row for row in rows if row["group"] == "tiny" and row["type"] == "f32" and row["threads"] == 1]
    if not cases:
        return False
    names = [f"{row['operator']} {row['operands']}" for row in cases]
    place = {row["key"]: i for i, row in enumerate(cases)}
    points = collect(cases, lambda row: True, lambda row: place[row["key"]], lambda row, ns: ns)
    figure, axes = new_figure((8.2, 4.2))
    for name, line in points.items():
        axes.plot(list(line), list(line.values()), label=name, color=COLOURS.get(name, "#000000"), linestyle="none",
                  marker="D" if name.startswith(OURS) else "o", markersize=7 if name.startswith(OURS) else 5)
    axes.set_yscale("log")
    axes.set_xticks(range(len(names)), labels=names, rotation=20, ha="right", fontsize=8)
    axes.grid(axis="y", color="#e5e7eb", linewidth=0.6)
    axes.set_ylabel("ns per call")
    axes.set_title("Calls on a handful of float32 elements", loc="left", fontsize=10, pad=16)
    legend(axes)
    save(figure, axes, path, note)
    return True


def draw_heat(entries, path, note):
    entries = [entry for entry in entries if entry.threads == 1]
    operators = list(dict.fromkeys(entry.operator for entry in entries))
    order = ["f16", "f32", "f64", "real", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "str"]
    plain = [entry for entry in entries if " to " not in entry.type]
    cells = {}
    for entry in plain:
        cells.setdefault((entry.operator, entry.type), []).append(entry.ratio)
    for entry in entries:
        if " to " in entry.type:
            cells.setdefault((f"cast {entry.type}", "f32"), []).append(entry.ratio)
    place = {kind: i for i, kind in enumerate(order)}
    kinds = sorted({kind for _, kind in cells}, key=lambda kind: (place.get(kind.split(" ")[0], len(order)), kind))
    names = list(dict.fromkeys([name for name in operators if name != "cast"] + [name for name, _ in cells]))
    names = [name for name in names if any((name, kind) in cells for kind in kinds)]
    if not names:
        return False
    figure, axes = new_figure((1.8 + 0.62 * len(kinds), 0.8 + 0.2 * len(names)))
    grid = [[math.log2(mean(cells[name, kind])) if (name, kind) in cells else math.nan for kind in kinds]
            for name in names]
    axes.imshow(grid, cmap="RdYlGn", vmin=-2, vmax=2, aspect="auto")
    for y, name in enumerate(names):
        for x, kind in enumerate(kinds):
            if (name, kind) in cells:
                axes.text(x, y, factor(mean(cells[name, kind])), ha="center", va="center", fontsize=7)
    axes.set_xticks(range(len(kinds)), labels=kinds)
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(names)), labels=names, fontsize=8)
    axes.tick_params(length=0)
    axes.set_xlabel("the best other library's time over ours, geometric mean of the cases; one thread\n" + note, fontsize=7)
    save(figure, axes, path, "")
    return True


def write(staged, folder, about, rows, entries, reasons):
    """All files into `staged`, to be moved to `folder`."""

    def linked(name):
        target = os.path.relpath(Path(__file__).resolve().parent / name, folder.resolve())
        return f"[bench/{name}]({quote(target)})"

    note = f"{about['processor']}, {about['instructions']}, one thread"
    drawn = {"cliff": draw_cliff(rows, staged / "performance_cliff.svg", note),
             "limit": draw_limit(rows, staged / "performance_limit.svg", note),
             "tiny": draw_tiny(rows, staged / "performance_tiny.svg", note),
             "heat": draw_heat(entries, staged / "performance_heat.svg", note)}

    def picture(name, words):
        return (f"![{words}](performance_{name}.svg)", "") if drawn[name] else ()

    versions = ((library["name"], library["version"]) for library in about["libraries"] if library["kind"] == "rival")
    lost = sum(entry.ratio < WON for entry in entries)
    caches = ", ".join(f"{name} {about[key] >> 10} KiB" for name, key in
                       (("L1", "l1_bytes"), ("L2", "l2_bytes"), ("L3", "l3_bytes")))
    lines = [
        "# Performance beside other libraries", "",
        f"Written by `bench/report.py` from the measurements of `bench/compare`; {linked('README.md')} "
        f"says how they are made, {linked('cases.txt')} has the cases.", "",
        f"{about['processor']}, {about['processors']} processors, {about['instructions']}, {caches}; {run_text(about)}. "
        "All libraries in one process and in turns, into memory that is there already; each answer was compared "
        "with ours first. Header-only libraries are compiled for this machine. Functions of ours come twice: exact (f32 "
        "and f16 correctly rounded, Pow within 0.501 ulp, f64 within 1 ulp), and fast, within 2 ulp.", "",
        *table(("library", "version"), "ll", versions), "",
        "## In short", "", *summary(entries), "",
        "A ratio above 1 means that ours is faster; means are geometric. *Best other* is whichever other library is "
        "fastest in that case.", "",
        *picture("cliff", "What an element of [M,C] + [C] costs as C grows, for each library"),
        *picture("limit", "What each library reaches of the speed of a loop by hand, from 64 bytes to 128 MiB"),
        *picture("tiny", "What a call on a few elements costs"),
        "## By kind of case", "", *by_group(entries), "",
        "## Tiny calls", "", "ns per call. *Eigen Array* and the loops by hand know the layout when they are compiled; the "
        "others take shapes as they run.", "", *tiny_calls(about, rows), "",
        "## Beside loops by hand", "", "Contiguous operands, one thread, the better of ordinary and streaming stores.", "",
        *beside_loops(rows), "",
        "## Inside ONNX Runtime", "", "The same models of one node in sessions of ONNX Runtime, with its own kernels and with "
        "ours, which it takes as an execution provider (`integrations/onnxruntime`). A session's own work is part of both: "
        "about a microsecond.", "", *inside(rows), "",
        "## By operator and type", "", *picture("heat", "The best other library's time over ours"),
        f"## Not won: {lost} of {len(entries)}", "",
        "Where the best other library is more than 5 % faster.", "", *not_won(entries, reasons), "",
        "## Other answers", "",
        "Where a library computes something else than we do. *Another answer* was not measured. *Differs on NaN*: with a "
        "NaN in front of an operand; mostly it gets lost. *ulp*: units in the last place, at most, and more than 4 for "
        "functions.", "", *answers(rows)]
    (staged / "performance.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(results, folder, reasons_path=None):
    folder = Path(folder)
    if not folder.is_dir():
        raise Refused(f"{folder}: no such folder")
    about, rows = read(results)
    reasons = read_reasons(Path(reasons_path)) if reasons_path and Path(reasons_path).exists() else []
    entries = entries_of(about, rows)
    if not entries:
        raise Refused(f"{results}: no other library was measured")
    with tempfile.TemporaryDirectory(prefix=".performance-", dir=folder) as staged:
        write(Path(staged), folder, about, rows, entries, reasons)
        made = sorted(Path(staged).iterdir())
        for file in made:
            if (folder / file.name).is_dir():
                raise Refused(f"{folder / file.name}: is a directory")
        for file in made:
            os.replace(file, folder / file.name)


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        run(*sys.argv[1:])
        return 0
    except OSError as wrong:
        message = f"{wrong.filename or sys.argv[2]}: {wrong.strerror or wrong}"
    except (Refused, ImportError) as wrong:
        message = str(wrong)
    except KeyboardInterrupt:
        print("report.py: interrupted", file=sys.stderr)
        return 130
    print("report.py: " + message.replace("\n", " "), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())

