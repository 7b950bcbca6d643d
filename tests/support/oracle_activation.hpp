// The oracle of piecewise linear functions.
#pragma once

#include "support/question.hpp"

namespace zerostride::test {

bool activation_is_right(const question& asked, const void* const* in, const void* actual);

}  // namespace zerostride::test
