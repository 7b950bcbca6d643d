"""Random arrays of every type and layout, and what equality of results means. Exit 77 when NumPy is missing."""

import os
import sys

try:
    import numpy as np
except ImportError:
    print("SKIP: no NumPy for this interpreter (Debian: python3-numpy)")
    sys.exit(77)

SEED = int(os.environ.get("ZEROSTRIDE_TEST_SEED", "1"))
FLOATS = [np.dtype(name) for name in ("f2", "f4", "f8")]
INTEGERS = [np.dtype(name) for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")]
NUMBERS = FLOATS + INTEGERS
ALL = NUMBERS + [np.dtype(bool)]


def values(rng, dtype, shape):
    """Ordinary values with borders, signed zeros, infinities and NaN among them."""
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        made = rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        small = rng.integers(-3 if dtype.kind == "i" else 0, 4, shape).astype(dtype)
        return np.where(rng.integers(0, 2, shape) == 0, made, small)
    special = np.array([0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan, np.finfo(dtype).max, np.finfo(dtype).tiny], dtype)
    made = (rng.standard_normal(shape) * 3).astype(dtype)
    return np.where(rng.integers(0, 4, shape) == 0, rng.choice(special, shape), made).astype(dtype)


def laid_out(rng, array):
    """The same elements in another place: axes permuted, reversed, with gaps, or off the element's alignment."""
    way = rng.integers(0, 5)
    if way == 0 or array.ndim == 0:
        return array
    if way == 1:
        order = rng.permutation(array.ndim)
        return np.ascontiguousarray(array.transpose(order)).transpose(np.argsort(order))
    if way == 2:
        return np.ascontiguousarray(array[..., ::-1])[..., ::-1]
    if way == 3:
        wide = np.zeros(array.shape[:-1] + (2 * array.shape[-1] + 1,), array.dtype)
        wide[..., 1::2] = array
        return wide[..., 1::2]
    raw = np.zeros(array.nbytes + 1, np.uint8)
    made = raw[1:].view(array.dtype).reshape(array.shape) if array.nbytes else array
    made[...] = array
    return made


def shapes(rng, count):
    """Shapes that broadcast to each other."""
    common = [int(rng.choice([0, 1, 2, 3, 5, 8, 17])) for _ in range(rng.integers(0, 5))]
    made = []
    for _ in range(count):
        own = [1 if rng.integers(0, 4) == 0 else extent for extent in common]
        made.append(tuple(own[rng.integers(0, len(own) + 1) if rng.integers(0, 3) == 0 else 0:]))
    return made


def distance(x, y):
    """Elementwise distance in units of the last place; NaN beside NaN is 0. Zeros of both signs are one value."""
    integer = np.dtype(f"i{x.dtype.itemsize}")

    def place(v):
        bits = np.ascontiguousarray(v).view(integer).astype(object)
        return np.where(bits < 0, -(bits + 2 ** (8 * integer.itemsize - 1)), bits)

    apart = np.abs(place(x) - place(y))
    return np.where(np.isnan(x) | np.isnan(y), np.where(np.isnan(x) & np.isnan(y), 0, 2**64), apart)


def assert_equal(test, ours, numpys, ulps, words):
    """Same type and shape; the same values, of floats within so many units in the last place."""
    ours, numpys = np.asarray(ours), np.asarray(numpys)
    test.assertEqual(ours.dtype, numpys.dtype, words)
    test.assertEqual(ours.shape, numpys.shape, words)
    if ours.dtype.kind != "f":
        test.assertTrue(np.array_equal(ours, numpys), f"{words}\n{ours}\n{numpys}")
    elif ours.size:
        test.assertLessEqual(distance(ours, numpys).max(), ulps, f"{words}\n{ours}\n{numpys}")
