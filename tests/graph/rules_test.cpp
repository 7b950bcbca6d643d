// Each rule of graphs, by a graph that breaks it and by one that does not.
#include <gtest/gtest.h>

#include <string>

#include "graph/build.hpp"

namespace zerostride::test {
namespace {

void expect_legal(const graph& g) {
    const outcome strict = check(g, graph_profile::strict);
    EXPECT_TRUE(strict) << strict.message;
    const outcome onnx = check(g, graph_profile::onnx);
    EXPECT_TRUE(onnx) << onnx.message;
}
void expect_refused(const graph& g, const std::string& words, status code = status::invalid_argument) {
    for (const graph_profile profile : {graph_profile::onnx, graph_profile::strict}) {
        const outcome answer = check(g, profile);
        EXPECT_EQ(answer.code, code) << answer.message;
        EXPECT_NE(answer.message.find(words), std::string::npos) << answer.message << "\n  lacks: " << words;
        graph_plan untouched;
        EXPECT_EQ(graph_plan::try_make(untouched, g, {}, profile).code, code);
        EXPECT_FALSE(untouched);
    }
}
void expect_strict_refuses(const graph& g, const std::string& words) {
    const outcome strict = check(g, graph_profile::strict), onnx = check(g, graph_profile::onnx);
    EXPECT_EQ(strict.code, status::invalid_argument) << strict.message;
    EXPECT_NE(strict.message.find(words), std::string::npos) << strict.message << "\n  lacks: " << words;
    EXPECT_TRUE(onnx) << onnx.message;
}

/// The example of SONNX's text: the output of mul_node2 is not used.
graph example(bool with_unused) {
    graph g = make_graph({"G_I1", "G_I2"},
                         {node("Add", {"G_I1", "G_I2"}, "OP1_O"),
                          node("Constant", {}, "OP2_O", {{"value", constant<float>({1, 2, 3, 4}, {2, 2})}}),
                          node("Mul", {"OP1_O", "OP2_O"}, "OP3_O")},
                         {"OP1_O", "OP3_O"});
    g.nodes[2].name = "mul_node1";
    if (with_unused) g.nodes.push_back({"mul_node2", "Mul", {"G_I1", "G_I2"}, {"OP4_O"}});
    return g;
}

TEST(graph_rules, example_of_the_text) {
    expect_legal(example(false));
    expect_strict_refuses(example(true),
                          "[R2] output 'OP4_O' of node 'mul_node2' (Mul) is neither used nor an output of the graph");
}

TEST(graph_rules, profiles_are_known) {
    const graph g = make_graph({"x"}, {node("Neg", {"x"}, "y")}, {"y"});
    const outcome refused = check(g, static_cast<graph_profile>(77));
    EXPECT_EQ(refused.code, status::invalid_argument);
    EXPECT_EQ(refused.message, "graph: there is no profile 77");
}

/// What kernels have beyond ONNX's lists; `real` is SONNX's.
TEST(graph_rules, strict_has_the_types_of_onnx) {
    const float x[2] = {1, 0};
    const std::int32_t whole[2] = {1, 0};
    const real wide[2] = {{1, 0}, {2, 0}};
    const bool truth[2] = {true, false};
    const auto planned = [](const char* op_type, array_ref<const_tensor_view> inputs, graph_profile profile) {
        const std::vector<std::string> names = {"x", "y", "z"};
        const std::vector<std::string> given(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(inputs.size()));
        graph g = make_graph(given, {node(op_type, given, "r")}, {"r"});
        graph_plan made;
        return graph_plan::try_make(made, g, inputs, profile);
    };
    const std::int64_t two[] = {2};
    const const_tensor_view f = view(x, two), i = view(whole, two), r = view(wide, two), b = view(truth, two);
    const auto only_onnx = [&](const char* op_type, array_ref<const_tensor_view> inputs, const std::string& words) {
        EXPECT_TRUE(planned(op_type, inputs, graph_profile::onnx));
        const outcome refused = planned(op_type, inputs, graph_profile::strict);
        EXPECT_EQ(refused.code, status::unsupported);
        EXPECT_EQ(refused.message,
                  "node of 'r' (" + std::string(op_type) + "): [T03b] " + words + " is none of ONNX's");
    };
    only_onnx("And", {f, f}, "And of f32");
    only_onnx("Sum", {i, i}, "Sum of i32");
    only_onnx("IsNaN", {i}, "IsNaN of i32");
    only_onnx("Less", {b, b}, "Less of bool");
    only_onnx("Mod", {f, f}, "Mod of f32 without fmod");
    EXPECT_TRUE(planned("Mod", {i, i}, graph_profile::strict));
    const graph truncated = make_graph({"x", "y"}, {node("Mod", {"x", "y"}, "r", {{"fmod", std::int64_t{1}}})}, {"r"});
    graph_plan of_floats;
    EXPECT_TRUE(graph_plan::try_make(of_floats, truncated, {f, f}, graph_profile::strict));
    for (const graph_profile profile : {graph_profile::onnx, graph_profile::strict}) {
        EXPECT_TRUE(planned("And", {b, b}, profile));
        EXPECT_TRUE(planned("Add", {i, i}, profile));
        EXPECT_TRUE(planned("Add", {r, r}, profile));
        EXPECT_TRUE(planned("Where", {b, i, i}, profile));
        EXPECT_TRUE(planned("Where", {b, r, r}, profile));
    }
}

TEST(graph_rules, names_are_given_once) {
    graph g = example(false);
    g.inputs.push_back({"G_I1"});
    expect_refused(g, "[T02b] [T06e] tensor 'G_I1' is given more than once");
    g = example(false);
    g.nodes[2].outputs = {"OP1_O"};
    expect_refused(g, "tensor 'OP1_O' is given more than once, again by node 'mul_node1' (Mul)");
    g = example(false);
    g.constants["G_I2"] = constant<float>({1}, {1});
    expect_refused(g, "tensor 'G_I2' is given more than once");
    g = example(false);
    g.outputs.push_back({"OP1_O"});
    expect_refused(g, "'OP1_O' is an output twice");
    g = example(false);
    g.nodes[0].outputs = {""};
    expect_refused(g, "has no name");
}

TEST(graph_rules, everything_that_is_read_gets_a_value) {
    graph g = example(false);
    g.nodes[0].inputs[1] = "nowhere";
    expect_refused(g, "[T06a] node of 'OP1_O' (Add): input 1, 'nowhere', never gets a value");
    g = example(false);
    g.outputs.push_back({"nowhere"});
    expect_refused(g, "[T06a] output 'nowhere' never gets a value");
    g = make_graph({"x"}, {node("Add", {"x", "b"}, "a"), node("Neg", {"a"}, "b")}, {"b"});
    expect_refused(g, "waits for its own output");
}

TEST(graph_rules, nodes_that_wait_for_each_other) {
    // The first one waits for them, and is none of them.
    const graph g = make_graph(
        {"x"},
        {node("Neg", {"b"}, "after"), node("Add", {"x", "c"}, "a"), node("Neg", {"a"}, "b"), node("Abs", {"b"}, "c")},
        {"after"});
    const outcome answer = check(g);
    EXPECT_EQ(answer.message.find("after"), std::string::npos) << answer.message;
    EXPECT_NE(answer.message.find("waits for its own output"), std::string::npos) << answer.message;
}

TEST(graph_rules, attributes_of_structural_operators) {
    const auto of = [](const graph_node& only) {
        graph g = make_graph({"x"}, {only}, {only.outputs[0]});
        return g;
    };
    const auto list = std::vector<std::int64_t>{0};
    expect_refused(of(node("Transpose", {"x"}, "y", {{"prem", list}})), "attribute prem is none of this operator's");
    expect_refused(of(node("Transpose", {"x"}, "y", {{"perm", std::int64_t{0}}})),
                   "attribute perm is of the wrong kind");
    expect_refused(of(node("Flatten", {"x"}, "y", {{"axis", std::string("a")}})),
                   "attribute axis is of the wrong kind");
    expect_refused(of(node("Constant", {}, "y", {{"valu", 2.0}})), "attribute valu is none of this operator's");
    expect_refused(of(node("Constant", {}, "y", {{"value_ints", 2.0}})), "attribute value_ints is of the wrong kind");
    expect_refused(of(node("Constant", {}, "y", {{"value", std::shared_ptr<const tensor>()}})), "of the wrong kind");
    expect_refused(of(node("Constant", {}, "y", {{"value_int", std::int64_t{1}}, {"value_float", 2.0}})),
                   "has 2 attributes and takes one");
    expect_legal(make_graph({"x"}, {node("Transpose", {"x"}, "y", {{"perm", list}})}, {"y"}));
}

TEST(graph_rules, order_of_nodes_is_free) {
    graph g = example(false);
    std::swap(g.nodes[0], g.nodes[2]);
    expect_legal(g);
}

TEST(graph_rules, operators_are_known_and_deterministic) {
    graph g = example(false);
    g.nodes[0].op_type = "Conv";
    expect_refused(g, "[T03b] node of 'OP1_O' (Conv): operator 'Conv' is not supported", status::unsupported);
    g.nodes[0].op_type = "RandomUniformLike";
    expect_refused(g, "[R3] node of 'OP1_O' (RandomUniformLike): operator 'RandomUniformLike' is not deterministic",
                   status::unsupported);
    g.nodes[0].op_type = "Add";
    g.nodes[0].domain = "com.example";
    expect_refused(g, "operator 'Add' of 'com.example' is not supported", status::unsupported);
}

TEST(graph_rules, nodes_have_the_inputs_and_outputs_of_their_operators) {
    graph g = example(false);
    g.nodes[0].inputs.push_back("G_I1");
    expect_refused(g, "[T03c] node of 'OP1_O' (Add) has 3 inputs and takes 2");
    g = example(false);
    g.nodes[0].inputs[0] = "";
    expect_refused(g, "[T03c] node of 'OP1_O' (Add): input 0 is missing");
    g = example(false);
    g.nodes[0].outputs.push_back("more");
    expect_refused(g, "[T03c] node of 'OP1_O' (Add) has 2 outputs and gives one");
    g = example(false);
    g.nodes[0].attributes["axis"] = std::int64_t{0};
    expect_refused(g, "node of 'OP1_O' (Add): attribute axis is none of this operator's");
    g = make_graph({"x"}, {node("Cast", {"x"}, "y")}, {"y"});
    expect_refused(g, "node of 'y' (Cast): attribute to is missing");
    g.nodes[0].attributes["to"] = 1.0;
    expect_refused(g, "attribute to is no element type");
    g.nodes[0].attributes["to"] = dtype::f16;
    expect_legal(g);
    g = make_graph({"x", "n"}, {node("BitShift", {"x", "n"}, "y", {{"direction", std::string("UP")}})}, {"y"});
    expect_refused(g, "attribute direction has no value 'UP'");
}

TEST(graph_rules, strict_leaves_no_input_out) {
    graph g = make_graph({"x", "high"}, {node("Clip", {"x", "", "high"}, "y")}, {"y"});
    expect_strict_refuses(g, "[R1] node of 'y' (Clip): input 1 is left out");
    g.nodes[0].inputs = {"x"};
    g.inputs.pop_back();
    expect_strict_refuses(g, "[R1] node of 'y' (Clip): input 1 is left out");
    expect_legal(make_graph({"x", "y", "z"}, {node("Sum", {"x", "y", "z"}, "s")}, {"s"}));
    expect_refused(make_graph({"x", "z"}, {node("Sum", {"x", "", "z"}, "s")}, {"s"}),
                   "[T03c] node of 's' (Sum): input 1 is missing");
    expect_refused(make_graph({"x", "z"}, {node("Sum", {"x", "z", ""}, "s")}, {"s"}), "input 2 is missing");
    // Of functions, too, whether it is the last one or not.
    for (const names& inputs : {names{"x"}, names{"x", ""}}) {
        graph call = make_graph({"x"}, {{"", "F", inputs, {"", "y"}}}, {"y"});
        call.functions = {{"F", {"a", "b"}, {"u", "v"}, {node("Neg", {"a"}, "u"), node("Add", {"a", "b"}, "v")}}};
        expect_strict_refuses(call, "[R1] node of 'y' (F): input 1 is left out");
    }
}

TEST(graph_rules, axes_are_given_once) {
    const std::vector<std::int64_t> axes = {0};
    for (const char* const type : {"Squeeze", "Unsqueeze"}) {
        // Before version 13 they were an attribute.
        expect_legal(make_graph({"x"}, {node(type, {"x"}, "y", {{"axes", axes}})}, {"y"}));
        expect_legal(make_graph({"x", "k"}, {node(type, {"x", "k"}, "y")}, {"y"}));
        expect_refused(make_graph({"x", "k"}, {node(type, {"x", "k"}, "y", {{"axes", axes}})}, {"y"}),
                       "[T03c] node of 'y' (" + std::string(type) + "): the axes are given twice");
    }
    expect_refused(make_graph({"x"}, {node("Unsqueeze", {"x"}, "y")}, {"y"}), "the axes are missing");
    expect_strict_refuses(make_graph({"x"}, {node("Squeeze", {"x"}, "y")}, {"y"}), "[R1]");
}

TEST(graph_rules, attributes_beside_references) {
    const attribute_reference al = {"al"};
    const auto within = [&](const graph_node& inner) {
        graph g = make_graph({"x"}, {node("F", {"x"}, "y", {{"al", 0.5}})}, {"y"});
        g.functions = {{"F", {"a"}, {"b"}, {inner}, {"al"}}};
        return g;
    };
    expect_legal(within(node("LeakyRelu", {"a"}, "b", {{"alpha", al}})));
    expect_refused(within(node("LeakyRelu", {"a"}, "b", {{"nonsense", al}})),
                   "attribute nonsense is none of this operator's");
    expect_refused(within(node("LeakyRelu", {"a"}, "b", {{"alpha", al}, {"bogus", 3.0}})),
                   "attribute bogus is none of this operator's");
    expect_refused(within(node("Cast", {"a"}, "b", {{"saturate", al}})), "attribute to is missing");
    expect_refused(within(node("Transpose", {"a"}, "b", {{"nonsense", al}})),
                   "attribute nonsense is none of this operator's");
    graph made = make_graph({"x"}, {node("F", {"x"}, "y", {{"al", 0.5}})}, {"y"});
    made.functions = {
        {"F", {"a"}, {"b"}, {node("Constant", {}, "c", {{"foo", al}}), node("Add", {"a", "c"}, "b")}, {"al"}}};
    expect_refused(made, "attribute foo is none of this operator's");
}

TEST(graph_rules, graphs_are_attributes_of_choices_alone) {
    // Else what it reads would count as used.
    const auto reads = std::make_shared<const graph>(make_graph({}, {node("Neg", {"w"}, "v")}, {"v"}));
    graph g = make_graph({"x", "w"}, {node("F", {"x"}, "y", {{"al", reads}})}, {"y"});
    g.functions = {{"F", {"a"}, {"b"}, {node("Relu", {"a"}, "b")}, {"al"}}};
    expect_refused(g, "attribute al is a graph, which no function takes");
}

TEST(graph_rules, branches_have_no_inputs) {
    const auto yes = std::make_shared<const graph>(make_graph({}, {node("Neg", {"x"}, "v")}, {"v"}));
    const auto no = std::make_shared<const graph>(make_graph({"w"}, {node("Abs", {"w"}, "u")}, {"u"}));
    expect_refused(make_graph({"c", "x"}, {node("If", {"c"}, "y", {{"then_branch", yes}, {"else_branch", no}})}, {"y"}),
                   "a branch has no inputs");
}

TEST(graph_rules, a_domain_with_two_names) {
    graph g = make_graph({"x"}, {node("Neg", {"x"}, "y")}, {"y"});
    g.nodes[0].domain = "ai.onnx";
    expect_legal(g);
    // A function goes before the operator, whichever name either has.
    g.functions = {{"Neg", {"a"}, {"b"}, {node("Abs", {"a"}, "b")}}};
    const tensor x = tensor::from<float>({-3}, {1});
    for (const char* const called : {"", "ai.onnx"}) {
        for (const char* const defined : {"", "ai.onnx"}) {
            g.nodes[0].domain = called;
            g.functions[0].domain = defined;
            EXPECT_EQ(*eval(g, {x.view()})[0].data_as<float>(), 3.0f) << called << " " << defined;
        }
    }
}

TEST(graph_rules, strict_leaves_nothing_unused) {
    graph g = example(false);
    g.inputs.push_back({"idle"});
    expect_strict_refuses(g, "[RX] tensor 'idle' is neither used nor an output of the graph");
    g = example(false);
    g.constants["idle"] = constant<float>({1}, {1});
    expect_strict_refuses(g, "[RX] tensor 'idle' is neither used nor an output of the graph");
    // Read by a node, and yet on no way to an output.
    g = example(false);
    g.nodes.push_back(node("Neg", {"G_I1"}, "a"));
    g.nodes.push_back(node("Neg", {"a"}, "b"));
    expect_strict_refuses(g, "[R2] output 'b'");
}

graph_function twice() { return {"Twice", {"x"}, {"y"}, {node("Add", {"x", "x"}, "y")}}; }

TEST(graph_rules, functions) {
    graph g = make_graph({"a"}, {node("Twice", {"a"}, "b")}, {"b"});
    expect_refused(g, "operator 'Twice' is not supported", status::unsupported);
    g.functions = {twice()};
    expect_legal(g);
    g.functions.push_back(twice());
    expect_refused(g, "function 'Twice' is defined twice");
    g.functions.pop_back();
    g.nodes[0].inputs.push_back("a");
    expect_refused(g, "has 2 inputs, the function 1");
    g.nodes[0].inputs.pop_back();
    g.nodes[0].attributes["alpha"] = 1.0;
    expect_refused(g, "attribute alpha is none of this function's");
    g.nodes[0].attributes.clear();
    g.functions[0].attributes = {"alpha"};
    EXPECT_TRUE(check(g, graph_profile::onnx));
    EXPECT_EQ(check(g, graph_profile::strict).message, "node of 'b' (Twice): attribute alpha is missing");
}

TEST(graph_rules, operators_that_onnx_has_not_got_are_not_in_the_profile) {
    const graph g = make_graph({"a"}, {node("exp2", {"a"}, "b")}, {"b"});
    EXPECT_TRUE(check(g, graph_profile::onnx));
    const outcome strict = check(g, graph_profile::strict);
    EXPECT_EQ(strict.code, status::unsupported);
    EXPECT_EQ(strict.message, "[T03b] node of 'b' (exp2): operator 'exp2' is not supported");
}

TEST(graph_rules, functions_do_not_call_themselves) {
    graph g = make_graph({"a"}, {node("Twice", {"a"}, "b")}, {"b"});
    g.functions = {twice()};
    g.functions[0].nodes[0].op_type = "Other";
    g.functions[0].nodes[0].inputs = {"x"};
    g.functions.push_back({"Other", {"x"}, {"y"}, {node("Twice", {"x"}, "y")}});
    expect_refused(g, "function 'Twice' calls itself, directly or through others");
}

TEST(graph_rules, functions_that_make_too_many_nodes) {
    // 2^40 additions.
    graph g = make_graph({"a"}, {node("F40", {"a"}, "b")}, {"b"});
    g.functions.push_back({"F0", {"x"}, {"y"}, {node("Neg", {"x"}, "y")}});
    for (int i = 1; i <= 40; ++i) {
        const std::string before = "F" + std::to_string(i - 1);
        g.functions.push_back(
            {"F" + std::to_string(i), {"x"}, {"y"}, {node(before, {"x"}, "z"), node(before, {"z"}, "y")}});
    }
    expect_legal(g);
    graph_plan made;
    const float a = 1;
    EXPECT_EQ(graph_plan::try_make(made, g, {view(&a, {})}).code, status::too_large);
    // A branch of them is not made when it is never taken.
    const auto many = std::make_shared<const graph>(make_graph({}, {node("F40", {"a"}, "m")}, {"m"}));
    const auto few = std::make_shared<const graph>(make_graph({}, {node("F3", {"a"}, "f")}, {"f"}));
    g.constants["yes"] = std::make_shared<const tensor>(tensor::from<bool>({true}, {}));
    g.nodes = {node("If", {"yes"}, "b", {{"then_branch", few}, {"else_branch", many}})};
    EXPECT_EQ(*eval(g, {view(&a, {})})[0].data_as<float>(), 1);
    g.nodes[0].attributes["then_branch"] = many;
    EXPECT_EQ(graph_plan::try_make(made, g, {view(&a, {})}).code, status::too_large);
    EXPECT_FALSE(graph_plan::try_make(made, g, {view(&a, {})}, graph_profile::strict));
}

graph branch(const names& outputs, std::vector<graph_node> nodes) { return make_graph({}, std::move(nodes), outputs); }

TEST(graph_rules, branches_give_what_the_node_gives) {
    const auto yes = std::make_shared<const graph>(branch({"y1"}, {node("Neg", {"x"}, "y1")}));
    const auto no = std::make_shared<const graph>(branch({"n1"}, {node("Abs", {"x"}, "n1")}));
    graph g = make_graph({"c", "x"}, {node("If", {"c"}, "z", {{"then_branch", yes}, {"else_branch", no}})}, {"z"});
    expect_legal(g);
    g.nodes[0].outputs.push_back("w");
    expect_refused(g, "then_branch gives 1 output, the node 2");
    g.nodes[0].outputs.pop_back();
    g.nodes[0].attributes.erase("else_branch");
    expect_refused(g, "attribute else_branch is missing");
    // A name of the graph around is taken.
    g.nodes[0].attributes["else_branch"] = std::make_shared<const graph>(branch({"x"}, {node("Abs", {"c"}, "x")}));
    expect_refused(g, "tensor 'x' is given more than once");
    g.nodes[0].attributes["else_branch"] =
        std::make_shared<const graph>(branch({"n1"}, {node("Abs", {"nowhere"}, "n1")}));
    expect_refused(g, "'nowhere', never gets a value");
    graph own = branch({"n1"}, {node("Abs", {"x"}, "n1")});
    own.functions = {twice()};
    g.nodes[0].attributes["else_branch"] = std::make_shared<const graph>(own);
    expect_refused(g, "a branch has no functions of its own");
}

}  // namespace
}  // namespace zerostride::test
