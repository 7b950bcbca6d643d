// zerostride eval: one operator on files.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "commands.hpp"
#include "npy/npy.hpp"
#include "results.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

struct eval_arguments {
    std::string op_name;
    std::vector<std::string> inputs;
    std::string output;
    int repeat = 0;
    run_options run;
};

/// Seconds that one run takes: the median of `samples` measurements. Runs too short for the clock are measured
/// several at a time.
double median_seconds(const plan& planned, const std::vector<const void*>& inputs, void* output, int samples) {
    using clock = std::chrono::steady_clock;
    const auto seconds_of = [&](int runs) {
        const clock::time_point begin = clock::now();
        // A failed run would have been refused before.
        for (int i = 0; i < runs; ++i) static_cast<void>(planned.run(inputs.data(), output));
        return std::chrono::duration<double>(clock::now() - begin).count();
    };
    constexpr double shortest = 20e-6;
    constexpr int most_runs = 1 << 14;
    int runs = 1;
    while (runs < most_runs && seconds_of(runs) < shortest) runs *= 2;
    std::vector<double> seconds;
    for (int i = 0; i < samples; ++i) seconds.push_back(seconds_of(runs) / runs);
    const auto middle = seconds.begin() + samples / 2;
    std::nth_element(seconds.begin(), middle, seconds.end());
    if (samples % 2 != 0) return *middle;
    return (*middle + *std::max_element(seconds.begin(), middle)) / 2;
}

/// One line: what ran, and how fast. Bytes are those of the operands as they are, and of the result.
std::string speed_line(const eval_arguments& asked, op which, const std::vector<npy::array>& operands,
                       const tensor& result, const plan& planned, double seconds) {
    std::string line = info(which).onnx_name;
    double bytes = static_cast<double>(result.bytes());
    for (const npy::array& operand : operands) {
        line += " " + to_word(operand.type(), operand.shape());
        bytes += static_cast<double>(operand.size()) * static_cast<double>(size_of(operand.type()));
    }
    line += " -> " + to_word(result.type(), result.shape()) + ": ";
    char speed[96];
    if (result.size() == 0) {
        std::snprintf(speed, sizeof speed, "%.4g ns per run, no elements", seconds * 1e9);
    } else {
        std::snprintf(speed, sizeof speed, "%.4g ns per element, %.4g GB/s",
                      seconds * 1e9 / static_cast<double>(result.size()), bytes / seconds / 1e9);
    }
    return line + speed + " (median of " + std::to_string(asked.repeat) + (asked.repeat == 1 ? " run, " : " runs, ") +
           name_of(planned.instruction_set()) + ", " + std::to_string(planned.threads()) +
           (planned.threads() == 1 ? " thread)" : " threads)");
}

void eval_files(const eval_arguments& asked) {
    const op which = parse_op(asked.op_name);
    require_arity(which, asked.inputs.size());
    const options how = asked.run.parse();
    if (asked.output.empty() && asked.repeat == 0) throw usage_error("eval: -o is required, except with --repeat");

    std::vector<npy::array> operands;
    for (const std::string& path : asked.inputs) operands.push_back(npy::read(path));
    std::vector<const_tensor_view> views;
    std::vector<extents_ref> shapes;
    std::vector<const void*> pointers;
    for (const npy::array& operand : operands) {
        views.push_back(operand.view());
        shapes.push_back(operand.shape());
        pointers.push_back(operand.view().data);
    }
    std::vector<std::int64_t> shape;
    // Where there is no such shape, the plan below refuses in the operator's name.
    static_cast<void>(try_broadcast_shapes(shape, shapes));
    const dtype type = result_of(which, views.back().type);
    // Planned before there is memory for the result: a plan does not look at data.
    const plan planned(which, views, const_tensor_view(nullptr, type, shape), how);
    require_memory(info(which).onnx_name, type, shape);
    tensor result(type, shape);
    const status answer = planned.run(pointers.data(), result.data());
    if (!completed(answer)) throw error(planned.check(pointers.data(), result.data()));

    std::string speed;
    if (asked.repeat > 0) {
        const double seconds = median_seconds(planned, pointers, result.data(), asked.repeat);
        speed = speed_line(asked, which, operands, result, planned, seconds);
    }
    if (!asked.output.empty()) npy::publish(stage(asked.output, result.view()));
    if (!speed.empty()) std::cout << speed << '\n';
    if (answer != status::ok) {
        std::cerr << "zerostride: warning: " << info(which).onnx_name << ": " << to_string(answer) << '\n';
    }
}

}  // namespace

void add_eval(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("eval", "Evaluate an operator on .npy files");
    const auto asked = std::make_shared<eval_arguments>();
    command->add_option("operator", asked->op_name, "Operator by its ONNX or C++ name, in any case")->required();
    command->add_option("inputs", asked->inputs, "Operands, .npy files")->required()->type_name("FILE");
    command->add_option("-o,--output", asked->output, "The result, a .npy file")->type_name("FILE");
    command->add_option("--repeat", asked->repeat, "Then measure N times and print the median speed")
        ->check(CLI::Range(1, 1000000))
        ->type_name("N");
    asked->run.add_to(*command);
    command->callback([asked] { eval_files(*asked); });
}

}  // namespace zerostride::cli
