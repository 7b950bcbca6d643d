#include "integrations/numpy/arrays.hpp"

#include <bit>
#include <cstdint>
#include <string_view>

namespace zerostride::numpy {
namespace {

static_assert(sizeof(Py_ssize_t) == sizeof(std::int64_t), "extents and strides of buffers are read as they are");
const std::int64_t* extents(const Py_ssize_t* values) { return reinterpret_cast<const std::int64_t*>(values); }

/// What numpy.dtype takes for a number or boolean; empty for what is composed.
std::string numpy_name(const dtype_info& row) {
    const std::string bytes = std::to_string(row.bytes);
    switch (row.kind) {
        case type_kind::floating: return "f" + bytes;
        case type_kind::signed_integer: return "i" + bytes;
        case type_kind::unsigned_integer: return "u" + bytes;
        case type_kind::logical: return "?";
        case type_kind::real:
        case type_kind::text: break;
    }
    return {};
}

bool is_instance(PyObject* object, const reference& type) {
    const int answer = PyObject_IsInstance(object, type.get());
    if (answer < 0) throw python_error{};
    return answer == 1;
}

/// The type that a format of the struct module describes, of that many bytes; false when there is none. NumPy writes
/// native elements without a mark for the order of bytes, and some of structures with the one for native order; ctypes
/// writes the order that it is.
bool type_of_format(std::string_view format, Py_ssize_t bytes, dtype& found) {
    if (format == "T{d:hi:d:lo:}" || format == "T{=d:hi:d:lo:}") {
        found = dtype::real;
        return true;
    }
    constexpr char native_order = std::endian::native == std::endian::little ? '<' : '>';
    if (!format.empty() && (format[0] == '=' || format[0] == '@' || format[0] == native_order)) format.remove_prefix(1);
    if (format.size() != 1) return false;
    type_kind kind = type_kind::floating;
    if (format == "?") {
        kind = type_kind::logical;
    } else if (std::string_view("bhilqn").find(format[0]) != std::string_view::npos) {
        kind = type_kind::signed_integer;
    } else if (std::string_view("BHILQN").find(format[0]) != std::string_view::npos) {
        kind = type_kind::unsigned_integer;
    } else if (std::string_view("efd").find(format[0]) == std::string_view::npos) {
        return false;
    }
    for (const dtype_info& row : dtypes) {
        if (row.kind == kind && static_cast<Py_ssize_t>(row.bytes) == bytes) {
            found = row.type;
            return true;
        }
    }
    return false;
}

}  // namespace

library::library() {
    const reference module(PyImport_ImportModule("numpy"));
    const auto named = [&](const char* name) { return reference(PyObject_GetAttrString(module.get(), name)); };
    as_dtype_ = named("dtype");
    asarray_ = named("asarray");
    empty_ = named("empty");
    empty_like_ = named("empty_like");
    ndarray_ = named("ndarray");
    generic_ = named("generic");
    for (const dtype_info& row : dtypes) {
        reference& made = dtypes_[dtype_row(row.type)];
        if (row.type == dtype::real) {
            made = reference(PyObject_CallFunction(as_dtype_.get(), "([(ss)(ss)])", "hi", "f8", "lo", "f8"));
        } else if (const std::string name = numpy_name(row); !name.empty()) {
            made = reference(PyObject_CallFunction(as_dtype_.get(), "s", name.c_str()));
        }
    }
}

reference library::dtype_object(dtype type) const {
    PyObject* const made = is_valid(type) ? dtypes_[dtype_row(type)].get() : nullptr;
    if (made == nullptr) raise(PyExc_TypeError, std::string("no array holds elements of ") + name_of(type));
    return shared(made);
}

dtype library::type_of(const reference& dtype_of_numpy) const {
    for (const dtype_info& row : dtypes) {
        PyObject* const known = dtypes_[dtype_row(row.type)].get();
        if (known == nullptr) continue;
        const int equal = PyObject_RichCompareBool(known, dtype_of_numpy.get(), Py_EQ);
        if (equal < 0) throw python_error{};
        if (equal == 1) return row.type;
    }
    return dtype{};
}

dtype library::type_named(PyObject* named) const {
    if (named == Py_None) raise(PyExc_TypeError, "None is no element type");
    dtype ours{};
    const bool is_ours = PyUnicode_Check(named) && find_dtype(text_of(named), ours);
    PyObject* const asked = PyObject_CallFunction(as_dtype_.get(), "(O)", named);
    if (asked == nullptr && !is_ours) throw python_error{};
    PyErr_Clear();
    if (asked == nullptr) return ours;
    const reference held(asked);
    const dtype theirs = type_of(held);
    const auto words_of = [](PyObject* one) { return text_of(reference(PyObject_Str(one)).get()); };
    if (is_ours && is_valid(theirs) && theirs != ours) {
        raise(PyExc_TypeError, "'" + text_of(named) + "' is " + words_of(dtype_object(ours).get()) + " here and " +
                                   words_of(asked) + " in NumPy: say which of the two");
    }
    if (is_ours) return ours;
    if (is_valid(theirs)) return theirs;
    raise(PyExc_TypeError, "no element type here is NumPy's " + words_of(asked));
}

reference library::array_of(PyObject* object) const {
    return reference(PyObject_CallFunction(asarray_.get(), "(O)", object));
}

reference library::array_of(PyObject* object, dtype type) const {
    return reference(PyObject_CallFunction(asarray_.get(), "(OO)", object, dtype_object(type).get()));
}

bool library::is_array(PyObject* object) const { return is_instance(object, ndarray_); }
bool library::is_scalar(PyObject* object) const { return is_instance(object, generic_); }

reference library::empty(dtype type, extents_ref shape) const {
    const reference extents(PyTuple_New(static_cast<Py_ssize_t>(shape.size())));
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        PyTuple_SetItem(extents.get(), static_cast<Py_ssize_t>(axis),
                        reference(PyLong_FromLongLong(shape[axis])).release());
    }
    return reference(PyObject_CallFunction(empty_.get(), "(OO)", extents.get(), dtype_object(type).get()));
}

reference library::empty_like(PyObject* model, dtype type) const {
    // A plain array first: classes may have functions of their own. The order "K" is the model's.
    const reference plain(PyObject_CallMethod(ndarray_.get(), "view", "(OO)", model, ndarray_.get()));
    return reference(PyObject_CallFunction(empty_like_.get(), "(OOs)", plain.get(), dtype_object(type).get(), "K"));
}

std::string name_of_position(int position) {
    return position == array::output ? "out" : "operand " + std::to_string(position);
}

void array::take(PyObject* object, access wanted, int position) {
    const int flags = PyBUF_FORMAT | PyBUF_STRIDES | (wanted == access::write ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &buffer_, flags) != 0) throw python_error{};
    const std::string_view format = buffer_.format != nullptr ? buffer_.format : "B";
    if (!type_of_format(format, buffer_.itemsize, type_)) {
        raise(PyExc_TypeError,
              name_of_position(position) + ": no element type here has the format '" + std::string(format) + "'");
    }
}

extents_ref array::shape() const noexcept { return {extents(buffer_.shape), static_cast<std::size_t>(buffer_.ndim)}; }

tensor_view array::view() const noexcept { return {buffer_.buf, type_, shape(), extents(buffer_.strides)}; }

}  // namespace zerostride::numpy
