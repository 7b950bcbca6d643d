// ONNX's node tests of every operator that the provider takes: the bits that graphs give, and near what ONNX says.
#include <onnx/onnx_pb.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "graph/onnx/reader.hpp"
#include "graph/onnx/tensor.hpp"
#include "session.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

tensor read_tensor(const fs::path& file) {
    onnx::TensorProto proto;
    if (!proto.ParseFromString(bytes_of(file))) throw error(status::invalid_argument, "no tensor");
    return tensor_of_onnx(file.string(), proto);
}

tensor as_doubles(const tensor& x) {
    return eval(operation(op::cast, {{attribute_id::to, static_cast<double>(dtype::f64)}}), {x.view()});
}

/// ONNX's own tolerance.
testing::AssertionResult near(const tensor& got, const tensor& expected) {
    if (got.type() != expected.type() || got.shape() != expected.shape()) {
        return testing::AssertionFailure() << "another type or shape";
    }
    const tensor x = as_doubles(got), y = as_doubles(expected);
    for (std::int64_t i = 0; i < got.size(); ++i) {
        const double a = x.data_as<double>()[i], b = y.data_as<double>()[i];
        const bool is_near = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-7 + 1e-3 * std::abs(b);
        if (!is_near) return testing::AssertionFailure() << a << " and not " << b << " at " << i;
    }
    return testing::AssertionSuccess();
}

/// What ONNX Runtime keeps for itself, or makes something else of before the provider is asked.
const std::set<std::string> theirs = {"DequantizeLinear", "Identity", "QuantizeLinear"};

bool is_for_the_provider(const graph& g) {
    for (const graph_node& node : g.nodes) {
        const bool is_known = std::any_of(std::begin(ops), std::end(ops),
                                          [&](const op_info& row) { return node.op_type == row.onnx_name; });
        if (!is_known || theirs.count(node.op_type) != 0) return false;
    }
    const auto is_text = [](const graph_tensor& x) { return x.type == dtype::str; };
    return !g.nodes.empty() && std::none_of(g.inputs.begin(), g.inputs.end(), is_text) &&
           std::none_of(g.outputs.begin(), g.outputs.end(), is_text);
}

TEST_F(OnnxRuntime, NodeTestsOfOnnx) {
    const fs::path data = "/usr/share/libonnx-testdata/data/node";
    if (!fs::is_directory(data)) GTEST_SKIP() << "ONNX's test data are not there (Debian: libonnx-testdata)";
    int passed = 0;
    std::map<std::string, int> not_run;
    for (const fs::directory_entry& folder : fs::directory_iterator(data)) {
        const fs::path file = folder.path() / "model.onnx";
        SCOPED_TRACE(folder.path().filename().string());
        graph g;
        try {
            g = read_onnx(file.string());
        } catch (const error&) {
            continue;  // sequences, texts of other versions, and what else graphs have not got
        }
        if (!is_for_the_provider(g)) continue;
        std::vector<tensor> inputs, expected;
        std::vector<std::string> input_names, output_names;
        try {
            for (const graph_tensor& input : g.inputs) {
                const std::string name = "input_" + std::to_string(inputs.size()) + ".pb";
                inputs.push_back(read_tensor(folder.path() / "test_data_set_0" / name));
                input_names.push_back(input.name);
            }
            for (const graph_tensor& output : g.outputs) {
                const std::string name = "output_" + std::to_string(expected.size()) + ".pb";
                expected.push_back(read_tensor(folder.path() / "test_data_set_0" / name));
                output_names.push_back(output.name);
            }
        } catch (const error&) {
            ++not_run["values that are no tensors"];
            continue;
        }
        std::optional<session> opened;
        try {
            opened.emplace(bytes_of(file), runner::ours_alone);
        } catch (const ort::refusal& refused) {
            ++not_run[folder.path().filename().string() + ": " + std::string(refused.what()).substr(0, 200)];
            continue;
        }
        const std::vector<tensor> got = opened->run(input_names, inputs, output_names);
        const std::vector<tensor> graphs = eval(g, std::vector<const_tensor_view>(inputs.begin(), inputs.end()));
        for (std::size_t i = 0; i < got.size(); ++i) {
            EXPECT_TRUE(same(got[i], graphs[i]));
            EXPECT_TRUE(near(got[i], expected[i]));
        }
        ++passed;
    }
    for (const auto& [why, count] : not_run) std::printf("not run: %s (%d)\n", why.c_str(), count);
    std::printf("passed: %d\n", passed);
    EXPECT_GE(passed, 150);
}

}  // namespace
}  // namespace zerostride::test
