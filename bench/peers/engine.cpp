// zerostride_engine: ONNX Runtime's sessions of small models with its own kernels and with ours, in turns.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bench/chains.hpp"
#include "bench/measure.hpp"
#include "bench/peers/onnx_model.hpp"
#include "bench/program.hpp"
#include "integrations/onnxruntime/host.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride::bench {
namespace {

std::string model_of(const chain& c, std::int64_t rows) {
    onnx_model model;
    model.input("x", dtype::f32, {rows, c.inner});
    for (const char* const name : {"a", "b", "c"}) model.input(name, dtype::f32, {c.inner});
    for (const graph_node& node : c.nodes) model.node(node.op_type.c_str(), node.inputs, node.outputs[0].c_str());
    model.output("y", dtype::f32, {rows, c.inner});
    return model.bytes();
}

class measured_model {
public:
    measured_model(const ort::host& engine, const chain& c, std::int64_t rows, int threads, const char* provider,
                   ort::host::texts options)
        : engine_(engine), result_(dtype::f32, {rows, c.inner}) {
        ort::host::how h;
        h.threads = threads;
        h.provider = provider;
        h.provider_options = std::move(options);
        h.configuration = {{"session.force_spinning_stop", "1"}};
        session_ = engine.open(model_of(c, rows), h);
        operands_.emplace_back(dtype::f32, std::vector<std::int64_t>{rows, c.inner});
        for (int i = 0; i < 3; ++i) operands_.emplace_back(dtype::f32, std::vector<std::int64_t>{c.inner});
        for (tensor& operand : operands_) {
            for (std::int64_t i = 0; i < operand.size(); ++i) {
                operand.data_as<float>()[i] = static_cast<float>(i % 61) / 16 + 0.25f;
            }
            inputs_.push_back(engine.view(operand.view()));
        }
        output_ = engine.view(std::as_const(result_).view());
    }

    void run() const {
        static constexpr const char* names[] = {"x", "a", "b", "c"};
        static constexpr const char* output_name = "y";
        const ort::value* const given[] = {inputs_[0].get(), inputs_[1].get(), inputs_[2].get(), inputs_[3].get()};
        ort::value* made = output_.get();
        engine_.functions().call(ort::run, session_.get(), nullptr, names, given, std::size_t{4}, &output_name,
                                 std::size_t{1}, &made);
    }
    batch runs() const {
        return repeated([this] { run(); });
    }
    const tensor& result() const noexcept { return result_; }

private:
    const ort::host& engine_;
    std::shared_ptr<ort::session> session_;
    std::vector<tensor> operands_;
    tensor result_;
    std::vector<std::shared_ptr<ort::value>> inputs_;
    std::shared_ptr<ort::value> output_;
};

/// The approximations of both are good for that.
bool is_near(const tensor& a, const tensor& b) {
    for (std::int64_t i = 0; i < a.size(); ++i) {
        const float x = a.data_as<float>()[i], y = b.data_as<float>()[i];
        if (!(std::abs(x - y) <= 1e-5f + 1e-5f * std::abs(y))) return false;
    }
    return true;
}

std::string time_text(double nanoseconds) {
    char text[32];
    if (nanoseconds < 1e6) {
        std::snprintf(text, sizeof text, "%.3g us", nanoseconds / 1e3);
    } else {
        std::snprintf(text, sizeof text, "%.3g ms", nanoseconds / 1e6);
    }
    return text;
}

int run(int argc, char** argv) {
    std::vector<int> threads = {1, 2};
    CLI::App app(
        "ONNX Runtime, whose library ZEROSTRIDE_ONNXRUNTIME names, on chains of four nodes: with its own kernels, "
        "with ours (the provider of integrations/onnxruntime), and with our fast functions.");
    take_whole_number(app.add_option("--threads", threads, "numbers of threads")->delimiter(','), 1, 1024);
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    ort::host& engine = *new ort::host(std::getenv("ZEROSTRIDE_ONNXRUNTIME"));  // see onnxruntime.cpp
    engine.add_provider(ZEROSTRIDE_PROVIDER);
    const char* const provider = "ZerostrideExecutionProvider";
    warm_up();
    std::printf(
        "ONNX Runtime %s\n\n| model | elements | threads | its kernels | ours | ratio | ours, fast | ratio |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|\n",
        engine.version());
    for (const chain& c : chains) {
        for (const std::int64_t elements : {768, 120000, 15000000}) {
            const std::int64_t rows = elements / c.inner;
            for (const int count : threads) {
                const measured_model theirs(engine, c, rows, count, nullptr, {});
                const measured_model ours(engine, c, rows, count, provider, {});
                const measured_model fast(engine, c, rows, count, provider, {{"accuracy", "fast"}});
                for (const measured_model* const each : {&theirs, &ours, &fast}) each->run();
                if (!is_near(theirs.result(), ours.result()) || !is_near(fast.result(), ours.result())) {
                    return refuse(std::string(c.name) + ": the answers differ");
                }
                const batch subjects[] = {theirs.runs(), ours.runs(), fast.runs()};
                effort how;
                how.rounds = 61;
                how.seconds = 2;
                const std::vector<standing> found =
                    compare_all({&subjects[0], &subjects[1], &subjects[2]}, for_threads(how, count));
                std::printf(
                    "| %s | %lld | %d | %s | %s | %.2f | %s | %.2f |\n", c.name, static_cast<long long>(rows * c.inner),
                    count, time_text(found[0].time.nanoseconds).c_str(), time_text(found[1].time.nanoseconds).c_str(),
                    found[0].time.nanoseconds / found[1].time.nanoseconds, time_text(found[2].time.nanoseconds).c_str(),
                    found[0].time.nanoseconds / found[2].time.nanoseconds);
                std::fflush(stdout);
            }
        }
    }
    return 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_engine", zerostride::bench::run, argc, argv);
}
