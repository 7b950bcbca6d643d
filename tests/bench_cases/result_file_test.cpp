// The file of measurements: whole or not there, and gone on with after an interruption.
#include "bench/result_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace zerostride::bench {
namespace {

class result_file_test : public testing::Test {
protected:
    result_file_test() {
        path_ = testing::TempDir() + "zerostride_result_file_test";
        std::filesystem::remove(path_);
        std::filesystem::remove(part());
    }
    ~result_file_test() override {
        std::filesystem::remove(path_);
        std::filesystem::remove(part());
    }
    std::string part() const { return path_ + ".part"; }
    static std::string contents(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

    std::string path_;
};

TEST_F(result_file_test, has_its_name_only_when_it_is_whole) {
    result_file results(path_);
    EXPECT_FALSE(std::filesystem::exists(part()));
    results.begin("{\"about\": 1}");
    results.add("add/f32/a 1", "\"ns\": 2");
    EXPECT_TRUE(results.has("add/f32/a 1"));
    EXPECT_FALSE(results.has("add/f32/a 2"));
    EXPECT_FALSE(std::filesystem::exists(path_));
    results.finish();
    EXPECT_FALSE(std::filesystem::exists(part()));
    EXPECT_EQ(contents(path_), "{\"about\": 1}\n{\"key\": \"add/f32/a 1\", \"ns\": 2}\n");
}

TEST_F(result_file_test, goes_on_after_an_interruption_without_the_line_that_was_cut_off) {
    std::ofstream(part()) << "{\"about\": 1}\n{\"key\": \"a 1\", \"ns\": 2}\n{\"key\": \"b 1\", \"ns";
    result_file results(path_);
    results.begin("{\"about\": 1}");
    EXPECT_TRUE(results.has("a 1"));
    EXPECT_FALSE(results.has("b 1"));
    results.add("b 1", "\"ns\": 3");
    results.finish();
    EXPECT_EQ(contents(path_), "{\"about\": 1}\n{\"key\": \"a 1\", \"ns\": 2}\n{\"key\": \"b 1\", \"ns\": 3}\n");
}

TEST_F(result_file_test, begins_anew_after_another_kind_of_run) {
    std::ofstream(part()) << "{\"about\": 2}\n{\"key\": \"a 1\", \"ns\": 2}\n";
    result_file results(path_);
    results.begin("{\"about\": 1}");
    EXPECT_FALSE(results.has("a 1"));
    results.finish();
    EXPECT_EQ(contents(path_), "{\"about\": 1}\n");
}

/// What is said of a name that is refused.
std::string refusal(const std::string& path) {
    try {
        const result_file results(path);
    } catch (const std::runtime_error& refused) {
        return refused.what();
    }
    return {};
}

TEST_F(result_file_test, names_that_no_regular_file_can_have_are_refused) {
    EXPECT_EQ(refusal("/nonexistent/results"), "/nonexistent/results: its folder does not exist");
    EXPECT_EQ(refusal(""), "'': a file of measurements needs a name");
    EXPECT_EQ(refusal("/dev/null"), "/dev/null: exists and is not a regular file");
    EXPECT_EQ(refusal(testing::TempDir()), testing::TempDir() + ": is a directory");
    std::filesystem::create_symlink("/nonexistent/results", path_);
    EXPECT_EQ(refusal(path_), path_ + ": is a symbolic link to a file that does not exist");
    std::filesystem::remove(path_);
    std::filesystem::create_directory(part());
    EXPECT_EQ(refusal(path_), part() + ": exists and is not a regular file");
}

TEST_F(result_file_test, a_symbolic_link_keeps_pointing_to_its_file) {
    const std::string link = path_ + "_link";
    std::filesystem::remove(link);
    std::ofstream(path_) << "old\n";
    std::filesystem::create_symlink(path_, link);
    result_file results(link);
    results.begin("{\"about\": 1}");
    results.finish();
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(contents(path_), "{\"about\": 1}\n");
    std::filesystem::remove(link);
}

TEST(json, texts_and_numbers) {
    EXPECT_EQ(json_text("a \"b\" \\ c\n"), "\"a \\\"b\\\" \\\\ c \"");
    EXPECT_EQ(json_number(1.5), "1.5");
    EXPECT_EQ(json_number(1234567), "1.2346e+06");
    EXPECT_EQ(json_number(std::nan("")), "null");
    EXPECT_EQ(json_number(INFINITY), "null");
}

}  // namespace
}  // namespace zerostride::bench
