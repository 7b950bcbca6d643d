// Names and attributes across functions and branches: what is seen where, what is left out, how deep it may go.
#include <gtest/gtest.h>

#include "graph/build.hpp"

namespace zerostride::test {
namespace {

std::shared_ptr<const graph> branch(std::vector<graph_node> nodes, const std::string& output) {
    return std::make_shared<const graph>(make_graph({}, std::move(nodes), {output}));
}
graph_node choice(const std::string& output, std::shared_ptr<const graph> yes, std::shared_ptr<const graph> no) {
    return node("If", {"c"}, output, {{"then_branch", std::move(yes)}, {"else_branch", std::move(no)}});
}
tensor condition(bool holds) { return tensor::from<bool>({holds}, {}); }

std::vector<float> floats(const tensor& x) { return {x.data_as<float>(), x.data_as<float>() + x.size()}; }

void expect_check_says(const graph& g, const std::string& words, graph_profile profile = graph_profile::onnx) {
    const outcome answer = check(g, profile);
    EXPECT_FALSE(answer);
    EXPECT_NE(answer.message.find(words), std::string::npos) << answer.message << "\n  lacks: " << words;
}

/// Both kinds of If: whose condition is an input, and whose condition is known.
std::vector<float> run_with(graph g, const tensor& c, const tensor& x, bool is_known) {
    if (is_known) {
        g.inputs.erase(g.inputs.begin());
        g.constants["c"] = std::make_shared<const tensor>(c);
        return floats(eval(g, {x.view()})[0]);
    }
    return floats(eval(g, {c.view(), x.view()})[0]);
}

TEST(graph_scope, branch_that_gives_what_is_around_it) {
    const tensor x = tensor::from<float>({1, -2}, {2});
    const graph g =
        make_graph({"c", "x"}, {choice("y", branch({}, "x"), branch({node("Neg", {"x"}, "n")}, "n"))}, {"y"});
    for (const bool is_known : {false, true}) {
        EXPECT_EQ(run_with(g, condition(true), x, is_known), (std::vector<float>{1, -2}));
        EXPECT_EQ(run_with(g, condition(false), x, is_known), (std::vector<float>{-1, 2}));
    }
}

TEST(graph_scope, references_inside_of_branches) {
    graph_function f{"F", {"a", "c"}, {"b"}, {}, {"alpha"}, {}, "my"};
    f.nodes = {choice("b", branch({node("LeakyRelu", {"a"}, "t", {{"alpha", attribute_reference{"alpha"}}})}, "t"),
                      branch({node("Neg", {"a"}, "e")}, "e"))};
    graph g = make_graph({"c", "x"}, {node("F", {"x", "c"}, "y", {{"alpha", 5.0}})}, {"y"});
    g.nodes[0].domain = "my";
    g.functions = {f};
    const tensor x = tensor::from<float>({-1, 2}, {2});
    for (const bool is_known : {false, true}) {
        EXPECT_EQ(run_with(g, condition(true), x, is_known), (std::vector<float>{-5, 2}));
    }
}

TEST(graph_scope, references_to_what_there_is_not) {
    const auto refers = [](const std::string& name) {
        return node("LeakyRelu", {"x"}, "y", {{"alpha", attribute_reference{name}}});
    };
    expect_check_says(make_graph({"x"}, {refers("q")}, {"y"}), "attribute alpha refers to 'q', outside of a function");
    expect_check_says(make_graph({"x"},
                                 {node("Constant", {}, "k", {{"value_float", attribute_reference{"q"}}}),
                                  node("Mul", {"x", "k"}, "y")},
                                 {"y"}),
                      "attribute value_float refers to 'q', outside of a function");
    graph g = make_graph({"x"}, {node("F", {"x"}, "y")}, {"y"});
    g.functions = {{"F", {"x"}, {"y"}, {refers("q")}, {"alpha"}, {}, ""}};
    g.nodes[0].attributes["alpha"] = 1.0;
    expect_check_says(g, "attribute alpha refers to 'q', which function F has not got");
    g.functions[0].nodes = {refers("alpha")};
    EXPECT_TRUE(check(g));
    g.functions[0].nodes = {choice("y", branch({refers("q")}, "y"), branch({refers("alpha")}, "y"))};
    g.functions[0].nodes[0].inputs = {"x"};
    g.functions[0].nodes[0].outputs = {"z"};
    g.functions[0].outputs = {"z"};
    expect_check_says(g, "attribute alpha refers to 'q', which function F has not got");
}

TEST(graph_scope, operands_left_out_of_a_call_are_left_out_inside_of_its_branches) {
    graph_function f{"F", {"a", "c", "least"}, {"b"}, {}, {}, {}, ""};
    f.nodes = {choice("b", branch({node("Clip", {"a", "least"}, "t")}, "t"), branch({node("Neg", {"a"}, "e")}, "e"))};
    const tensor x = tensor::from<float>({-1, 2}, {2});
    for (const names& inputs : {names{"x", "c"}, names{"x", "c", ""}}) {
        graph g = make_graph({"c", "x"}, {node("F", inputs, "y")}, {"y"});
        g.functions = {f};
        for (const bool is_known : {false, true}) {
            EXPECT_EQ(run_with(g, condition(true), x, is_known), (std::vector<float>{-1, 2}));
        }
        // And through another call.
        graph_function through{"G", {"a", "c", "least"}, {"b"}, {node("F", {"a", "c", "least"}, "b")}, {}, {}, ""};
        g.functions.push_back(through);
        g.nodes[0].op_type = "G";
        EXPECT_EQ(run_with(g, condition(true), x, false), (std::vector<float>{-1, 2}));
    }
    graph g = make_graph({"c", "x"}, {node("F", {"", "c", "x"}, "y")}, {"y"});
    g.functions = {f};
    graph_plan made;
    const tensor c = condition(true);
    const outcome answer = graph_plan::try_make(made, g, {c.view(), x.view()});
    EXPECT_NE(answer.message.find("input 0 is missing"), std::string::npos) << answer.message;
}

TEST(graph_scope, shapes_from_inputs_inside_of_branches) {
    const graph g = make_graph({"c", "x", "s"},
                               {choice("y", branch({node("Reshape", {"x", "s"}, "t")}, "t"),
                                       branch({node("Neg", {"x"}, "n"), node("Reshape", {"n", "s"}, "e")}, "e"))},
                               {"y"});
    const tensor c = condition(false), x = tensor::from<float>({1, 2, 3, 4}, {4});
    tensor s = tensor::from<std::int64_t>({2, 2}, {2});
    const graph_plan plan(g, {c.view(), x.view(), s.view()});
    EXPECT_EQ(plan.output_shape(0), (std::vector<std::int64_t>{2, 2}));
    tensor y(dtype::f32, {2, 2}), workspace(dtype::u8, {static_cast<std::int64_t>(plan.workspace_bytes())});
    const void* const inputs[] = {c.data(), x.data(), s.data()};
    void* const outputs[] = {y.data()};
    ASSERT_EQ(plan.run(inputs, outputs, workspace.data()), status::ok);
    EXPECT_EQ(floats(y), (std::vector<float>{-1, -2, -3, -4}));
    // Another shape there is refused before anything is written.
    s.data_as<std::int64_t>()[0] = 4;
    y.data_as<float>()[0] = 7;
    EXPECT_EQ(plan.run(inputs, outputs, workspace.data()), status::invalid_argument);
    EXPECT_EQ(y.data_as<float>()[0], 7);
}

TEST(graph_scope, shapes_from_views_of_inputs_inside_of_branches) {
    // The second half of s, which the branch reads backwards.
    graph g = make_graph({"c", "x", "s"}, {}, {"y"});
    g.constants["two"] = constant<std::int64_t>({2}, {1});
    g.constants["end"] = constant<std::int64_t>({4}, {1});
    g.constants["last"] = constant<std::int64_t>({-1}, {1});
    g.constants["first"] = constant<std::int64_t>({-5}, {1});
    g.constants["zero"] = constant<std::int64_t>({0}, {1});
    g.nodes = {node("Slice", {"s", "two", "end"}, "half"),
               choice("y",
                      branch({node("Slice", {"half", "last", "first", "zero", "last"}, "turned"),
                              node("Reshape", {"x", "turned"}, "t")},
                             "t"),
                      branch({node("Reshape", {"x", "half"}, "u"), node("Transpose", {"u"}, "e")}, "e"))};
    const tensor c = condition(true), x = tensor::from<float>({1, 2, 3, 4, 5, 6}, {6}),
                 s = tensor::from<std::int64_t>({9, 9, 3, 2}, {4});
    const std::vector<tensor> made = eval(g, {c.view(), x.view(), s.view()});
    EXPECT_EQ(made[0].shape(), (std::vector<std::int64_t>{2, 3}));
}

TEST(graph_scope, names_that_a_branch_does_not_see) {
    // The branch's own y and t are not those around it, which come later.
    const graph g = make_graph({"c", "x"},
                               {choice("y", branch({node("Abs", {"x"}, "t"), node("Exp", {"t"}, "y")}, "y"),
                                       branch({node("Neg", {"x"}, "y")}, "y")),
                                node("Add", {"y", "y"}, "t")},
                               {"t"});
    EXPECT_TRUE(check(g));
    const tensor x = tensor::from<float>({0, -1}, {2});
    EXPECT_EQ(run_with(g, condition(false), x, false), (std::vector<float>{0, 2}));
    EXPECT_EQ(run_with(g, condition(true), x, false)[0], 2);
    // One that it sees is given twice.
    graph twice = g;
    twice.nodes.insert(twice.nodes.begin(), node("Neg", {"x"}, "a"));
    twice.nodes[1].attributes["then_branch"] = branch({node("Abs", {"x"}, "a")}, "a");
    twice.nodes.push_back(node("Neg", {"a"}, "b"));
    twice.outputs.push_back({"b"});
    expect_check_says(twice, "tensor 'a' is given more than once");
    expect_check_says(g, "is given more than once", graph_profile::strict);
}

TEST(graph_scope, outputs_left_out_of_a_call) {
    graph g = make_graph({"x"}, {{"", "F", {"x"}, {"", "b"}}}, {"b"});
    g.functions = {{"F", {"x"}, {"n", "e"}, {node("Neg", {"x"}, "n"), node("Abs", {"x"}, "e")}, {}, {}, ""}};
    EXPECT_TRUE(check(g));
    const tensor x = tensor::from<float>({-3}, {1});
    EXPECT_EQ(floats(eval(g, {x.view()})[0]), (std::vector<float>{3}));
    expect_check_says(g, "[R1] node of 'b' (F): output 0 is left out", graph_profile::strict);
    g.nodes[0].outputs = {"b"};
    EXPECT_TRUE(check(g));
    expect_check_says(g, "[R1] node of 'b' (F): output 1 is left out", graph_profile::strict);
}

TEST(graph_scope, declared_types_and_shapes_of_branches) {
    graph yes = make_graph({}, {node("Abs", {"x"}, "t")}, {"t"});
    yes.outputs[0].shape = std::vector<std::int64_t>{9};
    const graph g = make_graph(
        {"c", "x"}, {choice("y", std::make_shared<const graph>(yes), branch({node("Neg", {"x"}, "e")}, "e"))}, {"y"});
    const tensor x = tensor::from<float>({0, -1}, {2});
    for (const bool is_known : {false, true}) {
        try {
            run_with(g, condition(true), x, is_known);
            FAIL() << is_known;
        } catch (const error& refused) {
            EXPECT_NE(std::string(refused.what()).find("its shape is [2], the graph says [9]"), std::string::npos)
                << refused.what();
        }
    }
}

TEST(graph_scope, depth_is_limited) {
    for (const int functions : {100, 50000}) {
        graph g = make_graph({"x"}, {node("F0", {"x"}, "y")}, {"y"});
        for (int i = 0; i < functions; ++i) {
            const bool is_last = i + 1 == functions;
            const graph_node inner = is_last ? node("Neg", {"a"}, "b") : node("F" + std::to_string(i + 1), {"a"}, "b");
            g.functions.push_back({"F" + std::to_string(i), {"a"}, {"b"}, {inner}, {}, {}, ""});
        }
        if (functions == 100) {
            const tensor x = tensor::from<float>({-3}, {1});
            EXPECT_EQ(floats(eval(g, {x.view()})[0]), (std::vector<float>{3}));
            continue;
        }
        expect_check_says(g, "calls and branches are nested more than 128 deep");
        std::reverse(g.functions.begin(), g.functions.end());  // where the last ones are known first
        expect_check_says(g, "calls and branches are nested more than 128 deep");
    }
    // Every branch twice would be too many nodes.
    const std::shared_ptr<const graph> other = branch({node("Abs", {"x"}, "o")}, "o");
    for (const int deep : {128, 129, 5000}) {
        std::shared_ptr<const graph> inner = branch({node("Neg", {"x"}, "n1")}, "n1");
        for (int i = 2; i <= deep; ++i) {
            const std::string made = "n" + std::to_string(i);
            inner = branch({choice(made, inner, other)}, made);
        }
        graph g = make_graph({"c", "x"}, {choice("y", inner, other)}, {"y"});
        if (deep > 128) {
            expect_check_says(g, "calls and branches are nested more than 128 deep");
            continue;
        }
        const tensor x = tensor::from<float>({-3}, {1});
        const bool yes = true;
        EXPECT_EQ(floats(eval(g, {view(&yes, {}), x.view()})[0]), (std::vector<float>{3}));
    }
}

}  // namespace
}  // namespace zerostride::test
