"""Operators against NumPy on random shapes, memory orders and types, and on every special value of each type.

Usage: numpy_test.py [EMULATOR...] PROGRAM. Exit 77 when NumPy is missing.

Operators that the program lists and NumPy can compute are compared on all types that both have; the others are
printed by name. What NumPy computes otherwise than we do is in DIFFERENCES and nowhere else.
"""

import itertools
import operator
import os
import sys
import tempfile
import zlib

try:
    import numpy as np
except ImportError:
    print("SKIP: numpy_test.py needs NumPy (Debian: python3-numpy)")
    sys.exit(77)

from command_line import TYPES, CommandLine, Refused, in_parallel

SEED = int(os.environ.get("ZEROSTRIDE_TEST_SEED", "1"))
TIER = os.environ.get("ZEROSTRIDE_TEST_TIER", "quick")
if TIER not in ("emulated", "quick", "long"):
    sys.exit(f"ZEROSTRIDE_TEST_TIER={TIER}: not emulated, quick or long")
FLOATS = ["f16", "f32", "f64"]
INTEGERS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
NUMBERS = FLOATS + INTEGERS
BITS = INTEGERS + ["bool"]
TEXTS = ["", "a", "b", "ab", "aba", "B", "zz", "\u00e9t\u00e9", "\u00e9", "\u20ac", "\U0001f600", "\uffee"]


# Operands.

