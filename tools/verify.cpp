// zerostride verify: whether functions give the proven results for all 2^32 floats on this machine.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "accuracy/digests.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "functions.hpp"
#include "operator_table.hpp"

namespace zerostride::cli {
namespace {

struct verify_arguments {
    std::string function, isa_name = every_word;
    int threads = 1;
    bool is_mixed = false, markdown = false;
};

using clock = std::chrono::steady_clock;

std::string range(std::size_t part) {
    char text[48];
    const std::uint64_t first = part * accuracy::floats_per_digest;
    std::snprintf(text, sizeof text, "0x%08" PRIx64 " to 0x%08" PRIx64, first, first + accuracy::floats_per_digest - 1);
    return text;
}

/// Where two differ, in words; empty where they do not.
std::string differences(const accuracy::float_digests& found, const accuracy::float_digests& known) {
    std::string text;
    for (std::size_t part = 0; part < accuracy::digest_count; ++part) {
        if (found[part] != known[part]) text += (text.empty() ? "" : ", ") + range(part);
    }
    return text;
}

/// Says on standard error, every ten seconds, how far it is.
class progress {
public:
    explicit progress(const std::string& what) : what_(what) {}
    void operator()(std::uint64_t done) {
        const clock::time_point now = clock::now();
        if (now - last_ < std::chrono::seconds(10)) return;
        last_ = now;
        char text[32];
        std::snprintf(text, sizeof text, ": %.1f %%\n", static_cast<double>(done) * 0x1p-32 * 100.0);
        std::cerr << what_ + text << std::flush;
    }

private:
    std::string what_;
    clock::time_point last_ = clock::now();
};

/// Functions of two operands have more inputs than can be tried.
bool is_known(const accuracy::function& f) { return accuracy::known_digests(f) != nullptr; }

void verify(const verify_arguments& asked) {
    const std::vector<accuracy::function> functions = parse_functions("verify", asked.function, is_known);
    const std::vector<isa> with = parse_isas(asked.isa_name);
    const auto order = asked.is_mixed ? accuracy::float_order::mixed : accuracy::float_order::of_bits;
    std::vector<std::vector<std::string>> rows = {{"function", "ISA", "inputs", "results", "s"}};
    std::size_t known_functions = 0, differing = 0;
    for (const accuracy::function& f : functions) {
        const accuracy::float_digests* const known = accuracy::known_digests(f);
        if (known == nullptr) continue;
        ++known_functions;
        for (const isa one : with) {
            const clock::time_point began = clock::now();
            const accuracy::float_digests found =
                accuracy::digests_of_results(f, one, order, asked.threads, progress(f.name() + " " + name_of(one)));
            const std::string where = differences(found, *known);
            differing += !where.empty();
            char seconds[32];
            std::snprintf(seconds, sizeof seconds, "%.1f", std::chrono::duration<double>(clock::now() - began).count());
            rows.push_back({f.name(), name_of(one), asked.is_mixed ? "all 4294967296, mixed" : "all 4294967296",
                            where.empty() ? "correctly rounded" : "others than the correctly rounded ones in " + where,
                            seconds});
            // The table comes once all is known, which may take hours.
            std::cerr << f.name() + " " + name_of(one) + ": " + rows.back()[3] + "\n" << std::flush;
        }
    }
    if (known_functions == 0) {
        throw usage_error("verify: the correctly rounded results of " + functions.front().name() +
                          " of all floats are not known");
    }
    std::cout << format_table(rows, asked.markdown) << std::flush;
    if (differing > 0) {
        throw std::runtime_error("verify: " + std::to_string(differing) + " of " + std::to_string(rows.size() - 1) +
                                 " differ from the correctly rounded results");
    }
}

}  // namespace

void add_verify(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("verify", "Try functions of all 2^32 floats against what was proven to be right");
    const auto asked = std::make_shared<verify_arguments>();
    command->add_option("function", asked->function, "Function by its ONNX or C++ name, in any case, or all")
        ->required();
    command->add_option("--isa", asked->isa_name, "Instruction set; all that run here by default")->type_name("NAME");
    take_whole_number(command->add_option("--threads", asked->threads, "This many threads"), 1, 1024);
    command->add_flag("--mixed", asked->is_mixed,
                      "Beside neighbours of other signs and sizes, not in the order of their bits");
    command->add_flag("--markdown", asked->markdown, "The table as Markdown");
    command->callback([asked] { verify(*asked); });
}

}  // namespace zerostride::cli
