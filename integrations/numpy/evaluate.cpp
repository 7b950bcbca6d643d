#include "integrations/numpy/evaluate.hpp"

#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "integrations/numpy/scalars.hpp"

namespace zerostride::numpy {
namespace {

/// Below this many elements letting others have Python's lock costs more than it gives.
constexpr std::int64_t long_work = 4096;

/// Takes the interpreter's lock again. Where the interpreter has ended meanwhile, the thread stays here: up to
/// Python 3.13 it would be unwound instead, without the lock that letting go of what is held takes.
void take_lock(PyThreadState* held) {
    try {
        PyEval_RestoreThread(held);
    } catch (const abi::__forced_unwind&) {
        for (;;) pause();
    }
}

/// True in processes that were forked from one that had imported the module: OpenMP's threads are not in them, and
/// would be waited for.
std::atomic<bool> is_forked{false};

[[noreturn]] void refuse(const outcome& why) {
    switch (why.code) {
        case status::unsupported: raise(PyExc_TypeError, why.message);
        case status::too_large: raise(PyExc_OverflowError, why.message);
        case status::isa_unavailable: raise(PyExc_RuntimeError, why.message);
        case status::out_of_memory: raise(PyExc_MemoryError, why.message);
        default: raise(PyExc_ValueError, why.message);
    }
}

/// Where neither the call nor its environment chooses an accuracy that there is. Before all else, so that no other
/// refusal hides it; the library itself would call it an argument.
void require_accuracy(const options& how) {
    if (how.accuracy != accuracy_mode::automatic) return;
    if (const outcome found = environment_accuracy(); !found) raise(PyExc_RuntimeError, found.message);
}

op operator_of(PyObject* which) {
    if (PyLong_CheckExact(which)) {
        const long id = PyLong_AsLong(which);
        if (id == -1 && PyErr_Occurred() != nullptr) throw python_error{};
        const auto found = static_cast<op>(id);
        if (static_cast<long>(found) == id && is_valid(found)) return found;
        raise(PyExc_ValueError, "no operator has the number " + std::to_string(id));
    }
    op found{};
    const std::string text = text_of(which);
    if (!find_op(text, found)) raise(PyExc_ValueError, "no operator is named '" + text + "'");
    return found;
}

/// The value of an attribute: a number, a word of a choice, an element type.
attribute attribute_of(const library& numpy, op which, PyObject* name, PyObject* value) {
    const std::string text = text_of(name);
    const attribute_info* const row = find_attribute(text);
    if (row == nullptr || find_attribute(which, row->id) == nullptr)
        raise(PyExc_TypeError, std::string(info(which).name) + " has no attribute '" + text + "'");
    if (row->kind == attribute_kind::element_type) return {row->id, numpy.type_named(value)};
    if (row->kind == attribute_kind::choice && PyUnicode_Check(value)) {
        const std::string word = text_of(value);
        if (const attribute_word* const known = find_attribute_word(row->id, word)) {
            return {row->id, static_cast<double>(known->value)};
        }
        raise(PyExc_ValueError, std::string(info(which).name) + ": " + text + " cannot be '" + word + "'");
    }
    const double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred() != nullptr) throw python_error{};
    return {row->id, number};
}

operation operation_of(const library& numpy, const request& asked) {
    const op which = operator_of(asked.which);
    if (PyDict_Size(asked.attributes) == 0) return which;
    std::vector<attribute> given;
    PyObject *name = nullptr, *value = nullptr;
    for (Py_ssize_t place = 0; PyDict_Next(asked.attributes, &place, &name, &value) != 0;) {
        given.push_back(attribute_of(numpy, which, name, value));
    }
    return {which, given};
}

options options_of(const request& asked) {
    options how;
    const long threads = PyLong_AsLong(asked.threads);
    if (threads == -1 && PyErr_Occurred() != nullptr) throw python_error{};
    how.max_threads = is_forked ? 1 : threads > 1 << 20 ? 1 << 20 : threads < 0 ? 0 : static_cast<int>(threads);
    if (asked.isa != Py_None && PyUnicode_Check(asked.isa) == 0) raise(PyExc_TypeError, "isa is a name, or None");
    if (asked.accuracy != Py_None && PyUnicode_Check(asked.accuracy) == 0) {
        raise(PyExc_TypeError, "accuracy is a name, or None");
    }
    if (asked.isa != Py_None && !find_isa(text_of(asked.isa), how.with)) {
        raise(PyExc_ValueError, "no instruction set is named '" + text_of(asked.isa) + "'");
    }
    if (asked.accuracy != Py_None && !find_accuracy(text_of(asked.accuracy), how.accuracy)) {
        raise(PyExc_ValueError, "no accuracy is named '" + text_of(asked.accuracy) + "'");
    }
    require_accuracy(how);
    return how;
}

/// The operands of a request, held while this lives.
class operands {
public:
    operands(const library& numpy, op which, PyObject* given)
        : held_(static_cast<std::size_t>(PyTuple_Size(given))), views_(held_.size()) {
        const auto at = [&](std::size_t i) { return PyTuple_GetItem(given, static_cast<Py_ssize_t>(i)); };
        const operand_rule rule = info(which).operands;
        // Numbers have the type of the first array; conditions, shapes and examples of a type are not asked for it.
        const std::size_t first_value = value_operand(which);
        const bool has_shape = rule == operand_rule::extents;
        const auto is_value = [&](std::size_t i) {
            return i >= first_value && !(i == 1 && (has_shape || rule == operand_rule::like));
        };
        std::optional<dtype> type;
        bool has_numbers = false, has_floats = false, has_integers = false;
        for (std::size_t i = 0; i < held_.size(); ++i) {
            PyObject* const object = at(i);
            if (object == Py_None) {
                views_[i] = absent();
            } else if (is_number(object)) {
                has_numbers = true;
                has_floats = has_floats || (is_value(i) && PyFloat_CheckExact(object));
                has_integers = has_integers || (is_value(i) && PyLong_CheckExact(object));
            } else {
                take(numpy, object, i, has_shape && i == 1);
                if (!type && is_value(i)) type = views_[i].type;
            }
        }
        if (!has_numbers) return;
        const dtype common = type ? *type : has_floats ? dtype::f64 : has_integers ? dtype::i64 : dtype::boolean;
        for (std::size_t i = 0; i < held_.size(); ++i) {
            if (at(i) == Py_None || !is_number(at(i))) continue;
            const dtype own = i < first_value ? dtype::boolean : has_shape && i == 1 ? dtype::i64 : common;
            held_[i].number = element_of(at(i), own, static_cast<int>(i));
            views_[i] = held_[i].number.view();
        }
    }

