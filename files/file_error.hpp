// What reading and writing files throw.
#pragma once

#include <stdexcept>
#include <string>

namespace zerostride::files {

/// what() begins with the file's name.
class file_error : public std::runtime_error {
public:
    file_error(const std::string& path, const std::string& reason) : std::runtime_error(path + ": " + reason) {}
};

}  // namespace zerostride::files
