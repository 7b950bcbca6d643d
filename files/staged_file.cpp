#include "files/staged_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "files/file_error.hpp"
#include "files/target.hpp"

namespace zerostride::files {
namespace {

/// The kernel writes at most about 2 GiB at a time.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

/// As soon as so many descriptors are open, files that wait are closed and have a temporary name instead: a program may
/// commonly have 1024, and where it has fewer, opening one more says so.
constexpr int most_descriptors = 64;

std::string name_of_descriptor(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A new file that has no name yet, so that nothing is left of it if the program is killed; -1 where there are none.
int open_unnamed([[maybe_unused]] const std::string& directory) {
#if defined(O_TMPFILE)
    const int descriptor = ::open(directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (descriptor < 0) return -1;
    // Through this it gets its name.
    if (::access(name_of_descriptor(descriptor).c_str(), F_OK) == 0) return descriptor;
    ::close(descriptor);
#endif
    return -1;
}

bool is_file(const std::string& path) noexcept {
    struct stat found;
    return ::lstat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

/// Gives `target` the file called `temporary`, which then is the name of the replaced one; false when it cannot.
bool replace([[maybe_unused]] std::string& temporary, const std::string& target) {
#if defined(RENAME_EXCHANGE)
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) return true;
#endif
    return detail::replace_by_a_third_name(temporary, target);
}

}  // namespace

bool detail::replace_by_a_third_name(std::string& temporary, const std::string& target) {
    std::string kept = temporary + ".old";
    const bool has_both = ::link(target.c_str(), kept.c_str()) == 0;
    if (!has_both && ::rename(target.c_str(), kept.c_str()) != 0) return false;  // a file system without links
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
        const int why = errno;
        if (has_both) ::unlink(kept.c_str());
        else static_cast<void>(::rename(kept.c_str(), target.c_str()));
        errno = why;
        return false;
    }
    temporary.swap(kept);
    return true;
}

staged_file::staged_file(const std::string& path) : path_(path), target_(target_of(path)) {
    descriptor_ = open_unnamed(directory_of(target_));
    if (descriptor_ < 0) {
        // Not mkstemp: the file gets the permissions that any new file gets.
        take_temporary_name([this](const char* name) {
            descriptor_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            return descriptor_ >= 0;
        });
    }
    // Where the file system has none to set, it has none to lose.
    struct stat replaced;
    if (::stat(target_.c_str(), &replaced) == 0) static_cast<void>(::fchmod(descriptor_, replaced.st_mode & 07777));
}

template <class Make>
void staged_file::take_temporary_name(Make make) {
    const std::string prefix = directory_of(target_) + "/.zerostride-" + std::to_string(::getpid()) + "-";
    for (unsigned number = 0;; ++number) {
        std::string name = prefix + std::to_string(number) + ".tmp";
        if (make(name.c_str())) {
            temporary_ = std::move(name);
            return;
        }
        if (errno != EEXIST && errno != EINTR) throw file_error(path_, std::strerror(errno));
    }
}

staged_file::staged_file(staged_file&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

staged_file::~staged_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void staged_file::append(const void* bytes, std::size_t count) {
    const char* from = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t written = ::write(descriptor_, from, std::min(count, most_at_once));
        if (written < 0) {
            if (errno == EINTR) continue;
            throw file_error(path_, std::strerror(errno));
        }
        from += written;
        count -= static_cast<std::size_t>(written);
    }
}

void staged_file::finish() {
    if (descriptor_ < 0) return;
    if (temporary_.empty()) {
        const int twin = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
        const bool may_stay_open = twin >= 0 && twin < most_descriptors;
        if (twin >= 0) close(twin);
        if (may_stay_open) return;
    }
    close_named();
}

void staged_file::close_named() {
    if (descriptor_ < 0) return;
    if (temporary_.empty()) {
        const std::string unnamed = name_of_descriptor(descriptor_);
        take_temporary_name([&unnamed](const char* name) {
            return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
        });
    }
    close(std::exchange(descriptor_, -1));
}

void staged_file::close(int descriptor) const {
    // Some file systems report only here that the disk is full, of a duplicate as of the last descriptor.
    if (::close(descriptor) != 0 && errno != EINTR) throw file_error(path_, std::strerror(errno));
}

void publish(std::vector<staged_file>& files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (files[i].target_ == files[j].target_) throw file_error(files[i].path_, "is the name of two outputs");
        }
        files[i].finish();
    }
    // From here on it is quick: what ends the program in between leaves temporary files.
    for (staged_file& file : files) file.close_named();
    // The temporary name keeps a replaced file until all have succeeded.
    std::vector<bool> keeps_replaced(files.size(), false);
    for (std::size_t i = 0; i < files.size(); ++i) {
        staged_file& file = files[i];
        keeps_replaced[i] = files.size() > 1 && is_file(file.target_);
        if (keeps_replaced[i]) {
            if (replace(file.temporary_, file.target_)) continue;
        } else if (::rename(file.temporary_.c_str(), file.target_.c_str()) == 0) {
            file.temporary_.clear();
            continue;
        }
        const int why = errno;
        for (std::size_t j = 0; j < i; ++j) {
            if (!keeps_replaced[j]) {
                ::unlink(files[j].target_.c_str());
            } else if (::rename(files[j].temporary_.c_str(), files[j].target_.c_str()) == 0) {
                files[j].temporary_.clear();
            }
        }
        throw file_error(file.path_, std::strerror(why));
    }
}

void publish(staged_file file) {
    std::vector<staged_file> files;
    files.push_back(std::move(file));
    publish(files);
}

void write_file(const std::string& path, std::string_view content) {
    staged_file file(path);
    file.append(content.data(), content.size());
    publish(std::move(file));
}

}  // namespace zerostride::files
