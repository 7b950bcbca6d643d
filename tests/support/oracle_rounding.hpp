// The oracle of rounding to whole numbers.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

bool rounding_is_right(const question& asked, const void* const* in, const void* actual);

}  // namespace zerostride::test
