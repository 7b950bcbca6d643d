#include "files/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "files/file_error.hpp"

namespace zerostride::files {
namespace {

/// The kernel reads at most about 2 GiB at a time.
constexpr std::size_t most_read_at_once = std::size_t{1} << 30;

}  // namespace

input_file::input_file(const std::string& path) : path_(path) {
    // Without O_NONBLOCK opening a pipe would wait for its writer.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) throw file_error(path_, std::strerror(errno));
    struct stat found;
    const bool known = ::fstat(descriptor_, &found) == 0;
    const int why = errno;
    if (!known || !S_ISREG(found.st_mode)) ::close(descriptor_);
    if (!known) throw file_error(path_, std::strerror(why));
    if (S_ISDIR(found.st_mode)) throw file_error(path_, "is a directory");
    if (!S_ISREG(found.st_mode)) throw file_error(path_, "is not a regular file");
    size_ = found.st_size;
}

input_file::~input_file() { ::close(descriptor_); }

void input_file::read(void* bytes, std::size_t count) {
    char* to = static_cast<char*>(bytes);
    while (count > 0) {
        const ssize_t got = ::read(descriptor_, to, std::min(count, most_read_at_once));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw file_error(path_, std::strerror(errno));
        if (got == 0) throw file_error(path_, "became shorter while it was read");
        to += got;
        count -= static_cast<std::size_t>(got);
    }
}

}  // namespace zerostride::files
