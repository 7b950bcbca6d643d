#include "files/target.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "files/file_error.hpp"

namespace zerostride::files {
namespace {

/// The path of a file or directory without symbolic links; throws for `path` when there is none.
std::string resolved(const std::string& path, const std::string& existing, const char* prefix = "") {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(existing.c_str(), nullptr), &std::free);
    if (!real) throw file_error(path, std::string(prefix) + std::strerror(errno));
    return real.get();
}

}  // namespace

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string target_of(const std::string& path) {
    if (path.empty()) throw file_error(path, "an output needs a name");
    struct stat found;
    if (::stat(path.c_str(), &found) == 0) {
        if (S_ISDIR(found.st_mode)) throw file_error(path, "is a directory");
        if (!S_ISREG(found.st_mode)) throw file_error(path, "exists and is not a regular file");
        if (::access(path.c_str(), W_OK) != 0) throw file_error(path, std::strerror(errno));
        return resolved(path, path);
    }
    if (errno != ENOENT) throw file_error(path, std::strerror(errno));
    if (::lstat(path.c_str(), &found) == 0) throw file_error(path, "is a symbolic link to a file that does not exist");
    const std::string name = path.substr(path.rfind('/') + 1);
    if (name.empty()) throw file_error(path, "is no file name");
    return resolved(path, directory_of(path), "its directory: ") + "/" + name;
}

}  // namespace zerostride::files
