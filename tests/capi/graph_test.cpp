// Graphs in C: the same answers as in C++, and words for everything that is wrong.
#include "zerostride/graph.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "capi/asked.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/zerostride_graph.h"

namespace zerostride::test {
namespace {

using names = std::vector<const char*>;

struct graph_end {
    void operator()(zs_graph* made) const { zs_graph_destroy(made); }
};
using owned_graph = std::unique_ptr<zs_graph, graph_end>;
struct plan_end {
    void operator()(zs_graph_plan* made) const { zs_graph_plan_destroy(made); }
};
using owned_graph_plan = std::unique_ptr<zs_graph_plan, plan_end>;

owned_graph new_graph(const char* name = nullptr) {
    zs_graph* made = nullptr;
    EXPECT_EQ(zs_graph_create(name, &made, nullptr), ZS_STATUS_ok);
    return owned_graph(made);
}

/// A node, and the memory that it points to.
struct node {
    names inputs, outputs;
    std::vector<zs_value> attributes;
    zs_node made{};

    node(const char* op_type, names in, names out, std::vector<zs_value> with = {})
        : inputs(std::move(in)), outputs(std::move(out)), attributes(std::move(with)) {
        made = {op_type,        nullptr,        nullptr,           inputs.data(),    inputs.size(),
                outputs.data(), outputs.size(), attributes.data(), attributes.size()};
    }
};
void add(zs_graph* to, const node& n) { ASSERT_EQ(zs_graph_add_node(to, &n.made, nullptr), ZS_STATUS_ok); }
void add(zs_graph* to, const names& inputs, const std::vector<node>& nodes, const names& outputs) {
    for (const char* name : inputs) {
        ASSERT_EQ(zs_graph_add_input(to, name, 0, nullptr, ZS_RANK_unknown, nullptr), ZS_STATUS_ok);
    }
    for (const node& n : nodes) add(to, n);
    for (const char* name : outputs) {
        ASSERT_EQ(zs_graph_add_output(to, name, 0, nullptr, ZS_RANK_unknown, nullptr), ZS_STATUS_ok);
    }
}

zs_value value_of(const char* name, zs_value_kind kind) {
    return {name, kind, 0, 0, nullptr, nullptr, 0, nullptr, nullptr};
}

tensor run(const zs_graph* g, const std::vector<zs_view>& inputs) {
    zs_graph_plan* made = nullptr;
    const answer planned = ask([&](zs_message* m) {
        zs_graph_plan_destroy(made);
        return zs_graph_plan_create(g, ZS_GRAPH_PROFILE_onnx, inputs.data(), inputs.size(), nullptr, &made, m);
    });
    EXPECT_EQ(planned.words, "");
    if (made == nullptr) return {};
    const owned_graph_plan plan(made);
    zs_view form{};
    EXPECT_EQ(zs_graph_plan_output(made, zs_graph_plan_outputs(made), &form), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_graph_plan_output(made, 0, &form), ZS_STATUS_ok);
    tensor result(static_cast<dtype>(form.dtype), extents_ref(form.shape, form.rank));
    tensor workspace(dtype::u8, {static_cast<std::int64_t>(zs_graph_plan_workspace(made))});
    std::vector<const void*> from;
    for (const zs_view& input : inputs) from.push_back(input.data);
    void* const to[] = {result.data()};
    EXPECT_EQ(zs_graph_plan_run(made, from.data(), to, workspace.data()), ZS_STATUS_ok);
    return result;
}

TEST(graphs_in_c, give_what_they_give_in_cxx) {
    std::vector<float> x(3000), mean = {0.25f, 0.5f, 0.75f};
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 1000;
    const extents wide = {1000, 3}, three = {3};
    const zs_view centre = view_of(mean.data(), ZS_DTYPE_f32, three);
    const owned_graph g = new_graph("swish");
    EXPECT_EQ(zs_graph_add_constant(g.get(), "mean", &centre, nullptr), ZS_STATUS_ok);
    add(g.get(), {"x"}, {{"Sub", {"x", "mean"}, {"a"}}, {"Sigmoid", {"a"}, {"b"}}, {"Mul", {"a", "b"}, {"y"}}}, {"y"});
    mean.assign(3, 99.0f);  // it was copied
    const tensor found = run(g.get(), {view_of(x.data(), ZS_DTYPE_f32, wide)});
    const std::vector<float> kept = {0.25f, 0.5f, 0.75f};
    const tensor a = sub(view(x, {1000, 3}), view(kept, {3}));
    const tensor expected = mul(a, sigmoid(a));
    ASSERT_EQ(found.shape(), expected.shape());
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), expected.bytes()), 0);
}

