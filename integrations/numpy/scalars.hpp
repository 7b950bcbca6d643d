// Python's numbers as elements.
#pragma once

#include "integrations/numpy/python.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::numpy {

/// True for a bool, int or float of Python's: it has no element type of its own and takes that of the arrays beside it.
/// (NumPy's scalars have one.)
bool is_number(PyObject* object);

/// One element.
struct scalar {
    dtype type{};
    alignas(16) unsigned char bytes[16] = {};

    const_tensor_view view() const noexcept { return {bytes, type, {}}; }
};

/// `number` as an element of a type that is no text. Rounds once; unwinds with OverflowError for a value out of range,
/// and with TypeError for a float among integers. `position` is the operand's, for messages.
scalar element_of(PyObject* number, dtype type, int position);

}  // namespace zerostride::numpy
