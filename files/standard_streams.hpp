// Standard input, output and error that whoever started the program has closed.
#pragma once

namespace zerostride::files {

/// Takes their descriptors, before the first file that is opened gets one of them, and what is printed goes into it.
/// Reading and writing still fail.
void hold_standard_streams() noexcept;

}  // namespace zerostride::files
