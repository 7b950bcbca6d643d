// Every operator as a function. All are thread-safe and follow the rules of plan (types, shapes, aliasing).
#pragma once

#include <memory>
#include <type_traits>

#include "zerostride/plan.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride {

/// Evaluates `what` over `inputs` into `output`: the same path as a plan made and run once. What was decided for recent
/// calls is remembered by the process, in static memory and without their data, so that the next call of the thread
/// with the same operator, types, extents, strides and options takes little more than a plan's run, if there still is a
/// place for it. No heap allocation for ranks up to 8 (7 for scales of blocks), but for the words of a refusal or of
/// integer_division_by_zero, for mean, for more than two operands of sum, min and max, for casts from text, and for
/// outputs whose axes interleave (extents [3,2], strides [4,6]). Up to 108 KiB of stack in the calling thread.
/// Expand's second operand and CastLike's are not read while the output is written, and may share bytes with it.
/// Statuses as plan::try_make and plan::run; invalid_argument, naming the element, for a text that is no number.
outcome try_eval(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
                 const options& how = {}) noexcept;
/// The same; throws error where try_eval refuses (an integer division by zero does not throw).
void eval(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
          const options& how = {});
/// The type and shape of what `what` makes of `inputs`. For expand the elements of the second operand are read.
/// Statuses as plan::try_make; nothing is written when it refuses.
outcome try_result(dtype& type, std::vector<std::int64_t>& shape, const operation& what,
                   array_ref<const_tensor_view> inputs) noexcept;
/// Evaluates into a new tensor, of the type and shape that try_result tells, and gives it to `made`, which may be an
/// operand's. Statuses as try_result and the other try_eval; `made` is left as it was when it refuses, not by
/// integer_division_by_zero. Results made of texts view the inputs' bytes, which must outlive them: hand what owns the
/// bytes to keep() (of tensors: their owners()), or use the forms by name below, which do that for operands that are
/// tensors and come one by one, not in a list. (What `made` kept is kept on where it was an operand.)
outcome try_eval(tensor& made, const operation& what, array_ref<const_tensor_view> inputs,
                 const options& how = {}) noexcept;
/// The same as a value; throws error where it refuses.
tensor eval(const operation& what, array_ref<const_tensor_view> inputs, const options& how = {});

namespace detail {

inline void keep_owners(tensor& made, const tensor& operand) {
    for (const std::shared_ptr<const void>& owner : operand.owners()) made.keep(owner);
}
inline void keep_owners(tensor&, const const_tensor_view&) {}

template <class X>
inline constexpr bool is_tensor = std::is_same_v<X, tensor>;
/// Operands of which at least one is a tensor, whose texts may need their owners.
template <class... X>
using if_tensors =
    std::enable_if_t<(is_tensor<X> || ...) && (std::is_convertible_v<const X&, const_tensor_view> && ...)>;

template <class... X>
tensor eval_tensors(op which, const options& how, const X&... x) {
    tensor made = eval(which, {const_tensor_view(x)...}, how);
    if (made.type() == dtype::str) (keep_owners(made, x), ...);
    return made;
}

}  // namespace detail

// The operators by name. For each: try_NAME(inputs..., output), NAME(inputs..., output), NAME(inputs...). The last
// makes a tensor; its texts keep the owners of operands that are tensors, but not of those in a list. Attributes have
// their defaults: those with another, and operators that must be given one (cast, bit_cast, bit_shift), go by
// eval({op::cast, {{attribute_id::to,
// ...}}}, ...). sum(x, y) is the operator, which adds tensors; sum(x, axes) adds along axes (broadcast.hpp).
#define ZS_FUNCTION_1(name)                                                                                           \
    inline outcome try_##name(const const_tensor_view& x, const tensor_view& out, const options& how = {}) noexcept { \
        return try_eval(op::name, {x}, out, how);                                                                     \
    }                                                                                                                 \
    inline void name(const const_tensor_view& x, const tensor_view& out, const options& how = {}) {                   \
        eval(op::name, {x}, out, how);                                                                                \
    }                                                                                                                 \
    inline tensor name(const const_tensor_view& x, const options& how = {}) { return eval(op::name, {x}, how); }      \
    template <class X, class = detail::if_tensors<X>>                                                                 \
    tensor name(const X& x, const options& how = {}) {                                                                \
        return detail::eval_tensors(op::name, how, x);                                                                \
    }
