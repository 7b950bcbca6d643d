// What the subcommands that try functions of every input are asked for.
#pragma once

#include <string>
#include <vector>

#include "accuracy/function.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::cli {

/// Stands for all functions, types or instruction sets.
inline constexpr const char* every_word = "all";

/// A function by its ONNX or C++ name, an operator's functions, or all. Throws usage_error in the name of `command` for
/// one that does not exist; the refusal lists those that the command takes.
std::vector<accuracy::function> parse_functions(const std::string& command, const std::string& name,
                                                bool (*is_taken)(const accuracy::function&));

/// The instruction sets of `name`, or all that run here, the strongest first: it is the fastest. Throws usage_error for
/// one that does not exist or cannot run here.
std::vector<isa> parse_isas(const std::string& name);

}  // namespace zerostride::cli
