// A file of measurements: one JSON object a line, the first about the machine and the libraries. It grows under another
// name and gets its own when it is whole; what an interrupted run has measured is not measured again.
#pragma once

#include <cstdio>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace zerostride::bench {

/// Members keep the order in which they were added.
using json = nlohmann::ordered_json;

/// A measured number has five digits; null where it is not finite.
json measured(double number);

class result_file {
public:
    /// Refuses what files::staged_file refuses, before anything is measured. Throws files::file_error.
    explicit result_file(const std::string& path);
    result_file(const result_file&) = delete;
    result_file& operator=(const result_file&) = delete;
    ~result_file();

    /// Goes on with PATH.part when that begins with the same object, else begins it anew. Of its lines those stay that
    /// `is_right` takes. Throws files::file_error.
    void begin(const json& first, const std::function<bool(const json&)>& is_right);
    /// True when a line was added for this key, now or by the run before.
    bool has(const std::string& key) const { return keys_.count(key) != 0; }
    /// Adds an object with this key and these members. Throws files::file_error.
    void add(const std::string& key, const json& members);
    /// Gives the file its name: nothing is added after this. Throws files::file_error.
    void finish();

private:
    std::string path_, part_;
    std::string content_;  ///< the whole lines so far
    std::set<std::string> keys_;
    std::FILE* file_ = nullptr;  ///< PATH.part
};

}  // namespace zerostride::bench
