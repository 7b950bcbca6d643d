"""The command line against NumPy: every subcommand, every element type, and every way to refuse.

Usage: cli_test.py [EMULATOR...] PROGRAM. Exit 77 when NumPy is missing.
"""

import ctypes
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("SKIP: cli_test.py needs NumPy (Debian: python3-numpy)")
    sys.exit(77)

COMMAND = []

REAL = np.dtype([("hi", "<f8"), ("lo", "<f8")])
FLOATS = ["f2", "f4", "f8"]
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
NUMBERS = FLOATS + INTEGERS
NAMES = {"f2": "f16", "f4": "f32", "f8": "f64", "b1": "bool", **{"i%d" % n: "i%d" % (8 * n) for n in (1, 2, 4, 8)},
         **{"u%d" % n: "u%d" % (8 * n) for n in (1, 2, 4, 8)}}


def random_array(rng, kind, shape):
    """Values of every sort that the type has."""
    if kind == "b1":
        return rng.integers(0, 2, shape).astype("?")
    if kind in ("U", "S"):
        letters = ["", "a", "ab", "abc", "zz"] if kind == "S" else ["", "a", "\u00e9t\u00e9", "\u20ac", "\U0001f600x"]
        return np.array(letters, dtype=kind)[rng.integers(0, len(letters), shape)]
    if kind == "real":
        made = np.zeros(shape, REAL)
        made["hi"] = rng.standard_normal(shape)
        made["lo"] = made["hi"] * 2.0**-60
        return made
    dtype = np.dtype(kind)
    if dtype.kind == "f":
        made = (rng.standard_normal(shape) * 8).astype(dtype)
        if made.ndim:
            made.flat[:1] = -0.0
        return made
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)


def same_bits(got, expected):
    return (got.dtype == expected.dtype and got.shape == expected.shape
            and np.ascontiguousarray(got).tobytes() == np.ascontiguousarray(expected).tobytes())


def same_results(got, expected):
    """The same bits, except that arithmetic may make a NaN of any sign and payload."""
    if got.dtype != expected.dtype or got.dtype.kind != "f":
        return same_bits(got, expected)
    return same_bits(*(np.where(np.isnan(x), x.dtype.type("nan"), x) for x in (got, expected)))


class InDirectory(unittest.TestCase):
    """Each test runs the program in an empty directory of its own."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="zerostride_cli_")
        self.addCleanup(self.directory.cleanup)
        self.rng = np.random.default_rng(int(os.environ.get("ZEROSTRIDE_TEST_SEED", "7")))

    def path(self, name):
        return pathlib.Path(self.directory.name, name)

    def names(self):
        return sorted(os.listdir(self.directory.name))

    def save(self, name, values):
        np.save(self.path(name), values, allow_pickle=False)
        return values

    def load(self, name):
        return np.load(self.path(name), allow_pickle=False)

    def start(self, *arguments, environment=None, **how):
        chosen = ("ZEROSTRIDE_ISA", "ZEROSTRIDE_ACCURACY")
        environment = {**{k: v for k, v in os.environ.items() if k not in chosen}, **(environment or {})}
        how.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([*COMMAND, *map(str, arguments)], cwd=self.directory.name, env=environment,
                              stderr=subprocess.PIPE, timeout=300, **how)

    def run_ok(self, *arguments, warning=None, **how):
        """Runs, expects exit 0 and silence on standard error (or the one warning); answers standard output."""
        done = self.start(*arguments, **how)
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, 0, errors)
        if warning is None:
            self.assertEqual(errors, "")
        else:
            self.assertRegex(errors, r"\Azerostride: warning: [^\n]*" + warning + r"[^\n]*\n\Z")
        return (done.stdout or b"").decode()

    def obeying_permissions(self):
        """What start() needs for a program that obeys permissions, also root's; skips where that cannot be."""
        if os.geteuid() != 0:
            return {}

        def obey():
            for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
                if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
                    raise OSError("root keeps its capabilities")

        try:
            self.run_ok("--version", preexec_fn=obey)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("root may read and write everything")
        return {"preexec_fn": obey}

    def refused(self, reason, *arguments, **how):
        """Runs, expects exit 2, one line on standard error with `reason` in it, and no new file."""
        before = {name: self.path(name).read_bytes() for name in self.names() if self.path(name).is_file()}
        names = self.names()
        done = self.start(*arguments, **how)
        errors = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, 2, (arguments, errors))
        self.assertRegex(errors, r"\Azerostride: [^\n]+\n\Z", arguments)
        self.assertIn(reason, errors)
        self.assertEqual(done.stdout or b"", b"")
        self.assertEqual(self.names(), names, "files appeared or went")
        for name, content in before.items():
            self.assertEqual(self.path(name).read_bytes(), content, name)


