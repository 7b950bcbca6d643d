// Decimal numbers of any length, exactly: what the standard library's conversions do not reach, which is binary16
// and pairs of doubles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "zerostride/elements.hpp"

namespace zerostride::detail {

/// 0.d1d2d3... * 10^exponent. The first digit is not 0, nor the last one; zero has none.
struct decimal {
    bool negative = false;
    std::string digits;
    std::int64_t exponent = 0;
};

/// [+-] digits [. digits] [e [+-] digits], with a digit before or behind the point. False for anything else.
/// Digits that cannot decide any rounding here are replaced by a last one that is not zero.
bool read_decimal(std::string_view characters, decimal& number);

/// The exact value of hi + lo, which is finite.
decimal exact_decimal(real x);

/// `number` to `count` digits, ties to even.
decimal rounded(const decimal& number, std::size_t count);

/// Plain or scientific, whichever is shorter; plain where both are as long. As std::to_chars of doubles.
std::string to_text(const decimal& number);

/// The nearest double as hi, and as lo the double nearest to what remains, which has the sign `rest` (0 if nothing
/// remains; lo may be 0 all the same when that is below the doubles).
real nearest_pair(const decimal& number, int& rest);

}  // namespace zerostride::detail
