// What the provider takes of a model and what it leaves, shapes that change, threads, options.
#include <algorithm>
#include <cstring>
#include <random>
#include <thread>

#include "integrations/onnxruntime/workspaces.hpp"
#include "model.hpp"
#include "session.hpp"
#include "support/settings.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

using texts = std::vector<std::string>;

tensor random_floats(const std::vector<std::int64_t>& shape, std::mt19937_64& random) {
    tensor made(dtype::f32, shape);
    std::uniform_real_distribution<float> numbers(0.5f, 2.0f);
    for (std::int64_t i = 0; i < made.size(); ++i) made.data_as<float>()[i] = numbers(random);
    return made;
}

/// That both sessions of a model, with the provider and without, give the same bits.
void expect_same_answers(const model& m, const texts& names, const std::vector<tensor>& inputs, runner by,
                         int threads = 1, int version = 20) {
    texts outputs;
    for (const model_value& output : m.outputs) outputs.push_back(output.name);
    const std::vector<tensor> ours = session(m.bytes(version), by, threads).run(names, inputs, outputs);
    const std::vector<tensor> expected = session(m.bytes(version), runner::theirs, threads).run(names, inputs, outputs);
    for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_TRUE(same(ours[i], expected[i])) << outputs[i];
}

/// That the provider runs these; see session::our_parts.
void expect_parts(const model& m, const texts& expected) {
    const texts found = session(m.bytes(), runner::ours).our_parts();
    EXPECT_EQ(found, expected);
}

model one_node(const std::string& op_type, dtype type, const std::vector<std::int64_t>& shape, dtype result) {
    return {{{"x", type, shape}}, {{"z", result, shape}}, {{op_type, {"x"}, {"z"}}}};
}

TEST_F(OnnxRuntime, WhatOthersRunIsSeen) {
    EXPECT_THROW(session(one_node("Softmax", dtype::f32, {3}, dtype::f32).bytes(), runner::ours_alone), ort::refusal);
    EXPECT_NO_THROW(session(one_node("Softmax", dtype::f32, {3}, dtype::f32).bytes(), runner::ours));
    EXPECT_NO_THROW(session(one_node("Tanh", dtype::f32, {3}, dtype::f32).bytes(), runner::ours_alone));
}

TEST_F(OnnxRuntime, TypesThatItHasNoKernelsFor) {
    const model choice{{{"c", dtype::boolean, {4}}, {"x", dtype::i16, {4}}, {"y", dtype::i16, {1}}},
                       {{"z", dtype::i16, {4}}},
                       {{"Where", {"c", "x", "y"}, {"z"}}}};
    for (const model& m :
         {choice, one_node("Sinh", dtype::f64, {4}, dtype::f64), one_node("Erf", dtype::i8, {4}, dtype::i8)}) {
        EXPECT_THROW(session(m.bytes(), runner::theirs), ort::refusal);
    }
    const session both(choice.bytes(), runner::ours_alone);
    const std::vector<tensor> made =
        both.run({"c", "x", "y"},
                 {tensor::from<bool>({true, false, false, true}, {4}), tensor::from<std::int16_t>({1, 2, 3, 4}, {4}),
                  tensor::from<std::int16_t>({-7}, {1})},
                 {"z"});
    EXPECT_TRUE(same(made[0], tensor::from<std::int16_t>({1, -7, -7, 4}, {4})));
    EXPECT_NO_THROW(session(one_node("Sinh", dtype::f64, {4}, dtype::f64).bytes(), runner::ours_alone));
}

