"""Arrays of NumPy's on which NumPy's own functions run here."""

import numpy as np

from . import ufuncs


class ndarray(np.ndarray):
    """A numpy.ndarray whose element-wise operations run here: x + y, x += y, numpy.exp(x), numpy.where(c, x, y), ...

    What has the same meaning here and in NumPy runs here (ufuncs.py lists it): the operands have one element type, and
    the result the type that NumPy gives it. Everything else, as operands of different types, reductions, `where=` and
    `dtype=`, runs in NumPy. Results are such arrays again. Against NumPy: functions of float16 and float32 are correctly
    rounded, min and max order -0 before +0, and floating point gives no warnings.
    """

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        if method == "__call__" and not named and (out is None or out[0] is not None):
            here = ufuncs.rules.get(ufunc)
            if here is not None:
                made = here(inputs, None if out is None else out[0])
                if made is not NotImplemented:
                    return _ours(made) if out is None else out[0]
        if out is not None:
            named["out"] = tuple(_plain(x) for x in out)
        made = super().__array_ufunc__(ufunc, method, *(_plain(x) for x in inputs), **named)
        if made is NotImplemented or made is None:
            return made
        if isinstance(made, tuple):
            given = out if out is not None else (None,) * len(made)
            return tuple(x if x is not None else _as_ours(one) for one, x in zip(made, given))
        return _as_ours(made) if out is None or out[0] is None else out[0]

    def __array_function__(self, function, types, arguments, named):
        if function is np.where and len(arguments) == 3 and not named:
            made = ufuncs.where(*arguments)
            if made is not NotImplemented:
                return _ours(made)
        return super().__array_function__(function, types, arguments, named)


ufuncs.arrays.add(ndarray)


def asarray(array):
    """A view of an array, or of what numpy.asarray makes of something else, as an `ndarray`."""
    return np.asarray(array).view(ndarray)


def _plain(x):
    return x.view(np.ndarray) if type(x) is ndarray else x


def _ours(made):
    """As NumPy does: what has no axes is a scalar."""
    return made.view(ndarray) if made.ndim else made[()]


def _as_ours(made):
    return made.view(ndarray) if type(made) is np.ndarray else made
