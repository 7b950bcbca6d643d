// What graph plans promise: tiles, memory, refusals, functions, statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "graph/build.hpp"
#include "support/host_environment.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

using list = std::vector<std::int64_t>;

/// y = sigmoid((x - mean) / std) * ((x - mean) / std)
graph swish_of_normalised() {
    graph g = make_graph({"x"},
                         {node("Sub", {"x", "mean"}, "a"), node("Div", {"a", "std"}, "b"), node("Sigmoid", {"b"}, "c"),
                          node("Mul", {"b", "c"}, "y")},
                         {"y"});
    g.constants["mean"] = constant<float>({0.25f, 0.5f, 0.75f}, {3});
    g.constants["std"] = constant<float>({0.5f, 0.25f, 0.125f}, {3});
    return g;
}

struct run_of {
    run_of(const graph& g, std::vector<const_tensor_view> inputs, const options& how = {})
        : made(g, inputs, graph_profile::onnx, how) {
        for (const const_tensor_view& x : inputs) from.push_back(x.data);
        for (std::size_t i = 0; i < made.output_count(); ++i) {
            results.emplace_back(made.output_type(i), made.output_shape(i));
            to.push_back(results.back().data());
        }
        workspace = tensor(dtype::u8, {static_cast<std::int64_t>(made.workspace_bytes())});
    }
    status run() { return made.run(from.data(), to.data(), workspace.data()); }

    graph_plan made;
    std::vector<const void*> from;
    std::vector<tensor> results;
    std::vector<void*> to;
    tensor workspace;
};

