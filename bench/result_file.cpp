#include "bench/result_file.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "files/file_error.hpp"
#include "files/staged_file.hpp"
#include "files/target.hpp"

namespace zerostride::bench {
namespace {

/// Bytes that are no UTF-8, as names of files may have, are replaced: readers refuse them.
std::string line_of(const json& object) { return object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"; }

/// The whole lines of an interrupted run, if it was one of the same kind: a line that was cut off is dropped.
std::vector<std::string> whole_lines(const std::string& path, const std::string& first_line) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(line + "\n");
    if (lines.empty() || lines.front() != first_line) return {};
    return lines;
}

}  // namespace

json measured(double number) {
    if (!std::isfinite(number)) return nullptr;
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", number);
    return std::strtod(text, nullptr);
}

result_file::result_file(const std::string& path) : path_(path), part_(files::target_of(path) + ".part") {
    const files::staged_file whole(path_), growing(part_);
}

result_file::~result_file() {
    if (file_ != nullptr) std::fclose(file_);
}

void result_file::begin(const json& first, const std::function<bool(const json&)>& is_right) {
    content_ = line_of(first);
    const std::vector<std::string> lines = whole_lines(part_, content_);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const json object = json::parse(lines[i], nullptr, false);
        const auto key = object.find("key");
        if (key == object.end() || !key->is_string() || !is_right(object)) continue;
        keys_.insert(key->get<std::string>());
        content_ += lines[i];
    }
    // Never less than the run before has measured, should this one be interrupted, too.
    files::write_file(part_, content_);
    file_ = std::fopen(part_.c_str(), "ab");
    if (file_ == nullptr) throw files::file_error(part_, std::strerror(errno));
}

void result_file::add(const std::string& key, const json& members) {
    json object = {{"key", key}};
    object.update(members);
    const std::string line = line_of(object);
    content_ += line;
    if (std::fputs(line.c_str(), file_) < 0 || std::fflush(file_) != 0) {
        throw files::file_error(part_, std::strerror(errno));
    }
    keys_.insert(key);
}

void result_file::finish() {
    // Not a rename: who has begun the same file meanwhile has this name now.
    files::write_file(path_, content_);
    std::error_code problem;
    std::filesystem::remove(part_, problem);
}

}  // namespace zerostride::bench
