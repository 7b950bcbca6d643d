// Functions against the truth: a sweep of inputs through the public interface on one or more instruction sets, judged
// by MPFR, directly or after an estimate has said that there is no doubt.
#pragma once

#include <functional>
#include <vector>

#include "accuracy/digests.hpp"
#include "accuracy/inputs.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::accuracy {

/// What an instruction set did.
struct tally {
    isa with = isa::automatic;
    std::uint64_t wrong = 0;      ///< results that are not the correctly rounded ones; of real: not counted
    std::uint64_t differing = 0;  ///< results whose bits are not those of the first instruction set
    double error = 0.0;           ///< the greatest: in units in the last place, of real relative
    operands at;                  ///< where

    void note_error(double other, const operands& place) {
        if (other > error) error = other, at = place;
    }
};
/// A result that is not the correctly rounded one, by the first instruction set or another that differs from it.
struct wrong_result {
    isa with = isa::automatic;
    operands at;
    std::uint64_t got = 0, right = 0;
};
/// An input whose exact result is next to the middle between two numbers.
struct hard_case {
    double distance = 0.0;  ///< from there, in units in the last place
    operands at;
};

/// How far a sweep has come, and what it found.
struct findings {
    std::uint64_t inputs = 0;
    std::vector<tally> tallies;       ///< one for each instruction set
    std::vector<wrong_result> wrong;  ///< the first ones; all are counted
    std::vector<hard_case> hardest;   ///< of normal results of f16 and f32, the hardest first
    float_digests digests{};          ///< of the right results; of sweeps of every float

    static constexpr std::size_t most_wrong = 4096, most_hard = 16;
};

/// Tries the inputs of `all` from found.inputs on, with `threads` threads, until all are done or `pause` says so; it is
/// asked after every few million inputs at most. found.tallies say on which instruction sets.
/// Throws zerostride::error when the library refuses, std::logic_error when estimate and MPFR contradict each other.
void prove(const sweep& all, findings& found, int threads, const std::function<bool(const findings&)>& pause);

}  // namespace zerostride::accuracy
