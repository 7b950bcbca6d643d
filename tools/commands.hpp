// The subcommands. Each adds itself with its options to `app`; its work is done while `app` parses, and what it
// cannot do it throws.
#pragma once

#include <CLI/CLI.hpp>

namespace zerostride::cli {

void add_accuracy(CLI::App& app);
void add_eval(CLI::App& app);
void add_broadcast(CLI::App& app);
void add_expand(CLI::App& app);
void add_explain(CLI::App& app);
void add_info(CLI::App& app);
void add_ops(CLI::App& app);
void add_run(CLI::App& app);
void add_verify(CLI::App& app);

}  // namespace zerostride::cli
