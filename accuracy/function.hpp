// What is measured: an operator with its attributes.
#pragma once

#include <string>
#include <vector>

#include "zerostride/attribute.hpp"

namespace zerostride::accuracy {

struct function {
    op which = op::exp;
    std::vector<attribute> attributes;

    std::size_t arity() const { return static_cast<std::size_t>(info(which).arity); }
    operation asked() const { return {which, attributes}; }
    /// The value that counts: what is given, or ONNX's default.
    double parameter(attribute_id id) const;
    /// "Exp", "Gelu:tanh"
    std::string name() const;
};

/// Whether an operator's results are proven: the families math, libm and sigmoidal, Reciprocal, Pow, HardSigmoid,
/// HardSwish.
bool is_proven(op which) noexcept;
/// All of them with their default attributes, and both forms of Gelu.
std::vector<function> functions();

/// The element types of functions: f16, f32, f64, real.
bool is_measured(dtype type) noexcept;

}  // namespace zerostride::accuracy
