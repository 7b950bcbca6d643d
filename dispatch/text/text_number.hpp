// One element to and from text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "zerostride/dtype.hpp"

namespace zerostride::detail {

/// Writes the number in `characters` as an element of `type`. Numbers are decimal or scientific, or INF, +INF, -INF
/// or NaN in any case. Floats and real get the nearest value, rounded once; integers are truncated and saturated and
/// NaN is 0; boolean is true for every text but the empty one, as in ONNX's reference. False, and nothing written,
/// for any other text.
bool parse_element(dtype type, std::string_view characters, std::byte* element);

/// Appends the shortest text that parse_element() reads as the same value ("nan" for every NaN); True and False for
/// booleans. A real gets as many digits as read back both of its parts.
void print_element(dtype type, const std::byte* element, std::string& characters);

}  // namespace zerostride::detail
