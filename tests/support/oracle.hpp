// What every operator must answer, element by element, straight from the semantics: shares no code with the
// library's kernels or dispatch.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

/// True when `actual` is a right answer to `asked` for the elements at `inputs` (one pointer for each operand).
/// Pointers need no alignment.
///
/// Copies, integers and truth values: bit for bit. Floats: bit for bit, and any quiet NaN for a NaN (abs and
/// neg: any NaN). Real: within the published error bound of the operation, normalised.
bool is_right(const question& asked, const void* const* inputs, const void* actual);

/// True when these elements ask for an integer division by zero.
bool divides_by_zero(const question& asked, const void* const* inputs);

/// True when two answers count as the same bits: equal bytes, or for an arithmetic operator's float both NaN.
bool same_bits(const question& asked, const void* one, const void* other);

/// An element as text, for messages.
const char* show(dtype type, const void* element, char (&buffer)[128]);

}  // namespace zerostride::test