    array_ref<const_tensor_view> views() const noexcept { return views_; }

    /// An array for a result: its axes lie in memory as those of the first operand of that shape, where that is not
    /// row-major.
    reference room_for(const library& numpy, dtype type, extents_ref shape) const {
        for (const operand& each : held_) {
            if (!each.elements.is_taken()) continue;
            const extents_ref own = each.elements.shape();
            if (own.size() == shape.size() && std::equal(own.begin(), own.end(), shape.begin())) {
                if (each.elements.is_row_major() || !numpy.is_array(each.elements.object())) break;
                return numpy.empty_like(each.elements.object(), type);
            }
        }
        return numpy.empty(type, shape);
    }

private:
    /// One of these is what the view shows.
    struct operand {
        reference made;  ///< by NumPy, of what is no array
        array elements;
        scalar number;
    };

    /// Arrays as they are; of other things NumPy makes one. A shape of other integers becomes one of i64.
    void take(const library& numpy, PyObject* object, std::size_t i, bool is_shape) {
        if (!numpy.is_array(object) && (PyObject_CheckBuffer(object) == 0 || numpy.is_scalar(object))) {
            // NumPy makes doubles of an empty list.
            const bool is_of_scalars = is_shape && PySequence_Check(object) != 0 && PySequence_Size(object) == 0;
            held_[i].made = is_of_scalars ? numpy.array_of(object, dtype::i64) : numpy.array_of(object);
            object = held_[i].made.get();
        }
        if (is_shape) {
            dtype type{};
            {
                array looked_at;
                looked_at.take(object, array::access::read, static_cast<int>(i));
                type = looked_at.view().type;
            }
            const type_kind kind = info(type).kind;
            const bool fits =
                kind == type_kind::signed_integer || (kind == type_kind::unsigned_integer && type != dtype::u64);
            if (fits && type != dtype::i64) {
                held_[i].made = numpy.array_of(object, dtype::i64);
                object = held_[i].made.get();
            }
        }
        held_[i].elements.take(object, array::access::read, static_cast<int>(i));
        views_[i] = held_[i].elements.view();
    }

    std::vector<operand> held_;
    std::vector<const_tensor_view> views_;
};

/// The result's type and shape.
struct result_form {
    dtype type{};
    std::vector<std::int64_t> shape;

    result_form(const operation& what, array_ref<const_tensor_view> inputs) {
        const outcome formed = try_result(type, shape, what, inputs);
        if (!formed) refuse(formed);
    }
};

}  // namespace

void watch_forks() {
    pthread_atfork(nullptr, nullptr, [] { is_forked = true; });
}

reference evaluate(const library& numpy, const request& asked) {
    const operation what = operation_of(numpy, asked);
    const options how = options_of(asked);
    const operands given(numpy, what.which, asked.operands);
    reference result;
    if (asked.output != Py_None) {
        result = shared(asked.output);
    } else {
        const result_form form(what, given.views());
        result = given.room_for(numpy, form.type, form.shape);
    }
    array out;
    out.take(result.get(), array::access::write, array::output);
    std::int64_t elements = 1;
    for (const std::int64_t extent : out.shape()) elements *= extent;
    outcome answer;
    if (elements < long_work) {
        answer = try_eval(what, given.views(), out.view(), how);
    } else {
        PyThreadState* const held = PyEval_SaveThread();
        answer = try_eval(what, given.views(), out.view(), how);
        take_lock(held);
    }
    if (!completed(answer.code)) refuse(answer);
    if (answer.code == status::integer_division_by_zero && asked.divided != Py_None) {
        const std::string words = std::string(info(what.which).name) + ": " + to_string(answer.code);
        reference(PyObject_CallFunction(asked.divided, "s", words.c_str()));
    }
    return result;
}

reference explain(const library& numpy, const request& asked) {
    const operation what = operation_of(numpy, asked);
    const options how = options_of(asked);
    const operands given(numpy, what.which, asked.operands);
    array out;
    plan made;
    outcome answer;
    if (asked.output != Py_None) {
        out.take(asked.output, array::access::read, array::output);
        answer = plan::try_make(made, what, given.views(), out.view(), how);
    } else {
        const result_form form(what, given.views());
        answer = plan::try_make(made, what, given.views(), const_tensor_view(nullptr, form.type, form.shape), how);
    }
    if (!answer) refuse(answer);
    const std::string text = made.explain();
    return reference(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

}  // namespace zerostride::numpy