TEST_F(OnnxRuntime, NodesAroundThoseOfOthers) {
    std::mt19937_64 random(seed());
    const std::vector<std::int64_t> shape = {5, 33};
    // e reads a beside what two of their nodes, one of ours between them, made of a.
    const model m{{{"x", dtype::f32, shape}, {"y", dtype::f32, {33}}},
                  {{"e", dtype::f32, shape}, {"a", dtype::f32, shape}},
                  {{"Add", {"x", "y"}, {"a"}},
                   {"Softmax", {"a"}, {"b"}},
                   {"Mul", {"a", "b"}, {"c"}},
                   {"Softmax", {"c"}, {"d"}},
                   {"Sub", {"a", "d"}, {"s"}},
                   {"Mul", {"s", "s"}, {"e"}}}};
    expect_same_answers(m, {"x", "y"}, {random_floats(shape, random), random_floats({33}, random)}, runner::ours);
    expect_parts(m, {"Add", "Mul", "Mul Sub"});
}

TEST_F(OnnxRuntime, ActivationsBehindConvolutions) {
    const std::vector<std::int64_t> shape = {1, 2, 4, 4};
    model m{{{"x", dtype::f32, shape}, {"w", dtype::f32, {2, 2, 1, 1}}},
            {{"z", dtype::f32, shape}},
            {{"Conv", {"x", "w"}, {"c"}}, {"Relu", {"c"}, {"r"}}, {"Mul", {"r", "x"}, {"z"}}}};
    expect_parts(m, {"Mul"});
    m.nodes[2].inputs[1] = "c";  // which is then needed by itself
    expect_parts(m, {"Mul Relu"});
}

TEST_F(OnnxRuntime, WhatIsComputedInQuantizedNumbers) {
    model m{{{"x", dtype::u8, {8}}, {"y", dtype::u8, {8}}, {"s", dtype::f32, {}}, {"o", dtype::u8, {}}},
            {{"z", dtype::u8, {8}}},
            {{"DequantizeLinear", {"x", "s", "o"}, {"a"}},
             {"DequantizeLinear", {"y", "s", "o"}, {"b"}},
             {"Add", {"a", "b"}, {"c"}},
             {"QuantizeLinear", {"c", "s", "o"}, {"z"}}}};
    expect_parts(m, {});
    m.outputs.push_back({"n", dtype::f32, {8}});
    m.nodes.push_back({"Neg", {"c"}, {"n"}});  // for which the sum is needed as a float
    expect_parts(m, {"Add Neg"});
}

TEST_F(OnnxRuntime, WhatIsLeftOutConnectsNothing) {
    // An output that is left out behind an input that is.
    const model m{{{"x", dtype::f32, {1, 1, 4, 4}}, {"most", dtype::f32, {}}},
                  {{"z", dtype::f32, {1, 1, 3, 3}}},
                  {{"Clip", {"x", "", "most"}, {"c"}},
                   {"MaxPool", {"c"}, {"z", ""}, {{"kernel_shape", std::vector<std::int64_t>{2, 2}}}}}};
    expect_parts(m, {"Clip"});
}

// With the least and the greatest as attributes, as activations of older models have them.
TEST_F(OnnxRuntime, ClipsOfEarlyVersions) {
    std::mt19937_64 random(seed());
    model m{
        {{"x", dtype::f32, {4, 50}}, {"y", dtype::f32, {50}}},
        {{"z", dtype::f32, {4, 50}}},
        {{"Mul", {"x", "y"}, {"a"}}, {"Clip", {"a"}, {"b"}, {{"min", 0.75f}, {"max", 2.0f}}}, {"Neg", {"b"}, {"z"}}}};
    for (const int version : {7, 10}) {
        const texts found = session(m.bytes(version), runner::ours).our_parts();
        EXPECT_EQ(found, texts{"Clip Mul Neg"}) << version;
        for (const runner by : {runner::ours, runner::ours_alone}) {
            expect_same_answers(m, {"x", "y"}, {random_floats({4, 50}, random), random_floats({50}, random)}, by, 1,
                                version);
        }
    }
    m.nodes[1].attributes = {};
    expect_same_answers(m, {"x", "y"}, {random_floats({4, 50}, random), random_floats({50}, random)},
                        runner::ours_alone, 1, 10);
}