TEST(graphs_in_c, have_values_of_every_kind) {
    const extents shape = {2, 3}, none = {};
    const float x[] = {-1, 2, -3, 4, -5, 6};
    const zs_view input = view_of(x, ZS_DTYPE_f32, shape);
    const auto of = [&](const node& n) {
        const owned_graph g = new_graph();
        names inputs;
        for (const char* name : n.inputs) inputs.push_back(name);
        add(g.get(), inputs, {n}, {n.outputs[0]});
        return run(g.get(), std::vector<zs_view>(inputs.size(), input));
    };
    zs_value number = value_of("alpha", ZS_VALUE_number);
    number.number = 0.5;
    EXPECT_EQ(of({"LeakyRelu", {"x"}, {"y"}, {number}}).data_as<float>()[2], -1.5f);
    zs_value whole = value_of("to", ZS_VALUE_integer);
    whole.integer = 6;  // ONNX's number of int32
    EXPECT_EQ(of({"Cast", {"x"}, {"y"}, {whole}}).type(), dtype::i32);
    zs_value type = value_of("to", ZS_VALUE_dtype);
    type.integer = ZS_DTYPE_f16;
    EXPECT_EQ(of({"Cast", {"x"}, {"y"}, {type}}).type(), dtype::f16);
    zs_value word = value_of("approximate", ZS_VALUE_text);
    word.text = "tanh";
    EXPECT_NE(of({"Gelu", {"x"}, {"y"}, {word}}).data_as<float>()[1], of({"Gelu", {"x"}, {"y"}}).data_as<float>()[1]);
    const std::int64_t order[] = {1, 0};
    zs_value list = value_of("perm", ZS_VALUE_integers);
    list.list = order;
    list.count = 2;
    EXPECT_EQ(of({"Transpose", {"x"}, {"y"}, {list}}).shape(), (extents{3, 2}));
    const double numbers[] = {1.5, 2.5};
    zs_value floats = value_of("value_floats", ZS_VALUE_numbers);
    floats.list = numbers;
    floats.count = 2;
    EXPECT_EQ(of({"Constant", {}, {"y"}, {floats}}).data_as<float>()[1], 2.5f);
    const char* const words[] = {"a", "bc"};
    zs_value texts = value_of("value_strings", ZS_VALUE_texts);
    texts.list = words;
    texts.count = 2;
    const tensor made = of({"Constant", {}, {"y"}, {texts}});
    EXPECT_EQ(made.type(), dtype::str);
    EXPECT_EQ(made.size(), 2);
    const float seven = 7;
    const zs_view scalar = view_of(&seven, ZS_DTYPE_f32, none);
    zs_value dense = value_of("value", ZS_VALUE_tensor);
    dense.tensor = &scalar;
    EXPECT_EQ(of({"Constant", {}, {"y"}, {dense}}).data_as<float>()[0], 7.0f);
}

TEST(graphs_in_c, copy_texts) {
    std::string bytes = "abc";
    zs_text element = {bytes.data(), bytes.size()};
    const extents shape = {1};
    const zs_view constant = view_of(&element, ZS_DTYPE_str, shape);
    const owned_graph g = new_graph();
    EXPECT_EQ(zs_graph_add_constant(g.get(), "c", &constant, nullptr), ZS_STATUS_ok);
    add(g.get(), {"x"}, {{"Equal", {"x", "c"}, {"y"}}}, {"y"});
    bytes = "xyz";
    const std::string same = "abc";
    const zs_text given = {same.data(), same.size()};
    EXPECT_EQ(*static_cast<const std::uint8_t*>(run(g.get(), {view_of(&given, ZS_DTYPE_str, shape)}).data()), 1);
}

TEST(graphs_in_c, branches_in_each_other_are_few_enough_to_be_destroyed) {
    owned_graph inner = new_graph();
    std::size_t depth = 0;
    for (; depth < 1000; ++depth) {
        owned_graph outer = new_graph();
        zs_value branch = value_of("then_branch", ZS_VALUE_graph);
        branch.graph = inner.get();
        const zs_node n = {"If", nullptr, nullptr, nullptr, 0, nullptr, 0, &branch, 1};
        const answer added = ask([&](zs_message* m) { return zs_graph_add_node(outer.get(), &n, m); });
        if (added.status != ZS_STATUS_ok) {
            EXPECT_EQ(added.status, ZS_STATUS_too_large);
            EXPECT_EQ(added.words, "graph: attribute then_branch: branches are nested more than 128 deep");
            break;
        }
        inner = std::move(outer);
    }
    EXPECT_EQ(depth, 128u);
}

