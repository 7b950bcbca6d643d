#include "bench/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>

#include "files/standard_streams.hpp"

namespace zerostride::bench {
namespace {
const char* program = "";

template <class Number>
std::string check_number(const std::string& text, Number least, Number most, const char* what) {
    Number found = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), found);
    if (problem == std::errc{} && end == text.data() + text.size() && least <= found && found <= most) return {};
    std::ostringstream message;
    message << "'" << text << "' is no " << what << " from " << least << " to " << most;
    return message.str();
}

}  // namespace

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

void take_whole_number(CLI::Option* option, std::uint64_t least, std::uint64_t most) {
    // CLI11 itself would take 010 for 8.
    const auto normalise = [least, most](std::string& text) {
        std::string refusal = check_number(text, least, most, "whole number");
        if (refusal.empty()) text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
        return refusal;
    };
    option->transform(CLI::Validator(normalise, ""));
}
void take_number(CLI::Option* option, double least, double most) {
    option->check([least, most](const std::string& text) { return check_number(text, least, most, "number"); });
}

void add_offset_option(CLI::App& app, std::size_t& offset) {
    app.add_option("--offset", offset,
                   "operands and results begin so many bytes into a cache line; what malloc gives in large pieces, 16")
        ->check(CLI::IsMember(std::vector<std::size_t>{0, 16, 32, 48}));
}

int run_program(const char* name, int (*run)(int, char**), int argc, char** argv) {
    program = name;
    files::hold_standard_streams();
    // A file that grows over the limit is then an error that can be reported.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        const int status = run(argc, argv);
        const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
        return status != 2 && !is_written ? refuse("standard output cannot be written") : status;
    } catch (const std::bad_alloc&) {
        return refuse("there is not enough memory");
    } catch (const std::exception& failed) {
        return refuse(failed.what());
    }
}

}  // namespace zerostride::bench
