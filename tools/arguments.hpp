// Words of the command line that several subcommands take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "zerostride/zerostride.hpp"

namespace zerostride::cli {

/// What the command line asks for cannot be done; what() says why.
class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The same letters, in any case.
bool same_word(std::string_view a, std::string_view b) noexcept;

/// "real, f16, ..."
std::string type_names();

/// The operator with this ONNX or C++ name, in any case. Throws usage_error naming all operators.
op parse_op(const std::string& name);

/// "2", "1 to 3", "1 or more"
std::string operand_count(op which);

/// CLI11 would take a word in brackets for a list of words: a blank before it keeps it one, until bare() takes it off.
std::string guarded(const std::string& word);
std::string bare(const std::string& word);

/// The word that stands for an optional operand that is not there.
inline constexpr const char* absent_word = "-";

/// Throws usage_error unless `which` takes as many operands as there are words and may do without the absent ones.
void require_operands(op which, const std::vector<std::string>& words);

/// "2,3,4"; the empty text is the empty list. `option` is named when it is something else.
std::vector<std::int64_t> parse_integers(const std::string& option, const std::string& text);

/// An element type and a shape in one word: "f32[2,3]", or "f32" for a scalar; "f32[2,3]@1,2" with strides, in
/// elements, where it is not dense; "i64[3]=2,3,4" with its elements, for operands that are shapes; "-" for one that is
/// absent.
struct operand_word {
    dtype type = dtype::f32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in bytes; none: dense
    std::vector<std::int64_t> elements;
    bool is_absent = false;

    /// Valid as long as the word; its data are null unless elements are given.
    const_tensor_view view() const noexcept;
};
operand_word parse_operand(const std::string& word);
std::string to_word(dtype type, extents_ref shape);

/// Lets a list's option take one value each time that it is given, and not the words that follow, too.
CLI::Option* take_one_each_time(CLI::Option* option);

/// Lets an option take a whole number within bounds, in decimal digits.
CLI::Option* take_whole_number(CLI::Option* option, std::uint64_t least, std::uint64_t most);

/// --isa and --threads, and --accuracy for what evaluates functions.
struct run_options {
    std::string isa_name = "automatic";
    int threads = 0;
    std::string accuracy_name = "automatic";

    void add_to(CLI::App& command);
    void add_accuracy_to(CLI::App& command);
    /// Throws usage_error for an instruction set that does not exist or cannot run here, and for no accuracy.
    options parse() const;
};

}  // namespace zerostride::cli
