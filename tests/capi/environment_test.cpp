// Calls that leave nothing to the environment, in one that names nothing that there is.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "capi/asked.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/zerostride_graph.h"

namespace zerostride::test {
namespace {

TEST(c_environment, is_not_asked_by_what_has_no_options) {
    setenv("ZEROSTRIDE_ISA", "avx9", 1);
    setenv("ZEROSTRIDE_ACCURACY", "fsat", 1);
    const float numbers[] = {1, 2, 3};
    const std::int64_t shape[] = {3};
    const zs_view constant = {const_cast<float*>(numbers), ZS_DTYPE_f32, 1, shape, nullptr};
    zs_graph* g = nullptr;
    ASSERT_EQ(zs_graph_create("g", &g, nullptr), ZS_STATUS_ok);
    ASSERT_EQ(zs_graph_add_constant(g, "c", &constant, nullptr), ZS_STATUS_ok);
    const char *const inputs[] = {"c"}, *const outputs[] = {"y"};
    const zs_node node = {"Exp", nullptr, nullptr, inputs, 1, outputs, 1, nullptr, 0};
    ASSERT_EQ(zs_graph_add_node(g, &node, nullptr), ZS_STATUS_ok);
    ASSERT_EQ(zs_graph_add_output(g, "y", 0, nullptr, ZS_RANK_unknown, nullptr), ZS_STATUS_ok);

    const auto planned = [&](const zs_options* how) {
        return ask([&](zs_message* m) {
            zs_graph_plan* made = nullptr;
            const zs_status status = zs_graph_plan_create(g, ZS_GRAPH_PROFILE_onnx, nullptr, 0, how, &made, m);
            zs_graph_plan_destroy(made);
            return status;
        });
    };
    EXPECT_NE(planned(nullptr).words.find("=avx9: no such instruction set"), std::string::npos);
    zs_options named = ZS_OPTIONS_INIT;
    named.isa = static_cast<zs_isa>(available_isas().front());
    EXPECT_NE(planned(&named).words.find("=fsat: no such accuracy"), std::string::npos);
    named.accuracy = ZS_ACCURACY_exact;
    EXPECT_EQ(planned(&named).words, "");
    zs_graph_destroy(g);
}

}  // namespace
}  // namespace zerostride::test
