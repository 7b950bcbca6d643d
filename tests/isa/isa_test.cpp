// Instruction sets: their names, which are there, and which one runs.
#include "dispatch/isa.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/question.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

constexpr isa all[] = {isa::automatic, isa::baseline, isa::avx2, isa::avx512, isa::neon, isa::avx512_fp16};

/// Forgets what a test forced.
class isa_test : public testing::Test {
protected:
    void SetUp() override {
        if (std::getenv("ZEROSTRIDE_ISA") != nullptr) GTEST_SKIP() << "ZEROSTRIDE_ISA is set: it would answer instead";
    }
    void TearDown() override { ASSERT_TRUE(force_isa(isa::automatic)); }
};

isa used_by_a_plan(const options& how = {}) {
    const float x[3] = {1, 2, 3};
    float z[3];
    plan made;
    const outcome planned = plan::try_make(made, op::neg, {view(x, {3})}, view(z, {3}), how);
    EXPECT_TRUE(planned) << planned.message;
    const void* const inputs[] = {x};
    EXPECT_EQ(made.run(inputs, z), status::ok);
    EXPECT_EQ(z[2], -3.0f);
    return made.instruction_set();
}

TEST_F(isa_test, names_are_found_again) {
    EXPECT_STREQ(name_of(isa::automatic), "automatic");
    EXPECT_STREQ(name_of(isa::baseline), "baseline");
    EXPECT_STREQ(name_of(isa::avx2), "avx2");
    EXPECT_STREQ(name_of(isa::avx512), "avx512");
    EXPECT_STREQ(name_of(isa::neon), "neon");
    EXPECT_STREQ(name_of(isa::avx512_fp16), "avx512_fp16");
    for (const isa which : all) {
        isa found = isa::automatic;
        ASSERT_TRUE(find_isa(name_of(which), found));
        EXPECT_EQ(found, which);
    }
    isa found = isa::neon;
    for (const char* name : {"", "AVX2", "avx", "avx2 ", "sse2", "avx5122", "avx512_", "avx512fp16"}) {
        EXPECT_FALSE(find_isa(name, found)) << name;
        EXPECT_EQ(found, isa::neon) << name;
    }
    EXPECT_NE(name_of(static_cast<isa>(99)), nullptr);
}