class Eval(InDirectory):
    def check(self, operator, expected, *inputs, warning=None):
        """Evaluates on arrays and compares with what is expected; copies must keep all bits."""
        files = []
        for number, values in enumerate(inputs):
            files.append("x%d.npy" % number)
            self.save(files[-1], values)
        before = set(self.names())
        output = self.run_ok("eval", operator, *files, "-o", "z.npy", warning=warning)
        self.assertEqual(output, "")
        got = self.load("z.npy")
        same = same_bits if operator in ("Identity", "Where") else same_results
        self.assertTrue(same(got, expected), (operator, [x.dtype for x in inputs], got, expected))
        self.assertEqual(set(self.names()), before | {"z.npy"})

    def test_binary_operators_on_all_numbers(self):
        functions = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Min": np.minimum, "Max": np.maximum,
                     "Equal": np.equal, "Less": np.less, "Greater": np.greater, "LessOrEqual": np.less_equal,
                     "GreaterOrEqual": np.greater_equal}
        for kind in NUMBERS:
            x = random_array(self.rng, kind, (5, 1, 3))
            y = random_array(self.rng, kind, (4, 1))
            for name, function in functions.items():
                with np.errstate(all="ignore"):
                    expected = function(x, y)
                with self.subTest(name, kind=kind):
                    self.check(name, expected, x, y)

    def test_division(self):
        for kind in FLOATS:
            x, y = random_array(self.rng, kind, (7, 5)), random_array(self.rng, kind, (5,))
            with np.errstate(all="ignore"):
                self.check("Div", x / y, x, y)
        for kind in INTEGERS:
            x = random_array(self.rng, kind, (64,))
            y = np.where(random_array(self.rng, kind, (64,)) == 0, np.dtype(kind).type(3),
                         random_array(self.rng, kind, (64,)))
            y[y == 0] = 3
            expected = np.array([0] * 64, kind)
            for i in range(64):
                quotient = abs(int(x[i])) // abs(int(y[i]))
                quotient = -quotient if (int(x[i]) < 0) != (int(y[i]) < 0) else quotient
                expected[i] = np.array([quotient], object).astype(np.uint64 if quotient >= 2**63 else np.int64).astype(
                    kind)[0]
            with self.subTest(kind=kind):
                self.check("Div", expected, x, y)

    def test_integer_division_by_zero_is_a_warning(self):
        x = np.array([7, -7, 5, 0], "i4")
        y = np.array([2, 2, 0, 0], "i4")
        self.check("Div", np.array([3, -3, 0, 0], "i4"), x, y, warning="Div.*divided by zero")
        self.assertTrue(same_bits(self.load("z.npy"), np.array([3, -3, 0, 0], "i4")))

    def test_unary_operators(self):
        for kind in NUMBERS:
            x = random_array(self.rng, kind, (33,))
            with np.errstate(all="ignore"):
                cases = {"Abs": np.abs(x), "Neg": np.negative(x), "Identity": x}
                if kind in FLOATS:
                    cases["Sqrt"] = np.sqrt(np.abs(x))
            for name, expected in cases.items():
                with self.subTest(name, kind=kind):
                    self.check(name, expected, np.abs(x) if name == "Sqrt" else x)

    def test_logic(self):
        x, y = random_array(self.rng, "b1", (6, 1)), random_array(self.rng, "b1", (7,))
        for name, function in {"And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor}.items():
            self.check(name, function(x, y), x, y)
        self.check("Not", ~x, x)

    def test_where_and_identity_on_all_types(self):
        condition = random_array(self.rng, "b1", (4, 1))
        for kind in NUMBERS + ["b1", "real"]:
            x, y = random_array(self.rng, kind, (5,)), random_array(self.rng, kind, (4, 5))
            with self.subTest(kind=kind):
                self.check("Where", np.where(condition, x, y), condition, x, y)
                self.check("Identity", y, y)

    def test_texts(self):
        for kind in ("U", "S"):
            x, y = random_array(self.rng, kind, (6, 1)), random_array(self.rng, kind, (5,))
            condition = random_array(self.rng, "b1", (6, 5))
            # As wide as the longest text.
            def narrowed(texts):
                return texts.astype("%s%d" % (kind, max(1, max(map(len, texts.flat)))))
            self.check("Where", narrowed(np.where(condition, x, y)), condition, x, y)
            self.check("Identity", narrowed(x), x)
            for name, function in {"Equal": lambda a, b: a == b, "Less": lambda a, b: a < b,
                                   "GreaterOrEqual": lambda a, b: a >= b}.items():
                expected = np.array([[function(as_bytes(a), as_bytes(b)) for b in y.flat] for a in x.flat])
                self.check(name, expected, x, y)
        self.check("Equal", np.array([True, False]), np.array(["ab", "c"]), np.array([b"ab", b"d"]))
        # Bytes are bytes, whatever they mean; beside code points they have to be UTF-8.
        odd = np.array([b"\xff\xfe", b"a"])
        self.check("Identity", odd, odd)
        self.check("Min", np.array([b"\xc3\xa9", b"a"]), np.array([b"\xc3\xa9", b"b"]), np.array([b"\xff", b"a"]))
        self.check("Max", np.array(["\u00e9", "b"]), np.array([b"\xc3\xa9", b"a"]), np.array(["a", "b"]))
        self.save("x.npy", odd)
        self.save("y.npy", np.array(["a", "b"]))
        self.refused("element 0 (in C order) is no UTF-8 text", "eval", "Max", "x.npy", "y.npy", "-o", "z.npy")
        self.run_ok("broadcast", "x.npy", "y.npy", "-o", "a.npy", "-o", "b.npy")
        self.assertTrue(same_bits(self.load("a.npy"), odd))
        self.assertEqual(self.load("b.npy").dtype, np.dtype("U1"))
        self.run_ok("expand", "x.npy", "--shape", "3,2", "-o", "z.npy")
        self.assertTrue(same_bits(self.load("z.npy"), np.broadcast_to(odd, (3, 2))))
        self.check("Identity", np.zeros((0, 3), "S1"), np.zeros((0, 3), "S5"))
        self.check("Identity", np.array(["", ""], "U1"), np.array(["", ""]))
        self.check("Identity", np.zeros((0, 3), "U1"), np.zeros((0, 3), "U5"))
        self.check("Identity", np.array("\u00e9", "U1"), np.array("\u00e9"))

    def test_real(self):
        x, y = random_array(self.rng, "real", (3, 1)), random_array(self.rng, "real", (4,))
        self.save("x.npy", x)
        self.save("y.npy", y)
        self.run_ok("eval", "Add", "x.npy", "y.npy", "-o", "z.npy")
        z = self.load("z.npy")
        self.assertEqual(z.dtype, REAL)
        self.assertEqual(z.shape, (3, 4))
        import fractions
        value = lambda r: fractions.Fraction(float(r["hi"])) + fractions.Fraction(float(r["lo"]))
        for i in range(3):
            for j in range(4):
                exact = value(x[i, 0]) + value(y[j])
                self.assertLessEqual(abs(value(z[i, j]) - exact), abs(exact) / 2**100)
        self.run_ok("eval", "Less", "x.npy", "y.npy", "-o", "l.npy")
        self.assertTrue(same_bits(self.load("l.npy"), np.array([[bool(value(a) < value(b)) for b in y] for a in x[:, 0]])))

    def test_names_in_any_case(self):
        x = self.save("x.npy", np.array([4], "f4"))
        for name in ("Sqrt", "sqrt", "SQRT"):
            self.run_ok("eval", name, "x.npy", "-o", "z.npy")
            self.assertTrue(same_bits(self.load("z.npy"), np.array([2], "f4")))
        for name in ("LessOrEqual", "less_or_equal", "LESS_OR_EQUAL", "lessorequal"):
            self.run_ok("eval", name, "x.npy", "x.npy", "-o", "z.npy")
            self.assertTrue(same_bits(self.load("z.npy"), np.array([True])))
        b = self.save("b.npy", np.array([True]))
        self.run_ok("eval", "And", "b.npy", "b.npy", "-o", "z.npy")
        self.run_ok("eval", "logical_and", "b.npy", "b.npy", "-o", "z.npy")
        self.assertTrue(same_bits(self.load("z.npy"), b))

    def test_shapes(self):
        for shapes in [((), ()), ((), (3,)), ((0, 3), (1, 3)), ((2, 1, 4, 1, 5, 1), (3, 1, 6, 1, 7)), ((1,) * 20, (2,))]:
            x, y = random_array(self.rng, "f4", shapes[0]), random_array(self.rng, "f4", shapes[1])
            self.check("Add", np.asarray(x + y), x, y)

    def test_fortran_order_and_versions(self):
        x = random_array(self.rng, "f8", (3, 4, 5))
        fortran = np.asfortranarray(x)
        self.assertFalse(fortran.flags.c_contiguous)
        self.check("Sub", x - x[0], fortran, np.asfortranarray(x[0]))
        texts = np.asfortranarray(random_array(self.rng, "U", (3, 4)))
        self.check("Identity", np.ascontiguousarray(texts, "U%d" % max(map(len, texts.flat))), texts)
        for version in ((1, 0), (2, 0), (3, 0)):
            for values in (x, fortran, random_array(self.rng, "real", (2, 3))):
                with open(self.path("v.npy"), "wb") as file:
                    np.lib.format.write_array(file, values, version=version)
                self.run_ok("eval", "Identity", "v.npy", "-o", "z.npy")
                self.assertTrue(same_bits(self.load("z.npy"), np.ascontiguousarray(values)))

    def test_output_is_version_1_c_order_and_aligned(self):
        self.save("x.npy", np.asfortranarray(random_array(self.rng, "i4", (3, 4))))
        self.run_ok("eval", "Neg", "x.npy", "-o", "z.npy")
        with open(self.path("z.npy"), "rb") as file:
            self.assertEqual(np.lib.format.read_magic(file), (1, 0))
            self.assertEqual(np.lib.format.read_array_header_1_0(file), ((3, 4), False, np.dtype("<i4")))
            self.assertEqual(file.tell() % 64, 0)

    def test_booleans_that_are_not_0_or_1(self):
        self.path("b.npy").write_bytes(npy_bytes("'|b1'", "(4,)", b"\0\1\2\xff"))
        self.run_ok("eval", "Not", "b.npy", "-o", "z.npy")
        self.assertTrue(same_bits(self.load("z.npy"), np.array([True, False, False, False])))

    def test_output_over_an_input(self):
        x = self.save("x.npy", random_array(self.rng, "f4", (50, 3)))
        y = self.save("y.npy", random_array(self.rng, "f4", (3,)))
        self.run_ok("eval", "Add", "x.npy", "y.npy", "-o", "x.npy")
        self.assertTrue(same_bits(self.load("x.npy"), x + y))
        self.run_ok("eval", "Add", "x.npy", "y.npy", "-o", "y.npy")
        self.assertTrue(same_bits(self.load("y.npy"), x + y + y))
        self.assertEqual(self.names(), ["x.npy", "y.npy"])

    def test_files_named_like_subcommands_and_options(self):
        x = self.save("x.npy", np.arange(3, dtype="f4"))
        os.rename(self.path("x.npy"), self.path("info"))
        self.run_ok("eval", "Neg", "info", "-o", "expand")
        os.rename(self.path("expand"), self.path("-o"))
        self.run_ok("eval", "Neg", "-o", "z.npy", "--", "-o")
        self.assertTrue(same_bits(self.load("z.npy"), x))

    def test_files_named_like_lists(self):
        y = -np.arange(3, dtype="f4")
        for name, values in (("x", np.arange(6, dtype="f4")), ("[x]", y), ("[a,b]", np.arange(4, dtype="f4"))):
            self.save("x.npy", values)
            os.rename(self.path("x.npy"), self.path(name))
        self.run_ok("eval", "Neg", "[x]", "-o", "z.npy")
        self.assertTrue(same_bits(self.load("z.npy"), -y))
        self.run_ok("eval", "Neg", "[a,b]", "-o", "[z]")
        self.assertTrue(same_bits(self.load("[z]"), -np.arange(4, dtype="f4")))
        self.refused("extents 6 and 3", "broadcast", "x", "[x]", "-o", "u.npy", "-o", "v.npy")

    def test_isa_and_threads_change_no_bit(self):
        x, y = random_array(self.rng, "f4", (300, 257)), random_array(self.rng, "f4", (300, 1))
        self.save("x.npy", x)
        self.save("y.npy", y)
        usable = re.search(r"^kernels usable +(.*)$", self.run_ok("info"), re.M).group(1).split()
        self.assertTrue(usable)
        with np.errstate(all="ignore"):
            expected = x / y
        for isa in usable + ["automatic"]:
            for threads in (1, 3):
                self.run_ok("eval", "Div", "x.npy", "y.npy", "-o", "z.npy", "--isa", isa, "--threads", threads)
                self.assertTrue(same_results(self.load("z.npy"), expected), isa)
        for isa in usable:
            text = self.run_ok("eval", "Div", "x.npy", "y.npy", "--repeat", 1, "--isa", isa, "--threads", 1)
            self.assertIn(", %s, 1 thread)" % isa, text)

    def test_accuracy_is_chosen(self):
        x = np.linspace(-8, 8, 4001, dtype="f4")
        self.save("x.npy", x)
        results = []
        for mode in ("exact", "automatic", "fast"):
            self.run_ok("eval", "Tanh", "x.npy", "-o", "z.npy", "--accuracy", mode)
            results.append(self.load("z.npy"))
        self.assertTrue(same_bits(results[0], results[1]))
        self.assertFalse(same_bits(results[0], results[2]))
        self.assertLessEqual(np.abs(results[0].view("i4") - results[2].view("i4")).max(), 2)
        self.run_ok("eval", "Tanh", "x.npy", "-o", "z.npy", environment={"ZEROSTRIDE_ACCURACY": "fast"})
        self.assertTrue(same_bits(self.load("z.npy"), results[2]))
        self.assertIn("tanh/f32/", self.run_ok("explain", "Tanh", "f32[8]", "--accuracy", "fast"))
        self.assertRegex(self.run_ok("explain", "Tanh", "f32[8]", "--accuracy", "fast"), "(?m)^kernel .*, fast$")
        self.refused("--accuracy: there is no 'loose'", "eval", "Tanh", "x.npy", "-o", "y.npy", "--accuracy", "loose")
        self.refused("ZEROSTRIDE_ACCURACY=loose", "eval", "Tanh", "x.npy", "-o", "y.npy",
                     environment={"ZEROSTRIDE_ACCURACY": "loose"})

    def test_repeat_prints_the_speed(self):
        self.save("x.npy", random_array(self.rng, "f4", (100, 3)))
        self.save("y.npy", random_array(self.rng, "f4", (3,)))
        pattern = (r"\AAdd f32\[100,3\] f32\[3\] -> f32\[100,3\]: (\S+) ns per element, (\S+) GB/s "
                   r"\(median of (\d+) runs?, \w+, \d+ threads?\)\n\Z")
        for repeat in (1, 2, 9):
            text = self.run_ok("eval", "Add", "x.npy", "y.npy", "-o", "z.npy", "--repeat", repeat)
            found = re.search(pattern, text)
            self.assertTrue(found, text)
            nanoseconds, gigabytes = float(found.group(1)), float(found.group(2))
            self.assertEqual(int(found.group(3)), repeat)
            # 300 elements read, 3 read, 300 written.
            self.assertAlmostEqual(nanoseconds * gigabytes, 603 * 4 / 300, delta=0.02 * 603 * 4 / 300)
        before = self.names()
        self.assertRegex(self.run_ok("eval", "Add", "x.npy", "y.npy", "--repeat", 3), pattern)
        self.assertEqual(self.names(), before)
        self.save("e.npy", np.zeros((0, 3), "f4"))
        self.assertIn("no elements", self.run_ok("eval", "Neg", "e.npy", "--repeat", 3))

    def test_repeat_keeps_the_warning(self):
        self.save("x.npy", np.array([1, 2], "i4"))
        self.save("y.npy", np.array([0, 1], "i4"))
        self.run_ok("eval", "Div", "x.npy", "y.npy", "--repeat", 2, "-o", "z.npy", warning="divided by zero")
        self.assertTrue(same_bits(self.load("z.npy"), np.array([0, 2], "i4")))

    def test_refusals(self):
        self.save("x.npy", random_array(self.rng, "f4", (2, 3)))
        self.save("y.npy", random_array(self.rng, "f4", (2, 4)))
        self.save("d.npy", random_array(self.rng, "f8", (3,)))
        self.save("s.npy", np.array(["a"]))
        self.save("z.npy", np.array([1], "i1"))
        add = ["eval", "Add", "x.npy"]
        self.refused("E1: axis 1: extents 3 and 4", *add, "y.npy", "-o", "z.npy")
        self.refused("add: ", *add, "d.npy", "-o", "z.npy")
        self.refused("f64", *add, "d.npy", "-o", "new.npy")
        self.refused("str", "eval", "Add", "s.npy", "s.npy", "-o", "new.npy")
        self.refused("f32", "eval", "BitwiseNot", "x.npy", "-o", "new.npy")
        self.refused("there is no operator 'Plus'; there are Add, Sub", "eval", "Plus", "x.npy", "x.npy", "-o", "z.npy")
        self.refused("there is no operator ''", "eval", "", "x.npy", "x.npy", "-o", "z.npy")
        self.refused("Add takes 2 operands, 1 is given", *add, "-o", "z.npy")
        self.refused("Add takes 2 operands, 3 are given", *add, "x.npy", "x.npy", "-o", "z.npy")
        self.refused("Neg takes 1 operand, 2 are given", "eval", "Neg", "x.npy", "x.npy", "-o", "z.npy")
        self.refused("Where takes 3 operands", "eval", "Where", "x.npy", "x.npy", "-o", "z.npy")
        self.refused("-o is required", *add, "x.npy")
        self.refused("inputs is required", "eval", "Add", "-o", "z.npy")
        self.refused("--isa: there is no instruction set 'sse9'", *add, "x.npy", "-o", "z.npy", "--isa", "sse9")
        missing = [isa for isa in ("avx512_fp16", "avx512", "neon", "avx2", "baseline")
                   if isa not in re.search(r"^kernels usable +(.*)$", self.run_ok("info"), re.M).group(1).split()]
        self.assertTrue(missing, "no machine has x86 and Arm instructions")
        for isa in missing:
            self.refused("--isa: %s is not available here" % isa, *add, "x.npy", "-o", "z.npy", "--isa", isa)
            self.refused("ZEROSTRIDE_ISA=" + isa, *add, "x.npy", "-o", "z.npy", environment={"ZEROSTRIDE_ISA": isa})
        self.refused("ZEROSTRIDE_ISA=nonsense", *add, "x.npy", "-o", "z.npy",
                     environment={"ZEROSTRIDE_ISA": "nonsense"})
        self.assertIn("(median of 10 runs", self.run_ok("eval", "Neg", "x.npy", "--repeat", "010"))
        for bad in ("0", "-1", "1.5", "many", "99999999999999999999", "0x10", "[1]", ""):
            self.refused("--threads", *add, "x.npy", "-o", "z.npy", "--threads", bad)
            self.refused("--repeat", *add, "x.npy", "-o", "z.npy", "--repeat", bad)

    def test_refused_outputs(self):
        self.save("x.npy", random_array(self.rng, "f4", (2, 3)))
        self.path("d").mkdir()
        self.path("dangling").symlink_to("nothing")
        neg = ["eval", "Neg", "x.npy", "-o"]
        self.refused("d: is a directory", *neg, "d")
        self.refused("an output needs a name", *neg, "")
        self.refused("an output needs a name", *neg, "", "--repeat", 1)
        self.refused("none/z.npy: its directory: No such file", *neg, "none/z.npy")
        self.refused("x.npy/z.npy: Not a directory", *neg, "x.npy/z.npy")
        self.refused("/dev/null: exists and is not a regular file", *neg, "/dev/null")
        self.refused("dangling: is a symbolic link", *neg, "dangling")
        self.refused("File name too long", *neg, "z" * 300)
        self.assertEqual(os.listdir(self.path("d")), [])
        if os.geteuid() == 0:
            print("SKIP: root may write everywhere, a directory without permission is not tried")
        else:
            self.path("d").chmod(0o500)
            self.refused("Permission denied", *neg, "d/z.npy")
            self.path("d").chmod(0o700)

    def test_permissions_of_a_replaced_file_stay(self):
        self.save("x.npy", np.array([1, 2], "f4"))
        self.save("z.npy", np.array([1], "f4"))
        for mode in (0o600, 0o640, 0o666):
            self.path("z.npy").chmod(mode)
            self.run_ok("eval", "Neg", "x.npy", "-o", "z.npy")
            self.assertEqual(self.path("z.npy").stat().st_mode & 0o777, mode)
        if os.geteuid() == 0:
            print("SKIP: root may write everywhere, a file without permission is not tried")
        else:
            self.path("z.npy").chmod(0o400)
            self.refused("z.npy: Permission denied", "eval", "Neg", "x.npy", "-o", "z.npy")

    def test_output_that_does_not_fit(self):
        self.save("x.npy", np.zeros(1 << 16, "f4"))
        self.save("z.npy", np.array([1], "i1"))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 14, 1 << 14))
        self.refused("z.npy: File too large", "eval", "Neg", "x.npy", "-o", "z.npy", preexec_fn=limit)

    def test_refused_texts(self):
        self.path("s.npy").write_bytes(npy_bytes("'|S2'", "(2,)", b"ok\xff\xfe"))
        self.save("u.npy", np.array("a"))
        self.refused("z.npy: element 1 (in C order) is no UTF-8", "eval", "Max", "s.npy", "u.npy", "-o", "z.npy")
        self.run_ok("eval", "Equal", "s.npy", "s.npy", "-o", "z.npy")
        self.assertTrue(self.load("z.npy").all())
        self.save("u.npy", np.array(["a\ud800"]))
        self.refused("u.npy: holds a text with the code point 55296", "eval", "Identity", "u.npy", "-o", "z.npy")

    def test_refused_inputs(self):
        good = npy_bytes("'<f4'", "(2, 3)", bytes(24))
        files = {
            "empty": (b"", "is no .npy file"),
            "text": (b"1 2 3\n", "is no .npy file"),
            "preamble": (good[:9], "header is truncated"),
            "header": (good[:40], "header is truncated"),
            "short": (good[:-1], "promises 24 bytes of data, it has 23"),
            "long": (good + b"x", "has 1 byte after its data"),
            "oversized": (b"\x93NUMPY\2\0\xff\xff\xff\x7f" + good[10:], "2147483647 bytes"),
            "version": (b"\x93NUMPY\7\0" + good[8:], "version 7.0"),
            "big": (npy_bytes("'>f4'", "(2,)", bytes(8)), "big-endian"),
            "complex": (npy_bytes("'<c8'", "(2,)", bytes(16)), "'<c8' is not supported"),
            "object": (npy_bytes("'|O'", "(2,)", bytes(16)), "'|O' is not supported"),
            "structure": (npy_bytes("[('x', '<f8'), ('y', '<f8')]", "(1,)", bytes(16)), "not supported"),
            "overflow": (npy_bytes("'<f4'", "(4294967296, 4294967296)", bytes(8)), "63 bits"),
            "extent": (npy_bytes("'<f4'", "(-2,)", bytes(8)), "negative"),
            "missing": (npy_bytes("'<f4'", "(2,)", bytes(8)).replace(b"'shape'", b"'shapf'"), "unknown key 'shapf'"),
            "line\nfeed": (b"", "is no .npy file"),
        }
        self.save("z.npy", np.array([1], "i1"))
        for name, (content, reason) in files.items():
            self.path(name + ".npy").write_bytes(content)
            with self.subTest(name):
                self.refused(reason, "eval", "Identity", name + ".npy", "-o", "z.npy")
                self.refused(name.split("\n")[-1] + ".npy: ", "eval", "Identity", name + ".npy", "-o", "z.npy")
        self.path("d").mkdir()
        self.refused("none.npy: No such file or directory", "eval", "Identity", "none.npy", "-o", "z.npy")
        self.refused("d: is a directory", "eval", "Identity", "d", "-o", "z.npy")
        self.refused("zerostride: '': No such file or directory", "eval", "Identity", "", "-o", "z.npy")

    def test_larger_than_memory(self):
        elements = 1 << 43
        header = npy_bytes("'|i1'", "(%d,)" % elements, b"")
        with open(self.path("huge.npy"), "wb") as file:
            file.write(header)
            try:
                file.truncate(len(header) + elements)
            except OSError:
                self.skipTest("no sparse files of 8 TiB here")
        done = self.start("eval", "Neg", "huge.npy", "-o", "z.npy")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr.decode(), r"\Azerostride: huge.npy: needs %d bytes of memory[^\n]*\n\Z" % elements)
        self.assertEqual(self.names(), ["huge.npy"])
        os.remove(self.path("huge.npy"))
        self.save("x.npy", np.zeros((1 << 20, 1), "i1"))
        self.save("y.npy", np.zeros(1 << 22, "i1"))
        self.refused("Add: i8[1048576,4194304] needs %d bytes of memory" % (1 << 42), "eval", "Add", "x.npy", "y.npy",
                     "-o", "z.npy")
        # Texts take more than the elements that view them.
        self.save("x.npy", np.array(["x" * (1 << 20)], "S"))
        self.save("y.npy", np.array(["y"] * (1 << 20), "S"))
        self.refused("StringConcat: str[1048576] needs %d bytes of memory" % ((1 << 40) + (17 << 20)), "eval",
                     "StringConcat", "x.npy", "y.npy", "-o", "z.npy")


