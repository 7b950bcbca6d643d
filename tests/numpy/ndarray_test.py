"""NumPy's own functions on arrays of ours give what they give on NumPy's, over random operands: what our kernels take as
what they leave to NumPy."""

import sys
import unittest
import warnings

import arrays
import numpy as np

import zerostride as zs
from zerostride import ufuncs

ROUNDS = 40
# NumPy's functions are off by so many units in the last place, and ours by half of one; float16 is computed in float there.
NUMPYS_ULPS = 4
EXACT = {np.add, np.subtract, np.multiply, np.divide, np.remainder, np.fmod, np.minimum, np.maximum, np.absolute, np.fabs,
         np.negative, np.sign, np.sqrt, np.square, np.reciprocal, np.ceil, np.floor, np.rint, np.equal, np.not_equal,
         np.less, np.less_equal, np.greater, np.greater_equal, np.isnan, np.isinf, np.logical_and, np.logical_or,
         np.logical_xor, np.logical_not, np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert, np.left_shift,
         np.right_shift, ufuncs._umath_clip}


def taken(ufunc, operands, out=None):
    """What the rule makes of plain operands."""
    return ufuncs.rules[ufunc](operands, out)


class ndarray_test(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(arrays.SEED)
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")

    def operands(self, count, dtype):
        return [arrays.laid_out(self.rng, arrays.values(self.rng, dtype, shape))
                for shape in arrays.shapes(self.rng, count)]

    def numpys(self, function, *operands, **named):
        try:
            return function(*operands, **named)
        except (ArithmeticError, TypeError, ValueError) as refused:
            return type(refused)

    def test_every_rule_gives_what_numpy_gives(self):
        runs = 0
        for ufunc in ufuncs.rules:
            ulps = 0 if ufunc in EXACT else NUMPYS_ULPS
            for dtype in arrays.ALL:
                for _ in range(ROUNDS // 4):
                    plain = self.operands(ufunc.nin, dtype)
                    expected = self.numpys(ufunc, *plain)
                    ours = self.numpys(ufunc, *(zs.asarray(x) for x in plain))
                    words = f"{ufunc} {dtype} {[x.shape for x in plain]} {[x.strides for x in plain]}"
                    if isinstance(expected, type):
                        self.assertIs(ours, expected, words)
                        continue
                    made = taken(ufunc, tuple(plain))
                    runs += made is not NotImplemented
                    arrays.assert_equal(self, ours, expected, ulps, words)
                    self.assertEqual(type(ours) is zs.ndarray, isinstance(expected, np.ndarray), words)
        self.assertGreater(runs, 3000)

    def test_numbers_of_pythons_beside_arrays(self):
        numbers = [0, 1, -1, 2, 3, 127, 128, 255, 256, -129, 2**31, 2**40, -2**63, 0.5, -0.0, 1e5, 1e-300,
                   1e300, 64999.0, 65000.0, -65504.0, 3.3e38, 3.4e38, -3.4028234e38, float("inf"), float("nan"), True, False]
        for ufunc in (np.add, np.multiply, np.divide, np.maximum, np.equal, np.less, np.power, np.logical_and, np.left_shift,
                      np.remainder):
            for dtype in arrays.ALL:
                for number in numbers + ([] if ufunc in (np.left_shift, np.power) else [2**63, 2**64]):  # Python's ints would fill memory
                    shape = (5,) if self.rng.integers(0, 3) else ()
                    x = arrays.values(self.rng, dtype, shape)
                    for operands in ((x, number), (number, x)):
                        expected = self.numpys(ufunc, *operands)
                        ours = self.numpys(ufunc, *(zs.asarray(o) if o is x else o for o in operands))
                        words = f"{ufunc} {dtype} {shape} {operands}"
                        if getattr(expected, "dtype", None) == object:
                            expected, ours = expected.astype("f8"), ours.astype("f8")
                        if isinstance(expected, type):
                            self.assertIs(ours, expected, words)
                        else:
                            arrays.assert_equal(self, ours, expected, 0 if ufunc in EXACT else NUMPYS_ULPS, words)

    def test_mixed_types_are_numpys(self):
        for _ in range(20 * ROUNDS):
            x = arrays.values(self.rng, self.rng.choice(arrays.ALL), (3,))
            y = arrays.values(self.rng, self.rng.choice(arrays.ALL), (4, 1))
            expected, ours = self.numpys(np.add, x, y), self.numpys(np.add, zs.asarray(x), zs.asarray(y))
            arrays.assert_equal(self, ours, expected, 0, f"{x.dtype} {y.dtype}")

    def test_outputs(self):
        for ufunc in (np.add, np.multiply, np.exp, np.less, np.not_equal, np.square, ufuncs._umath_clip):
            for dtype in arrays.ALL:
                for _ in range(ROUNDS // 2):
                    plain = self.operands(ufunc.nin, dtype)
                    expected = self.numpys(ufunc, *plain)
                    if isinstance(expected, type):
                        continue
                    out = arrays.laid_out(self.rng, np.zeros(np.shape(expected), np.asarray(expected).dtype))
                    if self.rng.integers(0, 4) == 0:
                        out = np.zeros(out.shape, "f8")  # another type, which NumPy converts to or refuses
                    wanted, given = out.copy(), (out if self.rng.integers(0, 2) else zs.asarray(out))
                    before = self.numpys(ufunc, *plain, out=wanted)
                    answer = self.numpys(ufunc, *(zs.asarray(x) for x in plain), out=given)
                    words = f"{ufunc} {dtype} {[x.shape for x in plain]} into {out.dtype}"
                    if isinstance(before, type):
                        self.assertIs(answer, before, words)
                        continue
                    self.assertIs(answer, given, words)
                    arrays.assert_equal(self, out, wanted, 0 if ufunc in EXACT else NUMPYS_ULPS, words)

    def test_in_place_and_overlapping(self):
        for dtype in arrays.NUMBERS:
            for _ in range(ROUNDS):
                plain = arrays.values(self.rng, dtype, (6, 9))
                ours, step = zs.asarray(plain.copy()), int(self.rng.integers(0, 4))
                for x in (plain, ours):
                    x += x
                    x[1:] *= x[:-1]  # NumPy promises the result of a copy
                    x[step:, ::-1] -= x[: 6 - step]
                    x[...] = np.where(x > x[0], x, x[0])
                arrays.assert_equal(self, ours, plain, 0, dtype)
                self.assertIs(type(ours), zs.ndarray)

    def test_clip_with_partly_overlapping_bounds(self):
        for _ in range(10 * ROUNDS):
            memory = arrays.values(self.rng, np.dtype("i4"), (40,))
            places = self.rng.integers(0, 12, 4)
            x, low, high, out = (memory.copy()[p:p + 8] for p in places)
            if self.rng.integers(0, 2):
                shared = memory.copy()
                x, low, high, out = (shared[p:p + 8] for p in places)
            expected = np.clip(x.copy(), low.copy(), high.copy())
            np.clip(zs.asarray(x), low, high, out=out)
            self.assertTrue(np.array_equal(out, expected), f"{places}")

    def test_results_keep_the_order_of_axes(self):
        x = np.asfortranarray(arrays.values(self.rng, np.dtype("f4"), (5, 7)))
        self.assertEqual((zs.asarray(x) + x).strides, (x + x).strides)
        y = x.reshape(5, 7, 1).transpose(2, 1, 0)
        self.assertEqual(np.exp(zs.asarray(y)).strides, np.exp(y).strides)

    def test_what_is_not_elementwise_is_numpys(self):
        x = arrays.values(self.rng, np.dtype("f4"), (4, 6))
        ours = zs.asarray(x)
        for function in (lambda a: a.sum(axis=0), np.cumsum, lambda a: np.add.reduce(a, axis=1), np.sort, np.mean,
                         lambda a: np.add.outer(a[0], a[1]), lambda a: a @ a.T, lambda a: np.modf(a)[1],
                         lambda a: np.exp(a, where=a > 0, out=np.zeros_like(a)), lambda a: np.add(a, a, dtype="f8"),
                         lambda a: np.concatenate([a, a]), lambda a: a.astype("f8"), np.frexp, lambda a: a == None):  # noqa: E711
            expected, made = function(x), function(ours)
            for e, m in zip(expected if isinstance(expected, tuple) else (expected,), made if isinstance(made, tuple) else (made,)):
                arrays.assert_equal(self, m, e, NUMPYS_ULPS, function)
        counted = ours.copy()
        np.add.at(counted, [0, 0], 1)
        self.assertTrue(np.array_equal(counted[0], x[0] + 1 + 1, equal_nan=True))

    def test_other_classes_keep_their_meaning(self):
        x = zs.asarray(np.arange(4.0))
        masked = np.ma.masked_array(np.arange(4.0), [0, 1, 0, 0])
        self.assertIsInstance(x + masked, np.ma.MaskedArray)
        self.assertTrue((x + masked).mask[1])

        class other:
            def __array_ufunc__(self, *_, **__):
                return "the other's"

        self.assertEqual(np.add(x, other()), "the other's")

        class its_own(np.ndarray):
            def __array_ufunc__(self, *_, **__):
                return "its own"

        self.assertEqual(np.add(x, x, out=np.zeros(4).view(its_own)), "its own")
        out = np.ma.masked_array(np.zeros(4), [0, 1, 0, 0])
        np.add(x, x, out=out)
        self.assertFalse(out.mask.any())
        for no_array in (bytearray(32), bytes(32)):
            with self.assertRaises(TypeError):
                np.add(x, x, out=no_array)
        where = zs.asarray(np.array([True, False, True, False]))
        self.assertEqual(np.add(x, x, where=where, out=np.zeros(4)).tolist(), [0, 0, 4, 0])
        with self.assertRaises(TypeError):
            x + object()

    def test_classes_derived_from_ours(self):
        class derived(zs.ndarray):
            pass

        x = np.arange(4.0).view(derived)
        for made in (x + 1, np.exp(x), x.sum(keepdims=True), np.where(x > 1, x, 0.0), np.floor_divide(x, 2), x.astype("f4")):
            self.assertIs(type(made), derived)
        x += 1
        self.assertEqual(x.tolist(), [1, 2, 3, 4])

        class tagged(zs.ndarray):
            def __array_finalize__(self, source):
                self.tag = getattr(source, "tag", None)

        x = np.ones((2, 3), "f4").view(tagged)
        x.tag = "mine"
        for made in (x + x, np.exp(x), x + np.ones(3), np.hypot(x, x), x.sum(0), np.where(x > 0, x, x), np.clip(x, 0, 1)):
            self.assertIs(type(made), tagged)
            self.assertEqual(made.tag, "mine")

        class plain(zs.ndarray):
            __array_ufunc__ = np.ndarray.__array_ufunc__

        self.assertIs(type(np.arange(4.0).view(plain) + 1), plain)

    def test_where_without_axes_is_an_array(self):
        made = np.where(zs.asarray(np.array(True)), zs.asarray(1.0), zs.asarray(2.0))
        self.assertIsInstance(made, np.ndarray)
        self.assertEqual(made.shape, ())

    def test_where_of_a_condition_alone_finds_it(self):
        self.assertEqual(np.where(zs.asarray(np.array([1.0, 0, 2])))[0].tolist(), [0, 2])

    def test_a_clip_that_is_refused_changes_nothing(self):
        x = zs.asarray(np.array([1, -5, 9], "i4"))
        with self.assertRaises(ValueError):
            np.clip(x, 0, np.ones(2, "i4"), out=x)
        self.assertEqual(x.tolist(), [1, -5, 9])

    def test_division_by_zero_follows_numpys_setting(self):
        x, zero = zs.asarray(np.arange(4)), np.zeros(4, int)
        with np.errstate(divide="raise"), self.assertRaises(FloatingPointError):
            np.remainder(x, zero)
        with np.errstate(divide="warn"), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            np.remainder(x, zero)
        self.assertEqual([w.category for w in caught], [RuntimeWarning])
        self.assertIn("remainder", str(caught[0].message))
        self.assertEqual(caught[0].filename, __file__)
        with np.errstate(divide="raise"), self.assertRaisesRegex(FloatingPointError, "fmod"):
            np.fmod(x, zero)
        with np.errstate(divide="warn"), self.assertWarnsRegex(RuntimeWarning, "in fmod$"):
            np.fmod(x, zero)
        with np.errstate(divide="warn"), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")  # once for each line
            x % 0
            x %= zero
        self.assertEqual(len(caught), 2)
        self.assertEqual(caught[1].lineno, caught[0].lineno + 1)
        calls = []

        def refuse(*what):
            calls.append(what)
            raise ValueError("no")

        with np.errstate(divide="call", call=refuse), self.assertRaisesRegex(ValueError, "no"):
            np.remainder(x, zero)
        self.assertEqual(len(calls), 1)

    def test_kernels_run(self):
        """The rules are asked by the class, not only by these tests."""
        # Of 2^24 + 1 choices of a correctly rounded sine NumPy's float32 has many others.
        x = np.linspace(0, 100, 100001, dtype="f4")
        exact = np.sin(x.astype("f8")).astype("f4")
        self.assertTrue(np.array_equal(np.sin(zs.asarray(x)), exact))


if __name__ == "__main__":
    sys.exit(not unittest.main(exit=False).result.wasSuccessful())
