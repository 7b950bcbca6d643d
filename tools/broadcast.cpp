// zerostride broadcast: files stretched to their common shape.
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

struct broadcast_arguments {
    std::vector<std::string> inputs, outputs;
    run_options run;
};

void broadcast_files(const broadcast_arguments& asked) {
    const options how = asked.run.parse();
    if (asked.inputs.size() != asked.outputs.size()) {
        throw usage_error("broadcast: one -o for each operand is needed: " + std::to_string(asked.inputs.size()) +
                          (asked.inputs.size() == 1 ? " operand, " : " operands, ") +
                          std::to_string(asked.outputs.size()) + " -o");
    }
    std::vector<npy::array> operands;
    for (const std::string& path : asked.inputs) operands.push_back(npy::read(path));
    std::vector<const_tensor_view> views;
    for (const npy::array& operand : operands) views.push_back(operand.view());
    const std::vector<array_view> stretched = broadcast_views(views);
    std::vector<files::staged_file> staged;
    // One copy at a time is in memory.
    for (std::size_t i = 0; i < stretched.size(); ++i) {
        staged.push_back(
            stage(asked.outputs[i], copy(asked.outputs[i], stretched[i], how).view(), operands[i].texts()));
    }
    files::publish(staged);
}

}  // namespace

void add_broadcast(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("broadcast", "Stretch .npy files to their common shape (SONNX Broadcast)");
    const auto asked = std::make_shared<broadcast_arguments>();
    command->add_option("inputs", asked->inputs, "Operands, .npy files of any element types")
        ->required()
        ->type_name("FILE");
    take_one_each_time(command->add_option("-o,--output", asked->outputs,
                                           "A result, .npy file; once for each operand, in their order"))
        ->required()
        ->type_name("FILE");
    asked->run.add_to(*command);
    command->callback([asked] { broadcast_files(*asked); });
}

}  // namespace zerostride::cli
