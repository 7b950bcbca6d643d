// What docs/accuracy.md promises of functions, and whether results keep to it.
#pragma once

#include <cstdint>

#include "accuracy/proof.hpp"
#include "zerostride/accuracy.hpp"

namespace zerostride::accuracy {

struct promise {
    bool is_correctly_rounded;  ///< every result is
    double error;               ///< the greatest there may be: in units in the last place, of real relative
};
/// Of a function of one of the measured types, in a mode that is not automatic.
promise promised(const function& f, dtype type, accuracy_mode mode) noexcept;

enum class breach : std::uint8_t {
    none,
    differs,  ///< the bits are not those of the first instruction set, which is promised of every function
    wrong,    ///< a result is not the correctly rounded one
    too_far,  ///< a result is farther off than it may be
};
/// How what an instruction set did breaks a promise.
breach breach_of(const promise& made, const tally& did) noexcept;

}  // namespace zerostride::accuracy