// What our PRelu refuses and ONNX Runtime's does not, where that is known before a run.
TEST_F(OnnxRuntime, ShapesThatOnlyTheHostTakes) {
    const auto with_slope = [](const model_value& x, const model_value& slope) {
        return model{{x, slope}, {{"z", dtype::f32, {2, 3, 5}}}, {{"PRelu", {"x", "s"}, {"z"}}}};
    };
    const model stretched = with_slope({"x", dtype::f32, {2, 1, 5}}, {"s", dtype::f32, {3, 1}});
    expect_parts(stretched, {});
    std::mt19937_64 random(seed());
    expect_same_answers(stretched, {"x", "s"}, {random_floats({2, 1, 5}, random), random_floats({3, 1}, random)},
                        runner::ours);
    expect_parts(with_slope({"x", dtype::f32, {5}}, {"s", dtype::f32, {2, 3, 1}}), {});
    expect_parts(with_slope({"x", dtype::f32, {2, 3, 5}}, {"s", dtype::f32, {3, 1}}), {"PRelu"});
    expect_parts(with_slope({"x", dtype::f32, {-1, -1, 5}}, {"s", dtype::f32, {3, 1}}), {"PRelu"});
}

TEST_F(OnnxRuntime, WhatBranchesReadOfTheGraphAround) {
    std::mt19937_64 random(seed());
    const std::vector<std::int64_t> shape = {7};
    const auto branch = [&](const char* op_type) {
        return model{{}, {{"r", dtype::f32, shape}}, {{op_type, {"a", "y"}, {"t"}}, {"Neg", {"t"}, {"r"}}}};
    };
    const model m{{{"k", dtype::boolean, {}}, {"x", dtype::f32, shape}, {"y", dtype::f32, shape}},
                  {{"z", dtype::f32, shape}},
                  {{"Add", {"x", "y"}, {"a"}},
                   {"If", {"k"}, {"b"}, {}, {{"then_branch", branch("Mul")}, {"else_branch", branch("Div")}}},
                   {"Sub", {"a", "b"}, {"z"}}}};
    for (const bool k : {false, true}) {
        expect_same_answers(m, {"k", "x", "y"},
                            {tensor::from<bool>({k}, {}), random_floats(shape, random), random_floats(shape, random)},
                            runner::ours);
    }
}

TEST_F(OnnxRuntime, RandomModels) {
    std::mt19937_64 random(seed());
    const std::vector<std::int64_t> shape = {4, 6, 10};
    const auto below = [&](std::size_t end) { return random() % end; };
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE(round);
        model m{{{"v0", dtype::f32, shape}, {"v1", dtype::f32, {10}}, {"v2", dtype::f32, {6, 1}}}, {}, {}};
        m.floats["v3"] = {{1.5f}, {}};
        texts wide = {"v0"}, any = {"v0", "v1", "v2", "v3"};  // of the whole shape, and all
        const std::size_t nodes = 1 + below(14);
        for (std::size_t i = 0; i < nodes; ++i) {
            const std::string made = "v" + std::to_string(4 + i);
            switch (below(8)) {
                case 0: m.nodes.push_back({"Softmax", {wide[below(wide.size())]}, {made}}); break;
                case 1: m.nodes.push_back({"LpNormalization", {wide[below(wide.size())]}, {made}}); break;
                case 2: m.nodes.push_back({"Neg", {wide[below(wide.size())]}, {made}}); break;
                case 3: {
                    m.nodes.push_back({"Less", {wide[below(wide.size())], any[below(any.size())]}, {made + "c"}});
                    m.nodes.push_back(
                        {"Where", {made + "c", wide[below(wide.size())], any[below(any.size())]}, {made}});
                    break;
                }
                default: {
                    static const char* const operators[] = {"Add", "Sub", "Mul", "Max"};
                    texts operands = {wide[below(wide.size())], any[below(any.size())]};
                    if (below(2) == 0) std::swap(operands[0], operands[1]);
                    m.nodes.push_back({operators[below(4)], operands, {made}});
                }
            }
            wide.push_back(made);
            any.push_back(made);
        }
        m.outputs.push_back({wide.back(), dtype::f32, shape});
        if (const std::string& other = wide[1 + below(wide.size() - 1)]; other != wide.back()) {
            m.outputs.push_back({other, dtype::f32, shape});
        }
        expect_same_answers(m, {"v0", "v1", "v2"},
                            {random_floats(shape, random), random_floats({10}, random), random_floats({6, 1}, random)},
                            runner::ours, 1 + static_cast<int>(below(2)));
    }
}

