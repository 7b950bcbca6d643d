// Something to compute, for tests that do not look at the result but at what else a run does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/layout.hpp"
#include "support/question.hpp"
#include "zerostride/view.hpp"

namespace zerostride::test {

/// Operands of one operator over random layouts of a rank, and room for them.
struct workload {
    question what;
    std::vector<layout> layouts;  // the output, then the inputs
    std::vector<std::vector<std::byte>> memory;
    std::vector<const_tensor_view> views;
    tensor_view output;
    const void* pointers[3] = {};

    /// Extents of at most so many elements in all.
    workload(const question& asked, std::size_t rank, std::int64_t elements, random_bits& random);
};

}  // namespace zerostride::test