TEST_F(isa_test, what_is_available_was_built) {
    const std::vector<isa> built = built_isas(), available = available_isas();
    ASSERT_FALSE(available.empty());
    EXPECT_TRUE(std::is_sorted(built.begin(), built.end()));
    EXPECT_TRUE(std::is_sorted(available.begin(), available.end()));
    std::string names;
    for (const isa which : built) names += (names.empty() ? "" : " ") + std::string(name_of(which));
    EXPECT_EQ(names, ZS_TEST_ISAS);
    const auto is_built = [&](isa which) { return std::count(built.begin(), built.end(), which) == 1; };
    for (const isa which : available) EXPECT_TRUE(is_built(which));
    for (const isa which : all) {
        const bool listed = std::count(available.begin(), available.end(), which) != 0;
        EXPECT_EQ(is_available(which), listed || which == isa::automatic) << name_of(which);
    }
#if defined(__x86_64__)
    EXPECT_TRUE(is_available(isa::baseline));
    // Clang 14 cannot ask for F16C, which every processor with AVX2 and FMA has.
    EXPECT_EQ(is_available(isa::avx2),
              is_built(isa::avx2) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
    EXPECT_EQ(is_available(isa::avx512), is_built(isa::avx512) && __builtin_cpu_supports("avx512f") &&
                                             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                                             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"));
    // Neither can g++ 12 nor clang 14 ask for FP16.
    EXPECT_EQ(is_available(isa::avx512_fp16),
              is_built(isa::avx512_fp16) && is_available(isa::avx512) && cpu().avx512_fp16);
#elif defined(__aarch64__)
    EXPECT_EQ(available, std::vector{isa::neon});
#endif
}

TEST_F(isa_test, the_strongest_runs_by_itself) {
    const isa strongest = available_isas().back();
    EXPECT_EQ(current_isa(), strongest);
    EXPECT_EQ(used_by_a_plan(), strongest);
    EXPECT_EQ(environment_isa().code, status::ok);
}

TEST_F(isa_test, the_program_forces_one) {
    for (const isa which : available_isas()) {
        ASSERT_TRUE(force_isa(which));
        EXPECT_EQ(current_isa(), which);
        EXPECT_EQ(used_by_a_plan(), which);
        // In every thread.
        std::thread([&] { EXPECT_EQ(used_by_a_plan(), which); }).join();
        // A plan's own choice comes first.
        options how;
        how.with = available_isas().front();
        EXPECT_EQ(used_by_a_plan(how), available_isas().front());
    }
    ASSERT_TRUE(force_isa(isa::automatic));
    EXPECT_EQ(current_isa(), available_isas().back());
}

TEST_F(isa_test, plans_keep_theirs) {
    ASSERT_TRUE(force_isa(available_isas().front()));
    const float x[3] = {1, 2, 3};
    float z[3];
    const plan made(op::neg, {view(x, {3})}, view(z, {3}));
    ASSERT_TRUE(force_isa(isa::automatic));
    EXPECT_EQ(made.instruction_set(), available_isas().front());
}

TEST_F(isa_test, what_is_not_here_cannot_be_forced) {
    const isa first = available_isas().front();
    ASSERT_TRUE(force_isa(first));
    int refused = 0;
    for (const isa which : all) {
        if (is_available(which)) continue;
        const outcome answer = force_isa(which);
        EXPECT_EQ(answer.code, status::isa_unavailable);
        EXPECT_NE(answer.message.find(name_of(which)), std::string::npos) << answer.message;
        // It says what there is.
        EXPECT_NE(answer.message.find(name_of(first)), std::string::npos) << answer.message;
        EXPECT_EQ(current_isa(), first) << "a refusal changed the choice";
        ++refused;
    }
    EXPECT_GT(refused, 0);
    const outcome unknown = force_isa(static_cast<isa>(99));
    EXPECT_EQ(unknown.code, status::isa_unavailable);
    EXPECT_EQ(unknown.message.rfind("instruction set 99: ", 0), 0u) << unknown.message;
    EXPECT_EQ(current_isa(), first);
    options how;
    how.with = static_cast<isa>(99);
    plan made;
    const float x[1] = {1};
    float z[1];
    EXPECT_EQ(plan::try_make(made, op::neg, {view(x, {1})}, view(z, {1}), how).code, status::isa_unavailable);
}

TEST_F(isa_test, forcing_while_others_plan_is_safe) {
    const std::vector<isa> available = available_isas();
    std::atomic<bool> done{false};
    std::thread forcing([&] {
        for (std::size_t i = 0; !done; ++i) ASSERT_TRUE(force_isa(available[i % available.size()]));
    });
    for (int i = 0; i < 300; ++i) EXPECT_TRUE(is_available(used_by_a_plan()));
    done = true;
    forcing.join();
}

/// The tests leave out what they say is another instruction set's kernel; and what is not must be reached.
TEST_F(isa_test, an_extension_has_the_kernels_that_tests_believe_it_has) {
    if (!is_available(isa::avx512_fp16)) GTEST_SKIP() << "avx512_fp16 is not available: nothing was compared";
    isa resolved;
    const kernels::isa_tables* const own = detail::tables_of(isa::avx512_fp16, resolved);
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(resolved, isa::avx512_fp16);
    const kernels::isa_tables& extended = *detail::tables_of(isa::avx512, resolved);
    EXPECT_EQ(own->movers, extended.movers);
    EXPECT_EQ(own->accumulators, extended.accumulators);
    EXPECT_EQ(own->sums, extended.sums);
    EXPECT_EQ(own->fast, extended.fast);
    for (const question& asked : every_question()) {
        const op which = kernels::kernel_op(asked.which, asked.type);
        const kernels::kernel* const its = detail::kernels_of(*own, which, asked.type, asked.second);
        const kernels::kernel* const other = detail::kernels_of(extended, which, asked.type, asked.second);
        const bool is_other = its == other;
        EXPECT_TRUE(is_other || has_own_kernel(isa::avx512_fp16, asked.which, asked.type)) << asked.name();
        for (std::size_t splats = 0; splats < kernels::masks_of(info(which).family); ++splats) {
            EXPECT_EQ(its[splats] == nullptr, other[splats] == nullptr) << asked.name();
        }
        if (asked.type != dtype::f16) continue;
        switch (asked.which) {
            case op::add:
            case op::sub:
            case op::mul:
            case op::min:
            case op::max:
            case op::equal:
            case op::less:
            case op::greater:
            case op::less_or_equal:
            case op::greater_or_equal: EXPECT_FALSE(is_other) << asked.name(); break;
            // These round more than once.
            case op::mod:
            case op::exp:
            case op::leaky_relu:
            case op::hard_swish: EXPECT_TRUE(is_other) << asked.name(); break;
            default: break;
        }
    }
}

TEST_F(isa_test, the_processor_describes_itself) {
    const cpu_info& has = cpu();
    EXPECT_GE(has.processors, 1);
    EXPECT_EQ(&has, &cpu());
    // 0 where the system does not say.
    for (const long bytes : {has.l1_bytes, has.l2_bytes, has.l3_bytes}) {
        EXPECT_TRUE(bytes == 0 || (bytes >= 4096 && bytes % 1024 == 0)) << bytes;
    }
    EXPECT_TRUE(has.l2_bytes == 0 || has.l1_bytes < has.l2_bytes);
    EXPECT_TRUE(has.l3_bytes == 0 || has.l2_bytes < has.l3_bytes);
    // What one core reaches, not all groups of cores together.
    if (std::string_view(has.vendor) == "AuthenticAMD") {
        EXPECT_LE(has.l3_bytes, 96 << 20);
    }
    const std::string_view model = has.model;
    EXPECT_LT(model.size(), sizeof has.model);
    EXPECT_TRUE(model.empty() || model.back() != ' ') << '"' << model << '"';
    EXPECT_LT(std::string_view(has.vendor).size(), sizeof has.vendor);
#if defined(__x86_64__)
    std::ifstream listed("/proc/cpuinfo");
    for (std::string line; std::getline(listed, line);) {
        if (line.rfind("cpu family", 0) != 0) continue;
        EXPECT_EQ(has.family, std::stoi(line.substr(line.find(':') + 1)));
        break;
    }
#endif
    // AVX-512 kernels use AVX2's instructions too.
    if (is_available(isa::avx512)) {
        EXPECT_TRUE(has.avx512 && has.avx2 && has.fma && has.f16c);
    }
    if (is_available(isa::avx512_fp16)) {
        EXPECT_TRUE(has.avx512_fp16 && is_available(isa::avx512));
    }
}

}  // namespace
}  // namespace zerostride::test