model swish_of_sum(const std::vector<std::int64_t>& shape) {
    return {{{"x", dtype::f32, shape}, {"y", dtype::f32, {-1}}},
            {{"z", dtype::f32, shape}},
            {{"Add", {"x", "y"}, {"a"}}, {"Sigmoid", {"a"}, {"b"}}, {"Mul", {"a", "b"}, {"z"}}}};
}
tensor swish_of_sum(const tensor& x, const tensor& y, const options& how = {}) {
    const tensor a = add(x, y, how);
    return mul(a, sigmoid(a, how), how);
}

TEST_F(OnnxRuntime, MoreShapesThanPlansAreKept) {
    std::mt19937_64 random(seed());
    const session both(swish_of_sum({-1, -1}).bytes(), runner::ours_alone);
    for (int round = 0; round < 2; ++round) {
        for (std::int64_t rows = 0; rows < 40; ++rows) {
            const tensor x = random_floats({rows, 3}, random), y = random_floats({3}, random);
            EXPECT_TRUE(same(both.run({"x", "y"}, {x, y}, {"z"})[0], swish_of_sum(x, y)));
        }
    }
    const tensor x = random_floats({2, 1}, random), y = random_floats({5}, random);
    EXPECT_TRUE(same(both.run({"x", "y"}, {x, y}, {"z"})[0], swish_of_sum(x, y)));
    // What does not broadcast, in words.
    try {
        both.run({"x", "y"}, {random_floats({2, 3}, random), random_floats({4}, random)}, {"z"});
        FAIL() << "[2,3] + [4]";
    } catch (const ort::refusal& refused) {
        EXPECT_NE(std::string(refused.what()).find("extents 3 and 4"), std::string::npos) << refused.what();
    }
}

TEST_F(OnnxRuntime, ShapesThatAreData) {
    const model given{{{"x", dtype::f32, {-1, 1}}, {"s", dtype::i64, {2}}},
                      {{"z", dtype::f32, {-1, -1}}},
                      {{"Expand", {"x", "s"}, {"e"}}, {"Neg", {"e"}, {"z"}}}};
    const session both(given.bytes(), runner::ours_alone);
    const tensor x = tensor::from<float>({1, 2}, {2, 1});
    for (const std::int64_t columns : {3, 2, 3, 1, 0}) {
        const tensor made = both.run({"x", "s"}, {x, tensor::from<std::int64_t>({2, columns}, {2})}, {"z"})[0];
        ASSERT_EQ(made.shape(), (std::vector<std::int64_t>{2, columns}));
        for (std::int64_t i = 0; i < made.size(); ++i) EXPECT_EQ(made.data_as<float>()[i], i < columns ? -1 : -2);
    }
    // A shape without axes is one of one extent.
    const model scalar{{{"x", dtype::f32, {1}}, {"s", dtype::i64, {}, false}},
                       {{"z", dtype::f32, {-1}}},
                       {{"Expand", {"x", "s"}, {"z"}}}};
    const session extended(scalar.bytes(), runner::ours_alone);
    for (const std::int64_t extent : {3, 4, 3, 0}) {
        const tensor made = extended.run(
            {"x", "s"}, {tensor::from<float>({5}, {1}), tensor::from<std::int64_t>({extent}, {})}, {"z"})[0];
        ASSERT_EQ(made.shape(), (std::vector<std::int64_t>{extent}));
        for (std::int64_t i = 0; i < made.size(); ++i) EXPECT_EQ(made.data_as<float>()[i], 5);
    }
    // A shape that a node of ours would compute.
    model computed = given;
    computed.integers["two"] = {1, 2};
    computed.nodes = {{"Mul", {"s", "two"}, {"t"}}, {"Expand", {"x", "t"}, {"e"}}, {"Neg", {"e"}, {"z"}}};
    expect_same_answers(computed, {"x", "s"}, {x, tensor::from<std::int64_t>({2, 3}, {2})}, runner::ours);
    expect_parts(computed, {"Mul", "Neg"});
}

