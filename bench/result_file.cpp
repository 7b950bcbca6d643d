#include "bench/result_file.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace zerostride::bench {
namespace {

const std::string key_begins = "{\"key\": ";

/// The whole lines of an interrupted run, if it was one of the same kind: a line that was cut off is dropped.
std::vector<std::string> whole_lines(const std::string& path, const std::string& first_line) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(line);
    if (lines.empty() || lines.front() != first_line) return {};
    return lines;
}

/// The regular file that shall have its name when the measurements are whole: a rename would replace a device, too.
std::string regular_target(const std::string& path) {
    namespace fs = std::filesystem;
    if (path.empty()) throw std::runtime_error("'': a file of measurements needs a name");
    std::error_code problem;
    const fs::file_status found = fs::status(path, problem);
    if (fs::is_directory(found)) throw std::runtime_error(path + ": is a directory");
    if (fs::is_regular_file(found)) return fs::canonical(path).string();
    if (found.type() != fs::file_type::not_found) {
        throw std::runtime_error(path + ": " + (problem ? problem.message() : "exists and is not a regular file"));
    }
    if (fs::is_symlink(fs::symlink_status(path, problem))) {
        throw std::runtime_error(path + ": is a symbolic link to a file that does not exist");
    }
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, problem)) {
        throw std::runtime_error(path + ": its folder does not exist");
    }
    if (!fs::path(path).has_filename()) throw std::runtime_error(path + ": is no file name");
    return path;
}

}  // namespace

std::string json_text(const std::string& text) {
    std::string made = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    return made + '"';
}

std::string json_number(double number) {
    if (!std::isfinite(number)) return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", number);
    return text;
}

result_file::result_file(const std::string& path) : path_(regular_target(path)), part_(path_ + ".part") {
    std::error_code problem;
    const std::filesystem::file_status found = std::filesystem::status(part_, problem);
    if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
        throw std::runtime_error(part_ + ": exists and is not a regular file");
    }
}

void result_file::begin(const std::string& first_line) {
    const std::vector<std::string> lines = whole_lines(part_, first_line);
    file_ = std::fopen(part_.c_str(), "wb");
    if (file_ == nullptr) throw std::runtime_error(part_ + ": cannot be written");
    std::fprintf(file_, "%s\n", first_line.c_str());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::size_t ends = lines[i].find(", ");
        if (lines[i].compare(0, key_begins.size(), key_begins) != 0 || ends == std::string::npos) continue;
        // Without its quotation marks: no key has characters that JSON writes otherwise.
        keys_.insert(lines[i].substr(key_begins.size() + 1, ends - key_begins.size() - 2));
        std::fprintf(file_, "%s\n", lines[i].c_str());
    }
    if (std::fflush(file_) != 0) throw std::runtime_error(part_ + ": cannot be written");
}

result_file::~result_file() {
    if (file_ != nullptr) std::fclose(file_);
}

void result_file::add(const std::string& key, const std::string& members) {
    std::fprintf(file_, "%s%s, %s}\n", key_begins.c_str(), json_text(key).c_str(), members.c_str());
    if (std::fflush(file_) != 0) throw std::runtime_error(part_ + ": cannot be written");
    keys_.insert(key);
}

void result_file::finish() {
    const bool is_written = std::fclose(file_) == 0;
    file_ = nullptr;
    std::error_code problem;
    if (is_written) std::filesystem::rename(part_, path_, problem);
    if (!is_written || problem) throw std::runtime_error(path_ + ": cannot be written");
}

}  // namespace zerostride::bench
