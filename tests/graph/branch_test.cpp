// If: the two examples of SONNX's text and what they leave out.
#include <gtest/gtest.h>

#include "graph/build.hpp"

namespace zerostride::test {
namespace {

std::shared_ptr<const graph> one_node(const graph_node& only) {
    return std::make_shared<const graph>(make_graph({}, {only}, {only.outputs[0]}));
}

/// if_example: the branches are constants.
TEST(graph_branch, of_constants) {
    const graph g = make_graph(
        {"cond"},
        {node("If", {"cond"}, "if_out",
              {{"then_branch", one_node(node("Constant", {}, "then_out", {{"value", constant<float>({1}, {})}}))},
               {"else_branch", one_node(node("Constant", {}, "else_out", {{"value", constant<float>({0}, {})}}))}})},
        {"if_out"});
    for (const bool condition : {true, false}) {
        const std::vector<tensor> made = eval(g, {view(&condition, {})}, graph_profile::strict);
        ASSERT_EQ(made.size(), 1u);
        EXPECT_EQ(made[0].rank(), 0u);
        EXPECT_EQ(*made[0].data_as<float>(), condition ? 1.0f : 0.0f);
    }
}

/// if_capture_outer_scope: the branches read a tensor around them.
graph capturing(graph_node before) {
    graph then_branch = make_graph(
        {},
        {node("Constant", {}, "two", {{"value", constant<float>({2}, {1})}}), node("Mul", {"v", "two"}, "then_out")},
        {"then_out"});
    graph else_branch = make_graph({},
                                   {node("Constant", {}, "three", {{"value", constant<float>({3}, {1})}}),
                                    node("Add", {"v", "three"}, "else_out")},
                                   {"else_out"});
    return make_graph({"cond", "X"},
                      {node("If", {"cond"}, "if_out",
                            {{"then_branch", std::make_shared<const graph>(then_branch)},
                             {"else_branch", std::make_shared<const graph>(else_branch)}}),
                       std::move(before)},
                      {"if_out"});
}

TEST(graph_branch, reads_what_is_around) {
    // The node that makes v comes behind the one that reads it inside of its branches.
    const std::vector<std::pair<graph_node, float>> cases = {{node("Identity", {"X"}, "v"), 5.0f},
                                                             {node("Neg", {"X"}, "v"), -5.0f}};
    for (const auto& [before, v] : cases) {
        const graph g = capturing(before);
        const float x = 5;
        for (const bool condition : {true, false}) {
            const std::vector<tensor> made = eval(g, {view(&condition, {}), view(&x, {1})});
            EXPECT_EQ(*made[0].data_as<float>(), condition ? v * 2 : v + 3);
        }
    }
}

TEST(graph_branch, that_is_known_is_the_only_one) {
    graph g = capturing(node("Neg", {"X"}, "v"));
    g.inputs.erase(g.inputs.begin());
    g.constants["cond"] = std::make_shared<const tensor>(tensor(dtype::boolean, {1}));
    // The other branch need not fit then: here its output is of another type.
    auto other = make_graph({}, {node("Cast", {"v"}, "then_out", {{"to", dtype::f64}})}, {"then_out"});
    g.nodes[0].attributes["then_branch"] = std::make_shared<const graph>(other);
    const float x = 5;
    EXPECT_EQ(*eval(g, {view(&x, {1})})[0].data_as<float>(), -2.0f);
    // To SONNX both give the same types.
    graph_plan made;
    const outcome strict = graph_plan::try_make(made, g, {view(&x, {1})}, graph_profile::strict);
    EXPECT_EQ(strict.code, status::invalid_argument);
    EXPECT_NE(strict.message.find("is f32 in one branch and f64 in the other"), std::string::npos) << strict.message;
    other.nodes[0].attributes["to"] = dtype::f32;
    g.nodes[0].attributes["then_branch"] = std::make_shared<const graph>(other);
    const outcome same = graph_plan::try_make(made, g, {view(&x, {1})}, graph_profile::strict);
    EXPECT_TRUE(same) << same.message;
}

TEST(graph_branch, whose_outputs_differ_is_refused) {
    graph g = capturing(node("Neg", {"X"}, "v"));
    const float x = 5;
    const bool condition = true;
    graph_plan made;
    struct row {
        graph_node then;
        status code;
        const char* what;
    };
    const std::map<std::string, graph_attribute> wide = {{"value", constant<float>({1, 2}, {2})}},
                                                 wide_f64 = {{"value", constant<double>({1, 2}, {2})}};
    const row rows[] = {
        {node("Cast", {"v"}, "then_out", {{"to", dtype::f64}}), status::invalid_argument,
         "f64[1] in one branch and f32[1]"},
        {node("Constant", {}, "then_out", wide), status::shape_mismatch,
         "f32[2] in one branch and f32[1] in the other"},
        {node("Constant", {}, "then_out", wide_f64), status::invalid_argument, "f64[2] in one branch and f32[1]"},
    };
    for (const row& one : rows) {
        const graph other = make_graph({}, {one.then}, {"then_out"});
        g.nodes[0].attributes["then_branch"] = std::make_shared<const graph>(other);
        const outcome answer = graph_plan::try_make(made, g, {view(&condition, {}), view(&x, {1})});
        EXPECT_EQ(answer.code, one.code) << answer.message;
        EXPECT_NE(answer.message.find(one.what), std::string::npos) << answer.message;
    }
    const outcome wrong = graph_plan::try_make(made, g, {view(&x, {}), view(&x, {1})});
    EXPECT_NE(wrong.message.find("the condition is f32[]"), std::string::npos) << wrong.message;
}

TEST(graph_branch, whose_shapes_differ_is_refused) {
    const auto yes = std::make_shared<const graph>(make_graph({}, {node("Neg", {"x"}, "v")}, {"v"}));
    graph other = make_graph({}, {node("Expand", {"x", "shape"}, "w")}, {"w"});
    other.constants["shape"] = constant<std::int64_t>({2, 3}, {2});
    const auto no = std::make_shared<const graph>(other);
    const graph g =
        make_graph({"c", "x"}, {node("If", {"c"}, "y", {{"then_branch", yes}, {"else_branch", no}})}, {"y"});
    const float x[3] = {};
    const bool condition = true;
    graph_plan made;
    const outcome answer = graph_plan::try_make(made, g, {view(&condition, {}), view(x, {3})});
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_NE(answer.message.find("f32[3] in one branch and f32[2,3] in the other"), std::string::npos)
        << answer.message;
}

TEST(graph_branch, inside_of_a_branch) {
    // a > 0 ? (b > 0 ? a + b : a - b) : a * b, with both conditions made by nodes.
    const auto inner_then = one_node(node("Add", {"a", "b"}, "sum"));
    const auto inner_else = one_node(node("Sub", {"a", "b"}, "difference"));
    graph outer_then =
        make_graph({},
                   {node("Greater", {"b", "zero"}, "b_up"),
                    node("If", {"b_up"}, "inner", {{"then_branch", inner_then}, {"else_branch", inner_else}})},
                   {"inner"});
    graph g = make_graph(
        {"a", "b"},
        {node("Greater", {"a", "zero"}, "a_up"), node("If", {"a_up"}, "z",
                                                      {{"then_branch", std::make_shared<const graph>(outer_then)},
                                                       {"else_branch", one_node(node("Mul", {"a", "b"}, "product"))}})},
        {"z"});
    g.constants["zero"] = constant<float>({0}, {});
    const float values[] = {3, -3, 7, -7};
    for (const float a : values) {
        for (const float b : values) {
            const std::vector<tensor> made = eval(g, {view(&a, {}), view(&b, {})});
            EXPECT_EQ(*made[0].data_as<float>(), a > 0 ? (b > 0 ? a + b : a - b) : a * b);
        }
    }
}

/// A quotient by 0, and an If whose branches are these.
graph dividing(const graph& then_branch, const graph& else_branch, const names& if_outputs, const names& outputs) {
    return make_graph({"cond", "a", "b", "x"},
                      {node("Div", {"a", "b"}, "q"),
                       {"",
                        "If",
                        {"cond"},
                        if_outputs,
                        {{"then_branch", std::make_shared<const graph>(then_branch)},
                         {"else_branch", std::make_shared<const graph>(else_branch)}}}},
                      outputs);
}

status status_of(const graph& g, bool condition, std::int32_t (&result)[1]) {
    const std::int32_t a = 1, b = 0, x = 5;
    const graph_plan made(g, {view(&condition, {}), view(&a, {1}), view(&b, {1}), view(&x, {1})});
    const void* const in[] = {&condition, &a, &b, &x};
    void* const out[] = {result};
    std::vector<std::byte> memory(made.workspace_bytes() + graph_plan::workspace_alignment);
    void* first = memory.data();
    std::size_t room = memory.size();
    return made.run(in, out, std::align(graph_plan::workspace_alignment, made.workspace_bytes(), first, room));
}

TEST(graph_branch, needs_what_its_outputs_need) {
    const graph negative = *one_node(node("Neg", {"x"}, "r"));
    graph with_dead_node = make_graph({}, {node("Neg", {"q"}, "unused"), node("Abs", {"x"}, "s")}, {"s"});
    graph with_dead_branch = make_graph(
        {},
        {node("If", {"cond"}, "unused",
              {{"then_branch", one_node(node("Neg", {"q"}, "t"))}, {"else_branch", one_node(node("Abs", {"q"}, "e"))}}),
         node("Abs", {"x"}, "s")},
        {"s"});
    graph two_then = make_graph({}, {node("Neg", {"q"}, "t"), node("Neg", {"x"}, "r")}, {"t", "r"}),
          two_else = make_graph({}, {node("Abs", {"x"}, "s"), node("Abs", {"q"}, "e")}, {"e", "s"});
    const graph cases[] = {dividing(negative, with_dead_node, {"y"}, {"y"}),
                           dividing(negative, with_dead_branch, {"y"}, {"y"}),
                           dividing(two_then, two_else, {"unread", "y"}, {"y"})};
    for (const graph& g : cases) {
        for (const bool condition : {true, false}) {
            std::int32_t result[1] = {0};
            EXPECT_EQ(status_of(g, condition, result), status::ok) << "no output depends on the quotient";
            EXPECT_EQ(result[0], condition ? -5 : 5);
        }
    }
    const graph read = dividing(two_then, two_else, {"y", "unread"}, {"y"});
    for (const bool condition : {true, false}) {
        std::int32_t result[1];
        EXPECT_EQ(status_of(read, condition, result), status::integer_division_by_zero);
    }
}

}  // namespace
}  // namespace zerostride::test
