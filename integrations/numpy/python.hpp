// Python's C interface with owners. Where a call fails, Python's exception is set and python_error unwinds to the
// function that Python called.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string>
#include <utility>

namespace zerostride::numpy {

/// An exception of Python's is set.
struct python_error {};

/// Sets an exception of Python's, and unwinds.
[[noreturn]] inline void raise(PyObject* type, const std::string& message) {
    PyErr_SetString(type, message.c_str());
    throw python_error{};
}

/// A reference that somebody owns; empty at first. To be used with Python's lock held.
class reference {
public:
    reference() noexcept = default;
    /// Takes over what a call returned as a new reference; unwinds for its NULL.
    explicit reference(PyObject* made) : object_(made) {
        if (made == nullptr) throw python_error{};
    }
    reference(reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    reference& operator=(reference&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~reference() { Py_XDECREF(object_); }

    PyObject* get() const noexcept { return object_; }
    /// Gives the reference to the caller.
    PyObject* release() noexcept { return std::exchange(object_, nullptr); }

private:
    PyObject* object_ = nullptr;
};

/// One more reference to what somebody else owns.
inline reference shared(PyObject* object) {
    Py_INCREF(object);
    return reference(object);
}

/// A str as UTF-8, which lives as long as it; unwinds for what is no str.
inline std::string text_of(PyObject* object) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(object, &size);
    if (data == nullptr) throw python_error{};
    return std::string(data, static_cast<std::size_t>(size));
}

}  // namespace zerostride::numpy
