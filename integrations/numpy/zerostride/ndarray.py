"""Arrays of NumPy's on which NumPy's own functions run here."""

import numpy as np

from . import ufuncs


class ndarray(np.ndarray):
    """A numpy.ndarray whose element-wise operations run here: x + y, x += y, numpy.exp(x), numpy.where(c, x, y), ...

    What has the same meaning here and in NumPy runs here (ufuncs.py lists it): the operands have one element type, and
    the result the type that NumPy gives it; results are such arrays again. Everything else runs in NumPy, as operands of
    different types, reductions, `where=` and `dtype=`, or outputs of other classes; what its functions beyond ufuncs
    return (numpy.concatenate, say) is what they return for any class derived from numpy.ndarray. Against NumPy: functions
    of one float16 or float32 are correctly rounded, min and max order -0 before +0, a NaN may be another NaN, floating point
    gives no warnings and calls nothing (numpy.seterr), and axes of a result lie in memory as those of the first operand of
    its shape.
    """

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        if cls.__array_ufunc__ is ndarray.__array_ufunc__:
            ufuncs.arrays.add(cls)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
        if method == "__call__" and not named and (out is None or type(out[0]) in ufuncs.arrays):
            here = ufuncs.rules.get(ufunc)
            if here is not None:
                made = here(inputs, None if out is None else out[0])
                if made is not NotImplemented:
                    if out is not None:
                        return out[0]
                    return self._like(made) if made.ndim else made[()]  # a scalar, as NumPy has it
        if out is not None:
            named["out"] = tuple(_plain(x) for x in out)
        if "where" in named:
            named["where"] = _plain(named["where"])
        made = super().__array_ufunc__(ufunc, method, *(_plain(x) for x in inputs), **named)
        if made is NotImplemented or made is None:
            return made
        if isinstance(made, tuple):
            given = out if out is not None else (None,) * len(made)
            return tuple(self._like(one) if x is None else x for one, x in zip(made, given))
        return self._like(made) if out is None or out[0] is None else out[0]

    def __array_function__(self, function, types, arguments, named):
        if function is np.where and len(arguments) == 3 and not named:
            made = ufuncs.where(*arguments)
            if made is not NotImplemented:
                return self._like(made)
        return super().__array_function__(function, types, arguments, named)

    def _like(self, made):
        """NumPy's own array as one of this class, with what a derived one takes over from `self`."""
        return self.__array_wrap__(made) if type(made) is np.ndarray else made


ufuncs.arrays.add(ndarray)


def asarray(array):
    """A view of an array, or of what numpy.asarray makes of something else, as an `ndarray`."""
    return np.asarray(array).view(ndarray)


def _plain(x):
    """What NumPy computes with: arrays that are asked by this class's methods would ask them again."""
    return x.view(np.ndarray) if type(x) in ufuncs.arrays else x
