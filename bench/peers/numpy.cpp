// NumPy, in an interpreter of our own: ufuncs called from C with out=, on arrays over our memory.
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

#include <stdexcept>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

struct reference_end {
    void operator()(PyObject* object) const { Py_XDECREF(object); }
};
using reference = std::shared_ptr<PyObject>;

/// Takes over a new reference.
reference owned(PyObject* object) {
    if (object == nullptr) {
        PyErr_Clear();
        throw std::runtime_error("an exception of Python's");
    }
    return reference(object, reference_end());
}

/// For results that nobody wants, without the cost of owning them.
void dropped(PyObject* object) {
    if (object == nullptr) owned(nullptr);
    Py_DECREF(object);
}

int type_of(dtype type) {
    switch (type) {
        case dtype::f16: return NPY_FLOAT16;
        case dtype::f32: return NPY_FLOAT32;
        case dtype::f64: return NPY_FLOAT64;
        case dtype::i8: return NPY_INT8;
        case dtype::i16: return NPY_INT16;
        case dtype::i32: return NPY_INT32;
        case dtype::i64: return NPY_INT64;
        case dtype::u8: return NPY_UINT8;
        case dtype::u16: return NPY_UINT16;
        case dtype::u32: return NPY_UINT32;
        case dtype::u64: return NPY_UINT64;
        case dtype::boolean: return NPY_BOOL;
        default: return -1;
    }
}

/// The ufunc with an operator's meaning, where there is one call for it.
const char* ufunc_of(const bench_case& row) {
    const bool is_integer = zerostride::info(row.type).kind != type_kind::floating;
    switch (row.which) {
        case op::add: return "add";
        case op::sub: return "subtract";
        case op::mul: return "multiply";
        case op::div: return is_integer ? "floor_divide" : "divide";
        case op::mod: return "remainder";
        case op::min: return "minimum";
        case op::max: return "maximum";
        case op::equal: return "equal";
        case op::less: return "less";
        case op::greater: return "greater";
        case op::less_or_equal: return "less_equal";
        case op::greater_or_equal: return "greater_equal";
        case op::logical_and: return "logical_and";
        case op::logical_or: return "logical_or";
        case op::logical_xor: return "logical_xor";
        case op::logical_not: return "logical_not";
        case op::bitwise_and: return "bitwise_and";
        case op::bitwise_or: return "bitwise_or";
        case op::bitwise_xor: return "bitwise_xor";
        case op::bitwise_not: return "invert";
        case op::abs: return "absolute";
        case op::neg: return "negative";
        case op::sqrt: return "sqrt";
        case op::reciprocal: return "reciprocal";
        case op::sign: return "sign";
        case op::ceil: return "ceil";
        case op::floor: return "floor";
        case op::round: return "rint";
        case op::exp: return "exp";
        case op::exp2: return "exp2";
        case op::expm1: return "expm1";
        case op::log: return "log";
        case op::log2: return "log2";
        case op::log10: return "log10";
        case op::log1p: return "log1p";
        case op::sin: return "sin";
        case op::cos: return "cos";
        case op::tan: return "tan";
        case op::asin: return "arcsin";
        case op::acos: return "arccos";
        case op::atan: return "arctan";
        case op::sinh: return "sinh";
        case op::cosh: return "cosh";
        case op::tanh: return "tanh";
        case op::asinh: return "arcsinh";
        case op::acosh: return "arccosh";
        case op::atanh: return "arctanh";
        case op::cbrt: return "cbrt";
        case op::pow: return row.second == row.type ? "power" : nullptr;
        default: return nullptr;
    }
}

class numpy_peer : public peer {
public:
    numpy_peer() {
        Py_InitializeEx(0);
        if (_import_array() < 0) {
            PyErr_Clear();
            throw std::runtime_error("no NumPy in this interpreter");
        }
        module_ = owned(PyImport_ImportModule("numpy"));
        // Divisions by zero and the like are not asked for; warnings about them would be.
        owned(PyObject_CallMethod(module_.get(), "seterr", "s", "ignore"));
    }
    const char* name() const override { return "NumPy"; }
    std::string version() const override {
        const reference text = owned(PyObject_GetAttrString(module_.get(), "__version__"));
        return PyUnicode_AsUTF8(text.get());
    }

