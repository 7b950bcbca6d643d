"""The functions of the package: what they take, what they answer, and what they refuse."""

import ctypes
import gc
import os
import subprocess
import sys
import threading
import tracemalloc
import unittest
import warnings

import arrays
import numpy as np

import zerostride as zs

REAL = np.dtype([("hi", "f8"), ("lo", "f8")])
DIRECT = {  # what NumPy has by another name, or in a few words
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum, "equal": np.equal,
    "less": np.less, "greater_or_equal": np.greater_equal, "logical_xor": np.logical_xor, "abs": np.absolute,
    "neg": np.negative, "relu": lambda x: np.where(x < 0, np.zeros_like(x), x),
    "where": lambda x, y: np.where(x != 0, x, y), "identity": lambda x: x, "is_nan": np.isnan, "sqrt": np.sqrt,
    "floor": np.floor, "reciprocal": np.reciprocal, "bitwise_and": np.bitwise_and,
}


class functions_test(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(arrays.SEED)
        np.seterr(all="ignore")

    def test_there_is_one_for_every_operator(self):
        self.assertGreaterEqual(len(zs.operators), 84)
        for row in zs.operators.values():
            function = getattr(zs, row.name)
            self.assertEqual(function.__name__, row.name)
            self.assertIn(row.onnx_name, function.__doc__)
            self.assertTrue(row.summary)

    def test_on_arrays_of_every_type_and_layout(self):
        runs = 0
        for name, numpys in DIRECT.items():
            for dtype in arrays.ALL:
                count = zs.operators[name].least_operands if name not in ("max", "min") else 2
                for _ in range(10):
                    operands = [arrays.laid_out(self.rng, arrays.values(self.rng, dtype, shape))
                                for shape in arrays.shapes(self.rng, 2 if name == "where" else count)]
                    try:
                        expected = numpys(*operands)
                    except TypeError:
                        continue
                    given = [operands[0] != 0, *operands] if name == "where" else operands
                    try:
                        made = getattr(zs, name)(*given)
                    except TypeError as refused:
                        self.assertRegex(str(refused), f"{name}: .*{dtype.kind}{8 * dtype.itemsize}|bool")
                        continue
                    if made.dtype != expected.dtype:
                        self.assertEqual((name, made.dtype), (name, dtype))  # NumPy's sqrt of integers is a float
                        continue
                    arrays.assert_equal(self, made, expected, 0, f"{name} {dtype} {[x.shape for x in operands]}")
                    self.assertIs(type(made), np.ndarray)
                    runs += 1
        self.assertGreater(runs, 1500)

    def test_attributes(self):
        x = np.linspace(-4, 4, 33, dtype="f4")
        self.assertTrue(np.array_equal(zs.leaky_relu(x, alpha=0.25), np.where(x < 0, x / 4, x)))
        self.assertFalse(np.array_equal(zs.gelu(x), zs.gelu(x, approximate="tanh")))
        self.assertTrue(np.array_equal(zs.gelu(x), zs.gelu(x, approximate="none")))
        whole = np.arange(8, dtype="u4")
        self.assertTrue(np.array_equal(zs.bit_shift(whole, np.uint32(2), direction="LEFT"), whole << 2))
        self.assertTrue(np.array_equal(zs.mod(np.array([-7, 7]), 3, fmod=True), [-1, 1]))
        for to in (np.float16, "f2", "f16", "float16", np.dtype("f2")):
            self.assertEqual(zs.cast(x, to=to).dtype, np.float16)
        self.assertEqual(zs.cast(x, to="real").dtype, REAL)
        for wrong, kind in ((dict(alpha="a"), TypeError), (dict(beta=1), TypeError), (dict(fmod=1), TypeError)):
            with self.assertRaises(kind):
                zs.leaky_relu(x, **wrong)
        with self.assertRaisesRegex(ValueError, "gelu: approximate cannot be 'sinh'"):
            zs.gelu(x, approximate="sinh")
        for to, dtype in (("i4", "i4"), ("i16", "i2"), ("int8", "i1"), ("f64", "f8"), ("bool", "?")):
            self.assertEqual(zs.cast(x, to=to).dtype, np.dtype(dtype))
        for ambiguous, ours, theirs in (("i8", "int8", "int64"), ("u8", "uint8", "uint64"), ("float", "float32", "float64")):
            with self.assertRaisesRegex(TypeError, f"'{ambiguous}' is {ours} here and {theirs} in NumPy"):
                zs.cast(x, to=ambiguous)
        for wrong in ("c8", object, "f16x"):
            with self.assertRaises(TypeError):
                zs.cast(x, to=wrong)
        with self.assertRaises(TypeError):
            zs.cast(x, to="str")

    def test_numbers_take_the_type_of_the_arrays(self):
        for dtype in arrays.NUMBERS:
            x = np.array([1, 2, 3], dtype)
            self.assertEqual(zs.add(x, 1).dtype, dtype)
            self.assertEqual(zs.sub(5, x).tolist(), [4, 3, 2])
            self.assertEqual(zs.clip(x, 2, None).tolist(), [2, 2, 3])
            self.assertEqual(zs.where(x > np.ones(3, dtype), x, 0).tolist(), [0, 2, 3])
        self.assertEqual(zs.where(True, np.ones(2, "f2"), 3).dtype, np.float16)
        self.assertEqual(zs.add(1, 2).tolist(), 3)
        self.assertEqual(zs.add(0.5, 2.0).dtype, np.float64)
        self.assertEqual(zs.add(1, 2.5).tolist(), 3.5)
        self.assertEqual(zs.where(np.array([True, False]), 1, 2.5).tolist(), [1, 2.5])
        self.assertEqual(zs.logical_and(True, False).dtype, bool)
        self.assertEqual(zs.add(np.zeros(1, "f4"), 2**64)[0], 2.0**64)
        self.assertEqual(zs.expand(1.5, [2, 3]).dtype, np.float64)
        self.assertEqual(zs.add(np.float32(1), 2.5).dtype, np.float32)
        self.assertEqual(zs.add(np.zeros(1, "u8"), 2**64 - 1)[0], 2**64 - 1)
        self.assertEqual(zs.add(np.zeros(1, "i8"), -2**63)[0], -2**63)
        half = zs.add(np.zeros(1, "f2"), 2049.0)
        self.assertEqual(half[0], 2048)  # rounded, once
        for x, number, kind in (("i1", 128, OverflowError), ("u1", -1, OverflowError), ("i8", 2**63, OverflowError),
                                ("u8", 2**64, OverflowError), ("u8", -1, OverflowError), ("i4", 2**32, OverflowError),
                                ("f2", 65520, OverflowError), ("f2", 1e6, OverflowError), ("f4", 1e39, OverflowError),
                                ("i4", 1.0, TypeError), ("?", 2, OverflowError), ("?", 0.5, TypeError)):
            with self.assertRaisesRegex(kind, "operand 1: .* is no element of "):
                zs.equal(np.zeros(2, x), number)
        self.assertTrue(np.isinf(zs.add(np.zeros(1, "f2"), float("inf")))[0])

    def test_ints_beyond_64_bits_are_rounded_once(self):
        tie = (2**24 + 1) * 2**60  # between two float32
        for number, expected in ((tie + 1, 2**60 * (2**24 + 2)), (tie - 1, 2**84), (tie, 2**84), (-tie - 1, -2**60 * (2**24 + 2))):
            self.assertEqual(int(zs.add(np.zeros(1, "f4"), number)[0]), expected)
        self.assertEqual(int(zs.add(np.zeros(1, "f8"), 2**70 + 1)[0]), 2**70)
        made = zs.add(np.zeros(1, REAL), 2**70 + 1)
        self.assertEqual((int(made["hi"][0]), int(made["lo"][0])), (2**70, 1))
        with self.assertRaisesRegex(OverflowError, "operand 1: .* is no element of f32"):
            zs.add(np.zeros(1, "f4"), 2**128)

    def test_environments_that_name_nothing(self):
        code = """
import numpy as np, zerostride as zs
x = np.ones(3, "f4")
def refuses(call):
    try: call()
    except RuntimeError as refused: assert "=avx9: no such" in str(refused), refused
    else: raise SystemExit(1)
refuses(lambda: zs.add(x, x))
refuses(lambda: zs.add(x, 1.0))
refuses(lambda: zs.asarray(x) + x)
refuses(lambda: zs.asarray(x) + 1.0)
refuses(lambda: np.exp(zs.asarray(x)))
for named in (x, 1.0): assert zs.add(x, named, isa=zs.isas()[0], accuracy="exact").tolist() == [2, 2, 2]
"""
        for variable in ("ZEROSTRIDE_ISA", "ZEROSTRIDE_ACCURACY"):
            done = subprocess.run([sys.executable, "-c", code], timeout=60, env={**os.environ, variable: "avx9"})
            self.assertEqual(done.returncode, 0, variable)

    def test_real(self):
        x = np.zeros(3, REAL)
        x["hi"] = [1, 2, 3]
        third = zs.div(x, 3)
        self.assertEqual(third.dtype, REAL)
        self.assertEqual(third["hi"][0], 1 / 3)
        self.assertNotEqual(third["lo"][0], 0)
        self.assertTrue(np.array_equal(zs.cast(third, to="f8"), np.array([1, 2, 3]) / 3))
        self.assertEqual(zs.mul(third, 3)["hi"].tolist(), [1, 2, 3])

    def test_operands_that_are_no_arrays(self):
        self.assertEqual(zs.add([1, 2], [3, 4]).tolist(), [4, 6])
        self.assertEqual(zs.expand(np.ones((3, 1), "f4"), (2, 1, 4)).shape, (2, 3, 4))
        self.assertEqual(zs.add(memoryview(b"ab"), memoryview(b"cd")).dtype, np.uint8)
        self.assertEqual(zs.add((ctypes.c_float * 2)(1, 2), np.ones(2, "f4")).tolist(), [2, 3])
        self.assertEqual(zs.expand(np.ones(1), np.array([2, 3], "u1")).shape, (2, 3))
        self.assertEqual(zs.expand(np.ones(1), np.array([2, 9, 3, 9])[::2]).shape, (2, 3))
        self.assertEqual(zs.neg(memoryview(np.asfortranarray(np.ones((2, 3), "f4")))).shape, (2, 3))
        for scalar in ((), [], np.float32(2).shape):
            self.assertEqual(zs.expand(np.float32(1), scalar).shape, ())
            self.assertEqual(zs.expand(np.ones((2, 1)), scalar).shape, (2, 1))
        for shape in ([2.7, 3], ["2", "3"], np.array([2**63 + 1], "u8"), np.array([3], "u8"), 3):
            with self.assertRaises((TypeError, ValueError)):
                zs.expand(np.ones(1), shape)

        class strange(np.ndarray):
            def __array_function__(self, *_, **__):
                return 42

        columns = np.asfortranarray(np.ones((3, 4), "f4"))
        self.assertEqual(zs.neg(columns.view(strange)).strides, columns.strides)
        self.assertEqual(zs.max(np.ones(2), np.zeros((2, 1)), np.full((), 2.0)).tolist(), [[2, 2], [2, 2]])

    def test_output(self):
        x = np.arange(6, dtype="f4").reshape(2, 3)
        out = np.empty((2, 3), "f4")
        self.assertIs(zs.add(x, x, out=out), out)
        self.assertTrue(np.array_equal(out, 2 * x))
        zs.mul(out, 3, out=out)
        self.assertTrue(np.array_equal(out, 6 * x))
        zs.identity(x[0], out=out[::-1])
        self.assertTrue(np.array_equal(out, [x[0], x[0]]))

    def test_refusals_say_why_and_write_nothing(self):
        x, out = np.ones((2, 3), "f4"), np.full((2, 3), 7, "f4")
        frozen = out.copy()
        frozen.flags.writeable = False
        cases = [
            (ValueError, "E1: axis 1: extents 3 and 4", lambda: zs.add(x, np.ones((2, 4), "f4"), out=out)),
            (ValueError, r"output's shape is \[1,3\] and must be the broadcast shape \[2,3\]", lambda: zs.add(x, x, out=out[:1])),
            (TypeError, "operand 1 is f64 and must be f32", lambda: zs.add(x, x.astype("f8"), out=out)),
            (TypeError, "out", lambda: zs.add(x, x, out=np.zeros((2, 3), "c8"))),
            (TypeError, "out.* f64|output", lambda: zs.add(x, x, out=np.zeros((2, 3)))),
            (ValueError, "shares bytes", lambda: zs.add(out[:, :2], out[:, :2], out=out[:, 1:])),
            (ValueError, "", lambda: zs.add(x, x, out=np.broadcast_to(out[0], (2, 3)))),
            (ValueError, "", lambda: zs.add(x, x, out=frozen)),
            (ValueError, "takes 2 operands, 1 given", lambda: zs.add(x, out=out)),
            (ValueError, "takes 1 operand", lambda: zs.neg(x, x, out=out)),
            (TypeError, "operand 0", lambda: zs.neg(np.array(["a"]), out=out)),
            (TypeError, "operand 0: no element type here has the format 'Zf'", lambda: zs.neg(x.astype("c8"), out=out)),
            (TypeError, "operand 0: .*'>f'", lambda: zs.neg(x.astype(">f4"), out=out)),
            (TypeError, "operand 0", lambda: zs.neg(np.array([None]), out=out)),
            (ValueError, "operand 0", lambda: zs.neg(None, out=out)),
            (RuntimeError, "no kernels", lambda: zs.neg(x, out=out, isa="neon")),
            (ValueError, "no instruction set is named 'sse9'", lambda: zs.neg(x, out=out, isa="sse9")),
            (ValueError, "no accuracy is named 'rough'", lambda: zs.neg(x, out=out, accuracy="rough")),
            (TypeError, "", lambda: zs.neg(x, out=out, threads="two")),
            (OverflowError, "", lambda: zs.neg(x, out=out, threads=2**70)),
            (TypeError, "isa is a name", lambda: zs.neg(x, out=out, isa=3)),
            (TypeError, "accuracy is a name", lambda: zs.neg(x, out=out, accuracy=3)),
            (TypeError, "None is no element type", lambda: zs.cast(x, to=None)),
            (TypeError, "", lambda: zs.cast(x, to=("f2", True, False))),
            (ValueError, "dtype", lambda: zs.add(np.datetime64(1, "D"), np.datetime64(1, "D"))),
            (TypeError, "", lambda: zs.neg(x, out=3)),
            (ValueError, "datetime|dtype|buffer", lambda: zs.neg(np.array(["2020-01-01"], "M8[D]"), out=out)),
        ]
        for kind, words, call in cases:
            with self.subTest(words), self.assertRaisesRegex((kind, BufferError) if words == "" else kind, words):
                call()
            self.assertTrue((out == 7).all())

    def test_division_by_zero_warns(self):
        x, zero = np.arange(4), np.array([0, 1, 0, 2])
        with self.assertWarnsRegex(RuntimeWarning, "div: an integer was divided by zero"):
            made = zs.div(x, zero)
        self.assertEqual(made.tolist(), [0, 1, 0, 1])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(RuntimeWarning):
                zs.mod(x, zero)

    def test_options(self):
        x = arrays.values(self.rng, np.dtype("f4"), (1000, 333))
        expected = zs.tanh(x)
        for isa in zs.isas():
            for threads in (1, 2, 2**31):
                made = zs.tanh(x, isa=isa, threads=threads)
                self.assertTrue(np.array_equal(made.view("u4"), expected.view("u4")))
        fast = zs.tanh(x, accuracy="fast")
        self.assertLessEqual(arrays.distance(fast[:50], expected[:50]).max(), 2)

    def test_explain(self):
        text = zs.explain("Add", np.ones((4, 3), "f4"), np.ones(3, "f4"), isa="baseline")
        self.assertIn("kernel    add/f32/baseline", text)
        with self.assertRaisesRegex(ValueError, "no operator is named 'Conv'"):
            zs.explain("Conv", 1)

    def test_threads_of_pythons_run_side_by_side(self):
        """A long evaluation lets others run: while one thread works, this one counts."""
        x = np.ones(20_000_000, "f4")
        out = np.empty_like(x)
        zs.tan(x, out=out, threads=1)
        worker = threading.Thread(target=lambda: [zs.tan(x, out=out, threads=1) for _ in range(3)])
        worker.start()
        counted = 0
        while worker.is_alive():
            counted += 1
        # With the lock held there would be a turn between two evaluations, and none within.
        self.assertGreater(counted, 1000)

    def test_the_end_comes_while_threads_work(self):
        code = """
import threading, time
import numpy as np, zerostride as zs
x = np.ones(20000, "f4")
def work():
    out = np.empty_like(x)
    while True: zs.tan(x, out=out, threads=1)
for _ in range(4): threading.Thread(target=work, daemon=True).start()
keep = [[i] for i in range(300000)]
time.sleep(0.1)
"""
        for _ in range(3):
            self.assertEqual(subprocess.run([sys.executable, "-c", code], timeout=60).returncode, 0)

    def test_forked_processes_work_alone(self):
        code = """
import multiprocessing
import numpy as np, zerostride as zs
def work(_): return float((zs.asarray(np.ones(2000000, "f4")) + 1).sum())
if __name__ == "__main__":
    work(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(work, range(2)).get(30) == [4e6, 4e6]
"""
        self.assertEqual(subprocess.run([sys.executable, "-c", code], timeout=60).returncode, 0)

    def test_star_hides_nothing(self):
        self.assertIn("add", zs.__all__)
        for name in ("abs", "max", "min", "pow", "round", "sum"):
            self.assertNotIn(name, zs.__all__)

    def test_nothing_is_leaked(self):
        x, y = np.ones((50, 3), "f4"), np.ones(3, "f4")

        def rounds(count):
            for _ in range(count):
                zs.add(x, y)
                zs.add(x, 2, out=x)
                zs.cast(x, to=np.float16)
                zs.clip(x, None, 3.0)
                zs.asarray(x) + y
                for wrong in (lambda: zs.add(x, np.ones(4, "f4")), lambda: zs.add(x, 1e300), lambda: zs.gelu(x, a=1)):
                    try:
                        wrong()
                    except (ValueError, OverflowError, TypeError):
                        pass

        rounds(100)
        counts = sys.getrefcount(x), sys.getrefcount(np.float16), sys.getrefcount(np.dtype("f4"))
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.take_snapshot()
        rounds(2000)
        gc.collect()
        grown = sum(line.size_diff for line in tracemalloc.take_snapshot().compare_to(before, "filename"))
        tracemalloc.stop()
        self.assertLess(grown, 20_000)
        after = sys.getrefcount(x), sys.getrefcount(np.float16), sys.getrefcount(np.dtype("f4"))
        for was, now in zip(counts, after):
            self.assertLess(abs(now - was), 50)
        x.resize((1, 1), refcheck=False)  # nobody holds its memory


if __name__ == "__main__":
    sys.exit(not unittest.main(exit=False).result.wasSuccessful())
