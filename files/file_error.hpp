// What reading and writing files throw.
#pragma once

#include <stdexcept>
#include <string>

namespace zerostride::files {

/// what() begins with the file's name, and with '' where it has none.
class file_error : public std::runtime_error {
public:
    file_error(const std::string& path, const std::string& reason)
        : std::runtime_error((path.empty() ? "''" : path) + ": " + reason) {}
};

}  // namespace zerostride::files
