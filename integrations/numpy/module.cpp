// The module zerostride._kernels: what the Python files of the package are made with.
#include <exception>
#include <new>

#include "integrations/numpy/evaluate.hpp"
#include "zerostride/version.h"

namespace zerostride::numpy {
namespace {

/// Made when the module is imported. Never freed: Python's end comes before that of statics.
const library* numpy = nullptr;

/// What `work` returns; no exception of C++ leaves for Python.
template <class Work>
PyObject* guarded(Work work) noexcept {
    try {
        return work().release();
    } catch (const python_error&) {
        return nullptr;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    } catch (const std::exception& failed) {
        PyErr_SetString(PyExc_RuntimeError, failed.what());
        return nullptr;
    }
}

request request_of(PyObject* const* arguments, Py_ssize_t count) {
    if (count != 8 || PyTuple_Check(arguments[1]) == 0 || PyDict_Check(arguments[3]) == 0) {
        raise(PyExc_TypeError,
              "expected name, operands: tuple, out, attributes: dict, threads, isa, accuracy, divided");
    }
    return {arguments[0], arguments[1], arguments[2], arguments[3],
            arguments[4], arguments[5], arguments[6], arguments[7]};
}

PyObject* py_evaluate(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    return guarded([&] { return evaluate(*numpy, request_of(arguments, count)); });
}

PyObject* py_explain(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    return guarded([&] { return explain(*numpy, request_of(arguments, count)); });
}

/// One (number, name, name in ONNX, least operands, most operands, names of attributes, summary) for each operator.
PyObject* py_operators(PyObject*, PyObject*) {
    return guarded([] {
        reference rows(PyList_New(0));
        for (const op_info& row : ops) {
            const reference attributes(PyList_New(0));
            for (const op_attribute& has : attributes_of(row.id)) {
                const reference name(PyUnicode_FromString(find_attribute(has.id)->name));
                if (PyList_Append(attributes.get(), name.get()) != 0) throw python_error{};
            }
            const reference made(Py_BuildValue("(issiiOs)", static_cast<int>(row.id), row.name, row.onnx_name,
                                               row.least_operands, row.most_operands, attributes.get(), row.summary));
            if (PyList_Append(rows.get(), made.get()) != 0) throw python_error{};
        }
        return rows;
    });
}

/// Names of the instruction sets that run here, weakest first.
PyObject* py_isas(PyObject*, PyObject*) {
    return guarded([] {
        reference names(PyList_New(0));
        for (const isa each : available_isas()) {
            const reference name(PyUnicode_FromString(name_of(each)));
            if (PyList_Append(names.get(), name.get()) != 0) throw python_error{};
        }
        return names;
    });
}

PyMethodDef functions[] = {
    {"evaluate", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(py_evaluate)), METH_FASTCALL, nullptr},
    {"explain", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(py_explain)), METH_FASTCALL, nullptr},
    {"operators", py_operators, METH_NOARGS, nullptr},
    {"isas", py_isas, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "zerostride._kernels", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr,
};

reference make_module() {
    if (numpy == nullptr) {
        numpy = new library;
        watch_forks();
    }
    reference made(PyModule_Create(&module));
    if (PyModule_AddStringConstant(made.get(), "version", ZEROSTRIDE_VERSION_TEXT) != 0) throw python_error{};
    return made;
}

}  // namespace
}  // namespace zerostride::numpy

PyMODINIT_FUNC PyInit__kernels() { return zerostride::numpy::guarded(zerostride::numpy::make_module); }
