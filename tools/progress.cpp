#include "progress.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "arguments.hpp"
#include "files/input_file.hpp"
#include "files/staged_file.hpp"
#include "files/target.hpp"

namespace zerostride::cli {
namespace {

/// Keeps others that ask for it from the directory of a file: the file itself is replaced. Where a file system has no
/// locks of directories, nobody waits.
class directory_lock {
public:
    explicit directory_lock(const std::string& path)
        : descriptor_(::open(files::directory_of(files::target_of(path)).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        if (descriptor_ >= 0) static_cast<void>(::flock(descriptor_, LOCK_EX));
    }
    directory_lock(const directory_lock&) = delete;
    directory_lock& operator=(const directory_lock&) = delete;
    ~directory_lock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

private:
    int descriptor_;
};

}  // namespace

accuracy::record read_record(const std::string& path, bool must_exist) {
    struct stat found;
    if (!must_exist && ::stat(path.c_str(), &found) != 0 && errno == ENOENT) return {};
    files::input_file file(path);
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    file.read(text.data(), text.size());
    try {
        return accuracy::record::parse(text);
    } catch (const std::runtime_error& error) {
        throw usage_error(path + ": " + error.what());
    }
}

keeper::keeper(std::string path, const accuracy::sweep& all, std::string revision, std::vector<isa> with)
    : path_(std::move(path)), all_(all), revision_(std::move(revision)), with_(std::move(with)) {}

void keeper::keep(const accuracy::findings& found) const {
    if (path_.empty()) return;
    const directory_lock alone(path_);
    accuracy::record whole = read_record(path_, false);
    whole.find_or_begin(all_, revision_, with_).found = found;
    files::write_file(path_, whole.text());
}

}  // namespace zerostride::cli
