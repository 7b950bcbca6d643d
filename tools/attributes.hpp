// Attributes of operators in words: as users write them, and as tables show them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "zerostride/attribute.hpp"

namespace zerostride::cli {

/// --attr, once for each attribute.
void add_attributes(CLI::App& command, std::vector<std::string>& words);

/// `which` with attributes given as "alpha=0.1", "direction=left", "to=f16". Element types go by our names, ONNX's
/// (float16, FLOAT16, tensor(float16)) or ONNX's numbers; words are taken in any case.
/// Throws usage_error naming the operator and the attribute that it has not got, that has no such value, that is
/// given twice or that is missing.
operation parse_operation(op which, const std::vector<std::string>& words);

/// The attributes of `which` with ONNX's defaults: "alpha=0.01", "approximate=none (or tanh), to (required)".
std::string describe_attributes(op which);

}  // namespace zerostride::cli
