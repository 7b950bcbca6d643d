"""Which of NumPy's functions have the same meaning here: `rules`, by ufunc. A rule takes operands and an output, or None,
and returns the result, or NotImplemented where NumPy is to do it, with nothing written."""

import os
import sys
import warnings

import numpy as np

from . import _kernels

try:
    from numpy._core.umath import clip as _umath_clip
except ImportError:  # before NumPy 2
    from numpy.core.umath import clip as _umath_clip

FLOATS = frozenset(np.dtype(name) for name in ("f2", "f4", "f8"))
SIGNED = frozenset(np.dtype(name) for name in ("i1", "i2", "i4", "i8"))
UNSIGNED = frozenset(np.dtype(name) for name in ("u1", "u2", "u4", "u8"))
INTEGERS = SIGNED | UNSIGNED
NUMBERS = FLOATS | INTEGERS
BOOLEAN = np.dtype(bool)
ALL = NUMBERS | {BOOLEAN}

#: The classes of arrays whose elements mean what they are.
arrays = {np.ndarray}

# The ints, from and to, beside which a type stays in every version of NumPy; and the floats, up to.
_INTS_BESIDE = {BOOLEAN: (0, -1), np.dtype("f2"): (-(2**7), 2**8 - 1), np.dtype("f4"): (-(2**15), 2**16 - 1)}
_ANY = (-(2**63), 2**64 - 1)
_FLOATS_BESIDE = {np.dtype("f2"): 65000.0, np.dtype("f4"): 3.4e38}

_NUMBER_OF = {row[1]: row[0] for row in _kernels.operators()}


def _common_type(operands):
    """The element type of all arrays among the operands, where Python's numbers do not change it in any version of NumPy;
    else None. None also for other classes of arrays, which may mean something else by their elements."""
    common, has_axes, numbers = None, False, []
    for operand in operands:
        kind = type(operand)
        if kind in arrays or isinstance(operand, np.generic):
            if common is not None and operand.dtype != common:
                return None
            common = operand.dtype
            has_axes = has_axes or operand.ndim > 0
        elif kind is float or kind is int or kind is bool:
            numbers.append(operand)
        else:
            return None
    if numbers:
        if not has_axes:
            return None
        for number in numbers:
            if type(number) is int:
                least, greatest = _INTS_BESIDE.get(common, _ANY)
                if not least <= number <= greatest:
                    return None
            elif type(number) is float and common in _FLOATS_BESIDE:
                if _FLOATS_BESIDE[common] <= abs(number) < float("inf"):
                    return None
    return common


_PACKAGE = os.path.dirname(__file__)


def _report_division(ufunc):
    """As NumPy's setting for divisions by zero says (numpy.seterr); a warning is that of the line that called NumPy."""
    if np.geterr()["divide"] != "warn":
        ufunc(1, 0)
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _PACKAGE:
        frame, level = frame.f_back, level + 1
    warnings.warn(f"divide by zero encountered in {ufunc.__name__}", RuntimeWarning, stacklevel=level)


def _run(which, operands, out, attributes={}, ufunc=np.remainder):  # noqa: B006 (nobody changes it)
    """The result, or NotImplemented for a number that is not among the elements' values and for an output that NumPy takes
    and the kernels do not: of another type or shape, or sharing memory in part. Of integers `ufunc` divides by zero."""
    divided = []
    try:
        made = _kernels.evaluate(which, operands, out, attributes, 0, None, None, divided.append)
    except (BufferError, OverflowError, TypeError, ValueError):
        return NotImplemented
    if divided:
        _report_division(ufunc)
    return made


def _rule(name, types, ufunc=np.remainder, **attributes):
    which = _NUMBER_OF[name]

    def run(operands, out):
        return _run(which, operands, out, attributes, ufunc) if _common_type(operands) in types else NotImplemented

    return run


def _square(operands, out):
    return _run(_NUMBER_OF["mul"], operands * 2, out) if _common_type(operands) in NUMBERS else NotImplemented


def _not_equal(operands, out):
    if _common_type(operands) not in ALL:
        return NotImplemented
    made = _run(_NUMBER_OF["equal"], operands, out)
    return made if made is NotImplemented else _run(_NUMBER_OF["logical_not"], (made,), made)


