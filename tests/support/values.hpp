// Element values that find faults: special ones among random ones, for every element type.
#pragma once

#include <cstddef>
#include <vector>

#include "support/settings.hpp"
#include "zerostride/dtype.hpp"

namespace zerostride::test {

/// `count` elements of `type`, dense. About a third are special: NaN with payloads (also signalling),
/// infinities, both zeros, subnormals, limits, -1, 1, powers of two; the others are random. With `zeros` false
/// none is an integer zero. Texts view bytes that live as long as the program.
std::vector<std::byte> make_values(dtype type, std::size_t count, random_bits& random, bool zeros = true);

}  // namespace zerostride::test
