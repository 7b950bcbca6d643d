// One evaluation, asked for from Python.
#pragma once

#include "integrations/numpy/arrays.hpp"

namespace zerostride::numpy {

/// What Python passes; all borrowed.
struct request {
    PyObject* which;     ///< the operator's number or name
    PyObject* operands;  ///< a tuple: arrays, numbers, None for an operand that is absent, or what numpy.asarray takes
    PyObject* output;    ///< an array to write into, or None
    PyObject* attributes;  ///< a dict by name
    PyObject* threads;     ///< an int, 0 for the default
    PyObject* isa;         ///< a name, or None
    PyObject* accuracy;    ///< a name, or None
    PyObject* divided;     ///< called with a text after a division of integers by zero, or None
};

/// To be called once: processes that are forked from now on evaluate with one thread each.
void watch_forks();

/// Evaluates, without Python's lock when the work is long, and returns the output: `output`, or a new array of the type
/// and shape of the result whose axes lie in memory as those of an operand of that shape. Unwinds with TypeError for
/// element types that are not supported, ValueError for shapes, attributes, names and overlaps that are refused,
/// OverflowError for sizes, RuntimeError for an instruction set that cannot run here; nothing is written then.
reference evaluate(const library& numpy, const request& asked);

/// How that would run, in words.
reference explain(const library& numpy, const request& asked);

}  // namespace zerostride::numpy
