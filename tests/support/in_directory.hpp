// Tests of files, each in a directory of its own.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace zerostride::test {

/// Gives each test an empty directory, removed with all its files.
class in_directory : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = ::testing::TempDir() + "zerostride_XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        directory_ = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }

    std::string path(const std::string& name) const { return directory_ + "/" + name; }
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(directory_)) {
            found.push_back(entry.path().filename());
        }
        std::sort(found.begin(), found.end());
        return found;
    }
    static std::string content(const std::string& file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }
    static void put(const std::string& file, const std::string& bytes) {
        // Some file systems wait for the disk when a file is overwritten.
        std::filesystem::remove(file);
        std::ofstream(file, std::ios::binary) << bytes;
    }

private:
    std::string directory_;
};

}  // namespace zerostride::test