TEST_F(OnnxRuntime, ThreadsOfTheSession) {
    std::mt19937_64 random(seed());
    const tensor x = random_floats({1000, 900}, random), y = random_floats({900}, random);
    const tensor expected = swish_of_sum(x, y);
    for (const int threads : {1, 2, 5}) {
        const session both(swish_of_sum({-1, -1}).bytes(), runner::ours_alone, threads);
        EXPECT_TRUE(same(both.run({"x", "y"}, {x, y}, {"z"})[0], expected)) << threads;
    }
}

TEST_F(OnnxRuntime, ManyRunsAtOnce) {
    std::mt19937_64 random(seed());
    const session both(swish_of_sum({-1, -1}).bytes(), runner::ours_alone, 2);
    std::vector<tensor> xs, expected;
    const tensor y = random_floats({70}, random);
    for (int i = 0; i < 4; ++i) {
        xs.push_back(random_floats({i % 2 == 0 ? 800 : 1 + i, 70}, random));
        expected.push_back(swish_of_sum(xs.back(), y));
    }
    std::vector<int> wrong(xs.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        threads.emplace_back([&, i] {
            for (int round = 0; round < 50; ++round) {
                wrong[i] += !same(both.run({"x", "y"}, {xs[i], y}, {"z"})[0], expected[i]);
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(wrong, std::vector<int>(xs.size()));
}

TEST_F(OnnxRuntime, Options) {
    std::mt19937_64 random(seed());
    const tensor x = random_floats({3, 500}, random), y = random_floats({500}, random);
    const std::string model = swish_of_sum({-1, -1}).bytes();
    const auto made_with = [&](ort::host::texts options) {
        return session(model, runner::ours_alone, 2, std::move(options)).run({"x", "y"}, {x, y}, {"z"})[0];
    };
    options fast;
    fast.accuracy = accuracy_mode::fast;
    const tensor exact_bits = swish_of_sum(x, y), fast_bits = swish_of_sum(x, y, fast);
    ASSERT_FALSE(same(exact_bits, fast_bits));
    EXPECT_TRUE(same(made_with({{"accuracy", "fast"}, {"threads", "1"}}), fast_bits));
    EXPECT_TRUE(same(made_with({{"isa", "baseline"}, {"accuracy", "exact"}}), exact_bits));

    const std::pair<std::string, std::string> refused[] = {
        {"accuracy", "quick"}, {"isa", "avx1024"}, {"threads", "0"}, {"threads", "two"}, {"threads", "99999999999"}};
    for (const auto& [key, text] : refused) {
        try {
            made_with({{key, text}});
            FAIL() << key << " " << text;
        } catch (const ort::refusal& answer) {
            EXPECT_NE(std::string(answer.what()).find("option " + key + " is '" + text + "'"), std::string::npos)
                << answer.what();
        }
    }
}

/// Runs where ZEROSTRIDE_ISA or ZEROSTRIDE_ACCURACY is avx9.
TEST_F(OnnxRuntime, AnEnvironmentThatNamesNothing) {
    const std::string model = swish_of_sum({-1, -1}).bytes();
    try {
        session(model, runner::ours, 1);
        FAIL() << "nothing was refused";
    } catch (const ort::refusal& answer) {
        EXPECT_NE(std::string(answer.what()).find("=avx9: no such "), std::string::npos) << answer.what();
    }
    const std::string strongest = name_of(available_isas().back());
    const session named(model, runner::ours_alone, 1, {{"isa", strongest}, {"accuracy", "exact"}});
    EXPECT_FALSE(named.our_parts().empty());
}

TEST_F(OnnxRuntime, OptionsThatThereAreNot) {
    try {
        session(swish_of_sum({-1, -1}).bytes(), runner::ours, 1, {{"acuracy", "fast"}});
        FAIL() << "acuracy";
    } catch (const ort::refusal& answer) {
        EXPECT_NE(std::string(answer.what()).find("no option 'acuracy'"), std::string::npos) << answer.what();
    }
}

TEST_F(OnnxRuntime, SessionsThatWriteWhatProvidersCompiled) {
    const session both(
        one_node("Tanh", dtype::f32, {3}, dtype::f32).bytes(), runner::ours, 1, {},
        {{"ep.context_enable", "1"}, {"ep.context_file_path", testing::TempDir() + "zerostride_ctx.onnx"}});
    EXPECT_EQ(both.our_parts(), texts());
}

TEST_F(OnnxRuntime, OutputsOverInputs) {
    std::mt19937_64 random(seed());
    const session both(swish_of_sum({-1, -1}).bytes(), runner::ours_alone, 2);
    const tensor y = random_floats({30}, random);
    for (const std::int64_t shift : {0, 1, 30}) {
        // x is the first 20 rows of memory, and the output as many a little later.
        tensor memory = random_floats({22, 30}, random);
        const std::vector<std::int64_t> shape = {20, 30};
        tensor x(dtype::f32, shape);
        std::copy_n(memory.data_as<float>(), x.size(), x.data_as<float>());
        const tensor expected = swish_of_sum(x, y);
        const const_tensor_view in(memory.data(), dtype::f32, shape),
            out(memory.data_as<float>() + shift, dtype::f32, shape);
        both.run_into({"x", "y"}, {in, y.view()}, "z", out);
        EXPECT_EQ(std::memcmp(out.data, expected.data(), 20 * 30 * sizeof(float)), 0) << shift;
    }
}

TEST(Workspaces, AreAsManyAsRunsAtOnce) {
    integration::workspaces memory;
    auto a = memory.take(100), b = memory.take(1000);
    const void* const small = a->bytes.data();
    const void* const large = b->bytes.data();
    memory.give_back(std::move(b));
    memory.give_back(std::move(a));
    a = memory.take(50);
    EXPECT_EQ(a->bytes.data(), small);
    b = memory.take(200);
    EXPECT_EQ(b->bytes.data(), large);
    memory.give_back(std::move(a));
    memory.give_back(std::move(b));
    a = memory.take(5000);  // the large one grows
    EXPECT_EQ(a->bytes.size(), 5000);
    b = memory.take(1);
    EXPECT_EQ(b->bytes.data(), small);
    EXPECT_EQ(memory.take(0)->bytes.size(), 0);
}

TEST_F(OnnxRuntime, IntegersDividedByZeroAreZero) {
    const model m{
        {{"x", dtype::i32, {3}}, {"y", dtype::i32, {3}}}, {{"z", dtype::i32, {3}}}, {{"Div", {"x", "y"}, {"z"}}}};
    const session both(m.bytes(), runner::ours_alone);
    const std::vector<tensor> made = both.run(
        {"x", "y"}, {tensor::from<std::int32_t>({7, 8, -9}, {3}), tensor::from<std::int32_t>({2, 0, 2}, {3})}, {"z"});
    EXPECT_TRUE(same(made[0], tensor::from<std::int32_t>({3, 0, -4}, {3})));
}

}  // namespace
}  // namespace zerostride::test