def special_values(type_name):
    """Every sort of value that a type has: borders, extremes, signed zeros, subnormals, infinities, NaN."""
    if type_name == "str":
        return np.array(TEXTS)
    if type_name == "bool":
        return np.array([False, True])
    dtype = TYPES[type_name]
    if dtype.kind in "iu":
        limits, bits = np.iinfo(dtype), 8 * dtype.itemsize
        values = {0, 1, 2, 3, 5, 7, 10, bits - 1, bits, bits + 1, limits.max // 2, limits.max // 2 + 1,
                  limits.max - 1, limits.max, limits.min, limits.min + 1, -1, -2, -3, -7, -bits, limits.min // 2}
        return np.array(sorted(v for v in values if limits.min <= v <= limits.max), dtype)
    limits = np.finfo(dtype)
    one, tiny = dtype.type(1), limits.smallest_subnormal
    half_way = 2.0**limits.nmant  # the last number with neighbours at a distance of 1
    positive = [0.0, tiny, 3 * tiny, limits.tiny - tiny, limits.tiny, limits.tiny * 1.5, 1e-4, 0.1, 0.25, 0.5,
                np.nextafter(dtype.type(0.5), one), np.nextafter(dtype.type(0.5), dtype.type(0)),
                np.nextafter(one, dtype.type(0)), 1.0, np.nextafter(one, dtype.type(2)), 1.5, 2.0, 2.5, 3.0, 3.5,
                np.pi, 7.0, 10.5, 88.5, 710.0, half_way / 2 + 0.5, half_way - 1, half_way, limits.max / 2, limits.max,
                np.inf]
    positive = np.array(positive, dtype)
    return np.concatenate([positive, -positive, np.array([np.nan], dtype)])


def random_values(rng, type_name, shape):
    """Half of them special, a quarter ordinary, a quarter random bits."""
    special = rng.choice(special_values(type_name), shape)
    if type_name in ("str", "bool"):
        return np.asarray(special)
    dtype = TYPES[type_name]
    bits = np.frombuffer(rng.bytes(dtype.itemsize * max(1, special.size)), dtype)[:special.size].reshape(shape)
    ordinary = (rng.standard_normal(shape) * 8).astype(dtype) if dtype.kind == "f" else rng.integers(
        0, 100, shape).astype(dtype)
    which = rng.integers(0, 4, shape)
    return np.asarray(np.where(which < 2, special, np.where(which == 2, ordinary, bits)))


def random_shapes(rng, count, zero=False):
    """A shape of rank 0 to 5 and, for each operand, one that broadcasts to it: axes missing in front or stretched."""
    shape = []
    for _ in range(rng.integers(1 if zero else 0, 6)):
        shape.append(int(rng.choice([1, 2, 3, 5, 8, 17] if np.prod(shape, dtype=int) < 200 else [1, 2])))
    if zero:
        shape[rng.integers(len(shape))] = 0
    shapes = []
    for _ in range(count):
        own = shape[rng.integers(0, len(shape) + 1) if rng.integers(2) else 0:]
        shapes.append(tuple(extent if rng.integers(3) else 1 for extent in own))
    return tuple(shape), shapes


def in_any_order(rng, values):
    """C or Fortran order in memory, and so in the file."""
    # NumPy makes a vector of a scalar.
    return np.asfortranarray(values) if rng.integers(2) and values.ndim else values


# Rules: how NumPy computes an operator, and what operands it is tried on.

class Rule:
    """`function` takes the operands, and the attributes by name.

    `ulps`: how far a float may be from what NumPy computes in a wider type; 0: the same bits, but for NaNs.
    `arity`: of an operator that takes any number of operands. `attributes`: the sets to try.
    `operands(rng, type_name, values)`: makes the operands of values of the type, where they are not just those.
    `scaled(rng, type_name, values, attributes)`: the same where they also depend on the attributes.
    `one_shape`: the first operand has the result's shape, which the others stretch to.
    """

    def __init__(self, function, types=None, ulps=0, arity=None, attributes=({},), operands=None, one_shape=False,
                 all_bits=False, scaled=None):
        self.function, self.types, self.ulps, self.arity = function, types, ulps, arity
        self.attributes, self.operands, self.one_shape, self.all_bits = attributes, operands, one_shape, all_bits
        self.scaled = scaled


WIDE = {"f16": np.float64, "f32": np.float64, "f64": np.longdouble}
ULPS = {"f16": 1, "f32": 4, "f64": 2}


def rounded(function):
    """A function of floats, computed in a wider type and rounded to the operands' own."""
    def computed(*operands, **attributes):
        type_name = next(name for name in FLOATS if TYPES[name] == operands[0].dtype)
        wide = [np.asarray(x, WIDE[type_name]) for x in operands]
        return np.asarray(function(*wide, **attributes)).astype(operands[0].dtype)
    return Rule(computed, types=FLOATS, ulps=ULPS)


def folded(function):
    return lambda *operands: list(itertools.accumulate(operands, function))[-1]


def by_order(pick_first):
    """Minimum or maximum of texts, which NumPy's own functions do not take."""
    return lambda x, y: np.where(pick_first(x, y), x, y)


def smaller(x, y):
    return by_order(operator.le)(x, y) if x.dtype.kind == "U" else np.minimum(x, y)


def larger(x, y):
    return by_order(operator.ge)(x, y) if x.dtype.kind == "U" else np.maximum(x, y)


def divided(x, y):
    return np.divide(x, y) if x.dtype.kind == "f" else np.floor_divide(x, y)


def shifted(x, y, direction):
    return (np.left_shift if direction == "LEFT" else np.right_shift)(x, y)


def is_infinite(x, detect_negative=1, detect_positive=1):
    return np.isinf(x) & (((x > 0) & bool(detect_positive)) | ((x < 0) & bool(detect_negative)))


def shrunk(x, lambd=0.5, bias=0.0):
    bias = x.dtype.type(bias)
    return np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, x.dtype.type(0)))


def power(x, y):
    return np.power(x, np.maximum(y, y.dtype.type(0))) if y.dtype.kind in "iu" else np.power(x, y)


def cast(x, to):
    dtype = TYPES[to]
    if x.dtype.kind in "iu" and dtype == np.dtype("f2"):
        return x.astype("f8").astype("f2")  # NumPy goes through float, which rounds twice
    if x.dtype.kind == "f" and dtype.kind in "iu":
        limits, whole = np.iinfo(dtype), np.trunc(np.where(np.isfinite(x), x, 0).astype("f8"))
        inside = (whole >= float(limits.min)) & (whole < 2.0**(np.iinfo(dtype).bits - (dtype.kind == "i")))
        return np.where(inside, whole, 0).astype(dtype)
    return x.astype(dtype)


def cast_like(x, like):
    to = next(name for name in TYPES if TYPES[name] == like.dtype)
    return expected_result("Cast", RULES["Cast"], [x], {"to": to})


def any_second(rng, type_name, values):
    return [values[0], random_values(rng, rng.choice(NUMBERS + ["bool"]), values[1].shape)]


def condition_and_two(rng, type_name, values):
    return [random_values(rng, "bool", values[0].shape), *values[1:]]


