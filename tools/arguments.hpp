// Words of the command line that several subcommands take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride::cli {

/// What the command line asks for cannot be done; what() says why.
class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The operator with this ONNX or C++ name, in any case. Throws usage_error naming all operators.
op parse_op(const std::string& name);

/// Throws usage_error unless `which` takes `given` operands.
void require_arity(op which, std::size_t given);

/// "2,3,4"; the empty text is the empty list. `option` is named when it is something else.
std::vector<std::int64_t> parse_integers(const std::string& option, const std::string& text);

/// An element type and a shape in one word: "f32[2,3]", or "f32" for a scalar.
struct operand_word {
    dtype type = dtype::f32;
    std::vector<std::int64_t> shape;
};
operand_word parse_operand(const std::string& word);
std::string to_word(dtype type, extents_ref shape);

/// --isa and --threads.
struct run_options {
    std::string isa_name = "automatic";
    int threads = 0;

    void add_to(CLI::App& command);
    /// Throws usage_error for an instruction set that does not exist or cannot run here.
    options parse() const;
};

}  // namespace zerostride::cli
