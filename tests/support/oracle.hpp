// What every operator must answer, element by element, straight from the semantics: shares no code with the
// library's kernels or dispatch.
#pragma once

#include "zerostride/op.hpp"

namespace zerostride::test {

/// True when `actual` is a right answer of `which` for the elements at `inputs` (one pointer for each operand;
/// for where the condition comes first and `type` is that of the values). Pointers need no alignment.
///
/// Copies, integers and truth values: bit for bit. Floats: bit for bit, and any quiet NaN for a NaN (abs and
/// neg: any NaN). Real: within the published error bound of the operation, normalised.
bool is_right(op which, dtype type, const void* const* inputs, const void* actual);

/// True when these elements ask for an integer division by zero.
bool divides_by_zero(op which, dtype type, const void* const* inputs);

/// True when two answers count as the same bits: equal bytes, or for an arithmetic operator's float both NaN.
bool same_bits(op which, dtype type, const void* one, const void* other);

/// An element as text, for messages.
const char* show(dtype type, const void* element, char (&buffer)[128]);

}  // namespace zerostride::test
