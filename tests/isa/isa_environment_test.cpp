// ZEROSTRIDE_ISA, ZEROSTRIDE_ACCURACY and ZEROSTRIDE_THREADS, which a process reads once. Every case runs in a forked
// child that has not used the library before.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

/// What `say` returns in a child whose environment has `variable` set to `value` (null: not set).
std::string in_child(const char* variable, const char* value, const std::function<std::string()>& say) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        unsetenv("ZEROSTRIDE_ISA");
        unsetenv("ZEROSTRIDE_THREADS");
        unsetenv("ZEROSTRIDE_ACCURACY");
        if (value != nullptr) setenv(variable, value, 1);
        const std::string said = say();
        const bool written = write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
        close(ends[1]);
        // No exit handlers: they belong to the parent.
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    std::string heard;
    char buffer[256];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) heard.append(buffer, static_cast<std::size_t>(n));
    close(ends[0]);
    int ended = 0;
    waitpid(child, &ended, 0);
    EXPECT_TRUE(WIFEXITED(ended) && WEXITSTATUS(ended) == 0) << "the child ended with " << ended;
    return heard;
}

outcome planned(plan& made, const options& how = {}) {
    static const float x[3] = {1, 2, 3};
    static float z[3];
    return plan::try_make(made, op::neg, {view(x, {3})}, view(z, {3}), how);
}

/// The names of the instruction sets in use, or the refusal.
std::string used() {
    plan made;
    const outcome answer = planned(made);
    if (!answer) return std::string("refused ") + std::to_string(static_cast<int>(answer.code)) + ": " + answer.message;
    return std::string(name_of(current_isa())) + " " + name_of(made.instruction_set());
}

std::string names(const std::vector<isa>& isas) {
    std::string made;
    for (const isa which : isas) made += std::string(name_of(which)) + " ";
    return made;
}
std::string strongest() {
    std::string all = in_child("ZEROSTRIDE_ISA", nullptr, [] { return names({available_isas().back()}); });
    if (!all.empty()) all.pop_back();
    return all;
}

constexpr int refused_code = static_cast<int>(status::isa_unavailable);

TEST(isa_environment, forces_every_available_one) {
    for (const char* name : {"baseline", "avx2", "avx512", "neon", "avx512_fp16"}) {
        const std::string available =
            in_child("ZEROSTRIDE_ISA", nullptr, [] { return std::string(" ").append(names(available_isas())); });
        if (available.find(std::string(" ") + name + " ") == std::string::npos) continue;
        EXPECT_EQ(in_child("ZEROSTRIDE_ISA", name, used), std::string(name) + " " + name);
        EXPECT_EQ(in_child("ZEROSTRIDE_ISA", name, [] { return std::string(to_string(environment_isa().code)); }),
                  "ok");
    }
}

TEST(isa_environment, may_leave_the_choice) {
    const std::string chosen = strongest();
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", nullptr, used), chosen + " " + chosen);
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", "", used), chosen + " " + chosen);
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", "automatic", used), chosen + " " + chosen);
}

TEST(isa_environment, a_name_that_does_not_exist_is_refused) {
    for (const char* name : {"avx3", "AVX2", "sse", " "}) {
        const std::string said = in_child("ZEROSTRIDE_ISA", name, used);
        EXPECT_EQ(said.find("refused " + std::to_string(refused_code)), 0u) << said;
        EXPECT_NE(said.find(std::string("ZEROSTRIDE_ISA=") + name), std::string::npos) << said;
        EXPECT_NE(said.find(strongest()), std::string::npos) << "what there is: " << said;
    }
}

TEST(isa_environment, one_that_this_machine_lacks_is_refused) {
    int refused = 0;
    for (const char* name : {"baseline", "avx2", "avx512", "neon", "avx512_fp16"}) {
        const std::string available =
            in_child("ZEROSTRIDE_ISA", nullptr, [] { return std::string(" ").append(names(available_isas())); });
        if (available.find(std::string(" ") + name + " ") != std::string::npos) continue;
        const std::string said = in_child("ZEROSTRIDE_ISA", name, used);
        EXPECT_EQ(said.find("refused " + std::to_string(refused_code)), 0u) << said;
        EXPECT_NE(said.find(name), std::string::npos) << said;
        // One-shot calls and the question itself answer the same.
        EXPECT_EQ(in_child("ZEROSTRIDE_ISA", name,
                           [] {
                               const float x[1] = {1};
                               float z[1] = {5};
                               const outcome answer = try_neg(view(x, {1}), view(z, {1}));
                               return std::to_string(static_cast<int>(answer.code)) + (z[0] == 5 ? " unwritten" : "");
                           }),
                  std::to_string(refused_code) + " unwritten");
        EXPECT_EQ(
            in_child("ZEROSTRIDE_ISA", name, [] { return std::to_string(static_cast<int>(environment_isa().code)); }),
            std::to_string(refused_code));
        ++refused;
    }
    // No build has both the x86 and the Arm kernels.
    EXPECT_GT(refused, 0);
}

