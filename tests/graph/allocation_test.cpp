// A graph plan's run allocates nothing, also with branches.
#include <gtest/gtest.h>

#include "graph/build.hpp"
#include "support/counted_heap.hpp"

namespace zerostride::test {
namespace {

TEST(graph_allocation, never_happens_in_a_run) {
    const auto side = [](const std::string& type) {
        return std::make_shared<const graph>(
            make_graph({}, {node(type, {"a"}, type + "1"), node("Add", {type + "1", "x"}, type + "2")}, {type + "2"}));
    };
    graph g = make_graph({"x", "y", "condition"},
                         {node("Mul", {"x", "y"}, "a"), node("Sum", {"a", "x", "y"}, "s"),
                          node("Greater", {"s", "a"}, "g"), node("Where", {"g", "s", "a"}, "w"),
                          node("If", {"condition"}, "b", {{"then_branch", side("Neg")}, {"else_branch", side("Abs")}}),
                          node("Add", {"w", "b"}, "z")},
                         {"z", "g"});
    for (const std::int64_t n : {3, 30'000}) {
        const std::vector<float> x(static_cast<std::size_t>(n), 2.0f), y = {3.0f};
        for (const bool condition : {true, false}) {
            options how;
            how.max_threads = 1;
            const graph_plan made(g, {view(x, {n}), view(y, {1}), view(&condition, {})}, graph_profile::onnx, how);
            tensor z(made.output_type(0), made.output_shape(0)), greater(made.output_type(1), made.output_shape(1));
            tensor workspace(dtype::u8, {static_cast<std::int64_t>(made.workspace_bytes())});
            const void* const from[] = {x.data(), y.data(), &condition};
            void* const to[] = {z.data(), greater.data()};
            const long before = heap::allocations;
            const status answer = made.run(from, to, workspace.data());
            const long after = heap::allocations;
            EXPECT_EQ(answer, status::ok);
            EXPECT_EQ(after, before);
            // a = 6, s = 11; w = 11; b = -6 + 2 or 6 + 2.
            EXPECT_EQ(z.data_as<float>()[n - 1], condition ? 7.0f : 19.0f);
        }
    }
}

}  // namespace
}  // namespace zerostride::test
