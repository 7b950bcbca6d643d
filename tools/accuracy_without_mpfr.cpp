// zerostride accuracy in builds that cannot tell what is right.
#include "arguments.hpp"
#include "commands.hpp"

namespace zerostride::cli {

void add_accuracy(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("accuracy", "Measure functions against MPFR (not in this build)");
    command->allow_extras();
    command->callback([] {
        throw usage_error("accuracy: this build has no MPFR to say what is right (Debian: libmpfr-dev when building)");
    });
}

}  // namespace zerostride::cli
