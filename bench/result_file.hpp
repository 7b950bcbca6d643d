// A file of measurements: one JSON object a line, the first about the machine and the libraries. It grows under another
// name and gets its own when it is whole; what an interrupted run has measured is not measured again.
#pragma once

#include <cstdio>
#include <set>
#include <string>

namespace zerostride::bench {

/// Text as a JSON string, in its quotation marks.
std::string json_text(const std::string& text);
/// A number as JSON has it; null where it is not finite.
std::string json_number(double number);

class result_file {
public:
    /// Refuses what files::staged_file refuses, before anything is measured. Throws files::file_error.
    explicit result_file(const std::string& path);
    result_file(const result_file&) = delete;
    result_file& operator=(const result_file&) = delete;
    ~result_file();

    /// Goes on with PATH.part when that begins with the same line, else begins it anew. Throws files::file_error.
    void begin(const std::string& first_line);
    /// True when a line was added for this key, now or by the run before.
    bool has(const std::string& key) const { return keys_.count(key) != 0; }
    /// Adds {"key": KEY, MEMBERS}. Throws files::file_error.
    void add(const std::string& key, const std::string& members);
    /// Gives the file its name: nothing is added after this. Throws files::file_error.
    void finish();

private:
    void append(const std::string& line);

    std::string path_, part_;
    std::string content_;  ///< the whole lines so far
    std::set<std::string> keys_;
    std::FILE* file_ = nullptr;  ///< PATH.part
};

}  // namespace zerostride::bench
