// Arrays as views: through Python's buffer protocol, so that no version of NumPy is compiled in.
#pragma once

#include "integrations/numpy/python.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::numpy {

/// What is needed of the module numpy. Made once, and kept for the life of the process.
class library {
public:
    /// Imports numpy; unwinds when there is none.
    library();

    /// NumPy's dtype for ours, a new reference: real is a structure of two f8, hi and lo. Unwinds with TypeError for
    /// texts, which NumPy stores in another way.
    reference dtype_object(dtype type) const;
    /// The element type that `named` stands for: a name of ours ("f32"), or whatever numpy.dtype takes. Unwinds with
    /// TypeError when there is none, and for a name of both for different types ("i8").
    dtype type_named(PyObject* named) const;

    /// numpy.asarray(object), of a type if one is named.
    reference array_of(PyObject* object) const;
    reference array_of(PyObject* object, dtype type) const;
    /// True for arrays of NumPy's, of whatever class.
    bool is_array(PyObject* object) const;
    /// True for its scalars, some of which give their bytes away without their meaning.
    bool is_scalar(PyObject* object) const;
    /// A new array, row-major.
    reference empty(dtype type, extents_ref shape) const;
    /// A new array with the shape of `model`, an array of NumPy's, and its order of axes in memory.
    reference empty_like(PyObject* model, dtype type) const;

private:
    /// dtype{} where there is none.
    dtype type_of(const reference& dtype_of_numpy) const;

    reference dtypes_[dtype_count];  // no object for texts
    reference as_dtype_, asarray_, empty_, empty_like_, ndarray_, generic_;
};

/// "operand 0", or "out".
std::string name_of_position(int position);

/// Memory of an object that has the buffer protocol, held while this lives: nobody can resize or free it. Stays where
/// it is made, because a buffer's extents may be inside of the buffer's own description.
class array {
public:
    enum class access { read, write };

    array() noexcept { buffer_.obj = nullptr; }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() { PyBuffer_Release(&buffer_); }

    /// Takes the memory of an object; once. `position` is for messages: the operand's, or `output`. Unwinds with
    /// TypeError for elements that have no type here.
    void take(PyObject* object, access wanted, int position);
    static constexpr int output = -1;

    bool is_taken() const noexcept { return buffer_.obj != nullptr; }

    /// Of memory that is only read when it was taken for reading; valid while this lives. As what follows, of what was
    /// taken.
    tensor_view view() const noexcept;
    extents_ref shape() const noexcept;
    /// True when the elements lie as in a new array.
    bool is_row_major() const noexcept { return PyBuffer_IsContiguous(&buffer_, 'C') != 0; }
    /// Whose memory this is.
    PyObject* object() const noexcept { return buffer_.obj; }

private:
    Py_buffer buffer_;
    dtype type_{};
};

}  // namespace zerostride::numpy