#define ZS_FUNCTION_2(name)                                                                                   \
    inline outcome try_##name(const const_tensor_view& x, const const_tensor_view& y, const tensor_view& out, \
                              const options& how = {}) noexcept {                                             \
        return try_eval(op::name, {x, y}, out, how);                                                          \
    }                                                                                                         \
    inline void name(const const_tensor_view& x, const const_tensor_view& y, const tensor_view& out,          \
                     const options& how = {}) {                                                               \
        eval(op::name, {x, y}, out, how);                                                                     \
    }                                                                                                         \
    inline tensor name(const const_tensor_view& x, const const_tensor_view& y, const options& how = {}) {     \
        return eval(op::name, {x, y}, how);                                                                   \
    }                                                                                                         \
    template <class X, class Y, class = detail::if_tensors<X, Y>>                                             \
    tensor name(const X& x, const Y& y, const options& how = {}) {                                            \
        return detail::eval_tensors(op::name, how, x, y);                                                     \
    }
#define ZS_FUNCTION_OF_3(name, a, b, c)                                                                           \
    inline outcome try_##name(const const_tensor_view& a, const const_tensor_view& b, const const_tensor_view& c, \
                              const tensor_view& out, const options& how = {}) noexcept {                         \
        return try_eval(op::name, {a, b, c}, out, how);                                                           \
    }                                                                                                             \
    inline void name(const const_tensor_view& a, const const_tensor_view& b, const const_tensor_view& c,          \
                     const tensor_view& out, const options& how = {}) {                                           \
        eval(op::name, {a, b, c}, out, how);                                                                      \
    }                                                                                                             \
    inline tensor name(const const_tensor_view& a, const const_tensor_view& b, const const_tensor_view& c,        \
                       const options& how = {}) {                                                                 \
        return eval(op::name, {a, b, c}, how);                                                                    \
    }
#define ZS_FUNCTION_3(name)                                                            \
    ZS_FUNCTION_OF_3(name, condition, x, y)                                            \
    template <class C, class X, class Y, class = detail::if_tensors<C, X, Y>>          \
    tensor name(const C& condition, const X& x, const Y& y, const options& how = {}) { \
        return detail::eval_tensors(op::name, how, condition, x, y);                   \
    }
// Operators that take any number of operands: as a list, or two by name.
#define ZS_FUNCTION_any(name)                                                                                \
    ZS_FUNCTION_2(name)                                                                                      \
    inline outcome try_##name(array_ref<const_tensor_view> inputs, const tensor_view& out,                   \
                              const options& how = {}) noexcept {                                            \
        return try_eval(op::name, inputs, out, how);                                                         \
    }                                                                                                        \
    inline void name(array_ref<const_tensor_view> inputs, const tensor_view& out, const options& how = {}) { \
        eval(op::name, inputs, out, how);                                                                    \
    }                                                                                                        \
    inline tensor name(array_ref<const_tensor_view> inputs, const options& how = {}) {                       \
        return eval(op::name, inputs, how);                                                                  \
    }
// Operators whose second and third operand may be absent(), and those with a scale and a zero point, which may be.
#define ZS_FUNCTION_1_to_3(name) ZS_FUNCTION_OF_3(name, x, low, high)
#define ZS_FUNCTION_2_to_3(name) ZS_FUNCTION_OF_3(name, x, scale, zero_point)
#define ZS_OP(id, name, onnx_name, arity, operands, types, onnx_types, result, shapes, accuracy, family, summary) \
    ZS_FUNCTION_##arity(name)
#include "zerostride/ops.def"
#undef ZS_OP
#undef ZS_FUNCTION_1
#undef ZS_FUNCTION_2
#undef ZS_FUNCTION_OF_3
#undef ZS_FUNCTION_3
#undef ZS_FUNCTION_any
#undef ZS_FUNCTION_1_to_3
#undef ZS_FUNCTION_2_to_3

}  // namespace zerostride