TEST(graphs_in_c, refuse_in_words) {
    const owned_graph g = new_graph("whole");
    zs_graph* const to = g.get();
    const extents shape = {2}, odd = {2, -2};
    const float x[] = {1, 2};
    const zs_view good = view_of(x, ZS_DTYPE_f32, shape), untyped = view_of(x, 99, shape);
    const zs_view nothing = view_of(nullptr, ZS_DTYPE_f32, shape);
    const auto refuses = [](zs_status status, const std::string& words, auto&& call) {
        const answer found = ask(call);
        EXPECT_EQ(found.status, status) << found.words;
        EXPECT_NE(found.words.find(words), std::string::npos) << found.words << ", and not " << words;
    };
    const auto invalid = [&](const std::string& words, auto&& call) {
        refuses(ZS_STATUS_invalid_argument, words, call);
    };
    using words = zs_message*;
    invalid("the place for it", [&](words m) { return zs_graph_create("", nullptr, m); });
    for (const auto add_tensor : {zs_graph_add_input, zs_graph_add_output}) {
        invalid("null pointer", [&](words m) { return add_tensor(nullptr, "x", 0, nullptr, 0, m); });
        invalid("the name", [&](words m) { return add_tensor(to, nullptr, 0, nullptr, 0, m); });
        invalid("the shape of x", [&](words m) { return add_tensor(to, "x", 0, nullptr, 1, m); });
        invalid("x has no valid element type (99)", [&](words m) { return add_tensor(to, "x", 99, nullptr, 0, m); });
        invalid("x: axis 1 has the extent -2", [&](words m) { return add_tensor(to, "x", 0, odd.data(), 2, m); });
    }
    invalid("null pointer", [&](words m) { return zs_graph_add_constant(nullptr, "c", &good, m); });
    invalid("the name", [&](words m) { return zs_graph_add_constant(to, nullptr, &good, m); });
    invalid("the value", [&](words m) { return zs_graph_add_constant(to, "c", nullptr, m); });
    invalid("c has no valid element type (99)", [&](words m) { return zs_graph_add_constant(to, "c", &untyped, m); });
    invalid("null", [&](words m) { return zs_graph_add_constant(to, "c", &nothing, m); });
    EXPECT_EQ(zs_graph_add_constant(to, "c", &good, nullptr), ZS_STATUS_ok);
    invalid("a constant c already", [&](words m) { return zs_graph_add_constant(to, "c", &good, m); });

    const auto add_node = [&](const zs_node& n) { return [&to, n](words m) { return zs_graph_add_node(to, &n, m); }; };
    invalid("the node", [&](words m) { return zs_graph_add_node(to, nullptr, m); });
    zs_node n = {"Neg", nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr, 0};
    invalid("null pointer", [&](words m) { return zs_graph_add_node(nullptr, &n, m); });
    n.op_type = nullptr;
    invalid("the node's op_type", add_node(n));
    n.op_type = "Neg";
    n.input_count = 1;
    invalid("the array of inputs", add_node(n));
    n.input_count = 0;
    n.output_count = 1;
    invalid("the array of outputs", add_node(n));
    n.output_count = 0;
    n.attribute_count = 1;
    invalid("the array of attributes", add_node(n));
    for (const zs_value_kind kind : {ZS_VALUE_text, ZS_VALUE_reference, ZS_VALUE_tensor, ZS_VALUE_graph}) {
        const zs_value value = value_of("v", kind);
        n.attributes = &value;
        invalid("attribute v: the ", add_node(n));
    }
    for (const zs_value_kind kind : {ZS_VALUE_integers, ZS_VALUE_numbers, ZS_VALUE_texts}) {
        zs_value value = value_of("v", kind);
        value.count = 1;
        n.attributes = &value;
        invalid("attribute v: the list is a null pointer", add_node(n));
    }
    for (const zs_value_kind kind : {0, 11, -1}) {
        const zs_value value = value_of("v", kind);
        n.attributes = &value;
        invalid("attribute v has no such kind (" + std::to_string(kind) + ")", add_node(n));
    }
    zs_value value = value_of("v", ZS_VALUE_dtype);
    n.attributes = &value;
    invalid("attribute v is no element type (0)", add_node(n));
    value = value_of(nullptr, ZS_VALUE_integer);
    invalid("attribute 0 has no name", add_node(n));
    const zs_value twice[] = {value_of("v", ZS_VALUE_integer), value_of("v", ZS_VALUE_number)};
    n.attributes = twice;
    n.attribute_count = 2;
    invalid("attribute v is given twice", add_node(n));

    const owned_graph nameless = new_graph(), body = new_graph("body");
    const auto add_function = [&](zs_graph* where, const zs_graph* what) {
        return [=](words m) { return zs_graph_add_function(where, nullptr, what, nullptr, 0, nullptr, 0, m); };
    };
    invalid("null pointer", add_function(nullptr, body.get()));
    invalid("the function's body", add_function(to, nullptr));
    invalid("has no name", add_function(to, nameless.get()));
    invalid("constants or functions of its own", add_function(to, to));
    invalid("the array of names",
            [&](words m) { return zs_graph_add_function(to, nullptr, body.get(), nullptr, 1, nullptr, 0, m); });
    invalid("the array of attributes",
            [&](words m) { return zs_graph_add_function(to, nullptr, body.get(), nullptr, 0, nullptr, 1, m); });

    // What was refused has left nothing behind.
    add(to, {"x"}, {{"Add", {"x", "c"}, {"y"}}}, {"y"});
    EXPECT_EQ(run(to, {good}).data_as<float>()[1], 4.0f);

    zs_graph_plan* plan = reinterpret_cast<zs_graph_plan*>(&n);
    zs_options how = ZS_OPTIONS_INIT;
    const auto create = [&](const zs_graph* from, zs_graph_profile profile, const zs_view* inputs, std::size_t count) {
        return [&plan, &how, from, profile, inputs, count](words m) {
            return zs_graph_plan_create(from, profile, inputs, count, &how, &plan, m);
        };
    };
    invalid("null pointer", [&](words m) { return zs_graph_check(nullptr, 0, m); });
    invalid("there is no profile 2", [&](words m) { return zs_graph_check(to, 2, m); });
    invalid("the place for the plan",
            [&](words m) { return zs_graph_plan_create(to, 0, &good, 1, nullptr, nullptr, m); });
    invalid("null pointer", create(nullptr, 0, &good, 1));
    EXPECT_EQ(plan, nullptr);
    invalid("there is no profile -1", create(to, -1, &good, 1));
    invalid("the array of inputs", create(to, 0, nullptr, 1));
    invalid("input 0 has no valid element type (99)", create(to, 0, &untyped, 1));
    invalid("", create(to, 0, &good, 0));
    const extents other = {3};
    const zs_view wider = view_of(x, ZS_DTYPE_f32, other);
    refuses(ZS_STATUS_shape_mismatch, "extents 3 and 2", create(to, 0, &wider, 1));
    how.past_caches = 7;
    invalid("past_caches", create(to, 0, &good, 1));
    add(to, {}, {{"Conv", {"x"}, {"w"}}}, {});
    how.past_caches = 0;
    refuses(ZS_STATUS_unsupported, "Conv", create(to, 0, &good, 1));
    EXPECT_EQ(plan, nullptr);

    zs_view form;
    EXPECT_EQ(zs_graph_plan_outputs(nullptr), 0u);
    EXPECT_EQ(zs_graph_plan_output(nullptr, 0, &form), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_graph_plan_workspace(nullptr), 0u);
    EXPECT_EQ(zs_graph_plan_threads(nullptr), 0);
    EXPECT_EQ(zs_graph_plan_run(nullptr, nullptr, nullptr, nullptr), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_graph_plan_explain(nullptr, nullptr), ZS_STATUS_invalid_argument);
    zs_graph_destroy(nullptr);
    zs_graph_plan_destroy(nullptr);
}

