// zs_tensor is a C++ tensor that C holds by its address.
#pragma once

#include <utility>

#include "capi/boundary.hpp"

struct zs_tensor {
    zerostride::tensor held;
};

namespace zerostride::capi {

/// Hands `made` over to C. Throws std::bad_alloc.
inline void hand_over(tensor&& made, zs_tensor** result) { *result = new zs_tensor{std::move(made)}; }

}  // namespace zerostride::capi
