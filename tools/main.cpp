// The command line: exit 0, or 2 with one line on standard error.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "commands.hpp"
#include "files/standard_streams.hpp"
#include "one_line.hpp"
#include "zerostride/status.hpp"
#include "zerostride/version.h"

namespace {

int refuse(std::string_view message) {
    std::cerr << "zerostride: " << zerostride::cli::one_line(message) << '\n';
    return 2;
}

/// Whether the word behind this one is a value that is no file.
bool is_before_value(std::string_view word) noexcept {
    return word == "--shape" || word == "--axes" || word == "--axis" || word == "--mapping" || word == "--attr";
}

/// The command line's words, the last one first, as CLI11 takes them. It would take a word in brackets for a list of
/// words: a file of such a name is the same one in this directory, and what is no file is guarded. And it would take
/// the word behind "--shape=" for the option's value, which is the empty one.
std::vector<std::string> words_of(int argc, char** argv) {
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        std::string word = argv[i];
        const bool is_file = words.empty() || (words[0] != "explain" && !is_before_value(words.back()));
        const bool is_empty_value = word.size() > 3 && word.compare(0, 2, "--") == 0 && word.back() == '=';
        const bool is_in_brackets = word.size() > 1 && word.front() == '[' && word.back() == ']';
        if (is_in_brackets) word = is_file ? "./" + word : zerostride::cli::guarded(word);
        if (is_empty_value) word.pop_back();
        words.push_back(std::move(word));
        if (is_empty_value) words.emplace_back();
    }
    std::reverse(words.begin(), words.end());
    return words;
}

}  // namespace

int main(int argc, char** argv) {
    zerostride::files::hold_standard_streams();
    // A file that grows over the limit, or standard output that nobody reads, is then an error that can be reported.
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    CLI::App app("Element-wise operations over broadcast tensors, on NumPy .npy files", "zerostride");
    app.set_version_flag("--version", "zerostride " ZEROSTRIDE_VERSION_TEXT);
    app.require_subcommand(1);
    zerostride::cli::add_eval(app);
    zerostride::cli::add_broadcast(app);
    zerostride::cli::add_expand(app);
    zerostride::cli::add_explain(app);
    zerostride::cli::add_run(app);
    zerostride::cli::add_ops(app);
    zerostride::cli::add_info(app);
    zerostride::cli::add_accuracy(app);
    zerostride::cli::add_verify(app);
    app.footer(
        "Examples:\n"
        "  zerostride eval Add a.npy b.npy -o sum.npy\n"
        "  zerostride broadcast a.npy b.npy -o z0.npy -o z1.npy\n"
        "  zerostride expand a.npy --shape 2,3,4 -o out.npy\n"
        "  zerostride explain Add 'f32[8,12,256,1]' 'f32[8,1,1,256]'\n"
        "  zerostride run model.onnx x.npy -o y.npy\n"
        "  zerostride ops Clip\n"
        "  zerostride info\n"
        "  zerostride accuracy Exp f32\n"
        "  zerostride verify Exp\n\n"
        "Exits with 0, or with 2 and one line on standard error; outputs are written whole or not at all.");
    try {
        app.parse(words_of(argc, argv));
    } catch (const CLI::Success& asked) {
        app.exit(asked);
    } catch (const CLI::ParseError& error) {
        // CLI11 misses the subcommand before it looks at the word that was meant to be one.
        const bool unknown = app.get_subcommands().empty() && !app.remaining().empty();
        const std::string reason = unknown ? "'" + app.remaining().front() + "' is no subcommand" : error.what();
        return refuse(reason + " (--help shows the usage)");
    } catch (const zerostride::error& error) {
        // A message can be missing where there was no memory for it.
        return refuse(*error.what() != '\0' ? error.what() : zerostride::to_string(error.code()));
    } catch (const std::bad_alloc&) {
        return refuse("there is not enough memory");
    } catch (const std::exception& error) {
        return refuse(error.what());
    }
    if (!std::cout.flush()) return refuse("standard output cannot be written");
    return 0;
}
