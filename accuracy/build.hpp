// What a table of results is about, in words: without dates, so that the same run gives the same table.
#pragma once

#include <string>

namespace zerostride::accuracy {

/// The last commit that touched what is judged, with "-dirty" when it has changed since; "unknown" without git.
std::string revision();
/// "zerostride 0.4.0 at 1a2b3c4, g++ 12.2.0; judged by MPFR 4.2.0 and the C library's doubles, glibc 2.36; PROCESSOR"
std::string provenance();

}  // namespace zerostride::accuracy
