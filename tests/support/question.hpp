// What is asked of an operator: the element types and attributes that choose a kernel.
#pragma once

#include <string>
#include <vector>

#include "zerostride/attribute.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::test {

struct question {
    op which = op::identity;
    dtype type = dtype::f32;    // of the values
    dtype second = dtype::f32;  // where two types choose the kernel: the other one
    dtype scale = dtype::f32;   // of quantizations
    std::vector<attribute> attributes;

    question() = default;
    /// ONNX's defaults; attributes that have none are 0 (LEFT, none). Quantizations: blocks of one element along the
    /// first axis, so that scales and zero points are as free as any operand.
    question(op which_, dtype type_);

    std::size_t arity() const { return static_cast<std::size_t>(info(which).arity); }
    dtype input(std::size_t i) const;
    dtype result() const;
    /// Whether the result has the shape of the first operand.
    bool keeps_first_shape() const { return info(which).shapes == shape_rule::first; }
    /// Whether all operands have the result's shape: also scales, each element of which is a block.
    bool has_one_shape() const { return info(which).shapes == shape_rule::equal || is_quantization(); }
    bool is_quantization() const { return info(which).shapes == shape_rule::per_axis; }
    /// Blocks need an axis.
    std::size_t least_rank() const { return is_quantization() ? 1 : 0; }
    /// Operand `i` must be a single element.
    bool is_scalar(std::size_t i) const { return i > 0 && info(which).operands == operand_rule::bounds; }
    std::size_t input_bytes(std::size_t i) const { return size_of(input(i)); }
    std::size_t output_bytes() const { return size_of(result()); }
    operation asked() const { return {which, attributes}; }
    /// The value that counts: what is given, or the default.
    double parameter(attribute_id id) const;
    /// "add_f32", "leaky_relu_f32_alpha_0.3"
    std::string name() const;
};

/// Every kernel there is: each operator with kernels of its own by its types, with its defaults and with other
/// attributes.
std::vector<question> every_question();
/// False for an instruction set that extends another where it runs the other's kernel: what is asked of that one is
/// asked of both. tests/isa holds it to that.
bool has_own_kernel(isa with, op which, dtype type);
/// Those of `all` that have a kernel of their own.
std::vector<isa> with_own_kernel(const std::vector<isa>& all, op which, dtype type);
/// True for one out of `turns` questions, those chosen by their names.
bool has_turn(const question& asked, std::size_t turns);

}  // namespace zerostride::test
