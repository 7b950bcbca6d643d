// Where an output file shall appear.
#pragma once

#include <string>

namespace zerostride::files {

/// The directory that a path names a file of.
std::string directory_of(const std::string& path);

/// The path of the file that a file written as `path` replaces or becomes, without symbolic links. Throws file_error
/// for what a rename would turn from something else into a file, and for a file that may not be written.
std::string target_of(const std::string& path);

}  // namespace zerostride::files
