#include "bench/result_file.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "files/file_error.hpp"
#include "files/staged_file.hpp"
#include "files/target.hpp"

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

result_file::result_file(const std::string& path) : path_(path), part_(files::target_of(path) + ".part") {
    const files::staged_file whole(path_), growing(part_);
}

result_file::~result_file() {
    if (file_ != nullptr) std::fclose(file_);
}

void result_file::begin(const std::string& first_line) {
    content_ = first_line + "\n";
    const std::vector<std::string> lines = whole_lines(part_, first_line);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::size_t ends = lines[i].find(", ");
        if (lines[i].compare(0, key_begins.size(), key_begins) != 0 || ends == std::string::npos) continue;
        // Without its quotation marks: no key has characters that JSON writes otherwise.
        keys_.insert(lines[i].substr(key_begins.size() + 1, ends - key_begins.size() - 2));
        content_ += lines[i] + "\n";
    }
    // Never less than the run before has measured, should this one be interrupted, too.
    files::write_file(part_, content_);
    file_ = std::fopen(part_.c_str(), "ab");
    if (file_ == nullptr) throw files::file_error(part_, std::strerror(errno));
}

void result_file::append(const std::string& line) {
    content_ += line;
    if (std::fputs(line.c_str(), file_) < 0 || std::fflush(file_) != 0) {
        throw files::file_error(part_, std::strerror(errno));
    }
}

void result_file::add(const std::string& key, const std::string& members) {
    append(key_begins + json_text(key) + ", " + members + "}\n");
    keys_.insert(key);
}

void result_file::finish() {
    // Not a rename: who has begun the same file meanwhile has this name now.
    files::write_file(path_, content_);
    std::error_code problem;
    std::filesystem::remove(part_, problem);
}

}  // namespace zerostride::bench
