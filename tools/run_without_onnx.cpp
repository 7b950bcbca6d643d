// zerostride run in builds that cannot read ONNX files.
#include "arguments.hpp"
#include "commands.hpp"

namespace zerostride::cli {

void add_run(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("run", "Run an ONNX model (not in this build)");
    command->allow_extras();
    command->callback([] {
        throw usage_error(
            "run: this build has no reader of ONNX files (Debian: libonnx-dev and libprotobuf-dev when building)");
    });
}

}  // namespace zerostride::cli
