// The oracle of bitwise operators and shifts.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

bool bits_are_right(const question& asked, const void* const* in, const void* actual);

}  // namespace zerostride::test
