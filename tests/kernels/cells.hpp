// Tests that exist once for each (operator, element type, instruction set): add_i32_avx2.sizes
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "support/problem.hpp"

namespace zerostride::test {

struct cell : question {
    isa with;

    cell(question asked, isa with_) : question(std::move(asked)), with(with_) {}
};

/// Registers the test `name` for every cell of this build that `applies`. On a processor without the
/// instruction set the test says so and is skipped.
bool register_cells(const char* name, void (*body)(const cell&), bool (*applies)(const cell&));
inline bool every_cell(const cell&) { return true; }

/// Stream of random numbers for one test of one cell.
random_bits random_of(const cell& c, const char* test);

/// A problem over `rows` by `cols` with random placements, thread count and divisors.
problem tiled(const cell& c, const std::vector<role>& inputs, role output, std::int64_t rows, std::int64_t cols,
              random_bits& random);
/// One axis of `n` elements; `splats` bit i: input i has stride 0.
problem row_of(const cell& c, std::int64_t n, unsigned splats, random_bits& random);

void place_anywhere(problem& p, random_bits& random);

}  // namespace zerostride::test