TEST(isa_environment, the_program_comes_before_it) {
    const auto force_first = [] {
        const isa first = available_isas().front();
        if (!force_isa(first)) return std::string("not forced");
        return used() == std::string(name_of(first)) + " " + name_of(first) ? std::string("forced") : used();
    };
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", nullptr, force_first), "forced");
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", strongest().c_str(), force_first), "forced");
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", "nonsense", force_first), "forced");
    // And a plan's own choice before both.
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", "nonsense",
                       [] {
                           options how;
                           how.with = available_isas().front();
                           plan made;
                           const outcome answer = planned(made, how);
                           return answer ? std::string(made.instruction_set() == how.with ? "chosen" : "other")
                                         : answer.message;
                       }),
              "chosen");
}

TEST(isa_environment, is_read_once) {
    EXPECT_EQ(in_child("ZEROSTRIDE_ISA", nullptr,
                       [] {
                           const std::string before = used();
                           setenv("ZEROSTRIDE_ISA", "nonsense", 1);
                           return used() == before ? std::string("same") : used();
                       }),
              "same");
}

/// What is quoted is what was judged, whatever the variable has become since.
TEST(isa_environment, a_refusal_quotes_what_was_judged) {
    EXPECT_NE(in_child("ZEROSTRIDE_ISA", "avx3",
                       [] {
                           if (environment_isa()) return std::string("obeyed");
                           setenv("ZEROSTRIDE_ISA", "automatic", 1);
                           return environment_isa().message;
                       })
                  .find("ZEROSTRIDE_ISA=avx3: no such instruction set"),
              std::string::npos);
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "loose",
                       [] {
                           if (environment_accuracy()) return std::string("obeyed");
                           unsetenv("ZEROSTRIDE_ACCURACY");
                           return environment_accuracy().message;
                       }),
              "ZEROSTRIDE_ACCURACY=loose: no such accuracy; there are exact and fast");
    // Of what is longer than any name, the beginning.
    const std::string longer(1000, 'x');
    const std::string said =
        in_child("ZEROSTRIDE_ACCURACY", longer.c_str(), [] { return environment_accuracy().message; });
    EXPECT_EQ(said.find("ZEROSTRIDE_ACCURACY=" + longer.substr(0, 40)), 0u) << said;
    EXPECT_NE(said.find(": no such accuracy; there are exact and fast"), std::string::npos) << said;
}

/// The accuracy of functions, or the refusal.
std::string accuracy_used() {
    static const float x[3] = {1, 2, 3};
    static float z[3];
    plan made;
    const outcome answer = plan::try_make(made, op::exp, {view(x, {3})}, view(z, {3}));
    if (!answer) return std::string(to_string(answer.code)) + ": " + answer.message;
    return std::string(name_of(current_accuracy())) + " " + name_of(made.accuracy());
}

TEST(isa_environment, chooses_the_accuracy) {
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", nullptr, accuracy_used), "exact exact");
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "", accuracy_used), "exact exact");
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "automatic", accuracy_used), "exact exact");
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "exact", accuracy_used), "exact exact");
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "fast", accuracy_used), "fast fast");
    const std::string refused = in_child("ZEROSTRIDE_ACCURACY", "loose", accuracy_used);
    EXPECT_NE(refused.find("ZEROSTRIDE_ACCURACY=loose"), std::string::npos) << refused;
    // What the program asks for comes before it.
    EXPECT_EQ(in_child("ZEROSTRIDE_ACCURACY", "loose",
                       [] {
                           const float x[1] = {1};
                           float z[1] = {5};
                           options how;
                           how.accuracy = accuracy_mode::exact;
                           const outcome good = try_eval(op::exp, {view(x, {1})}, view(z, {1}), how);
                           const bool written = z[0] != 5;
                           z[0] = 5;
                           const outcome bad = try_eval(op::exp, {view(x, {1})}, view(z, {1}));
                           return std::string(good ? "ok" : good.message) + (written ? " written, " : " unwritten, ") +
                                  (bad ? "ok" : "refused") + (z[0] == 5 ? " unwritten" : " written");
                       }),
              "ok written, refused unwritten");
}

TEST(isa_environment, limits_threads) {
    const auto threads = [] { return std::to_string(max_threads()); };
    EXPECT_EQ(in_child("ZEROSTRIDE_THREADS", "1", threads), "1");
    EXPECT_EQ(in_child("ZEROSTRIDE_THREADS", "3", threads), "3");
    const std::string unlimited = in_child("ZEROSTRIDE_THREADS", nullptr, threads);
    for (const char* odd : {"0", "-2", "many", "3x", ""}) {
        EXPECT_EQ(in_child("ZEROSTRIDE_THREADS", odd, threads), unlimited) << odd;
    }
    EXPECT_EQ(in_child("ZEROSTRIDE_THREADS", "3",
                       [] {
                           set_max_threads(2);
                           const std::string by_program = std::to_string(max_threads());
                           set_max_threads(0);
                           return by_program + " " + std::to_string(max_threads());
                       }),
              "2 3");
}

}  // namespace
}  // namespace zerostride::test