def bounds(rng, type_name, values):
    """Scalars, in any order, none a zero: whether -0 is below +0 is nothing that NumPy says."""
    candidates = special_values(type_name)
    candidates = candidates[candidates != 0]
    low, high = (np.asarray(rng.choice(candidates)) for _ in range(2))
    return [values[0], low if rng.integers(4) else None, high if rng.integers(4) else None]


def a_shape(rng, type_name, values):
    return [values[0], np.array(values[1].shape, "i8")]


def expanded(x, shape):
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape)))


def clipped(x, low, high):
    nothing = lambda bound: bound is None or bool(np.isnan(bound))
    x = x if nothing(low) else np.where(np.isnan(x), x, np.maximum(x, low))
    return x if nothing(high) else np.where(np.isnan(x), x, np.minimum(x, high))


def total(*operands):
    """From left to right in the operands' type; of float16 in float32."""
    if operands[0].dtype == np.float16:
        return folded(np.add)(*(x.astype(np.float32) for x in operands)).astype(np.float16)
    return folded(np.add)(*operands)


def average(*operands):
    """The sum divided: of float16 rounded once, of integers exact and toward zero."""
    dtype, count = operands[0].dtype, len(operands)
    if dtype == np.float16:
        return np.asarray(np.float64(folded(np.add)(*(x.astype(np.float32) for x in operands))) / count).astype(dtype)
    if dtype.kind == "f":
        return folded(np.add)(*operands) / dtype.type(count)
    exact = np.asarray(folded(np.add)(*(x.astype(object) for x in operands)), object)
    return np.asarray(np.sign(exact) * (np.abs(exact) // count), object).astype(dtype)


def divided_in(precision, x, scale):
    dtype = TYPES[precision] if precision else np.dtype("f8") if scale.dtype.kind == "i" else scale.dtype
    return x.astype("f8").astype(dtype) / scale.astype("f8").astype(dtype)  # of i32 to f16 NumPy goes through float


def spread(scale, x, axis, block_size):
    """A scale or a zero point with an element for each of x."""
    if not block_size:
        return scale.reshape([-1 if a == axis % max(x.ndim, 1) else 1 for a in range(x.ndim)] if scale.ndim else ())
    return np.repeat(scale, block_size, axis).take(range(x.shape[axis]), axis)


def quantized(x, scale, zero, axis=1, block_size=0, output_dtype=None, precision=None):
    dtype = zero.dtype if zero is not None else TYPES[output_dtype or "u8"]
    limits = np.iinfo(dtype)
    ratio = divided_in(precision, x, spread(scale, x, axis, block_size)).astype("f8")
    zero = 0 if zero is None else spread(zero, x, axis, block_size).astype("f8")
    return np.clip(np.rint(np.where(np.isnan(ratio), 0, ratio)) + zero, limits.min, limits.max).astype(dtype)


def dequantized(x, scale, zero, axis=1, block_size=0, output_dtype=None):
    """With a product that longdouble holds exactly, except of doubles, which are its result's type."""
    zero = 0 if zero is None else spread(zero, x, axis, block_size).astype("i8")
    scale = spread(scale, x, axis, block_size)
    dtype = TYPES[output_dtype] if output_dtype else scale.dtype
    difference = x.astype("i8") - zero
    if dtype == np.dtype("f8"):
        return difference.astype("f8") * scale.astype("f8")
    return np.asarray(difference.astype(np.longdouble) * scale.astype(np.longdouble)).astype(dtype)


def scales_of(attributes, x):
    """The shape of a scale for these attributes; a scalar where x has no such axis."""
    axis, block = attributes.get("axis", 1), attributes.get("block_size", 0)
    if block:
        return tuple(-(-extent // block) if a == axis % x.ndim else extent for a, extent in enumerate(x.shape))
    return () if "axis" not in attributes else (x.shape[axis],)


def with_scale(is_quantizing):
    def operands(rng, type_name, values, attributes):
        x = values[0]
        if is_quantizing and x.dtype.kind == "f" and rng.integers(2):
            x = (rng.integers(-1000, 1000, x.shape) / 4).astype(x.dtype)
        shape = scales_of(attributes, x)
        wide = attributes.get("output_dtype") == "f64" or (is_quantizing and rng.integers(3) == 0)
        scale_type = rng.choice(["f16", "f32", "f64"] if wide else ["f16", "f32"])
        scale = random_values(rng, scale_type, shape) if rng.integers(3) == 0 else (
            rng.integers(1, 64, shape) / 8).astype(TYPES[scale_type])
        zero_type = attributes.get("output_dtype") or "u8"
        zero = random_values(rng, zero_type if is_quantizing else type_name, shape)
        return [x, scale, zero if rng.integers(3) else None]
    return operands


QUANTIZED = ["i8", "u8", "i16", "u16", "i32", "u32"]
SCALE_FORMS = ({}, {"axis": 0}, {"axis": -1}, {"axis": -1, "block_size": 2}, {"axis": 0, "block_size": 3})

RULES = {
    "Add": Rule(np.add), "Sub": Rule(np.subtract), "Mul": Rule(np.multiply), "Div": Rule(divided),
    "Min": Rule(smaller, arity=2), "Max": Rule(larger, arity=2),
    "Equal": Rule(operator.eq), "Less": Rule(operator.lt), "Greater": Rule(operator.gt),
    "LessOrEqual": Rule(operator.le), "GreaterOrEqual": Rule(operator.ge),
    "And": Rule(np.logical_and), "Or": Rule(np.logical_or), "Xor": Rule(np.logical_xor), "Not": Rule(np.logical_not),
    "Abs": Rule(np.abs), "Neg": Rule(np.negative), "Sqrt": Rule(np.sqrt),
    "Where": Rule(np.where, operands=condition_and_two, all_bits=True), "Identity": Rule(np.copy, all_bits=True),
    "Expand": Rule(expanded, operands=a_shape, all_bits=True),
    "Mod": Rule(lambda x, y, fmod: np.fmod(x, y) if fmod else np.mod(x, y), types=INTEGERS,
                attributes=({"fmod": 0}, {"fmod": 1})),
    "Reciprocal": Rule(lambda x: np.divide(x.dtype.type(1), x), types=FLOATS), "Sign": Rule(np.sign, types=NUMBERS),
    "Ceil": Rule(np.ceil, types=FLOATS), "Floor": Rule(np.floor, types=FLOATS), "Round": Rule(np.rint, types=FLOATS),
    "BitwiseAnd": Rule(np.bitwise_and, types=BITS), "BitwiseOr": Rule(np.bitwise_or, types=BITS),
    "BitwiseXor": Rule(np.bitwise_xor, types=BITS), "BitwiseNot": Rule(np.invert, types=BITS),
    "BitShift": Rule(shifted, types=INTEGERS, attributes=({"direction": "LEFT"}, {"direction": "RIGHT"})),
    "IsNaN": Rule(np.isnan, types=NUMBERS),
    "IsInf": Rule(is_infinite, types=NUMBERS, attributes=({}, {"detect_negative": 0}, {"detect_positive": 0})),
    "Relu": Rule(lambda x: np.maximum(x, x.dtype.type(0)), types=NUMBERS),
    "PRelu": Rule(lambda x, slope: np.where(x < 0, x * slope, x), types=NUMBERS, one_shape=True),
    "ThresholdedRelu": Rule(lambda x, alpha: np.where(x > alpha, x, x.dtype.type(0)), types=NUMBERS,
                            attributes=({"alpha": 1.0}, {"alpha": -2.5})),
    "LeakyRelu": Rule(lambda x, alpha: np.where(x < 0, x * x.dtype.type(alpha), x), types=FLOATS,
                      attributes=({"alpha": 0.25}, {"alpha": -3.0})),
    "HardSigmoid": Rule(lambda x, alpha, beta: np.clip(x * x.dtype.type(alpha) + x.dtype.type(beta), 0, 1).astype(x.dtype),
                        types=FLOATS, attributes=({"alpha": 0.25, "beta": 0.5},)),
    "Shrink": Rule(shrunk, types=FLOATS, attributes=({}, {"lambd": 1.5, "bias": 1.5})),
    "Clip": Rule(clipped, types=NUMBERS, operands=bounds, arity=3),
    "Pow": Rule(power, types=INTEGERS), "Exp": rounded(np.exp), "Log": rounded(np.log), "Sin": rounded(np.sin),
    "Cos": rounded(np.cos), "Tan": rounded(np.tan), "Asin": rounded(np.arcsin), "Acos": rounded(np.arccos),
    "Atan": rounded(np.arctan), "Sinh": rounded(np.sinh), "Cosh": rounded(np.cosh), "Tanh": rounded(np.tanh),
    "Asinh": rounded(np.arcsinh), "Acosh": rounded(np.arccosh), "Atanh": rounded(np.arctanh),
    "Sigmoid": rounded(lambda x: 1 / (1 + np.exp(-x))), "Softplus": rounded(lambda x: np.logaddexp(x, x.dtype.type(0))),
    "Softsign": rounded(lambda x: x / (1 + np.abs(x))), "Elu": rounded(lambda x: np.where(x < 0, np.expm1(x), x)),
    "Celu": rounded(lambda x: np.where(x < 0, np.expm1(x), x) + 0.0),  # a sum in ONNX: -0 gives +0
    "Selu": rounded(lambda x: 1.05070102214813232421875 * np.where(x < 0, 1.67326319217681884765625 * np.expm1(x), x)),
    "Swish": rounded(lambda x: x / (1 + np.exp(-x))),
    "Mish": rounded(lambda x: x * np.tanh(np.logaddexp(x, x.dtype.type(0)))),
    "exp2": rounded(np.exp2), "log2": rounded(np.log2), "log10": rounded(np.log10), "expm1": rounded(np.expm1),
    "log1p": rounded(np.log1p), "cbrt": rounded(np.cbrt), "rsqrt": rounded(lambda x: 1 / np.sqrt(x)),
    "QuantizeLinear": Rule(quantized, types=FLOATS + ["i32"], scaled=with_scale(True), attributes=[
        {**form, "output_dtype": name, **precision}
        for name, form, precision in zip(
            QUANTIZED * 5, SCALE_FORMS * 6, ({}, {"precision": "f16"}, {}, {"precision": "f64"}) * 8)]),
    "DequantizeLinear": Rule(dequantized, types=QUANTIZED, scaled=with_scale(False), attributes=[
        {**form, "output_dtype": name} for name in FLOATS for form in SCALE_FORMS]),
    "Cast": Rule(cast, types=NUMBERS + ["bool"], attributes=[{"to": name} for name in NUMBERS + ["bool"]]),
    "CastLike": Rule(cast_like, types=NUMBERS + ["bool"], operands=any_second), "StringConcat": Rule(np.char.add),
    "BitCast": Rule(lambda x, to: x.view(TYPES[to]), types=INTEGERS, all_bits=True,
                    attributes=[{"to": name} for name in NUMBERS]),
}
# Further forms of operators, tried besides the ones above where the operator takes so many operands.
FORMS = [
    ("Mod", Rule(lambda x, y, fmod: np.fmod(x, y), types=FLOATS, attributes=({"fmod": 1},))),
    ("Pow", rounded(np.power)), ("Ceil", Rule(np.copy, types=INTEGERS)), ("Floor", Rule(np.copy, types=INTEGERS)),
    ("Round", Rule(np.copy, types=INTEGERS)),
]
for count in range(1, 7):
    FORMS += [(name, Rule(folded(lambda x, y, name=name: expected_result(name, RULES[name], [x, y], {})), arity=count))
              for name in ("Min", "Max") if count != 2]
    FORMS += [("Sum", Rule(total, types=NUMBERS, arity=count)), ("Mean", Rule(average, types=NUMBERS, arity=count))]


# Where we decide otherwise than NumPy: the operator, which elements it is about (False: none), what the result is
# there, and why. (FORMS are put together from what RULES compute, with these differences.)

def is_zero_of_integers(x, y, **attributes):
    return x.dtype.kind in "iu" and y == 0


def is_inexact_negative(x, y):
    return x.dtype.kind in "iu" and (y != 0) & ((x < 0) != (y < 0)) & (np.mod(x, y) != 0)


def both_zero(x, y):
    return x.dtype.kind == "f" and (x == 0) & (y == 0)


def is_wide_shift(x, y, direction):
    return (y < 0) | (y >= 8 * x.dtype.itemsize)


def saturated(x, to):
    limits, as_type = np.iinfo(TYPES[to]), TYPES[to].type
    return np.where(np.isnan(x), as_type(0), np.where(x > 0, as_type(limits.max), as_type(limits.min)))


def is_outside(x, to):
    if x.dtype.kind != "f" or TYPES[to].kind not in "iu":
        return False
    limits = np.iinfo(TYPES[to])
    whole = np.trunc(x.astype("f8"))
    return ~((whole >= float(limits.min)) & (whole < 2.0**(limits.bits - (TYPES[to].kind == "i"))))


DIFFERENCES = [
    ("Div", is_inexact_negative, lambda x, y: np.floor_divide(x, y) + 1,
     "integers are divided toward zero, NumPy divides down"),
    ("Div", is_zero_of_integers, lambda x, y: 0, "x / 0 is 0; NumPy says so too, and warns"),
    ("Mod", is_zero_of_integers, lambda x, y, fmod: 0, "x mod 0 is 0; NumPy says so too, and warns"),
    ("Min", both_zero, lambda x, y: np.where(np.signbit(x) | np.signbit(y), -0.0, 0.0),
     "-0 is less than +0; NumPy takes either"),
    ("Max", both_zero, lambda x, y: np.where(np.signbit(x) & np.signbit(y), -0.0, 0.0),
     "-0 is less than +0; NumPy takes either"),
    ("Relu", lambda x: x.dtype.kind == "f" and x == 0, lambda x: x, "Relu(-0) = -0; NumPy's maximum takes either"),
    ("BitShift", is_wide_shift, lambda x, y, direction: 0,
     "a shift by the width or more gives 0; NumPy gives -1 for negative numbers to the right"),
    ("Pow", lambda x, y: y < 0, lambda x, y: np.where(x == 1, 1, np.where(x == -1, np.where(y % 2 == 0, 1, -1), 0)),
     "integers to negative powers are 1/x^|y| truncated; NumPy refuses them"),
    ("Softsign", lambda x: np.isinf(x), lambda x: np.sign(x), "the limit at infinity; the formula gives NaN"),
    ("Swish", np.isneginf, lambda x: x.dtype.type(-0.0), "the limit at -infinity; the formula gives NaN"),
    ("Mish", np.isneginf, lambda x: x.dtype.type(-0.0), "the limit at -infinity; the formula gives NaN"),
    ("Cast", is_outside, saturated, "floats outside the integer's range saturate and NaN is 0; C leaves it open"),
]


def expected_result(name, rule, operands, attributes):
    with np.errstate(all="ignore"):
        # A copy in C order: a 0-dimensional array stays one.
        made = np.array(rule.function(*operands, **attributes), order="C")
        for operator_name, where, value, _ in DIFFERENCES:
            if operator_name != name or rule is not RULES[name]:
                continue
            mask = np.broadcast_to(where(*operands, **attributes), made.shape)
            if mask.any():
                made = np.where(mask, np.asarray(value(*operands, **attributes)).astype(made.dtype), made)
    return np.asarray(made)


# Comparison.

def distance(got, expected):
    """In units of the last place: floats counted from zero in both directions."""
    def count(x):
        bits = x.view("i%d" % x.dtype.itemsize).astype(object if x.dtype.itemsize == 8 else "i8")
        return np.where(bits < 0, -(bits + 2**(8 * x.dtype.itemsize - 1)), bits)
    return np.abs(count(got) - count(expected))


def is_same(got, expected, ulps, all_bits):
    """For each element."""
    if got.dtype.kind != "f":
        return got == expected
    bits = "u%d" % got.dtype.itemsize
    same = got.view(bits) == expected.view(bits)
    if all_bits:
        return same
    same |= np.isnan(got) & np.isnan(expected)
    if ulps:
        near = ~np.isnan(got) & ~np.isnan(expected) & (np.signbit(got) == np.signbit(expected))
        same |= near & (distance(got, expected) <= ulps)
    return same


def complaint(got, expected, operands, ulps, all_bits):
    """Empty, or the first element that differs."""
    if got.dtype != expected.dtype and not got.dtype.kind == expected.dtype.kind == "U":
        return "the result is %s and should be %s" % (got.dtype, expected.dtype)
    if got.shape != expected.shape:
        return "the result's shape is %s and should be %s" % (got.shape, expected.shape)
    same = is_same(np.atleast_1d(got), np.atleast_1d(expected), ulps, all_bits)
    if same.all():
        return ""
    at = tuple(np.argwhere(~same)[0])
    inputs = [element_at(x, expected.shape, at) for x in operands]
    return "%d of %d elements differ, the first at %s: of %s it is %r and should be %r" % (
        np.count_nonzero(~same), same.size, list(map(int, at)), inputs, np.atleast_1d(got)[at],
        np.atleast_1d(expected)[at])


def element_at(x, shape, at):
    """What an operand has for an element of the result."""
    try:
        return np.broadcast_to(x, shape)[at if shape else ()]
    except ValueError:
        return x


# Cases.

class Case:
    def __init__(self, name, rule, type_name, attributes, operands):
        self.name, self.rule, self.type_name, self.attributes = name, rule, type_name, attributes
        self.operands = operands

    def __str__(self):
        shapes = ["-" if x is None else str(list(x.shape)) for x in self.operands]
        return "%s %s%s %s" % (self.name, self.type_name, self.attributes or "", " ".join(shapes))

    def run(self, program):
        ulps = self.rule.ulps[self.type_name] if self.rule.ulps else 0
        expected = expected_result(self.name, self.rule, self.operands, self.attributes)
        try:
            got = program.evaluate(self.name, self.operands, self.attributes.items())
        except Refused as refusal:
            return str(refusal)
        return complaint(got, expected, self.operands, ulps, self.rule.all_bits)


def cases_of(row, name, rule):
    """On the special values, each with each; on random shapes; and for one type on a shape with an extent of 0."""
    rng = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    arity = rule.arity or row.most
    types = [each for each in row.types if each != "real" and (rule.types is None or each in rule.types)]
    if TIER == "emulated":
        types = list(rng.permutation(types)[:2])
    empty = rng.integers(len(types))
    for number, type_name in enumerate(types):
        for attributes in rule.attributes:
            if name == "BitCast" and TYPES[attributes["to"]].itemsize != TYPES[type_name].itemsize:
                continue
            values = special_values(type_name)
            shapes = [(len(values),) + (1,) * (i != 0 and arity == 2) for i in range(arity)]
            if rule.one_shape:
                shapes = [(len(values), len(values)), (len(values), 1)]
            every = [values.reshape(shape) if i < 2 and np.prod(shape) == len(values) else
                     random_values(rng, type_name, shape) for i, shape in enumerate(shapes)]
            if rule.one_shape:
                every[0] = np.ascontiguousarray(np.broadcast_to(values, shapes[0]))
            made = [every]
            for zero in [False] * (8 if TIER == "long" else 1) + [True] * int(number == empty):
                whole, shapes = random_shapes(rng, arity, zero)
                if rule.one_shape:
                    shapes = [whole] + [shape[max(0, len(shape) - len(whole)):] for shape in shapes[1:]]
                made.append([in_any_order(rng, random_values(rng, type_name, shape)) for shape in shapes])
            for operands in made:
                if rule.operands:
                    operands = rule.operands(rng, type_name, operands)
                if rule.scaled:
                    if not operands[0].ndim:
                        continue
                    operands = rule.scaled(rng, type_name, operands, attributes)
                yield Case(name, rule, type_name, attributes, operands)


def main():
    with tempfile.TemporaryDirectory(prefix="zerostride_numpy_") as directory:
        program = CommandLine(sys.argv[1:], directory)
        table = program.operators()
        cases = [case for name, rule in [*RULES.items(), *FORMS] if name in table and table[name].takes(rule.arity)
                 for case in cases_of(table[name], name, rule)]
        outcomes = in_parallel(lambda case: case.run(program), cases)
    failed = ["%s: %s" % row for row in zip(cases, outcomes) if row[1]]
    compared = {case.name for case in cases}
    print("%d operators on %d (operator, type) pairs" % (len(compared), len({(c.name, c.type_name) for c in cases})))
    print("not compared: the type real, which NumPy has not")
    print("not compared, NumPy has no such function: " + (" ".join(sorted(set(table) - compared)) or "none"))
    print("where NumPy computes otherwise:")
    for name, _, _, why in DIFFERENCES:
        if name in compared:
            print("  %s: %s" % (name, why))
    for line in failed:
        print("FAILED: " + line)
    print("%d passed, %d failed (ZEROSTRIDE_TEST_SEED=%d)" % (len(cases) - len(failed), len(failed), SEED))
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