class Attributes(InDirectory):
    """Operators with attributes, with other numbers of operands, and with shapes that are not the broadcast shape."""

    def operators(self):
        rows = [cells(line) for line in self.run_ok("ops", "--markdown").splitlines() if line.startswith("|")]
        return {row[0]: dict(zip(rows[0], row)) for row in rows[2:]}

    def need(self, *names):
        for name in names:
            if name not in self.operators():
                self.skipTest("there is no operator " + name)

    def check(self, operator, expected, *words):
        self.assertEqual(self.run_ok("eval", operator, *words, "-o", "z.npy"), "")
        got = self.load("z.npy")
        self.assertTrue(same_results(got, expected), (operator, words, got, expected))

    def test_element_types_in_all_notations(self):
        x = self.save("x.npy", random_array(self.rng, "f4", (3, 5)))
        for words in (("u32", "uint32", "UINT32", "UInt32", "tensor(uint32)", "Tensor(UINT32)", "12"),
                      ("i32", "int32", "INT32", "tensor(int32)", "6"), ("f32", "float", "FLOAT", "tensor(float)", "1")):
            expected = x.view({"u32": "u4", "i32": "i4", "f32": "f4"}[words[0]])
            for word in words:
                self.check("BitCast", expected, "x.npy", "--attr", "to=" + word)
        x = self.save("x.npy", random_array(self.rng, "i2", (4,)))
        for word in ("f16", "float16", "FLOAT16", "10"):
            self.check("BitCast", x.view("f2"), "--attr", "to=" + word, "x.npy")
        x = self.save("x.npy", random_array(self.rng, "f8", (4,)))
        for number, kind in {"7": "i8", "11": "f8", "13": "u8"}.items():
            self.check("BitCast", x.view(kind), "x.npy", "--attr=to=" + number)
        x = self.save("x.npy", random_array(self.rng, "u1", (4,)) & 1)
        for number, kind in {"2": "u1", "3": "i1", "9": "?", "bool": "?", "BOOL": "?"}.items():
            self.check("BitCast", x.view(kind), "x.npy", "--attr=to=" + number)
        self.refused("no kernel from u8 to str", "eval", "BitCast", "x.npy", "-o", "z.npy", "--attr", "to=STRING")

    def test_refused_attributes(self):
        self.save("x.npy", random_array(self.rng, "u1", (4,)))
        cast = ["eval", "BitCast", "x.npy", "-o", "z.npy", "--attr"]
        self.refused("BitCast: attribute to must be given (--attr to=...)", *cast[:-1])
        self.refused("--attr", *cast)
        for bad in ("f31", "", "0", "14", "15", "16", "-1", "1.5", "999999999999", "tensor()", "tensor(u8", "list"):
            self.refused("attribute to: '%s' is no element type; there are real, f16" % bad, *cast, "to=" + bad)
        self.refused("BitCast has no attribute 'from'; it has to", *cast, "from=i8")
        self.refused("BitCast has no attribute 'To'; it has to", *cast, "To=i8")
        self.refused("attribute to is given twice", *cast, "to=i8", "--attr", "to=i8")
        self.refused("attribute to is one value, 'i8,u8' is a list", *cast, "to=i8,u8")
        self.refused("attribute to: '' is no element type", *cast, "to=i8,")
        for bad in ("to", "=i8", ""):
            self.refused("--attr: '%s' is not of the form NAME=VALUE" % bad, *cast, bad)
        self.refused("Neg has no attribute 'alpha'; it has none", "eval", "Neg", "x.npy", "-o", "z.npy", "--attr",
                     "alpha=1")
        # Wrong words are noticed before the files are looked for.
        self.refused("'f31' is no element type", "eval", "BitCast", "none.npy", "-o", "z.npy", "--attr", "to=f31")

    def test_numbers_and_words(self):
        self.need("LeakyRelu", "BitShift")
        x = self.save("x.npy", np.array([-2, 3], "f8"))
        for word, slope in {"0.5": 0.5, "1e-3": 1e-3, "-2": -2, "+.25": 0.25, "1E2": 100, "inf": np.inf}.items():
            self.check("LeakyRelu", np.where(x < 0, x * slope, x), "x.npy", "--attr", "alpha=" + word)
        self.check("LeakyRelu", np.where(x < 0, x * float(np.float32(0.01)), x), "x.npy")
        for bad in ("x", "", "1x", "1 ", "0x10", "--1", "1,5 "):
            self.refused("LeakyRelu: attribute alpha: ", "eval", "LeakyRelu", "x.npy", "-o", "n.npy", "--attr",
                         "alpha=" + bad)
        self.refused("'1e-400' is no number that a double can be", "eval", "LeakyRelu", "x.npy", "-o", "n.npy", "--attr",
                     "alpha=1e-400")
        self.refused("LeakyRelu has no attribute '[alpha'", "eval", "LeakyRelu", "x.npy", "-o", "n.npy", "--attr",
                     "[alpha=1]")
        self.refused("'9007199254740993' is no integer from -2^53 to 2^53", "explain", "QuantizeLinear", "f32[2,6]",
                     "f32[2,3]", "--attr", "block_size=9007199254740993")
        self.refused("attribute alpha is one value, '1,2,3' is a list", "eval", "LeakyRelu", "x.npy", "-o", "n.npy",
                     "--attr", "alpha=1,2,3")
        x = self.save("x.npy", np.array([1, 200], "u1"))
        self.save("one.npy", np.array(1, "u1"))
        for word in ("LEFT", "left", "Left"):
            self.check("BitShift", x << 1, "x.npy", "one.npy", "--attr", "direction=" + word)
        self.check("BitShift", x >> 1, "x.npy", "one.npy", "--attr", "direction=right")
        self.refused("BitShift: attribute direction: 'UP' is none of LEFT, RIGHT", "eval", "BitShift", "x.npy",
                     "one.npy", "-o", "n.npy", "--attr", "direction=UP")
        self.refused("BitShift: attribute direction must be given", "eval", "BitShift", "x.npy", "one.npy", "-o",
                     "n.npy")

    def test_expand_reads_its_second_operand(self):
        x = self.save("x.npy", random_array(self.rng, "i2", (3, 1)))
        self.save("s.npy", np.array([2, 1, 4], "i8"))
        self.check("Expand", np.broadcast_to(x, (2, 3, 4)), "x.npy", "s.npy")
        self.save("s.npy", np.array([4], "i8"))
        self.check("Expand", np.broadcast_to(x, (3, 4)), "x.npy", "s.npy")
        self.save("s.npy", np.array([], "i8"))
        self.check("Expand", x, "x.npy", "s.npy")
        self.assertIn("Expand i16[3,1] i64[0] -> i16[3,1]: ",
                      self.run_ok("eval", "Expand", "x.npy", "s.npy", "--repeat", 2))
        for bad, reason in ((np.array([2, 4], "i8"), "E1: axis 0: extents 3 and 2"), (np.array([2.0]), "must be i64"),
                            (np.array([[3]], "i8"), "rank 1"), (np.array([-1], "i8"), "negative"),
                            (np.array([3, 1 << 44], "i8"), "bytes of memory")):
            self.save("s.npy", bad)
            self.refused(reason, "eval", "Expand", "x.npy", "s.npy", "-o", "z.npy")

    def test_absent_operands(self):
        x = self.save("x.npy", random_array(self.rng, "f4", (3,)))
        self.refused("Add: operand 1 cannot be absent ('-')", "eval", "Add", "x.npy", "-", "-o", "z.npy")
        self.refused("Add: operand 0 cannot be absent ('-')", "eval", "Add", "-", "x.npy", "-o", "z.npy")
        self.refused("Add: operand 1 cannot be absent", "explain", "Add", "f32[2]", "-")
        self.need("Clip")
        self.save("one.npy", np.array(1, "f4"))
        self.check("Clip", np.minimum(x, np.float32(1)), "x.npy", "-", "one.npy")
        self.check("Clip", np.maximum(x, np.float32(1)), "x.npy", "one.npy")
        self.check("Clip", np.maximum(x, np.float32(1)), "x.npy", "one.npy", "-")
        self.check("Clip", x, "x.npy", "-", "-")
        self.check("Clip", x, "x.npy")
        self.assertIn("Clip f32[3] - f32[] -> f32[3]: ", self.run_ok("eval", "Clip", "x.npy", "-", "one.npy",
                                                                     "--repeat", 2))
        self.refused("Clip takes 1 to 3 operands, 4 are given", "eval", "Clip", *["x.npy"] * 4, "-o", "n.npy")
        self.refused("Clip: operand 0 cannot be absent", "eval", "Clip", "-", "x.npy", "-o", "n.npy")
        self.assertTrue(self.run_ok("explain", "Clip", "f32[3]", "-", "f32"))

    def test_any_number_of_operands(self):
        self.need("Sum")
        arrays = [self.save("x%d.npy" % i, random_array(self.rng, "i4", shape))
                  for i, shape in enumerate([(4, 1), (5,), (), (3, 1, 1), (4, 5), (1, 1)])]
        for count in (1, 2, 3, 6):
            self.check("Sum", sum(arrays[1:count], arrays[0]), *["x%d.npy" % i for i in range(count)])
        self.refused("Sum: operand 1 cannot be absent", "eval", "Sum", "x0.npy", "-", "-o", "n.npy")
        self.assertTrue(self.run_ok("explain", "Sum", "f32[4,1]", "f32[5]", "f32"))

    def test_texts_that_operators_make(self):
        self.need("Cast", "StringConcat")
        self.save("x.npy", np.array([1.5, -2, 1e30], "f4"))
        self.run_ok("eval", "Cast", "x.npy", "-o", "t.npy", "--attr", "to=str")
        texts = self.load("t.npy")
        self.assertEqual([float(text) for text in texts], [1.5, -2, 1e30])
        self.check("Cast", self.load("x.npy"), "t.npy", "--attr", "to=FLOAT")
        self.save("y.npy", np.array(["\u00e9", "b", ""]))
        self.run_ok("eval", "StringConcat", "y.npy", "t.npy", "-o", "z.npy")
        self.assertEqual(list(self.load("z.npy")), [x + y for x, y in zip(self.load("y.npy"), texts)])
        self.assertIn("ns per element", self.run_ok("eval", "StringConcat", "y.npy", "t.npy", "--repeat", 2))
        self.refused("element [0]", "eval", "Cast", "y.npy", "-o", "n.npy", "--attr", "to=f32")


