// The rules of op.hpp, one by one: what each says about operands and results. Where a rule goes by attributes, `values`
// are what read_attributes() has written.
#pragma once

#include "dispatch/fp_environment.hpp"
#include "dispatch/validation/attributes.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

bool is_operand_count(op which, std::size_t given) noexcept;

/// A type that exists, and a shape where there is a rank.
bool has_form(const const_tensor_view& x) noexcept;
bool has_negative_extent(const const_tensor_view& x) noexcept;

/// The operands whose shapes count. Of some only the type or the elements do.
array_ref<const_tensor_view> shaped(op which, array_ref<const_tensor_view> inputs) noexcept;

/// The type whose kernel serves valid operands: where's values, else the first operand's.
inline dtype value_type(op which, const const_tensor_view* inputs) noexcept {
    return inputs[value_operand(which)].type;
}

/// Whether input `i` may be of the type it has when the values are of `type` and the result is of `made`.
bool accepts(op which, std::size_t i, dtype type, dtype made, dtype given) noexcept;

/// Whether there is a kernel for values of `type` and a result of `made`.
bool has_kernel(op which, dtype type, dtype made) noexcept;

/// What the kernel of (which, type), or (which, type, second) where two types choose, needs of the floating-point
/// environment: fp_need::everything where that is not known.
fp_need fp_need_of(op which, dtype type, dtype second, isa with) noexcept;

/// Whether the attribute `precision` of the operators that have it, or what it stands for, is a type that divides.
bool has_precision(op which, const attribute_values& values, array_ref<const_tensor_view> inputs) noexcept;

/// The type in which quantize_linear divides by scales of type `scale`.
dtype division_type(const attribute_values& values, dtype scale) noexcept;

/// The result's type, for operands whose number is right.
dtype result_type(op which, const attribute_values& values, array_ref<const_tensor_view> inputs) noexcept;
/// The same for who has not read the attributes: not valid() where they are not right.
dtype result_type(const operation& what, array_ref<const_tensor_view> inputs) noexcept;

/// Of an operand whose shape does not count: what it must be besides its type.
bool has_right_rank(op which, std::size_t i, const const_tensor_view& x) noexcept;

bool stretches_to(array_ref<const_tensor_view> operands, const const_tensor_view& output) noexcept;
bool has_shape_of(const const_tensor_view& x, const const_tensor_view& output) noexcept;
bool is_result_shape(op which, const attribute_values& values, array_ref<const_tensor_view> inputs,
                     const const_tensor_view& output) noexcept;

}  // namespace zerostride::detail
