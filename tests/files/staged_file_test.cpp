// An output file is whole or absent.
#include "files/staged_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "files/file_error.hpp"
#include "support/in_directory.hpp"

namespace zerostride::files {
namespace {

namespace fs = std::filesystem;

class staged_file_test : public test::in_directory {
protected:
    /// Whether this file system has files without names.
    bool has_unnamed() const {
        const int unnamed = ::open(path("").c_str(), O_WRONLY | O_TMPFILE, 0666);
        if (unnamed >= 0) ::close(unnamed);
        return unnamed >= 0;
    }
};

TEST_F(staged_file_test, appears_only_when_published) {
    {
        staged_file file(path("a"));
        file.append("new", 3);
        // Without a name nothing is left of it when the program is killed.
        EXPECT_EQ(names().size(), has_unnamed() ? 0u : 1u);
        file.finish();
        EXPECT_EQ(names().size(), has_unnamed() ? 0u : 1u);
        EXPECT_FALSE(fs::exists(path("a")));
    }
    EXPECT_TRUE(names().empty());
    put(path("a"), "old");
    staged_file file(path("a"));
    file.append("new", 3);
    EXPECT_EQ(content(path("a")), "old");
    publish(std::move(file));
    EXPECT_EQ(names(), std::vector<std::string>{"a"});
    EXPECT_EQ(content(path("a")), "new");
}

TEST_F(staged_file_test, has_the_permissions_of_the_file_it_replaces_or_of_any_new_one) {
    put(path("old"), "old");
    fs::permissions(path("old"), fs::perms::owner_read | fs::perms::owner_write);
    const mode_t before = ::umask(027);
    for (const char* const name : {"old", "new"}) {
        staged_file file(path(name));
        file.append("x", 1);
        publish(std::move(file));
    }
    ::umask(before);
    const auto mode_of = [&](const char* name) {
        struct stat made;
        EXPECT_EQ(::stat(path(name).c_str(), &made), 0);
        return made.st_mode & 0777;
    };
    EXPECT_EQ(mode_of("old"), 0600u);
    EXPECT_EQ(mode_of("new"), 0640u);
}

TEST_F(staged_file_test, replaces_the_file_behind_a_link) {
    put(path("real"), "old");
    fs::create_symlink("real", path("link"));
    staged_file file(path("link"));
    file.append("new", 3);
    publish(std::move(file));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(content(path("real")), "new");
    EXPECT_EQ(names(), (std::vector<std::string>{"link", "real"}));
}

TEST_F(staged_file_test, refuses_names_that_are_no_file) {
    fs::create_directory(path("d"));
    fs::create_symlink("nothing", path("dangling"));
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    for (const std::string& bad : {path("d"), path("dangling"), path("pipe"), path("none/a"), path("d/"), path("new/"),
                                   std::string("/dev/null"), std::string()}) {
        EXPECT_THROW(staged_file{bad}, file_error) << bad;
    }
    EXPECT_EQ(names(), (std::vector<std::string>{"d", "dangling", "pipe"}));
}

TEST_F(staged_file_test, several_appear_together) {
    put(path("b"), "old b");
    std::vector<staged_file> files;
    for (const char* const name : {"a", "b", "c"}) {
        files.emplace_back(path(name));
        files.back().append(name, 1);
    }
    publish(files);
    files.clear();
    EXPECT_EQ(names(), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(content(path("b")), "b");
}

TEST_F(staged_file_test, more_may_wait_than_be_open) {
    for (const rlim_t most : {rlim_t{20}, rlim_t{200}}) {
        rlimit before;
        ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const rlimit few = {std::min(most, before.rlim_cur), before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
        std::vector<staged_file> files;
        for (int i = 0; i < 300; ++i) {
            files.emplace_back(path(std::to_string(i)));
            files.back().append("new", 3);
            files.back().finish();
            // There is room for others.
            const int other = ::open(path("").c_str(), O_RDONLY);
            EXPECT_GE(other, 0) << i << " of " << most;
            if (other >= 0) ::close(other);
        }
        publish(files);
        files.clear();
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
        EXPECT_EQ(names().size(), 300u);
        EXPECT_EQ(content(path("299")), "new");
    }
}

TEST_F(staged_file_test, when_one_fails_the_others_come_back) {
    put(path("old"), "old");
    {
        std::vector<staged_file> files;
        for (const char* const name : {"old", "fresh", "blocked", "after"}) {
            files.emplace_back(path(name));
            files.back().append("new", 3);
        }
        // Somebody makes a directory of that name in the meantime.
        fs::create_directory(path("blocked"));
        EXPECT_THROW(publish(files), file_error);
    }
    EXPECT_EQ(names(), (std::vector<std::string>{"blocked", "old"}));
    EXPECT_EQ(content(path("old")), "old");
    EXPECT_TRUE(fs::is_directory(path("blocked")));
}

TEST_F(staged_file_test, a_third_name_keeps_what_is_replaced_where_names_cannot_be_swapped) {
    put(path("target"), "old");
    put(path("fresh"), "new");
    std::string name = path("fresh");
    ASSERT_TRUE(detail::replace_by_a_third_name(name, path("target")));
    EXPECT_EQ(content(path("target")), "new");
    EXPECT_EQ(content(name), "old");
    EXPECT_NE(name, path("fresh"));
    EXPECT_EQ(names().size(), 2u);

    // What cannot be renamed leaves all as it was.
    std::string missing = path("missing");
    EXPECT_FALSE(detail::replace_by_a_third_name(missing, path("target")));
    EXPECT_EQ(missing, path("missing"));
    EXPECT_EQ(content(path("target")), "new");
    EXPECT_EQ(names().size(), 2u);
}

TEST_F(staged_file_test, two_of_one_name_are_refused) {
    put(path("a"), "old");
    fs::create_symlink("a", path("link"));
    for (const std::string& second : {path("a"), path("./a"), path("link")}) {
        std::vector<staged_file> files;
        files.emplace_back(path("a"));
        files.emplace_back(second);
        EXPECT_THROW(publish(files), file_error) << second;
        files.clear();
        EXPECT_EQ(content(path("a")), "old");
    }
    EXPECT_EQ(names(), (std::vector<std::string>{"a", "link"}));
}

TEST_F(staged_file_test, a_content_is_written_at_once) {
    put(path("a"), "old");
    write_file(path("a"), "new");
    EXPECT_EQ(content(path("a")), "new");
    EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(staged_file_test, what_may_not_be_written_is_not_replaced) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
    put(path("a"), "old");
    fs::permissions(path("a"), fs::perms::owner_read);
    EXPECT_THROW(staged_file{path("a")}, file_error);
    EXPECT_EQ(content(path("a")), "old");
}

}  // namespace
}  // namespace zerostride::files
