"""Element-wise operations over broadcast arrays, by Zerostride's kernels.

    import numpy as np, zerostride as zs

    zs.add(x, y)                          # any arrays; they broadcast
    zs.gelu(x, approximate="tanh", out=y) # into an array, in place if it is x
    x = zs.asarray(x)                     # from here on x + y, np.exp(x), ... run here

There is a function for every operator of `operators`, by its name (`where`, `erf`, `thresholded_relu`, ...):

    function(*operands, out=None, threads=0, isa=None, accuracy=None, **attributes)

operands    Arrays with any strides, of bool, float16 to float64, int8 to uint64, or of the structure of two float64
            (hi, lo) that is a real; whatever else numpy.asarray takes. All have one element type, which is never converted
            silently (`cast` converts); Python's own bool, int and float take the type of the first array, or without
            arrays of each other. None: an operand that is absent (a bound of `clip`).
out         The array to write, of the result's type and shape (of `identity` also a larger one, which it stretches
            to); exactly one of the operands, or memory of its own.
threads     At most so many; 0 and less: `ZEROSTRIDE_THREADS`, else OpenMP's number. One in processes that were forked,
            where OpenMP's threads are not.
isa         An instruction set of `isas()`; results do not depend on it, but for which NaN a NaN is.
accuracy    "exact" (functions of one float16 or float32 correctly rounded) or "fast".
attributes  As in ONNX: approximate="tanh", alpha=0.1, direction="LEFT", to=np.float16 (or a name of NumPy's or
            Zerostride's, unless the two mean different types by it: "i8").

Returns `out` or a new array, whose axes lie in memory as those of the first operand of its shape. Raises TypeError for
element types that an operator does not have and for arguments that are something else, ValueError for shapes, attributes,
overlaps and what NumPy gives no memory of (dates) or makes no array of (sizes), OverflowError for numbers that are not
among the elements' values and for sizes of more than 63 bits, RuntimeError for instruction sets that do not run here and
for ZEROSTRIDE_ISA and ZEROSTRIDE_ACCURACY where they name none, and for an `out` that cannot be written what its owner
raises (NumPy ValueError, bytes BufferError); the words name the operand, axis and extents, and nothing is written then.
Integers divided by zero give 0 and a RuntimeWarning. Functions may be called in several threads, of 256 KiB of stack or
more, and let go of the interpreter's lock while they work on 4,096 elements or more.
"""

import builtins as _builtins
import warnings as _warnings
from collections import namedtuple as _namedtuple

from . import _kernels

__version__ = _kernels.version

operator = _namedtuple("operator", "id name onnx_name least_operands most_operands attributes summary")
#: The operators by name.
operators = {row[1]: operator(*row) for row in _kernels.operators()}


def isas():
    """Names of the instruction sets that run here, weakest first."""
    return _kernels.isas()


def explain(name, *operands, out=None, threads=0, isa=None, accuracy=None, **attributes):
    """How an operator would run on these operands: collapsed loops, strides, movers, tile, kernel, threads. A text for
    people, whose wording may change."""
    return _kernels.explain(name, operands, out, attributes, threads, isa, accuracy, None)


def _divided_by_zero(words):
    _warnings.warn(words, RuntimeWarning, stacklevel=3)


def _function_of(row):
    which, run = row.id, _kernels.evaluate

    def function(*operands, out=None, threads=0, isa=None, accuracy=None, **attributes):
        return run(which, operands, out, attributes, threads, isa, accuracy, _divided_by_zero)

    function.__name__ = function.__qualname__ = row.name
    attributes = "".join(f", {attribute}=" for attribute in row.attributes)
    function.__doc__ = f"ONNX's {row.onnx_name}: {row.summary}.\n\n{row.name}(*operands, out=None, threads=0, isa=None, " \
                       f"accuracy=None{attributes}); see the module."
    return function


globals().update({row.name: _function_of(row) for row in operators.values()})

from .ndarray import asarray, ndarray  # noqa: E402  (they use the functions)

#: What `from zerostride import *` gives: all but what would hide Python's own functions.
__all__ = ["asarray", "explain", "isas", "ndarray", "operators"] + [name for name in operators if not hasattr(_builtins, name)]
