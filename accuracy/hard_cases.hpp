// Arguments at which functions are known to be hard to round.
#pragma once

#include <vector>

#include "accuracy/function.hpp"

namespace zerostride::accuracy {

/// Of f32 or f64, as doubles; of other types there are none.
std::vector<double> hard_cases(const function& f, dtype type);

}  // namespace zerostride::accuracy
