// The oracle of conversions: exact integers and long fixed-point numbers, one rounding by comparison.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

/// True when `actual` is the element `in` of `asked.type`, converted to `asked.second`. Between numbers and truth
/// values; NaN may be any quiet NaN.
bool cast_is_right(const question& asked, const void* in, const void* actual);

}  // namespace zerostride::test
