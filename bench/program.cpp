#include "bench/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

namespace zerostride::bench {
namespace {
const char* program = "";
}

int refuse(const std::string& message) {
    std::fprintf(stderr, "%s: %s\n", program, message.c_str());
    return 2;
}

bool read_options(CLI::App& app, int argc, char** argv, int& status) {
    try {
        app.parse(argc, argv);
        return true;
    } catch (const CLI::CallForHelp& help) {
        status = app.exit(help);
    } catch (const CLI::ParseError& wrong) {
        status = refuse(wrong.what());
    }
    return false;
}

bool is_asked_for(const std::vector<std::string>& texts, const std::string& name) {
    return texts.empty() || std::any_of(texts.begin(), texts.end(),
                                        [&](const std::string& text) { return name.find(text) != std::string::npos; });
}

int run_program(const char* name, int (*run)(int, char**), int argc, char** argv) {
    program = name;
    try {
        return run(argc, argv);
    } catch (const std::exception& failed) {
        return refuse(failed.what());
    }
}

}  // namespace zerostride::bench
