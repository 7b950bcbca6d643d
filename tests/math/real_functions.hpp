// The functions of kernels/math/real_*.hpp, of each instruction set, with nothing between them and the test.
#pragma once

#include <cstddef>

#include "zerostride/elements.hpp"

namespace zerostride::test {

struct real_function {
    const char* name;
    /// out[i] = f(x[i]) or f(x[i], y[i]) for i < count, a multiple of 8.
    void (*run)(const real* x, const real* y, real* out, std::size_t count) noexcept;
};
inline constexpr std::size_t real_function_count = 41;

}  // namespace zerostride::test
