// Output files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace zerostride::files {

/// A file without a name, of which nothing is left when the program is killed, in the directory where it shall appear;
/// publish() gives it its name. Where a file system has none such, and where very many files wait, it has a temporary
/// name. Destroyed before it is published, it leaves nothing behind. A symbolic link as the name keeps pointing where
/// it points, and that file is replaced. A file that is replaced leaves its permissions, and must be writable. Throws
/// file_error.
class staged_file {
public:
    explicit staged_file(const std::string& path);
    staged_file(staged_file&& other) noexcept;
    staged_file& operator=(staged_file&&) = delete;
    ~staged_file();

    const std::string& path() const noexcept { return path_; }
    void append(const void* bytes, std::size_t count);
    /// Nothing more will be appended: what kept it from being written is said now, and any number of files may wait for
    /// publish(), more than may be open. Throws file_error.
    void finish();

private:
    /// Tries names until make(name) succeeds, which fails with errno EEXIST for one that is taken.
    template <class Make>
    void take_temporary_name(Make make);
    void close_named();
    void close(int descriptor) const;

    friend void publish(std::vector<staged_file>& files);

    std::string path_;       ///< as the user wrote it, for messages
    std::string target_;     ///< the file to replace, symbolic links followed
    std::string temporary_;  ///< empty: there is none yet, or none any more
    int descriptor_ = -1;
};

/// Gives all files their names, replacing what had them, or throws file_error and gives none: files that were
/// replaced already come back. No two may have the same name.
void publish(std::vector<staged_file>& files);
/// The same for one file.
void publish(staged_file file);

/// A file of this content, staged and published. Throws file_error.
void write_file(const std::string& path, std::string_view content);

namespace detail {
/// What publish() does where the system cannot swap two names: gives `target` the file called `temporary`, and changes
/// `temporary` to a new name, which the replaced file has then. False, with errno, when all is as it was.
bool replace_by_a_third_name(std::string& temporary, const std::string& target);
}  // namespace detail

}  // namespace zerostride::files