TEST(graph_plan_test, what_lies_between_nodes_takes_a_tile) {
    const std::vector<float> x(1000 * 1000 * 3, 0.5f);
    options how;
    how.max_threads = 1;
    run_of all(swish_of_normalised(), {view(x, {1000, 1000, 3})}, how);
    EXPECT_LE(all.made.workspace_bytes(), std::size_t{100'000}) << all.made.explain();
    ASSERT_EQ(all.run(), status::ok);
    const float* const y = all.results[0].data_as<float>();
    for (int c = 0; c < 3; ++c) EXPECT_EQ(y[c], y[2'999'997 + c]);
    // Half of the mean over the deviation: 0.5 / 0.5 for the first channel.
    EXPECT_FLOAT_EQ(y[0], 0.5f * (1 / (1 + std::exp(-0.5f))));
}

TEST(graph_plan_test, threads_and_hosts_change_no_bit) {
    std::vector<float> x(300 * 200 * 3);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 977) / 100 - 4;
    options one;
    one.max_threads = 1;
    run_of alone(swish_of_normalised(), {view(x, {300, 200, 3})}, one);
    ASSERT_EQ(alone.run(), status::ok);
    options hosted;
    int calls = 0;
    hosted.host.context = &calls;
    hosted.host.threads = 3;
    hosted.host.run = [](void* context, int tasks, void (*body)(void*, int), void* body_context) {
        *static_cast<int*>(context) += tasks;
        for (int i = tasks; i-- > 0;) body(body_context, i);
    };
    run_of by_host(swish_of_normalised(), {view(x, {300, 200, 3})}, hosted);
    ASSERT_EQ(by_host.run(), status::ok);
    EXPECT_GT(calls, 1) << by_host.made.explain();
    EXPECT_EQ(std::memcmp(alone.results[0].data(), by_host.results[0].data(), alone.results[0].bytes()), 0);
}

/// As many threads as are told are had, and no more.
TEST(graph_plan_test, few_tiles_have_few_threads) {
    const std::vector<float> x(20'000, 0.5f);  // three tiles
    struct pool {
        int most = 0;
        static void run(void* context, int tasks, void (*body)(void*, int), void* body_context) {
            pool& own = *static_cast<pool*>(context);
            own.most = std::max(own.most, tasks);
            for (int i = 0; i < tasks; ++i) body(body_context, i);
        }
    } seen;
    options how;
    how.host = {pool::run, &seen, 8};
    const graph g =
        make_graph({"x"}, {node("Gelu", {"x"}, "a"), node("Tan", {"a"}, "b"), node("Gelu", {"b"}, "y")}, {"y"});
    run_of all(g, {view(x, {20'000})}, how);
    ASSERT_EQ(all.run(), status::ok);
    EXPECT_GT(seen.most, 1) << all.made.explain();
    EXPECT_EQ(all.made.threads(), seen.most) << all.made.explain();
}

TEST(graph_plan_test, is_planned_in_any_environment) {
    graph g =
        make_graph({"x"}, {node("Pow", {"x", "k"}, "a"), node("Sigmoid", {"a"}, "b"), node("Neg", {"b"}, "y")}, {"y"});
    g.constants["k"] = constant<float>({2.5f}, {});
    std::vector<float> x(5000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 700;
    run_of usual(g, {view(x, {5000})});
    ASSERT_EQ(usual.run(), status::ok);
    for (const setting& s : settings) {
        const tensor again = [&] {
            const in_setting scope(s);
            return std::move(eval(g, {view(x, {5000})})[0]);
        }();
        EXPECT_EQ(std::memcmp(usual.results[0].data(), again.data(), x.size() * sizeof(float)), 0) << s.name;
    }
}

TEST(graph_plan_test, is_checked_in_any_environment) {
    // No double is this attribute.
    const graph g = make_graph(
        {"x", "scale"}, {node("QuantizeLinear", {"x", "scale"}, "y", {{"axis", (std::int64_t{1} << 60) + 1}})}, {"y"});
    for (const setting& s : settings) {
        const status found = [&] {
            const in_setting scope(s);
            return check(g).code;
        }();
        EXPECT_EQ(found, status::ok) << s.name;
    }
}

TEST(graph_plan_test, two_outputs_and_an_input_that_is_one) {
    const std::vector<float> x = {1, -2, 3};
    const graph g = make_graph({"x"}, {node("Abs", {"x"}, "a"), node("Neg", {"a"}, "b")}, {"x", "a", "b"});
    const std::vector<tensor> made = eval(g, {view(x, {3})}, graph_profile::strict);
    EXPECT_EQ(made[0].data_as<float>()[1], -2);
    EXPECT_EQ(made[1].data_as<float>()[1], 2);
    EXPECT_EQ(made[2].data_as<float>()[1], -2);
}

TEST(graph_plan_test, functions_are_written_out) {
    graph_function scaled{
        "Scaled",
        {"x", "by"},
        {"y"},
        {node("LeakyRelu", {"x"}, "r", {{"alpha", attribute_reference{"slope"}}}), node("Mul", {"r", "by"}, "y")}};
    scaled.attributes = {"slope"};
    scaled.domain = "local";
    graph g = make_graph(
        {"x"},
        {node("Scaled", {"x", "three"}, "a", {{"slope", 0.5}}), node("Scaled", {"a", "three"}, "b", {{"slope", 2.0}})},
        {"b"});
    for (graph_node& call : g.nodes) call.domain = "local";
    g.functions = {scaled};
    g.constants["three"] = constant<float>({3}, {});
    const std::vector<float> x = {2, -2};
    const std::vector<tensor> made = eval(g, {view(x, {2})}, graph_profile::strict);
    EXPECT_EQ(made[0].data_as<float>()[0], 18);
    EXPECT_EQ(made[0].data_as<float>()[1], -2 * 0.5f * 3 * 2 * 3);
}

TEST(graph_plan_test, attributes_that_a_call_leaves_out_are_left_out_within) {
    graph_function inner{
        "Sloped", {"x"}, {"y"}, {node("LeakyRelu", {"x"}, "y", {{"alpha", attribute_reference{"slope"}}})}};
    graph_function outer{
        "Outer", {"x"}, {"y"}, {node("Sloped", {"x"}, "y", {{"slope", attribute_reference{"its_slope"}}})}};
    inner.attributes = {"slope"};
    outer.attributes = {"its_slope"};
    graph g = make_graph({"x"}, {node("Outer", {"x"}, "y")}, {"y"});
    g.functions = {inner, outer};
    const double x = -1;
    EXPECT_EQ(*eval(g, {view(&x, {})})[0].data_as<double>(), static_cast<double>(-0.01f)) << "ONNX's default, a float";
    g.nodes[0].attributes["its_slope"] = 0.5;
    EXPECT_EQ(*eval(g, {view(&x, {})})[0].data_as<double>(), -0.5);
    // What an operator needs is missing then.
    g.functions[0].nodes[0] = node("Cast", {"x"}, "y", {{"to", attribute_reference{"slope"}}});
    g.nodes[0].attributes.clear();
    const auto words = [&] {
        graph_plan made;
        return graph_plan::try_make(made, g, {view(&x, {})}).message;
    };
    EXPECT_EQ(words(), "node of 'y' (Cast): attribute to is missing");
    g.functions[0].nodes[0] = node("Constant", {}, "y", {{"value_float", attribute_reference{"slope"}}});
    EXPECT_EQ(words(), "node of 'y' (Constant): its value is missing");
}

TEST(graph_plan_test, constants_are_computed_once) {
    graph g = make_graph(
        {"x"}, {node("Exp", {"one"}, "e"), node("Add", {"e", "one"}, "s"), node("Mul", {"x", "s"}, "y")}, {"y"});
    g.constants["one"] = constant<float>({1}, {});
    const float x = 2;
    const graph_plan made(g, {view(&x, {})});
    EXPECT_EQ(made.explain().find("Exp"), std::string::npos) << made.explain();
    EXPECT_FLOAT_EQ(*eval(g, {view(&x, {})})[0].data_as<float>(), 2 * (std::exp(1.0f) + 1));
}

TEST(graph_plan_test, division_by_zero_is_a_finding) {
    const graph g = make_graph({"x", "y"}, {node("Div", {"x", "y"}, "q"), node("Add", {"q", "x"}, "z")}, {"z"});
    std::vector<std::int32_t> x(40'000, 7), y(40'000, 2);
    run_of all(g, {view(x, {40'000}), view(y, {40'000})});
    EXPECT_EQ(all.run(), status::ok);
    y[39'999] = 0;
    EXPECT_EQ(all.run(), status::integer_division_by_zero);
    EXPECT_EQ(all.results[0].data_as<std::int32_t>()[39'999], 7);
    EXPECT_EQ(all.results[0].data_as<std::int32_t>()[0], 10);
}

TEST(graph_plan_test, division_by_zero_among_constants_is_one_too) {
    graph g = make_graph({"x"}, {node("Div", {"a", "b"}, "q"), node("Add", {"x", "q"}, "y")}, {"y"});
    g.constants["a"] = constant<std::int32_t>({4, 5}, {2});
    g.constants["b"] = constant<std::int32_t>({0, 2}, {2});
    const std::vector<std::int32_t> x = {1, 1};
    run_of all(g, {view(x, {2})});
    EXPECT_EQ(all.run(), status::integer_division_by_zero);
    EXPECT_EQ(all.results[0].data_as<std::int32_t>()[0], 1);
    EXPECT_EQ(all.results[0].data_as<std::int32_t>()[1], 3);
}

TEST(graph_plan_test, division_by_zero_among_constants_that_no_run_needs_is_none) {
    const std::vector<std::int32_t> x = {1, -1};
    const auto found = [&](const std::vector<graph_node>& others, const std::string& made) {
        graph g = make_graph({"x"}, {node("Div", {"a", "b"}, "q"), node("Add", {"x", "q"}, "z")}, {made});
        g.nodes.insert(g.nodes.end(), others.begin(), others.end());
        g.constants["a"] = constant<std::int32_t>({4, 2}, {2});
        g.constants["b"] = constant<std::int32_t>({0, 2}, {2});
        g.constants["zero"] = constant<std::int32_t>({0}, {});
        return run_of(g, {view(x, {2})}).run();
    };
    constexpr status divided = status::integer_division_by_zero;
    EXPECT_EQ(found({}, "z"), divided);
    EXPECT_EQ(found({node("Neg", {"q"}, "n"), node("Add", {"n", "x"}, "y")}, "y"), divided) << "on the way";
    EXPECT_EQ(found({node("Neg", {"x"}, "y")}, "y"), status::ok);
    EXPECT_EQ(found({node("Shape", {"q"}, "s"), node("Expand", {"x", "s"}, "e"), node("Neg", {"e"}, "y")}, "y"),
              status::ok)
        << "only its shape";
    EXPECT_EQ(found({node("CastLike", {"x", "q"}, "c"), node("Neg", {"c"}, "y")}, "y"), status::ok) << "only its type";
    const graph_node begin = node("Constant", {}, "from", {{"value_ints", list{0}}}),
                     end = node("Constant", {}, "to", {{"value_ints", list{1}}}),
                     first = node("Slice", {"q", "from", "to"}, "first");
    // 0 is the operand's own extent.
    EXPECT_EQ(found({begin, end, first, node("Reshape", {"x", "first"}, "r"), node("Neg", {"r"}, "y")}, "y"), divided)
        << "its elements are a shape";
    graph_node choice = node("If", {"is"}, "y");
    choice.attributes["then_branch"] = std::make_shared<const graph>(make_graph({}, {node("Neg", {"x"}, "t")}, {"t"}));
    choice.attributes["else_branch"] =
        std::make_shared<const graph>(make_graph({}, {node("Add", {"x", "q"}, "e")}, {"e"}));
    EXPECT_EQ(found({choice, node("Equal", {"zero", "zero"}, "is")}, "y"), status::ok) << "in the other branch";
    EXPECT_EQ(found({choice, node("Greater", {"zero", "zero"}, "is")}, "y"), divided) << "in this branch";
    EXPECT_EQ(found({begin, end, first, choice, node("Equal", {"first", "zero"}, "is")}, "y"), divided)
        << "it is a condition";
}

TEST(graph_plan_test, tensors_without_elements_take_no_time) {
    for (const list& shape :
         {list{std::int64_t{1} << 57, 0}, list{std::int64_t{1} << 40, 3, 0}, list{0, std::int64_t{1} << 57}}) {
        for (const bool is_alone : {true, false}) {
            const graph g = is_alone ? make_graph({"x"}, {node("Abs", {"x"}, "y")}, {"y"})
                                     : make_graph({"x"}, {node("Abs", {"x"}, "a"), node("Neg", {"a"}, "y")}, {"y"});
            run_of all(g, {const_tensor_view(nullptr, dtype::f32, shape)});
            EXPECT_EQ(all.run(), status::ok);
            EXPECT_EQ(all.made.output_shape(0), shape);
        }
    }
}

TEST(graph_plan_test, keeps_no_constant_that_no_step_reads) {
    graph g =
        make_graph({"x"}, {node("Neg", {"a"}, "n"), node("Mul", {"x", "n"}, "m"), node("Add", {"m", "b"}, "y")}, {"y"});
    g.constants["a"] = constant<float>({4, 5}, {2});
    g.constants["b"] = constant<float>({1, 1}, {2});
    const long before = g.constants["a"].use_count();
    const std::vector<float> x = {1, 2};
    run_of all(g, {view(x, {2})});
    EXPECT_EQ(g.constants["a"].use_count(), before);
    EXPECT_EQ(g.constants["b"].use_count(), before + 1);
    g.constants.clear();
    ASSERT_EQ(all.run(), status::ok);
    EXPECT_EQ(all.results[0].data_as<float>()[1], -9);
}

TEST(graph_plan_test, constants_of_one_element_are_reshaped_where_they_are) {
    graph g = make_graph(
        {"x"},
        {node("ConstantOfShape", {"wide"}, "c"), node("Reshape", {"c", "square"}, "r"), node("Size", {"r"}, "n"),
         node("Shape", {"r"}, "s"), node("Slice", {"r", "0", "2"}, "part"), node("Squeeze", {"column"}, "one"),
         node("Slice", {"part", "0", "2", "1"}, "small"), node("Add", {"x", "small"}, "y")},
        {"y", "n", "s"});
    g.constants["wide"] = constant<std::int64_t>({std::int64_t{1} << 40}, {1});
    g.constants["square"] = constant<std::int64_t>({1 << 20, 1 << 20}, {2});
    for (const std::int64_t number : {0, 1, 2})
        g.constants[std::to_string(number)] = constant<std::int64_t>({number}, {1});
    g.constants["column"] = constant<float>({1}, {1, 1});
    const std::vector<float> x = {1, 2, 3, 4};
    run_of all(g, {view(x, {2, 2})});
    ASSERT_EQ(all.run(), status::ok);
    EXPECT_EQ(all.results[0].data_as<float>()[3], 4);
    EXPECT_EQ(*all.results[1].data_as<std::int64_t>(), std::int64_t{1} << 40);
}

TEST(graph_plan_test, more_memory_than_there_is_is_refused) {
    graph g = make_graph({"x"}, {node("Expand", {"x", "wide"}, "w")}, {"y"});
    g.constants["wide"] = constant<std::int64_t>({std::int64_t{1} << 58}, {1});
    g.constants["0"] = constant<std::int64_t>({0}, {1});
    g.constants["1"] = constant<std::int64_t>({1}, {1});
    graph_node sum{"", "Sum", {}, {"y"}};
    for (int i = 0; i < 20; ++i) {
        const std::string n = std::to_string(i);
        g.nodes.push_back(node("LeakyRelu", {"w"}, "n" + n, {{"alpha", double(i)}}));
        g.nodes.push_back(node("Slice", {"n" + n, "0", "1"}, "v" + n));
        sum.inputs.push_back("v" + n);
    }
    g.nodes.push_back(sum);
    const float x = 1;
    graph_plan made;
    const outcome answer = graph_plan::try_make(made, g, {view(&x, {1})});
    EXPECT_EQ(answer.code, status::too_large) << answer.message;
    // Strides that reach beyond all addresses.
    const list shape = {3, 3}, strides = {std::int64_t{1} << 62, 4};
    const outcome far = graph_plan::try_make(made, make_graph({"x"}, {node("Abs", {"x"}, "y")}, {"y"}),
                                             {const_tensor_view(&x, dtype::f32, shape, strides.data())});
    EXPECT_EQ(far.code, status::too_large) << far.message;
    EXPECT_NE(far.message.find("axis 0: its stride reaches too far"), std::string::npos) << far.message;
}

TEST(graph_plan_test, element_types_by_their_numbers) {
    graph g = make_graph({"x"}, {node("Cast", {"x"}, "y", {{"to", std::int64_t{11}}})}, {"y"});
    const std::vector<float> x = {1.5f, -2};
    EXPECT_EQ(eval(g, {view(x, {2})})[0].type(), dtype::f64);
    for (const std::int64_t wrong : {0, 8888, -1, 16}) {
        g.nodes[0].attributes["to"] = wrong;
        const outcome answer = check(g);
        EXPECT_NE(answer.message.find("attribute to is the element type " + std::to_string(wrong)), std::string::npos)
            << answer.message;
    }
    g = make_graph({"x", "s", "z"}, {node("QuantizeLinear", {"x", "s", "z"}, "y", {{"output_dtype", std::int64_t{0}}})},
                   {"y"});
    const float scale = 0.5f;
    const std::uint8_t zero = 10;
    EXPECT_EQ(eval(g, {view(x, {2}), view(&scale, {}), view(&zero, {})})[0].data_as<std::uint8_t>()[1], 6);
}

TEST(graph_plan_test, shapes_from_inputs_are_remembered) {
    const graph g = make_graph({"x", "shape"}, {node("Expand", {"x", "shape"}, "w"), node("Neg", {"w"}, "y")}, {"y"});
    const std::vector<float> x = {1, 2};
    list shape = {3, 2};
    run_of all(g, {view(x, {2}), view(shape, {2})});
    EXPECT_EQ(all.made.output_shape(0), (list{3, 2}));
    ASSERT_EQ(all.run(), status::ok);
    EXPECT_EQ(all.results[0].data_as<float>()[5], -2);
    shape[0] = 4;
    EXPECT_EQ(all.run(), status::invalid_argument);
    graph_plan none;
    const outcome unknown =
        graph_plan::try_make(none, g, {view(x, {2}), const_tensor_view(nullptr, dtype::i64, {shape.data(), 1})});
    EXPECT_EQ(unknown.code, status::invalid_argument);
    EXPECT_NE(unknown.message.find("has no data yet"), std::string::npos) << unknown.message;
}

TEST(graph_plan_test, texts_are_moved_and_compared) {
    const tensor x = tensor::from_strings({std::string("one"), std::string("two")}, {2});
    const tensor y = tensor::from_strings({std::string("two")}, {1});
    const graph g =
        make_graph({"x", "y"}, {node("Equal", {"x", "y"}, "e"), node("Where", {"e", "y", "x"}, "z")}, {"e", "z"});
    const std::vector<tensor> made = eval(g, {x, y});
    EXPECT_EQ(made[0].data_as<bool>()[1], true);
    EXPECT_EQ(made[1].to_strings(), (std::vector<std::string>{"one", "two"}));
    graph named = make_graph({"x"}, {node("Equal", {"x", "x"}, "e"), node("Where", {"e", "other", "x"}, "z")}, {"z"});
    const std::string long_text = "a text that is too long to be stored in the string itself";
    named.constants["other"] = std::make_shared<const tensor>(tensor::from_strings({long_text}, {1}));
    const std::vector<tensor> kept = eval(named, {x});
    named = {};
    EXPECT_EQ(kept[0].to_strings(), (std::vector<std::string>{long_text, long_text}));
    const graph makes = make_graph({"x", "y"}, {node("StringConcat", {"x", "y"}, "z")}, {"z"});
    graph_plan none;
    const outcome answer = graph_plan::try_make(none, makes, {x, y});
    EXPECT_EQ(answer.code, status::unsupported) << answer.message;
}

// The characters that StringConcat makes belong to a constant, of which others are made.
TEST(graph_plan_test, texts_of_constants_outlive_the_constants_that_they_came_through) {
    const std::string long_text = "a text that is too long to be stored in the string itself";
    const auto texts = [](const names& words, const list& shape) {
        return std::make_shared<const tensor>(tensor::from_strings(words, shape));
    };
    graph g = make_graph({},
                         {node("StringConcat", {"a", "b"}, "ab"), node("Where", {"which", "ab", "a"}, "chosen"),
                          node("Transpose", {"ab"}, "turned"), node("Reshape", {"turned", "two"}, "flat"),
                          node("Max", {"flat", "flat"}, "greatest")},
                         {"chosen", "flat", "greatest"});
    g.constants["a"] = texts({long_text + "1", long_text + "2"}, {1, 2});
    g.constants["b"] = texts({"x", "y"}, {1, 2});
    const int one = 1;
    g.constants["which"] = std::make_shared<const tensor>(eval(op::equal, {view(&one, {1, 1}), view(&one, {1, 1})}));
    g.constants["two"] = constant<std::int64_t>({2}, {1});
    const names joined = {long_text + "1x", long_text + "2y"};
    run_of all(g, {});
    g = {};
    ASSERT_EQ(all.run(), status::ok);
    for (const tensor& made : all.results) EXPECT_EQ(made.to_strings(), joined);
}

TEST(graph_plan_test, owners_of_texts_are_kept_once) {
    tensor texts = tensor::from_strings({std::string("one"), std::string("two")}, {2});
    for (int i = 0; i < 40; ++i) texts = max(texts, texts);
    EXPECT_EQ(texts.owners().size(), 1u);
}

// A hundred bytes of a file can ask for any number of elements: they are left to the run.
TEST(graph_plan_test, constants_that_are_larger_than_the_graph_are_not_computed) {
    graph g = make_graph({"x"},
                         {node("ConstantOfShape", {"wide"}, "zeros"), node("Exp", {"zeros"}, "ones"),
                          node("Slice", {"ones", "0", "1"}, "first"), node("Add", {"x", "first"}, "y"),
                          node("Exp", {"zeros"}, "unused")},
                         {"y"});
    constexpr std::int64_t many = std::int64_t{1} << 45;
    g.constants["wide"] = constant<std::int64_t>({many}, {1});
    for (const std::int64_t number : {0, 1})
        g.constants[std::to_string(number)] = constant<std::int64_t>({number}, {1});
    const float x = 1;
    const graph_plan made(g, {view(&x, {1})});
    EXPECT_GE(made.workspace_bytes(), static_cast<std::size_t>(4 * many)) << made.explain();
    // Small ones are, whatever there is besides.
    const std::int64_t few = 8;
    g.constants["wide"] = constant<std::int64_t>({few}, {1});
    EXPECT_EQ(graph_plan(g, {view(&x, {1})}).explain().find("Exp"), std::string::npos);
    // So are those that are as large as the graph's own.
    const std::vector<float> weights(3'000'000, 0.5f);
    graph w = make_graph({"x"}, {node("Exp", {"weights"}, "e"), node("Add", {"x", "e"}, "y")}, {"y"});
    w.constants["weights"] = constant<float>(weights, {3'000'000});
    EXPECT_EQ(graph_plan(w, {view(weights, {3'000'000})}).explain().find("Exp"), std::string::npos);
    // Texts are made when planning or never.
    graph t = make_graph(
        {}, {node("ConstantOfShape", {"wide"}, "zeros"), node("Cast", {"zeros"}, "texts", {{"to", std::int64_t{8}}})},
        {"texts"});
    t.constants["wide"] = constant<std::int64_t>({many}, {1});
    graph_plan none;
    const outcome answer = graph_plan::try_make(none, t, {});
    EXPECT_EQ(answer.code, status::too_large);
    EXPECT_EQ(answer.message, "node of 'texts' (Cast): str[35184372088832] is more than constants may have");
}

// Each text is as long as two of those before it.
TEST(graph_plan_test, texts_of_constants_do_not_grow_without_end) {
    std::vector<graph_node> nodes;
    std::string last = "t0";
    for (int i = 1; i <= 40; ++i) {
        const std::string next = "t" + std::to_string(i);
        nodes.push_back(node("StringConcat", {last, last}, next));
        last = next;
    }
    graph g = make_graph({}, nodes, {last});
    g.constants["t0"] = std::make_shared<const tensor>(tensor::from_strings({"a"}, {1}));
    graph_plan none;
    const outcome answer = graph_plan::try_make(none, g, {});
    EXPECT_EQ(answer.code, status::too_large);
    EXPECT_NE(answer.message.find("bytes are more than constants may have"), std::string::npos) << answer.message;
    // Long ones are welcome that are a graph's own, or a few times as long.
    g = make_graph({}, {node("StringConcat", {"t0", "t0"}, "y")}, {"y"});
    g.constants["t0"] = std::make_shared<const tensor>(tensor::from_strings({std::string(3'000'000, 'a')}, {1}));
    EXPECT_EQ(eval(g, {})[0].to_strings()[0].size(), 6'000'000u);
    // What hands texts on makes none.
    nodes.clear();
    last = "t0";
    for (int i = 1; i <= 40; ++i) {
        nodes.push_back(node("Max", {last, "t0"}, "t" + std::to_string(i)));
        last = nodes.back().outputs[0];
    }
    g.nodes = nodes;
    g.outputs[0].name = last;
    EXPECT_EQ(eval(g, {})[0].to_strings()[0].size(), 3'000'000u);
}

// A list of stride 0 has no memory that would bound it.
TEST(graph_plan_test, lists_have_no_more_elements_than_a_shape_may) {
    const std::int64_t many = std::int64_t{1} << 40;
    for (const char* const kind : {"Reshape", "Unsqueeze", "Expand"}) {
        graph g = make_graph({"x"},
                             {node("ConstantOfShape", {"many"}, "ones", {{"value", constant<std::int64_t>({1}, {1})}}),
                              node(kind, {"x", "ones"}, "y"), node("Size", {"y"}, "size")},
                             {"size"});
        g.constants["many"] = constant<std::int64_t>({many}, {1});
        const float x = 1;
        graph_plan none;
        const outcome answer = graph_plan::try_make(none, g, {view(&x, {1})});
        EXPECT_EQ(answer.code, status::too_large) << kind << ": " << answer.message;
        EXPECT_NE(answer.message.find("has 1099511627776 elements, more than 1048576"), std::string::npos)
            << answer.message;
    }
}

// In a function an operand may be one that the call leaves out.
TEST(graph_plan_test, of_any_number_of_operands_a_call_leaves_none_out) {
    const float x = 1;
    for (const char* const kind : {"Sum", "Mean", "Min", "Max"}) {
        for (const names& operands : {names{"a", "b"}, names{"b", "a"}}) {
            graph g = make_graph({"x"}, {node("F", {"x"}, "y")}, {"y"});
            g.functions = {{"F", {"a", "b"}, {"o"}, {node(kind, operands, "o")}}};
            graph_plan none;
            const outcome answer = graph_plan::try_make(none, g, {view(&x, {1})});
            EXPECT_EQ(answer.code, status::invalid_argument) << kind;
            EXPECT_EQ(answer.message, std::string("node of 'o' (") + kind + "): input " +
                                          (operands[0] == "b" ? "0" : "1") + " is missing");
        }
    }
}

/// 2^15 calls, by functions that each call the next one twice; the last one is `last`.
graph many_calls(graph_function last) {
    graph g = make_graph({"x"}, {node("F0", {"x"}, "y")}, {"y"});
    for (int i = 0; i < 15; ++i) {
        const std::string next = "F" + std::to_string(i + 1);
        g.functions.push_back(
            {"F" + std::to_string(i), {"a"}, {"c"}, {node(next, {"a"}, "b"), node(next, {"b"}, "c")}});
        for (const std::string& name : last.attributes) {
            g.functions.back().attributes.push_back(name);
            for (graph_node& call : g.functions.back().nodes) call.attributes[name] = attribute_reference{name};
        }
    }
    last.name = "F15";
    g.functions.push_back(std::move(last));
    return g;
}

TEST(graph_plan_test, calls_share_what_functions_have) {
    // Else every call would have 80 kB of its own.
    graph g = many_calls({"",
                          {"a"},
                          {"c"},
                          {node("Constant", {}, "k", {{"value_ints", list(10'000, 7)}}),
                           node("Slice", {"k", "from", "to"}, "seven"), node("CastLike", {"seven", "a"}, "s"),
                           node("Add", {"a", "s"}, "c"), node("Constant", {}, "from", {{"value_ints", list{0}}}),
                           node("Constant", {}, "to", {{"value_ints", list{1}}})}});
    const float x = 1;
    EXPECT_EQ(*eval(g, {view(&x, {1})})[0].data_as<float>(), 1 + 7 * 32768.0f);
    // What they share is as much for other constants as one of them is.
    g.functions.back().nodes[0].attributes = {
        {"value", std::make_shared<const tensor>(tensor::from(std::vector<std::int8_t>(10'000, 7), {10'000}))}};
    g.nodes.push_back(node("ConstantOfShape", {"many"}, "zeros"));
    g.nodes.push_back(node("Exp", {"zeros"}, "ones"));
    g.nodes.push_back(node("Add", {"ones", "x"}, "large"));
    g.outputs.push_back({"large"});
    g.constants["many"] = constant<std::int64_t>({2'000'000}, {1});
    EXPECT_NE(graph_plan(g, {view(&x, {1})}).explain().find("Exp"), std::string::npos);
}

TEST(graph_plan_test, calls_that_write_out_too_much_are_refused) {
    graph_function wide = {"", {"a"}, {"c"}, {node("Neg", {"a"}, "c")}};
    for (int i = 0; i < 2000; ++i) wide.inputs.push_back("unused" + std::to_string(i));
    graph_function listed = {
        "",
        {"a"},
        {"c"},
        {node("Neg", {"a"}, "c"), node("Constant", {}, "k", {{"value_ints", attribute_reference{"v"}}})}};
    listed.attributes = {"v"};
    graph by_attribute = many_calls(listed);
    by_attribute.nodes[0].attributes["v"] = list(20'000, 1);
    const float x = 1;
    for (const graph& g : {many_calls(wide), by_attribute}) {
        graph_plan none;
        const outcome answer = graph_plan::try_make(none, g, {view(&x, {1})});
        EXPECT_EQ(answer.code, status::too_large);
        EXPECT_NE(answer.message.find("what calls of functions write out is too much"), std::string::npos)
            << answer.message;
    }
}

// A file of a kilobyte can ask for any number of axes, too.
TEST(graph_plan_test, too_many_axes_altogether_are_refused) {
    const graph g = many_calls({"", {"a"}, {"c"}, {node("Neg", {"a"}, "c")}});
    const float x = 1;
    const std::vector<std::int64_t> few(20, 1), many(600, 1);
    graph_plan made;
    EXPECT_TRUE(graph_plan::try_make(made, g, {view(&x, few)}));
    const outcome answer = graph_plan::try_make(made, g, {view(&x, many)});
    EXPECT_EQ(answer.code, status::too_large);
    EXPECT_NE(answer.message.find("axes altogether, more than 16777216"), std::string::npos) << answer.message;
}

TEST(graph_plan_test, branches_in_branches_are_looked_at_once) {
    std::vector<graph_node> chain;
    for (int i = 0; i < 20'000; ++i) {
        chain.push_back(node("Add", {i == 0 ? "x" : "n" + std::to_string(i - 1), "x"}, "n" + std::to_string(i)));
    }
    auto inner = std::make_shared<const graph>(make_graph({}, chain, {"n19999"}));
    std::string made = "n19999";
    for (int i = 0; i < 120; ++i) {
        graph_node choice = node("If", {"c"}, "r" + std::to_string(i));
        choice.attributes["then_branch"] = inner;
        choice.attributes["else_branch"] =
            std::make_shared<const graph>(make_graph({}, {node("Neg", {"x"}, "e")}, {"e"}));
        made = "r" + std::to_string(i);
        inner = std::make_shared<const graph>(make_graph({}, {choice}, {made}));
    }
    graph g = *inner;
    g.inputs = {{"x"}, {"c"}};
    const float x = 1;
    const bool yes = true;
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(*eval(g, {view(&x, {}), view(&yes, {})})[0].data_as<float>(), 20'001);
    // Half a second; anew for each of the branches it would be twenty times as much.
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST(graph_plan_test, is_explained_in_printable_characters) {
    graph g = make_graph({"x"}, {node("Exp", {"x"}, "y")}, {"y"});
    g.nodes[0].name = "two\nlines\x1b[31m";
    const float x = 1;
    const std::string words = graph_plan(g, {view(&x, {1})}).explain();
    EXPECT_NE(words.find("node 'two?lines?[31m' (Exp)"), std::string::npos) << words;
}

TEST(graph_plan_test, refusals_name_the_node) {
    const std::vector<float> x(6), y(4);
    graph g = make_graph({"x", "y"}, {node("Neg", {"x"}, "n"), node("Add", {"n", "y"}, "z")}, {"z"});
    g.nodes[1].name = "sum";
    graph_plan none;
    const auto answer = [&](const std::vector<const_tensor_view>& inputs) {
        return graph_plan::try_make(none, g, inputs);
    };
    const outcome wide = answer({view(x, {6}), view(y, {4})});
    EXPECT_EQ(wide.code, status::shape_mismatch);
    EXPECT_EQ(wide.message.rfind("node 'sum' (Add): add: E1: axis 0: extents 6 and 4 do not broadcast", 0), 0u)
        << wide.message;
    EXPECT_EQ(answer({view(x, {6})}).message, "graph: 1 input is given, and it takes 2");
    g.inputs[0].type = dtype::f64;
    EXPECT_EQ(answer({view(x, {6}), view(x, {6})}).message, "input 0 ('x'): it is f32, the graph says f64");
    g.inputs[0].type.reset();
    g.inputs[0].shape = list{-1, 6};
    EXPECT_EQ(answer({view(x, {6}), view(x, {6})}).code, status::shape_mismatch);
    g.inputs[0].shape = list{-1};
    g.outputs[0].shape = list{7};
    EXPECT_EQ(answer({view(x, {6}), view(x, {6})}).message, "output 'z': its shape is [6], the graph says [7]");
    g.outputs[0].shape.reset();
    const list negative = {-1};
    EXPECT_EQ(answer({view(x, negative), view(x, {6})}).code, status::invalid_argument);
    EXPECT_FALSE(none);
}

TEST(graph_plan_test, results_larger_than_the_caches) {
    // Stored past them, as the second result is, which no node of its tiles reads; the first one is read there.
    const std::int64_t cache = std::max<std::int64_t>(cpu().l3_bytes, std::int64_t{32} << 20);
    if (cache > std::int64_t{128} << 20) GTEST_SKIP() << "the last cache is so large";
    const std::int64_t cols = 1003, rows = cache / 4 / cols + 1;
    const std::vector<float> y(static_cast<std::size_t>(cols), 0.375f);
    tensor x(dtype::f32, {rows, cols});
    for (std::int64_t i = 0; i < x.size(); ++i) x.data_as<float>()[i] = static_cast<float>(i % 4099) - 2000;
    graph g = make_graph(
        {"x", "y"}, {node("Mul", {"x", "y"}, "a"), node("Add", {"a", "x"}, "b"), node("Neg", {"b"}, "c")}, {"a", "c"});
    for (const int threads : {1, 2}) {
        options how;
        how.max_threads = threads;
        run_of all(g, {x, view(y, {cols})}, how);
        EXPECT_NE(all.made.explain().find("past the caches"), std::string::npos) << all.made.explain();
        ASSERT_EQ(all.run(), status::ok);
        const tensor a = mul(x, view(y, {cols})), c = neg(add(a, x));
        EXPECT_EQ(std::memcmp(all.results[0].data(), a.data(), static_cast<std::size_t>(a.size()) * 4), 0);
        EXPECT_EQ(std::memcmp(all.results[1].data(), c.data(), static_cast<std::size_t>(c.size()) * 4), 0);
    }
}

TEST(graph_plan_test, outputs_that_are_parts_of_what_is_larger_than_the_caches) {
    std::vector<float> x(64 * 3000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 977) - 400;
    const graph g =
        make_graph({"x"}, {node("Neg", {"x"}, "a"), node("Add", {"a", "x"}, "b"), node("Abs", {"b"}, "y")}, {"y"});
    options ordinary, past;
    past.past_caches = true;
    run_of here(g, {view(x, {64, 3000})}, ordinary), there(g, {view(x, {64, 3000})}, past);
    EXPECT_EQ(here.made.explain().find("past the caches"), std::string::npos);
    EXPECT_NE(there.made.explain().find("past the caches"), std::string::npos) << there.made.explain();
    ASSERT_EQ(here.run(), status::ok);
    ASSERT_EQ(there.run(), status::ok);
    EXPECT_EQ(std::memcmp(here.results[0].data(), there.results[0].data(), x.size() * sizeof(float)), 0);
}

TEST(graph_plan_test, views_of_more_than_63_bits_have_bytes_for) {
    const double x[] = {3, 4};
    // Two elements that are repeated 2^60 times have no room to be copied to.
    graph g = make_graph({"x"}, {node("Expand", {"x", "s"}, "wide"), node("Reshape", {"wide", "r"}, "y")}, {"y"});
    g.constants["s"] = constant<std::int64_t>({std::int64_t{1} << 60, 2}, {2});
    g.constants["r"] = constant<std::int64_t>({2, std::int64_t{1} << 60}, {2});
    graph_plan made;
    EXPECT_EQ(graph_plan::try_make(made, g, {view(x, {2})}).code, status::too_large);
    // The next element after the one that is left would be 2^63 bytes away.
    const std::int64_t shape[] = {2}, strides[] = {std::int64_t{1} << 62};
    g = make_graph({"x"}, {node("Slice", {"x", "begin", "end", "axis", "step"}, "y")}, {"y"});
    g.constants = {{"begin", constant<std::int64_t>({0}, {1})},
                   {"end", constant<std::int64_t>({2}, {1})},
                   {"axis", constant<std::int64_t>({0}, {1})},
                   {"step", constant<std::int64_t>({2}, {1})}};
    const std::vector<tensor> first = eval(g, {const_tensor_view(x, dtype::f64, shape, strides)});
    ASSERT_EQ(first[0].size(), 1);
    EXPECT_EQ(*first[0].data_as<double>(), 3.0);
}

TEST(graph_plan_test, runs_refuse_before_they_write) {
    std::vector<float> x(3000, 1.0f), y(3000, 5.0f);
    const graph g = make_graph({"x"}, {node("Neg", {"x"}, "a"), node("Exp", {"a"}, "y")}, {"y"});
    run_of all(g, {view(x, {3000})});
    const void* in[] = {x.data()};
    void* out[] = {y.data()};
    EXPECT_EQ(graph_plan().run(in, out, nullptr), status::invalid_argument);
    ASSERT_GT(all.made.workspace_bytes(), 0u);
    EXPECT_EQ(all.made.run(in, out, nullptr), status::invalid_argument);
    EXPECT_EQ(all.made.run(in, out, static_cast<std::byte*>(all.workspace.data()) + 8), status::invalid_argument);
    EXPECT_EQ(all.made.run(nullptr, out, all.workspace.data()), status::invalid_argument);
    EXPECT_EQ(all.made.run(in, nullptr, all.workspace.data()), status::invalid_argument);
    const void* none[] = {nullptr};
    EXPECT_EQ(all.made.run(none, out, all.workspace.data()), status::invalid_argument);
    void* nowhere[] = {nullptr};
    EXPECT_EQ(all.made.run(in, nowhere, all.workspace.data()), status::invalid_argument);
    void* same[] = {x.data()};
    EXPECT_EQ(all.made.run(in, same, all.workspace.data()), status::overlap);
    void* later[] = {x.data() + 2999};
    EXPECT_EQ(all.made.run(in, later, all.workspace.data()), status::overlap);
    EXPECT_EQ(y, std::vector<float>(3000, 5.0f));
    EXPECT_EQ(x, std::vector<float>(3000, 1.0f));
    const graph twice = make_graph({"x"}, {node("Neg", {"x"}, "a"), node("Abs", {"x"}, "b")}, {"a", "b"});
    run_of two(twice, {view(x, {100})});
    void* outputs[] = {y.data(), y.data() + 99};
    EXPECT_EQ(two.made.run(in, outputs, two.workspace.data()), status::overlap) << "of two outputs";
    EXPECT_EQ(y, std::vector<float>(3000, 5.0f));
    tensor both(dtype::u8, {static_cast<std::int64_t>(all.made.workspace_bytes()) + 12'000});
    std::memset(both.data(), 0x3c, both.bytes());
    const tensor before = both;
    const void* within[] = {static_cast<std::byte*>(both.data()) + all.made.workspace_bytes() - 4};
    EXPECT_EQ(all.made.run(within, out, both.data()), status::overlap) << "of an input and the workspace";
    EXPECT_EQ(std::memcmp(both.data(), before.data(), both.bytes()), 0);
    EXPECT_EQ(y, std::vector<float>(3000, 5.0f));
}

TEST(graph_plan_test, what_nobody_wants_is_not_done) {
    const std::vector<std::int32_t> x = {1}, zero = {0};
    const graph g = make_graph({"x", "zero"}, {node("Div", {"x", "zero"}, "unused"), node("Neg", {"x"}, "y")}, {"y"});
    run_of all(g, {view(x, {1}), view(zero, {1})});
    EXPECT_EQ(all.run(), status::ok);
    EXPECT_EQ(all.made.explain().find("Div"), std::string::npos);
}

TEST(graph_plan_test, many_nodes_take_no_longer_than_they_should) {
    // A chain, and as many nodes that have nothing to do with each other.
    graph g = make_graph({"x"}, {}, {});
    std::string last = "x";
    for (int i = 0; i < 4000; ++i) {
        g.nodes.push_back(node("Neg", {last}, "n" + std::to_string(i)));
        last = "n" + std::to_string(i);
        g.constants["c" + std::to_string(i)] = constant<float>({1}, {1});
        g.nodes.push_back(node("Mul", {"x", "c" + std::to_string(i)}, "m" + std::to_string(i)));
        g.outputs.push_back({"m" + std::to_string(i)});
    }
    g.outputs.push_back({last});
    const std::vector<float> x(100, 2.0f);
    const std::vector<tensor> made = eval(g, {view(x, {100})}, graph_profile::strict);
    EXPECT_EQ(made.back().data_as<float>()[99], 2.0f);
    // As they stand they cannot run: the last one comes first.
    std::reverse(g.nodes.begin(), g.nodes.end());
    EXPECT_EQ(eval(g, {view(x, {100})}, graph_profile::strict).back().data_as<float>()[99], 2.0f);
}

}  // namespace
}  // namespace zerostride::test
