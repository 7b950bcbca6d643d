// What is right: the correctly rounded results of a block of operands of f16 or f32.
#pragma once

#include <functional>
#include <vector>

#include "accuracy/format.hpp"
#include "accuracy/function.hpp"

namespace zerostride::accuracy {

/// Numbers, as doubles.
struct number_block {
    std::vector<double> x, y;
    std::vector<double> right;
    std::vector<double> value;  ///< before it was rounded, to some 40 bits

    explicit number_block(std::size_t size) : x(size), y(size), right(size), value(size) {}
    std::size_t size() const noexcept { return x.size(); }
};

/// Fills `right` and `value`. An input whose normal result was too near the middle between two numbers for an estimate
/// is handed to `hard` with its distance from there, in units in the last place.
void judge(const function& f, dtype type, number_block& block, const std::function<void(std::size_t, double)>& hard);

/// How many bits the exact value of a function of `type` is computed to. Hard cases of f64 need some 120, and what is
/// x + O(x^3) for tiny x is rounded to x, as it is on the way.
constexpr mpfr_prec_t precision_of(dtype type) noexcept { return type == dtype::real ? 420 : 200; }

}  // namespace zerostride::accuracy
