// The file of measurements: whole or not there, and gone on with after an interruption.
#include "bench/result_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "files/file_error.hpp"
#include "support/in_directory.hpp"

namespace zerostride::bench {
namespace {

bool all(const json& /*line*/) { return true; }

class result_file_test : public test::in_directory {
protected:
    std::string result() const { return path("results"); }
    std::string part() const { return path("results.part"); }
};

TEST_F(result_file_test, has_its_name_only_when_it_is_whole) {
    result_file results(result());
    EXPECT_FALSE(std::filesystem::exists(part()));
    results.begin({{"about", 1}}, all);
    results.add("add/f32/a 1", {{"ns", 2}});
    EXPECT_TRUE(results.has("add/f32/a 1"));
    EXPECT_FALSE(results.has("add/f32/a 2"));
    EXPECT_FALSE(std::filesystem::exists(result()));
    results.finish();
    EXPECT_FALSE(std::filesystem::exists(part()));
    EXPECT_EQ(content(result()), "{\"about\":1}\n{\"key\":\"add/f32/a 1\",\"ns\":2}\n");
}

TEST_F(result_file_test, goes_on_after_an_interruption_without_the_line_that_was_cut_off) {
    put(part(), "{\"about\":1}\n{\"key\":\"a 1\",\"ns\":2}\n{\"key\":\"b 1\",\"ns");
    result_file results(result());
    results.begin({{"about", 1}}, all);
    EXPECT_TRUE(results.has("a 1"));
    EXPECT_FALSE(results.has("b 1"));
    results.add("b 1", {{"ns", 3}});
    results.finish();
    EXPECT_EQ(content(result()), "{\"about\":1}\n{\"key\":\"a 1\",\"ns\":2}\n{\"key\":\"b 1\",\"ns\":3}\n");
}

TEST_F(result_file_test, begins_anew_after_another_kind_of_run) {
    put(part(), "{\"about\":2}\n{\"key\":\"a 1\",\"ns\":2}\n");
    result_file results(result());
    results.begin({{"about", 1}}, all);
    EXPECT_FALSE(results.has("a 1"));
    results.finish();
    EXPECT_EQ(content(result()), "{\"about\":1}\n");
}

/// What is said of a name that is refused.
std::string refusal(const std::string& path) {
    try {
        const result_file results(path);
    } catch (const files::file_error& refused) {
        return refused.what();
    }
    return {};
}

TEST_F(result_file_test, names_that_no_regular_file_can_have_are_refused) {
    EXPECT_EQ(refusal("/nonexistent/results"), "/nonexistent/results: its directory: No such file or directory");
    EXPECT_EQ(refusal(""), "'': an output needs a name");
    EXPECT_EQ(refusal("/dev/null"), "/dev/null: exists and is not a regular file");
    EXPECT_EQ(refusal(testing::TempDir()), testing::TempDir() + ": is a directory");
    std::filesystem::create_symlink("/nonexistent/results", result());
    EXPECT_EQ(refusal(result()), result() + ": is a symbolic link to a file that does not exist");
    std::filesystem::remove(result());
    std::filesystem::create_directory(part());
    EXPECT_EQ(refusal(result()), part() + ": is a directory");
}

TEST_F(result_file_test, a_symbolic_link_keeps_pointing_to_its_file) {
    const std::string link = path("link");
    put(result(), "old\n");
    std::filesystem::create_symlink("results", link);
    result_file results(link);
    results.begin({{"about", 1}}, all);
    EXPECT_TRUE(std::filesystem::exists(part()));
    results.finish();
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(content(result()), "{\"about\":1}\n");
    EXPECT_EQ(names(), (std::vector<std::string>{"link", "results"}));
}

TEST_F(result_file_test, each_of_two_runs_at_once_is_whole) {
    result_file first(result()), second(result());
    first.begin({{"about", 1}}, all);
    first.add("a 1", {{"ns", 2}});
    second.begin({{"about", 2}}, all);
    second.add("b 1", {{"ns", 3}});
    first.add("c 1", {{"ns", 4}});
    first.finish();
    EXPECT_EQ(content(result()), "{\"about\":1}\n{\"key\":\"a 1\",\"ns\":2}\n{\"key\":\"c 1\",\"ns\":4}\n");
    second.finish();
    EXPECT_EQ(content(result()), "{\"about\":2}\n{\"key\":\"b 1\",\"ns\":3}\n");
}

TEST_F(result_file_test, keys_and_members_are_any_text) {
    const std::string key = "a \"b\", \\ 1";
    {
        result_file results(result());
        results.begin({{"about", "\xff"}}, all);
        results.add(key, {{"remark", "c\n\xff"}, {"list", {1, 2}}});
    }
    result_file again(result());
    again.begin({{"about", "\xff"}}, all);
    EXPECT_TRUE(again.has(key));
    again.finish();
    EXPECT_EQ(content(result()),
              "{\"about\":\"\xef\xbf\xbd\"}\n"
              "{\"key\":\"a \\\"b\\\", \\\\ 1\",\"remark\":\"c\\n\xef\xbf\xbd\",\"list\":[1,2]}\n");
}

TEST_F(result_file_test, lines_that_are_no_measurements_are_dropped) {
    put(part(),
        "{\"about\":1}\n{\"key\": 1}\n[\"key\"]\n{\"key\": \"a 1\"\n{\"ns\": 1}\n3\n{\"key\": \"b 1\", \"ns\": 2}\n");
    result_file results(result());
    results.begin({{"about", 1}}, all);
    EXPECT_TRUE(results.has("b 1"));
    EXPECT_FALSE(results.has("a 1"));
    results.finish();
    EXPECT_EQ(content(result()), "{\"about\":1}\n{\"key\": \"b 1\", \"ns\": 2}\n");
}

TEST_F(result_file_test, lines_that_lack_members_are_dropped) {
    put(part(), "{\"about\":1}\n{\"key\":\"a 1\"}\n{\"key\":\"b 1\",\"ns\":2}\n");
    result_file results(result());
    results.begin({{"about", 1}}, [](const json& line) { return line.contains("ns"); });
    EXPECT_TRUE(results.has("b 1"));
    EXPECT_FALSE(results.has("a 1"));
    results.finish();
    EXPECT_EQ(content(result()), "{\"about\":1}\n{\"key\":\"b 1\",\"ns\":2}\n");
}

TEST(measured, has_five_digits) {
    EXPECT_EQ(measured(1.5).dump(), "1.5");
    EXPECT_EQ(measured(1234567).dump(), "1234600.0");
    EXPECT_EQ(measured(0.000123456).dump(), "0.00012346");
    EXPECT_EQ(measured(std::nan("")).dump(), "null");
    EXPECT_EQ(measured(INFINITY).dump(), "null");
}

}  // namespace
}  // namespace zerostride::bench
