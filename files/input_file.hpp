// Files that are read from their beginning to their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace zerostride::files {

/// A regular file open for reading, of a size that is known.
class input_file {
public:
    /// Throws file_error, also for what is no regular file: reading a pipe could wait for ever.
    explicit input_file(const std::string& path);
    input_file(const input_file&) = delete;
    input_file& operator=(const input_file&) = delete;
    ~input_file();

    std::int64_t size() const noexcept { return size_; }
    /// For who reads by other means; it stays this object's.
    int descriptor() const noexcept { return descriptor_; }
    /// The next `count` bytes, which the file must have: throws file_error.
    void read(void* bytes, std::size_t count);

private:
    std::string path_;
    int descriptor_ = -1;
    std::int64_t size_ = 0;
};

}  // namespace zerostride::files
