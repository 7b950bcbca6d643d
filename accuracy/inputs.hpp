// Which numbers are tried. The i-th input of a sweep is the same in every run, whoever else works on the others.
#pragma once

#include <vector>

#include "accuracy/format.hpp"
#include "accuracy/function.hpp"

namespace zerostride::accuracy {

struct operands {
    element_bits x, y;
};

/// How many inputs of a function and type are tried, and how they are chosen:
/// one operand of f16, or of f32 when exhaustive: every one, in the order of its bits;
/// one operand of f32: one out of each of equally many neighbours, so as many from each binade;
/// everything else: random numbers from strata that show where functions are weak.
/// Samples are followed by what lies around special points, and by the hard cases.
class sweep {
public:
    sweep(const function& f, dtype type, bool exhaustive, std::uint64_t samples);

    const function& of() const noexcept { return of_; }
    dtype type() const noexcept { return type_; }
    /// Every input there is.
    bool is_complete() const noexcept { return is_complete_; }
    std::uint64_t size() const noexcept { return samples_ + listed_.size(); }
    operands operator[](std::uint64_t i) const;
    /// "every input", "16777216 samples": sweeps of the same name, function and type are the same.
    std::string name() const;

private:
    function of_;
    dtype type_;
    bool is_complete_;
    std::uint64_t samples_;
    std::vector<operands> listed_;
};

}  // namespace zerostride::accuracy