def _clip(operands, out):
    """NumPy's: NaN in a bound absorbs."""
    if _common_type(operands) not in NUMBERS:
        return NotImplemented
    x, low, high = operands
    made = _run(_NUMBER_OF["max"], (x, low), None)
    return made if made is NotImplemented else _run(_NUMBER_OF["min"], (made, high), made if out is None else out)


def where(condition, x, y):
    """numpy.where, where it selects among arrays of one type by a boolean."""
    if type(condition) not in arrays or condition.dtype != BOOLEAN or _common_type((x, y)) not in ALL:
        return NotImplemented
    return _run(_NUMBER_OF["where"], (condition, x, y), None)


rules = {
    np.add: _rule("add", NUMBERS),
    np.subtract: _rule("sub", NUMBERS),
    np.multiply: _rule("mul", NUMBERS),
    np.divide: _rule("div", FLOATS),
    np.remainder: _rule("mod", INTEGERS),
    np.fmod: _rule("mod", NUMBERS, np.fmod, fmod=1),
    np.power: _rule("pow", FLOATS),
    np.minimum: _rule("min", ALL),
    np.maximum: _rule("max", ALL),
    np.absolute: _rule("abs", NUMBERS),
    np.fabs: _rule("abs", FLOATS),
    np.negative: _rule("neg", NUMBERS),
    np.sign: _rule("sign", NUMBERS),
    np.sqrt: _rule("sqrt", FLOATS),
    np.square: _square,
    np.reciprocal: _rule("reciprocal", FLOATS),
    np.ceil: _rule("ceil", FLOATS),
    np.floor: _rule("floor", FLOATS),
    np.rint: _rule("round", FLOATS),
    np.equal: _rule("equal", ALL),
    np.not_equal: _not_equal,
    np.less: _rule("less", ALL),
    np.less_equal: _rule("less_or_equal", ALL),
    np.greater: _rule("greater", ALL),
    np.greater_equal: _rule("greater_or_equal", ALL),
    np.isnan: _rule("is_nan", FLOATS),
    np.isinf: _rule("is_inf", FLOATS),
    np.logical_and: _rule("logical_and", ALL),
    np.logical_or: _rule("logical_or", ALL),
    np.logical_xor: _rule("logical_xor", ALL),
    np.logical_not: _rule("logical_not", ALL),
    np.bitwise_and: _rule("bitwise_and", INTEGERS | {BOOLEAN}),
    np.bitwise_or: _rule("bitwise_or", INTEGERS | {BOOLEAN}),
    np.bitwise_xor: _rule("bitwise_xor", INTEGERS | {BOOLEAN}),
    np.invert: _rule("bitwise_not", INTEGERS | {BOOLEAN}),
    np.left_shift: _rule("bit_shift", INTEGERS, direction="LEFT"),
    # NumPy's gives -1 for a negative number shifted by its width; ours gives 0.
    np.right_shift: _rule("bit_shift", UNSIGNED, direction="RIGHT"),
    _umath_clip: _clip,
    np.exp: _rule("exp", FLOATS),
    np.exp2: _rule("exp2", FLOATS),
    np.expm1: _rule("expm1", FLOATS),
    np.log: _rule("log", FLOATS),
    np.log2: _rule("log2", FLOATS),
    np.log10: _rule("log10", FLOATS),
    np.log1p: _rule("log1p", FLOATS),
    np.cbrt: _rule("cbrt", FLOATS),
    np.sin: _rule("sin", FLOATS),
    np.cos: _rule("cos", FLOATS),
    np.tan: _rule("tan", FLOATS),
    np.arcsin: _rule("asin", FLOATS),
    np.arccos: _rule("acos", FLOATS),
    np.arctan: _rule("atan", FLOATS),
    np.sinh: _rule("sinh", FLOATS),
    np.cosh: _rule("cosh", FLOATS),
    np.tanh: _rule("tanh", FLOATS),
    np.arcsinh: _rule("asinh", FLOATS),
    np.arccosh: _rule("acosh", FLOATS),
    np.arctanh: _rule("atanh", FLOATS),
}