    batch prepare(const problem& asked) override {
        const bench_case& row = asked.row;
        std::vector<reference> arrays;
        for (const const_tensor_view& input : asked.work.inputs()) {
            if (type_of(input.type) < 0) return {};
            arrays.push_back(array_of(input, false));
        }
        if (type_of(row.result()) < 0) return {};
        const reference output = array_of(asked.work.output(), true);
        const auto array = [](const reference& each) { return reinterpret_cast<PyArrayObject*>(each.get()); };
        if (row.which == op::identity || row.which == op::cast) {
            return repeated([from = arrays[0], output, array] {
                if (PyArray_CopyInto(array(output), array(from)) != 0) owned(nullptr);
            });
        }
        if (row.which == op::where) {
            // numpy.where makes its result; into memory that is there already go two copies, the second masked.
            const reference copyto = owned(PyObject_GetAttrString(module_.get(), "copyto"));
            const reference arguments = owned(PyTuple_Pack(2, output.get(), arrays[1].get()));
            const reference named = owned(Py_BuildValue("{s:O}", "where", arrays[0].get()));
            return repeated([=] {
                if (PyArray_CopyInto(array(output), array(arrays[2])) != 0) owned(nullptr);
                dropped(PyObject_Call(copyto.get(), arguments.get(), named.get()));
            });
        }
        if (row.which == op::clip && arrays.size() == 3) {
            const reference clip = owned(PyObject_GetAttrString(ufuncs().get(), "clip"));
            return call(clip, arrays, output);
        }
        if (row.which == op::relu && arrays.size() == 1) {
            const reference zero = owned(PyArray_Zeros(0, nullptr, PyArray_DescrFromType(type_of(row.type)), 0));
            arrays.push_back(zero);
            return call(owned(PyObject_GetAttrString(module_.get(), "maximum")), arrays, output);
        }
        const char* const name = ufunc_of(row);
        if (name == nullptr) return {};
        return call(owned(PyObject_GetAttrString(module_.get(), name)), arrays, output);
    }

private:
    static reference array_of(const const_tensor_view& view, bool may_write) {
        npy_intp shape[NPY_MAXDIMS], strides[NPY_MAXDIMS];
        std::int64_t dense = static_cast<std::int64_t>(size_of(view.type));
        for (std::size_t axis = view.rank; axis-- > 0;) {
            shape[axis] = view.shape[axis];
            strides[axis] = view.strides != nullptr ? view.strides[axis] : dense;
            dense *= view.shape[axis];
        }
        return owned(PyArray_New(&PyArray_Type, static_cast<int>(view.rank), shape, type_of(view.type), strides,
                                 const_cast<void*>(view.data), 0,
                                 may_write ? NPY_ARRAY_WRITEABLE | NPY_ARRAY_ALIGNED : NPY_ARRAY_ALIGNED, nullptr));
    }
    reference ufuncs() const { return owned(PyImport_ImportModule("numpy.core.umath")); }

    static batch call(const reference& ufunc, const std::vector<reference>& inputs, const reference& output) {
        const reference named = owned(PyTuple_Pack(1, PyUnicode_InternFromString("out")));
        return repeated([=] {
            PyObject* arguments[most_case_operands + 1];
            for (std::size_t i = 0; i < inputs.size(); ++i) arguments[i] = inputs[i].get();
            arguments[inputs.size()] = output.get();
            dropped(PyObject_Vectorcall(ufunc.get(), arguments, inputs.size(), named.get()));
        });
    }

    reference module_;
};

}  // namespace

std::unique_ptr<peer> make_numpy() { return std::make_unique<numpy_peer>(); }

}  // namespace zerostride::bench