class Ops(InDirectory):
    KINDS = ["real", "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "str", "bool"]

    def table(self, *arguments):
        lines = [line for line in self.run_ok(*arguments, "--markdown").splitlines() if line.startswith("|")]
        rows = [cells(line) for line in lines]
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assertEqual(len({len(line) for line in lines}), 1, "columns are not aligned")
        self.assertTrue(all(set(cell) == {"-"} for cell in rows[1]), rows[1])
        return {row[0]: dict(zip(rows[0], row)) for row in rows[2:]}

    def test_table(self):
        rows = self.table("ops")
        known = {row[0]: row[1:15] for row in map(cells, self.run_ok("info", "--markdown").splitlines()[2:])}
        self.assertEqual(set(rows), set(known))
        for name, row in rows.items():
            marks = [row[kind] for kind in self.KINDS]
            self.assertEqual(marks, known[name])
            self.assertEqual(int(row["cells"]), sum(mark != "" for mark in marks))
            self.assertEqual(int(row["ONNX"]), sum(mark[:1] == "x" for mark in marks), "ONNX has a type of %s that we have not" % name)
        self.assertEqual((rows["Add"]["operands"], rows["Add"]["cells"], rows["Add"]["ONNX"]), ("2", "12", "11"))
        self.assertEqual((rows["Where"]["operands"], rows["Neg"]["operands"]), ("3", "1"))
        self.assertEqual((rows["Div"]["i64"], rows["Div"]["i32"], rows["Div"]["f64"]), ("x", "x", "x"))
        self.assertEqual((rows["Mod"]["i64"], rows["Mod"]["f64"]), ("x", "x'"))
        self.assertEqual((rows["Equal"]["str"], rows["Min"]["str"], rows["Where"]["str"]), ("x'", "+'", "x"))
        self.assertEqual((rows["BitCast"]["attributes"], rows["BitCast"]["result"]), ("to (required)", "`to`"))
        self.assertEqual(rows["Sub"]["attributes"], "-")
        total = re.search(r"(?m)^(\d+) operators, (\d+) cells \(operator, type\); ONNX lists (\d+)", self.run_ok("ops"))
        self.assertEqual(list(map(int, total.groups())),
                         [len(rows), sum(int(row["cells"]) for row in rows.values()),
                          sum(int(row["ONNX"]) for row in rows.values())])
        # The same rows without bars.
        plain = self.run_ok("ops").splitlines()
        self.assertEqual(plain[0].split()[:2], ["operator", "operands"])
        self.assertEqual([line.split()[0] for line in plain[1:len(rows) + 1]], list(rows))

    def test_one_operator(self):
        self.assertEqual(self.table("ops", "where"), {"Where": self.table("ops")["Where"]})
        self.assertEqual(self.run_ok("ops", "Sqrt"),
                         "Sqrt: square root, correctly rounded\n"
                         "operands      1\n"
                         "types         real f16 f32 f64\n"
                         "ONNX's types  f16 f32 f64\n"
                         "cells         4, ONNX 3\n"
                         "attributes    -\n"
                         "result        same\n")
        # Two types of 16 bytes, three of 8 and of 4 and of 2, three of 1.
        self.assertIn("cells         13, ONNX 12; 37 with the second type\n", self.run_ok("ops", "BitCast"))

    def test_refusals(self):
        self.refused("there is no operator 'Foo'", "ops", "Foo")
        self.refused("x", "ops", "Add", "x")


class Broadcast(InDirectory):
    def test_operands_of_different_types(self):
        kinds = NUMBERS + ["b1", "real", "U", "S"]
        shapes = [(4, 1, 3), (3,), (), (2, 1), (1, 1, 1, 1)]
        inputs = [random_array(self.rng, kind, shapes[i % len(shapes)]) for i, kind in enumerate(kinds)]
        arguments, outputs = [], []
        for i, values in enumerate(inputs):
            self.save("x%d.npy" % i, values)
            arguments.append("x%d.npy" % i)
            outputs += ["-o", "z%d.npy" % i]
        self.assertEqual(self.run_ok("broadcast", *arguments, *outputs), "")
        for i, expected in enumerate(np.broadcast_arrays(*inputs)):
            if expected.dtype.kind in "US":
                expected = np.array(expected, "%s%d" % (kinds[i], max(1, max(map(len, expected.flat)))))
            got = self.load("z%d.npy" % i)
            self.assertTrue(same_bits(got, expected), (kinds[i], got, expected))
        self.assertEqual(len(self.names()), 2 * len(kinds))

    def test_more_operands_than_files_may_be_open(self):
        self.save("x.npy", np.array([1, 2], "f4"))
        count = 100
        outputs = [word for i in range(count) for word in ("-o", "z%d.npy" % i)]
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
        self.run_ok("broadcast", *["x.npy"] * count, *outputs, preexec_fn=limit)
        self.assertEqual(len(self.names()), count + 1)

    def test_one_operand_and_options_first(self):
        x = self.save("x.npy", random_array(self.rng, "i2", (2, 3)))
        y = self.save("y.npy", random_array(self.rng, "i8", (3,)))
        self.run_ok("broadcast", "x.npy", "-o", "z.npy")
        self.assertTrue(same_bits(self.load("z.npy"), x))
        self.run_ok("broadcast", "-o", "z.npy", "-o", "w.npy", "x.npy", "y.npy", "--threads", 1)
        self.assertTrue(same_bits(self.load("w.npy"), np.broadcast_to(y, (2, 3))))

    def test_outputs_over_the_inputs(self):
        x = self.save("x.npy", random_array(self.rng, "f4", (5, 1)))
        y = self.save("y.npy", random_array(self.rng, "u1", (4,)))
        self.run_ok("broadcast", "x.npy", "y.npy", "-o", "y.npy", "-o", "x.npy")
        self.assertTrue(same_bits(self.load("y.npy"), np.broadcast_to(x, (5, 4))))
        self.assertTrue(same_bits(self.load("x.npy"), np.broadcast_to(y, (5, 4))))
        self.assertEqual(self.names(), ["x.npy", "y.npy"])

    def test_refusals(self):
        self.save("x.npy", random_array(self.rng, "f4", (2, 3)))
        self.save("y.npy", random_array(self.rng, "f8", (2, 4)))
        self.save("s.npy", random_array(self.rng, "f8", (3,)))
        self.path("d").mkdir()
        both = ["-o", "z0.npy", "-o", "z1.npy"]
        self.refused("E1: axis 1: extents 3 and 4", "broadcast", "x.npy", "y.npy", *both)
        self.refused("1 operand, 2 -o", "broadcast", "x.npy", *both)
        self.refused("2 operands, 1 -o", "broadcast", "x.npy", "s.npy", "-o", "z0.npy")
        self.refused("--output is required", "broadcast", "x.npy", "s.npy")
        self.refused("inputs is required", "broadcast", *both)
        self.refused("none.npy: No such file", "broadcast", "x.npy", "none.npy", *both)
        # The last output is the bad one: the ones before must not appear either.
        self.refused("d: is a directory", "broadcast", "x.npy", "s.npy", "-o", "z0.npy", "-o", "d")
        self.refused("none/z.npy", "broadcast", "x.npy", "s.npy", "-o", "x.npy", "-o", "none/z.npy")
        self.refused("--accuracy", "broadcast", "x.npy", "-o", "z.npy", "--accuracy", "fast")
        self.refused("z.npy: is the name of two outputs", "broadcast", "x.npy", "s.npy", "-o", "z.npy", "-o", "./z.npy")


class Expand(InDirectory):
    def check(self, expected, values, *arguments):
        self.save("x.npy", values)
        self.assertEqual(self.run_ok("expand", "x.npy", *arguments, "-o", "z.npy"), "")
        got = self.load("z.npy")
        self.assertTrue(same_bits(got, expected), (arguments, got, expected))

    def test_onnx(self):
        for kind in NUMBERS + ["b1", "real"]:
            x = random_array(self.rng, kind, (3, 1))
            self.check(np.broadcast_to(x, (2, 3, 4)), x, "--shape", "2,3,4")
            self.check(np.broadcast_to(x, (3, 4)), x, "--shape", "4")
            self.check(np.broadcast_to(x, (3, 4)), x, "--shape=1,4", "--mode", "onnx")
            self.check(np.broadcast_to(x, (3, 0)), x, "--shape", "0")
            self.check(x, x, "--shape", "")
            self.check(x, x, "--shape=")
        texts = random_array(self.rng, "U", (3, 1))
        self.check(np.broadcast_to(texts, (3, 4)).astype("U%d" % max(1, max(map(len, texts.flat)))), texts, "--shape", "4")

    def test_numpy(self):
        x = random_array(self.rng, "i2", (3, 1))
        self.check(np.broadcast_to(x, (2, 3, 4)), x, "--shape", "2,3,4", "--mode", "numpy")
        self.refused("E1", "expand", "x.npy", "--shape", "4", "--mode", "numpy", "-o", "z.npy")

    def test_axes(self):
        x = random_array(self.rng, "f4", (3, 5))
        self.check(np.broadcast_to(x[None, :, None, :], (2, 3, 4, 5)), x, "--shape", "2,3,4,5", "--axes", "0,2")
        self.check(np.broadcast_to(x[None, :, None, :], (2, 3, 4, 5)), x, "--shape", "2,3,4,5", "--axes", "2,0",
                   "--mode", "axes")
        v = random_array(self.rng, "u8", (2,))
        self.check(np.broadcast_to(v[:, None, None], (2, 3, 4)), v, "--shape", "2,3,4", "--axes", "1,2")
        scalar = random_array(self.rng, "f8", ())
        self.check(np.broadcast_to(scalar, (5, 4)), scalar, "--shape", "5,4", "--axes", "0,1")
        self.check(v, v, "--shape", "2", "--axes", "")

    def test_mapped(self):
        x = random_array(self.rng, "i4", (3, 4))
        self.check(np.broadcast_to(x, (2, 3, 4)), x, "--shape", "2,3,4", "--mode", "mapped", "--mapping", "1,2")
        self.check(np.broadcast_to(x[:, None, :], (3, 7, 4)), x, "--shape", "3,7,4", "--mode", "mapped", "--mapping",
                   "0,2")

    def test_pdpd(self):
        x = random_array(self.rng, "f2", (3, 4))
        self.check(np.broadcast_to(x[None, :, :, None], (2, 3, 4, 5)), x, "--shape", "2,3,4,5", "--mode", "pdpd",
                   "--axis", "1")
        self.check(np.broadcast_to(x, (2, 3, 4)), x, "--shape", "2,3,4", "--mode", "pdpd", "--axis", "-1")
        self.check(np.broadcast_to(x, (2, 3, 4)), x, "--shape", "2,3,4", "--mode", "pdpd")

    def test_fortran_order_and_in_place(self):
        x = random_array(self.rng, "f4", (3, 4))
        self.save("x.npy", np.asfortranarray(x))
        self.run_ok("expand", "x.npy", "--shape", "5,3,4", "-o", "x.npy")
        self.assertTrue(same_bits(self.load("x.npy"), np.broadcast_to(x, (5, 3, 4))))
        self.assertEqual(self.names(), ["x.npy"])

    def test_refusals(self):
        self.save("x.npy", random_array(self.rng, "f4", (2, 3)))
        expand = ["expand", "x.npy", "-o", "z.npy", "--shape"]
        self.refused("E1", *expand, "2,4")
        self.refused("--shape is required", *expand[:-1])
        self.refused("--output is required", "expand", "x.npy", "--shape", "2,3")
        for bad in ("2,,3", "2,x", ",", "2,", " 2", "2;3", "+2", "99999999999999999999"):
            self.refused("--shape: '%s' is no list of integers" % bad, *expand, bad)
        self.refused("--shape: '[3]' is no list of integers", *expand, "[3]")
        self.refused("negative", *expand, "2,-3")
        self.refused("63 bits", *expand, "4294967296,4294967296,2,3")
        self.refused("bytes of memory", *expand, "1099511627776,2,3")
        self.refused("z.npy: f32[", *expand, "1099511627776,2,3")
        self.refused("--mode", *expand, "2,3", "--mode", "sideways")
        self.refused("--axes belongs to --mode axes", *expand, "2,3", "--mode", "pdpd", "--axes", "0")
        self.refused("--axis belongs to --mode pdpd, not to onnx", *expand, "2,3", "--axis", "0")
        self.refused("--axis belongs to --mode pdpd, not to axes", *expand, "2,3", "--axes", "0", "--axis", "0")
        self.refused("--mapping belongs to --mode mapped", *expand, "2,3", "--mapping", "0")
        self.refused("needs --axes", *expand, "2,3", "--mode", "axes")
        self.refused("needs --mapping", *expand, "2,3", "--mode", "mapped")
        self.refused("--axis", *expand, "2,3", "--mode", "pdpd", "--axis", "x")
        self.refused("axis", *expand, "2,3,4", "--axes", "3")
        self.refused("axis", *expand, "2,3,4", "--axes", "2,2")
        self.refused("broadcast", *expand, "2,4,4", "--axes", "2")
        self.refused("broadcast", *expand, "2,3,4", "--mode", "mapped", "--mapping", "1,0")
        self.refused("broadcast", *expand, "4,2,3", "--mode", "pdpd", "--axis", "0")
        for bad in ("", "0,1", "x", "99999999999999999999", "1.5"):
            self.refused("--axis", *expand, "4,2,3", "--mode", "pdpd", "--axis=" + bad)
        self.refused("--accuracy", *expand, "2,3", "--accuracy", "fast")
        self.refused("none.npy: No such file", "expand", "none.npy", "--shape", "2", "-o", "z.npy")


class Explain(InDirectory):
    def test_pictures(self):
        text = self.run_ok("explain", "Add", "f32[8,12,256,1]", "f32[8,1,1,256]", "--isa", "baseline"
                           if "baseline" in self.run_ok("info") else "automatic", "--threads", 1)
        self.assertIn("f32", text)
        self.assertTrue(text.endswith("\n"))
        # The nest that is left of four axes: 8, 12 x 256 together, 256.
        for word in ("8", "3072", "256"):
            self.assertRegex(text, r"\b%s\b" % word)
        for kind in ("real", "f16", "f64", "i8", "u64", "str", "bool", "float", "int8", "string"):
            self.assertTrue(self.run_ok("explain", "where", "bool[4,1]", kind + "[3]", kind))
        self.assertTrue(self.run_ok("explain", "Sqrt", "f32[]"))
        self.assertTrue(self.run_ok("explain", "Add", "f32[0,3]", "f32[3]"))
        # A picture needs no memory for the data: this would be an exbibyte.
        self.assertTrue(self.run_ok("explain", "Add", "f32[268435456,1]", "f32[1,1073741824]"))

    def test_strides(self):
        self.assertIn("transposed", self.run_ok("explain", "Add", "f32[900,1000]", "f32[900,1000]@1,900"))
        self.assertNotIn("transposed", self.run_ok("explain", "Add", "f32[900,1000]", "f32[900,1000]@1000,1"))
        # In elements; backwards; of a scalar none; an operand that is stretched by a stride of 0.
        same = [self.run_ok("explain", "Neg", kind + "[30,20]@-20,1") for kind in ("f64", "i64")]
        self.assertIn("-160", same[0])
        self.assertTrue(self.run_ok("explain", "Neg", "f32[]@"))
        self.assertTrue(self.run_ok("explain", "Add", "f32[4,3]@0,1", "f32[4,3]"))
        for bad in ("f32[2,3]@", "f32[2,3]@1", "f32[2,3]@1,2,3", "f32[2]@x", "f32@1", "i64[1]@1=3",
                    "f64[2]@2305843009213693952"):
            self.refused("operand '%s'" % bad, "explain", "Neg", bad)

    def test_attributes_and_shapes_as_operands(self):
        self.assertTrue(self.run_ok("explain", "BitCast", "f32[2,3]", "--attr", "to=INT32"))
        self.assertRegex(self.run_ok("explain", "Expand", "f32[3,1]", "i64[3]=2,1,4"), r"\b8\b|\b24\b|\b4\b")
        self.assertTrue(self.run_ok("explain", "Expand", "f32[3,1]", "i64[0]"))
        self.assertIn("TYPE[SHAPE][@STRIDES|=ELEMENTS]", self.run_ok("explain", "--help"))
        self.refused("BitCast: attribute to must be given", "explain", "BitCast", "f32[2]")
        self.refused("operand 1 is a shape, and its elements decide, as in i64[3]=2,3,4", "explain", "Expand", "f32[3]",
                     "i64[1]")
        self.refused("E1: axis 0: extents 3 and 2", "explain", "Expand", "f32[3]", "i64[1]=2")
        self.refused("axis 0 has extent 2, and 1 element is given", "explain", "Expand", "f32[3]", "i64[2]=4")
        for bad in ("i64[2]=4", "i64[1]=x", "i32[1]=3", "i64=3", "i64[1,1]=3", "i64[1]=3,"):
            self.refused("operand '%s'" % bad, "explain", "Expand", "f32[3]", bad)

    def test_refusals(self):
        self.refused("E1: axis 1: extents 3 and 4", "explain", "Add", "f32[2,3]", "f32[4]")
        self.refused("there is no operator 'Foo'", "explain", "Foo", "f32[2]")
        self.refused("Add takes 2 operands, 1 is given", "explain", "Add", "f32[2]")
        self.refused("there is no element type 'f31'", "explain", "Neg", "f31[2]")
        self.refused("there is no element type ''", "explain", "Neg", "[2")
        for bad in ("[2]", "[]", "[2,3]", "[[2]]", "[f32[2]]"):
            self.refused("operand '%s': there is no element type ''" % bad, "explain", "Neg", bad)
            self.refused("Neg takes 1 operand, 2 are given", "explain", "Neg", bad, bad)
            self.refused("there is no operator '%s'" % bad, "explain", bad, "f32[2]")
            self.refused("--attr: '%s' is not" % bad, "explain", "Neg", "f32[2]", "--attr", bad)
        for bad in ("f32[", "f32[2", "f32[2]]", "f32[x]", "f32[2,]", "f32]2[", "f32[2]x", "f32[2.5]"):
            self.refused("operand '%s'" % bad, "explain", "Neg", bad)
        self.refused("negative", "explain", "Neg", "f32[-1]")
        self.refused("63 bits", "explain", "Neg", "f32[4294967296,4294967296]")
        self.refused("has 2^59 elements or more", "explain", "Neg", "i8[%d]" % 2**59)
        self.assertIn("kernel", self.run_ok("explain", "Neg", "i8[%d]" % (2**59 - 1)))
        self.refused("f64", "explain", "Add", "f32[2]", "f64[2]")
        self.refused("str", "explain", "Add", "str[2]", "str[2]")
        self.refused("--isa", "explain", "Neg", "f32[2]", "--isa", "none")


class Info(InDirectory):
    def test_machine(self):
        text = self.run_ok("info")
        rows = dict(re.findall(r"^(\w+(?: \w+)?)  +(.*)$", text, re.M))
        self.assertEqual(rows["zerostride"], self.run_ok("--version").split()[1])
        self.assertIn(rows["kernels chosen"], rows["kernels usable"].split())
        self.assertLessEqual(set(rows["kernels usable"].split()), set(rows["kernels built"].split()))
        self.assertRegex(rows["threads"], r"^[1-9]\d* \(processors: [1-9]\d*\)$")
        self.assertRegex(rows["data caches"], r"^L1 (\d+ KiB|\d+ MiB|unknown), L2 (.*), L3 (.*)$")
        for isa in rows["kernels usable"].split():
            forced = self.run_ok("info", environment={"ZEROSTRIDE_ISA": isa})
            self.assertRegex(forced, r"(?m)^kernels chosen +%s$" % isa)
        self.assertRegex(self.run_ok("info", environment={"ZEROSTRIDE_THREADS": "1"}), r"(?m)^threads +1 ")
        self.assertEqual(rows["accuracy"], "exact")
        for asked, used in (("fast", "fast"), ("exact", "exact"), ("automatic", "exact")):
            chosen = self.run_ok("info", environment={"ZEROSTRIDE_ACCURACY": asked})
            self.assertRegex(chosen, r"(?m)^accuracy +%s$" % used)
        self.assertTrue(text.endswith(self.run_ok("info", "--markdown")))

    def test_table(self):
        lines = self.run_ok("info", "--markdown").splitlines()
        table = [cells(line) for line in lines]
        self.assertTrue(all(line.startswith("|") and line.endswith("|") for line in lines))
        self.assertEqual({len(row) for row in table}, {len(table[0])})
        head = table[0]
        self.assertEqual(head[0], "operator")
        kinds = ["real", "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "str", "bool"]
        self.assertEqual(head[1:15], kinds)
        marked = {row[0]: {kind for kind, cell in zip(kinds, row[1:15]) if cell} for row in table[2:]}
        # The table says what explain does.
        for name, supported in marked.items():
            arity = {"Where": 3, "Neg": 1, "Abs": 1, "Sqrt": 1, "Not": 1, "Identity": 1, "Add": 2, "Div": 2, "Equal": 2,
                     "Less": 2, "And": 2}.get(name)
            if arity is None:
                continue
            for kind in ("real", "f16", "i8", "u64", "str", "bool"):
                operands = [kind + "[3]"] * arity
                if name == "Where":
                    operands[0] = "bool[3]"
                done = self.start("explain", name, *operands)
                self.assertEqual(done.returncode, 0 if kind in supported else 2, (name, kind))
        beyond = {row[0]: {kind for kind, cell in zip(kinds, row[1:15]) if cell[:1] == "+"} for row in table[2:]}
        self.assertEqual(beyond["Less"], {"real", "str", "bool"})
        self.assertEqual(marked["Add"], set(kinds) - {"str", "bool"})
        self.assertEqual(marked["Where"], set(kinds))
        self.assertEqual(marked["Sqrt"], {"real", "f16", "f32", "f64"})

    def test_refusals(self):
        self.refused("ZEROSTRIDE_ISA=nonsense", "info", environment={"ZEROSTRIDE_ISA": "nonsense"})
        self.refused("ZEROSTRIDE_ACCURACY=loose: no such accuracy", "info", environment={"ZEROSTRIDE_ACCURACY": "loose"})
        self.refused("x", "info", "x")


class Verify(InDirectory):
    def test_refusals(self):
        self.refused("verify: there is no function 'Add'; there are all, Reciprocal, HardSigmoid, HardSwish, Exp", "verify", "Add")
        # The list has what it takes, and no more.
        listed = self.start("verify", "Add").stderr.decode().split("there are all, ")[1].split()
        self.assertGreater(len(listed), 30)
        measured = re.sub(".*there are all, ", "", self.start("accuracy", "Add", "f32").stderr.decode()).split()
        if len(measured) > 30:  # this build has MPFR
            self.assertEqual([name for name in measured if name not in ("Pow,", "SwiGLU,")], listed)
        for name in ("Pow", "SwiGLU"):
            self.assertNotIn(name + ",", listed)
            self.refused("the correctly rounded results of %s of all floats are not known" % name, "verify", name)
        self.refused("there is no instruction set 'mmx'", "verify", "Exp", "--isa", "mmx")
        self.refused("--threads", "verify", "Exp", "--threads", "0")
        self.refused("function is required", "verify")


class Accuracy(InDirectory):
    def setUp(self):
        super().setUp()
        done = self.start("accuracy", "Exp", "f16")
        if b"no MPFR" in done.stderr:
            self.assertEqual(done.returncode, 2)
            self.skipTest("this build has no MPFR")

    def rows(self, text):
        lines = text.splitlines()
        self.assertRegex(lines[0], r"^function +type +ISA +inputs +greatest error, ulp +not correctly rounded +worst input")
        return [re.split(r"  +", line.strip()) for line in lines[1:] if line]

    def test_a_table_of_every_binary16(self):
        row, = self.rows(self.run_ok("accuracy", "exp", "f16", "--isa", "baseline" if platform.machine() == "x86_64" else "automatic"))
        self.assertEqual(row[:2], ["Exp", "f16"])
        self.assertEqual(row[3], "all 65536")
        self.assertLessEqual(float(row[4]), 0.5)
        self.assertEqual(row[5], "0")
        self.assertRegex(row[6], r"^0x[0-9a-f]{4}$")

    def test_instruction_sets_side_by_side(self):
        rows = self.rows(self.run_ok("accuracy", "Gelu", "f32", "--samples", 1000, "--isa", "all"))
        self.assertEqual({row[0] for row in rows}, {"Gelu", "Gelu:tanh"})
        names = [row[2] for row in rows if row[0] == "Gelu"]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(len({tuple(row[3:7]) for row in rows if row[0] == "Gelu"}), 1)
        self.assertEqual({row[7] for row in rows}, {"the same"} if len(names) > 1 else {"-"})

    def test_all_types_and_two_operands(self):
        rows = self.rows(self.run_ok("accuracy", "Pow", "all", "--samples", 300))
        self.assertEqual([row[1] for row in rows], ["f16", "f32", "f64", "real"])
        self.assertRegex(rows[1][6], r"^0x[0-9a-f]{8} 0x[0-9a-f]{8}$")
        self.assertRegex(rows[3][4], r"^2\^-1[0-9]{2}\.[0-9]$|^0$")
        markdown = self.run_ok("accuracy", "Tanh", "f64", "--samples", 300, "--markdown")
        self.assertRegex(markdown, r"\Azerostride [0-9.]+ at [^\n]*MPFR [0-9.]+[^\n]*\n\n\| function ")

    def test_what_is_wrong_is_listed(self):
        text = self.run_ok("accuracy", "Exp", "f64", "--samples", 2000, "--list", "--hardest")
        table, _, listed = text.partition("\n\n")
        wrong = int(self.rows(table)[0][5])
        self.assertGreater(wrong, 0, "doubles are not correctly rounded")
        self.assertEqual(len(listed.splitlines()), wrong)
        for line in listed.splitlines():
            self.assertRegex(line, r"^Exp f64 \w+ of 0x[0-9a-f]{16} is 0x[0-9a-f]{16}, right is 0x[0-9a-f]{16}$")

    def test_an_interrupted_run_goes_on(self):
        asked = ["accuracy", "Erf", "f64", "--samples", 30000, "--isa", "all", "--list"]
        once = self.run_ok(*asked)
        steps = 0
        while True:
            text = self.run_ok(*asked, "--progress", "p.txt", "--budget", 9000)
            if not re.search(r"\d of \d{5}", text):
                break
            steps += 1
            self.assertLess(steps, 20)
        self.assertGreaterEqual(steps, 2)
        self.assertEqual(text, once)
        self.assertEqual(self.names(), ["p.txt"], "no temporary file is left")
        finished = self.path("p.txt").read_bytes()
        self.assertEqual(self.run_ok(*asked, "--progress", "p.txt"), once)
        self.assertEqual(self.path("p.txt").read_bytes(), finished)
        self.assertEqual(self.run_ok(*asked, "--progress", "p.txt", "--report"), once)
        self.assertEqual(self.run_ok("accuracy", "Log", "all", "--progress", "p.txt", "--report").count("\n"), 1)
        # A table for a document is not emptied by asking for another number of samples.
        self.refused("knows nothing of what is asked for", "accuracy", "Log", "all", "--progress", "p.txt", "--report",
                     "--markdown")
        self.assertEqual(self.run_ok(*asked, "--progress", "p.txt", "--again", "--threads", 2), once)
        self.assertEqual(self.path("p.txt").read_bytes(), finished)

    def test_two_runs_keep_what_both_found(self):
        running = [subprocess.Popen([*COMMAND, "accuracy", name, "f16", "--progress", "p.txt"],
                                    cwd=self.directory.name, stdout=subprocess.PIPE) for name in ("Sin", "Cos")]
        for one in running:
            one.communicate(timeout=300)
            self.assertEqual(one.returncode, 0)
        kept = self.path("p.txt").read_text()
        self.assertEqual(sorted(re.findall(r"(?m)^sweep (\w+) f16", kept)), ["Cos", "Sin"])
        self.assertEqual(self.names(), ["p.txt"])

    def judged_wrong(self, reason, *arguments, **how):
        """Runs, expects a table, then exit 2 and one line on standard error with `reason` in it."""
        done = self.start("accuracy", *arguments, **how)
        self.assertEqual(done.returncode, 2, arguments)
        self.assertRegex(done.stderr.decode(), r"\Azerostride: accuracy: [^\n]+\n\Z")
        self.assertIn(reason, done.stderr.decode())
        self.assertGreater(len(self.rows(done.stdout.decode())), 0)

    def test_a_broken_promise_is_no_success(self):
        for name, kind, forged, reason in (
                ("Exp", "f16", {"wrong": "3"}, "Exp f16 on %s: 3 not correctly rounded"),
                ("Exp", "f16", {"differing": "5"}, "Exp f16 on %s: 5 results differ from those of %s"),
                ("Exp", "f16", {"differing": "1"}, "Exp f16 on %s: 1 result differs from that of %s"),
                ("Exp", "f64", {"error": "0x1.1p+0"}, "Exp f64 on %s: off by 1.0625 at 0x"),
                ("Pow", "f16", {"error": "0x1.02p-1"}, "Pow f16 on %s: off by 0.5039 at 0x"),
                ("Exp", "real", {"error": "0x1p-97"}, "Exp real on %s: off by 2^-97.0 at 0x")):
            asked = [name, kind, "--samples", 300, "--progress", "p.txt"]
            self.run_ok("accuracy", *asked)
            kept = self.path("p.txt").read_text()
            tally = dict(zip(("word", "isa", "wrong", "differing", "error", "rest"),
                             re.search("(?m)^tally .*$", kept).group().split(" ", 5)))
            said = reason.replace("%s", tally["isa"])
            self.path("p.txt").write_text(re.sub("(?m)^tally .*$", " ".join({**tally, **forged}.values()), kept))
            self.judged_wrong(said, *asked, "--report")
            self.judged_wrong(said, *asked)
            self.path("p.txt").unlink()
        # What was found by fast kernels is another record's, and judged by what is promised of them.
        asked = ["Exp", "f32", "--samples", 5000, "--progress", "p.txt"]
        fast = {"ZEROSTRIDE_ACCURACY": "fast"}
        self.assertNotEqual(self.rows(self.run_ok("accuracy", *asked, environment=fast))[0][5], "0")
        self.assertEqual(self.run_ok("accuracy", *asked, "--report").count("\n"), 1)
        self.refused("ZEROSTRIDE_ACCURACY=loose", "accuracy", *asked, "--report",
                     environment={"ZEROSTRIDE_ACCURACY": "loose"})

    def test_a_record_that_cannot_be_read_is_kept(self):
        obeying = self.obeying_permissions()
        asked = ["accuracy", "Exp", "f16", "--progress", "p.txt"]
        self.run_ok(*asked)
        kept = self.path("p.txt").read_bytes()
        self.path("p.txt").chmod(0o200)
        done = self.start(*asked, **obeying)
        self.assertEqual((done.returncode, done.stderr), (2, b"zerostride: p.txt: Permission denied\n"))
        self.path("p.txt").chmod(0o600)
        self.assertEqual(self.path("p.txt").read_bytes(), kept)
        self.assertEqual(self.names(), ["p.txt"])

    def test_a_report_writes_nothing(self):
        obeying = self.obeying_permissions()
        asked = ["accuracy", "Exp", "f16", "--progress", "p.txt"]
        said = self.run_ok(*asked)
        self.path("p.txt").chmod(0o400)
        self.assertEqual(self.run_ok(*asked, "--report", **obeying), said)
        self.refused("p.txt: Permission denied", *asked, **obeying)

    def test_refusals(self):
        self.refused("p.txt: No such file", "accuracy", "Exp", "f16", "--report", "--progress", "p.txt")
        self.refused("there is no function 'Add'; there are all, Reciprocal, HardSigmoid, HardSwish, Exp", "accuracy", "Add", "f32")
        self.refused("no element type 'i32'; there are all, f16, f32, f64, real", "accuracy", "Exp", "i32")
        self.refused("no element type 'nonsense'", "accuracy", "Exp", "nonsense")
        self.refused("there is no instruction set 'mmx'", "accuracy", "Exp", "f16", "--isa", "mmx")
        self.refused("--samples", "accuracy", "Exp", "f32", "--samples", "0")
        self.refused("--threads", "accuracy", "Exp", "f32", "--threads", "0")
        self.refused("type is required", "accuracy", "Exp")
        self.refused("--progress needs a name", "accuracy", "Exp", "f16", "--progress", "")
        self.refused("--budget needs --progress", "accuracy", "Exp", "f16", "--budget", 5)
        self.refused("--report needs --progress", "accuracy", "Exp", "f16", "--report")
        self.refused("no/p.txt: its directory", "accuracy", "Exp", "f16", "--progress", "no/p.txt")
        self.refused("is a directory", "accuracy", "Exp", "f16", "--progress", ".")
        self.path("p.txt").write_text("something else\n")
        self.refused("p.txt: is no record of zerostride accuracy", "accuracy", "Exp", "f16", "--progress", "p.txt")
        self.assertEqual(self.path("p.txt").read_text(), "something else\n")


class Usage(InDirectory):
    def test_help_and_version(self):
        self.assertRegex(self.run_ok("--version"), r"\Azerostride \d+\.\d+\.\d+\n\Z")
        top = self.run_ok("--help")
        for command in ("eval", "broadcast", "expand", "explain", "ops", "info", "accuracy"):
            self.assertIn("  %s " % command, top)
            text = self.run_ok(command, "--help")
            self.assertIn("zerostride %s" % command, text)
            self.assertEqual(self.run_ok(command, "-h"), text)

    def test_refusals(self):
        self.refused("subcommand", )
        self.refused("'nonsense' is no subcommand", "nonsense")
        self.refused("'--nonsense' is no subcommand", "--nonsense")
        self.refused("--nonsense", "eval", "Neg", "x.npy", "--nonsense")
        self.refused("operator is required", "eval")
        self.refused("--output", "eval", "Neg", "x.npy", "-o")
        self.refused("line", "line\nfeed\r\x1b[31m")

    def test_standard_output_that_is_full(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full:
            self.refused("standard output cannot be written", "info", stdout=full)
            # What is refused has replaced no file.
            before = self.save("x.npy", np.arange(3, dtype="f4"))
            self.refused("standard output cannot be written", "eval", "Neg", "x.npy", "-o", "x.npy", "--repeat", 1,
                         stdout=full)
            self.assertTrue(same_bits(self.load("x.npy"), before))


    def test_standard_streams_that_are_closed(self):
        x = self.save("x.npy", np.arange(3, dtype="f4"))

        def closed(*descriptors):
            return {"stdout": None, "preexec_fn": lambda: [os.close(one) for one in descriptors]}

        # No file that is opened takes a stream's place, and with it what is printed.
        self.refused("standard output cannot be written", "eval", "Neg", "x.npy", "-o", "z.npy", "--repeat", 1,
                     **closed(1))
        self.refused("standard output cannot be written", "info", **closed(0, 1))
        self.assertEqual(self.start("eval", "Div", "x.npy", "-o", "z.npy", **closed(0, 1, 2)).returncode, 2)
        self.assertNotIn("z.npy", self.names())
        self.run_ok("eval", "Neg", "x.npy", "-o", "z.npy", **closed(0, 1))
        self.assertTrue(same_bits(self.load("z.npy"), -x))
        integers = self.save("i.npy", np.arange(3, dtype="i4"))
        self.assertEqual(self.start("eval", "Div", "i.npy", "i.npy", "-o", "q.npy", **closed(2)).returncode, 0)
        self.assertEqual(self.load("q.npy").shape, integers.shape)

    def test_standard_output_that_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as unread:
            self.save("x.npy", np.arange(3, dtype="f4"))
            for asked in (["info"], ["--help"], ["eval", "Neg", "x.npy", "-o", "x.npy", "--repeat", 1],
                          ["eval", "Neg", "x.npy", "-o", "z.npy", "--repeat", 1]):
                self.refused("standard output cannot be written", *asked, stdout=unread)


def cells(line):
    """A row of a table in Markdown, where a bar within a cell has a backslash before it."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


def npy_bytes(descr, shape, data):
    """A .npy file of version 1 with any words in its header."""
    header = ("{'descr': %s, 'fortran_order': False, 'shape': %s, }" % (descr, shape)).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + data


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # The tests run in directories of their own.
    COMMAND = [os.path.abspath(word) if os.path.sep in word else word for word in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])
