// The heap behind the C functions: what runs takes none, and wherever an allocation fails the answer is a status.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "capi/asked.hpp"
#include "support/counted_heap.hpp"
#include "zerostride/zerostride_graph.h"

namespace zerostride::test {
namespace {

/// Calls again and again, failing one allocation later each time, until the call answers `last`. Every answer before
/// that must be out_of_memory, in words too; after(status) looks at what each call left behind. Returns how many
/// allocations the last call took.
template <class Call, class After>
long fail_everywhere(const char* name, Call&& call, After&& after, zs_status last = ZS_STATUS_ok) {
    for (long allowed = 0; allowed < 1000; ++allowed) {
        char text[64] = "";
        zs_message message = ZS_MESSAGE(text);
        heap::fail_from = heap::allocations + allowed;
        const zs_status status = call(&message);
        heap::fail_from = -1;
        after(status);
        if (status == last) return allowed;
        EXPECT_EQ(status, ZS_STATUS_out_of_memory) << name << " with " << allowed << " allocations: " << text;
        EXPECT_STREQ(text, "out of memory") << name;
    }
    ADD_FAILURE() << name << " never answers " << last;
    return 0;
}
template <class Call>
long fail_everywhere(const char* name, Call&& call) {
    return fail_everywhere(name, call, [](zs_status) {});
}

TEST(memory, that_runs_out_is_a_status) {
    // Ranks that need the heap in the one-shot call too.
    const extents shape = {2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1}, other = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    const extents common(12, 2);
    std::vector<float> x(64, 1.0f), y(64, 2.0f), z(4096, 0.0f);
    const zs_view inputs[] = {view_of(x.data(), ZS_DTYPE_f32, shape), view_of(y.data(), ZS_DTYPE_f32, other)};
    const zs_view output = view_of(z.data(), ZS_DTYPE_f32, common);

    zs_plan* plan = nullptr;
    const long planned = fail_everywhere(
        "plan",
        [&](zs_message* m) { return zs_plan_create(ZS_OP_add, nullptr, 0, inputs, 2, &output, nullptr, &plan, m); },
        [&](zs_status status) { EXPECT_EQ(plan == nullptr, status != ZS_STATUS_ok); });
    EXPECT_GT(planned, 1);
    const long explained = fail_everywhere("explain", [&](zs_message* m) {
        char picture[16] = "";
        zs_message text = ZS_MESSAGE(picture);
        const zs_status status = zs_plan_explain(plan, &text);
        // It has no words of its own for a failure.
        if (status == ZS_STATUS_out_of_memory) std::snprintf(m->text, m->capacity, "out of memory");
        return status;
    });
    EXPECT_GT(explained, 0);
    const long before = heap::allocations;
    const void* const data[] = {x.data(), y.data()};
    EXPECT_EQ(zs_plan_run(plan, data, z.data()), ZS_STATUS_ok);
    EXPECT_EQ(zs_plan_check(plan, data, z.data(), nullptr), ZS_STATUS_ok);
    EXPECT_EQ(heap::allocations, before);
    EXPECT_EQ(z, std::vector<float>(4096, 3.0f));
    zs_plan_destroy(plan);

    z.assign(4096, 77.0f);
    const long evaluated = fail_everywhere(
        "eval", [&](zs_message* m) { return zs_eval(ZS_OP_add, nullptr, 0, inputs, 2, &output, nullptr, m); },
        [&](zs_status status) { EXPECT_EQ(z, std::vector<float>(4096, status == ZS_STATUS_ok ? 3.0f : 77.0f)); });
    EXPECT_GT(evaluated, 0);

    zs_dtype result;
    const zs_dtype types[] = {ZS_DTYPE_f32, ZS_DTYPE_f32};
    const long asked = fail_everywhere(
        "result type", [&](zs_message* m) { return zs_result_type(ZS_OP_add, nullptr, 0, types, 2, &result, m); });
    EXPECT_GT(asked, 0);

    zs_dtype type;
    std::size_t result_rank;
    extents result_room(12);
    const long shaped = fail_everywhere("result", [&](zs_message* m) {
        return zs_result(ZS_OP_add, nullptr, 0, inputs, 2, &type, result_room.data(), 12, &result_rank, m);
    });
    EXPECT_GT(shaped, 0);

    extents extents_room(12), strides_room(24), all_axes(12);
    for (std::size_t i = 0; i < 12; ++i) all_axes[i] = static_cast<std::int64_t>(i);
    const zs_axes axes = {extents_room.data(), strides_room.data(), 12};
    const extents scalar;
    const zs_view point = view_of(x.data(), ZS_DTYPE_f32, scalar);
    zs_view views[2];
    std::size_t rank;
    const zs_shape shapes[] = {{shape.data(), 12}, {other.data(), 12}};
    const auto one_view = [&](const char* name, auto&& stretch) {
        EXPECT_GT(fail_everywhere(name, [&](zs_message* m) { return stretch(m); }), 0) << name;
    };
    one_view("shapes",
             [&](zs_message* m) { return zs_broadcast_shapes(shapes, 2, extents_room.data(), 12, &rank, m); });
    one_view("views", [&](zs_message* m) { return zs_broadcast_views(inputs, 2, &axes, views, m); });
    one_view("to", [&](zs_message* m) { return zs_broadcast_to(inputs, common.data(), 12, &axes, views, m); });
    one_view("expand", [&](zs_message* m) { return zs_expand(inputs, other.data(), 12, &axes, views, m); });
    one_view("axes", [&](zs_message* m) {
        return zs_broadcast_axes(&point, common.data(), 12, all_axes.data(), 12, &axes, views, m);
    });
    one_view("mapped", [&](zs_message* m) {
        return zs_broadcast_mapped(inputs, shape.data(), 12, all_axes.data(), 12, &axes, views, m);
    });
    one_view("pdpd", [&](zs_message* m) { return zs_broadcast_pdpd(inputs, common.data(), 12, -1, &axes, views, m); });

    zs_tensor* made = nullptr;
    const auto end = [&made](zs_status status) {
        EXPECT_EQ(made == nullptr, status != ZS_STATUS_ok);
        zs_tensor_destroy(made);
        made = nullptr;
    };
    const auto one_tensor = [&](const char* name, auto&& make) {
        EXPECT_GT(fail_everywhere(
                      name, [&](zs_message* m) { return make(m); }, end),
                  0)
            << name;
    };
    one_tensor("tensor", [&](zs_message* m) { return zs_tensor_create(ZS_DTYPE_f32, shape.data(), 12, &made, m); });
    one_tensor("eval",
               [&](zs_message* m) { return zs_eval_tensor(ZS_OP_add, nullptr, 0, inputs, 2, nullptr, &made, m); });
    one_tensor("sum_to", [&](zs_message* m) { return zs_sum_to(inputs, nullptr, 0, nullptr, &made, m); });
    one_tensor("sum", [&](zs_message* m) { return zs_sum_axes(inputs, all_axes.data(), 12, nullptr, &made, m); });
}

TEST(memory, that_runs_out_while_refusing_is_a_status) {
    const auto refused = [](const char* name, zs_status last, auto&& call) {
        EXPECT_GT(fail_everywhere(
                      name, call, [](zs_status) {}, last),
                  0)
            << name;
    };
    constexpr zs_isa no_isa = 99;
    refused("forced", ZS_STATUS_isa_unavailable, [&](zs_message* m) { return zs_isa_force(no_isa, m); });

    const extents three = {3}, four = {4};
    std::vector<float> x(8, 1.0f);
    const zs_view inputs[] = {view_of(x.data(), ZS_DTYPE_f32, three), view_of(x.data() + 4, ZS_DTYPE_f32, four)};
    const zs_view output = view_of(x.data() + 1, ZS_DTYPE_f32, three);
    zs_plan* plan = nullptr;
    const auto planned = [&](const zs_options& how, zs_message* m) {
        return zs_plan_create(ZS_OP_neg, nullptr, 0, inputs, 1, &output, &how, &plan, m);
    };
    zs_options how = ZS_OPTIONS_INIT;
    refused("shapes", ZS_STATUS_shape_mismatch, [&](zs_message* m) {
        return zs_plan_create(ZS_OP_add, nullptr, 0, inputs, 2, &output, nullptr, &plan, m);
    });
    how.isa = no_isa;
    refused("instruction set", ZS_STATUS_isa_unavailable, [&](zs_message* m) { return planned(how, m); });
    how.isa = ZS_ISA_automatic;
    how.accuracy = 77;
    refused("accuracy", ZS_STATUS_invalid_argument, [&](zs_message* m) { return planned(how, m); });
    ASSERT_EQ(plan, nullptr);

    how.accuracy = ZS_ACCURACY_automatic;
    ASSERT_EQ(planned(how, nullptr), ZS_STATUS_ok);
    const void* const data[] = {x.data()};
    refused("overlap", ZS_STATUS_overlap, [&](zs_message* m) { return zs_plan_check(plan, data, x.data() + 1, m); });
    zs_plan_destroy(plan);
}

TEST(memory, is_not_needed_to_say_that_an_integer_was_divided_by_zero) {
    const extents three = {3};
    const std::int32_t x[] = {8, 9, 10}, y[] = {0, 3, 5};
    std::int32_t z[3] = {};
    const zs_view inputs[] = {view_of(x, ZS_DTYPE_i32, three), view_of(y, ZS_DTYPE_i32, three)};
    const zs_view output = view_of(z, ZS_DTYPE_i32, three);
    char text[64];
    zs_message message = ZS_MESSAGE(text);
    (void)zs_isa_current();
    heap::fail_from = heap::allocations.load();
    const zs_status answer = zs_eval(ZS_OP_div, nullptr, 0, inputs, 2, &output, nullptr, &message);
    heap::fail_from = -1;
    EXPECT_EQ(answer, ZS_STATUS_integer_division_by_zero);
    EXPECT_EQ(std::vector<std::int32_t>(z, z + 3), (std::vector<std::int32_t>{0, 3, 2}));
}

TEST(memory, that_runs_out_while_graphs_are_made_is_a_status) {
    const extents shape = {3000};
    const std::vector<float> x(3000, 2.0f);
    std::vector<float> y(3000, 0.0f);
    const zs_view input = view_of(x.data(), ZS_DTYPE_f32, shape);
    const char *const of_x[] = {"x of a name that is longer than strings keep", "c"}, *const of_a[] = {"a"},
                      *const of_y[] = {"y"};
    zs_value alpha = {"alpha", ZS_VALUE_number, 0, 0.5, nullptr, nullptr, 0, nullptr, nullptr};
    const zs_node sum = {"Add", nullptr, nullptr, of_x, 2, of_a, 1, nullptr, 0};
    const zs_node leak = {"LeakyRelu", "a node with a name that is longer", nullptr, of_a, 1, of_y, 1, &alpha, 1};
    zs_graph* g = nullptr;
    const auto takes_memory = [](const char* name, auto&& call) { EXPECT_GT(fail_everywhere(name, call), 0) << name; };
    takes_memory("graph", [&](zs_message* m) { return zs_graph_create("a graph with a name that is longer", &g, m); });
    takes_memory("input",
                 [&](zs_message* m) { return zs_graph_add_input(g, of_x[0], ZS_DTYPE_f32, shape.data(), 1, m); });
    takes_memory("constant", [&](zs_message* m) { return zs_graph_add_constant(g, "c", &input, m); });
    takes_memory("sum", [&](zs_message* m) { return zs_graph_add_node(g, &sum, m); });
    takes_memory("leak", [&](zs_message* m) { return zs_graph_add_node(g, &leak, m); });
    takes_memory("output", [&](zs_message* m) { return zs_graph_add_output(g, "y", 0, nullptr, ZS_RANK_unknown, m); });
    takes_memory("check", [&](zs_message* m) { return zs_graph_check(g, ZS_GRAPH_PROFILE_strict, m); });
    zs_graph_plan* plan = nullptr;
    fail_everywhere(
        "graph plan",
        [&](zs_message* m) { return zs_graph_plan_create(g, ZS_GRAPH_PROFILE_strict, &input, 1, nullptr, &plan, m); },
        [&](zs_status status) { EXPECT_EQ(plan == nullptr, status != ZS_STATUS_ok); });
    zs_graph_destroy(g);
    alignas(ZS_WORKSPACE_ALIGNMENT) static std::byte workspace[1 << 20];
    ASSERT_LE(zs_graph_plan_workspace(plan), sizeof workspace);
    const void* const from[] = {x.data()};
    void* const to[] = {y.data()};
    const long before = heap::allocations;
    EXPECT_EQ(zs_graph_plan_run(plan, from, to, workspace), ZS_STATUS_ok);
    EXPECT_EQ(heap::allocations, before);
    EXPECT_EQ(y, std::vector<float>(3000, 4.0f));
    zs_graph_plan_destroy(plan);
}

TEST(memory, is_not_needed_by_calls_of_few_axes) {
    const extents matrix = {3, 4}, row = {4};
    const float x[12] = {}, y[4] = {1, 2, 3, 4};
    float z[12];
    const zs_view inputs[] = {view_of(x, ZS_DTYPE_f32, matrix), view_of(y, ZS_DTYPE_f32, row)};
    const zs_view output = view_of(z, ZS_DTYPE_f32, matrix);
    zs_options how = ZS_OPTIONS_INIT;
    char text[64];
    zs_message message = ZS_MESSAGE(text);
    (void)zs_isa_current();  // the choice is made on first use
    const long before = heap::allocations;
    EXPECT_EQ(zs_eval(ZS_OP_add, nullptr, 0, inputs, 2, &output, &how, &message), ZS_STATUS_ok);
    EXPECT_EQ(heap::allocations, before);
    EXPECT_EQ(z[7], 4.0f);
}

}  // namespace
}  // namespace zerostride::test
