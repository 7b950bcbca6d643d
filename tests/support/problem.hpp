// One evaluation: operators over operands of any layout, run by the library between guard pages and compared
// with the oracle, the gaps included.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/host_environment.hpp"
#include "support/layout.hpp"
#include "support/question.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::test {

/// Which guard page an operand touches.
enum class placement {
    at_begin,  // its first byte follows one
    at_end,    // its last byte precedes one
    within     // `shift` bytes into the memory
};

struct operand {
    layout how;
    placement where = placement::at_end;
    std::int64_t shift = 0;
};

struct problem {
    question what;
    isa with = isa::automatic;
    std::vector<operand> inputs;
    operand output;
    int threads = 1;
    /// Bit i: input i is the output itself; layout and element size must be equal.
    unsigned in_place = 0;
    /// Whether integer divisors may be 0.
    bool zeros = true;
    /// By a one-shot call, not as the random stream chooses.
    bool by_call = false;
    /// The floating-point environment around the run; the default one if null.
    const setting* host = nullptr;
};

std::string to_text(const problem& p);

/// Runs the problem on random values; succeeds when every element is right, the status is right, and no byte
/// besides the output's elements has changed. The random stream also chooses between a plan and a one-shot
/// call.
testing::AssertionResult is_computed_right(const problem& p, random_bits& random);

}  // namespace zerostride::test
