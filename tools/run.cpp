// zerostride run: an ONNX model on files.
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "commands.hpp"
#include "graph/onnx/reader.hpp"
#include "median.hpp"
#include "npy/npy.hpp"
#include "one_line.hpp"
#include "results.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::cli {
namespace {

struct run_arguments {
    std::string model;
    std::vector<std::string> inputs, outputs;
    std::string profile = "onnx";
    int repeat = 0;
    bool explains = false, checks = false;
    run_options run;
};

graph_profile parse_profile(const std::string& name) {
    if (name == "onnx") return graph_profile::onnx;
    if (name == "strict") return graph_profile::strict;
    throw usage_error("--profile: '" + name + "' is neither onnx nor strict");
}

std::string names_of(const std::vector<graph_tensor>& tensors) {
    std::string names;
    for (const graph_tensor& one : tensors) names += (names.empty() ? "" : ", ") + one.name;
    return names.empty() ? "none" : names;
}

/// As many files as the graph has tensors.
void require_files(const std::string& what, const char* option, const std::vector<std::string>& files,
                   const std::vector<graph_tensor>& tensors) {
    if (files.size() == tensors.size()) return;
    const bool is_one = files.size() == 1;
    throw usage_error("run: " + std::to_string(files.size()) + " " + what + (is_one ? "" : "s") + option +
                      (is_one ? " is" : " are") + " given, the graph has " + std::to_string(tensors.size()) + ": " +
                      names_of(tensors));
}

void run_model(const run_arguments& asked) {
    const graph_profile profile = parse_profile(asked.profile);
    const options how = asked.run.parse();
    const graph model = read_onnx(asked.model, asked.inputs.size());
    const std::string kept = asked.model + ": " + std::to_string(model.nodes.size()) +
                             (model.nodes.size() == 1 ? " node" : " nodes") + ", inputs " + names_of(model.inputs) +
                             ", outputs " + names_of(model.outputs) + ": keeps the rules of " + asked.profile;
    if (asked.checks && asked.inputs.empty() && !model.inputs.empty()) {
        require(check(model, profile));
        std::cout << one_line(kept) << '\n';
        return;
    }
    require_files("input", "", asked.inputs, model.inputs);
    if (!asked.outputs.empty() || (asked.repeat == 0 && !asked.explains && !asked.checks)) {
        require_files("output", " (-o)", asked.outputs, model.outputs);
    }

    std::vector<npy::array> arrays;
    std::vector<const_tensor_view> views;
    std::vector<const void*> from;
    for (const std::string& path : asked.inputs) arrays.push_back(npy::read(path));
    for (const npy::array& array : arrays) {
        views.push_back(array.view());
        from.push_back(views.back().data);
    }
    const graph_plan planned(model, views, profile, how);
    if (asked.checks) std::cout << one_line(kept + (model.inputs.empty() ? "" : ", also with these inputs")) << '\n';
    if (asked.explains) std::cout << planned.explain();
    if (asked.outputs.empty() && asked.repeat == 0) return;

    std::vector<tensor> results;
    std::vector<void*> to;
    memory_request memory;
    for (std::size_t i = 0; i < planned.output_count(); ++i) {
        memory.add("output '" + model.outputs[i].name + "'", planned.output_type(i), planned.output_shape(i));
        results.emplace_back(planned.output_type(i), planned.output_shape(i));
        to.push_back(results.back().data());
    }
    const std::vector<std::int64_t> bytes = {static_cast<std::int64_t>(planned.workspace_bytes())};
    memory.add("the workspace", dtype::u8, bytes);
    tensor workspace(dtype::u8, bytes);
    const auto run = [&] { return planned.run(from.data(), to.data(), workspace.data()); };
    const status answer = run();
    if (!completed(answer)) throw error(answer, std::string("run: ") + to_string(answer));
    std::string speed;
    if (asked.repeat > 0) {
        const double seconds = median_seconds([&] { static_cast<void>(run()); }, asked.repeat);
        char text[96];
        std::snprintf(text, sizeof text, "%.4g us (median of %d), at most %d thread%s", seconds * 1e6, asked.repeat,
                      planned.threads(), planned.threads() == 1 ? "" : "s");
        speed = text;
    }
    std::vector<files::staged_file> staged;
    std::vector<const npy::array*> given;
    for (const npy::array& array : arrays) given.push_back(&array);
    const npy::text_form texts = form_of_results(given);
    for (std::size_t i = 0; i < asked.outputs.size(); ++i) {
        staged.push_back(stage(asked.outputs[i], results[i].view(), texts));
    }
    say_first(speed);
    files::publish(staged);
    if (answer != status::ok) std::cerr << "zerostride: warning: run: " << to_string(answer) << '\n';
}

}  // namespace

void add_run(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("run", "Run an ONNX model of element-wise operators on .npy files");
    const auto asked = std::make_shared<run_arguments>();
    command->add_option("model", asked->model, "The model, an .onnx file")->required()->type_name("FILE");
    command
        ->add_option("inputs", asked->inputs,
                     "Its inputs in their order, .npy files; those with initializers are given all or not at all")
        ->type_name("FILE");
    CLI::Option* const outputs =
        take_one_each_time(
            command->add_option("-o,--output", asked->outputs, "Its outputs in their order, .npy files; once for each"))
            ->type_name("FILE");
    command->add_option("--profile", asked->profile, "Which graphs are accepted: onnx, or strict for SONNX's rules");
    CLI::Option* const explains =
        command->add_flag("--explain", asked->explains, "Print the plan: steps, tiles, memory");
    CLI::Option* const repeat = take_whole_number(
        command->add_option("--repeat", asked->repeat, "Then measure N times and print the median time"), 1, 1000000);
    command
        ->add_flag("--check", asked->checks,
                   "Say whether the model keeps the rules, with inputs also of types and shapes; run nothing")
        ->excludes(outputs, explains, repeat);
    asked->run.add_to(*command);
    asked->run.add_accuracy_to(*command);
    command->callback([asked] { run_model(*asked); });
}

}  // namespace zerostride::cli
