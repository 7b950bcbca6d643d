// What the benchmarks' programs have in common besides what they measure: the frame around a command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace zerostride::bench {

/// Says "program: message" on standard error. What to exit with.
int refuse(const std::string& message);

/// Reads the arguments, or prints the help that they ask for, or refuses them. True: go on; false: exit with `status`.
bool read_options(CLI::App& app, int argc, char** argv, int& status);

/// True when one of the texts is part of the name, or there are none.
bool is_asked_for(const std::vector<std::string>& texts, const std::string& name);

/// The option takes decimal numbers from `least` to `most` and refuses other words as such.
void take_whole_number(CLI::Option* option, std::uint64_t least, std::uint64_t most);
void take_number(CLI::Option* option, double least, double most);

/// The option --offset: where in a cache line operands and results begin (workspace::begin_at).
void add_offset_option(CLI::App& app, std::size_t& offset);

/// `run`, with `name` before what it refuses, and with an exception or a standard output that is not written refused.
int run_program(const char* name, int (*run)(int, char**), int argc, char** argv);

}  // namespace zerostride::bench
