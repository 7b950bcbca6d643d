// zerostride expand: one file stretched to a given shape, by the rules of ONNX and nGraph.
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

struct expand_arguments {
    std::string input, output, shape, mode, axes, mapping, axis = "-1";
    bool has_axes = false, has_axis = false, has_mapping = false;
    run_options run;
};

/// The mode that is asked for, by name or by the option that belongs to it.
std::string chosen_mode(const expand_arguments& asked) {
    const std::string mode = !asked.mode.empty() ? asked.mode : asked.has_axes ? "axes" : "onnx";
    const auto belongs = [&mode](bool given, const char* option, const char* owner) {
        if (given && mode != owner) {
            throw usage_error(std::string("expand: ") + option + " belongs to --mode " + owner + ", not to " + mode);
        }
    };
    belongs(asked.has_axes, "--axes", "axes");
    belongs(asked.has_axis, "--axis", "pdpd");
    belongs(asked.has_mapping, "--mapping", "mapped");
    if (mode == "axes" && !asked.has_axes) throw usage_error("expand: --mode axes needs --axes");
    if (mode == "mapped" && !asked.has_mapping) throw usage_error("expand: --mode mapped needs --mapping");
    return mode;
}

array_view stretch(const expand_arguments& asked, const const_tensor_view& operand) {
    const std::string mode = chosen_mode(asked);
    const std::vector<std::int64_t> shape = parse_integers("--shape", asked.shape);
    if (mode == "onnx") return expand(operand, shape);
    if (mode == "numpy") return broadcast_to(operand, shape);
    if (mode == "axes") return broadcast_axes(operand, shape, parse_integers("--axes", asked.axes));
    if (mode == "mapped") return broadcast_mapped(operand, shape, parse_integers("--mapping", asked.mapping));
    const std::vector<std::int64_t> axis = parse_integers("--axis", asked.axis);
    if (axis.size() != 1) throw usage_error("--axis: '" + asked.axis + "' is not one integer");
    return broadcast_pdpd(operand, shape, axis[0]);
}

void expand_file(const expand_arguments& asked) {
    const options how = asked.run.parse();
    const npy::array operand = npy::read(asked.input);
    const array_view stretched = stretch(asked, operand.view());
    files::publish(stage(asked.output, copy(asked.output, stretched, how).view(), operand.texts()));
}

}  // namespace

void add_expand(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("expand", "Stretch a .npy file to a shape (ONNX Expand, nGraph Broadcast)");
    const auto asked = std::make_shared<expand_arguments>();
    command->add_option("input", asked->input, "Operand, a .npy file")->required()->type_name("FILE");
    command->add_option("--shape", asked->shape, "Extents, for instance 2,3,4; '' for a scalar")
        ->required()
        ->type_name("LIST");
    command->add_option("-o,--output", asked->output, "The result, a .npy file")->required()->type_name("FILE");
    command
        ->add_option("--mode", asked->mode,
                     "onnx (the default: both shapes broadcast together), numpy (to the shape exactly), axes, pdpd, "
                     "mapped")
        ->check(CLI::IsMember({"onnx", "numpy", "axes", "pdpd", "mapped"}))
        ->type_name("NAME");
    CLI::Option* const axes =
        command->add_option("--axes", asked->axes, "nGraph: axes of the shape to stretch along")->type_name("LIST");
    CLI::Option* const axis =
        command->add_option("--axis", asked->axis, "pdpd: where the operand's axes start in the shape; -1: at the end")
            ->type_name("N");
    CLI::Option* const mapping =
        command->add_option("--mapping", asked->mapping, "mapped: the axis of the shape for each of the operand's")
            ->type_name("LIST");
    asked->run.add_to(*command);
    command->callback([=] {
        asked->has_axes = axes->count() > 0;
        asked->has_axis = axis->count() > 0;
        asked->has_mapping = mapping->count() > 0;
        expand_file(*asked);
    });
}

}  // namespace zerostride::cli