/// Building a graph takes no thread: OpenMP's are not there in a process that was forked.
TEST(graphs_in_c, are_built_without_threads) {
    const std::size_t n = 4'000'000;
    std::vector<float> x(n, 1.0f), y(n);
    const std::int64_t length = static_cast<std::int64_t>(n);
    zs_options two = ZS_OPTIONS_INIT;
    two.max_threads = 2;
    const zs_view from = {x.data(), ZS_DTYPE_f32, 1, &length, nullptr},
                  to = {y.data(), ZS_DTYPE_f32, 1, &length, nullptr};
    ASSERT_EQ(zs_eval(ZS_OP_neg, nullptr, 0, &from, 1, &to, &two, nullptr), ZS_STATUS_ok);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(60);  // ends it
        const owned_graph made = new_graph();
        _exit(zs_graph_add_constant(made.get(), "k", &from, nullptr) == ZS_STATUS_ok ? 0 : 1);
    }
    int ended = 0;
    ASSERT_EQ(waitpid(child, &ended, 0), child);
    EXPECT_TRUE(WIFEXITED(ended)) << "by signal " << (WIFSIGNALED(ended) ? WTERMSIG(ended) : 0);
    EXPECT_EQ(WEXITSTATUS(ended), 0);
}

}  // namespace
}  // namespace zerostride::test
