#include "integrations/numpy/scalars.hpp"

#include <cmath>
#include <cstring>

#include "integrations/numpy/arrays.hpp"

namespace zerostride::numpy {
namespace {

template <class T>
scalar scalar_of(dtype type, T value) {
    scalar made;
    made.type = type;
    std::memcpy(made.bytes, &value, sizeof value);
    return made;
}

template <class T>
T value_of(const scalar& from) {
    T value;
    std::memcpy(&value, from.bytes, sizeof value);
    return value;
}

/// In no way that depends on the environment, which is asked for where the call leaves something to it.
options plain_options() {
    options plain;
    plain.with = built_isas().front();
    plain.accuracy = accuracy_mode::exact;
    return plain;
}
scalar converted(const scalar& from, dtype to) {
    static const options plain = plain_options();
    scalar made;
    made.type = to;
    require(try_eval({op::cast, {{attribute_id::to, to}}}, {from.view()}, tensor_view(made.bytes, to, {}), plain));
    return made;
}

/// An int as the sum of two doubles, which keeps on which side of the first it is: what rounds that rounds once.
real real_of(PyObject* number) {
    const auto checked = [](double value) {
        if (value == -1 && PyErr_Occurred() != nullptr) throw python_error{};
        return value;
    };
    const double high = checked(PyLong_AsDouble(number));
    const reference whole(PyLong_FromDouble(high)), rest(PyNumber_Subtract(number, whole.get()));
    return {high, checked(PyLong_AsDouble(rest.get()))};
}

/// The number in the widest type of its kind, or as a real where that is an int beyond 64 bits; unwinds
/// with OverflowError for an int that is in none.
scalar widest(PyObject* number, bool may_be_float) {
    if (PyBool_Check(number)) return scalar_of(dtype::i64, std::int64_t{number == Py_True});
    if (PyFloat_CheckExact(number)) return scalar_of(dtype::f64, PyFloat_AsDouble(number));
    int beyond = 0;
    const long long small = PyLong_AsLongLongAndOverflow(number, &beyond);
    if (beyond == 0) {
        if (small == -1 && PyErr_Occurred() != nullptr) throw python_error{};
        return scalar_of(dtype::i64, std::int64_t{small});
    }
    const unsigned long long large = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred() == nullptr) return scalar_of(dtype::u64, std::uint64_t{large});
    if (!may_be_float) throw python_error{};
    PyErr_Clear();
    return scalar_of(dtype::real, real_of(number));
}

}  // namespace

bool is_number(PyObject* object) {
    return PyBool_Check(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object);
}

scalar element_of(PyObject* number, dtype type, int position) {
    const auto words = [&] {
        const reference text(PyObject_Repr(number));
        return name_of_position(position) + ": " + text_of(text.get()) + " is no element of " + name_of(type);
    };
    const type_kind kind = info(type).kind;
    const bool is_integer = contains(type_set::integers, type);
    const scalar from = [&] {
        try {
            return widest(number, kind == type_kind::floating || kind == type_kind::real);
        } catch (const python_error&) {
            if (PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
                PyErr_Clear();
                raise(PyExc_OverflowError, words());
            }
            throw;
        }
    }();
    if (from.type == dtype::f64 && (is_integer || kind == type_kind::logical)) raise(PyExc_TypeError, words());
    const scalar made = converted(from, type);
    bool is_kept = true;
    if (is_integer || kind == type_kind::logical) {
        // Between signed and unsigned of the same size the way back keeps what was cut off.
        const bool is_negative = from.type == dtype::i64 && value_of<std::int64_t>(from) < 0;
        const bool loses_sign = (from.type == dtype::u64 && kind == type_kind::signed_integer) ||
                                (is_negative && kind == type_kind::unsigned_integer);
        is_kept = !loses_sign && value_of<std::uint64_t>(converted(made, from.type)) == value_of<std::uint64_t>(from);
    } else {
        const bool was_infinite = from.type == dtype::f64 && std::isinf(value_of<double>(from));
        is_kept = was_infinite || !std::isinf(value_of<double>(converted(made, dtype::f64)));
    }
    if (!is_kept) raise(PyExc_OverflowError, words());
    return made;
}

}  // namespace zerostride::numpy
