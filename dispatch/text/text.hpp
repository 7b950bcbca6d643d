// Operators that make the bytes of texts or read them: casts between text and numbers, and StringConcat. No kernel
// does this, because texts have any length and their bytes need an owner: it is scalar, one element after the other,
// outside of plans.
#pragma once

#include <cstdint>

#include "zerostride/attribute.hpp"
#include "zerostride/status.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride::detail {

enum class text_work : std::uint8_t {
    none,    ///< there are kernels
    parses,  ///< texts to numbers, which may be refused while it is evaluated
    prints,  ///< numbers to texts, whose bytes the result owns
    joins    ///< texts to texts, whose bytes the result owns
};
/// What `what` has to do with operands whose number and types are valid.
text_work text_work_of(const operation& what, array_ref<const_tensor_view> inputs) noexcept;

/// Why `work` has no plan, or why it cannot be evaluated into a view.
const char* refusal_of(text_work work) noexcept;

/// Parses a validated operation's texts, all of them before anything is written.
outcome parse_texts(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output);

/// The result of a validated operation that makes texts, which owns their bytes.
outcome make_texts(tensor& result, const operation& what, array_ref<const_tensor_view> inputs, extents_ref shape);

}  // namespace zerostride::detail
